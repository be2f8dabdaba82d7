"""The labels of rows and columns."""

import numpy as np

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


class Index:
    """Labels in order."""

    __module__ = "pandas"

    # The element type of the array that the labels came from.
    _kind_of_numbers = None

    def __new__(cls, labels=None, *args, **options):
        kinds = [special(labels) for special in SPECIAL] if cls is Index else []
        return object.__new__(next((kind for kind in kinds if kind is not None), cls))

    def __init__(self, labels=(), name=None):
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
        if isinstance(key, int):
            return self._labels[key]
        if isinstance(key, slice):
            return self._like(self._labels[key])
        flags = [bool(flag) for flag in key]
        return self._like([label for label, flag in zip(self._labels, flags) if flag])

    @property
    def nlevels(self):
        """The number of levels."""
        return 1

    def levels_of(self):
        """(name, labels) of each level."""
        return [(self.name, self._labels)]

    def map(self, mapper):
        """A function of each label."""
        return self._like([mapper.get(x) if isinstance(mapper, dict) else mapper(x) for x in self._labels])

    @property
    def str(self):
        """Methods of texts, for each label."""
        from pandas._texts import Texts

        return Texts(self)

    def _marks(self, values):
        return self._like(values)

    def rename(self, name):
        """The same under another name."""
        made = self._like(self._labels)
        made.name = name
        return made

    def to_series(self):
        """A column of the labels."""
        from pandas._series import Series

        return Series(getattr(self, "_array", self.values), index=self, name=self.name)

    def append(self, other):
        """The labels of this index, then those of another or of several. A name that differs is dropped."""
        return self._joined([self, *(other if isinstance(other, (list, tuple)) else [other])])

    def _joined(self, parts):
        labels = [label for part in parts for label in part]
        return self._like(labels) if self.nlevels > 1 else Index(labels, common_name(parts))

    def isin(self, values):
        """Returns whether each label is one of these."""
        return self.to_series().isin(values).to_numpy()

    def unique(self):
        """Each label once."""
        return self._like(dict.fromkeys(self._labels))

    def __eq__(self, other):
        import numpy

        others = list(other) if hasattr(other, "__iter__") and not isinstance(other, str) else [other] * len(self)
        return numpy.array([a == b for a, b in zip(self._labels, others)], dtype=bool)

    def equals(self, other):
        """Returns whether the labels are equal."""
        return self._labels == list(other)

    def __repr__(self):
        named = f", name={self.name!r}" if self.name is not None else ""
        return f"Index({self._labels!r}, dtype='{self.dtype}'{named})"


def _define_operators():
    # Comparisons give flags, arithmetic gives other labels.
    import operator

    def compared(operate):
        return lambda self, other: operate(_numbers(self), _numbers(other))

    def computed(operate):
        return lambda self, other: Index(operate(_numbers(self), _numbers(other)), self.name)

    for name in ("lt", "le", "gt", "ge", "ne"):
        setattr(Index, f"__{name}__", compared(getattr(operator, name)))
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod"):
        setattr(Index, f"__{name}__", computed(getattr(operator, name)))


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


class FrozenList(list):
    """The labels of each level."""

    def __repr__(self):
        return repr([list(labels) for labels in self])

    __str__ = __repr__


class MultiIndex(Index):
    """Labels of several levels: tuples."""

    __module__ = "pandas"

    def __init__(self, labels, names):
        super().__init__(labels)
        self.names = list(names)

    def _like(self, labels):
        return MultiIndex(labels, self.names)

    def droplevel(self, level=0):
        """The labels without a level."""
        gone = self.level(level)
        return self.kept([at for at in range(self.nlevels) if at != gone])

    def parts(self, levels):
        """The labels' parts at some levels: tuples, or one part alone."""
        if len(levels) == 1:
            return [label[levels[0]] for label in self._labels]
        return [tuple([label[at] for at in levels]) for label in self._labels]

    def kept(self, levels):
        """The labels with some of their levels, in this order."""
        return labelled(self.parts(levels), [self.names[at] for at in levels])

    def to_flat_index(self):
        """The labels as tuples of one level."""
        made = Index([])
        made._labels = list(self._labels)
        return made

    @property
    def levels(self):
        """The distinct labels of each level, in order."""
        return FrozenList([Index(union_of([labels])) for _, labels in self.levels_of()])

    @classmethod
    def from_tuples(cls, tuples, names=None):
        """Labels that are given as tuples."""
        labels = [tuple(one) for one in tuples]
        return cls(labels, names or [None] * len(labels[0]))

    @classmethod
    def from_product(cls, iterables, names=None):
        """All combinations of the levels' labels."""
        from itertools import product

        levels = [list(one) for one in iterables]
        return cls(list(product(*levels)), names or [None] * len(levels))

    @classmethod
    def from_arrays(cls, arrays, names=None):
        """Labels level by level."""
        levels = [list(one) for one in arrays]
        return cls(list(zip(*levels)), names or [None] * len(levels))

    @property
    def nlevels(self):
        """The number of levels."""
        return len(self.names)

    def levels_of(self):
        """(name, labels) of each level."""
        return [(name, [label[level] for label in self._labels]) for level, name in enumerate(self.names)]

    def level(self, level):
        """The number of a level, given by its name or number."""
        return level % self.nlevels if isinstance(level, int) else self.names.index(level)

    def get_level_values(self, level):
        """The labels of one level."""
        name, labels = self.levels_of()[self.level(level)]
        return Index(labels, name)

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
        named = f",\n           names={self.names!r}" if any([name is not None for name in self.names]) else ",\n           )"
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
        self.start, self.stop, self.step = given.start, given.stop, given.step

    def _joined(self, parts):
        # A range where each goes on with the last.
        ends = zip(parts, parts[1:])
        if not all([isinstance(b, RangeIndex) and (a.stop, a.step) == (b.start, b.step) for a, b in ends]):
            return Index._joined(self, parts)
        return RangeIndex(self.start, parts[-1].stop, self.step, name=common_name(parts))

    def __repr__(self):
        named = f", name={self.name!r}" if self.name is not None else ""
        return f"RangeIndex(start={self.start}, stop={self.stop}, step={self.step}{named})"


def index(labels, count):
    """The labels that are given, or numbers of `count` rows."""
    if labels is None:
        return RangeIndex(count)
    labels = labels if isinstance(labels, Index) else Index(labels)
    if len(labels) != count:
        raise ValueError(f"Length of values ({count}) does not match length of index ({len(labels)})")
    return labels
