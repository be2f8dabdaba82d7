"""The labels of rows and columns."""

import numpy as np

from pandas._labels import Labels

# What says which class labels of a kind of their own have: moments, spans.
SPECIAL = []


def _plain(labels):
    # Labels as Python's own values; numbers are floats where one is.
    given = labels.tolist() if hasattr(labels, "tolist") and getattr(labels, "ndim", 1) == 1 else list(labels)
    return [float(label) for label in given] if set(map(type, given)) == {int, float} else given


def _objects(labels):
    # One element for each label, though it be a tuple.
    made = np.empty(len(labels), dtype=object)
    for at, label in enumerate(labels):
        made[at] = label
    return made


class Index(Labels):
    """Labels in order."""

    __module__ = "pandas"

    # The element type of the array that the labels came from.
    _kind_of_numbers = None

    def __new__(cls, labels=None, *args, **options):
        kinds = [special(labels) for special in SPECIAL] if cls is Index else []
        return object.__new__(next((kind for kind in kinds if kind is not None), cls))

    def __init__(self, labels=(), name=None, *, dtype=None, copy=False, tupleize_cols=True):
        if dtype is not None:
            labels = _converted(labels, dtype)
        self._labels, self.name = _plain(labels), getattr(labels, "name", None) if name is None else name
        self._kind_of_numbers = getattr(labels, "dtype", None) if hasattr(labels, "nbytes") else None
        self._places = None

    def place(self, label):
        """Returns the first position of a label."""
        if self._places is None:
            self._places = {}
            for place, known in enumerate(self._labels):
                self._places.setdefault(known, place)
        if label not in self._places:
            raise KeyError(label)
        return self._places[label]

    def take(self, places):
        """The labels at some places."""
        return self._like([self._labels[place] for place in places])

    def tolist(self):
        """A list of them."""
        return list(self._labels)

    to_list = tolist

    def to_numpy(self, dtype=None):
        """NumPy's array of the labels."""
        made = self.values
        made = made if isinstance(made, np.ndarray) else _objects(list(self._labels))
        return made if dtype is None else made.astype(dtype)

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy(dtype)

    @property
    def values(self):
        """An array of numbers, or a list of labels."""
        from pandas._columns import of_list, values

        made = values(of_list(self._labels))
        kind = self._kind_of_numbers
        return made if kind is None or kind.kind not in "iuf" or not hasattr(made, "nbytes") else made.astype(kind)

    @property
    def dtype(self):
        """The type of the labels."""
        from pandas._columns import dtype

        return dtype(self.values)

    @property
    def is_unique(self):
        """Whether all labels are distinct."""
        return len(set(self._labels)) == len(self._labels)

    @property
    def size(self):
        """The number of labels."""
        return len(self._labels)

    @property
    def shape(self):
        """(labels,)"""
        return (len(self._labels),)

    @property
    def nbytes(self):
        """The bytes of the labels."""
        return self.memory_usage()

    def memory_usage(self, deep=False):
        """The bytes of the labels."""
        from pandas._info import index_bytes

        return index_bytes(self, deep)

    def located(self, key):
        """(places, whether it is one label) of a key that labels of a kind of their own understand, or None."""
        return None

    def _end_texts(self):
        # The first and last label, as `info` writes them.
        return str(self[0]), str(self[-1])

    def min(self, axis=None, skipna=True):
        """The least label."""
        return min(self._labels)

    def max(self, axis=None, skipna=True):
        """The largest label."""
        return max(self._labels)

    @property
    def is_monotonic_increasing(self):
        """Whether each label is at least the one before."""
        labels = self._labels
        return all([not b < a for a, b in zip(labels, labels[1:])])

    @property
    def is_monotonic_decreasing(self):
        """Whether each label is at most the one before."""
        labels = self._labels
        return all([not a < b for a, b in zip(labels, labels[1:])])

    def get_loc(self, key):
        """Returns the position of a label."""
        return self.place(key)

    def __len__(self):
        return len(self._labels)

    def __iter__(self):
        return iter(self._labels)

    def __contains__(self, label):
        return label in self._labels

    def _like(self, labels):
        return Index(labels, self.name)

    def __getitem__(self, key):
        if isinstance(key, (int, np.integer)):
            return _scalar(self._labels[key])
        if isinstance(key, slice):
            return self._like(self._labels[key])
        places = [*getattr(key, "_values", key)]
        if places and isinstance(places[0], (bool, np.bool_)):
            if len(places) != len(self):
                raise IndexError(f"boolean index did not match indexed array along axis 0; size of axis is {len(self)} but size of corresponding boolean axis is {len(places)}")
            places = [at for at, flag in enumerate(places) if flag]
        return self._like([self._labels[int(at)] for at in places])

    @property
    def nlevels(self):
        """The number of levels."""
        return 1

    def levels_of(self):
        """(name, labels) of each level."""
        return [(self.name, self._labels)]

    def map(self, mapper, na_action=None):
        """A function of each label."""
        mapper = dict(mapper.items()) if hasattr(mapper, "_values") else mapper
        labels = [mapper.get(x, float("nan")) if isinstance(mapper, dict) else mapper(x) for x in self]
        return _of_tuples(labels, self.name) if labels and all([isinstance(x, tuple) for x in labels]) else Index(labels, self.name)

    @property
    def str(self):
        """Methods of texts, for each label."""
        from pandas._texts import Texts

        return Texts(self)

    def _marks(self, values):
        return self._like(values)

    def rename(self, name, inplace=False):
        """The same under another name."""
        if inplace:
            self.name = name
            return None
        made = self._like(self._labels)
        made.name = name
        return made

    def to_series(self, index=None, name=None):
        """A column of the labels."""
        from pandas._series import Series

        index = self if index is None else index
        return Series(getattr(self, "_array", self.values), index=index, name=self.name if name is None else name)

    def append(self, other):
        """The labels of this index, then those of another or of several. A name that differs is dropped."""
        return self._joined([self, *(other if isinstance(other, (list, tuple)) else [other])])

    def _joined(self, parts):
        labels = [label for part in parts for label in part]
        return self._like(labels) if self.nlevels > 1 else Index(labels, common_name(parts))

    def isin(self, values, level=None):
        """Returns whether each label, or that of a level, is one of these."""
        if level is not None:
            return self.get_level_values(level).isin(values)
        known = set(values)
        return np.array([label in known for label in self], dtype=bool)

    def unique(self, level=None):
        """Each label once."""
        if level is not None:
            return self.get_level_values(level).unique()
        return self._like(list(dict.fromkeys(self._labels)))

    def __eq__(self, other):
        import numpy

        others = list(other) if hasattr(other, "__iter__") and not isinstance(other, str) else [other] * len(self)
        return numpy.array([a == b for a, b in zip(self._labels, others)], dtype=bool)

    def equals(self, other):
        """Returns whether the labels are equal."""
        return self is other or self._labels == list(other)

    def __repr__(self):
        from pandas._index_texts import facts_of, laid_out

        texts = any([isinstance(label, str) for label in self._labels])
        shown = [repr(label) if isinstance(label, (str, tuple)) else str(label) for label in self._labels]
        return laid_out("Index", shown, facts_of(self), not texts)


