# What the fields of a dataclass are, and how they are read from its annotations: part of dataclasses.

import sys
from types import GenericAlias, MappingProxyType, MemberDescriptorType

__name__ = "dataclasses"


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()


class _FieldKind:
    """What an annotation declares."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _FieldKind("_FIELD")
_FIELD_CLASSVAR = _FieldKind("_FIELD_CLASSVAR")
_FIELD_INITVAR = _FieldKind("_FIELD_INITVAR")


class InitVar:
    """Annotation of a parameter that __post_init__ receives and that is no field."""

    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        kind = self.type
        shown = kind.__name__ if isinstance(kind, type) and not isinstance(kind, GenericAlias) else repr(kind)
        return f"dataclasses.InitVar[{shown}]"

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    """A field's name, type and options."""

    __slots__ = "name type default default_factory repr hash init compare metadata kw_only _field_type".split()

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
        self._field_type = None

    def __repr__(self):
        names = "name type default default_factory init repr hash compare metadata kw_only _field_type".split()
        key = id(self)
        if key in _showing:
            return "..."
        _showing.add(key)
        try:
            return f"Field({','.join([f'{name}={getattr(self, name)!r}' for name in names])})"
        finally:
            _showing.discard(key)

    def __set_name__(self, owner, name):
        # A default that is a descriptor learns its name.
        hook = getattr(type(self.default), "__set_name__", None)
        if hook:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(GenericAlias)


_showing = set()


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


def _leading_names(text):
    """The name that a text begins with, after that of its module, if any."""
    names, rest = [], text
    while len(names) < 2:
        rest = rest.lstrip()
        end = next((at for at, c in enumerate(rest) if not (c == "_" or c.isalnum())), len(rest))
        names.append(rest[:end])
        rest = rest[end:].lstrip()
        if not rest.startswith("."):
            break
        rest = rest[1:]
    return ("", *names) if len(names) == 1 else names


def _means(annotation, cls, module, names):
    """Whether an annotation is one of a module's names: the object, or a text that begins with what means it."""
    if not isinstance(annotation, str):
        return False
    prefix, name = _leading_names(annotation)
    around = sys.modules.get(cls.__module__)
    if around is None:
        return False
    space = around.__dict__
    if prefix:
        found = space.get(prefix)
        if found is not module:
            return False
        space = module.__dict__
    found = space.get(name)
    return found is not None and any(found is getattr(module, wanted) for wanted in names)


def _is_class_variable(annotation, cls):
    typing = sys.modules.get("typing")
    if typing is None:
        return False
    is_one = annotation is typing.ClassVar or getattr(annotation, "__origin__", None) is typing.ClassVar
    return is_one or _means(annotation, cls, typing, ["ClassVar"])


def _is_init_only(annotation, cls):
    is_one = annotation is InitVar or type(annotation) is InitVar
    return is_one or _means(annotation, cls, sys.modules["dataclasses"], ["InitVar"])


def _is_keyword_mark(annotation, cls):
    return annotation is KW_ONLY or _means(annotation, cls, sys.modules["dataclasses"], ["KW_ONLY"])


def _field_of(cls, name, annotation, kw_only):
    """The field that an annotation declares, its default taken from the class."""
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        made = default
    else:
        made = field(default=MISSING if isinstance(default, MemberDescriptorType) else default)
    made.name = name
    made.type = annotation
    made._field_type = _FIELD
    if _is_class_variable(annotation, cls):
        made._field_type = _FIELD_CLASSVAR
    elif _is_init_only(annotation, cls):
        made._field_type = _FIELD_INITVAR
    if made._field_type is not _FIELD and made.default_factory is not MISSING:
        raise TypeError(f"field {name} cannot have a default factory")
    if made._field_type is _FIELD_CLASSVAR:
        if made.kw_only is not MISSING:
            raise TypeError(f"field {name} is a ClassVar but specifies kw_only")
    elif made.kw_only is MISSING:
        made.kw_only = kw_only
    if made._field_type is _FIELD and made.default.__class__.__hash__ is None:
        raise ValueError(f"mutable default {type(made.default)} for field {name} is not allowed: use default_factory")
    return made


def _own_fields(cls, kw_only):
    """The fields that a class declares itself; the class keeps their defaults."""
    annotations = cls.__dict__.get("__annotations__", {})
    fields, is_marked = [], False
    for name, annotation in annotations.items():
        if _is_keyword_mark(annotation, cls):
            if is_marked:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            is_marked = kw_only = True
        else:
            fields.append(_field_of(cls, name, annotation, kw_only))
    for made in fields:
        if isinstance(getattr(cls, made.name, None), Field):
            if made.default is MISSING:
                delattr(cls, made.name)
            else:
                setattr(cls, made.name, made.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return fields
