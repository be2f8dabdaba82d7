# dataclasses: classes that are mostly their fields.


from types import MappingProxyType

from _tensorcell.dataclasses import _function


class FrozenInstanceError(AttributeError):
    """Raised by an assignment to a field of a frozen dataclass."""


class _MISSING_TYPE:
    pass


class _KeywordOnly:
    def __repr__(self):
        return "KW_ONLY"


MISSING = _MISSING_TYPE()
KW_ONLY = _KeywordOnly()


class Field:
    """A field's name, type and options."""

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = MappingProxyType({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._init_only = False

    def __repr__(self):
        names = ["name", "type", "default", "default_factory", "init", "repr", "hash", "compare", "metadata", "kw_only"]
        shown = ",".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"Field({shown},_field_type={'_FIELD_INITVAR' if self._init_only else '_FIELD'})"

    def _has_default(self):
        return self.default is not MISSING or self.default_factory is not MISSING


class _DataclassParams:
    """The options that a dataclass was made with."""

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.unsafe_hash = unsafe_hash
        self.frozen = frozen

    def __repr__(self):
        return f"_DataclassParams({','.join([f'{name}={value!r}' for name, value in self.__dict__.items()])})"


class InitVar:
    """Annotation of a parameter that __post_init__ receives and that is no field."""

    def __init__(self, type=None):
        self.type = type

    def __class_getitem__(cls, type):
        return cls(type)


def field(
    *,
    default=MISSING,
    default_factory=MISSING,
    init=True,
    repr=True,
    hash=None,
    compare=True,
    metadata=None,
    kw_only=MISSING,
):
    """Options of a field: default, default_factory, init, repr, hash, compare, metadata, kw_only."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def dataclass(
    cls=None,
    /,
    *,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    """Add __init__, __repr__, __eq__ and, as asked, ordering, hashing and freezing to a class, from its annotations."""

    def decorate(cls):
        cls = _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
        return _with_slots(cls) if slots else cls

    return decorate if cls is None else decorate(cls)


def _is_class_variable(annotation):
    text = annotation if isinstance(annotation, str) else repr(annotation)
    return text.startswith(("ClassVar", "typing.ClassVar"))


def _is_init_only(annotation):
    if isinstance(annotation, str):
        return annotation.startswith(("InitVar", "dataclasses.InitVar"))
    return annotation is InitVar or isinstance(annotation, InitVar)


def _own_fields(cls, kw_only):
    fields = []
    for name, annotation in cls.__dict__.get("__annotations__", {}).items():
        if annotation is KW_ONLY or isinstance(annotation, str) and annotation in ("KW_ONLY", "dataclasses.KW_ONLY"):
            kw_only = True
            continue
        if _is_class_variable(annotation):
            continue
        # As an attribute: of a descriptor what it gives the class, and a base's where the class has none.
        default = getattr(cls, name, MISSING)
        if isinstance(default, Field):
            made = default
        else:
            made = field(default=MISSING if type(default).__name__ == "member_descriptor" else default)
        if made.default is not MISSING and type(made.default).__hash__ is None:
            kind = type(made.default)
            raise ValueError(f"mutable default {kind} for field {name} is not allowed: use default_factory")
        made.name = name
        made.type = annotation
        made._init_only = _is_init_only(annotation)
        if made.kw_only is MISSING:
            made.kw_only = kw_only
        if isinstance(default, Field):
            if made.default is not MISSING:
                setattr(cls, name, made.default)
            else:
                delattr(cls, name)
        fields.append(made)
    for name, value in list(cls.__dict__.items()):
        if isinstance(value, Field) and name not in cls.__dict__.get("__annotations__", {}):
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return fields


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    table = {}
    for base in reversed(cls.__mro__[1:]):
        for inherited in base.__dict__.get("__dataclass_fields__", {}).values():
            table[inherited.name] = inherited
        parameters = base.__dict__.get("__dataclass_params__")
        if parameters is not None and parameters.frozen != frozen:
            if frozen:
                raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
    for own in _own_fields(cls, kw_only):
        table[own.name] = own
    cls.__dataclass_fields__ = table
    cls.__dataclass_params__ = _DataclassParams(init, repr, eq, order, unsafe_hash, frozen)
    shown = [f for f in table.values() if not f._init_only]
    arguments = [f for f in table.values() if f.init]
    positional = [f for f in arguments if not f.kw_only]
    keyword_only = [f for f in arguments if f.kw_only]
    seen_default = False
    for f in positional:
        if f._has_default():
            seen_default = True
        elif seen_default:
            raise TypeError(f"non-default argument {f.name!r} follows default argument")

    def add(name, function):
        function.__name__ = name
        function.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, function)

    if init and "__init__" not in cls.__dict__:
        add("__init__", _make_init(cls, table, positional, keyword_only, frozen, slots))
    if repr and "__repr__" not in cls.__dict__:
        add("__repr__", _make_repr([f.name for f in shown if f.repr]))
    compared = [f.name for f in shown if f.compare]
    if eq and "__eq__" not in cls.__dict__:
        add("__eq__", _make_comparison(compared, "=="))
    if order:
        for name, operator in _ORDERINGS.items():
            if name in cls.__dict__:
                raise TypeError(
                    f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering"
                )
            add(name, _make_comparison(compared, operator))
    if frozen:
        add("__setattr__", _make_frozen(cls, table, "assign to"))
        add("__delattr__", _make_frozen(cls, table, "delete"))
    own_hash = cls.__dict__.get("__hash__")
    if unsafe_hash or (eq and frozen and own_hash is None):
        hashed = [f.name for f in shown if (f.compare if f.hash is None else f.hash)]
        add("__hash__", _make_hash(hashed))
    elif eq and own_hash is None:
        cls.__hash__ = None
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in positional)
    if not cls.__doc__:
        cls.__doc__ = _signature(cls, positional + keyword_only)
    return cls


def _with_slots(cls):
    """The same class again, its fields as slots."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    own = [name for name in cls.__dict__.get("__annotations__", {}) if name in cls.__dataclass_fields__]
    own = tuple([name for name in own if not cls.__dataclass_fields__[name]._init_only])
    members = {name: value for name, value in cls.__dict__.items() if name not in own and name != "__dict__"}
    return type(cls.__name__, cls.__bases__, {**members, "__slots__": own})


def _annotation(annotation):
    if isinstance(annotation, type) and getattr(annotation, "__args__", None) is None:
        if annotation.__module__ in ("builtins", "__main__"):
            return annotation.__qualname__ if annotation.__module__ == "builtins" else f"__main__.{annotation.__qualname__}"
        return f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")


def _signature(cls, parameters):
    shown = []
    starred = False
    for f in parameters:
        if f.kw_only and not starred:
            shown.append("*")
            starred = True
        text = f"{f.name}: {_annotation(f.type.type if isinstance(f.type, InitVar) else f.type)}"
        if f.default_factory is not MISSING:
            text += " = <factory>"
        elif f.default is not MISSING:
            text += f" = {f.default!r}"
        shown.append(text)
    return f"{cls.__name__}({', '.join(shown)})"


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()


def _make_init(cls, table, positional, keyword_only, frozen, slots):
    this = "self" if "self" not in table else "__dataclass_self__"
    names = {"_set": object.__setattr__, "_HAS_DEFAULT_FACTORY": _HAS_DEFAULT_FACTORY}

    def declared(f):
        if f.default_factory is not MISSING:
            return f"{f.name}=_HAS_DEFAULT_FACTORY"
        return f"{f.name}=_default_{f.name}" if f.default is not MISSING else f.name

    parameters = [this, *[declared(f) for f in positional]]
    if keyword_only:
        parameters += ["*", *[declared(f) for f in keyword_only]]
    body, passed_on = [], []
    for f in table.values():
        name = value = f.name
        names[f"_factory_{name}"], names[f"_default_{name}"] = f.default_factory, f.default
        if f.default_factory is not MISSING:
            value = f"_factory_{name}() if {name} is _HAS_DEFAULT_FACTORY else {name}" if f.init else f"_factory_{name}()"
        elif not f.init:
            # The class's attribute is its default, where instances have no slot that hides it.
            if not slots or f.default is MISSING:
                continue
            value = f"_default_{name}"
        if f._init_only:
            passed_on.append(name)
        elif frozen:
            body.append(f"_set({this}, {name!r}, {value})")
        else:
            body.append(f"{this}.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append(f"{this}.__post_init__({', '.join(passed_on)})")
    made = _function(f"def made({', '.join(parameters)}):\n  " + "\n  ".join(body or ["pass"]), names)
    made.__annotations__ = {f.name: f.type for f in positional + keyword_only} | {"return": None}
    return made


_showing = []


def _make_repr(names):
    def __repr__(self):
        if any(self is other for other in _showing):
            return "..."
        _showing.append(self)
        try:
            shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        finally:
            _showing.pop()
        return f"{type(self).__qualname__}({shown})"

    return __repr__


def _make_comparison(names, operator):
    mine, others = ["".join([f"{side}.{name}, " for name in names]) for side in ("self", "other")]
    return _function(
        "def made(self, other):\n"
        "  if other.__class__ is not self.__class__:\n"
        "    return NotImplemented\n"
        f"  return ({mine}) {operator} ({others})",
        {},
    )


def _make_hash(names):
    mine = "".join([f"self.{name}, " for name in names])
    return _function(f"def made(self):\n  return hash(({mine}))", {})


_ORDERINGS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def _make_frozen(cls, table, what):
    def refuse(self, name, *value):
        if type(self) is cls or name in table:
            raise FrozenInstanceError(f"cannot {what} field {name!r}")
        if value:
            object.__setattr__(self, name, *value)
        else:
            object.__delattr__(self, name)

    return refuse


def is_dataclass(obj):
    """Whether the object is a dataclass or an instance of one."""
    return hasattr(obj if isinstance(obj, type) else type(obj), "__dataclass_fields__")


def fields(class_or_instance):
    """A tuple of the fields of a dataclass."""
    table = getattr(class_or_instance, "__dataclass_fields__", None)
    if table is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([f for f in table.values() if not f._init_only])


def _is_instance(obj):
    return hasattr(type(obj), "__dataclass_fields__")


def asdict(obj, *, dict_factory=dict):
    """The fields of a dataclass instance as a dict, dataclasses inside too."""
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _as_dict(obj, dict_factory)


def _as_dict(obj, dict_factory):
    import copy

    if _is_instance(obj):
        return dict_factory([(f.name, _as_dict(getattr(obj, f.name), dict_factory)) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_as_dict(item, dict_factory) for item in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_as_dict(item, dict_factory) for item in obj])
    if isinstance(obj, dict):
        pairs = [(_as_dict(key, dict_factory), _as_dict(value, dict_factory)) for key, value in obj.items()]
        return type(obj)(pairs)
    return copy.deepcopy(obj)


def astuple(obj, *, tuple_factory=tuple):
    """The fields of a dataclass instance as a tuple, dataclasses inside too."""
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _as_tuple(obj, tuple_factory)


def _as_tuple(obj, tuple_factory):
    import copy

    if _is_instance(obj):
        return tuple_factory([_as_tuple(getattr(obj, f.name), tuple_factory) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_as_tuple(item, tuple_factory) for item in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_as_tuple(item, tuple_factory) for item in obj])
    if isinstance(obj, dict):
        return type(obj)([(_as_tuple(k, tuple_factory), _as_tuple(v, tuple_factory)) for k, v in obj.items()])
    return copy.deepcopy(obj)


def replace(obj, /, **changes):
    """A new object of the same type with some fields replaced."""
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in type(obj).__dataclass_fields__.values():
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
        elif f.name not in changes:
            if f._init_only and not f._has_default():
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            if not f._init_only:
                changes[f.name] = getattr(obj, f.name)
    return type(obj)(**changes)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **options):
    """A dataclass of a name and fields: names, (name, type) or (name, type, field) each."""
    annotations = {}
    members = dict(namespace or {})
    for item in fields:
        if isinstance(item, str):
            annotations[item] = "typing.Any"
        elif len(item) == 2:
            annotations[item[0]] = item[1]
        else:
            annotations[item[0]] = item[1]
            members[item[0]] = item[2]
    members["__annotations__"] = annotations
    return dataclass(type(cls_name, tuple(bases), members), **options)
