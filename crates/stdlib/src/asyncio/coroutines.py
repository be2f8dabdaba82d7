# asyncio.coroutines: what counts as a coroutine.

import collections.abc
import inspect
import os
import types

__all__ = ("iscoroutinefunction", "iscoroutine")

_KINDS = (types.CoroutineType, collections.abc.Coroutine)
_known = set()
# What programs mark a function with that gives a coroutine.
_is_coroutine = object()


def _is_debug_mode():
    """Whether loops begin in debug mode."""
    return bool(os.environ.get("PYTHONASYNCIODEBUG"))


def iscoroutinefunction(func):
    """Return True if func is a decorated coroutine function."""
    return inspect.iscoroutinefunction(func) or getattr(func, "_is_coroutine", None) is _is_coroutine


def iscoroutine(obj):
    """Return True if obj is a coroutine object."""
    kind = type(obj)
    if kind in _known:
        return True
    if not isinstance(obj, _KINDS):
        return False
    _known.add(kind)
    return True


def _format_coroutine(coro):
    """A coroutine as the repr of a task shows it."""
    name = getattr(coro, "__qualname__", None) or getattr(coro, "__name__", None) or f"<{type(coro).__name__} without __name__>"
    running = getattr(coro, "cr_running", False) or getattr(coro, "gi_running", False)
    code = getattr(coro, "cr_code", None) or getattr(coro, "gi_code", None)
    if code is None:
        return f"{name}() running" if running else f"{name}()"
    frame = getattr(coro, "cr_frame", None) or getattr(coro, "gi_frame", None)
    if running:
        return f"{name}() running at {code.co_filename}:{frame.f_lineno if frame else code.co_firstlineno}"
    if frame is not None:
        return f"{name}() running at {code.co_filename}:{frame.f_lineno}"
    return f"{name}() done, defined at {code.co_filename}:{code.co_firstlineno}"
