# typing: names for annotations.

import collections
import collections.abc
import functools
import types
from abc import abstractmethod
from types import GenericAlias

from _typing_aliases import (
    _AnnotatedAlias,
    _BaseGenericAlias,
    _CallableGenericAlias,
    _CallableType,
    _ConcatenateGenericAlias,
    _DeprecatedGenericAlias,
    _GenericAlias,
    _is_unpacked,
    _LiteralGenericAlias,
    _prepared_parameters,
    _prepared_tuple,
    _SpecialGenericAlias,
    _substituted,
    _substituted_parameters,
    _TupleType,
    _UnionGenericAlias,
    _UnpackGenericAlias,
    _values_with_types,
)
from _typing_forms import (
    ForwardRef,
    _caches,
    _cleanups,
    _collect_type_parameters,
    _deduplicate,
    _Final,
    _is_dunder,
    _is_param_expr,
    _is_typevar_like,
    _is_unpacked_typevartuple,
    _NotIterable,
    _SpecialForm,
    _tp_cache,
    _type_check,
    _type_convert,
    _type_repr,
    _TypedCacheSpecialForm,
    _unpack_args,
)
from _typing_hints import (
    _eval_type,
    _should_unflatten_callable_args,
    _strip_annotations,
    get_args,
    get_origin,
    get_type_hints,
)
from _typing_marks import (
    _ASSERT_NEVER_REPR_MAX_LENGTH,
    assert_never,
    assert_type,
    cast,
    dataclass_transform,
    final,
    no_type_check,
    no_type_check_decorator,
    override,
    reveal_type,
)
from _typing_parameters import (
    NoDefault,
    ParamSpec,
    ParamSpecArgs,
    ParamSpecKwargs,
    TypeAliasType,
    TypeVar,
    TypeVarTuple,
    _alias,
    _parameters,
    _type_variable,
    _type_variables,
)
from _typing_protocols import (
    EXCLUDED_ATTRIBUTES,
    Generic,
    Protocol,
    SupportsAbs,
    SupportsBytes,
    SupportsComplex,
    SupportsFloat,
    SupportsIndex,
    SupportsInt,
    SupportsRound,
    T_co,
    _allow_reckless_class_checks,
    _check_generic_specialization,
    _generic_base,
    _get_protocol_attrs,
    _no_init_or_replace_init,
    _proto_hook,
    _ProtocolMeta,
    get_protocol_members,
    is_protocol,
    runtime_checkable,
)
from _typing_protocols import _specialized_class as _generic_class_getitem
from _typing_records import (
    NamedTuple,
    NamedTupleMeta,
    NewType,
    TypedDict,
    _make_nmtuple,
    _NamedTuple,
    _prohibited,
    _special,
    _TypedDict,
    _TypedDictMeta,
    is_typeddict,
)

__all__ = """
    Annotated Any Callable ClassVar Concatenate Final ForwardRef Generic Literal Optional ParamSpec Protocol Tuple Type TypeVar
    TypeVarTuple Union AbstractSet ByteString Container ContextManager Hashable ItemsView Iterable Iterator KeysView Mapping
    MappingView MutableMapping MutableSequence MutableSet Sequence Sized ValuesView Awaitable AsyncIterator AsyncIterable
    Coroutine Collection AsyncGenerator AsyncContextManager Reversible SupportsAbs SupportsBytes SupportsComplex SupportsFloat
    SupportsIndex SupportsInt SupportsRound ChainMap Counter Deque Dict DefaultDict List OrderedDict Set FrozenSet NamedTuple
    TypedDict Generator BinaryIO IO Match Pattern TextIO AnyStr assert_type assert_never cast clear_overloads
    dataclass_transform final get_args get_origin get_overloads get_protocol_members get_type_hints is_protocol is_typeddict
    LiteralString Never NewType no_type_check no_type_check_decorator NoDefault NoReturn NotRequired overload override
    ParamSpecArgs ParamSpecKwargs ReadOnly Required reveal_type runtime_checkable Self Text TYPE_CHECKING TypeAlias TypeGuard
    TypeIs TypeAliasType Unpack
    """.split()

TYPE_CHECKING = False


def _idfunc(_, x):
    return x


Text = str

