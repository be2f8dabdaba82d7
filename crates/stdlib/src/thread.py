# _thread: the parts in the language itself. Attributes of locals are read and set natively.


class _local:
    """Thread-local data"""

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        names = _Names()
        object.__setattr__(self, "_local__names", names)
        object.__setattr__(self, "_local__given", (args, kwargs))
        names.begin()
        return self


def _run(function, args, kwargs):
    """Runs a thread's function, and tells of the exception that it lets pass."""
    try:
        function(*args, **kwargs)
    except SystemExit:
        pass
    except BaseException as error:
        _tell(function, error)


def _tell(function, error):
    import sys
    from traceback import print_exception

    if sys.stderr is None:
        return
    print(f"Exception ignored in thread started by: {function!r}", file=sys.stderr)
    # Without the place in `_run`.
    print_exception(type(error), error, error.__traceback__.tb_next, file=sys.stderr)
