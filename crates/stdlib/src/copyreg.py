# copyreg: how objects are taken apart and made again, for pickle and copy.

import sys as _sys

from _tensorcell.copyreg import _beneath

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Registers a function that takes objects of a type apart."""
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError("constructors must be callable")


def pickle_complex(c):
    """A complex number as its two parts."""
    return complex, (c.real, c.imag)


pickle(complex, pickle_complex, complex)


def _reconstructor(cls, base, state):
    if base is object:
        return object.__new__(cls)
    made = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(made, state)
    return made


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    """As __newobj__, with keywords."""
    return cls.__new__(cls, *args, **kwargs)


for _function in (_reconstructor, __newobj__, __newobj_ex__):
    _function.__module__ = "copyreg"


def _slotnames(cls):
    """The names of a class's slots, as attributes."""
    known = cls.__dict__.get("__slotnames__")
    if known is not None:
        return known
    names = []
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in [slots] if isinstance(slots, str) else slots:
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                stripped = base.__name__.lstrip("_")
                name = f"_{stripped}{name}" if stripped else name
            names.append(name)
    return names


def _state_of(object, required):
    """What `__getstate__` gives: the attributes, and the slots that are filled."""
    kind = type(object)
    state = dict(object.__dict__) if hasattr(object, "__dict__") else None
    if not state:
        state = None
    if required and _beneath(object) not in (None, *_WITH_ITEMS, *_VALUES):
        raise TypeError(f"cannot pickle {kind.__name__!r} object")
    names = _slotnames(kind)
    slots = {name: getattr(object, name) for name in names if hasattr(object, name)}
    if slots and state is not None:
        state = {name: value for name, value in state.items() if name not in slots} or None
    return (state, slots) if slots else state


_WITH_ITEMS = ("list", "dict")
_VALUES = {"int": int, "float": float, "str": str, "bytes": bytes, "tuple": tuple, "complex": complex}


def _state(object, required):
    return _state_of(object, required) if _plain(object, "__getstate__") else object.__getstate__()


def _plain(value, name):
    """Whether a special method is the one that every object has."""
    return getattr(type(value), name, None) is getattr(object, name)


def _new_arguments(value):
    """What `__new__` is to be given: positional arguments and keywords, or None."""
    kind = type(value)
    if hasattr(kind, "__getnewargs_ex__"):
        given = value.__getnewargs_ex__()
        if not isinstance(given, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(given).__name__}'")
        if len(given) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(given)}")
        args, kwargs = given
        if not isinstance(args, tuple):
            found = type(args).__name__
            raise TypeError(f"first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '{found}'")
        if not isinstance(kwargs, dict):
            found = type(kwargs).__name__
            raise TypeError(f"second item of the tuple returned by __getnewargs_ex__ must be a dict, not '{found}'")
        return args, kwargs
    if hasattr(kind, "__getnewargs__"):
        args = value.__getnewargs__()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
        return args, None
    base = _VALUES.get(_beneath(value))
    if base is complex:
        return (value.real, value.imag), None
    return None if base is None else ((base(value),), None)


def _reduce_new(value):
    """As protocols from 2 on have it: by `__new__`."""
    given, beneath, kind = _new_arguments(value), _beneath(value), type(value)
    args, kwargs = given or ((), None)
    state = _state(value, given is None and beneath not in _WITH_ITEMS)
    listitems = iter(value) if beneath == "list" else None
    dictitems = iter(value.items()) if beneath == "dict" else None
    if kwargs:
        return __newobj_ex__, (kind, args, kwargs), state, listitems, dictitems
    return __newobj__, (kind, *args), state, listitems, dictitems


def _reduce_ex(self, proto):
    """As protocols 0 and 1 have it."""
    kind, beneath = type(self), _beneath(self)
    base, state = object, None
    if beneath is not None:
        base = {**_VALUES, "list": list, "dict": dict}.get(beneath)
        if base is None or base is kind:
            raise TypeError(f"cannot pickle {kind.__name__!r} object")
        state = base(self)
    args = (kind, base, state)
    if _plain(self, "__getstate__"):
        if _slotnames(kind):
            raise TypeError("a class that defines __slots__ without defining __getstate__ cannot be pickled")
        own = getattr(self, "__dict__", None)
    else:
        own = self.__getstate__()
    return (_reconstructor, args, own) if own else (_reconstructor, args)


