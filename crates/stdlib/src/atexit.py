# atexit: functions that are called at the end of the program.

import sys as _sys

_registered = []


def register(func, /, *args, **kwargs):
    """Has a function called at the end of the program, the last one first."""
    if not callable(func):
        raise TypeError("the first argument must be callable")
    _registered.append((func, args, kwargs))
    return func


def unregister(func, /):
    """Forgets a function, however often it was registered."""
    _registered[:] = [entry for entry in _registered if entry[0] != func]


def _clear():
    _registered.clear()


def _ncallbacks():
    return len(_registered)


def _run_exitfuncs():
    """Calls what is registered; an exception is told, and the next is called."""
    while _registered:
        func, args, kwargs = _registered.pop()
        try:
            func(*args, **kwargs)
        except BaseException as error:
            if not isinstance(error, SystemExit):
                print(f"Exception ignored in atexit callback: {func!r}", file=_sys.stderr)
                _sys.excepthook(type(error), error, error.__traceback__)
