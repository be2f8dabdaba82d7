# Attributes as they are stored, without a descriptor or a hook being run: part of inspect.

__name__ = "inspect"

_sentinel = object()
_absent = object()


def _own_dict(obj):
    try:
        return object.__getattribute__(obj, "__dict__")
    except AttributeError:
        return {}


# What metaclasses cannot hide.
_order = type.__dict__["__mro__"].__get__
_names = type.__dict__["__dict__"].__get__


def _in_class(kind, name):
    for base in _order(kind):
        found = _names(base).get(name, _absent)
        if found is not _absent:
            return found
    return _absent


def getattr_static(obj, attr, default=_sentinel):
    """An attribute as it is stored: descriptors are given themselves."""
    own = _absent
    # `isinstance` would ask the object for its `__class__`.
    if type in _order(type(obj)):
        kind = obj
        of_class = _in_class(kind, attr)
    else:
        kind = type(obj)
        of_class = _in_class(kind, attr)
        shadowed = _in_class(kind, "__dict__")
        if shadowed is _absent or not isinstance(shadowed, property):
            own = _own_dict(obj).get(attr, _absent)
    if own is not _absent and of_class is not _absent:
        descriptor = type(of_class)
        if _in_class(descriptor, "__get__") is not _absent and (
            _in_class(descriptor, "__set__") is not _absent or _in_class(descriptor, "__delete__") is not _absent
        ):
            return of_class
    if own is not _absent:
        return own
    if of_class is not _absent:
        return of_class
    if obj is kind:
        for base in _order(type(kind)):
            found = _names(base).get(attr, _absent)
            if found is not _absent:
                return found
    if default is not _sentinel:
        return default
    raise AttributeError(attr)