def _converted(labels, dtype):
    # Labels as another kind.
    from pandas._columns import astype, of_list

    return astype(of_list(list(labels)), dtype)


def _scalar(label):
    # NumPy's scalar of a label that is a number.
    kinds = {int: np.int64, float: np.float64}
    return kinds[type(label)](label) if type(label) in kinds and (type(label) is float or abs(label) < 2**63) else label


def _of_tuples(labels, name):
    return MultiIndex(labels, [None] * len(labels[0])) if len({len(x) for x in labels}) == 1 else Index(labels, name)


def _define_operators():
    # Comparisons give flags, arithmetic gives other labels.
    import operator

    def compared(operate):
        return lambda self, other: operate(_numbers(self), _numbers(other))

    def computed(operate):
        return lambda self, other: Index(operate(_numbers(self), _numbers(other)), self.name)

    for name in ("lt", "le", "gt", "ge", "ne"):
        setattr(Index, f"__{name}__", compared(getattr(operator, name)))
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
        operate = getattr(operator, name)
        setattr(Index, f"__{name}__", computed(operate))
        setattr(Index, f"__r{name}__", computed(lambda a, b, operate=operate: operate(b, a)))


def _numbers(value):
    # An array of labels for NumPy's operators; texts are compared one by one.
    values = getattr(value, "_array", value.values) if isinstance(value, Index) else value
    return _Texts(values) if isinstance(values, list) else values


