# Generic classes and protocols: part of typing.

import sys
from abc import ABCMeta, abstractmethod

from _typing_aliases import _GenericAlias, _tuple_of
from _typing_forms import _collect_type_parameters, _is_typevar_like, _remember, _type_convert
from _typing_parameters import TypeVar, TypeVarTuple

__name__ = "typing"


class Generic:
    """Abstract base class for generic types: class Stack(Generic[T])."""

    __slots__ = ()
    _is_protocol = False
    _is_bare_base = True

    @classmethod
    def __class_getitem__(cls, args):
        return _remember(_specialized_class, cls, args)

    @classmethod
    def __init_subclass__(cls, *args, **keywords):
        super().__init_subclass__(*args, **keywords)
        declared = "__orig_bases__" in cls.__dict__
        if Generic in (cls.__orig_bases__ if declared else cls.__bases__) and (declared or not _may_be_plain(cls)):
            raise TypeError("Cannot inherit from plain Generic")
        cls.__parameters__ = _declared_parameters(cls.__orig_bases__) if declared else ()


def _may_be_plain(cls):
    return cls.__name__ == "Protocol" or type(cls).__name__ == "_TypedDictMeta"


def _declared_parameters(bases):
    """The parameters of a class: those that its bases name, in the order of Generic[...] if there is one."""
    used = _collect_type_parameters(bases)
    listing = [base for base in bases if _is_listing(base)]
    if len(listing) > 1:
        raise TypeError("Cannot inherit from Generic[...] multiple times.")
    if not listing:
        return used
    listed = listing[0].__parameters__
    missing = [parameter for parameter in used if parameter not in listed]
    if missing:
        words = ", ".join(map(str, missing)), listing[0].__origin__.__name__, ", ".join(map(str, listed))
        raise TypeError("Some type variables ({}) are not listed in {}[{}]".format(*words))
    return tuple(listed)


def _is_listing(base):
    return isinstance(base, _GenericAlias) and base.__origin__ in (Generic, Protocol)


def _specialized_class(cls, args):
    """`cls[args]`"""
    args = tuple([_type_convert(arg) for arg in _tuple_of(args)])
    if cls in (Generic, Protocol):
        _check_listing(cls, args)
        return _GenericAlias(cls, args)
    for parameter in cls.__parameters__:
        prepare = getattr(parameter, "__typing_prepare_subst__", None)
        if prepare is not None:
            args = prepare(cls, args)
    _check_generic_specialization(cls, args)
    given = []
    for parameter, arg in zip(cls.__parameters__, args):
        given.extend(arg if isinstance(parameter, TypeVarTuple) else (arg,))
    return _GenericAlias(cls, tuple(given))


def _check_listing(cls, args):
    if not args:
        raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
    if not all(map(_is_typevar_like, args)):
        words = "must all be type variables or parameter specification variables."
        raise TypeError(f"Parameters to {cls.__name__}[...] {words}")
    if len(set(args)) != len(args):
        raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")


def _check_generic_specialization(cls, args):
    """TypeError where the arguments are too few, without defaults for the rest, or too many."""
    parameters = cls.__parameters__
    if not parameters:
        raise TypeError(f"{cls} is not a generic class")
    given, wanted = len(args), len(parameters)
    if given == wanted or given < wanted and parameters[given].has_default():
        return
    expected = str(wanted)
    if given < wanted:
        wanted -= sum(parameter.has_default() for parameter in parameters[given:])
        expected = f"at least {wanted}"
    amount = "many" if given > wanted else "few"
    raise TypeError(f"Too {amount} arguments for {cls}; actual {given}, expected {expected}")


def _generic_base(parameters):
    """The base of a class with type parameters."""
    from typing import Unpack

    return Generic[tuple([Unpack[item] if isinstance(item, TypeVarTuple) else item for item in parameters])]


