# collections: OrderedDict, defaultdict, Counter, namedtuple, ChainMap. deque is native.

from collections.abc import MutableMapping, MutableSequence
from sys import _getframemodulename
from types import GenericAlias as _GenericAlias

from _tensorcell.collections import _count_elements, _ordered_view, deque
from _tensorcell.dataclasses import _function


class OrderedDict(dict):
    """A dict that remembers order, with move_to_end."""

    def popitem(self, last=True):
        """Remove and return a (key, value) pair: the last one, or the first."""
        if not self:
            raise KeyError("dictionary is empty")
        if last:
            return dict.popitem(self)
        key = next(iter(self))
        return key, dict.pop(self, key)

    def move_to_end(self, key, last=True):
        """Move an existing key to the end, or to the beginning."""
        value = dict.pop(self, key)
        if last:
            dict.__setitem__(self, key, value)
        else:
            rest = list(dict.items(self))
            dict.clear(self)
            dict.__setitem__(self, key, value)
            dict.update(self, rest)

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
        return type(self)(self)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __reversed__(self):
        return reversed(list(self.keys()))

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        return f"{type(self).__name__}({list(self.items())!r})"


class defaultdict(dict):
    """A dict whose missing values are made by a function without arguments."""

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
    """Counts hashable items: a dict from items to counts; missing items count zero."""

    def __init__(self, iterable=None, /, **keywords):
        dict.__init__(self)
        self.update(iterable, **keywords)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **keywords):
        """Add counts, from another mapping or by counting items."""
        if isinstance(iterable, dict) and not self:
            dict.update(self, iterable)
        elif isinstance(iterable, dict):
            for item, count in iterable.items():
                self[item] = self.get(item, 0) + count
        elif iterable is None:
            pass
        elif type(self).get is dict.get and type(self).__setitem__ is dict.__setitem__:
            _count_elements(self, iterable)
        else:
            for item in iterable:
                self[item] = self.get(item, 0) + 1
        for item, count in keywords.items():
            self[item] = self.get(item, 0) + count

    def subtract(self, iterable=None, /, **keywords):
        """Like update, but subtracts."""
        if isinstance(iterable, dict):
            for item, count in iterable.items():
                self[item] = self.get(item, 0) - count
        elif iterable is not None:
            for item in iterable:
                self[item] = self.get(item, 0) - 1
        for item, count in keywords.items():
            self[item] = self.get(item, 0) - count

    def most_common(self, n=None):
        """The n most common items and their counts, the most common first."""
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:n]

    def elements(self):
        """An iterator over items, each as often as it counts."""
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
        return self._combined(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._combined(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._combined(other, max)

    def __and__(self, other):
        return self._combined(other, min)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def __iadd__(self, other):
        for item, count in other.items():
            self[item] += count
        return self._keep_positive()

    def __isub__(self, other):
        for item, count in other.items():
            self[item] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for item, count in other.items():
            self[item] = max(self[item], count)
        return self._keep_positive()

    def __iand__(self, other):
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
        pairs = ", ".join([f"{item!r}: {count!r}" for item, count in self.most_common()])
        return f"{type(self).__name__}({{{pairs}}})"


def _add_fields(cls, names, defaults):
    """Makes a subclass of tuple one with named fields."""

    listed = "".join([f"{name}, " for name in names])
    code = f"def made(_cls, {listed}):\n  return _tuple_new(_cls, ({listed}))"
    __new__ = _function(code, {"_tuple_new": tuple.__new__, "__name__": f"namedtuple_{cls.__name__}"})
    __new__.__name__, __new__.__qualname__ = "__new__", f"{cls.__name__}.__new__"
    __new__.__defaults__ = tuple([defaults[name] for name in names if name in defaults]) or None
    __new__.__doc__ = f"Create new instance of {cls.__name__}({', '.join(names)})"

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

    cls.__new__ = __new__
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
        setattr(cls, name, _Alias(i))


class _Alias:
    """A named item of a tuple."""

    def __init__(self, at):
        self.at = at
        self.__doc__ = f"Alias for field number {at}"

    def __get__(self, instance, owner=None):
        return self if instance is None else tuple.__getitem__(instance, self.at)

    def __set__(self, instance, value):
        raise AttributeError("can't set attribute")

    def __delete__(self, instance):
        raise AttributeError("can't delete attribute")


_KEYWORDS = (
    "False None True and as assert async await break class continue def del elif else except finally for from global "
    "if import in is lambda nonlocal not or pass raise return try while with yield"
).split()


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A subclass of tuple with named fields."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = [str(name) for name in field_names]
    if not typename.isidentifier():
        raise ValueError(f"Type names and field names must be valid identifiers: {typename!r}")
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
    defaults = tuple(defaults or ())
    if len(defaults) > len(names):
        raise TypeError("Got more default values than field names")
    if module is None:
        module = _getframemodulename(1) or "__main__"
    cls = type(typename, (tuple,), {"__module__": module, "__doc__": f"{typename}({', '.join(names)})", "__slots__": ()})
    _add_fields(cls, tuple(names), dict(zip(names[len(names) - len(defaults) :], defaults)))
    return cls


class ChainMap:
    """Several mappings looked up one after the other; writes go to the first."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        raise KeyError(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return merged

    def __len__(self):
        return len(self._merged())

    def __iter__(self):
        return iter(self._merged())

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def keys(self):
        return self._merged().keys()

    def values(self):
        return self._merged().values()

    def items(self):
        return self._merged().items()

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

    def update(self, *args, **keywords):
        self.maps[0].update(*args, **keywords)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

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
        return self.__class__(self.maps[0] | dict(other), *self.maps[1:])

    def __ror__(self, other):
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

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items())

    def __repr__(self):
        return f"{type(self).__name__}({', '.join([repr(mapping) for mapping in self.maps])})"


class UserDict(MutableMapping):
    """A mapping around a dict in the attribute data: all its writes go through __setitem__."""

    def __init__(self, dict=None, /, **keywords):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if keywords:
            self.update(keywords)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        return self.__class__(self.data | dict(other))

    def __ror__(self, other):
        return self.__class__(dict(other) | self.data)

    def __ior__(self, other):
        self.data |= dict(other)
        return self

    def copy(self):
        """The same items in another of the class."""
        made = self.__class__()
        made.__dict__.update(self.__dict__)
        made.data = self.data.copy()
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class UserList(MutableSequence):
    """A sequence around a list in the attribute data."""

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_items(initlist))

    def __repr__(self):
        return repr(self.data)

    def __lt__(self, other):
        return self.data < _items(other)

    def __le__(self, other):
        return self.data <= _items(other)

    def __eq__(self, other):
        return self.data == _items(other)

    def __gt__(self, other):
        return self.data > _items(other)

    def __ge__(self, other):
        return self.data >= _items(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return self.__class__(self.data + list(_items(other)))

    def __radd__(self, other):
        return self.__class__(list(_items(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(_items(other))
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **keywords):
        self.data.sort(*args, **keywords)

    def extend(self, other):
        self.data.extend(_items(other))


def _items(value):
    return value.data if isinstance(value, UserList) else value


class UserString:
    """A string in an attribute: a base for classes that change what strings do."""

    def __init__(self, seq):
        self.data = seq.data if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __hash__(self):
        return hash(self.data)

    def __eq__(self, other):
        return self.data == _text(other)

    def __lt__(self, other):
        return self.data < _text(other)

    def __le__(self, other):
        return self.data <= _text(other)

    def __gt__(self, other):
        return self.data > _text(other)

    def __ge__(self, other):
        return self.data >= _text(other)

    def __contains__(self, part):
        return _text(part) in self.data

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + str(_text(other)))

    def __radd__(self, other):
        return self.__class__(str(other) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __format__(self, spec):
        return format(self.data, spec)

    maketrans = str.maketrans


def _text(value):
    return value.data if isinstance(value, UserString) else value


def _method(name):
    def method(self, *args, **keywords):
        args = [_text(arg) for arg in args]
        result = getattr(self.data, name)(*args, **keywords)
        return self.__class__(result) if isinstance(result, str) and name not in ("format", "format_map", "join") else result

    method.__name__ = name
    method.__doc__ = getattr(str, name).__doc__
    return method


for _name in dir(str):
    if not _name.startswith("_") and _name != "maketrans":
        setattr(UserString, _name, _method(_name))
