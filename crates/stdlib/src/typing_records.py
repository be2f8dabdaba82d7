# NamedTuple, TypedDict and NewType: part of typing.

import collections
from sys import _getframemodulename

from _typing_forms import _type_check, _union
from _typing_protocols import Generic, _specialized_class

__name__ = "typing"

_missing = object()

# What a class of named tuples has from its fields alone, and what its body says for itself.
_prohibited = frozenset(
    "__new__ __init__ __slots__ __getnewargs__ _fields _field_defaults _field_types _make _replace _asdict _source".split()
)
_special = frozenset(("__module__", "__name__", "__annotations__"))


def _make_nmtuple(name, fields, module, defaults=()):
    fields = [(field, _type_check(kind, f"field {field} annotation must be a type")) for field, kind in fields]
    made = collections.namedtuple(name, [field for field, _ in fields], defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = dict(fields)
    return made


def _defaults(namespace):
    """The fields that a class body gives a value."""
    found = []
    for field in namespace.get("__annotations__", {}):
        if field in namespace:
            found.append(field)
        elif found:
            plural = "s" if len(found) > 1 else ""
            raise TypeError(f"Non-default namedtuple field {field} cannot follow default field{plural} {', '.join(found)}")
    return found


class NamedTupleMeta(type):
    """Makes a class of tuples whose annotations name the fields."""

    def __new__(cls, typename, bases, ns):
        if any(base is not _NamedTuple and base is not Generic for base in bases):
            raise TypeError("can only inherit from a NamedTuple type and Generic")
        defaults = [ns[field] for field in _defaults(ns)]
        made = _make_nmtuple(typename, ns.get("__annotations__", {}).items(), ns["__module__"], defaults)
        made.__bases__ = tuple([tuple if base is _NamedTuple else base for base in bases])
        if Generic in bases:
            made.__class_getitem__ = classmethod(_specialized_class)
        for key, value in ns.items():
            if key in _prohibited:
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in _special:
                _give(made, key, value)
        if Generic in bases:
            made.__init_subclass__()
        return made


def _give(made, key, value):
    """What a body of class binds to a name that is no field's; a default learns its name as any attribute does."""
    if key not in made._fields:
        setattr(made, key, value)
    set_name = getattr(type(value), "__set_name__", None)
    if set_name is None:
        return
    try:
        set_name(value, made, key)
    except BaseException as error:
        error.add_note(f"Error calling __set_name__ on {type(value).__name__!r} instance {key!r} in {made.__name__!r}")
        raise


def _tell_deprecated(what, instead):
    """The warning that a call gives which a later version refuses."""
    import warnings

    message = f"{what} is deprecated and will be disallowed in Python 3.15. {instead}"
    warnings.warn(message, category=DeprecationWarning)


def _tell_no_fields(fields, call, kind, empty):
    what = "Failing to pass a value for" if fields is _missing else "Passing `None` as"
    instead = f"To create a {kind} class with 0 fields using the functional syntax, pass an empty {empty}, e.g. `{call}`."
    _tell_deprecated(f"{what} the 'fields' parameter", instead)


def _tell_keywords():
    instead = "Use the class-based or functional syntax instead."
    _tell_deprecated("Creating NamedTuple classes using keyword arguments", instead)


def NamedTuple(typename, fields=_missing, /, **kwargs):
    """A tuple with named fields: class Point(NamedTuple): x: int; y: int = 0"""
    if fields is None and kwargs:
        raise TypeError("Cannot pass `None` as the 'fields' parameter and also specify fields using keyword arguments")
    if fields is _missing and kwargs:
        _tell_keywords()
    elif fields is _missing or fields is None:
        _tell_no_fields(fields, f"{typename} = NamedTuple({typename!r}, [])", "NamedTuple", "list")
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided to NamedTuple, not both")
    fields = kwargs.items() if fields is _missing or fields is None else fields
    made = _make_nmtuple(typename, fields, _getframemodulename(1))
    made.__orig_bases__ = (NamedTuple,)
    return made


_NamedTuple = type.__new__(NamedTupleMeta, "NamedTuple", (), {})


def _namedtuple_mro_entries(bases):
    return (_NamedTuple,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries

_KEYS = ("__required_keys__", "__optional_keys__", "__readonly_keys__", "__mutable_keys__")


def _get_typeddict_qualifiers(kind):
    """What Required, NotRequired and ReadOnly say around a type."""
    from typing import Annotated, NotRequired, ReadOnly, Required, get_origin

    while True:
        origin = get_origin(kind)
        if origin is Annotated:
            kind = kind.__origin__
        elif origin in (Required, NotRequired, ReadOnly):
            yield origin
            (kind,) = kind.__args__
        else:
            return


class _Keys:
    """The keys of a TypedDict, those of its bases first."""

    def __init__(self, bases):
        self.kinds, self.required, self.optional, self.readonly, self.mutable = {}, set(), set(), set(), set()
        for base in bases:
            self._inherit(base.__dict__)

    def _inherit(self, base):
        self.kinds.update(base.get("__annotations__", {}))
        required, optional, readonly, mutable = [base.get(name, ()) for name in _KEYS]
        self.required = (self.required | set(required)) - set(optional)
        self.optional = (self.optional - set(required)) | set(optional)
        self.readonly.update(readonly)
        self.mutable.update(mutable)

    def add(self, key, kind, total):
        from typing import NotRequired, ReadOnly, Required

        self.kinds[key] = kind
        qualifiers = set(_get_typeddict_qualifiers(kind))
        is_required = Required in qualifiers or total and NotRequired not in qualifiers
        _move(key, self.optional, self.required) if is_required else _move(key, self.required, self.optional)
        if ReadOnly not in qualifiers:
            _move(key, self.readonly, self.mutable)
        elif key in self.mutable:
            raise TypeError(f"Cannot override mutable key {key!r} with read-only key")
        else:
            self.readonly.add(key)

    def give(self, made):
        made.__annotations__ = self.kinds
        for name, keys in zip(_KEYS, (self.required, self.optional, self.readonly, self.mutable)):
            setattr(made, name, frozenset(keys))


def _move(key, source, target):
    source.discard(key)
    target.add(key)


class _TypedDictMeta(type):
    """Makes a class of dictionaries whose annotations name the keys."""

    def __new__(cls, name, bases, ns, total=True):
        if any(type(base) is not _TypedDictMeta and base is not Generic for base in bases):
            raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        generic = (Generic,) if any(issubclass(base, Generic) for base in bases) else ()
        made = type.__new__(_TypedDictMeta, name, (*generic, dict), ns)
        if not hasattr(made, "__orig_bases__"):
            made.__orig_bases__ = bases
        msg = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own = {key: _type_check(kind, msg, module=made.__module__) for key, kind in ns.get("__annotations__", {}).items()}
        keys = _Keys(bases)
        for key, kind in own.items():
            keys.add(key, kind, total)
        keys.give(made)
        made.__total__ = total
        return made

    # Its instances are plain dictionaries.
    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=_missing, /, *, total=True):
    """A dict whose annotations name its keys: class Movie(TypedDict): title: str"""
    if fields is _missing or fields is None:
        _tell_no_fields(fields, f"{typename} = TypedDict({typename!r}, {{}})", "TypedDict", "dictionary")
        fields = {}
    namespace = {"__annotations__": dict(fields)}
    module = _getframemodulename(1)
    if module is not None:
        namespace["__module__"] = module
    made = _TypedDictMeta(typename, (), namespace, total=total)
    made.__orig_bases__ = (TypedDict,)
    return made


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})


def _typeddict_mro_entries(bases):
    return (_TypedDict,)


TypedDict.__mro_entries__ = _typeddict_mro_entries


def is_typeddict(tp):
    """Check if an annotation is a TypedDict class."""
    return isinstance(tp, _TypedDictMeta)


class NewType:
    """A name for a type, different for checkers only: UserId = NewType("UserId", int)."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition(".")[-1]
        self.__supertype__ = tp
        module = _getframemodulename(1)
        if module != "typing":
            self.__module__ = module

    def __call__(self, value, /):
        return value

    def __mro_entries__(self, bases):
        name = self.__name__

        class Refused:
            def __init_subclass__(cls):
                instead = f"`{cls.__name__} = NewType({cls.__name__!r}, {name})`"
                words = f"Cannot subclass an instance of NewType. Perhaps you were looking for: {instead}"
                raise TypeError(words)

        return (Refused,)

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"