T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")
V_co = TypeVar("V_co", covariant=True)
VT_co = TypeVar("VT_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
CT_co = TypeVar("CT_co", covariant=True, bound=type)
AnyStr = TypeVar("AnyStr", bytes, str)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return super().__instancecheck__(obj)

    def __repr__(self):
        return "typing.Any" if self is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    """Special type indicating an unconstrained type."""

    def __new__(cls, *args, **keywords):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls)


def _stands_alone(getitem):
    """A form that is a type without brackets."""
    return _SpecialForm(getitem, _SpecialForm.ANYWHERE)


def _qualifier(getitem):
    """A form that qualifies the annotation of a name."""
    return _SpecialForm(getitem, _SpecialForm.QUALIFIER)


def _refuse(self, parameters):
    raise TypeError(f"{self} is not subscriptable")


@_stands_alone
def NoReturn(self, parameters):
    """Special type indicating functions that never return."""
    _refuse(self, parameters)


@_stands_alone
def Never(self, parameters):
    """The bottom type, a type that has no members."""
    _refuse(self, parameters)


@_stands_alone
def Self(self, parameters):
    """Used to spell the type of "self" in classes."""
    _refuse(self, parameters)


@_stands_alone
def LiteralString(self, parameters):
    """Represents an arbitrary literal string."""
    _refuse(self, parameters)


@_stands_alone
def TypeAlias(self, parameters):
    """Special form for marking type aliases."""
    _refuse(self, parameters)


def _one_type(form, parameters, name=None, **options):
    # CPython words it in two ways.
    message = f"{name} accepts only a single type." if name else f"{form} accepts only single type."
    return _GenericAlias(form, (_type_check(parameters, message, **options),))


@_qualifier
def ClassVar(self, parameters):
    """Special type construct to mark class variables."""
    return _one_type(self, parameters, allow_special_forms=True)


@_qualifier
def Final(self, parameters):
    """Special typing construct to indicate final names to type checkers."""
    return _one_type(self, parameters, allow_special_forms=True)


@_SpecialForm
def Required(self, parameters):
    """Special typing construct to mark a TypedDict key as required."""
    return _one_type(self, parameters, self._name)


@_SpecialForm
def NotRequired(self, parameters):
    """Special typing construct to mark a TypedDict key as potentially missing."""
    return _one_type(self, parameters, self._name)


@_SpecialForm
def ReadOnly(self, parameters):
    """A special typing construct to mark an item of a TypedDict as read-only."""
    return _one_type(self, parameters, self._name)


@_SpecialForm
def TypeGuard(self, parameters):
    """Special typing construct for marking user-defined type predicate functions."""
    return _one_type(self, parameters)


@_SpecialForm
def TypeIs(self, parameters):
    """Special typing construct for marking user-defined type predicate functions."""
    return _one_type(self, parameters)


@_SpecialForm
def Unpack(self, parameters):
    """Type unpack operator."""
    return _UnpackGenericAlias(origin=self, args=(_type_check(parameters, f"{self} accepts only single type."),))


@_SpecialForm
def Union(self, parameters):
    """Union type; Union[X, Y] means either X or Y."""
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    parameters = parameters if isinstance(parameters, tuple) else (parameters,)
    checked = [_type_check(each, "Union[arg, ...]: each arg must be a type.") for each in parameters]
    members = tuple(_deduplicate(list(_flat(checked)), unhashable_fallback=True))
    if len(members) == 1:
        return members[0]
    is_optional = len(members) == 2 and type(None) in members
    return _UnionGenericAlias(self, members, name="Optional" if is_optional else None)


def _flat(members):
    """The members, those of unions among them one by one."""
    for member in members:
        if isinstance(member, (_UnionGenericAlias, types.UnionType)):
            yield from member.__args__
        else:
            yield member


def _make_union(left, right):
    return Union[left, right]


@_SpecialForm
def Optional(self, parameters):
    """Optional[X] is equivalent to Union[X, None]."""
    return Union[_type_check(parameters, f"{self} requires a single type."), type(None)]


def _literal(self, *parameters):
    """Special typing form to define literal types."""
    values = []
    for parameter in parameters:
        values.extend(parameter.__args__ if isinstance(parameter, _LiteralGenericAlias) else (parameter,))
    try:
        values = [value for value, _ in dict.fromkeys(_values_with_types(values))]
    except TypeError:
        # Values that do not hash stay as they are.
        pass
    return _LiteralGenericAlias(self, tuple(values))


_literal.__name__ = "Literal"
Literal = _TypedCacheSpecialForm(_literal)


