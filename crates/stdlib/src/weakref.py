# weakref: references that do not keep their objects.

from _weakref import ReferenceType, getweakrefcount, getweakrefs, ref

from _weakref_dicts import KeyedRef, WeakKeyDictionary, WeakSet, WeakValueDictionary

for _kind in (KeyedRef, WeakKeyDictionary, WeakValueDictionary):
    _kind.__module__ = "weakref"
WeakSet.__module__ = "_weakrefset"
del _kind


class WeakMethod(ref):
    """A reference to a bound method that lasts as long as its object."""

    def __new__(cls, meth, callback=None):
        try:
            owner, function = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError(f"argument should be a bound method, not {type(meth)}") from None
        told = []

        def ended(_):
            if not told:
                told.append(True)
                made = known()
                if made is not None and callback is not None:
                    callback(made)

        made = ref.__new__(cls, owner, ended if callback is not None else None)
        made._function = ref(function, ended) if callback is not None else ref(function)
        made._method_class = type(meth)
        made._alive = True
        known = ref(made)
        return made

    def __init__(self, meth, callback=None):
        pass

    def __call__(self):
        owner, function = ref.__call__(self), self._function()
        if owner is None or function is None:
            return None
        return self._method_class(function, owner)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if self() is None or other() is None:
            return self is other
        return ref.__call__(self) == ref.__call__(other) and self._function == other._function

    def __ne__(self, other):
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    __hash__ = ref.__hash__


_BINARY = "add sub mul truediv floordiv mod pow lshift rshift and or xor matmul divmod".split()
_COMPARE = "lt le gt ge eq ne".split()
_PLAIN = """len getitem setitem delitem contains iter next reversed bool int float index complex neg pos abs invert
enter exit round trunc floor ceil bytes length_hint""".split()


def _target(proxy):
    found = object.__getattribute__(proxy, "_reference")()
    if found is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return found


def _nothing(reference):
    pass


def _behind(value):
    return _target(value) if isinstance(value, ProxyType) else value


class ProxyType:
    """Stands for an object that it does not keep."""

    __slots__ = ("_reference", "__weakref__")
    __hash__ = None

    def __new__(cls, object, callback=None):
        made = super().__new__(cls)
        # A reference of its own: one without a function would be shared.
        ended = _nothing
        if callback is not None:
            known = ref(made)

            def ended(_):
                proxy = known()
                if proxy is not None:
                    callback(proxy)

        ProxyType._reference.__set__(made, ref(object, ended))
        return made

    def __getattribute__(self, name):
        return getattr(_target(self), name)

    def __setattr__(self, name, value):
        setattr(_target(self), name, value)

    def __delattr__(self, name):
        delattr(_target(self), name)

    def __repr__(self):
        found = object.__getattribute__(self, "_reference")()
        if found is None:
            return f"<weakproxy at {id(self):#x} to NoneType at {id(None):#x}>"
        return f"<weakproxy at {id(self):#x} to {type(found).__name__} at {id(found):#x}>"

    def __str__(self):
        return str(_target(self))

    def __format__(self, spec):
        return format(_target(self), spec)

    def __dir__(self):
        return dir(_target(self))


def _install():
    import operator

    def plain(name):
        special = f"__{name}__"

        def method(self, *args):
            found = _target(self)
            own = getattr(type(found), special, None)
            if own is None:
                if name == "bool":
                    return bool(found)
                if name == "iter":
                    return iter(found)
                if name == "contains":
                    return args[0] in found
                if name == "next":
                    raise TypeError("Weakref proxy referenced a non-iterator")
                if name in ("len", "getitem", "setitem", "delitem", "next", "neg", "pos", "abs", "invert"):
                    return _missing[name](found, *args)
                raise TypeError(f"'{type(found).__name__}' object has no {special}")
            return own(found, *args)

        return method

    def binary(function):
        def method(self, other):
            return function(_target(self), _behind(other))

        return method

    def reflected(function):
        def method(self, other):
            return function(_behind(other), _target(self))

        return method

    _missing = {
        "len": len,
        "getitem": operator.getitem,
        "setitem": operator.setitem,
        "delitem": operator.delitem,
        "next": next,
        "neg": operator.neg,
        "pos": operator.pos,
        "abs": abs,
        "invert": operator.invert,
    }
    for name in _PLAIN:
        setattr(ProxyType, f"__{name}__", plain(name))
    for name in _COMPARE:
        setattr(ProxyType, f"__{name}__", binary(getattr(operator, name)))
    for name in _BINARY:
        function = divmod if name == "divmod" else getattr(operator, f"__{name}__")
        setattr(ProxyType, f"__{name}__", binary(function))
        setattr(ProxyType, f"__r{name}__", reflected(function))
        if name != "divmod":
            setattr(ProxyType, f"__i{name}__", binary(getattr(operator, f"__i{name}__")))


