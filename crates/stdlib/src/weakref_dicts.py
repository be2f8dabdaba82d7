# Mappings and sets that do not keep what they hold: part of weakref.

from _weakref import ref
from collections.abc import MutableMapping, MutableSet


class KeyedRef(ref):
    """A weak reference with the key that it stands under."""

    def __new__(cls, ob, callback, key):
        made = ref.__new__(cls, ob, callback)
        made.key = key
        return made

    def __init__(self, ob, callback, key):
        pass


def _entries(args, kwargs):
    """Pairs of what a mapping is updated with."""
    for other in args:
        if hasattr(other, "items"):
            yield from list(other.items())
        elif hasattr(other, "keys"):
            yield from [(key, other[key]) for key in other.keys()]
        else:
            yield from other
    yield from kwargs.items()


class _WeakMapping(MutableMapping):
    """What the two mappings have in common: `_live` gives pairs whose object is alive."""

    def __len__(self):
        return sum(1 for _ in self._live())

    def __iter__(self):
        for key, _ in self._live():
            yield key

    def keys(self):
        for key, _ in self._live():
            yield key

    def values(self):
        for _, value in self._live():
            yield value

    def items(self):
        yield from self._live()

    def copy(self):
        made = type(self)()
        for key, value in self._live():
            made[key] = value
        return made

    __copy__ = copy

    def update(self, other=(), /, **kwargs):
        for key, value in _entries([] if other is None else [other], kwargs):
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __or__(self, other):
        if not hasattr(other, "items"):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        if not hasattr(other, "items"):
            return NotImplemented
        made = type(self)()
        made.update(other)
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"


def _remover(holder, remove):
    """A callback that reaches its holder without keeping it."""
    known = ref(holder)

    def ended(reference):
        found = known()
        if found is not None:
            remove(found, reference)

    return ended


class WeakValueDictionary(_WeakMapping):
    """A mapping whose entries go with their values."""

    def __init__(self, other=(), /, **kwargs):
        self.data = {}
        self.update(other, **kwargs)

    def _live(self):
        for key, reference in list(self.data.items()):
            value = reference()
            if value is not None:
                yield key, value

    def _reference(self, key, value):
        def remove(found, reference):
            known = found.data.get(key)
            if known is not None and known() is None:
                del found.data[key]

        return KeyedRef(value, _remover(self, remove), key)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = self._reference(key, value)

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def pop(self, key, *default):
        reference = self.data.pop(key, None)
        value = None if reference is None else reference()
        if value is None:
            if default:
                return default[0]
            raise KeyError(key)
        return value

    def popitem(self):
        while True:
            key, reference = self.data.popitem()
            value = reference()
            if value is not None:
                return key, value

    def itervaluerefs(self):
        yield from list(self.data.values())

    def valuerefs(self):
        return list(self.data.values())

    def __deepcopy__(self, memo):
        from copy import deepcopy

        made = type(self)()
        for key, value in self._live():
            made[deepcopy(key, memo)] = value
        return made


class WeakKeyDictionary(_WeakMapping):
    """A mapping whose entries go with their keys."""

    def __init__(self, dict=None):
        self.data = {}
        self._remove = _remover(self, lambda found, reference: found.data.pop(reference, None))
        if dict is not None:
            self.update(dict)

    def _live(self):
        for reference, value in list(self.data.items()):
            key = reference()
            if key is not None:
                yield key, value

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def pop(self, key, *default):
        return self.data.pop(ref(key), *default)

    def popitem(self):
        while True:
            reference, value = self.data.popitem()
            key = reference()
            if key is not None:
                return key, value

    def keyrefs(self):
        return list(self.data)

    def __deepcopy__(self, memo):
        from copy import deepcopy

        made = type(self)()
        for key, value in self._live():
            made[key] = deepcopy(value, memo)
        return made


class WeakSet(MutableSet):
    """A set whose items go when nobody else holds them."""

    def __init__(self, data=None):
        self.data = set()
        self._remove = _remover(self, lambda found, reference: found.data.discard(reference))
        if data is not None:
            self.update(data)

    def __iter__(self):
        for reference in list(self.data):
            item = reference()
            if item is not None:
                yield item

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def add(self, item):
        self.data.add(ref(item, self._remove))

    def clear(self):
        self.data.clear()

    def copy(self):
        return type(self)(self)

    def pop(self):
        while True:
            try:
                reference = self.data.pop()
            except KeyError:
                raise KeyError("pop from empty WeakSet") from None
            item = reference()
            if item is not None:
                return item

    def remove(self, item):
        self.data.remove(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))

    def update(self, other):
        for item in other:
            self.add(item)

    def __ior__(self, other):
        self.update(other)
        return self

    def _refs(self, other):
        return {ref(item) for item in other}

    def difference(self, other):
        gone = self._refs(other)
        return type(self)([item for item in self if ref(item) not in gone])

    __sub__ = difference

    def difference_update(self, other):
        self.data -= self.data if self is other else self._refs(other)

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def intersection(self, other):
        return type(self)([item for item in other if item in self])

    __and__ = intersection

    def intersection_update(self, other):
        self.data &= self._refs(other)

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def issubset(self, other):
        return self.data <= self._refs(other)

    __le__ = issubset

    def __lt__(self, other):
        return self.data < self._refs(other)

    def issuperset(self, other):
        return self.data >= self._refs(other)

    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > self._refs(other)

    def __eq__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.data == self._refs(other)

    def symmetric_difference(self, other):
        made = self.copy()
        made.symmetric_difference_update(other)
        return made

    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        other = list(other)
        keep = [item for item in other if item not in self]
        self.difference_update(other)
        self.update(keep)

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def union(self, other):
        return type(self)([item for group in (self, other) for item in group])

    __or__ = union

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0

    def __repr__(self):
        return repr(self.data)