class _Texts(list):
    # Texts that operators take one by one.
    def _each(self, other, operate):
        import numpy

        others = other if isinstance(other, list) else [other] * len(self)
        made = [operate(a, b) for a, b in zip(self, others)]
        return numpy.array(made, dtype=bool) if all([isinstance(one, bool) for one in made]) else made


def _define_texts():
    import operator

    for name in ("lt", "le", "gt", "ge", "ne", "add"):
        setattr(_Texts, f"__{name}__", lambda self, other, operate=getattr(operator, name): self._each(other, operate))


_define_operators()
_define_texts()


def common_name(parts):
    """The name that all parts have, or None."""
    names = {part.name for part in parts}
    return names.pop() if len(names) == 1 else None


def union_of(parts):
    """All labels of several parts once, in order where they have one."""
    known = list(dict.fromkeys([label for part in parts for label in part]))
    try:
        return sorted(known)
    except TypeError:
        return known


def renamed_levels(labels, new):
    """The names of the levels, by new names in order, a dictionary or a function."""
    old = list(labels.names)
    if callable(new):
        return [new(name) for name in old]
    if isinstance(new, dict):
        return [new.get(name, name) for name in old]
    return list(new) if isinstance(new, (list, tuple)) else [new]


class FrozenNames(list):
    """The names of the levels."""

    def __repr__(self):
        return f"FrozenList({list(self)!r})"

    __str__ = __repr__


class FrozenList(list):
    """The labels of each level."""

    def __repr__(self):
        return repr([list(labels) for labels in self])

    __str__ = __repr__


