# typing: names for annotations. They subscript to anything and check nothing.

import re
from abc import ABCMeta
from types import GenericAlias, UnionType

from _typing_parameters import (
    NoDefault,
    ParamSpec,
    TypeAliasType,
    TypeVar,
    TypeVarTuple,
    _alias,
    _parameters,
    _type_variable,
    _type_variables,
)

_TOKENS = re.compile(r"\.\.\.|[\w]+|'[^']*'|\"[^\"]*\"|[][.,|]|-\d+")

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


# How many parameters a form takes.
_COUNTS = {"List": 1, "Set": 1, "FrozenSet": 1, "Type": 1, "Iterable": 1, "Iterator": 1, "Sequence": 1, "Collection": 1}
_COUNTS |= {"Dict": 2, "Mapping": 2, "DefaultDict": 2, "OrderedDict": 2, "MutableMapping": 2, "Deque": 1, "Counter": 1}


# Forms that stand for a class of another module, found when somebody asks.
_ABSTRACT = """Callable Iterable Iterator Generator Sequence MutableSequence Mapping MutableMapping Collection Container
    Hashable Sized Reversible Awaitable Coroutine AsyncIterator AsyncIterable AsyncGenerator MutableSet ByteString KeysView
    ValuesView ItemsView MappingView""".split()
_ELSEWHERE = {
    "AbstractSet": ("collections.abc", "Set"),
    "Deque": ("collections", "deque"),
    "Counter": ("collections", "Counter"),
}
_ELSEWHERE |= {"DefaultDict": ("collections", "defaultdict"), "OrderedDict": ("collections", "OrderedDict")}
_ELSEWHERE |= {"ChainMap": ("collections", "ChainMap"), "ContextManager": ("contextlib", "AbstractContextManager")}
_ELSEWHERE |= {"Pattern": ("re", "Pattern"), "Match": ("re", "Match")}


class _Form:
    """A special form or alias: Optional, Callable, List..."""

    def __init__(self, name, origin=None):
        self._name = name
        self._origin = origin
        self.__name__ = name

    @property
    def __origin__(self):
        if self._origin is None and (self._name in _ABSTRACT or self._name in _ELSEWHERE):
            module, name = _ELSEWHERE.get(self._name, ("collections.abc", self._name))
            self._origin = getattr(_module(module), name, None)
        return self._origin

    def __getitem__(self, items):
        if not isinstance(items, tuple):
            items = (items,)
        if self._name == "Literal":
            kept = []
            for item in items:
                for value in item.__args__ if isinstance(item, _GenericAlias) and item._form is Literal else (item,):
                    if not any(type(value) is type(other) and value == other for other in kept):
                        kept.append(value)
            return _GenericAlias(self, tuple(kept))
        if self._name == "Annotated":
            if len(items) < 2:
                raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
            if isinstance(items[0], _GenericAlias) and items[0]._form is Annotated:
                items = (*items[0].__args__, *items[0].__metadata__, *items[1:])
            alias = _GenericAlias(self, (_converted(items[0]),))
            alias.__origin__, alias._notes = alias.__args__[0], items[1:]
            return alias
        if self._name == "Callable":
            if len(items) != 2:
                raise TypeError("Callable must be used as Callable[[arg, ...], result].")
            if not (
                items[0] is Ellipsis
                or isinstance(items[0], (list, tuple, ParamSpec))
                or getattr(items[0], "_form", None) is Concatenate
            ):
                raise TypeError(f"Callable[args, result]: args must be a list. Got {items[0]!r}")
        items = tuple([_converted(item) for item in items])
        if self._name in ("Optional", "ClassVar", "Final", "TypeGuard", "Required", "NotRequired") and len(items) != 1:
            words = "requires a" if self._name == "Optional" else "accepts only"
            raise TypeError(f"typing.{self._name} {words} single type. Got {items!r}.")
        if self._name == "Union" and not items:
            raise TypeError("Cannot take a Union of no types.")
        wanted = _COUNTS.get(self._name)
        if wanted is not None and len(items) != wanted:
            few = "few" if len(items) < wanted else "many"
            raise TypeError(f"Too {few} arguments for typing.{self._name}; actual {len(items)}, expected {wanted}")
        if self._name == "Optional":
            return Union[(*items, None)]
        if self._name == "Union":
            flat = []
            for item in items:
                for part in item.__args__ if isinstance(item, _GenericAlias) and item._form is Union else (item,):
                    if part not in flat:
                        flat.append(part)
            if len(flat) == 1:
                return flat[0]
            items = tuple(flat)
        return _GenericAlias(self, items)

    def __mro_entries__(self, bases):
        return () if self.__origin__ is None else (self.__origin__,)

    def __call__(self, *args, **keywords):
        if self._name == "Any":
            raise TypeError("Any cannot be instantiated")
        if self.__origin__ is None:
            raise TypeError(f"Cannot instantiate typing.{self._name}")
        raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return "<class 'typing.Annotated'>" if self._name == "Annotated" else f"typing.{self._name}"

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

    __slots__ = ("__forward_arg__", "__forward_is_argument__", "__forward_is_class__", "__forward_module__", "__weakref__")

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        if re.search(r"\w\s+\w", arg) and not re.search(r"['\"]|\b(if|or|and|not|in|is|lambda|for)\b", arg):
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}")
        self.__forward_arg__ = arg
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

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


