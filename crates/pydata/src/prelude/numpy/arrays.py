"""Arrays of moments, texts and objects where NumPy's functions that make arrays are asked for them, and those functions' answers for them."""

import datetime as _datetime

import numpy as np
from numpy import _objects, _records, _times
from numpy._held import Held
from numpy._objects import ValueArray, ValueType, flat_of, made, value_type
from numpy._times import TimeArray, time_type

_NUMBERS = (int, float, complex, np.number, np.bool_)
_TIMES = (_datetime.date, _datetime.timedelta, _times.datetime64, _times.timedelta64)


def dtype_of(given):
    """The element type that something names, or None."""
    return time_type(given) or value_type(given) or _records.record_type(given)


def array(object, dtype=None, ndmin=0):
    """An array of what numbers do not hold: a copy."""
    found = as_array(object, dtype)
    found = found.copy() if found is object else found
    while found is not None and found.ndim < ndmin:
        found = found.reshape((1, *found.shape))
    return found


def as_array(object, dtype=None):
    """An array of what numbers do not hold, or None."""
    if isinstance(object, Held):
        return object if dtype is None or object.dtype == dtype else object.astype(dtype)
    if not isinstance(object, np.ndarray) and hasattr(type(object), "__array__"):
        object = object.__array__() if dtype is None else object.__array__(dtype)
        return as_array(object, dtype) if isinstance(object, Held) or dtype is not None else None
    target = None if dtype is None else dtype_of(dtype)
    if isinstance(target, _records.RecordType):
        return _records.records(object, target)
    flat = []
    shape = flat_of(object, flat)
    if shape is None and dtype is None:
        raise ValueError(_uneven(object))
    if shape is None:
        return _ragged(object) if target is not None and target.kind == "O" else None
    if target is None or target.kind != "O":
        flat = [_element(value) for value in flat]
    if target is None and flat and all([isinstance(value, _NUMBERS) for value in flat]):
        return np.array(flat, dtype=_common(flat) if dtype is None else dtype).reshape(shape)
    if target is None and dtype is not None and not _has_texts(flat):
        return None
    return of_values(flat, shape, dtype if dtype is not None else _kind_of(flat))


def _element(value):
    # What an array without dimensions holds; an object stays in its array.
    alone = isinstance(value, np.ndarray) and not value.ndim and value.dtype.kind != "O"
    return value[()] if alone else value


def _common(numbers):
    # The element type that holds them all; Python's own numbers have theirs, as arrays do.
    kinds = list({one.dtype: one.dtype for one in map(np.asarray, numbers)})
    found = kinds[0]
    for kind in kinds[1:]:
        found = np.promote_types(found, kind)
    return found


def _has_texts(flat):
    return any([isinstance(value, (str, *_TIMES)) for value in flat])


def _uneven(object):
    # What NumPy says of rows of several lengths.
    known, rows = [], [object]
    while all([isinstance(row, (list, tuple)) or getattr(row, "shape", ()) for row in rows]) and len({len(row) for row in rows}) == 1:
        known.append(len(rows[0]))
        rows = [one for row in rows for one in row]
    return (
        "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
        f"{len(known)} dimensions. The detected shape was {tuple(known)} + inhomogeneous part."
    )


def _ragged(object):
    # Rows of several lengths, as objects.
    return made(list(object), (len(object),), "O")


def _kind_of(flat):
    # The element type of values: texts as soon as there is one, moments, else objects.
    if any([isinstance(value, str) for value in flat]) and all(
        [isinstance(value, (str, bytes, int, float, complex, np.generic)) for value in flat]
    ):
        return ValueType("U")
    if flat and all([isinstance(value, (_times.datetime64, _times.timedelta64)) for value in flat]):
        return time_type("M8" if isinstance(flat[0], _times.datetime64) else "m8")
    return ValueType("O")


def of_values(flat, shape, dtype):
    """An array of values, as an element type."""
    timed, target = time_type(dtype), value_type(dtype)
    if timed is not None:
        return _times.times(flat, timed).reshape(shape)
    if target is not None:
        values = [_written(value) for value in flat] if target.kind == "U" else flat
        found = made(values, shape, target.kind)
        return _cut(found, target.width, flat)
    kind = np.dtype(dtype).kind
    read = {"b": bool, "i": int, "u": int, "f": _number, "c": complex}[kind]
    return np.array([read(value) for value in flat]).astype(dtype).reshape(shape)


def _number(value):
    try:
        return float(value)
    except ValueError:
        raise ValueError(f"could not convert string to float: {_objects.str_(value)!r}") from None


