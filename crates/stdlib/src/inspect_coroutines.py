# Coroutines and asynchronous generators: part of inspect.

import functools as _functools
import types as _types
from collections.abc import Awaitable as _Awaitable

from _inspect_signature import _is_like_function

__name__ = "inspect"

CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 128, 256, 512
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CORO_CLOSED"
AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED, AGEN_CLOSED = "AGEN_CREATED", "AGEN_RUNNING", "AGEN_SUSPENDED", "AGEN_CLOSED"


class _Mark:
    """Marks functions that stand for coroutine functions."""


_is_coroutine_mark = _Mark()


def _has_flag(function, flag):
    """Whether the function beneath methods and partials has a flag of its code."""
    function = _beneath_method(function)
    while True:
        if isinstance(function, _types.MethodType):
            function = function.__func__
        elif isinstance(function, _functools.partial):
            function = function.func
        else:
            break
    is_function = isinstance(function, _types.FunctionType) or _is_like_function(function)
    return is_function and bool(function.__code__.co_flags & flag)


def _beneath_method(function):
    """The function of a partial method that was read from a class."""
    held = getattr(function, "__partialmethod__", None)
    while isinstance(held, _functools.partialmethod):
        function = held.func
        held = getattr(function, "__partialmethod__", None)
    return function


def _is_marked(function):
    while isinstance(function, (_types.MethodType, _functools.partial)):
        function = function.__func__ if isinstance(function, _types.MethodType) else function.func
    return getattr(function, "_is_coroutine_mark", None) is _is_coroutine_mark


def markcoroutinefunction(func):
    """Decorator: iscoroutinefunction() says True of the function."""
    if hasattr(func, "__func__"):
        func = func.__func__
    func._is_coroutine_mark = _is_coroutine_mark
    return func


def iscoroutinefunction(obj):
    """Return true if the object is a coroutine function, or was marked as one."""
    return _has_flag(obj, CO_COROUTINE) or _is_marked(obj)


def isasyncgenfunction(obj):
    """Return true if the object is an asynchronous generator function."""
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def isasyncgen(object):
    """Return true if the object is an asynchronous generator."""
    return isinstance(object, _types.AsyncGeneratorType)


def iscoroutine(object):
    """Return true if the object is a coroutine."""
    return isinstance(object, _types.CoroutineType)


def isawaitable(object):
    """Return true if object can be passed to an await expression."""
    return (
        isinstance(object, _types.CoroutineType)
        or isinstance(object, _types.GeneratorType)
        and bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)
        or isinstance(object, _Awaitable)
    )


def getcoroutinestate(coroutine):
    """CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED or CORO_CLOSED."""
    if coroutine.cr_running:
        return CORO_RUNNING
    if coroutine.cr_suspended:
        return CORO_SUSPENDED
    return CORO_CLOSED if coroutine.cr_frame is None else CORO_CREATED


def getasyncgenstate(agen):
    """AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED or AGEN_CLOSED."""
    if agen.ag_running:
        return AGEN_RUNNING
    if agen.ag_suspended:
        return AGEN_SUSPENDED
    return AGEN_CLOSED if agen.ag_frame is None else AGEN_CREATED


def getcoroutinelocals(coroutine):
    """The local variables of a coroutine, by name."""
    return {} if coroutine.cr_frame is None else coroutine.cr_frame.f_locals


def getasyncgenlocals(agen):
    """The local variables of an asynchronous generator, by name."""
    if not isasyncgen(agen):
        raise TypeError(f"{agen!r} is not a Python async generator")
    return {} if agen.ag_frame is None else agen.ag_frame.f_locals