# What Python itself puts into classes: no member of a protocol.
EXCLUDED_ATTRIBUTES = frozenset(
    """__parameters__ __orig_bases__ __orig_class__ _is_protocol _is_runtime_protocol __protocol_attrs__
    __non_callable_proto_members__ __type_params__
    __abstractmethods__ __annotations__ __dict__ __doc__ __init__ __module__ __new__ __slots__ __subclasshook__ __weakref__
    __class_getitem__ __match_args__ __static_attributes__ __firstlineno__
    _MutableMapping__marker""".split()
)
_NO_MEMBERS = EXCLUDED_ATTRIBUTES | {"_is_bare_base", "__qualname__", "_kinds", "_methods"}

# Classes of other modules that protocols may derive from.
_NEUTRAL_BASES = {
    "collections.abc": """Callable Awaitable Iterable Iterator AsyncIterable AsyncIterator Hashable Sized Container
        Collection Reversible Buffer""".split(),
    "contextlib": ["AbstractContextManager", "AbstractAsyncContextManager"],
    "os": ["PathLike"],
}

# Those of Python's own that look into classes for reasons of their own.
_RECKLESS = ("abc", "_py_abc", "functools", None)


def _get_protocol_attrs(cls):
    """The names of a protocol's members."""
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ not in ("Protocol", "Generic"):
            names.update(base.__dict__, getattr(base, "__annotations__", {}))
    return {name for name in names if not name.startswith("_abc_") and name not in _NO_MEMBERS}


def _no_init_or_replace_init(self, *args, **keywords):
    """`__init__` of protocols: a class that is none, but has inherited this, gets the one that it would have."""
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    if cls.__init__ is not _no_init_or_replace_init:
        return
    for base in cls.__mro__:
        init = base.__dict__.get("__init__", _no_init_or_replace_init)
        if init is not _no_init_or_replace_init:
            break
    else:
        init = object.__init__
    cls.__init__ = init
    init(self, *args, **keywords)


def _allow_reckless_class_checks(depth=2):
    """Whether the caller is one that asks for reasons of its own."""
    return sys._getframemodulename(depth) in _RECKLESS


def _is_neutral(base):
    if base in (object, Generic) or base.__name__ in _NEUTRAL_BASES.get(base.__module__, ()):
        return True
    return issubclass(base, Generic) and getattr(base, "_is_protocol", False)


def _check_first(cls):
    if not isinstance(cls, type):
        raise TypeError("issubclass() arg 1 must be a class")


_NOT_RUNTIME = "Instance and class checks can only be used with @runtime_checkable protocols"


class _ProtocolMeta(ABCMeta):
    """What isinstance and issubclass ask of a protocol."""

    def __new__(mcls, name, bases, namespace, /, **keywords):
        if (name, bases) != ("Protocol", (Generic,)) and any(base.__name__ == "Protocol" for base in bases):
            for base in bases:
                if not _is_neutral(base):
                    raise TypeError(f"Protocols can only inherit from other protocols, got {base!r}")
        return super().__new__(mcls, name, bases, namespace, **keywords)

    def __init__(cls, *args, **keywords):
        if getattr(cls, "_is_protocol", False):
            cls.__protocol_attrs__ = _get_protocol_attrs(cls)

    def __subclasscheck__(cls, other):
        if cls is Protocol:
            return type.__subclasscheck__(cls, other)
        if getattr(cls, "_is_protocol", False) and not _allow_reckless_class_checks():
            _check_protocol(cls, other)
        return super().__subclasscheck__(other)

    def __instancecheck__(cls, instance):
        if cls is Protocol:
            return type.__instancecheck__(cls, instance)
        if not getattr(cls, "_is_protocol", False):
            return super().__instancecheck__(instance)
        if not getattr(cls, "_is_runtime_protocol", False) and not _allow_reckless_class_checks():
            raise TypeError(_NOT_RUNTIME)
        return super().__instancecheck__(instance) or _has_members(cls, instance)


