# _thread: objects whose attributes each thread has its own of. How they are read and set is native.


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
