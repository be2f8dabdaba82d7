# Attributes of objects and what kinds of things there are: part of inspect.

__name__ = "inspect"

import types
from collections import namedtuple

from _inspect_coroutines import _has_flag
from _inspect_static import getattr_static

Attribute = namedtuple("Attribute", "name kind defining_class object")
ClosureVars = namedtuple("ClosureVars", "nonlocals globals builtins unbound")
_absent = object()


def getmembers(object, predicate=None):
    """(name, value) of all attributes, sorted by name."""
    return _members(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    """As getmembers, without a descriptor, __getattr__ or __getattribute__ being run."""
    return _members(object, predicate, getattr_static)


def _members(object, predicate, read):
    mro = (object, *object.__mro__) if isinstance(object, type) else ()
    names, seen, found = dir(object), set(), []
    for base in object.__bases__ if mro else ():
        names.extend(name for name, value in base.__dict__.items() if isinstance(value, types.DynamicClassAttribute))
    for name in names:
        try:
            value = read(object, name)
            if name in seen:
                raise AttributeError
        except AttributeError:
            for base in mro:
                if name in base.__dict__:
                    value = base.__dict__[name]
                    break
            else:
                continue
        if predicate is None or predicate(value):
            found.append((name, value))
        seen.add(name)
    found.sort(key=lambda pair: pair[0])
    return found


def getmro(cls):
    return cls.__mro__


def classify_class_attrs(cls):
    """(name, kind, defining class, object) of all attributes of a class."""
    found, seen, names = [], set(), dir(cls)
    metamro = tuple(base for base in type(cls).__mro__ if base not in (type, object))
    for base in cls.__mro__:
        for name, value in base.__dict__.items():
            if isinstance(value, types.DynamicClassAttribute) and value.fget is not None:
                names.append(name)
    for name in names:
        value, home = (_absent, None) if name in seen else _read_of_class(cls, metamro, name)
        raw = _absent
        for base in (*cls.__mro__, *metamro):
            if name in base.__dict__:
                raw = base.__dict__[name]
                home = home if home in metamro else base
                break
        if home is not None:
            found.append(_classified(name, home, raw, raw if value is _absent else value))
            seen.add(name)
    return found


def _read_of_class(cls, metamro, name):
    """What a class answers for a name, and the class that answers it."""
    try:
        value = _absent if name == "__dict__" else getattr(cls, name)
    except Exception:
        value = _absent
    if value is _absent:
        return value, None
    home = getattr(value, "__objclass__", None)
    if home in cls.__mro__:
        return value, home
    homes = [base for base in cls.__mro__ if getattr(base, name, _absent) is value]
    homes += [base for base in metamro if _virtual(base, cls, name) is value]
    return value, homes[-1] if homes else None


def _virtual(metaclass, cls, name):
    """What a metaclass's own `__getattr__` makes up."""
    try:
        return metaclass.__getattr__(cls, name)
    except AttributeError:
        return _absent


def _classified(name, home, raw, value):
    if isinstance(raw, (staticmethod, types.BuiltinMethodType)):
        return Attribute(name, "static method", home, raw)
    if isinstance(raw, (classmethod, types.ClassMethodDescriptorType)):
        return Attribute(name, "class method", home, raw)
    if isinstance(raw, property):
        return Attribute(name, "property", home, raw)
    return Attribute(name, "method" if isroutine(value) else "data", home, value)


def getclosurevars(func):
    """The names outside a function that its code reads, by where they are."""
    import builtins

    if isinstance(func, types.MethodType):
        func = func.__func__
    if not isinstance(func, types.FunctionType):
        raise TypeError(f"{func!r} is not a Python function")
    code = func.__code__
    nonlocals = {}
    for name, cell in zip(code.co_freevars, func.__closure__ or ()):
        try:
            nonlocals[name] = cell.cell_contents
        except ValueError:
            pass
    own = func.__globals__
    known = own.get("__builtins__", builtins)
    known = known.__dict__ if isinstance(known, types.ModuleType) else known
    found_globals, found_builtins, unbound = {}, {}, set()
    for name in code.co_names:
        if name in ("None", "True", "False"):
            continue
        if name in own:
            found_globals[name] = own[name]
        elif name in known:
            found_builtins[name] = known[name]
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, found_globals, found_builtins, unbound)


def getclasstree(classes, unique=False):
    """Classes as nested lists: each pair of a class and its bases, then those derived from it."""
    children, roots = {}, []
    for cls in classes:
        if cls.__bases__:
            for parent in cls.__bases__:
                derived = children.setdefault(parent, [])
                if cls not in derived:
                    derived.append(cls)
                if unique and parent in classes:
                    break
        elif cls not in roots:
            roots.append(cls)
    roots.extend(parent for parent in children if parent not in classes)
    return walktree(roots, children, None)


def walktree(classes, children, parent):
    found = []
    for cls in sorted(classes, key=lambda one: (one.__module__, one.__name__)):
        found.append((cls, cls.__bases__))
        if cls in children:
            found.append(walktree(children[cls], children, cls))
    return found


# --- kinds of things
def isfunction(object):
    return isinstance(object, types.FunctionType)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isclass(object):
    return isinstance(object, type)


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType)


def ismethoddescriptor(object):
    """Has __get__ and no __set__, and is no function, method or class."""
    import functools

    # A partial object has `__get__` only to warn that it will bind some day.
    if isclass(object) or ismethod(object) or isfunction(object) or isinstance(object, functools.partial):
        return False
    return hasattr(type(object), "__get__") and not isdatadescriptor(object)


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    kind = type(object)
    native = isinstance(object, (property, types.GetSetDescriptorType))
    return native or hasattr(kind, "__set__") or hasattr(kind, "__delete__")


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def ismemberdescriptor(object):
    return type(object).__name__ == "member_descriptor"


def isroutine(object):
    kinds = isbuiltin, isfunction, ismethod, ismethoddescriptor, ismethodwrapper
    return any(is_kind(object) for is_kind in kinds)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def isgeneratorfunction(object):
    """Whether the function beneath methods and partials is a generator function."""
    return _has_flag(object, 32)


def iscode(object):
    return isinstance(object, types.CodeType)


def isabstract(object):
    if not isclass(object):
        return False
    if "__abstractmethods__" in object.__dict__:
        return bool(object.__abstractmethods__)
    # Its metaclass has not finished it: `__init_subclass__` runs.
    from abc import ABCMeta, _abstract_names

    return isinstance(object, ABCMeta) and bool(_abstract_names(object, object.__dict__))


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"


def getgeneratorstate(generator):
    """GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED or GEN_CLOSED."""
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    return GEN_CLOSED if generator.gi_frame is None else GEN_CREATED
