"""`numpy.ma`: arrays some of whose elements are masked."""

import numpy

nomask = numpy.False_
MaskType = numpy.bool_
bool_ = numpy.bool_


class MaskError(Exception):
    """A mask that does not fit."""


MAError = MaskError

_FILLS = {"b": True, "i": 999999, "u": 999999, "f": 1e20, "c": 1e20 + 0j}


def default_fill_value(obj):
    """What stands for masked elements of this type, where nothing else is said."""
    kind = obj if isinstance(obj, numpy.dtype) else numpy.asarray(getattr(obj, "_data", obj)).dtype
    return _FILLS[kind.kind]


def _fill_for(dtype, value):
    return numpy.asarray(_FILLS[dtype.kind])[()] if value is None else numpy.asarray(value).astype(dtype)[()]


class _Option:
    """The text of masked elements."""

    def __init__(self, text):
        self._text, self._enabled = text, True

    def display(self):
        """The text."""
        return self._text

    def set_display(self, s):
        """Sets the text."""
        self._text = s

    def enabled(self):
        """Whether the text is used."""
        return self._enabled

    def enable(self, shrink=1):
        """Uses the text, or not."""
        self._enabled = bool(shrink)

    def __str__(self):
        return self._text

    __repr__ = __str__


masked_print_option = _Option("--")




def _listed(values, hidden, separator, indent, width):
    """Nested lists of texts, masked elements as `--`, as NumPy prints objects."""
    if not isinstance(values, list):
        return str(masked_print_option) if hidden else str(values)
    parts = [_listed(value, mask, separator, indent + 1, width) for value, mask in zip(values, hidden)]
    if values and isinstance(values[0], list):
        depth, inner = 0, values
        while isinstance(inner, list) and inner and isinstance(inner[0], list):
            depth, inner = depth + 1, inner[0]
        return "[" + (separator.rstrip() + "\n" * depth + " " * (indent + 1)).join(parts) + "]"
    lines, line = [], ""
    for i, part in enumerate(parts):
        word = part + (separator.rstrip() if i + 1 < len(parts) else "")
        if line and indent + 1 + len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "[" + ("\n" + " " * (indent + 1)).join(lines + [line]) + "]"


def _plain(x):
    return x._data if isinstance(x, MaskedArray) else numpy.asarray(x)


def getdata(a, subok=True):
    """The elements, masked or not."""
    return _plain(a)


get_data = getdata


def getmask(a):
    """The mask, or nomask."""
    return a._mask if isinstance(a, MaskedArray) else nomask


def getmaskarray(arr):
    """The mask, as an array of the elements' shape."""
    mask = getmask(arr)
    return numpy.zeros(numpy.shape(_plain(arr)), dtype=bool) if mask is nomask else mask


def make_mask_none(newshape, dtype=None):
    """A mask that hides nothing."""
    return numpy.zeros(newshape, dtype=bool)


def is_mask(m):
    """Returns whether this is a mask: an array of truth values."""
    return isinstance(m, numpy.ndarray) and m.dtype == "bool"


def make_mask(m, copy=False, shrink=True, dtype=None):
    """A mask of truth values; nomask where nothing is hidden."""
    if m is nomask:
        return nomask
    made = numpy.array(m, dtype=bool) if copy else numpy.asarray(m, dtype=bool)
    return nomask if shrink and not made.any() else made


def mask_or(m1, m2, copy=False, shrink=True):
    """Hides what one of both hides."""
    if m1 is nomask or m2 is nomask:
        return make_mask(m2 if m1 is nomask else m1, copy, shrink)
    return make_mask(numpy.logical_or(m1, m2), False, shrink)


def filled(a, fill_value=None):
    """The elements, with a value in place of the masked ones."""
    return a.filled(fill_value) if isinstance(a, MaskedArray) else numpy.asarray(a)


