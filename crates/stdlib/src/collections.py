# collections: OrderedDict, defaultdict, Counter, namedtuple, ChainMap. deque is native, UserDict and its like are apart.

from collections.abc import Mapping, MutableMapping, MutableSequence
from sys import _getframemodulename
from types import GenericAlias as _GenericAlias

from _collections_user import UserDict, UserList, UserString
from _tensorcell.collections import (
    _count_elements,
    _ordered_mark,
    _ordered_move_to_end,
    _ordered_pop,
    _ordered_popitem,
    _ordered_view,
    _tuplegetter,
    deque,
)

MutableSequence.register(deque)


class OrderedDict(dict):
    """A dict that remembers order, with move_to_end."""

    def __init__(self, other=(), /, **keywords):
        _ordered_mark(self)
        OrderedDict.update(self, other, **keywords)

    pop = _ordered_pop
    popitem = _ordered_popitem
    move_to_end = _ordered_move_to_end

    def setdefault(self, key, default=None):
        """Insert key with a value of default if key is not in the dictionary. Return the value for key."""
        if key in self:
            return self[key]
        self[key] = default
        return default

    def update(self, other=(), /, **keywords):
        """Update the dict from a mapping or from pairs, then from keywords."""
        if type(self).__setitem__ is dict.__setitem__:
            dict.update(self, other, **keywords)
        else:
            MutableMapping.update(self, other, **keywords)

    def keys(self, /):
        """A view of the keys."""
        return _ordered_view(self, 0)

    def values(self, /):
        """A view of the values."""
        return _ordered_view(self, 1)

    def items(self, /):
        """A view of the (key, value) pairs."""
        return _ordered_view(self, 2)

    def __reduce__(self):
        return type(self), (), self.__getstate__(), None, iter(self.items())

    def copy(self, /):
        if type(self) is OrderedDict:
            return OrderedDict(self)
        made = type(self)()
        for key in _ordered_view(self, 0):
            made[key] = self[key]
        return made

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self)
        OrderedDict.update(made, other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(other)
        OrderedDict.update(made, self)
        return made

    def __ior__(self, other):
        OrderedDict.update(self, other)
        return self

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        return f"{type(self).__name__}({list(self.items())!r})"


class defaultdict(dict):
    """A dict whose missing values are made by a function without arguments."""

    __slots__ = ("default_factory",)

    def __init__(self, default_factory=None, /, *args, **keywords):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        dict.__init__(self, *args, **keywords)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def copy(self, /):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        args = () if self.default_factory is None else (self.default_factory,)
        return type(self), args, None, None, iter(self.items())

    def __deepcopy__(self, memo):
        from copy import deepcopy

        return type(self)(self.default_factory, [(deepcopy(k, memo), deepcopy(v, memo)) for k, v in self.items()])

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {dict.__repr__(self)})"