class _GenericAlias:
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
        notes = getattr(self, "_notes", ())
        return self._form[(*[chosen.get(item, item) if isinstance(item, TypeVar) else item for item in self.__args__], *notes)]

    def __mro_entries__(self, bases):
        return self._form.__mro_entries__(bases)

    def __call__(self, *args, **keywords):
        if not isinstance(self.__origin__, type):
            raise TypeError(f"Cannot instantiate {self._form!r}")
        name = self._form._name
        raise TypeError(f"Type {name} cannot be instantiated; use {self.__origin__.__name__}() instead")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __eq__(self, other):
        if isinstance(other, UnionType) and self._form is Union:
            return set(self.__args__) == set(other.__args__)
        if not isinstance(other, _GenericAlias) or self._form is not other._form:
            return NotImplemented
        if self._form is Union:
            return set(self.__args__) == set(other.__args__)
        return self.__args__ == other.__args__ and getattr(self, "_notes", ()) == getattr(other, "_notes", ())

    def __hash__(self):
        notes = getattr(self, "_notes", ())
        return hash((self._form, frozenset(self.__args__) if self._form is Union else self.__args__, notes))

    @property
    def __metadata__(self):
        if self._form is not Annotated:
            raise AttributeError("__metadata__")
        return self._notes

    def __getattr__(self, name):
        # Of the class itself: List[int].append
        if name.startswith("__") and name.endswith("__") or not isinstance(self.__origin__, type):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.__origin__, name)

    def __repr__(self):
        if self._form is Literal:
            return f"typing.Literal[{', '.join([repr(item) for item in self.__args__])}]"
        items = self.__args__
        if self._form is Union and len(items) == 2 and type(None) in items:
            return f"typing.Optional[{_shown(items[0] if items[1] is type(None) else items[1])}]"
        if self._form is Annotated:
            return f"typing.Annotated[{', '.join([_shown(items[0]), *map(repr, self._notes)])}]"
        if self._form is Unpack:
            return f"*{_shown(items[0])}"
        return f"{self._form!r}[{', '.join([_shown(item) for item in items]) or '()'}]"

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
DefaultDict = _Form("DefaultDict")
OrderedDict = _Form("OrderedDict")
Counter = _Form("Counter")
Deque = _Form("Deque")
Iterable = _Form("Iterable")
Iterator = _Form("Iterator")
Generator = _Form("Generator")
Sequence = _Form("Sequence")
MutableSequence = _Form("MutableSequence")
Mapping = _Form("Mapping")
MutableMapping = _Form("MutableMapping")
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
SupportsFloat = _Form("SupportsFloat")
SupportsInt = _Form("SupportsInt")
SupportsAbs = _Form("SupportsAbs")
SupportsIndex = _Form("SupportsIndex")
SupportsBytes = _Form("SupportsBytes")
SupportsComplex = _Form("SupportsComplex")
SupportsRound = _Form("SupportsRound")
AbstractSet = _Form("AbstractSet")
MutableSet = _Form("MutableSet")
ChainMap = _Form("ChainMap")
ByteString = _Form("ByteString")
KeysView = _Form("KeysView")
ValuesView = _Form("ValuesView")
ItemsView = _Form("ItemsView")
MappingView = _Form("MappingView")
AsyncGenerator = _Form("AsyncGenerator")
AsyncContextManager = _Form("AsyncContextManager")


def _generic_base(parameters):
    """The base of a class with type parameters."""
    made = _Bracketed(Generic, parameters)
    made.__args__ = tuple([Unpack[item] if isinstance(item, TypeVarTuple) else item for item in parameters])
    return made


T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")
AnyStr = TypeVar("AnyStr", bytes, str)


