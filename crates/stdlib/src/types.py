# types: names of the types that have no other, and SimpleNamespace.

import math as _math


class SimpleNamespace:
    """An object whose attributes are what it was made with."""

    def __init__(self, /, *args, **keywords):
        if len(args) > 1:
            raise TypeError(f"{type(self).__name__} expected at most 1 argument, got {len(args)}")
        given = dict(*args)
        if not all(isinstance(name, str) for name in given):
            raise TypeError("keywords must be strings")
        self.__dict__.update(given)
        self.__dict__.update(keywords)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if id(self) in _showing:
            return f"{name}(...)"
        _showing.add(id(self))
        try:
            return f"{name}({', '.join([f'{name}={value!r}' for name, value in self.__dict__.items()])})"
        finally:
            _showing.discard(id(self))

    def __reduce__(self):
        return type(self), (), self.__dict__

    def __replace__(self, /, **changes):
        made = type(self)(**self.__dict__)
        made.__dict__.update(changes)
        return made

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


_showing = set()


class _C:
    def method(self):
        pass


def _generator():
    yield


async def _coroutine():
    pass


async def _async_generator():
    yield


MappingProxyType = type(_C.__dict__)
FunctionType = LambdaType = type(lambda: None)
CodeType = type((lambda: None).__code__)


class PyCapsule:
    """Pointers of C, which CPython's native modules pass to each other; there are none here."""

    __slots__ = ()

    def __new__(cls, *args, **keywords):
        raise TypeError("cannot create 'PyCapsule' instances")


PyCapsule.__module__ = "builtins"
CapsuleType = PyCapsule
del PyCapsule
CellType = type((lambda x: lambda: x)(0).__closure__[0])
BuiltinFunctionType = BuiltinMethodType = type(len)
MethodType = type(_C().method)
GeneratorType = type(_generator())
_made = _coroutine()
CoroutineType = type(_made)
_made.close()
del _made
AsyncGeneratorType = type(_async_generator())
ModuleType = type(_math)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
GenericAlias = type(list[int])
UnionType = type(int | str)
MethodDescriptorType = type(str.join)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
GetSetDescriptorType = type(int.real)
try:
    raise ValueError
except ValueError as _error:
    TracebackType = type(_error.__traceback__)


class _GeneratorWrapper:
    """A generator, or what acts as one, that can be awaited."""

    def __init__(self, gen):
        self.__wrapped = gen
        self.__isgen = type(gen) is GeneratorType
        self.__name__ = getattr(gen, "__name__", None)
        self.__qualname__ = getattr(gen, "__qualname__", None)

    def send(self, val):
        return self.__wrapped.send(val)

    def throw(self, tp, *rest):
        return self.__wrapped.throw(tp, *rest)

    def close(self):
        return self.__wrapped.close()

    @property
    def gi_code(self):
        return self.__wrapped.gi_code

    @property
    def gi_frame(self):
        return self.__wrapped.gi_frame

    @property
    def gi_running(self):
        return self.__wrapped.gi_running

    @property
    def gi_yieldfrom(self):
        return self.__wrapped.gi_yieldfrom

    cr_code = gi_code
    cr_frame = gi_frame
    cr_running = gi_running
    cr_await = gi_yieldfrom

    def __next__(self):
        return next(self.__wrapped)

    def __iter__(self):
        return self.__wrapped if self.__isgen else self

    __await__ = __iter__


def coroutine(func):
    """Convert regular generator function to a coroutine."""
    from collections.abc import Coroutine, Generator
    from functools import wraps

    from _tensorcell.types import _awaitable

    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if type(func) is FunctionType:
        flags = func.__code__.co_flags
        if flags & 0x180:
            return func
        if flags & 0x20:
            return _awaitable(func)

    @wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        if type(made) is CoroutineType or type(made) is GeneratorType and made.gi_code.co_flags & 0x100:
            return made
        if isinstance(made, Generator) and not isinstance(made, Coroutine):
            return _GeneratorWrapper(made)
        return made

    return wrapped


def _frame():
    import sys

    return sys._getframe()


FrameType = type(_frame())
MemberDescriptorType = type(type("_Slotted", (), {"__slots__": ("x",)}).x)
ClassMethodDescriptorType = type(dict.__dict__["fromkeys"])


def resolve_bases(bases):
    """The bases with what `__mro_entries__` puts in the place of those that are no classes."""
    resolved, changed = [], False
    for base in bases:
        if isinstance(base, type) or not hasattr(base, "__mro_entries__"):
            resolved.append(base)
            continue
        entries = base.__mro_entries__(bases)
        changed = True
        if not isinstance(entries, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        resolved.extend(entries)
    return tuple(resolved) if changed else bases


def get_original_bases(cls, /):
    """The bases as the class statement had them."""
    if not isinstance(cls, type):
        raise TypeError(f"Expected an instance of type, not {type(cls).__name__!r}")
    return cls.__dict__.get("__orig_bases__", cls.__bases__)


def _metaclass(metaclass, bases):
    winner = metaclass
    for base in bases:
        kind = type(base)
        if issubclass(winner, kind):
            continue
        if not issubclass(kind, winner):
            raise TypeError(
                "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses "
                "of all its bases"
            )
        winner = kind
    return winner


def prepare_class(name, bases=(), kwds=None):
    """The metaclass, the namespace and the keywords that a class statement would use."""
    keywords = dict(kwds or {})
    if "metaclass" in keywords:
        metaclass = keywords.pop("metaclass")
    else:
        metaclass = type(bases[0]) if bases else type
    if isinstance(metaclass, type):
        metaclass = _metaclass(metaclass, bases)
    namespace = metaclass.__prepare__(name, bases, **keywords) if hasattr(metaclass, "__prepare__") else {}
    return metaclass, namespace, keywords


def new_class(name, bases=(), kwds=None, exec_body=None):
    """A class made by a function that fills its namespace."""
    resolved = resolve_bases(bases)
    metaclass, namespace, keywords = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    return metaclass(name, resolved, namespace, **keywords)


class DynamicClassAttribute:
    """A property of instances that a class answers otherwise."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc or (fget.__doc__ if fget is not None else None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def _with(self, **changed):
        functions = {"fget": self.fget, "fset": self.fset, "fdel": self.fdel} | changed
        return type(self)(**functions, doc=self.__doc__)

    def getter(self, fget):
        return self._with(fget=fget)

    def setter(self, fset):
        return self._with(fset=fset)

    def deleter(self, fdel):
        return self._with(fdel=fdel)
