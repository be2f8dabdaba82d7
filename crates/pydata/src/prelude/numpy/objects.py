"""Arrays of texts and of objects: whole numbers of the engine are places in a list of values, which views share."""

import numpy as np
from numpy._held import Held, _key


class str_(str):
    """One text of an array."""

    __module__ = "numpy"

    def __repr__(self):
        return f"np.str_({str(self)!r})"

    def item(self):
        """Python's own text."""
        return str(self)

    tolist = item
    ndim, shape, size = 0, (), 1
    dtype = property(lambda self: ValueType("U", len(self)))


class object_:
    """The type of objects."""

    __module__ = "numpy"


class ValueType:
    """The element type of texts (of a width) or objects."""

    names = fields = None
    byteorder = "="

    def __init__(self, kind, width=0):
        self.kind = self.char = kind
        self.width = width
        self.itemsize = 8 if kind == "O" else 4 * width
        self.type = object_ if kind == "O" else str_

    @property
    def str(self):
        """`<U3` or `|O`"""
        return "|O" if self.kind == "O" else f"<U{self.width or ''}"

    @property
    def name(self):
        """`str96` or `object`"""
        return "object" if self.kind == "O" else f"str{32 * self.width}" if self.width else "str"

    def __eq__(self, other):
        other = value_type(other)
        return other is not None and self.kind == other.kind and self.width == other.width

    def __hash__(self):
        return hash((self.kind, self.width))

    def __str__(self):
        return "object" if self.kind == "O" else self.str

    def __repr__(self):
        return "dtype('O')" if self.kind == "O" else f"dtype('{self.str}')"


def value_type(given):
    """The element type of texts or objects that something names, or None."""
    if isinstance(given, ValueType):
        return given
    if given in (object, object_) or isinstance(given, str) and given in ("O", "object", "|O"):
        return ValueType("O")
    if given in (str, str_) or isinstance(given, str) and given in ("str", "U", "<U"):
        return ValueType("U")
    text = given.lstrip("<=") if isinstance(given, str) else ""
    return ValueType("U", int(text[1:])) if text[:1] == "U" and text[1:].isdigit() else None


def flat_of(values, flat, leaves=(str, bytes, dict, set)):
    """The shape of nested sequences, whose elements are added to a list; None where they are ragged."""
    if isinstance(values, np.ndarray) and not isinstance(values, Held) and values.ndim:
        flat += values.reshape(-1).tolist()
        return values.shape
    if isinstance(values, np.ndarray) and not values.ndim:
        flat.append(values)
        return ()
    if isinstance(values, leaves) or not hasattr(values, "__len__") or not hasattr(values, "__getitem__"):
        flat.append(values)
        return ()
    shapes = [flat_of(one, flat, leaves) for one in values]
    if not shapes:
        return (0,)
    return None if None in shapes or len(set(shapes)) > 1 else (len(shapes), *shapes[0])