def _written(value):
    return str(value) if not isinstance(value, bytes) else value.decode()


_WIDTHS = {bool: 5, int: 21, float: 32}


# How many characters the numbers of a type take at most, as NumPy counts.
_LONGEST = {
    "bool": 5, "int8": 4, "int16": 6, "int32": 11, "int64": 21, "uint8": 3, "float16": 32, "float32": 32, "float64": 32,
    "complex64": 64, "complex128": 64,
}


def _cut(found, width, flat):
    # Texts of the width that is asked for, or that NumPy gives to numbers.
    if found._kind != "U":
        return found
    widest = max([_WIDTHS.get(type(value), 0) for value in flat], default=0)
    found._width = width or max(found._width, widest)
    if width:
        found._values_of[:] = [value[:width] for value in found._values_of]
    return found


def converted(array, dtype):
    """An array of numbers as texts, objects, moments or spans."""
    timed = time_type(dtype)
    if timed is not None:
        return TimeArray(array.astype("int64"), timed.kind, timed.unit)
    target = value_type(dtype)
    if target is None:
        return None
    found = of_values(array.reshape(-1).tolist(), array.shape, dtype)
    if target.kind == "U" and not target.width:
        found._width = _LONGEST.get(str(array.dtype), found._width)
    return found


def filled(shape, value, dtype):
    """An array of one value."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    timed, target = time_type(dtype), value_type(dtype)
    if timed is not None:
        return TimeArray(np.full(shape, value), timed.kind, timed.unit)
    if target is None:
        kind = _records.record_type(dtype)
        return None if kind is None else _records.filled(shape, value, kind)
    count = int(np.prod(shape)) if shape else 1
    found = made([("1" if value else "") if target.kind == "U" else value] * count, shape, target.kind)
    found._width = max(target.width, 1) if target.kind == "U" else 0
    return found


def arange(start, stop, step, dtype):
    """Moments or spans a step apart, or None."""
    timed = None if dtype is None else time_type(dtype)
    given = [one for one in (start, stop) if one is not None]
    if timed is None and not any([isinstance(one, (_times.datetime64, _times.timedelta64)) for one in given]):
        return None
    start, stop = (start, stop) if stop is not None else (None, start)
    unit = timed.unit if timed is not None else None
    parts = [_times.numbers_of(one) for one in (start, stop)]
    for kind, own, _ in parts if unit is None else ():
        unit = _times.finer(unit, own) if kind in ("M", "m") else unit
    kind = timed.kind if timed is not None else next(k for k, _, _ in parts if k in ("M", "m"))
    low, high = [
        0 if one is None else number if k == "i" else _times.converted(number, k, own, unit)
        for one, (k, own, number) in zip((start, stop), parts)
    ]
    if parts[1][0] == "m" and kind == "M":
        high += low
    jump = _times.numbers_of(step)
    width = jump[2] if jump[0] == "i" else _times.converted(jump[2], "m", jump[1], unit)
    return TimeArray(np.arange(low, high, width), kind, unit)


# --- NumPy's functions of such arrays
def answer(name, args, options):
    """What a function of NumPy gives for these arguments, or NotImplemented where no array of this kind is among them."""
    if name == "select":
        return select(*args, **options)
    given = [_texts_as_array(one) for one in args]
    if name == "full":
        return full(*given, **options)
    many = given[0] if given and isinstance(given[0], (list, tuple)) else given
    if name in _JOINS and given and isinstance(given[0], (list, tuple)):
        given[0] = many = [_texts_as_array(one) for one in given[0]]
    if not any([isinstance(one, Held) for one in (*given, *many)]) and not (name == "where" and _is_value(given)):
        return NotImplemented
    return FUNCTIONS[name](*given, **options)


def _is_value(given):
    return any([isinstance(one, (str, *_TIMES)) for one in given])


def _texts_as_array(value):
    # Lists of texts, moments and the like as arrays.
    if isinstance(value, (list, tuple)) and any([isinstance(one, (str, *_TIMES)) for one in value]):
        return np.asarray(value)
    return value.__array__() if hasattr(type(value), "__array__") and not isinstance(value, np.ndarray) else value


def full(shape, fill_value, dtype=None, order="C", *, device=None, like=None):
    """An array of one value, of a type that numbers do not have."""
    if dtype is None and not isinstance(fill_value, (str, *_TIMES)) or isinstance(fill_value, np.ndarray):
        return NotImplemented
    target = dtype if dtype is not None else "U" if isinstance(fill_value, str) else None
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    count = int(np.prod(shape)) if shape else 1
    if target is None or time_type(target) is not None:
        one = _times.times(fill_value, None if target is None else time_type(target))
        return one._like(np.full(shape, int(one._inner)))
    return NotImplemented if dtype_of(target) is None else of_values([fill_value] * count, shape, target)


def select(condlist, choicelist, default=0):
    """The elements of the first array whose condition holds."""
    made = np.asarray(default) if not isinstance(default, str) else default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        made = where(np.asarray(condition), _texts_as_array(choice), made)
    return made


def _whole(values):
    # Several arrays as one type: their parts of whole numbers, and how the result is wrapped.
    arrays = [one if isinstance(one, Held) else np.asarray(one) for one in values]
    first = next(one for one in arrays if isinstance(one, Held))
    if isinstance(first, TimeArray):
        unit = None
        for one in arrays:
            unit = _times.finer(unit, one._unit) if isinstance(one, TimeArray) else unit
        return [_times.converted(*_order(_times.numbers_of(one)), unit) for one in arrays], lambda inner: TimeArray(
            inner, first._kind, unit
        )
    kind = "O" if any([isinstance(one, ValueArray) and one._kind == "O" for one in arrays]) else "U"
    parts, pool = [], []
    for one in arrays:
        values = one.flat_list() if isinstance(one, ValueArray) else one.reshape(-1).tolist()
        parts.append(np.arange(len(pool), len(pool) + len(values)).reshape(one.shape))
        pool += values
    widths = max([one._width for one in arrays if isinstance(one, ValueArray)], default=0)
    pool = [_written(value) for value in pool] if kind == "U" else pool
    width = max(widths, *[len(value) for value in pool], 1) if kind == "U" else 0
    return parts, lambda inner: ValueArray(inner, pool, kind, width).copy()


def _order(parts):
    kind, unit, numbers = parts
    return numbers, kind, unit


def _joined(name):
    # Joins of several arrays, by their whole numbers.
    def run(arrays, *args, **options):
        parts, wrap = _whole(list(arrays))
        return wrap(getattr(np, name)(parts, *args, **options))

    return run


def _moved(name):
    # Functions that move elements alone.
    def run(a, *args, **options):
        found = getattr(np, name)(a._inner, *args, **options)
        return [a._like(one) for one in found] if isinstance(found, list) else a._like(found)

    return run


def _method(name):
    return lambda a, *args, **options: getattr(a, name)(*args, **options)


def where(condition, x=None, y=None):
    """x where the condition holds, else y."""
    if isinstance(condition, Held):
        return condition.nonzero()
    parts, wrap = _whole([x if isinstance(x, Held) else _alone(x), y if isinstance(y, Held) else _alone(y)])
    return wrap(np.where(condition, *parts))


def _alone(value):
    # One value as an array without dimensions, whose type it finds by itself.
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, (list, tuple)):
        return np.asarray(value)
    if isinstance(value, _TIMES):
        return _times.times(value)
    return made([value], (), "U" if isinstance(value, str) else "O")


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    """Each value once, in order."""
    order = ar.ravel().argsort().tolist()
    keys = ar._inner.reshape(-1).tolist() if isinstance(ar, TimeArray) else ar.flat_list()
    first, counts, inverse = [], [], [0] * len(keys)
    for place in order:
        if not first or keys[place] != keys[first[-1]]:
            first.append(place)
            counts.append(0)
        counts[-1] += 1
        inverse[place] = len(first) - 1
    found = [ar.ravel().take(first)]
    found += [np.array(first, dtype="int64")] if return_index else []
    found += [np.array(inverse, dtype="int64").reshape(ar.shape)] if return_inverse else []
    found += [np.array(counts, dtype="int64")] if return_counts else []
    return found[0] if len(found) == 1 else tuple(found)


def sort(a, axis=-1, kind=None, order=None, *, stable=None, descending=None):
    """A sorted copy."""
    made = a.ravel().copy() if axis is None else a.copy()
    options = {"order": order, "descending": descending}
    made.sort(-1 if axis is None else axis, **{name: value for name, value in options.items() if value is not None})
    return made


def isin(element, test_elements, assume_unique=False, invert=False, kind=None):
    """Where elements are among others."""
    known = set(
        np.asarray(test_elements).ravel().tolist() if not isinstance(test_elements, (set, frozenset)) else test_elements
    )
    flat = element.ravel().tolist() if isinstance(element, np.ndarray) else np.asarray(element).ravel().tolist()
    return np.array([(value in known) != invert for value in flat], dtype=bool).reshape(element.shape)


def diff(a, n=1, axis=-1):
    """Differences of neighbours."""
    for _ in range(n):
        rows = np.moveaxis(a, axis, -1)
        a = np.moveaxis(rows[..., 1:] - rows[..., :-1], -1, axis)
    return a


def array_equal(a1, a2, equal_nan=False):
    """Whether two arrays have the same shape and elements."""
    a1, a2 = np.asarray(a1), np.asarray(a2)
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    if equal_nan and a1.dtype.kind == a2.dtype.kind and a1.dtype.kind in "mM":
        same = same | (a1.isnat() & a2.isnat())
    return bool(np.all(same))


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """An array of one value with the shape of another."""
    return np.full(a.shape if shape is None else shape, fill_value, a.dtype if dtype is None else dtype)


def count_nonzero(a, axis=None, *, keepdims=False):
    """How many elements are true."""
    true = np.zeros(a.shape, dtype=bool)
    true[a.nonzero()] = True
    return np.count_nonzero(true, axis, keepdims=keepdims)


def append(arr, values, axis=None):
    """The elements of both."""
    values = values if isinstance(values, (list, np.ndarray)) else [values]
    return FUNCTIONS["concatenate"]([arr, np.asarray(values)], axis or 0)


def set_of(operate):
    """A function of the distinct values of two arrays."""
    return lambda ar1, ar2, *args, **options: np.asarray(
        sorted_values(operate(set(np.asarray(ar1).ravel().tolist()), set(np.asarray(ar2).ravel().tolist())))
    )


def sorted_values(values):
    """The values in order."""
    return sorted(values)


def _known_extreme(name, worst):
    # The least or largest without NaT; NaT where there is nothing else.
    def run(a, axis=None, out=None, keepdims=False):
        unknown = a._inner == _times.NAT
        found = getattr(np.where(unknown, worst, a._inner), name)(axis=axis, keepdims=keepdims)
        known = np.where(unknown.all(axis=axis, keepdims=keepdims), _times.NAT, found)[()]
        return _times.given_to(out, a._wrapped(known))

    return run


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle of spans, or the mean of the two in the middle; NaT if there is any."""
    a._spans_only()
    found = np.trunc(np.median(a._inner, axis, keepdims=keepdims)).astype("int64")
    return a._answered(found, axis, out, keepdims)