class _Bracketed:
    """Generic[T] or Protocol[T] among a class's bases."""

    def __init__(self, origin, items):
        for item in items:
            if not isinstance(item, TypeVar):
                raise TypeError(
                    f"Parameters to {origin.__name__}[...] must all be type variables or parameter specification variables."
                )
        if len(set(items)) < len(items):
            raise TypeError(f"Parameters to {origin.__name__}[...] must all be unique")
        self.__origin__ = origin
        self.__args__ = self.__parameters__ = items

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __class_made__(self, cls, **keywords):
        cls.__parameters__ = self.__parameters__
        return NotImplemented  # the keywords are for others

    def __repr__(self):
        return f"typing.{self.__origin__.__name__}[{', '.join(map(repr, self.__args__))}]"


class Generic:
    """Base of generic classes: class Stack(Generic[T])."""

    __slots__ = ()

    def __class_getitem__(cls, items):
        if cls is Generic or cls is Protocol:
            return _Bracketed(cls, items if isinstance(items, tuple) else (items,))
        wanted = getattr(cls, "__parameters__", ())
        given = len(items) if isinstance(items, tuple) else 1
        if wanted and given != len(wanted) and not any(isinstance(part, (TypeVarTuple, ParamSpec)) for part in wanted):
            few = "few" if given < len(wanted) else "many"
            raise TypeError(f"Too {few} arguments for {cls!r}; actual {given}, expected {len(wanted)}")
        return GenericAlias(cls, items)


class _ProtocolMeta(ABCMeta):
    """What isinstance asks of a protocol: the names of its members, where it is checked at run time."""

    def __instancecheck__(cls, value):
        if Protocol not in cls.__bases__:
            return super().__instancecheck__(value)
        if not cls.__dict__.get("_is_runtime_protocol", False):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        names = [name for base in cls.__mro__ if Protocol in base.__bases__ for name in base.__dict__]
        names += list(cls.__dict__.get("__annotations__", {}))
        return all(hasattr(value, name) for name in names if name not in _NOT_OF_PROTOCOLS)

    def __subclasscheck__(cls, kind):
        if Protocol not in cls.__bases__:
            return super().__subclasscheck__(kind)
        return cls.__instancecheck__(kind)