def made(values, shape, kind):
    """An array of new values."""
    if kind == "U":
        values = [value if type(value) is str else _text(value) for value in values]
    return ValueArray(
        np.arange(len(values)).reshape(shape),
        values,
        kind,
        max([len(value) for value in values], default=1) or 1 if kind == "U" else 0,
    )


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class ValueArray(Held):
    """An array of texts or objects."""

    __module__, __name__ = "numpy", "ndarray"

    def __init__(self, inner, values, kind, width=0):
        self._inner, self._values_of, self._kind, self._width = inner, values, kind, width

    dtype = property(lambda self: ValueType(self._kind, self._width))

    def _like(self, inner):
        return ValueArray(inner, self._values_of, self._kind, self._width)

    def _fresh(self, values, shape):
        # Other values of the same type.
        return ValueArray(np.arange(len(values)).reshape(shape), values, self._kind, self._width)

    def _one(self, place):
        value = self._values_of[place]
        return str_(value) if self._kind == "U" else value

    def flat_list(self):
        """The values, one behind the other."""
        return [self._values_of[place] for place in self._inner.reshape(-1).tolist()]

    def copy(self, order="C"):
        """A copy."""
        return self._fresh(self.flat_list(), self.shape)

    def __getitem__(self, key):
        found = self._inner[_key(key)]
        if not isinstance(found, np.ndarray):
            return self._one(int(found))
        return self._like(found).copy() if _is_gathering(key) else self._like(found)

    def __setitem__(self, key, value):
        places = self._inner[_key(key)]
        if not isinstance(places, np.ndarray):
            self._values_of[int(places)] = self._fitting(value)
            return
        whole = self._kind == "O" and not isinstance(value, (np.ndarray, list)) or isinstance(value, str)
        values = [value] * places.size if whole else _spread(value, places.shape)
        for place, one in zip(places.reshape(-1).tolist(), values):
            self._values_of[place] = self._fitting(one)

    def _fitting(self, value):
        # A value as the array holds it: texts are cut to the width.
        return value if self._kind == "O" else _text(value)[: self._width]

    def take(self, indices, axis=None):
        """The elements at some places."""
        found = np.take(self._inner, indices, axis)
        return self._like(found).copy() if isinstance(found, np.ndarray) else self._one(int(found))

    def repeat(self, repeats, axis=None):
        """Each element several times."""
        return Held.repeat(self, repeats, axis).copy()

    def tolist(self):
        """Nested lists of Python's own values."""
        return _nested(self.flat_list(), self.shape)

    def _shown_one(self, one):
        return f"list({one!r})" if isinstance(one, list) else repr(str(one)) if self._kind == "U" else repr(one)

    def _aligned(self, text, width):
        return text

    def _ending(self):
        return f", dtype={self.dtype})" if self._kind == "O" else f", dtype='{self.dtype}')"

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """As texts, objects, numbers, moments or spans."""
        from numpy import _arrays

        return _arrays.of_values(self.flat_list(), self.shape, dtype)

    def _each(self, operate):
        return np.array([operate(value) for value in self.flat_list()]).reshape(self.shape)

    def _rows_along(self, axis):
        """The values of each line along an axis, and the shape of the rest."""
        (axis,) = np._axes(axis, self.ndim)
        places = np.moveaxis(self._inner, axis, -1)
        rows = places.reshape(-1, places.shape[-1]).tolist() if places.size else []
        return [[self._values_of[place] for place in row] for row in rows], places.shape[:-1], axis

    def _along(self, axis, fold):
        """One value of all, or of each line along an axis."""
        if axis is None:
            return fold(self.flat_list())
        rows, shape, _ = self._rows_along(axis)
        return made([fold(row) for row in rows], shape, self._kind)[()]

    def _numbers_along(self, axis, fold, dtype):
        if axis is None:
            return np.dtype(dtype).type(fold(self.flat_list()))
        rows, shape, _ = self._rows_along(axis)
        return np.array([fold(row) for row in rows], dtype=dtype).reshape(shape)[()]

    def sort(self, axis=-1, kind=None, order=None, *, stable=None, descending=None):
        """Sorts in place."""
        self._refuse_descending(descending)
        rows, shape, axis = self._rows_along(axis)
        values = [value for row in rows for value in sorted(row, reverse=bool(descending))]
        np.moveaxis(self, axis, -1)[...] = self._fresh(values, (*shape, self.shape[axis]))

    def argsort(self, axis=-1, kind=None, order=None, *, stable=None, descending=None):
        """The places in ascending order."""
        self._refuse_descending(descending)
        rows, shape, axis = self._rows_along(axis)
        places = [sorted(range(len(row)), key=row.__getitem__, reverse=bool(descending)) for row in rows]
        return np.moveaxis(np.array(places, dtype="int64").reshape(*shape, self.shape[axis]), -1, axis)

    def _refuse_descending(self, descending):
        if descending and self._kind == "O":
            raise TypeError("no current sort function meets the requirements")

    def sum(self, axis=None):
        """The sum of objects."""
        from functools import reduce

        if self._kind == "U":
            raise TypeError("ufunc 'add' did not contain a loop with signature matching types")
        return self._along(axis, lambda values: reduce(lambda a, b: a + b, values) if values else 0)

    def mean(self, axis=None):
        """The mean of objects."""
        return self.sum(axis) / (self.size if axis is None else self.shape[axis])

    def min(self, axis=None):
        """The least of objects."""
        return self._extreme(min, "minimum", axis)

    def max(self, axis=None):
        """The largest of objects."""
        return self._extreme(max, "maximum", axis)

    def _extreme(self, choose, name, axis):
        if self._kind == "U":
            from numpy._operations import UFuncTypeError

            raise UFuncTypeError(f"ufunc '{name}' did not contain a loop with signature matching types {self.dtype!r} -> None")
        return self._along(axis, choose)

    def argmax(self, axis=None):
        """The place of the largest."""
        return self._numbers_along(axis, lambda values: values.index(max(values)), "int64")

    def argmin(self, axis=None):
        """The place of the least."""
        return self._numbers_along(axis, lambda values: values.index(min(values)), "int64")

    def any(self, axis=None):
        """Whether any is true."""
        return bool(any(self.flat_list())) if axis is None else self._numbers_along(axis, any, "bool")

    def all(self, axis=None):
        """Whether all are true."""
        return bool(all(self.flat_list())) if axis is None else self._numbers_along(axis, all, "bool")

    def nonzero(self):
        """The places of the elements that are true."""
        return np.nonzero(np.array([bool(value) for value in self.flat_list()], dtype=bool).reshape(self.shape))

    def __abs__(self):
        return made([abs(value) for value in self.flat_list()], self.shape, "O")[()]

    def __neg__(self):
        return made([-value for value in self.flat_list()], self.shape, "O")[()]

    def isnat(self):
        """Refused: there are no moments."""
        raise TypeError("ufunc 'isnan' not supported for the input types")