def _spread(a, *args, **options):
    """Refuses: moments have no sum, and spans no squares."""
    a._spans_only()
    raise TypeError(
        "ufunc 'square' not supported for the input types, and the inputs could not be safely coerced to any supported types "
        "according to the casting rule ''safe''"
    )


_JOINS = ("concatenate", "stack", "vstack", "hstack", "column_stack", "dstack")
FUNCTIONS = {name: _joined(name) for name in _JOINS}
FUNCTIONS |= {
    name: _moved(name)
    for name in (
        "flip", "flipud", "fliplr", "roll", "reshape", "ravel", "expand_dims", "transpose", "squeeze", "tile", "broadcast_to", "delete", "rot90",
        "split", "array_split", "swapaxes", "moveaxis", "atleast_1d", "atleast_2d",
    )
}  # fmt: skip
FUNCTIONS |= {
    name: _method(name)
    for name in (
        "argsort",
        "take",
        "repeat",
        "copy",
        "nonzero",
        "sum",
        "mean",
        "min",
        "max",
        "ptp",
        "argmin",
        "argmax",
        "searchsorted",
        "cumsum",
        "any",
        "all",
    )
}
FUNCTIONS |= {"amin": FUNCTIONS["min"], "amax": FUNCTIONS["max"], "nansum": FUNCTIONS["sum"], "nanmean": FUNCTIONS["mean"]}
FUNCTIONS |= {"nanmin": _known_extreme("min", 2**63 - 1), "nanmax": _known_extreme("max", _times.NAT), "median": median}
FUNCTIONS |= {"std": _spread, "var": _spread}
FUNCTIONS |= {
    "shape": lambda a: a.shape,
    "ndim": lambda a: a.ndim,
    "size": lambda a, axis=None: a.size if axis is None else a.shape[axis],
}
FUNCTIONS |= {
    "intersect1d": set_of(lambda a, b: a & b),
    "union1d": set_of(lambda a, b: a | b),
    "setdiff1d": set_of(lambda a, b: a - b),
}
FUNCTIONS |= dict(
    where=where,
    unique=unique,
    sort=sort,
    isin=isin,
    diff=diff,
    array_equal=array_equal,
    full_like=full_like,
    count_nonzero=count_nonzero,
    append=append,
)
