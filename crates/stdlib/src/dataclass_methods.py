# The methods that a dataclass gets: part of dataclasses.

from types import GenericAlias

from _dataclass_fields import _FIELD_CLASSVAR, _FIELD_INITVAR, MISSING, InitVar
from _tensorcell.dataclasses import _function

__name__ = "dataclasses"


class FrozenInstanceError(AttributeError):
    """Raised by an assignment to a field of a frozen dataclass."""


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()


def _declared(f):
    """A field among the parameters of `__init__`."""
    if f.default is not MISSING:
        return f"{f.name}=__dataclass_default_{f.name}__"
    return f"{f.name}=__dataclass_factory__" if f.default_factory is not MISSING else f.name


def _has_default(f):
    return f.default is not MISSING or f.default_factory is not MISSING


def _given(f, slots):
    """What `__init__` sets a field to; None where the class has the value."""
    name = f.name
    if f.default_factory is not MISSING:
        made = f"__dataclass_factory_{name}__()"
        return f"{made} if {name} is __dataclass_factory__ else {name}" if f.init else made
    if f.init:
        return name
    # An attribute of the class, which a slot would hide.
    return f"__dataclass_default_{name}__" if slots and f.default is not MISSING else None


def _make_init(cls, table, positional, keyword_only, options):
    seen = None
    for f in positional:
        if _has_default(f):
            seen = f
        elif seen:
            raise TypeError(f"non-default argument {f.name!r} follows default argument {seen.name!r}")
    this = "self" if "self" not in table else "__dataclass_self__"
    names = {"__dataclass_set__": object.__setattr__, "__dataclass_factory__": _HAS_DEFAULT_FACTORY}
    parameters = [this, *[_declared(f) for f in positional]]
    if keyword_only:
        parameters += ["*", *[_declared(f) for f in keyword_only]]
    body, passed_on = [], []
    for f in table.values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        names[f"__dataclass_factory_{f.name}__"] = f.default_factory
        names[f"__dataclass_default_{f.name}__"] = f.default
        if f._field_type is _FIELD_INITVAR:
            passed_on.append(f.name)
            continue
        value = _given(f, options.slots)
        if value is not None and options.frozen:
            body.append(f"__dataclass_set__({this}, {f.name!r}, {value})")
        elif value is not None:
            body.append(f"{this}.{f.name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append(f"{this}.__post_init__({', '.join(passed_on)})")
    made = _function(f"def made({', '.join(parameters)}):\n  " + "\n  ".join(body or ["pass"]), names)
    made.__annotations__ = {f.name: f.type for f in positional + keyword_only} | {"return": None}
    return made


_showing = set()


def _make_repr(names):
    def __repr__(self):
        key = id(self)
        if key in _showing:
            return "..."
        _showing.add(key)
        try:
            shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        finally:
            _showing.discard(key)
        return f"{self.__class__.__qualname__}({shown})"

    return __repr__


def _make_eq(names):
    same = " and ".join([f"self.{name}==other.{name}" for name in names]) or "True"
    return _function(
        "def made(self, other):\n"
        "  if self is other:\n"
        "    return True\n"
        "  if other.__class__ is self.__class__:\n"
        f"    return {same}\n"
        "  return NotImplemented",
        {},
    )


def _make_comparison(names, operator):
    mine, others = ["".join([f"{side}.{name}, " for name in names]) for side in ("self", "other")]
    return _function(
        "def made(self, other):\n"
        "  if other.__class__ is self.__class__:\n"
        f"    return ({mine}) {operator} ({others})\n"
        "  return NotImplemented",
        {},
    )


def _make_frozen(cls, names, method, what):
    def refuse(self, name, *value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot {what} field {name!r}")
        getattr(super(cls, self), method)(name, *value)

    return refuse


def _hash_of(cls, fields, options, has_own):
    """The `__hash__` that a class gets: a function, None, or MISSING where it keeps what it has."""
    if options.unsafe_hash and has_own:
        raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
    if options.unsafe_hash or options.eq and options.frozen and not has_own:
        names = [f.name for f in fields if (f.compare if f.hash is None else f.hash)]
        mine = "".join([f"self.{name}, " for name in names])
        made = _function(f"def made(self):\n  return hash(({mine}))", {})
        made.__name__, made.__qualname__ = "__hash__", f"{cls.__qualname__}.__hash__"
        return made
    return None if options.eq and not options.frozen and not has_own else MISSING


def _annotation(annotation):
    """An annotation as `inspect.signature` shows it."""
    if isinstance(annotation, type) and not isinstance(annotation, GenericAlias):
        module = annotation.__module__
        return annotation.__qualname__ if module == "builtins" else f"{module}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")


def _signature(cls, parameters):
    """What stands for the documentation of a class that has none."""
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