def _check_protocol(cls, other):
    """TypeError where issubclass cannot tell."""
    if not getattr(cls, "_is_runtime_protocol", False):
        _check_first(other)
        raise TypeError(_NOT_RUNTIME)
    if cls.__non_callable_proto_members__ and cls.__dict__.get("__subclasshook__") is _proto_hook:
        _check_first(other)
        members = str(sorted(cls.__non_callable_proto_members__))[1:-1]
        words = f"Non-method members: {members}."
        raise TypeError(f"Protocols with non-method members don't support issubclass(). {words}")


def _has_members(cls, instance):
    from inspect import getattr_static

    for name in cls.__protocol_attrs__:
        try:
            value = getattr_static(instance, name)
        except AttributeError:
            return False
        if value is None and name not in cls.__non_callable_proto_members__:
            return False
    return True


def _proto_hook_of(cls, other):
    if not cls.__dict__.get("_is_protocol", False):
        return NotImplemented
    for name in cls.__protocol_attrs__:
        if not _has_member(other, name):
            return NotImplemented
    return True


def _has_member(other, name):
    from collections.abc import Mapping

    for base in other.__mro__:
        if name in base.__dict__:
            return base.__dict__[name] is not None
        annotated = getattr(base, "__annotations__", {})
        is_protocol = issubclass(other, Generic) and getattr(other, "_is_protocol", False)
        if is_protocol and isinstance(annotated, Mapping) and name in annotated:
            return True
    return False


_proto_hook = classmethod(_proto_hook_of)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class for protocol classes; runtime_checkable makes isinstance look for their members."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False
    _is_bare_base = True

    def __init_subclass__(cls, *args, **keywords):
        super().__init_subclass__(*args, **keywords)
        if not cls.__dict__.get("_is_protocol", False):
            cls._is_protocol = any(base is Protocol for base in cls.__bases__)
        if "__subclasshook__" not in cls.__dict__:
            cls.__subclasshook__ = _proto_hook
        if cls._is_protocol and cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init_or_replace_init


def runtime_checkable(cls):
    """Mark a protocol class as a runtime protocol."""
    if not isinstance(cls, type) or not issubclass(cls, Generic) or not getattr(cls, "_is_protocol", False):
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime_protocol = True
    cls.__non_callable_proto_members__ = {name for name in cls.__protocol_attrs__ if not _is_method(cls, name)}
    return cls


def _is_method(cls, name):
    try:
        return callable(getattr(cls, name, None))
    except Exception as error:
        raise TypeError(f"Failed to determine whether protocol member {name!r} is a method member") from error


def is_protocol(tp, /):
    """Return True if the given type is a Protocol."""
    return isinstance(tp, type) and getattr(tp, "_is_protocol", False) and tp is not Protocol and tp.__name__ != "Protocol"


def get_protocol_members(tp, /):
    """Return the set of members defined in a Protocol."""
    if not is_protocol(tp):
        raise TypeError(f"{tp!r} is not a Protocol")
    return frozenset(tp.__protocol_attrs__)


T_co = TypeVar("T_co", covariant=True)


@runtime_checkable
class SupportsInt(Protocol):
    """An ABC with one abstract method __int__."""

    __slots__ = ()

    @abstractmethod
    def __int__(self) -> int:
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    """An ABC with one abstract method __float__."""

    __slots__ = ()

    @abstractmethod
    def __float__(self) -> float:
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    """An ABC with one abstract method __complex__."""

    __slots__ = ()

    @abstractmethod
    def __complex__(self) -> complex:
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    """An ABC with one abstract method __bytes__."""

    __slots__ = ()

    @abstractmethod
    def __bytes__(self) -> bytes:
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    """An ABC with one abstract method __index__."""

    __slots__ = ()

    @abstractmethod
    def __index__(self) -> int:
        pass


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    """An ABC with one abstract method __abs__ that is covariant in its return type."""

    __slots__ = ()

    @abstractmethod
    def __abs__(self) -> T_co:
        pass


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    """An ABC with one abstract method __round__ that is covariant in its return type."""

    __slots__ = ()

    @abstractmethod
    def __round__(self, ndigits: int = 0) -> T_co:
        pass
