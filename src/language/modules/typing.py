# typing: names for annotations. They subscript to anything and check nothing.

TYPE_CHECKING = False


def _shown(item):
    if item is Ellipsis:
        return "..."
    if item is None or item is type(None):
        return "None"
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
        return _Subscripted(self, items)

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


class _Subscripted:
    def __init__(self, form, items):
        self._form = form
        self.__origin__ = form.__origin__ or form
        self.__args__ = items

    def __getitem__(self, items):
        return self

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
        return f"{self._form!r}[{', '.join(_shown(item) for item in self.__args__)}]"

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
    """Base of generic classes: Generic[T] is a base like any other."""

    def __class_getitem__(cls, items):
        return cls


class Protocol:
    """Base of structural types."""

    def __class_getitem__(cls, items):
        return cls


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


def NewType(name, tp):
    """A name for a type, different for checkers only."""
    return tp


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
    return dict(getattr(obj, "__annotations__", {}))


def get_origin(tp):
    return getattr(tp, "__origin__", None)


def get_args(tp):
    return getattr(tp, "__args__", ())