class Counter(dict):
    """Counts hashable items: a dict from items to counts; missing items count zero.

    >>> c = Counter("banana")
    >>> c
    Counter({'a': 3, 'n': 2, 'b': 1})
    >>> c["n"], c["x"], c.total()
    (2, 0, 6)
    >>> sorted(c.elements())
    ['a', 'a', 'a', 'b', 'n', 'n']
    >>> del c["a"]
    >>> c.most_common()
    [('n', 2), ('b', 1)]
    """

    def __init__(self, iterable=None, /, **keywords):
        """Count the items of an iterable, or take counts from a mapping or from keywords.

        >>> Counter("seen"), Counter({"a": 4}), Counter(a=4, b=2)
        (Counter({'e': 2, 's': 1, 'n': 1}), Counter({'a': 4}), Counter({'a': 4, 'b': 2}))
        """
        dict.__init__(self)
        self.update(iterable, **keywords)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **keywords):
        """Add counts, from another mapping or by counting items.

        >>> c = Counter("which")
        >>> c.update("witch")
        >>> c.update({"h": 1}, w=2)
        >>> c["h"], c["w"]
        (4, 4)
        """
        if iterable is not None:
            if isinstance(iterable, Mapping):
                self._add_counts(iterable)
            elif type(self).get is dict.get and type(self).__setitem__ is dict.__setitem__:
                _count_elements(self, iterable)
            else:
                for item in iterable:
                    self[item] = self.get(item, 0) + 1
        if keywords:
            self._add_counts(keywords)

    def _add_counts(self, counts):
        if not self:
            # Counts may be anything, as long as nothing is added to them.
            return dict.update(self, counts)
        for item, count in counts.items():
            self[item] = count + self.get(item, 0)

    def subtract(self, iterable=None, /, **keywords):
        """Like update, but subtracts; counts may become zero or negative.

        >>> c = Counter("which")
        >>> c.subtract("witch")
        >>> c["h"], c["w"], c["t"]
        (1, 0, -1)
        """
        if isinstance(iterable, Mapping):
            for item, count in iterable.items():
                self[item] = self.get(item, 0) - count
        elif iterable is not None:
            for item in iterable:
                self[item] = self.get(item, 0) - 1
        if keywords:
            self.subtract(keywords)

    def most_common(self, n=None):
        """The n most common items and their counts, the most common first.

        >>> Counter("abracadabra").most_common(3)
        [('a', 5), ('b', 2), ('r', 2)]
        """
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:n]

    def elements(self):
        """An iterator over items, each as often as it counts; items that count zero or less are left out.

        >>> sorted(Counter(a=2, b=0, c=1).elements())
        ['a', 'a', 'c']
        """
        for item, count in self.items():
            for _ in range(count):
                yield item

    def total(self):
        """The sum of the counts."""
        return sum(self.values())

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def __reduce__(self):
        return self.__class__, (dict(self),)

    def copy(self):
        return type(self)(self)

    def __delitem__(self, item):
        if item in self:
            dict.__delitem__(self, item)

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return dict.__eq__(self, other)
        return all(self[item] == other[item] for c in (self, other) for item in c)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def _combined(self, other, combine):
        if not isinstance(other, Counter):
            return NotImplemented
        made = Counter()
        for item in [*self, *[item for item in other if item not in self]]:
            count = combine(self[item], other[item])
            if count > 0:
                made[item] = count
        return made

    def __add__(self, other):
        """Add the counts of two counters; keep those above zero.

        >>> Counter("abbb") + Counter("bcc")
        Counter({'b': 4, 'c': 2, 'a': 1})
        """
        return self._combined(other, lambda a, b: a + b)

    def __sub__(self, other):
        """Subtract counts; keep those above zero.

        >>> Counter("abbbc") - Counter("bccd")
        Counter({'b': 2, 'a': 1})
        """
        return self._combined(other, lambda a, b: a - b)

    def __or__(self, other):
        """The larger count of each item.

        >>> Counter("abbb") | Counter("bcc")
        Counter({'b': 3, 'c': 2, 'a': 1})
        """
        return self._combined(other, max)

    def __and__(self, other):
        """The smaller count of each item; keep those above zero.

        >>> Counter("abbb") & Counter("bcc")
        Counter({'b': 1})
        """
        return self._combined(other, min)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def __iadd__(self, other):
        """Add counts in place; keep those above zero.

        >>> c = Counter("abbb")
        >>> c += Counter("bcc")
        >>> c
        Counter({'b': 4, 'c': 2, 'a': 1})
        """
        for item, count in other.items():
            self[item] += count
        return self._keep_positive()

    def __isub__(self, other):
        """Subtract counts in place; keep those above zero.

        >>> c = Counter("abbbc")
        >>> c -= Counter("bccd")
        >>> c
        Counter({'b': 2, 'a': 1})
        """
        for item, count in other.items():
            self[item] -= count
        return self._keep_positive()

    def __ior__(self, other):
        """Take the larger count of each item in place.

        >>> c = Counter("abbb")
        >>> c |= Counter("bcc")
        >>> c
        Counter({'b': 3, 'c': 2, 'a': 1})
        """
        for item, count in other.items():
            self[item] = max(self[item], count)
        return self._keep_positive()

    def __iand__(self, other):
        """Take the smaller count of each item in place; keep those above zero.

        >>> c = Counter("abbb")
        >>> c &= Counter("bcc")
        >>> c
        Counter({'b': 1})
        """
        for item, count in self.items():
            self[item] = min(count, other[item])
        return self._keep_positive()

    def _keep_positive(self):
        for item in [item for item, count in self.items() if not count > 0]:
            del self[item]
        return self

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] <= other[item] for c in (self, other) for item in c)

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] >= other[item] for c in (self, other) for item in c)

    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        try:
            items = self.most_common()
        except TypeError:
            # Counts that have no order stay in theirs.
            items = self.items()
        pairs = ", ".join([f"{item!r}: {count!r}" for item, count in items])
        return f"{type(self).__name__}({{{pairs}}})"