class MultiIndex(Index):
    """Labels of several levels: tuples."""

    __module__ = "pandas"

    def __init__(self, labels=None, names=None, *, levels=None, codes=None, sortorder=None, copy=False, verify_integrity=True):
        if labels is not None and levels is None and names and isinstance(names[0], (list, np.ndarray)):
            levels, codes, labels, names = labels, names, None, None
        if levels is not None:
            labels = list(zip(*[[level[at] for at in places] for level, places in zip(map(list, levels), codes)]))
        super().__init__(labels)
        self.names = [None] * len(levels or labels[0]) if names is None else names

    # The order of each level's labels, where it is not the ascending one.
    _orders = None

    def _like(self, labels):
        made = MultiIndex(labels, self.names)
        made._orders = self._orders
        return made

    def in_orders(self, orders):
        """The labels themselves, whose levels have their labels in these orders."""
        self._orders = [list(dict.fromkeys(order)) for order in orders]
        return self

    def ranks(self, level):
        """The place of each label of a level in its order."""
        return {label: at for at, label in enumerate(self.levels[level])}

    @property
    def names(self):
        """The names of the levels."""
        return self._names

    @names.setter
    def names(self, names):
        self._names = FrozenNames(names)

    @property
    def codes(self):
        """The place of each label in its level."""
        places = [{label: at for at, label in enumerate(level)} for level in self.levels]
        return FrozenList([[places[level][label[level]] for label in self._labels] for level in range(self.nlevels)])

    @property
    def levshape(self):
        """The number of distinct labels of each level."""
        return tuple([len(level) for level in self.levels])

    @property
    def dtypes(self):
        """The type of each level."""
        from pandas._series import Series

        return Series([level.dtype for level in self.levels], index=list(self.names))

    def located(self, key):
        """(places, whether they are one row) of a key of labels, of first levels, lists or slices."""
        from pandas._level_keys import places_of
        from pandas._indexing import flags

        given = None if isinstance(key, (slice, tuple)) else flags(key, len(self))
        return (given, False) if given is not None else places_of(self, key)

    def get_loc(self, key):
        """The place of a label, or the slice or flags of several."""
        places, one = self.located(key)
        if one:
            return places[0]
        if places == list(range(places[0], places[-1] + 1)):
            return slice(places[0], places[-1] + 1)
        return np.array([at in set(places) for at in range(len(self))])

    def get_locs(self, seq):
        """The places of a key of several levels."""
        return np.array(self.located(tuple(seq))[0], dtype=np.int64)

    def swaplevel(self, i=-2, j=-1):
        """The labels with two levels exchanged."""
        order = list(range(self.nlevels))
        a, b = self.level(i), self.level(j)
        order[a], order[b] = b, a
        return self.kept(order)

    def reorder_levels(self, order):
        """The labels with the levels in another order."""
        return self.kept([self.level(one) for one in order])

    def sortlevel(self, level=0, ascending=True, sort_remaining=True, na_position="first"):
        """The labels in the order of a level, and their places."""
        places = self.order(level, ascending, sort_remaining)
        return self.take(places), np.array(places)

    def set_levels(self, levels, level=None, verify_integrity=True):
        """The labels with others in place of the distinct ones of a level."""
        given = [levels] if level is not None and not isinstance(level, (list, tuple)) else levels
        chosen = range(self.nlevels) if level is None else [self.level(one) for one in (level if isinstance(level, (list, tuple)) else [level])]
        made, codes = [list(one) for one in self.levels], list(self.codes)
        for at, new in zip(chosen, given):
            made[at] = list(new)
        return MultiIndex(levels=made, codes=codes, names=self.names)

    def remove_unused_levels(self):
        """The labels themselves: their levels have no others."""
        return self

    @classmethod
    def from_frame(cls, df, sortorder=None, names=None):
        """Labels of the rows of a table."""
        return cls(list(zip(*[df[name].tolist() for name in df._columns])), list(df._columns) if names is None else names)

    def droplevel(self, level=0):
        """The labels without a level, or several."""
        gone = [self.level(one) for one in (level if isinstance(level, (list, tuple)) else [level])]
        return self.kept([at for at in range(self.nlevels) if at not in gone])

    def parts(self, levels):
        """The labels' parts at some levels: tuples, or one part alone."""
        if len(levels) == 1:
            return [label[levels[0]] for label in self._labels]
        return [tuple([label[at] for at in levels]) for label in self._labels]

    def kept(self, levels):
        """The labels with some of their levels, in this order."""
        made = labelled(self.parts(levels), [self.names[at] for at in levels])
        if self._orders is not None and made.nlevels > 1:
            made._orders = [self._orders[at] for at in levels]
        return made

    def to_flat_index(self):
        """The labels as tuples of one level."""
        made = Index([])
        made._labels = list(self._labels)
        return made

    @property
    def levels(self):
        """The distinct labels of each level, in order."""
        if self._orders is None:
            return FrozenList([Index(union_of([labels]), name) for name, labels in self.levels_of()])
        known = [set(labels) for _, labels in self.levels_of()]
        if any([not labels <= set(order) for labels, order in zip(known, self._orders)]):
            self._orders = None
            return self.levels
        return FrozenList([Index([x for x in order if x in labels], name) for labels, order, name in zip(known, self._orders, self.names)])

    @classmethod
    def from_tuples(cls, tuples, sortorder=None, names=None):
        """Labels that are given as tuples."""
        labels = [tuple(one) for one in tuples]
        return cls(labels, names or [None] * len(labels[0]))

    @classmethod
    def from_product(cls, iterables, sortorder=None, names=None):
        """All combinations of the levels' labels."""
        from itertools import product

        names = [getattr(one, "name", None) for one in iterables] if names is None else names
        levels = [list(one) for one in iterables]
        return cls(list(product(*levels)), names)

    @classmethod
    def from_arrays(cls, arrays, sortorder=None, names=None):
        """Labels level by level."""
        names = [getattr(one, "name", None) for one in arrays] if names is None else names
        levels = [one.tolist() if hasattr(one, "tolist") else list(one) for one in arrays]
        return cls(list(zip(*levels)), names)

    @property
    def nlevels(self):
        """The number of levels."""
        return len(self.names)

    def levels_of(self):
        """(name, labels) of each level."""
        return [(name, [label[level] for label in self._labels]) for level, name in enumerate(self.names)]

    def level(self, level):
        """The number of a level, given by its name or number."""
        if isinstance(level, int) and level not in self.names:
            return level % self.nlevels
        if level not in self.names:
            raise KeyError(f"Level {level} not found")
        return self.names.index(level)

    def get_level_values(self, level):
        """The labels of one level."""
        name, labels = self.levels_of()[self.level(level)]
        return Index(labels, name)

    def rename(self, names, level=None, inplace=False):
        """The same under other names of the levels."""
        made = self.set_names(names, level)
        if not inplace:
            return made
        self.names = made.names
        return None

    def within(self, first):
        """The places whose first levels are these, and the labels of the others there."""
        first = first if isinstance(first, tuple) else (first,)
        places = [at for at, label in enumerate(self._labels) if label[: len(first)] == first]
        if not places:
            raise KeyError(first if len(first) > 1 else first[0])
        rest = [self._labels[at][len(first) :] for at in places]
        return places, labelled(
            rest if self.nlevels - len(first) > 1 else [one[0] for one in rest if one], self.names[len(first) :]
        )

    def __repr__(self):
        width = [max([len(repr(label[level])) for label in self._labels], default=0) for level in range(self.nlevels)]
        rows = ["(" + ", ".join([repr(part).rjust(room) for part, room in zip(label, width)]) + ")" for label in self._labels]
        named = f",\n           names={list(self.names)!r}" if any([name is not None for name in self.names]) else ",\n           )"
        return "MultiIndex([" + ",\n            ".join(rows) + "]" + named + (")" if "names" in named else "")