_install()
ProxyType.__name__ = ProxyType.__qualname__ = "ProxyType"


class CallableProxyType(ProxyType):
    """Stands for something to call."""

    __slots__ = ()

    def __call__(self, /, *args, **kwargs):
        return _target(self)(*args, **kwargs)


ProxyTypes = (ProxyType, CallableProxyType)


def proxy(object, callback=None, /):
    """What behaves as the object and does not keep it."""
    kind = CallableProxyType if callable(object) else ProxyType
    if callback is not None:
        return kind(object, callback)
    key = id(object)
    known = _shared.get(key)
    found = known and known()
    if found is None or _reference_of(found)() is not object:
        found = kind(object)

        def ended(reference):
            if _shared.get(key) is reference:
                del _shared[key]

        _shared[key] = ref(found, ended)
    return found


def _reference_of(proxy):
    return ProxyType._reference.__get__(proxy)


# The proxy of each object that has one without a callback: id -> reference to it.
_shared = {}


class _Pending:
    """What a finalizer still has to do."""

    __slots__ = ("reference", "function", "args", "kwargs", "atexit", "index")


class finalize:
    """Calls a function once when an object ends."""

    __slots__ = ()
    _registry = {}
    _shutdown = False
    _index = 0
    _registered_with_atexit = False

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._registered_with_atexit:
            import atexit

            atexit.register(finalize._exitfunc)
            finalize._registered_with_atexit = True
        pending = _Pending()
        pending.reference = ref(obj, self)
        pending.function, pending.args, pending.kwargs = func, args, kwargs or None
        pending.atexit = True
        pending.index = finalize._index
        finalize._index += 1
        _registry[self] = pending

    def __call__(self, _=None):
        """The function's result the first time, None afterwards."""
        pending = _registry.pop(self, None)
        if pending is not None and not finalize._shutdown:
            return pending.function(*pending.args, **(pending.kwargs or {}))

    def detach(self):
        """What would have been called, which is not called any more."""
        pending = _registry.get(self)
        found = pending and pending.reference()
        if found is not None and _registry.pop(self, None):
            return found, pending.function, pending.args, pending.kwargs or {}

    def peek(self):
        pending = _registry.get(self)
        found = pending and pending.reference()
        if found is not None:
            return found, pending.function, pending.args, pending.kwargs or {}

    @property
    def alive(self):
        return self in _registry

    @property
    def atexit(self):
        pending = _registry.get(self)
        return bool(pending) and pending.atexit

    @atexit.setter
    def atexit(self, value):
        pending = _registry.get(self)
        if pending:
            pending.atexit = bool(value)

    @classmethod
    def _exitfunc(cls):
        """At the end of the program: calls what is still to be called, the last one first, and then nothing more."""
        try:
            while waiting := [(pending.index, one) for one, pending in _registry.items() if pending.atexit]:
                _, last = max(waiting, key=lambda entry: entry[0])
                try:
                    last()
                except Exception as error:
                    import sys

                    sys.excepthook(type(error), error, error.__traceback__)
        finally:
            finalize._shutdown = True

    def __repr__(self):
        pending = _registry.get(self)
        found = pending and pending.reference()
        if found is None:
            return f"<{type(self).__name__} object at {id(self):#x}; dead>"
        return f"<{type(self).__name__} object at {id(self):#x}; for {type(found).__name__!r} at {id(found):#x}>"


_registry = finalize._registry