def _own_attributes(value):
    return getattr(value, "__dict__", None) or None


def _reduce_exception(error):
    own = _own_attributes(error)
    args = error.args
    if isinstance(error, OSError) and len(args) == 2 and error.filename is not None:
        args = (*args, error.filename) if error.filename2 is None else (*args, error.filename, None, error.filename2)
    if isinstance(error, (AttributeError, ImportError)):
        named = {"name": error.name, "path": getattr(error, "path", None)}
        own = {**(own or {}), **{name: value for name, value in named.items() if value is not None}}
    return (type(error), args, own) if own else (type(error), args)


def _reduce_set(value):
    return type(value), (list(value),), _state_of(value, False)


def _reduce_bytearray(value, protocol=2):
    if protocol >= 3:
        args = (bytes(value),) if value else ()
    else:
        args = (bytes(value).decode("latin-1"), "latin-1") if value else ()
    return type(value), args, _own_attributes(value)


def _reduce_deque(value):
    args = () if value.maxlen is None else ((), value.maxlen)
    return type(value), args, _state_of(value, False), iter(value)


def _reduce_native(value):
    """A function by its name, a method of an object or a class by what it belongs to."""
    if not isinstance(getattr(value, "__self__", None), (type(None), type(_sys))):
        return _reduce_method(value)
    # What makes objects of a class says that class by its name only.
    owner, _, name = value.__qualname__.rpartition(".")
    return _reduce_descriptor(value) if name == "__new__" else value.__qualname__


def _reduce_method(value):
    return getattr, (value.__self__, value.__name__)


def _reduce_descriptor(value):
    import builtins

    return getattr, (getattr(builtins, value.__qualname__.partition(".")[0]), value.__name__)


_REDUCERS = {
    "set": _reduce_set,
    "frozenset": _reduce_set,
    "range": lambda value: (range, (value.start, value.stop, value.step)),
    "slice": lambda value: (slice, (value.start, value.stop, value.step)),
    "BaseException": _reduce_exception,
    "deque": _reduce_deque,
    "method": _reduce_method,
    "method_descriptor": _reduce_descriptor,
    "wrapper_descriptor": _reduce_descriptor,
    "classmethod_descriptor": _reduce_descriptor,
    "ellipsis": lambda value: "Ellipsis",
    "NotImplementedType": lambda value: "NotImplemented",
}


def _built_in(value, protocol):
    """Of an object that rests on a built-in class with a form of its own; None for others."""
    beneath = _beneath(value)
    if beneath is None:
        return None
    if isinstance(value, BaseException):
        return _reduce_exception(value)
    if beneath == "bytearray":
        return _reduce_bytearray(value, protocol)
    if beneath in ("builtin_function_or_method", "method-wrapper"):
        return _reduce_native(value)
    reducer = _REDUCERS.get(beneath)
    return None if reducer is None else reducer(value)


def _reduce_object(value, protocol):
    made = _built_in(value, protocol)
    if made is not None:
        return made
    return _reduce_new(value) if protocol >= 2 else _reduce_ex(value, protocol)


def _reduce_ex_object(value, protocol):
    if not _plain(value, "__reduce__"):
        return value.__reduce__()
    return _reduce_object(value, protocol)


_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def add_extension(module, name, code):
    """Gives a global a number that stands for it in pickles."""
    code, key = int(code), (module, name)
    if not 1 <= code <= 0x7FFFFFFF:
        raise ValueError("code out of range")
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError(f"key {key} is already registered with code {_extension_registry[key]}")
    if code in _inverted_registry:
        raise ValueError(f"code {code} is already in use for key {_inverted_registry[code]}")
    _extension_registry[key], _inverted_registry[code] = code, key


def remove_extension(module, name, code):
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError(f"key {key} is not registered with code {code}")
    del _extension_registry[key], _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()
