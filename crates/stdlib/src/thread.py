# _thread: objects whose attributes each thread has its own of.


def _is_data_descriptor(cls, name):
    found = getattr(cls, name, None)
    return isinstance(found, property) or hasattr(type(found), "__set__")


def _own_names(local):
    """The running thread's attributes of a local; in a thread that has none yet, `__init__` runs first."""
    held = object.__getattribute__(local, "_local__names")
    names = held.here()
    if names is None:
        names = held.begin()
        args, kwargs = object.__getattribute__(local, "_local__given")
        type(local).__init__(local, *args, **kwargs)
    return names


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

    def __getattribute__(self, name):
        names = _own_names(self)
        if name == "__dict__":
            return names
        if name in names and not _is_data_descriptor(type(self), name):
            return names[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        names = _own_names(self)
        if name == "__dict__":
            raise AttributeError(f"'{type(self).__name__}' object attribute '__dict__' is read-only")
        if _is_data_descriptor(type(self), name):
            object.__setattr__(self, name, value)
        else:
            names[name] = value

    def __delattr__(self, name):
        names = _own_names(self)
        if name == "__dict__":
            raise AttributeError(f"'{type(self).__name__}' object attribute '__dict__' is read-only")
        if _is_data_descriptor(type(self), name):
            object.__delattr__(self, name)
        elif name in names:
            del names[name]
        else:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
