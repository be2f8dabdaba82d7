# typing: names for annotations. They subscript to anything and check nothing.

from types import GenericAlias, UnionType

TYPE_CHECKING = False


def _shown(item):
    if item is Ellipsis:
        return "..."
    if item is type(None):
        return "NoneType"
    if isinstance(item, type):
        return item.__qualname__ if item.__module__ == "builtins" else f"{item.__module__}.{item.__qualname__}"
    if isinstance(item, list):
        return "[" + ", ".join(_shown(part) for part in item) + "]"
    return repr(item)


class _Form:
    """A special form or alias: Optional, Callable, List..."""

    def __init__(self, name, origin=None):
        self._name = name
        self.__origin__ = origin
        self.__name__ = name

    def __getitem__(self, items):
        if not isinstance(items, tuple):
            items = (items,)
        if self._name in ("Literal", "Annotated"):
            return _Subscripted(self, items)
        items = tuple([_converted(item) for item in items])
        if self._name == "Optional":
            return Union[(*items, None)]
        if self._name == "Union":
            flat = []
            for item in items:
                for part in item.__args__ if isinstance(item, _Subscripted) and item._form is Union else (item,):
                    if part not in flat:
                        flat.append(part)
            if len(flat) == 1:
                return flat[0]
            items = tuple(flat)
        return _Subscripted(self, items)

    def __mro_entries__(self, bases):
        return () if self.__origin__ is None else (self.__origin__,)

    def __call__(self, *args, **keywords):
        if self.__origin__ is None:
            raise TypeError(f"Cannot instantiate typing.{self._name}")
        return self.__origin__(*args, **keywords)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return f"typing.{self._name}"

    def __hash__(self):
        return hash(self._name)

    def __instancecheck__(self, value):
        if self.__origin__ is None:
            raise TypeError(f"typing.{self._name} cannot be used with isinstance()")
        return isinstance(value, self.__origin__)


def _converted(item):
    """Strings are names of types to come; None is its type."""
    if isinstance(item, str):
        return ForwardRef(item)
    return type(None) if item is None else item


class ForwardRef:
    """A type named before it is made."""

    def __init__(self, arg):
        self.__forward_arg__ = arg

    def __eq__(self, other):
        return isinstance(other, ForwardRef) and self.__forward_arg__ == other.__forward_arg__

    def __hash__(self):
        return hash(self.__forward_arg__)

    def __repr__(self):
        return f"ForwardRef({self.__forward_arg__!r})"


def _variables(items):
    """The type variables among types, each once."""
    found = []
    for item in items:
        if isinstance(item, list):
            inner = _variables(item)
        else:
            inner = [item] if isinstance(item, TypeVar) else getattr(item, "__parameters__", ())
        found.extend([variable for variable in inner if variable not in found])
    return found


class _Subscripted:
    def __init__(self, form, items):
        self._form = form
        self.__origin__ = form.__origin__ or form
        self.__args__ = items

    @property
    def __parameters__(self):
        return tuple(_variables(self.__args__))

    def __getitem__(self, items):
        if not isinstance(items, tuple):
            items = (items,)
        chosen = dict(zip(self.__parameters__, items))
        if not chosen:
            raise TypeError(f"{self!r} is not a generic class")
        return self._form[tuple([chosen.get(item, item) if isinstance(item, TypeVar) else item for item in self.__args__])]

    def __mro_entries__(self, bases):
        return self._form.__mro_entries__(bases)

    def __call__(self, *args, **keywords):
        return self._form(*args, **keywords)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __eq__(self, other):
        return isinstance(other, _Subscripted) and self._form is other._form and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self._form, self.__args__))

    def __repr__(self):
        if self._form is Literal:
            return f"typing.Literal[{', '.join([repr(item) for item in self.__args__])}]"
        items = self.__args__
        if self._form is Union and len(items) == 2 and type(None) in items:
            return f"typing.Optional[{_shown(items[0] if items[1] is type(None) else items[1])}]"
        return f"{self._form!r}[{', '.join([_shown(item) for item in items])}]"

    def __instancecheck__(self, value):
        if self._form is Union or self._form is Optional:
            return any(isinstance(value, item) if item is not None else value is None for item in self.__args__)
        raise TypeError("Subscripted generics cannot be used with class and instance checks")