@_SpecialForm
def Concatenate(self, parameters):
    """Special form for annotating higher-order functions."""
    if parameters == ():
        raise TypeError("Cannot take a Concatenate of no types.")
    parameters = parameters if isinstance(parameters, tuple) else (parameters,)
    *before, last = parameters
    if not (last is ... or isinstance(last, ParamSpec)):
        raise TypeError("The last parameter to Concatenate should be a ParamSpec variable or ellipsis.")
    msg = "Concatenate[arg, ...]: each arg must be a type."
    return _ConcatenateGenericAlias(self, (*[_type_check(each, msg) for each in before], last))


def _annotated(self, *params):
    """Add context-specific metadata to a type."""
    if len(params) < 2:
        raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
    if _is_unpacked_typevartuple(params[0]):
        raise TypeError("Annotated[...] should not be used with an unpacked TypeVarTuple")
    origin = _type_check(params[0], "Annotated[t, ...]: t must be a type.", allow_special_forms=True)
    return _AnnotatedAlias(origin, params[1:])


_annotated.__name__ = "Annotated"
Annotated = _TypedCacheSpecialForm(_annotated)


def _overload_dummy(*args, **keywords):
    raise NotImplementedError(
        "You should not call an overloaded function. "
        "A series of @overload-decorated functions "
        "outside a stub module should always be followed "
        "by an implementation that is not @overload-ed."
    )


# module -> qualified name -> line of the first decorator -> function
_overload_registry = collections.defaultdict(functools.partial(collections.defaultdict, dict))


def overload(func):
    """Mark a signature for checkers; the last definition is the one that runs."""
    function = getattr(func, "__func__", func)
    try:
        _overload_registry[function.__module__][function.__qualname__][function.__code__.co_firstlineno] = func
    except AttributeError:
        # Not a normal function: nobody will ask for it.
        pass
    return _overload_dummy


def get_overloads(func):
    """Return all defined overloads for a function as a sequence."""
    function = getattr(func, "__func__", func)
    of_module = _overload_registry.get(function.__module__, {})
    return list(of_module.get(function.__qualname__, {}).values())


def clear_overloads():
    """Clear all overloads in the registry."""
    _overload_registry.clear()


def _abstract(name, count, as_name=None, defaults=()):
    return _SpecialGenericAlias(getattr(collections.abc, name), count, name=as_name, defaults=defaults)


Hashable = _abstract("Hashable", 0)
Sized = _abstract("Sized", 0)
Awaitable = _abstract("Awaitable", 1)
Coroutine = _abstract("Coroutine", 3)
AsyncIterable = _abstract("AsyncIterable", 1)
AsyncIterator = _abstract("AsyncIterator", 1)
Iterable = _abstract("Iterable", 1)
Iterator = _abstract("Iterator", 1)
Reversible = _abstract("Reversible", 1)
Container = _abstract("Container", 1)
Collection = _abstract("Collection", 1)
AbstractSet = _abstract("Set", 1, "AbstractSet")
MutableSet = _abstract("MutableSet", 1)
Mapping = _abstract("Mapping", 2)
MutableMapping = _abstract("MutableMapping", 2)
Sequence = _abstract("Sequence", 1)
MutableSequence = _abstract("MutableSequence", 1)
MappingView = _abstract("MappingView", 1)
KeysView = _abstract("KeysView", 1)
ItemsView = _abstract("ItemsView", 2)
ValuesView = _abstract("ValuesView", 1)
Generator = _abstract("Generator", 3, defaults=(types.NoneType, types.NoneType))
AsyncGenerator = _abstract("AsyncGenerator", 2, defaults=(types.NoneType,))
ByteString = _DeprecatedGenericAlias(collections.abc.ByteString, 0, removal_version=(3, 14), name="ByteString")
List = _SpecialGenericAlias(list, 1, inst=False, name="List")
Dict = _SpecialGenericAlias(dict, 2, inst=False, name="Dict")
Set = _SpecialGenericAlias(set, 1, inst=False, name="Set")
FrozenSet = _SpecialGenericAlias(frozenset, 1, inst=False, name="FrozenSet")
Type = _SpecialGenericAlias(type, 1, inst=False, name="Type")
Deque = _SpecialGenericAlias(collections.deque, 1, name="Deque")
DefaultDict = _SpecialGenericAlias(collections.defaultdict, 2, name="DefaultDict")
OrderedDict = _SpecialGenericAlias(collections.OrderedDict, 2)
Counter = _SpecialGenericAlias(collections.Counter, 1)
ChainMap = _SpecialGenericAlias(collections.ChainMap, 2)
Callable = _CallableType(collections.abc.Callable, 2)
Callable.__doc__ = "Deprecated alias to collections.abc.Callable: Callable[[int], str]."
Tuple = _TupleType(tuple, -1, inst=False, name="Tuple")
Tuple.__doc__ = "Deprecated alias to builtins.tuple: Tuple[int, str], Tuple[int, ...]."
Type.__doc__ = "Deprecated alias to builtins.type: Type[User] is the class User and those that derive from it."

