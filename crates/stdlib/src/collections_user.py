# UserDict, UserList and UserString: bases of classes that change what containers do. Part of collections.

from collections.abc import MutableMapping, MutableSequence, Sequence

__name__ = "collections"


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
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def copy(self):
        """The same items in another of the class."""
        made = self.__class__()
        made.__dict__.update(self.__dict__)
        made.data = self.data.copy()
        return made

    __copy__ = copy

    def get(self, key, default=None):
        return self[key] if key in self else default

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

    def __imul__(self, n):
        self.data *= n
        return self

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

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.data = self.data[:]
        return made

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


class UserString(Sequence):
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

    def __complex__(self):
        return complex(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

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

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

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
