# collections.abc: kinds of objects, for isinstance, for annotations, and as bases that complete a class from a few methods.

import sys
from abc import ABC, ABCMeta, abstractmethod
from types import GenericAlias

_GENERATOR = type(_ for _ in ())
_KEYS, _VALUES, _ITEMS = type({}.keys()), type({}.values()), type({}.items())
_VIEWS = (_KEYS, _VALUES, _ITEMS)
_TEXTS = (str, bytes, bytearray)
_SEQUENCES = (*_TEXTS, list, tuple, range)
_COLLECTIONS = (*_SEQUENCES, dict, set, frozenset, *_VIEWS)
_UNHASHABLE = (list, dict, set, bytearray)
_LOCALS = type((lambda: sys._getframe().f_locals)())
_BUILT_IN = (int, float, *_COLLECTIONS, type(None), slice)


def _has(kind, name):
    for base in kind.__mro__:
        if name in base.__dict__:
            return base.__dict__[name] is not None
    return False


def _counts(cls, kind):
    """`__subclasshook__`: of the built-in types, or by its methods."""
    if cls.__module__ != "collections.abc":
        return NotImplemented
    if any(issubclass(kind, known) for known in getattr(cls, "_kinds", ())):
        return True
    by_methods = getattr(cls, "_methods", ()) and not any(known is kind for known in _BUILT_IN)
    if by_methods and all(_has(kind, name) for name in cls._methods):
        return True
    return NotImplemented


class Hashable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    _kinds = (int, float, str, bytes, tuple, frozenset, range, type(None))
    _methods = ("__hash__",)

    @abstractmethod
    def __hash__(self):
        return 0


class Iterable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    __class_getitem__ = classmethod(GenericAlias)
    _kinds = _COLLECTIONS
    _methods = ("__iter__",)

    @abstractmethod
    def __iter__(self):
        while False:
            yield None


class Iterator(Iterable):
    _kinds = (_GENERATOR,)
    _methods = ("__iter__", "__next__")

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


def _thrown(typ, val, tb):
    """The exception that `throw` raises: of its arguments, as `raise` once took them."""
    if val is None:
        if tb is None:
            return typ
        val = typ()
    return val if tb is None else val.with_traceback(tb)


class Generator(Iterator):
    _kinds = (_GENERATOR,)
    _methods = ("__iter__", "__next__", "send", "throw", "close")

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        raise _thrown(typ, val, tb)

    def __next__(self):
        return self.send(None)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError("generator ignored GeneratorExit")


class Reversible(Iterable):
    _kinds = (*_SEQUENCES, dict, *_VIEWS)
    _methods = ("__reversed__", "__iter__")