def _is_gathering(key):
    parts = key if isinstance(key, tuple) else (key,)
    return any([isinstance(part, (list, np.ndarray)) for part in parts])


def _nested(values, shape):
    if not shape:
        return values[0]
    if len(shape) == 1:
        return list(values)
    width = len(values) // shape[0] if shape[0] else 0
    return [_nested(values[at * width : (at + 1) * width], shape[1:]) for at in range(shape[0])]


def _places(value):
    # (array of whole numbers, list of values) of any operand.
    if isinstance(value, ValueArray):
        return value._inner, value._values_of
    if isinstance(value, Held):
        return np.arange(value.size).reshape(value.shape), list(value.ravel())
    if isinstance(value, np.ndarray):
        return np.arange(value.size).reshape(value.shape), value.reshape(-1).tolist()
    if isinstance(value, (list, tuple)):
        flat = []
        shape = flat_of(value, flat)
        return np.arange(len(flat)).reshape(shape), flat
    return np.zeros((), dtype="int64"), [value]


def _spread(value, shape):
    places, values = _places(value)
    return [values[place] for place in np.broadcast_to(places, shape).reshape(-1).tolist()]


def zipped(operate, *operands):
    """(values, shape) of a function of the elements of operands that broadcast."""
    parts = [_places(one) for one in operands]
    shape = np.broadcast_shapes(*[places.shape for places, _ in parts])
    columns = [[values[place] for place in np.broadcast_to(places, shape).reshape(-1).tolist()] for places, values in parts]
    return [operate(*row) for row in zip(*columns)], shape


def _define_operators():
    import operator

    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(ValueArray, f"__{name}__", lambda self, other, f=getattr(operator, name): _flags(f, self, other))
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_"):
        f, bare = getattr(operator, name), name.rstrip("_")
        setattr(ValueArray, f"__{bare}__", lambda self, other, f=f: _computed(f, self, other))
        setattr(ValueArray, f"__r{bare}__", lambda self, other, f=f: _computed(lambda a, b: f(b, a), self, other))


def _flags(operate, a, b):
    values, shape = zipped(operate, a, b)
    return np.array([bool(value) for value in values], dtype=bool).reshape(shape)[()]


def _computed(operate, a, b):
    values, shape = zipped(operate, a, b)
    return made(values, shape, a._kind)[()]


_define_operators()
