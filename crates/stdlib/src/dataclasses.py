# dataclasses: classes that are mostly their fields.

from abc import update_abstractmethods as _update_abstractmethods
from sys import _getframemodulename
from types import GenericAlias, MappingProxyType, MemberDescriptorType

from _dataclass_fields import (
    _FIELD,
    _FIELD_CLASSVAR,
    _FIELD_INITVAR,
    KW_ONLY,
    MISSING,
    Field,
    InitVar,
    _own_fields,
    field,
)
from _dataclass_methods import (
    FrozenInstanceError,
    _hash_of,
    _make_comparison,
    _make_eq,
    _make_frozen,
    _make_init,
    _make_repr,
    _signature,
)

__all__ = (
    "dataclass field Field FrozenInstanceError InitVar KW_ONLY MISSING fields asdict astuple make_dataclass replace "
    "is_dataclass"
).split()

_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"


class _DataclassParams:
    """The options that a dataclass was made with."""

    __slots__ = "init repr eq order unsafe_hash frozen match_args kw_only slots weakref_slot".split()

    def __init__(self, *values):
        for name, value in zip(self.__slots__, values):
            setattr(self, name, value)

    def __repr__(self):
        return f"_DataclassParams({','.join([f'{name}={getattr(self, name)!r}' for name in self.__slots__])})"


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
        values = (init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)
        return _process(cls, _DataclassParams(*values))

    return decorate if cls is None else decorate(cls)


def _table_of(cls, options):
    """The fields of a class and of those above it, by name."""
    table, frozen = {}, []
    for base in cls.__mro__[-1:0:-1]:
        inherited = getattr(base, _FIELDS, None)
        if inherited is not None:
            table.update(inherited)
            if _PARAMS in base.__dict__:
                frozen.append(getattr(base, _PARAMS).frozen)
    if frozen and any(frozen) and not options.frozen:
        raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
    if frozen and options.frozen and not all(frozen):
        raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    for own in _own_fields(cls, options.kw_only):
        table[own.name] = own
    return table


def _process(cls, options):
    table = _table_of(cls, options)
    setattr(cls, _PARAMS, options)
    class_hash = cls.__dict__.get("__hash__", MISSING)
    has_own_hash = not (class_hash is MISSING or class_hash is None and "__eq__" in cls.__dict__)
    if options.order and not options.eq:
        raise ValueError("eq must be true if order is true")
    setattr(cls, _FIELDS, table)
    shown = [f for f in table.values() if f._field_type is _FIELD]
    arguments = [f for f in table.values() if f._field_type in (_FIELD, _FIELD_INITVAR) and f.init]
    positional = [f for f in arguments if not f.kw_only]
    keyword_only = [f for f in arguments if f.kw_only]

    def add(name, function):
        """False where the class has its own."""
        if name in cls.__dict__:
            return False
        function.__name__ = name
        function.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, function)
        return True

    if options.init:
        add("__init__", _make_init(cls, table, positional, keyword_only, options))
    add("__replace__", _replace)
    if options.repr:
        add("__repr__", _make_repr([f.name for f in shown if f.repr]))
    compared = [f.name for f in shown if f.compare]
    if options.eq:
        add("__eq__", _make_eq(compared))
    if options.order:
        for name, operator in (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">=")):
            if not add(name, _make_comparison(compared, operator)):
                raise TypeError(
                    f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering"
                )
    if options.frozen:
        for name, what in (("__setattr__", "assign to"), ("__delattr__", "delete")):
            if not add(name, _make_frozen(cls, [f.name for f in shown], name, what)):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
    hashing = _hash_of(cls, shown, options, has_own_hash)
    if hashing is not MISSING:
        cls.__hash__ = hashing
    if not cls.__doc__:
        cls.__doc__ = _signature(cls, positional + keyword_only)
    if options.match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([f.name for f in positional])
    if options.weakref_slot and not options.slots:
        raise TypeError("weakref_slot is True but slots is False")
    if options.slots:
        cls = _with_slots(cls, options, [f.name for f in shown])
    _update_abstractmethods(cls)
    return cls


def _slots_of(cls):
    match cls.__dict__.get("__slots__"):
        case None:
            return [name for name in ("__weakref__", "__dict__") if hasattr(cls, name)]
        case str(name):
            return [name]
        case names if not hasattr(names, "__next__"):
            return list(names)
        case _:
            raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")


