# copy: shallow and deep copies.

import types
from copyreg import dispatch_table

from _tensorcell.copyreg import _beneath

__all__ = ["Error", "copy", "deepcopy", "replace"]


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
    kind = type(x)
    if kind in _ATOMIC:
        return x
    if kind not in _COPIED and _is_atomic(x):
        return x
    if memo is None:
        memo = {}
    key = id(x)
    known = memo.get(key, _nil)
    if known is not _nil:
        return known
    copier = _COPIED.get(kind)
    made = _deep(x, memo) if copier is None else copier(x, memo)
    if made is not x:
        memo[key] = made
        # Kept alive while the copy goes on, so that no id is used twice.
        memo.setdefault(id(memo), []).append(x)
    return made


def _deep_list(x, memo):
    made = []
    memo[id(x)] = made
    append = made.append
    for item in x:
        append(item if type(item) in _ATOMIC else deepcopy(item, memo))
    return made


def _deep_dict(x, memo):
    made = {}
    memo[id(x)] = made
    for key, value in x.items():
        made[key if type(key) in _ATOMIC else deepcopy(key, memo)] = value if type(value) in _ATOMIC else deepcopy(value, memo)
    return made


def _deep_tuple(x, memo):
    items = [deepcopy(item, memo) for item in x]
    # A tuple that holds itself through a list was finished further in.
    if id(x) in memo:
        return memo[id(x)]
    for a, b in zip(x, items):
        if a is not b:
            return tuple(items)
    return x


# Classes without a say in how they are copied.
_COPIED = {list: _deep_list, dict: _deep_dict, tuple: _deep_tuple}


def _deep(x, memo):
    own = getattr(type(x), "__deepcopy__", None)
    if own is not None:
        return own(x, memo)
    kind = type(x)
    if kind is set:
        return {deepcopy(item, memo) for item in x}
    if kind is frozenset:
        return frozenset([deepcopy(item, memo) for item in x])
    if kind is bytearray:
        return x.copy()
    if kind is slice:
        return slice(*[deepcopy(bound, memo) for bound in (x.start, x.stop, x.step)])
    if kind is types.MethodType:
        return kind(x.__func__, deepcopy(x.__self__, memo))
    return _rebuild(x, lambda value: deepcopy(value, memo), memo)


def _reduces(x):
    """Whether the object says what it is made of; objects of native classes that do not are shared by copies."""
    kind = type(x)
    if kind.__reduce_ex__ is not object.__reduce_ex__ or kind.__reduce__ is not object.__reduce__:
        return True
    return _beneath(x) in _TAKEN_APART or isinstance(x, BaseException)


_TAKEN_APART = (None, *"int float str bytes bytearray tuple list dict set frozenset deque generator module".split())


def _rebuild(x, convert, memo=None):
    """A new object of what the object says that it is made of."""
    kind = type(x)
    reducer = dispatch_table.get(kind)
    if reducer is None and not _reduces(x):
        return _rebuild_native(x, convert, memo)
    reduced = _reduced(x, memo is not None) if reducer is None else reducer(x)
    if isinstance(reduced, str):
        return x
    return _reconstruct(x, convert, memo, *reduced)


def _reduced(x, deep):
    for name, args in (("__reduce_ex__", (4,)), ("__reduce__", ())):
        reduce = getattr(x, name, None)
        if reduce is not None:
            return reduce(*args)
    kind = type(x)
    raise Error(f"un({'deep' if deep else 'shallow'})copyable object of type {kind}")


def _reconstruct(x, convert, memo, func, args, state=None, listiter=None, dictiter=None):
    made = func(*[convert(arg) for arg in args])
    if memo is not None:
        memo[id(x)] = made
    if state is not None:
        state = convert(state)
        if hasattr(made, "__setstate__"):
            made.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                made.__dict__.update(state)
            for name, value in (slots or {}).items():
                setattr(made, name, value)
    for item in listiter or ():
        made.append(convert(item))
    for key, value in dictiter or ():
        made[convert(key)] = convert(value)
    return made


def _rebuild_native(x, convert, memo):
    kind = type(x)
    if kind.__name__ in ("coroutine", "coroutine_wrapper", "async_generator"):
        raise TypeError(f"cannot pickle {kind.__name__!r} object")
    if not hasattr(x, "__dict__"):
        return x
    made = kind.__new__(kind)
    if memo is not None:
        memo[id(x)] = made
    for name, value in x.__dict__.items():
        made.__dict__[name] = convert(value)
    return made


def replace(obj, /, **changes):
    """A copy of the object with some fields replaced."""
    kind = type(obj)
    if not hasattr(kind, "__replace__"):
        raise TypeError(f"replace() does not support {kind.__name__} objects")
    return kind.__replace__(obj, **changes)