# Those of modules that take long to import, made when somebody asks: name -> module, class, number of parameters, defaults.
_WAITING = {
    "Pattern": ("re", "Pattern", 1, ()),
    "Match": ("re", "Match", 1, ()),
    "ContextManager": ("contextlib", "AbstractContextManager", 2, (bool | None,)),
    "AsyncContextManager": ("contextlib", "AbstractAsyncContextManager", 2, (bool | None,)),
}


def _tell_private(name):
    import warnings

    words = "Any use of private functions is discouraged and may break in the future."
    message = f"The private {name} function is deprecated and will be removed in a future version of Python. {words}"
    warnings.warn(message, category=DeprecationWarning)


def __getattr__(attr):
    if attr == "_collect_parameters":
        # Its name until 3.12.
        _tell_private(attr)
        return _collect_type_parameters
    if attr not in _WAITING:
        raise AttributeError(f"module {__name__!r} has no attribute {attr!r}")
    from importlib import import_module

    module, name, count, defaults = _WAITING[attr]
    made = _SpecialGenericAlias(getattr(import_module(module), name), count, name=attr, defaults=defaults)
    globals()[attr] = made
    return made


class IO(Generic[AnyStr]):
    """Generic base class for TextIO and BinaryIO."""

    __slots__ = ()

    @property
    @abstractmethod
    def mode(self) -> str:
        pass

    @property
    @abstractmethod
    def name(self) -> str:
        pass

    @abstractmethod
    def close(self) -> None:
        pass

    @property
    @abstractmethod
    def closed(self) -> bool:
        pass

    @abstractmethod
    def fileno(self) -> int:
        pass

    @abstractmethod
    def flush(self) -> None:
        pass

    @abstractmethod
    def isatty(self) -> bool:
        pass

    @abstractmethod
    def read(self, n: int = -1) -> AnyStr:
        pass

    @abstractmethod
    def readable(self) -> bool:
        pass

    @abstractmethod
    def readline(self, limit: int = -1) -> AnyStr:
        pass

    @abstractmethod
    def readlines(self, hint: int = -1) -> List[AnyStr]:
        pass

    @abstractmethod
    def seek(self, offset: int, whence: int = 0) -> int:
        pass

    @abstractmethod
    def seekable(self) -> bool:
        pass

    @abstractmethod
    def tell(self) -> int:
        pass

    @abstractmethod
    def truncate(self, size: int = None) -> int:
        pass

    @abstractmethod
    def writable(self) -> bool:
        pass

    @abstractmethod
    def write(self, s: AnyStr) -> int:
        pass

    @abstractmethod
    def writelines(self, lines: List[AnyStr]) -> None:
        pass

    @abstractmethod
    def __enter__(self) -> "IO[AnyStr]":
        pass

    @abstractmethod
    def __exit__(self, type, value, traceback) -> None:
        pass


class BinaryIO(IO[bytes]):
    """Typed version of the return of open() in binary mode."""

    __slots__ = ()

    @abstractmethod
    def write(self, s: Union[bytes, bytearray]) -> int:
        pass

    @abstractmethod
    def __enter__(self) -> "BinaryIO":
        pass


class TextIO(IO[str]):
    """Typed version of the return of open() in text mode."""

    __slots__ = ()

    @property
    @abstractmethod
    def buffer(self) -> BinaryIO:
        pass

    @property
    @abstractmethod
    def encoding(self) -> str:
        pass

    @property
    @abstractmethod
    def errors(self) -> Optional[str]:
        pass

    @property
    @abstractmethod
    def line_buffering(self) -> bool:
        pass

    @property
    @abstractmethod
    def newlines(self) -> Any:
        pass

    @abstractmethod
    def __enter__(self) -> "TextIO":
        pass
