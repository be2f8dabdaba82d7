# asyncio.format_helpers: callbacks as text, and where the program was.

import functools
import inspect
import reprlib
import sys
import traceback
from asyncio import constants


def extract_stack(f=None, limit=None):
    """Where the program is, without our own functions."""
    frame = sys._getframe(1) if f is None else f
    while frame is not None and _is_own(frame.f_globals.get("__name__")):
        frame = frame.f_back
    limit = constants.DEBUG_STACK_DEPTH if limit is None else limit
    stack = traceback.StackSummary.extract(traceback.walk_stack(frame), limit=limit, lookup_lines=False)
    stack.reverse()
    return stack


def _is_own(module):
    return isinstance(module, str) and (module == "asyncio" or module.startswith("asyncio."))


def _get_function_source(func):
    """The file and line of a function, (name, number); None where it has none."""
    func = inspect.unwrap(func)
    if inspect.isfunction(func):
        return func.__code__.co_filename, func.__code__.co_firstlineno
    if isinstance(func, (functools.partial, functools.partialmethod)):
        return _get_function_source(func.func)
    return None


def _format_args_and_kwargs(args, kwargs, *, debug=False):
    """Arguments as a call has them; only a loop in debug mode shows them."""
    if not debug:
        return "()"
    shown = [reprlib.repr(arg) for arg in args]
    shown.extend(f"{name}={reprlib.repr(value)}" for name, value in kwargs.items())
    return f"({', '.join(shown)})"


def _format_callback(func, args, kwargs, *, debug=False, suffix=""):
    suffix = _format_args_and_kwargs(args, kwargs, debug=debug) + suffix
    if isinstance(func, functools.partial):
        return _format_callback(func.func, func.args, func.keywords, debug=debug, suffix=suffix)
    name = getattr(func, "__qualname__", None) or getattr(func, "__name__", None) or repr(func)
    return name + suffix


def _format_callback_source(func, args, *, debug=False):
    shown = _format_callback(func, args, {}, debug=debug)
    # Of our own functions nobody reads the source.
    source = None if _is_own(getattr(func, "__module__", None)) else _get_function_source(func)
    return shown if source is None else f"{shown} at {source[0]}:{source[1]}"
