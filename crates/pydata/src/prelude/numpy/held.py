"""Arrays whose elements the engine has no kernels for: whole numbers of the engine stand for them, in an array of any shape."""

import numpy as np


class Held(np.ndarray):
    """The common base: shapes, views, indices and joins are those of the array of whole numbers."""

    def __init__(self, inner):
        self._inner = inner

    def _like(self, inner):
        # An array of the same type over other whole numbers.
        raise NotImplementedError

    def _one(self, number):
        # The element that a whole number stands for.
        raise NotImplementedError

    def _numbers(self, value):
        # The whole numbers that stand for the elements of a value, as they are written into this array.
        raise NotImplementedError

    def _wrapped(self, found):
        return self._like(found) if isinstance(found, np.ndarray) else self._one(int(found))

    def __array__(self, dtype=None, copy=None):
        raise TypeError(f"an array of {self.dtype} is not an array of numbers: convert it with astype()")

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        out = options.pop("out", None)
        if method != "__call__" or options or ufunc.__name__ not in _OPERATORS:
            return NotImplemented
        found = _OPERATORS[ufunc.__name__](*inputs)
        out = out[0] if isinstance(out, tuple) and len(out) == 1 else out
        if out is None:
            return found
        out[...] = found
        return out

    shape = property(lambda self: self._inner.shape)
    ndim = property(lambda self: self._inner.ndim)
    size = property(lambda self: self._inner.size)
    nbytes = property(lambda self: self.size * self.dtype.itemsize)
    itemsize = property(lambda self: self.dtype.itemsize)
    T = property(lambda self: self._like(self._inner.T))
    flat = property(lambda self: iter(self.ravel()))

    def __len__(self):
        return len(self._inner)

    def __iter__(self):
        return (self._wrapped(one) for one in self._inner)

    def __getitem__(self, key):
        return self._wrapped(self._inner[_key(key)])

    def __setitem__(self, key, value):
        self._inner[_key(key)] = self._numbers(value)

    def __contains__(self, value):
        return bool(np.any(self == value))

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self._one(int(self._inner.reshape(-1)[0])))

    def item(self, *places):
        """One element as Python's own value."""
        return _plain(self._one(self._inner.item(*places)))

    def tolist(self):
        """Nested lists of Python's own values."""
        return _plain(self._one(int(self._inner))) if self.ndim == 0 else [_nested(one) for one in self]

    def copy(self, order="C"):
        """A copy."""
        return self._like(self._inner.copy())

    def fill(self, value):
        """Writes one value everywhere."""
        self[...] = value

    def take(self, indices, axis=None):
        """The elements at some places."""
        return self._wrapped(np.take(self._inner, indices, axis))

    def repeat(self, repeats, axis=None):
        """Each element several times."""
        return self._like(np.repeat(self._inner, repeats, axis))

    def __repr__(self):
        shape = f", shape={self.shape}" if self.size > np.get_printoptions()["threshold"] else ""
        return self._text(", ", "array(", shape + self._ending())

    def __str__(self):
        return str(self._one(int(self._inner))) if self.ndim == 0 else self._text(" ", "", "")

    def _ending(self):
        return f", dtype='{self.dtype}')"

    def _text(self, separator, start, end):
        if self.ndim == 0:
            return start + self._shown_one(self._one(int(self._inner))) + end
        shown = self._shown()
        width = max([len(text) for text in shown.values()], default=0)
        text = np.array2string(
            self._inner, separator=separator, prefix=start, suffix=end[:1], formatter={"int": lambda one: self._aligned(shown[int(one)], width)}
        )
        if not self.size:
            text = "[]"
        last = len(text.rpartition("\n")[2]) + (0 if "\n" in text else len(start))
        return start + text + (end if last + len(end) <= 75 or not end else ",\n" + " " * len(start) + end[2:])

    def _aligned(self, text, width):
        return text.rjust(width)

    def _shown(self):
        return {one: self._shown_one(self._one(one)) for one in _ends(self._inner)}


def _ends(inner):
    # The whole numbers that are printed: all, or those near the ends of long axes.
    if inner.size > np.get_printoptions()["threshold"]:
        edge = np.get_printoptions()["edgeitems"]
        for axis, count in enumerate(inner.shape):
            if count > 2 * edge:
                inner = np.take(inner, [*range(edge), *range(count - edge, count)], axis)
    return set(inner.reshape(-1).tolist())


def _key(key):
    return tuple([_key(one) for one in key]) if isinstance(key, tuple) else key._inner if isinstance(key, Held) else key


def _plain(value):
    return value.item() if hasattr(value, "item") else value


def _nested(value):
    return value.tolist() if isinstance(value, np.ndarray) else _plain(value)


def _delegate(name):
    # A method that moves elements alone, which the array of whole numbers has.
    def method(self, *args, **options):
        return self._wrapped(getattr(self._inner, name)(*args, **options))

    method.__name__ = name
    return method


for _name in ("reshape", "ravel", "flatten", "transpose", "squeeze", "swapaxes", "diagonal"):
    setattr(Held, _name, _delegate(_name))


def _operators():
    import operator as op

    names = dict(
        add="add", subtract="sub", multiply="mul", divide="truediv", floor_divide="floordiv", remainder="mod", divmod="divmod",
        equal="eq", not_equal="ne", less="lt", less_equal="le", greater="gt", greater_equal="ge", negative="neg", absolute="abs",
        true_divide="truediv",
    )  # fmt: skip
    found = {name: divmod if one == "divmod" else getattr(op, one) for name, one in names.items()}
    found["isnan"] = found["isnat"] = lambda x: x.isnat()
    found["isfinite"] = lambda x: ~x.isnat()
    return found


_OPERATORS = _operators()
