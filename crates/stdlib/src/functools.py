# functools: functions that act on functions. partial and the cache of lru_cache are native.

from _thread import RLock, get_ident
from abc import get_cache_token

from _functools_dispatch import _c3_mro, _compose_mro, _find_impl, singledispatch, singledispatchmethod
from _functools_order import (
    _ge_from_gt,
    _ge_from_le,
    _ge_from_lt,
    _gt_from_ge,
    _gt_from_le,
    _gt_from_lt,
    _le_from_ge,
    _le_from_gt,
    _le_from_lt,
    _lt_from_ge,
    _lt_from_gt,
    _lt_from_le,
    cmp_to_key,
    total_ordering,
)
from _tensorcell.functools import _lru_cache_wrapper, partial

__all__ = (
    "update_wrapper wraps WRAPPER_ASSIGNMENTS WRAPPER_UPDATES total_ordering cache cmp_to_key lru_cache reduce partial "
    "partialmethod singledispatch singledispatchmethod cached_property"
).split()

_absent = object()

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__", "__type_params__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Make a wrapper function look like the wrapped function."""
    for name in assigned:
        value = getattr(wrapped, name, _absent)
        if value is not _absent:
            setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    # Last, so that the wrapped function's own `__wrapped__` does not take its place.
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator that makes the decorated wrapper look like the wrapped function."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


_showing = set()


def _shown(self):
    """The form of a partial object, which may hold itself."""
    kind, key = type(self), (id(self), get_ident())
    if key in _showing:
        return "..."
    _showing.add(key)
    try:
        given = [repr(self.func), *map(repr, self.args), *[f"{name}={value!r}" for name, value in self.keywords.items()]]
    finally:
        _showing.discard(key)
    return f"{kind.__module__}.{kind.__qualname__}({', '.join(given)})"


class partialmethod:
    """A method with some arguments already given."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and getattr(func, "__get__", None) is None:
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            args, keywords, func = func.args + args, {**func.keywords, **keywords}, func.func
        self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        return _shown(self)

    def _unbound(self):
        def method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})

        method.__isabstractmethod__ = self.__isabstractmethod__
        method.__partialmethod__ = self
        return method

    def __get__(self, instance, owner=None):
        get, bound = getattr(self.func, "__get__", None), None
        if get is not None and not callable(self.func) or isinstance(self.func, (classmethod, staticmethod)):
            bound = get(instance, owner)
        elif get is not None:
            found = get(instance, owner)
            bound = found if found is not self.func else None
        if bound is None:
            return self._unbound().__get__(instance, owner)
        made = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, "__self__"):
            made.__self__ = bound.__self__
        return made

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)


def reduce(function, iterable, initial=_absent, /):
    """Apply a function of two arguments cumulatively to the items of an iterable, from left to right."""
    try:
        iterator = iter(iterable)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    if initial is _absent:
        value = next(iterator, _absent)
        if value is _absent:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        value = initial
    for item in iterator:
        value = function(value, item)
    return value


class _CacheInfo(tuple):
    """What a cache tells of itself."""

    _fields = ("hits", "misses", "maxsize", "currsize")

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return "CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)" % self

    def __reduce__(self):
        return type(self), tuple(self)


def lru_cache(maxsize=128, typed=False):
    """Decorator that keeps the results of the most recent calls (all of them with maxsize=None)."""
    if callable(maxsize) and isinstance(typed, bool):
        return _cached(maxsize, 128, typed)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    maxsize = maxsize if maxsize is None else max(maxsize, 0)
    return lambda function: _cached(function, maxsize, typed)


def cache(user_function, /):
    """Simple unbounded cache: lru_cache(maxsize=None)."""
    return lru_cache(maxsize=None)(user_function)


def _cached(function, maxsize, typed):
    wrapper = _lru_cache_wrapper(function, maxsize, typed, _CacheInfo)
    wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
    return update_wrapper(wrapper, function)


class cached_property:
    """An attribute computed once, at its first use."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__
        self.__module__ = func.__module__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError(f"Cannot assign the same cached_property to two different names ({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        kind = type(instance).__name__
        try:
            names = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {kind!r} instance to cache {name!r} property.") from None
        value = names.get(name, _absent)
        if value is _absent:
            value = self.func(instance)
            try:
                names[name] = value
            except TypeError:
                raise TypeError(
                    f"The '__dict__' attribute on {kind!r} instance does not support item assignment for caching "
                    f"{name!r} property."
                ) from None
        return value

    def __class_getitem__(cls, item):
        from types import GenericAlias

        return GenericAlias(cls, item)