_NOT_OF_PROTOCOLS = (
    "__abstractmethods__ __annotations__ __module__ __qualname__ __doc__ _is_runtime_protocol __slots__ __init__ "
    "__orig_bases__ __parameters__".split()
)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base of structural types; runtime_checkable makes isinstance look for their names."""

    def __new__(cls, *args, **keywords):
        if Protocol in cls.__bases__:
            raise TypeError("Protocols cannot be instantiated")
        return object.__new__(cls)


class _TypedDict:
    """A dict whose annotations name its keys: class Movie(TypedDict): title: str"""

    __name__ = __qualname__ = "TypedDict"

    def __mro_entries__(self, bases):
        return (dict,)

    def __class_made__(self, cls, total=True):
        """What the class statement asks of a base that is no class, once the class is made."""
        own = cls.__dict__.get("__annotations__", {})
        above = [base for base in cls.__mro__[1:] if "__total__" in base.__dict__]
        fields, required, optional = {}, set(), set()
        for base in reversed(above):
            fields |= base.__annotations__
            required |= base.__required_keys__
            optional |= base.__optional_keys__
        for name, kind in own.items():
            origin = getattr(kind, "__origin__", None)
            is_required = origin is Required or total and origin is not NotRequired
            (required if is_required else optional).add(name)
        cls.__annotations__ = fields | own
        cls.__required_keys__, cls.__optional_keys__ = frozenset(required), frozenset(optional)
        cls.__total__ = total
        cls.__class_made__ = self.__class_made__
        # Its instances are plain dictionaries.
        cls.__class_call__ = dict
        cls.__class_instancecheck__ = cls.__class_subclasscheck__ = _refuse_typed_dict

    def __call__(self, typename, fields=None, /, *, total=True):
        return type(typename, (self,), {"__annotations__": dict(fields or {})}, total=total)

    def __repr__(self):
        return "<function TypedDict>"


def _refuse_typed_dict(value):
    raise TypeError("TypedDict does not support instance and class checks")


class _NamedTuple:
    """A tuple with named fields: class Point(NamedTuple): x: int; y: int = 0"""

    __name__ = __qualname__ = "NamedTuple"

    def __mro_entries__(self, bases):
        return (tuple,)

    def __class_made__(self, cls):
        """What the class statement asks of a base that is no class, once the class is made."""
        from collections import _add_fields

        names = tuple(cls.__dict__.get("__annotations__", {}))
        defaults = {}
        for name in names:
            if name in cls.__dict__:
                defaults[name] = cls.__dict__[name]
            elif defaults:
                plural = "s" if len(defaults) > 1 else ""
                raise TypeError(
                    f"Non-default namedtuple field {name} cannot follow default field{plural} {', '.join(defaults)}"
                )
        if cls.__doc__ is None:
            cls.__doc__ = f"{cls.__name__}({', '.join(names)})"
        _add_fields(cls, names, defaults)

    def __call__(self, typename, fields=None, /, **keywords):
        return type(typename, (self,), {"__annotations__": dict(fields or keywords)})

    def __repr__(self):
        return "<function NamedTuple>"


TypedDict = _TypedDict()
NamedTuple = _NamedTuple()


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
    function = getattr(func, "__func__", func)
    known = _overloads.setdefault((function.__module__, function.__qualname__), [])
    known.append(func)
    return _overloaded


_overloads = {}


def _overloaded(*args, **kwargs):
    raise NotImplementedError(
        "You should not call an overloaded function. A series of @overload-decorated functions outside a stub module "
        "should always be followed by an implementation that is not @overload-ed."
    )


def final(f):
    """Marks what is not to be overridden."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def override(f):
    """Marks what overrides a method of a base class."""
    try:
        f.__override__ = True
    except (AttributeError, TypeError):
        pass
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
    import sys

    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a class (its bases' too), a function or a module."""
    if isinstance(obj, type):
        hints = {}
        for base in reversed(obj.__mro__):
            own = base.__dict__.get("__annotations__", {})
            if not own:
                continue
            names = globalns if globalns is not None else vars(_module(base.__module__))
            scope = {**names, **vars(base), **(localns or {})}
            for name, hint in own.items():
                hints[name] = _resolved(hint, scope)
        return hints
    names = getattr(obj, "__globals__", {}) if globalns is None else globalns
    scope = {**names, **(localns or {})}
    return {name: _resolved(hint, scope) for name, hint in getattr(obj, "__annotations__", {}).items()}


def _module(name):
    module = __import__(name)
    for part in name.split(".")[1:]:
        module = getattr(module, part)
    return module


def _resolved(hint, names):
    """What an annotation in quotes says: names, dots, brackets, bars."""
    if hint is None:
        return type(None)
    if isinstance(hint, ForwardRef):
        hint = hint.__forward_arg__
    if not isinstance(hint, str):
        return hint
    tokens = _TOKENS.findall(hint)
    found = _union(tokens, names)
    if tokens:
        raise SyntaxError(f"Forward reference must be an expression -- got {hint!r}")
    return _resolved(found, names) if isinstance(found, str) else found


def _union(tokens, names):
    found = _item(tokens, names)
    while tokens and tokens[0] == "|":
        tokens.pop(0)
        found = found | _item(tokens, names)
    return found


def _item(tokens, names):
    token = tokens.pop(0) if tokens else ""
    if token == "[":
        return _items(tokens, names)
    if token == "...":
        return ...
    if token[:1] in "'\"":
        return token[1:-1]
    if token.lstrip("-").isdigit():
        return int(token)
    if token in ("None", "True", "False"):
        return {"None": None, "True": True, "False": False}[token]
    import builtins

    if token in names:
        found = names[token]
    elif hasattr(builtins, token):
        found = getattr(builtins, token)
    else:
        raise NameError(f"name {token!r} is not defined")
    while tokens and tokens[0] in (".", "["):
        if tokens.pop(0) == ".":
            found = getattr(found, tokens.pop(0))
        else:
            inside = _items(tokens, names)
            found = found[inside[0] if len(inside) == 1 else tuple(inside)]
    return found


def _items(tokens, names):
    """What stands between brackets."""
    found = []
    while tokens and tokens[0] != "]":
        found.append(_union(tokens, names))
        if tokens and tokens[0] == ",":
            tokens.pop(0)
    if tokens:
        tokens.pop(0)
    return found


def get_origin(tp):
    """The class or form before the brackets."""
    if isinstance(tp, UnionType):
        return UnionType
    if isinstance(tp, _GenericAlias) and tp._form is Annotated:
        return Annotated
    if isinstance(tp, (_Form, _GenericAlias, GenericAlias)):
        return tp.__origin__
    return Generic if tp is Generic else None


def is_typeddict(tp):
    return isinstance(tp, type) and "__total__" in tp.__dict__


def get_overloads(func):
    """The signatures that were marked for a function."""
    return list(_overloads.get((func.__module__, func.__qualname__), ()))


def clear_overloads():
    _overloads.clear()


def no_type_check_decorator(decorator):
    return decorator


def get_args(tp):
    """What stands in the brackets."""
    if isinstance(tp, _GenericAlias) and tp._form is Annotated:
        return (tp.__origin__, *tp.__metadata__)
    return tp.__args__ if isinstance(tp, (_GenericAlias, GenericAlias, UnionType)) else ()