class Sized(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    _kinds = _COLLECTIONS
    _methods = ("__len__",)

    @abstractmethod
    def __len__(self):
        return 0


class Container(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    __class_getitem__ = classmethod(GenericAlias)
    _kinds = (*_SEQUENCES, dict, set, frozenset, _KEYS, _ITEMS)
    _methods = ("__contains__",)

    @abstractmethod
    def __contains__(self, item):
        return False


class Collection(Sized, Iterable, Container):
    _kinds = (*_SEQUENCES, dict, set, frozenset, _KEYS, _ITEMS)
    _methods = ("__len__", "__iter__", "__contains__")


class _CallableMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        return callable(instance)


def _is_param_expr(arg):
    """Whether it may stand for the parameters of a callable."""
    if arg is ... or isinstance(arg, (tuple, list)):
        return True
    kind = type(arg)
    return kind.__module__ == "typing" and kind.__name__ in ("ParamSpec", "_ConcatenateGenericAlias")


def _type_repr(arg):
    if isinstance(arg, type):
        return arg.__qualname__ if arg.__module__ == "builtins" else f"{arg.__module__}.{arg.__qualname__}"
    return "..." if arg is ... else repr(arg)


class _CallableGenericAlias(GenericAlias):
    """Callable[[int], str]: the types of the arguments stand in one row with that of the result."""

    __slots__ = ()

    def __new__(cls, origin, args):
        if not isinstance(args, tuple) or len(args) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        parameters, result = args
        if isinstance(parameters, (tuple, list)):
            args = (*parameters, result)
        elif not _is_param_expr(parameters):
            raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {parameters}")
        return super().__new__(cls, origin, args)

    def _stands_apart(self):
        return len(self.__args__) == 2 and _is_param_expr(self.__args__[0])

    def __repr__(self):
        if self._stands_apart():
            return super().__repr__()
        *parameters, result = map(_type_repr, self.__args__)
        return f"collections.abc.Callable[[{', '.join(parameters)}], {result}]"

    def __reduce__(self):
        args = self.__args__
        return _CallableGenericAlias, (Callable, args if self._stands_apart() else (list(args[:-1]), args[-1]))

    def __getitem__(self, item):
        args = super().__getitem__(item if isinstance(item, tuple) else (item,)).__args__
        if not isinstance(args[0], (tuple, list)):
            args = (args[:-1], args[-1])
        return _CallableGenericAlias(Callable, tuple(args))


class Callable(metaclass=_CallableMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    __class_getitem__ = classmethod(_CallableGenericAlias)
    _methods = ("__call__",)

    @abstractmethod
    def __call__(self, *args, **keywords):
        return False


class Buffer(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    _kinds = (bytes, bytearray, memoryview)
    _methods = ("__buffer__",)

    @abstractmethod
    def __buffer__(self, flags: int, /) -> memoryview:
        raise NotImplementedError


class Awaitable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    __class_getitem__ = classmethod(GenericAlias)
    _methods = ("__await__",)

    @abstractmethod
    def __await__(self):
        yield


class Coroutine(Awaitable):
    _methods = ("__await__", "send", "throw", "close")

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        raise _thrown(typ, val, tb)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError("coroutine ignored GeneratorExit")


class AsyncIterable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = classmethod(_counts)
    __class_getitem__ = classmethod(GenericAlias)
    _methods = ("__aiter__",)

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()


class AsyncIterator(AsyncIterable):
    _methods = ("__anext__", "__aiter__")

    @abstractmethod
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self


class AsyncGenerator(AsyncIterator):
    _methods = ("__aiter__", "__anext__", "asend", "athrow", "aclose")

    async def __anext__(self):
        return await self.asend(None)

    @abstractmethod
    async def asend(self, value):
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        raise _thrown(typ, val, tb)

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            pass
        else:
            raise RuntimeError("asynchronous generator ignored GeneratorExit")


def _thrown(kind, value, traceback):
    """The exception that the arguments of throw() stand for."""
    if value is None:
        if traceback is None:
            return kind
        value = kind()
    return value if traceback is None else value.with_traceback(traceback)


class Sequence(Reversible, Collection):
    """Complete with __getitem__ and __len__."""

    _kinds = (*_SEQUENCES, memoryview)
    _methods = ()

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        at = 0
        try:
            while True:
                yield self[at]
                at += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(item is value or item == value for item in self)

    def __reversed__(self):
        for at in reversed(range(len(self))):
            yield self[at]

    def index(self, value, start=0, stop=None):
        """The first place of a value."""
        length = len(self)
        start = max(length + start, 0) if start < 0 else start
        stop = length if stop is None else stop + length if stop < 0 else min(stop, length)
        for at in range(start, stop):
            if self[at] is value or self[at] == value:
                return at
        raise ValueError

    def count(self, value):
        """How many items are the value."""
        return sum(1 for item in self if item is value or item == value)


class _DeprecatedMeta(ABCMeta):
    """Warns wherever ByteString is used."""

    def __new__(mcls, name, bases, namespace, **keywords):
        if name != "ByteString":
            _warn_of_byte_string()
        return super().__new__(mcls, name, bases, namespace, **keywords)

    def __instancecheck__(cls, instance):
        _warn_of_byte_string()
        return super().__instancecheck__(instance)


def _warn_of_byte_string():
    import warnings

    warnings._deprecated("collections.abc.ByteString", remove=(3, 14))


class ByteString(Sequence, metaclass=_DeprecatedMeta):
    _kinds = (bytes, bytearray)


class MutableSequence(Sequence):
    """Complete with __getitem__, __setitem__, __delitem__, __len__ and insert."""

    _kinds = (list, bytearray)

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        for value in list(values) if values is self else values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(Collection):
    """Complete with __contains__, __iter__ and __len__."""

    _kinds = (set, frozenset, _KEYS, _ITEMS)
    _methods = ()

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def _hash(self):
        """The hash of a set of these items, for classes whose objects do not change."""
        return hash(frozenset(self))

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(item in other for item in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(item in self for item in other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for item in other if item in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(item in self for item in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for part in (self, other) for item in part)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return self._from_iterable(item for item in self if item not in other)

    def __rsub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for item in other if item not in self)

    def __xor__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__


class MutableSet(Set):
    """Complete with __contains__, __iter__, __len__, add and discard."""

    _kinds = (set,)

    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        for value in list(self):
            self.discard(value)

    def __ior__(self, values):
        for value in values:
            self.add(value)
        return self

    def __iand__(self, values):
        for value in self - values:
            self.discard(value)
        return self

    def __ixor__(self, values):
        for value in list(values):
            (self.discard if value in self else self.add)(value)
        return self

    def __isub__(self, values):
        for value in list(values):
            self.discard(value)
        return self


class MappingView(Sized):
    __class_getitem__ = classmethod(GenericAlias)
    """What keys, values and items of a mapping share."""

    _kinds = _VIEWS
    _methods = ()

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


class KeysView(MappingView, Set):
    _kinds = (_KEYS,)

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    _kinds = (_ITEMS,)

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    _kinds = (_VALUES,)

    def __contains__(self, value):
        return any(found is value or found == value for found in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class Mapping(Collection):
    """Complete with __getitem__, __iter__ and __len__."""

    _kinds = (dict, type(type.__dict__), _LOCALS)
    _methods = ()

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


_absent = object()


class MutableMapping(Mapping):
    """Complete with __getitem__, __setitem__, __delitem__, __iter__ and __len__."""

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_absent):
        try:
            value = self[key]
        except KeyError:
            if default is _absent:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        key = next(iter(self), _absent)
        if key is _absent:
            raise KeyError
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **keywords):
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in keywords.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default