def _with_slots(cls, options, names):
    """The same class again, its fields as slots."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    inherited = {slot for base in cls.__mro__[1:-1] for slot in _slots_of(base)}
    wanted = names + (["__weakref__"] if options.weakref_slot else [])
    members = dict(cls.__dict__)
    members["__slots__"] = tuple([name for name in wanted if name not in inherited])
    for name in names:
        members.pop(name, None)
    members.pop("__dict__", None)
    members.pop("__weakref__", None)
    if options.frozen:
        members.setdefault("__getstate__", _dataclass_getstate)
        members.setdefault("__setstate__", _dataclass_setstate)
    made = type(cls)(cls.__name__, cls.__bases__, members)
    made.__qualname__ = cls.__qualname__
    for member in made.__dict__.values():
        _move_class(member, cls, made)
    return made


def _move_class(member, old, new):
    """Have `super()` and `__class__` in a method mean the class that has taken the place of another."""
    from inspect import unwrap

    member = getattr(member, "__func__", member)
    functions = [member] if not isinstance(member, property) else [member.fget, member.fset, member.fdel]
    for function in functions:
        function = unwrap(function) if callable(function) else None
        code = getattr(function, "__code__", None)
        for name, cell in zip(getattr(code, "co_freevars", ()), getattr(function, "__closure__", None) or ()):
            if name == "__class__" and cell.cell_contents is old:
                cell.cell_contents = new


def _dataclass_getstate(self):
    return [getattr(self, f.name) for f in fields(self)]


def _dataclass_setstate(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def fields(class_or_instance):
    """A tuple of the fields of a dataclass."""
    table = getattr(class_or_instance, _FIELDS, None)
    if table is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([f for f in table.values() if f._field_type is _FIELD])


def _is_dataclass_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    """Whether the object is a dataclass or an instance of one."""
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


def asdict(obj, *, dict_factory=dict):
    """The fields of a dataclass instance as a dict, dataclasses inside too."""
    if not _is_dataclass_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _deeply(obj, lambda pairs: dict_factory(pairs))


def astuple(obj, *, tuple_factory=tuple):
    """The fields of a dataclass instance as a tuple, dataclasses inside too."""
    if not _is_dataclass_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _deeply(obj, lambda pairs: tuple_factory([value for _, value in pairs]))


_ATOMS = frozenset([type(None), bool, int, float, str, complex, bytes, type(...), type(NotImplemented), type, range, property])


def _deeply(obj, of_fields):
    """A copy of an object, with dataclasses anywhere in it replaced by what a function makes of their fields."""
    kind = type(obj)
    if kind in _ATOMS:
        return obj
    if hasattr(kind, _FIELDS):
        return of_fields([(f.name, _deeply(getattr(obj, f.name), of_fields)) for f in fields(obj)])
    if issubclass(kind, tuple) and hasattr(obj, "_fields"):
        return kind(*[_deeply(item, of_fields) for item in obj])
    if issubclass(kind, dict):
        pairs = [(_deeply(key, of_fields), _deeply(value, of_fields)) for key, value in obj.items()]
        if hasattr(obj, "default_factory"):
            made = kind(obj.default_factory)
            for key, value in pairs:
                made[key] = value
            return made
        return kind(pairs)
    if issubclass(kind, (list, tuple)):
        return kind([_deeply(item, of_fields) for item in obj])
    from copy import deepcopy

    return deepcopy(obj)


def replace(obj, /, **changes):
    """A new object of the same type with some fields replaced."""
    if not _is_dataclass_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    return _replace(obj, **changes)


def _replace(self, /, **changes):
    for f in getattr(self, _FIELDS).values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise TypeError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
        elif f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise TypeError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(self, f.name)
    return self.__class__(**changes)


def make_dataclass(
    cls_name,
    fields,
    *,
    bases=(),
    namespace=None,
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
    module=None,
):
    """A dataclass of a name and fields: names, (name, type) or (name, type, field) each."""
    from types import new_class

    members, annotations = dict(namespace or {}), {}
    for item in fields:
        parts = (item, "typing.Any") if isinstance(item, str) else item
        if len(parts) not in (2, 3):
            raise TypeError(f"Invalid field: {item!r}")
        name, kind, *default = parts
        _check_name(name, annotations)
        annotations[name] = kind
        if default:
            members[name] = default[0]
    members["__annotations__"] = annotations
    cls = new_class(cls_name, bases, {}, lambda names: names.update(members))
    module = module or _getframemodulename(1) or "__main__"
    cls.__module__ = module
    return dataclass(
        cls,
        init=init,
        repr=repr,
        eq=eq,
        order=order,
        unsafe_hash=unsafe_hash,
        frozen=frozen,
        match_args=match_args,
        kw_only=kw_only,
        slots=slots,
        weakref_slot=weakref_slot,
    )


def _check_name(name, known):
    import keyword

    if not isinstance(name, str) or not name.isidentifier():
        raise TypeError(f"Field names must be valid identifiers: {name!r}")
    if keyword.iskeyword(name):
        raise TypeError(f"Field names must not be keywords: {name!r}")
    if name in known:
        raise TypeError(f"Field name duplicated: {name!r}")