Any = _Form("Any")
Union = _Form("Union")
Optional = _Form("Optional")
Callable = _Form("Callable")
ClassVar = _Form("ClassVar")
Final = _Form("Final")
Literal = _Form("Literal")
Annotated = _Form("Annotated")
Concatenate = _Form("Concatenate")
NoReturn = _Form("NoReturn")
Never = _Form("Never")
Self = _Form("Self")
LiteralString = _Form("LiteralString")
TypeAlias = _Form("TypeAlias")
TypeGuard = _Form("TypeGuard")
Required = _Form("Required")
NotRequired = _Form("NotRequired")
Unpack = _Form("Unpack")
List = _Form("List", list)
Dict = _Form("Dict", dict)
Set = _Form("Set", set)
FrozenSet = _Form("FrozenSet", frozenset)
Tuple = _Form("Tuple", tuple)
Type = _Form("Type", type)
DefaultDict = _Form("DefaultDict", dict)
OrderedDict = _Form("OrderedDict", dict)
Counter = _Form("Counter", dict)
Deque = _Form("Deque")
Iterable = _Form("Iterable")
Iterator = _Form("Iterator")
Generator = _Form("Generator")
Sequence = _Form("Sequence")
MutableSequence = _Form("MutableSequence", list)
Mapping = _Form("Mapping", dict)
MutableMapping = _Form("MutableMapping", dict)
Collection = _Form("Collection")
Container = _Form("Container")
Hashable = _Form("Hashable")
Sized = _Form("Sized")
Reversible = _Form("Reversible")
ContextManager = _Form("ContextManager")
Awaitable = _Form("Awaitable")
Coroutine = _Form("Coroutine")
AsyncIterator = _Form("AsyncIterator")
AsyncIterable = _Form("AsyncIterable")
IO = _Form("IO")
TextIO = _Form("TextIO")
BinaryIO = _Form("BinaryIO")
Pattern = _Form("Pattern")
Match = _Form("Match")
Text = str
AnyStr = _Form("AnyStr")
SupportsFloat = _Form("SupportsFloat")
SupportsInt = _Form("SupportsInt")
SupportsAbs = _Form("SupportsAbs")
SupportsIndex = _Form("SupportsIndex")
SupportsBytes = _Form("SupportsBytes")
SupportsComplex = _Form("SupportsComplex")
SupportsRound = _Form("SupportsRound")
AbstractSet = _Form("AbstractSet", set)
MutableSet = _Form("MutableSet", set)
ChainMap = _Form("ChainMap")
ByteString = _Form("ByteString", bytes)
KeysView = _Form("KeysView")
ValuesView = _Form("ValuesView")
ItemsView = _Form("ItemsView")
MappingView = _Form("MappingView")
AsyncGenerator = _Form("AsyncGenerator")
AsyncContextManager = _Form("AsyncContextManager")


class TypeVar:
    """A type variable, for annotations only."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, default=None):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return f"~{self.__name__}"


class ParamSpec(TypeVar):
    """The parameters of a callable, for annotations only."""

    args = Any
    kwargs = Any


class TypeVarTuple(TypeVar):
    """Several type variables, for annotations only."""


class Generic:
    """Base of generic classes: class Stack(Generic[T])."""

    def __class_getitem__(cls, items):
        if cls is Generic or cls is Protocol:
            return cls
        return GenericAlias(cls, items)


class Protocol(Generic):
    """Base of structural types; runtime_checkable makes isinstance look for their names."""

    @classmethod
    def __class_instancecheck__(cls, value):
        if not cls.__dict__.get("_is_runtime_protocol", False):
            if Protocol not in cls.__bases__:
                return False
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        names = [name for base in cls.__mro__ if Protocol in base.__bases__ for name in base.__dict__]
        names += list(cls.__dict__.get("__annotations__", {}))
        skipped = ("__annotations__", "__module__", "__qualname__", "__doc__", "_is_runtime_protocol", "__slots__", "__init__")
        return all(hasattr(value, name) for name in names if name not in skipped)

    @classmethod
    def __class_subclasscheck__(cls, kind):
        return cls.__class_instancecheck__(kind)


class TypedDict(dict):
    """A dict whose annotations name its keys."""

    def __init_subclass__(cls, total=True, **keywords):
        pass


class NamedTuple(tuple):
    """A tuple with named fields: class Point(NamedTuple): x: int; y: int = 0"""

    def __init_subclass__(cls, **keywords):
        from collections import _add_fields

        names = tuple(cls.__dict__.get("__annotations__", {}))
        defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        _add_fields(cls, names, defaults)


class NewType:
    """A name for a type, different for checkers only."""

    def __init__(self, name, tp):
        self.__name__ = self.__qualname__ = name
        self.__supertype__ = tp
        self.__module__ = "__main__"

    def __call__(self, value, /):
        return value

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"


def cast(typ, val):
    """The value itself."""
    return val


def overload(func):
    """Marks a signature for checkers; the last definition is the one that runs."""
    return func


def final(f):
    return f


def override(f):
    return f


def no_type_check(arg):
    return arg


def runtime_checkable(cls):
    cls._is_runtime_protocol = True
    return cls


def dataclass_transform(**keywords):
    return lambda cls: cls


def assert_type(val, typ):
    return val


def assert_never(arg):
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def reveal_type(obj):
    print(f"Runtime type is {type(obj).__name__!r}")
    return obj


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a class (its bases' too), a function or a module."""
    if isinstance(obj, type):
        hints = {}
        for base in reversed(obj.__mro__):
            hints.update(base.__dict__.get("__annotations__", {}))
        return hints
    names = getattr(obj, "__globals__", {})
    return {name: _resolved(hint, names) for name, hint in getattr(obj, "__annotations__", {}).items()}


def _resolved(hint, names):
    """A name in quotes becomes what it names, where that is known."""
    import builtins

    return names.get(hint, getattr(builtins, hint, hint)) if isinstance(hint, str) else hint


def get_origin(tp):
    """The class or form before the brackets."""
    if isinstance(tp, UnionType):
        return UnionType
    return getattr(tp, "__origin__", None) if isinstance(tp, (_Subscripted, GenericAlias)) else None


def is_typeddict(tp):
    return isinstance(tp, type) and TypedDict in tp.__mro__ and tp is not TypedDict


def get_overloads(func):
    return []


def clear_overloads():
    """Overloads are not kept."""


def no_type_check_decorator(decorator):
    return decorator


def get_args(tp):
    return getattr(tp, "__args__", ())