def _constructor(typename, names, defaults):
    """`__new__` with a parameter for each name, compiled, so that calls bind and fail as those of any function."""
    parameters = ", ".join(names)
    scope = {"_made": tuple.__new__, "__builtins__": {}, "__name__": f"namedtuple_{typename}"}
    made = eval(f"lambda _cls, {parameters}: _made(_cls, ({parameters}{',' if len(names) == 1 else ''}))", scope)
    made.__name__, made.__qualname__ = "__new__", f"{typename}.__new__"
    made.__doc__ = f"Create new instance of {typename}({parameters})"
    if defaults:
        made.__defaults__ = tuple(defaults.values())
    return made


def _add_fields(cls, names, defaults):
    """Makes a subclass of tuple one with named fields."""

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join([f"{name}={value!r}" for name, value in zip(names, self)]) + ")"

    def _replace(self, /, **changes):
        unknown = [name for name in changes if name not in names]
        if unknown:
            raise TypeError(f"Got unexpected field names: {unknown!r}")
        return type(self)(*[changes.get(name, value) for name, value in zip(names, self)])

    def _make(cls, iterable):
        made = tuple.__new__(cls, iterable)
        if len(made) != len(names):
            raise TypeError(f"Expected {len(names)} arguments, got {len(made)}")
        return made

    cls.__new__ = _constructor(cls.__name__, names, defaults)
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = __repr__
    cls._fields = names
    cls._field_defaults = defaults
    cls._replace = cls.__replace__ = _replace
    cls._asdict = lambda self: dict(zip(names, self))
    cls._make = classmethod(_make)
    cls.__getnewargs__ = lambda self: tuple(self)
    cls.__match_args__ = names
    for i, name in enumerate(names):
        setattr(cls, name, _tuplegetter(i, f"Alias for field number {i}"))


_KEYWORDS = (
    "False None True and as assert async await break class continue def del elif else except finally for from global "
    "if import in is lambda nonlocal not or pass raise return try while with yield"
).split()


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A subclass of tuple with named fields.

    >>> Point = namedtuple("Point", "x y", defaults=[0])
    >>> p = Point(11)
    >>> p, p.x + p[1], p._replace(y=5), p._asdict()
    (Point(x=11, y=0), 11, Point(x=11, y=5), {'x': 11, 'y': 0})
    """
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = [str(name) for name in field_names]
    typename = str(typename)
    if not typename.isidentifier():
        raise ValueError(f"Type names and field names must be valid identifiers: {typename!r}")
    if typename in _KEYWORDS:
        raise ValueError(f"Type names and field names cannot be a keyword: {typename!r}")
    seen = set()
    for i, name in enumerate(names):
        bad = not name.isidentifier() or name in _KEYWORDS
        if rename and (bad or name.startswith("_") or name in seen):
            names[i] = name = f"_{i}"
        elif bad and name in _KEYWORDS:
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
        elif bad:
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        elif name.startswith("_"):
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        elif name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(names):
        raise TypeError("Got more default values than field names")
    if module is None:
        module = _getframemodulename(1) or "__main__"
    cls = type(typename, (tuple,), {"__module__": module, "__doc__": f"{typename}({', '.join(names)})", "__slots__": ()})
    _add_fields(cls, tuple(names), dict(zip(names[len(names) - len(defaults) :], defaults)))
    return cls


class ChainMap(MutableMapping):
    """Several mappings looked up one after the other; writes go to the first."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        keys = {}
        for mapping in reversed(self.maps):
            keys |= dict.fromkeys(mapping)
        return iter(keys)

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def pop(self, key, *default):
        try:
            return self.maps[0].pop(key, *default)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def clear(self):
        self.maps[0].clear()

    def popitem(self):
        """The last pair of the first mapping, removed."""
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.") from None

    @classmethod
    def fromkeys(cls, iterable, value=None, /):
        return cls(dict.fromkeys(iterable, value))

    def __or__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        made = self.copy()
        made.maps[0].update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        merged = dict(other)
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return self.__class__(merged)

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def new_child(self, m=None, **keywords):
        """A chain with a new mapping in front."""
        m = {} if m is None else m
        m.update(keywords)
        return type(self)(m, *self.maps)

    @property
    def parents(self):
        """The chain without its first mapping."""
        return type(self)(*self.maps[1:])

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def __repr__(self):
        return f"{type(self).__name__}({', '.join([repr(mapping) for mapping in self.maps])})"
