# asyncio.format_helpers: callbacks as text.

import functools
import inspect
import reprlib
import traceback


def extract_stack():
    """Where the program is, without our own functions."""
    stack = traceback.extract_stack()
    while stack and stack[-1].filename.startswith("asyncio/"):
        stack.pop()
    return stack


def _format_args(args, keywords):
    shown = [reprlib.repr(arg) for arg in args]
    shown.extend(f"{name}={reprlib.repr(value)}" for name, value in keywords.items())
    return f"({', '.join(shown)})"


def _format_callback(func, args, keywords, suffix=""):
    if isinstance(func, functools.partial):
        return _format_callback(func.func, func.args, func.keywords, _format_args(args, keywords) + suffix)
    name = getattr(func, "__qualname__", None) or getattr(func, "__name__", None) or repr(func)
    return name + _format_args(args, keywords) + suffix


def _format_callback_source(func, args):
    shown = _format_callback(func, args, {})
    code = getattr(inspect.unwrap(getattr(func, "__func__", func)), "__code__", None)
    # Of our own functions nobody reads the source.
    own = (getattr(func, "__module__", None) or "").startswith("asyncio.")
    return shown if code is None or own else f"{shown} at {code.co_filename}:{code.co_firstlineno}"
