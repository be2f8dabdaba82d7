# copy: shallow and deep copies.


class Error(Exception):
    """An object that cannot be copied."""


error = Error

_ATOMIC = {type(None), type(Ellipsis), type(NotImplemented), bool, int, float, str, bytes, type, range, property}
_FUNCTIONS = (type(lambda: None), type(len), type(str.upper))


def _is_atomic(x):
    return type(x) in _ATOMIC or isinstance(x, _FUNCTIONS) or isinstance(x, type)


def copy(x):
    """A new object with the same contents: x.__copy__() where there is one."""
    if _is_atomic(x) or type(x) is slice:
        return x
    own = getattr(type(x), "__copy__", None)
    if own is not None:
        return own(x)
    kind = type(x)
    if kind in (list, dict, set, bytearray):
        return x.copy()
    if kind in (tuple, frozenset):
        return x
    return _rebuild(x, lambda value: value)


def deepcopy(x, memo=None, _nil=[]):
    """A copy of the object and of everything in it: x.__deepcopy__(memo) where there is one."""
    if type(x) in _ATOMIC or _is_atomic(x):
        return x
    if memo is None:
        memo = {}
    known = memo.get(id(x), _nil)
    if known is not _nil:
        return known
    made = _deep(x, memo)
    if made is not x:
        memo[id(x)] = made
        # Kept alive while the copy goes on, so that no id is used twice.
        memo.setdefault(id(memo), []).append(x)
    return made


def _deep(x, memo):
    own = getattr(type(x), "__deepcopy__", None)
    if own is not None:
        return own(x, memo)
    kind = type(x)
    if kind is list:
        made = []
        memo[id(x)] = made
        for item in x:
            made.append(deepcopy(item, memo))
        return made
    if kind is dict:
        made = {}
        memo[id(x)] = made
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
        return made
    if kind is tuple:
        items = [deepcopy(item, memo) for item in x]
        # A tuple that holds itself through a list was finished further in.
        if id(x) in memo:
            return memo[id(x)]
        return x if all(a is b for a, b in zip(x, items)) else tuple(items)
    if kind is set:
        return {deepcopy(item, memo) for item in x}
    if kind is frozenset:
        return frozenset([deepcopy(item, memo) for item in x])
    if kind is bytearray:
        return x.copy()
    if kind is slice:
        return slice(*[deepcopy(bound, memo) for bound in (x.start, x.stop, x.step)])
    return _rebuild(x, lambda value: deepcopy(value, memo), memo)


def _names(slots):
    return [slots] if isinstance(slots, str) else [name for name in slots if name not in ("__dict__", "__weakref__")]


def _reduced(x, convert, memo):
    """As `__reduce__` says: a function, its arguments, and perhaps a state."""
    function, args, *rest = x.__reduce__()
    made = function(*[convert(arg) for arg in args])
    if memo is not None:
        memo[id(x)] = made
    if rest and rest[0] is not None:
        state = convert(rest[0])
        if hasattr(made, "__setstate__"):
            made.__setstate__(state)
        else:
            made.__dict__.update(state)
    return made


def _rebuild(x, convert, memo=None):
    kind = type(x)
    if kind.__name__ in ("generator", "module") and not hasattr(kind, "__reduce__"):
        raise TypeError(f"cannot pickle {kind.__name__!r} object")
    if hasattr(kind, "__reduce__"):
        return _reduced(x, convert, memo)
    slots = [name for base in kind.__mro__ for name in _names(base.__dict__.get("__slots__", ())) if hasattr(x, name)]
    if not hasattr(x, "__dict__"):
        if not slots:
            return x
        made = object.__new__(kind)
        if memo is not None:
            memo[id(x)] = made
        for name in slots:
            object.__setattr__(made, name, convert(getattr(x, name)))
        return made
    if isinstance(x, tuple):
        made = (
            kind.__new__(kind, *[convert(item) for item in x])
            if hasattr(x, "_fields")
            else tuple.__new__(kind, [convert(item) for item in x])
        )
    elif isinstance(x, (int, float, str, bytes)):
        return x
    elif isinstance(x, BaseException):
        made = kind.__new__(kind)
        made.args = tuple([convert(item) for item in x.args])
    else:
        made = kind.__new__(kind)
    if memo is not None:
        memo[id(x)] = made
    if isinstance(x, list):
        for item in list.__iter__(x):
            list.append(made, convert(item))
    elif isinstance(x, dict):
        for key, value in dict.items(x):
            dict.__setitem__(made, convert(key), convert(value))
    elif isinstance(x, set):
        for item in set.__iter__(x):
            set.add(made, convert(item))
    getstate = getattr(x, "__getstate__", None)
    state = x.__dict__ if getstate is None else getstate()
    if hasattr(made, "__setstate__"):
        made.__setstate__(convert(state))
        return made
    for name, value in state.items():
        made.__dict__[name] = convert(value)
    for name in slots:
        object.__setattr__(made, name, convert(getattr(x, name)))
    return made


def replace(obj, /, **changes):
    """A copy of the object with some fields replaced."""
    return type(obj).__replace__(obj, **changes)