class MaskedArray:
    """An array, and a mask that hides some of its elements."""

    __array_priority__ = 15

    def __init__(self, data=None, mask=nomask, dtype=None, copy=False, subok=True, ndmin=0, fill_value=None, keep_mask=True, hard_mask=None, shrink=True, order=None):
        own = getmask(data)
        self._hard = bool(getattr(data, "_hard", False) if hard_mask is None else hard_mask)
        if isinstance(data, (list, tuple)):
            data, own = _unmasked_lists(data)
        self._data = numpy.array(_plain(data), dtype=dtype, copy=True if copy else None, ndmin=ndmin)
        self._mask = self._joined(mask, own, keep_mask, copy)
        self._fill = getattr(data, "_fill", None) if fill_value is None else _fill_for(self.dtype, fill_value)

    def _joined(self, mask, own, keep, copy):
        if own is not nomask and self._data.shape != own.shape:
            own = own.reshape(self._data.shape)
        if mask is nomask:
            return own.copy() if copy and own is not nomask else own
        mask = numpy.asarray(mask, dtype=bool)
        if mask.shape != self._data.shape:
            if mask.size == 1:
                mask = numpy.broadcast_to(mask.reshape(()), self._data.shape)
            elif mask.size == self._data.size:
                mask = mask.reshape(self._data.shape)
            else:
                raise MaskError(f"Mask and data not compatible: data size is {self._data.size}, mask size is {mask.size}.")
        mask = mask.copy()
        return mask if own is nomask or not keep else mask | own

    # What arrays have.

    @property
    def data(self):
        """The elements, masked or not."""
        return self._data

    @property
    def mask(self):
        """Where elements are hidden."""
        return self._mask

    @mask.setter
    def mask(self, value):
        if value is nomask:
            self._mask = nomask if self._mask is nomask else numpy.zeros(self.shape, dtype=bool)
            return
        value = numpy.asarray(value, dtype=bool)
        hidden = numpy.broadcast_to(value, self.shape).copy() if value.size == 1 or value.ndim < self.ndim else value.reshape(self.shape).copy()
        self._mask = hidden | self._mask if self._hard and self._mask is not nomask else hidden

    @property
    def recordmask(self):
        """Where elements are hidden."""
        return self._mask

    @property
    def fill_value(self):
        """What `filled` puts in place of masked elements."""
        if self._fill is None:
            self._fill = _fill_for(self.dtype, None)
        return self._fill

    @fill_value.setter
    def fill_value(self, value):
        self._fill = _fill_for(self.dtype, value)

    @property
    def hardmask(self):
        """Whether assignment leaves masked elements masked."""
        return self._hard

    @property
    def sharedmask(self):
        """Whether others use the mask."""
        return False

    baseclass = property(lambda self: numpy.ndarray)
    shape = property(lambda self: self._data.shape, lambda self, shape: self._set_shape(shape))
    dtype = property(lambda self: self._data.dtype)
    ndim = property(lambda self: self._data.ndim)
    size = property(lambda self: self._data.size)
    itemsize = property(lambda self: self._data.itemsize)
    nbytes = property(lambda self: self._data.nbytes)
    T = property(lambda self: self.transpose())
    real = property(lambda self: self._like(self._data.real))
    imag = property(lambda self: self._like(self._data.imag))
    flat = property(lambda self: self.ravel())

    def _set_shape(self, shape):
        self._data = self._data.reshape(shape)
        self._mask = self._mask if self._mask is nomask else self._mask.reshape(shape)

    def _like(self, data, mask=None):
        made = MaskedArray(data, self._mask if mask is None else mask)
        made._fill = self._fill
        return made

    def harden_mask(self):
        """Assignment leaves masked elements masked from now on."""
        self._hard = True
        return self

    def soften_mask(self):
        """Assignment unmasks elements from now on."""
        self._hard = False
        return self

    def unshare_mask(self):
        """Copies the mask."""
        self._mask = self._mask if self._mask is nomask else self._mask.copy()
        return self

    def shrink_mask(self):
        """Drops a mask that hides nothing."""
        self._mask = make_mask(self._mask)
        return self

    def set_fill_value(self, value=None):
        """Sets what `filled` puts in place of masked elements."""
        self._fill = _fill_for(self.dtype, value)

    def get_fill_value(self):
        """What `filled` puts in place of masked elements."""
        return self.fill_value

    def filled(self, fill_value=None):
        """The elements, with a value in place of the masked ones."""
        if self._mask is nomask:
            return self._data
        value = self.fill_value if fill_value is None else fill_value
        return numpy.where(self._mask, numpy.asarray(value).astype(self.dtype), self._data)

    def compressed(self):
        """The elements that are not masked, in one dimension."""
        flat = self._data.reshape(-1)
        return flat if self._mask is nomask else flat[~self._mask.reshape(-1)]

    def count(self, axis=None, keepdims=False):
        """How many elements are not masked."""
        if self._mask is nomask and axis is None and not keepdims:
            return self.size
        return numpy.sum(~getmaskarray(self), axis, keepdims=bool(keepdims))

    # Text.

    def _text(self, separator, indent=0):
        if self._mask is nomask:
            return numpy.array2string(self._data, separator=separator, prefix=" " * indent)
        if self.ndim == 0:
            return str(masked_print_option) if bool(self._mask) else str(self._data[()])
        if self.size == 0:
            return "[]"
        return _listed(self._data.tolist(), self._mask.tolist(), separator, indent, numpy.get_printoptions()["linewidth"])

    def __str__(self):
        return self._text(" ")

    def __repr__(self):
        one = numpy.prod(self.shape[:-1]) == 1
        mask = numpy.array2string(numpy.asarray(self._mask), separator=", ", prefix=" " * (18 if one else 7)) if self._mask is not nomask else "False"
        rows = {"data": self._text(", ", 18 if one else 7), "mask": mask}
        fill = self.fill_value
        rows["fill_value"] = str(fill) if fill.dtype == self.dtype else repr(fill)
        if self.size == 0 or self._mask is not nomask and bool(self._mask.all()) or str(self.dtype) not in ("bool", "int64", "float64", "complex128"):
            rows["dtype"] = str(self.dtype)
        name = "masked_array("
        if not one:
            return name + "\n" + ",\n".join([f"  {key}={value}" for key, value in rows.items()]) + ")"
        width = len(name) + 4
        texts = [(name if i == 0 else " " * (width - len(key))) + f"{key}={value}" for i, (key, value) in enumerate(rows.items())]
        return ",\n".join(texts) + ")"

    # Elements.

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __getitem__(self, index):
        index = index.filled(False) if isinstance(index, MaskedArray) else index
        chosen = self._data[index]
        hidden = nomask if self._mask is nomask else self._mask[index]
        if not isinstance(chosen, numpy.ndarray):
            return masked if hidden is not nomask and bool(hidden) else chosen
        return self._like(chosen, hidden)

    def __setitem__(self, index, value):
        index = index.filled(False) if isinstance(index, MaskedArray) else index
        if value is masked:
            if self._mask is nomask:
                self._mask = numpy.zeros(self.shape, dtype=bool)
            self._mask[index] = True
            return
        hidden = getmask(value)
        if self._hard and self._mask is not nomask:
            there = ~self._mask[index]
            current = self._data[index]
            self._data[index] = numpy.where(there, _plain(value), current)
            return
        self._data[index] = _plain(value)
        if self._mask is not nomask or hidden is not nomask:
            if self._mask is nomask:
                self._mask = numpy.zeros(self.shape, dtype=bool)
            self._mask[index] = False if hidden is nomask else hidden

    def __contains__(self, value):
        return value in self.compressed()

    def tolist(self, fill_value=None):
        """Nested lists; None, or a value, where elements are masked."""
        if fill_value is not None:
            return self.filled(fill_value).tolist()

        def paired(values, hidden):
            if isinstance(values, list):
                return [paired(value, mask) for value, mask in zip(values, hidden)]
            return None if hidden else values

        return paired(self._data.tolist(), getmaskarray(self).tolist())

    def item(self, *args):
        """The one element."""
        return self._data.item(*args)

    def __bool__(self):
        return bool(self.filled(False) if self._mask is not nomask else self._data)

    def __float__(self):
        if self.size > 1:
            raise TypeError("Only length-1 arrays can be converted to Python scalars")
        return numpy.nan if getmaskarray(self).any() else float(self._data.item())

    def __int__(self):
        if getmaskarray(self).any():
            raise MaskError("Cannot convert masked element to a Python int.")
        return int(self._data.item())

    __hash__ = None

    def __array__(self, dtype=None, /, *, copy=None):
        return self._data if dtype is None else self._data.astype(dtype)

    def __reduce__(self):
        return _rebuilt, (self._data, self._mask if self._mask is nomask else numpy.asarray(self._mask), self._fill, self._hard)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo=None):
        return self.copy()

    def copy(self, order="C"):
        """A copy."""
        return self._like(self._data.copy(), nomask if self._mask is nomask else self._mask.copy())

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """A copy in another element type."""
        return self._like(self._data.astype(dtype))

    def view(self, dtype=None, type=None, fill_value=None):
        """The same elements."""
        return self._data if type is numpy.ndarray or dtype is numpy.ndarray else self._like(self._data)

    # Shapes.

    def _moved(self, function):
        return self._like(function(self._data), nomask if self._mask is nomask else function(self._mask))

    def reshape(self, *shape, order="C"):
        """The same elements in another shape."""
        return self._moved(lambda x: x.reshape(*shape, order=order))

    def ravel(self, order="C"):
        """The elements in one dimension."""
        return self._moved(lambda x: x.ravel(order))

    def flatten(self, order="C"):
        """A copy in one dimension."""
        return self._moved(lambda x: x.flatten(order))

    def transpose(self, *axes):
        """Dimensions reversed, or in this order."""
        return self._moved(lambda x: x.transpose(*axes))

    def swapaxes(self, axis1, axis2):
        """Two dimensions exchanged."""
        return self._moved(lambda x: x.swapaxes(axis1, axis2))

    def squeeze(self, axis=None):
        """Without dimensions of size 1."""
        return self._moved(lambda x: numpy.asarray(numpy.squeeze(x, axis)))

    def repeat(self, repeats, axis=None):
        """Each element several times."""
        return self._moved(lambda x: x.repeat(repeats, axis))

    def take(self, indices, axis=None, out=None, mode="raise"):
        """The elements at indices, or slices along an axis."""
        return self._scalar_or(self._moved(lambda x: numpy.asarray(x.take(indices, axis, None, mode))))

    def diagonal(self, offset=0, axis1=0, axis2=1):
        """The diagonal of a matrix."""
        return self._moved(lambda x: x.diagonal(offset, axis1, axis2))

    def compress(self, condition, axis=None, out=None):
        """The slices along an axis where a condition holds."""
        return self._moved(lambda x: x.compress(filled(condition, False), axis))

    def nonzero(self):
        """The positions of elements that are neither 0 nor masked."""
        return numpy.nonzero(self.filled(0))

    @staticmethod
    def _scalar_or(result):
        if result.ndim:
            return result
        return masked if bool(getmaskarray(result)[()]) else result._data[()]

    # Reductions.

    def _reduced(self, function, neutral, axis, keepdims, **options):
        """A reduction of the elements that are not masked; masked where there are none."""
        if self._mask is nomask:
            made = function(self._data, axis, keepdims=bool(keepdims), **options)
            return made if numpy.ndim(made) == 0 else self._like(made, nomask)
        there = ~self._mask
        data = numpy.where(there, self._data, numpy.asarray(neutral).astype(self.dtype))
        made = numpy.asarray(function(data, axis, keepdims=bool(keepdims), **options))
        return self._answer(made, ~numpy.asarray(numpy.any(there, axis, keepdims=bool(keepdims))))

    def _answer(self, made, hidden):
        if numpy.ndim(made) == 0:
            return masked if bool(hidden) else numpy.asarray(made)[()]
        return MaskedArray(made, hidden)

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """Sum of the elements that are not masked."""
        return self._reduced(numpy.sum, 0, axis, keepdims, dtype=dtype)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        """Product of the elements that are not masked."""
        return self._reduced(numpy.prod, 1, axis, keepdims, dtype=dtype)

    product = prod

    def _least(self):
        return {"b": False, "f": -numpy.inf}.get(self.dtype.kind, None) if self.dtype.kind in "bf" else numpy.iinfo(self.dtype).min

    def _most(self):
        return {"b": True, "f": numpy.inf}.get(self.dtype.kind, None) if self.dtype.kind in "bf" else numpy.iinfo(self.dtype).max

    def max(self, axis=None, out=None, fill_value=None, keepdims=False):
        """Largest of the elements that are not masked."""
        return self._reduced(numpy.max, self._least(), axis, keepdims)

    def min(self, axis=None, out=None, fill_value=None, keepdims=False):
        """Smallest of the elements that are not masked."""
        return self._reduced(numpy.min, self._most(), axis, keepdims)

    def ptp(self, axis=None, out=None, fill_value=None, keepdims=False):
        """Largest minus smallest."""
        return self.max(axis, keepdims=keepdims) - self.min(axis, keepdims=keepdims)

    def all(self, axis=None, out=None, keepdims=False):
        """True where all that are not masked are not 0."""
        return self._reduced(numpy.all, True, axis, keepdims)

    def any(self, axis=None, out=None, keepdims=False):
        """True where one that is not masked is not 0."""
        return self._reduced(numpy.any, False, axis, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """Mean of the elements that are not masked."""
        if self._mask is nomask:
            made = numpy.mean(self._data, axis, dtype, keepdims=bool(keepdims))
            return made if numpy.ndim(made) == 0 else self._like(made, nomask)
        count = numpy.asarray(self.count(axis, keepdims))
        total = numpy.sum(self.filled(0), axis, dtype, keepdims=bool(keepdims))
        return self._answer(numpy.asarray(total) * 1.0 / numpy.maximum(count, 1), count == 0)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, mean=None):
        """Variance of the elements that are not masked."""
        if self._mask is nomask:
            made = numpy.var(self._data, axis, dtype, None, ddof, bool(keepdims))
            return made if numpy.ndim(made) == 0 else self._like(made, nomask)
        count = numpy.asarray(self.count(axis, keepdims)) - ddof
        middle = self.mean(axis, dtype, keepdims=True)
        away = numpy.where(self._mask, 0.0, numpy.absolute(self._data - _plain(middle)) ** 2)
        total = numpy.sum(away, axis, keepdims=bool(keepdims))
        made = self._answer(numpy.asarray(total) / numpy.maximum(count, 1), count <= 0)
        return made.shrink_mask() if made is not masked and isinstance(made, MaskedArray) else made

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, mean=None):
        """Standard deviation of the elements that are not masked."""
        found = self.var(axis, dtype, None, ddof, keepdims)
        if found is masked or not isinstance(found, MaskedArray):
            return found if found is masked else numpy.sqrt(found)
        # A root of a masked array has a mask of its shape.
        mask = found._mask if found._mask is not nomask else numpy.zeros(found.shape, dtype=bool)
        return self._like(numpy.sqrt(found._data), mask)

    def anom(self, axis=None, dtype=None):
        """Distances from the mean."""
        return self - self.mean(axis, dtype, keepdims=True) if axis is not None else self - self.mean()

    def argmin(self, axis=None, fill_value=None, out=None, *, keepdims=False):
        """Position of the smallest."""
        return numpy.argmin(self.filled(self._most() if fill_value is None else fill_value), axis, keepdims=keepdims)

    def argmax(self, axis=None, fill_value=None, out=None, *, keepdims=False):
        """Position of the largest."""
        return numpy.argmax(self.filled(self._least() if fill_value is None else fill_value), axis, keepdims=keepdims)

    def argsort(self, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=False, descending=None):
        """Positions in ascending order, masked elements last."""
        outermost = self._most() if endwith is not bool(descending) else self._least()
        return numpy.argsort(self.filled(outermost if fill_value is None else fill_value), axis, descending=descending)

    def sort(self, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=False, descending=None):
        """Sorts in ascending order, in place, masked elements last."""
        order = self.argsort(axis, endwith=endwith, fill_value=fill_value, descending=descending)
        self._data[...] = numpy.take_along_axis(self._data, order, axis)
        if self._mask is not nomask:
            self._mask = numpy.take_along_axis(self._mask, order, axis)

    def _so_far(self, function, neutral, axis, dtype):
        made = function(self.filled(neutral), axis, dtype)
        return self._like(made, nomask if self._mask is nomask else self._mask.reshape(made.shape))

    def cumsum(self, axis=None, dtype=None, out=None):
        """Sums of the elements so far, masked ones as 0."""
        return self._so_far(numpy.cumsum, 0, axis, dtype)

    def cumprod(self, axis=None, dtype=None, out=None):
        """Products of the elements so far, masked ones as 1."""
        return self._so_far(numpy.cumprod, 1, axis, dtype)

    def round(self, decimals=0, out=None):
        """Rounded to so many digits after the point."""
        return self._like(numpy.round(self._data, decimals))

    def clip(self, min=None, max=None, out=None):
        """Not less than min, not more than max."""
        return self._like(numpy.clip(self._data, min, max))

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        """The sum of the diagonal."""
        return self.diagonal(offset, axis1, axis2).sum(-1)

    def dot(self, b, out=None, strict=False):
        """The product of matrices, masked elements as 0."""
        made = numpy.dot(self.filled(0), filled(b, 0))
        there = numpy.dot((~getmaskarray(self)).astype("int64"), (~getmaskarray(b)).astype("int64"))
        return self._answer(numpy.asarray(made), there == 0)

    def conj(self):
        """The conjugate."""
        return self._like(self._data.conj())

    conjugate = conj

    # Functions of elements.

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        out = options.pop("out", None)
        if method == "reduce":
            return getattr(self, {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all", "logical_or": "any"}[ufunc.__name__])(options.get("axis", 0))
        if method != "__call__":
            return NotImplemented
        made = _applied(ufunc, inputs, options)
        target = out[0] if isinstance(out, tuple) else out
        if target is None:
            return made
        target[...] = made
        return target


def _giving_out(method):
    """A method that writes its result into `out`, where that is given."""
    code = method.__code__
    place = code.co_varnames[: code.co_argcount].index("out") if "out" in code.co_varnames[: code.co_argcount] else None

    def run(self, *args, **kwargs):
        made = method(self, *args, **kwargs)
        out = args[place - 1] if place is not None and len(args) >= place else kwargs.get("out")
        if out is None:
            return made
        out[...] = made if isinstance(out, MaskedArray) else filled(made, numpy.nan) if made is masked or is_masked(made) else _plain(made)
        return out

    run.__name__, run.__qualname__, run.__doc__, run.__module__ = method.__name__, method.__qualname__, method.__doc__, method.__module__
    run.__wrapped__ = method
    return run


for _name in "sum prod max min ptp all any mean var std argmin argmax cumsum cumprod round clip trace dot take compress".split():
    setattr(MaskedArray, _name, _giving_out(getattr(MaskedArray, _name)))


def _rebuilt(data, mask, fill, hard):
    made = MaskedArray(data, mask)
    made._fill, made._hard = fill, hard
    return made


def _unmasked_lists(data):
    """Lists that hold `masked`, as elements and their mask."""
    found = [False]

    def split(values):
        if isinstance(values, (list, tuple)):
            pairs = [split(value) for value in values]
            return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        if isinstance(values, MaskedArray):
            found[0] = found[0] or values._mask is not nomask
            return values._data.tolist() if values is not masked else 0, getmaskarray(values).tolist() if values is not masked else True
        return values, numpy.zeros(values.shape, dtype=bool).tolist() if isinstance(values, numpy.ndarray) else False

    values, hidden = split(data)
    return (values, numpy.array(hidden, dtype=bool)) if found[0] else (data, nomask)


_DOMAINS = {
    "sqrt": lambda x: x < 0,
    "log": lambda x: x <= 0,
    "log2": lambda x: x <= 0,
    "log10": lambda x: x <= 0,
    "arcsin": lambda x: numpy.absolute(x) > 1,
    "arccos": lambda x: numpy.absolute(x) > 1,
    "arccosh": lambda x: x < 1,
    "arctanh": lambda x: numpy.absolute(x) > 1 - 1e-15,
    "tan": lambda x: numpy.absolute(numpy.cos(x)) < 1e-35,
}
_QUOTIENTS = ("divide", "floor_divide", "remainder", "fmod")


def _applied(ufunc, inputs, options):
    """A function of elements; what is masked, or outside its domain, is masked in the result."""
    data = [_plain(x) if isinstance(x, MaskedArray) else x for x in inputs]
    result = ufunc(*data, **options)
    mask = nomask
    for x in inputs:
        hidden = getmask(x)
        if hidden is not nomask:
            mask = hidden if mask is nomask else mask | hidden
    outside = None
    if ufunc.__name__ in _DOMAINS and numpy.asarray(data[0]).dtype.kind != "c":
        outside = _DOMAINS[ufunc.__name__](numpy.asarray(data[0]))
    elif ufunc.__name__ in _QUOTIENTS:
        a, b = numpy.asarray(data[0]), numpy.asarray(data[1])
        outside = numpy.absolute(a) * numpy.finfo("float64").tiny >= numpy.absolute(b)
    if outside is not None and numpy.any(outside):
        mask = outside if mask is nomask else mask | outside
    return _masked_result(result, mask, data[0], inputs)


def _masked_result(result, mask, first, inputs):
    if numpy.ndim(result) == 0:
        return masked if mask is not nomask and bool(mask) else result
    if mask is not nomask:
        mask = numpy.broadcast_to(mask, result.shape).copy()
        kept = numpy.broadcast_to(numpy.asarray(first), result.shape)
        if kept.dtype == result.dtype:
            result = numpy.where(mask, kept, result)
        elif result.dtype.kind in "fc":
            result = numpy.where(mask, kept.astype(result.dtype), result)
    made = MaskedArray(result, mask)
    made._fill = None if made.dtype == "bool" else next((x._fill for x in inputs if isinstance(x, MaskedArray)), None)
    return made


def _operator(name, reflected=False):
    def run(self, other):
        if other is masked and self is not masked and name not in ("equal", "not_equal"):
            return MaskedArray(self._data.copy(), numpy.ones(self.shape, dtype=bool)) if self.ndim else masked
        operands = (other, self) if reflected else (self, other)
        return _applied(getattr(numpy, name), operands, {})

    return run


def _in_place(name):
    def run(self, other):
        made = _applied(getattr(numpy, name), (self, other), {})
        self._data[...] = made._data
        self._mask = made._mask
        return self

    return run


for _name, _function in {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "left_shift", "rshift": "right_shift", "matmul": "matmul"}.items():
    setattr(MaskedArray, f"__{_name}__", _operator(_function))
    setattr(MaskedArray, f"__r{_name}__", _operator(_function, True))
    setattr(MaskedArray, f"__i{_name}__", _in_place(_function))
for _name, _function in {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}.items():
    setattr(MaskedArray, f"__{_name}__", _operator(_function))
for _name, _function in {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}.items():
    setattr(MaskedArray, f"__{_name}__", lambda self, _function=_function: _applied(getattr(numpy, _function), (self,), {}))


class MaskedConstant(MaskedArray):
    """What a masked element is."""

    def __repr__(self):
        return "masked"

    def __str__(self):
        return str(masked_print_option)

    def __format__(self, spec):
        return format(str(self), spec) if spec and spec[-1:] not in "dfeEgGn%" else str(self)

    def __reduce__(self):
        return "masked"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo=None):
        return self

    def copy(self, order="C"):
        """Itself: there is one."""
        return self


masked = masked_singleton = MaskedConstant(0.0, True)
masked_array = MaskedArray