def levels_of_names(names):
    """How many levels the names of columns have: tuples of one length have as many."""
    lengths = {len(name) if isinstance(name, tuple) else 1 for name in names}
    return lengths.pop() if len(lengths) == 1 else 1


def named(names, heading):
    """The names of columns as labels, of several levels where they are tuples; the heading names the levels."""
    names = list(names)
    count = levels_of_names(names)
    if count < 2:
        return Index(names, heading)
    given = heading if isinstance(heading, list) and len(heading) == count else [None] * count
    return MultiIndex(names, given)


def labelled(labels, names):
    """Labels of one level, or of several where there are several names."""
    return Index(labels, names[0] if names else None) if len(names) < 2 else MultiIndex(labels, names)


class RangeIndex(Index):
    """Rows that are numbered from 0."""

    __module__ = "pandas"

    def __init__(self, start=0, stop=None, step=1, dtype=None, copy=False, name=None):
        given = start if isinstance(start, range) else range(start) if stop is None else range(start, stop, step)
        super().__init__(given, name)
        self._labels = list(given)
        self.start, self.stop, self.step = given.start, given.stop, given.step

    def __getitem__(self, key):
        if isinstance(key, (int, np.integer)):
            return self._labels[key]
        if isinstance(key, slice):
            return RangeIndex(range(self.start, self.stop, self.step)[key], name=self.name)
        return Index.__getitem__(self, key)

    def _joined(self, parts):
        # A range where each goes on with the last.
        ends = zip(parts, parts[1:])
        if not all([isinstance(b, RangeIndex) and (a.stop, a.step) == (b.start, b.step) for a, b in ends]):
            return Index._joined(self, parts)
        return RangeIndex(self.start, parts[-1].stop, self.step, name=common_name(parts))

    def __repr__(self):
        named = f", name={self.name!r}" if self.name is not None else ""
        return f"RangeIndex(start={self.start}, stop={self.stop}, step={self.step}{named})"


def of_labels(labels):
    """Labels as an index: lists of lists are levels."""
    if isinstance(labels, Index):
        return labels
    labels = labels if hasattr(labels, "dtype") or hasattr(labels, "_values") else list(labels)
    if isinstance(labels, list) and labels and all([_is_level(one) for one in labels]):
        return MultiIndex.from_arrays(labels)
    return Index(labels)


def _is_level(part):
    return isinstance(part, (list, Index)) or hasattr(part, "_values") or isinstance(part, np.ndarray) and part.ndim == 1


def index(labels, count):
    """The labels that are given, or numbers of `count` rows."""
    if labels is None:
        return RangeIndex(count)
    labels = of_labels(labels)
    if len(labels) != count:
        raise ValueError(f"Length of values ({count}) does not match length of index ({len(labels)})")
    return labels
