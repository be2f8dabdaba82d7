"""The functions of `numpy.ma`."""

import numpy


def isMaskedArray(x):
    """Returns whether this is a masked array."""
    return isinstance(x, MaskedArray)


isMA = isarray = isMaskedArray


def is_masked(x):
    """Returns whether an element is masked."""
    return bool(numpy.any(getmask(x)))


def array(data, dtype=None, copy=False, order=None, mask=nomask, fill_value=None, keep_mask=True, hard_mask=False, shrink=True, subok=True, ndmin=0):
    """A masked array of these elements."""
    return MaskedArray(data, mask, dtype, copy, subok, ndmin, fill_value, keep_mask, hard_mask)


def asarray(a, dtype=None, order=None):
    """These elements as a masked array."""
    return MaskedArray(a, dtype=dtype)


def asanyarray(a, dtype=None, order=None):
    """These elements as a masked array."""
    return a if isinstance(a, MaskedArray) and dtype in (None, a.dtype) else MaskedArray(a, dtype=dtype)


def masked_where(condition, a, copy=True):
    """An array, masked where a condition holds."""
    condition = make_mask(filled(condition, False), shrink=False)
    data = numpy.array(_plain(a)) if copy else _plain(a)
    if condition.shape and condition.shape != data.shape:
        raise IndexError(f"Inconsistent shape between the condition and the input (got {condition.shape} and {data.shape})")
    made = MaskedArray(data, mask_or(condition if condition.shape else numpy.broadcast_to(condition, data.shape), getmask(a), shrink=False))
    made._fill = getattr(a, "_fill", None)
    return made


def _compared(function, doc):
    def run(x, value, copy=True):
        return masked_where(function(_plain(x), value), x, copy)

    run.__doc__ = doc
    return run


masked_not_equal = _compared(numpy.not_equal, "Masked where not equal to a value.")
masked_less = _compared(numpy.less, "Masked where less than a value.")
masked_less_equal = _compared(numpy.less_equal, "Masked where less than a value, or equal.")
masked_greater = _compared(numpy.greater, "Masked where greater than a value.")
masked_greater_equal = _compared(numpy.greater_equal, "Masked where greater than a value, or equal.")


def masked_equal(x, value, copy=True):
    """Masked where equal to a value, which becomes the fill value."""
    made = masked_where(numpy.equal(_plain(x), value), x, copy)
    made.fill_value = value
    return made


def masked_inside(x, v1, v2, copy=True):
    """Masked from v1 to v2."""
    low, high = (v1, v2) if v1 <= v2 else (v2, v1)
    data = _plain(x)
    return masked_where((data >= low) & (data <= high), x, copy)


def masked_outside(x, v1, v2, copy=True):
    """Masked below v1 and above v2."""
    low, high = (v1, v2) if v1 <= v2 else (v2, v1)
    data = _plain(x)
    return masked_where((data < low) | (data > high), x, copy)


def masked_values(x, value, rtol=1e-05, atol=1e-08, copy=True, shrink=True):
    """Masked where nearly equal to a value, which becomes the fill value."""
    data = _plain(x)
    near = numpy.isclose(data, value, rtol=rtol, atol=atol) if data.dtype.kind == "f" else data == value
    made = MaskedArray(numpy.array(data) if copy else data, near, fill_value=value)
    if shrink:
        made.shrink_mask()
    return made


def masked_invalid(a, copy=True):
    """Masked where there is NaN or an infinity."""
    data = numpy.array(_plain(a)) if copy else _plain(a)
    hidden = ~numpy.isfinite(data)
    made = MaskedArray(data, hidden if getmask(a) is nomask else hidden | getmask(a))
    made._fill = getattr(a, "_fill", None)
    return made


def fix_invalid(a, mask=nomask, copy=True, fill_value=None):
    """Masked where there is NaN or an infinity, with the fill value in their place."""
    made = masked_invalid(MaskedArray(a, mask, copy=copy))
    made._data[~numpy.isfinite(made._data)] = made.fill_value if fill_value is None else fill_value
    return made


def masked_all(shape, dtype=float):
    """An array of masked elements."""
    return MaskedArray(numpy.empty(shape, dtype), numpy.ones(shape, dtype=bool))


def masked_all_like(arr):
    """An array of masked elements, of another's shape and element type."""
    return masked_all(arr.shape, arr.dtype)


def count(a, axis=None, keepdims=False):
    """How many elements are not masked."""
    return asanyarray(a).count(axis, keepdims)


def count_masked(arr, axis=None):
    """How many elements are masked."""
    return getmaskarray(arr).sum(axis)


def compressed(x):
    """The elements that are not masked, in one dimension."""
    return asanyarray(x).compressed()


def set_fill_value(a, fill_value):
    """Sets what `filled` puts in place of masked elements."""
    if isinstance(a, MaskedArray):
        a.set_fill_value(fill_value)


def maximum_fill_value(obj):
    """What never is the maximum."""
    return asanyarray(obj)._least()


def minimum_fill_value(obj):
    """What never is the minimum."""
    return asanyarray(obj)._most()


def common_fill_value(a, b):
    """The fill value of both, or None."""
    one, two = asanyarray(a).fill_value, asanyarray(b).fill_value
    return one if one == two else None


def _method(name):
    def run(a, *args, **kwargs):
        return getattr(asanyarray(a), name)(*args, **kwargs)

    def signature():
        import inspect

        first, *rest = inspect.signature(method).parameters.values()
        return inspect.Signature([first.replace(name="a"), *rest])

    method = getattr(MaskedArray, name)
    run.__name__ = run.__qualname__ = name
    run.__doc__, run.__signature__ = method.__doc__, signature
    return run


sum, prod, product, mean, var, std = [_method(name) for name in ("sum", "prod", "product", "mean", "var", "std")]
max, min, ptp, all, any, anom, anomalies = [_method(name) for name in ("max", "min", "ptp", "all", "any", "anom", "anom")]
amax, amin = max, min
argmin, argmax, argsort, cumsum, cumprod = [_method(name) for name in ("argmin", "argmax", "argsort", "cumsum", "cumprod")]
ravel, swapaxes, squeeze, repeat, take = [_method(name) for name in ("ravel", "swapaxes", "squeeze", "repeat", "take")]
diagonal, trace, nonzero, copy, clip = [_method(name) for name in ("diagonal", "trace", "nonzero", "copy", "clip")]
harden_mask, soften_mask, shrink_mask, conjugate = [_method(name) for name in ("harden_mask", "soften_mask", "shrink_mask", "conjugate")]


def round(a, decimals=0, out=None):
    """Rounded to so many digits after the point."""
    return asanyarray(a).round(decimals)


round_ = around = round


def sort(a, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=None, descending=None):
    """A sorted copy, masked elements last."""
    if not isinstance(a, MaskedArray):
        return numpy.sort(a, axis, descending=descending)
    made = asanyarray(a).copy()
    made = made.ravel() if axis is None else made
    made.sort(0 if axis is None else axis, endwith=endwith, fill_value=fill_value, descending=descending)
    return made


def transpose(a, axes=None):
    """Dimensions reversed, or in this order."""
    return asanyarray(a).transpose(*(() if axes is None else (axes,)))


def reshape(a, new_shape, order="C"):
    """The same elements in another shape."""
    return asanyarray(a).reshape(new_shape, order=order)


def resize(x, new_shape):
    """The elements over and over, in another shape."""
    mask = getmask(x)
    return MaskedArray(numpy.resize(_plain(x), new_shape), mask if mask is nomask else numpy.resize(mask, new_shape))


def expand_dims(a, axis):
    """With a dimension of size 1 more."""
    return asanyarray(a)._moved(lambda x: numpy.expand_dims(x, axis))


def compress(condition, a, axis=None, out=None):
    """The slices along an axis where a condition holds."""
    return asanyarray(a).compress(condition, axis)


def dot(a, b, strict=False, out=None):
    """The product of matrices, masked elements as 0."""
    return asanyarray(a).dot(b)


def _element_function(name):
    function = getattr(numpy, name)

    def applied(*args, **kwargs):
        return _applied(function, tuple(asanyarray(x) if isinstance(x, (list, tuple)) else x for x in args), kwargs)

    def unary(a, *args, **kwargs):
        return applied(a, *args, **kwargs)

    def binary(a, b, *args, **kwargs):
        return applied(a, b, *args, **kwargs)

    run = unary if function.nin == 1 else binary
    run.__name__ = run.__qualname__ = name
    run.__doc__ = f"numpy.{name}, of elements that are not masked."
    return run


for _name in (
    "abs absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_or bitwise_xor ceil cos cosh divide "
    "equal exp fabs floor floor_divide fmod greater greater_equal hypot less less_equal log log10 log2 logical_and logical_not "
    "logical_or logical_xor mod multiply negative not_equal remainder sin sinh sqrt subtract tan tanh true_divide left_shift right_shift"
).split():
    globals()[_name] = _element_function(_name)


def _extreme(name, method):
    def run(a, b=None):
        if b is None:
            return getattr(asanyarray(a), method)()
        return _applied(getattr(numpy, name), (asanyarray(a), asanyarray(b)), {})

    run.__name__ = run.__qualname__ = name
    run.__doc__ = f"numpy.{name}, of elements that are not masked."
    return run


maximum, minimum = _extreme("maximum", "max"), _extreme("minimum", "min")


def power(a, b, third=None):
    """a to the power of b; masked where there is no number."""
    if third is not None:
        raise MaskError("3-argument power not supported.")
    made = asanyarray(_applied(numpy.power, (asanyarray(a), b), {}))
    return masked_invalid(made) if made.dtype.kind == "f" and not numpy.isfinite(made._data).all() else made


def angle(z, deg=False):
    """The angle in the plane."""
    return asanyarray(z)._like(numpy.angle(_plain(z), deg))


def where(condition, x=numpy._NoValue, y=numpy._NoValue):
    """x where a condition holds, else y; masked where the condition is."""
    if x is numpy._NoValue:
        return nonzero(condition)
    chosen, hidden = filled(condition, False), getmaskarray(condition)
    x, y = (MaskedArray(0, True) if one is masked else one for one in (x, y))
    kind = _plain(y).dtype if x is masked else None
    data = numpy.where(chosen, _plain(x), _plain(y))
    mask = numpy.where(chosen, getmaskarray(x), getmaskarray(y)) | hidden
    return MaskedArray(data if kind is None else data.astype(kind), make_mask(mask))


def choose(indices, choices, out=None, mode="raise"):
    """By each index, an element of that choice."""
    places = filled(indices, 0)
    mask = numpy.choose(places, [getmaskarray(one) for one in choices], mode=mode) | getmaskarray(indices)
    return MaskedArray(numpy.choose(places, [_plain(one) for one in choices], mode=mode), make_mask(mask))


def _joined(function, arrays, *args, **options):
    arrays = [asanyarray(one) for one in arrays]
    data = function([one._data for one in arrays], *args, **options)
    hidden = [one._mask for one in arrays if one._mask is not nomask]
    return MaskedArray(data, function([getmaskarray(one) for one in arrays], *args) if hidden else nomask)


def concatenate(arrays, axis=0):
    """Arrays one after the other along an axis."""
    return _joined(numpy.concatenate, arrays, axis)


def append(a, b, axis=None):
    """A copy with elements at its end."""
    return concatenate([asanyarray(a).ravel(), asanyarray(b).ravel()] if axis is None else [a, b], axis or 0)


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays side by side along a new axis."""
    made = _joined(numpy.stack, arrays, axis, dtype=dtype, casting=casting)
    if out is None:
        return made
    out[...] = made
    return out


def vstack(tup, *, dtype=None, casting="same_kind"):
    """Arrays below each other."""
    return _joined(numpy.vstack, tup, dtype=dtype, casting=casting)


row_stack = vstack


def hstack(tup, *, dtype=None, casting="same_kind"):
    """Arrays beside each other."""
    return _joined(numpy.hstack, tup, dtype=dtype, casting=casting)


def dstack(tup):
    """Arrays behind each other."""
    return _joined(numpy.dstack, tup)


def column_stack(tup):
    """Columns beside each other."""
    return _joined(numpy.column_stack, tup)


def _made_of(function):
    def run(*args, fill_value=None, hardmask=False, **kwargs):
        return MaskedArray(function(*args, **kwargs), fill_value=fill_value, hard_mask=hardmask)

    run.__name__ = run.__qualname__ = function.__name__
    run.__doc__, run.__wrapped__ = function.__doc__, function
    return run


zeros, ones, empty, arange, identity, indices = [_made_of(getattr(numpy, name)) for name in ("zeros", "ones", "empty", "arange", "identity", "indices")]
frombuffer, fromfunction = _made_of(numpy.frombuffer), _made_of(numpy.fromfunction)


def _made_like(function):
    def run(a, *args, **kwargs):
        return MaskedArray(function(_plain(a), *args, **kwargs), getmask(a) if getmask(a) is nomask else getmask(a).copy())

    run.__name__ = run.__qualname__ = function.__name__
    run.__doc__, run.__wrapped__ = function.__doc__, function
    return run


zeros_like, ones_like, empty_like = [_made_like(getattr(numpy, name)) for name in ("zeros_like", "ones_like", "empty_like")]


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """Mean of the elements that are not masked, each by its weight."""
    a = asanyarray(a)
    if weights is None:
        made, total = a.mean(axis, keepdims=keepdims), a.count(axis, keepdims)
        return (made, total * 1.0) if returned else made
    weights = _plain(weights)
    if weights.shape != a.shape:
        weights = numpy.broadcast_to(weights.reshape([-1 if d == axis % a.ndim else 1 for d in range(a.ndim)]), a.shape)
    total = MaskedArray(weights, a._mask).sum(axis, keepdims=keepdims)
    made = (a * weights).sum(axis, keepdims=keepdims) / total
    return (made, total) if returned else made


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle of the elements that are not masked."""
    a = asanyarray(a)
    if a._mask is nomask:
        made = numpy.median(a._data, axis, keepdims=keepdims)
        return made if numpy.ndim(made) == 0 else MaskedArray(made)
    data = numpy.where(a._mask, numpy.nan, a._data.astype("float64") if a.dtype.kind != "f" else a._data)
    return a._answer(numpy.asarray(numpy.nanmedian(data, axis, keepdims=keepdims)), numpy.asarray(a.count(axis, keepdims)) == 0)


def diff(a, /, n=1, axis=-1, prepend=numpy._NoValue, append=numpy._NoValue):
    """Each element minus the one before."""
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    a = asanyarray(a)
    ends = [None if one is numpy._NoValue else asanyarray(one) for one in (prepend, append)]
    if n and not (ends[0] is None and ends[1] is None):
        wide = [n if d != axis % a.ndim else 1 for d, n in enumerate(a.shape)]
        ends = [one if one is None or one.ndim else MaskedArray(numpy.full(wide, one._data), numpy.full(wide, getmaskarray(one))) for one in ends]
        a = concatenate([one for one in (ends[0], a, ends[1]) if one is not None], axis)
    for _ in range(n):
        a = a.swapaxes(axis, 0) if a.ndim > 1 else a
        a = a[1:] - a[:-1]
        a = a.swapaxes(axis, 0) if a.ndim > 1 else a
    return a


def ediff1d(arr, to_end=None, to_begin=None):
    """Differences of neighbours, of all elements in a row."""
    flat = asanyarray(arr).ravel()
    made = flat[1:] - flat[:-1]
    parts = [one for one in (to_begin, made, to_end) if one is not None]
    return made if len(parts) == 1 else hstack([numpy.atleast_1d(one) if one is not made else made for one in parts])


def unique(ar1, return_index=False, return_inverse=False):
    """Each value once, in ascending order; masked elements count as one."""
    ar1 = asanyarray(ar1).ravel()
    values = MaskedArray(numpy.unique(ar1.compressed()))
    found = concatenate([values, MaskedArray(ar1._data[ar1._mask][:1], True)]) if is_masked(ar1) else values
    if not (return_index or return_inverse):
        return found
    hidden = getmaskarray(ar1)
    inverse = numpy.where(hidden, len(values), numpy.searchsorted(values._data, ar1._data))
    first = numpy.array([int(numpy.flatnonzero(inverse == i)[0]) for i in range(len(found))], dtype="int64")
    return (found, *([first] if return_index else []), *([inverse] if return_inverse else []))


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """Returns where elements are among other values."""
    return MaskedArray(numpy.isin(_plain(ar1).ravel(), compressed(ar2), invert=invert))


def isin(element, test_elements, assume_unique=False, invert=False):
    """Returns where elements are among other values."""
    return asanyarray(element)._like(numpy.isin(_plain(element), compressed(test_elements), invert=invert))


def intersect1d(ar1, ar2, assume_unique=False):
    """Values in both, in ascending order."""
    return MaskedArray(numpy.intersect1d(compressed(ar1), compressed(ar2)))


def union1d(ar1, ar2):
    """Values in one of both, in ascending order."""
    return unique(concatenate([asanyarray(ar1).ravel(), asanyarray(ar2).ravel()]))


def setdiff1d(ar1, ar2, assume_unique=False):
    """Values in the first alone, in ascending order."""
    return MaskedArray(numpy.setdiff1d(compressed(ar1), compressed(ar2)))


def setxor1d(ar1, ar2, assume_unique=False):
    """Values in one alone, in ascending order."""
    return MaskedArray(numpy.setxor1d(compressed(ar1), compressed(ar2)))


def put(a, indices, values, mode="raise"):
    """Sets the elements at places of the flattened array."""
    numpy.put(a._data, indices, _plain(values), mode)
    if a._mask is not nomask or getmask(values) is not nomask:
        mask = getmaskarray(a).copy()
        numpy.put(mask, indices, getmaskarray(values), mode)
        a._mask = mask


def putmask(a, mask, values):
    """Sets the elements where a mask holds."""
    numpy.putmask(a._data, mask, _plain(values))
    if a._mask is not nomask:
        numpy.putmask(a._mask, mask, getmaskarray(values))


def allequal(a, b, fill_value=True):
    """True when all elements that neither masks are equal; masked ones count as fill_value."""
    hidden = mask_or(getmask(a), getmask(b))
    if hidden is nomask:
        return numpy.all(_plain(a) == _plain(b))
    return numpy.all((_plain(a) == _plain(b)) | hidden) if fill_value else False


def allclose(a, b, masked_equal=True, rtol=1e-05, atol=1e-08):
    """True when all elements that neither masks are nearly equal."""
    hidden = getmaskarray(a) | getmaskarray(b)
    near = numpy.isclose(_plain(a), _plain(b), rtol=rtol, atol=atol)
    return bool(numpy.all(numpy.where(hidden, bool(masked_equal), near)))


def _lines_without(x, axis):
    x = asanyarray(x)
    hidden = getmaskarray(x)
    keep = [~hidden.any(1 - d) if axis in (None, d) else numpy.ones(x.shape[d], dtype=bool) for d in range(2)]
    return x._data[keep[0]][:, keep[1]]


def compress_rowcols(x, axis=None):
    """Without rows and columns that have masked elements."""
    if numpy.ndim(_plain(x)) != 2:
        raise NotImplementedError("compress_rowcols works for 2D arrays only.")
    return _lines_without(x, axis)


def compress_rows(a):
    """Without rows that have masked elements."""
    return compress_rowcols(a, 0)


def compress_cols(a):
    """Without columns that have masked elements."""
    return compress_rowcols(a, 1)


def mask_rowcols(a, axis=None):
    """Masks rows and columns that have masked elements."""
    a = asanyarray(a).copy()
    hidden = getmaskarray(a)
    rows, columns = hidden.any(1), hidden.any(0)
    mask = hidden.copy()
    if axis in (None, 0):
        mask[rows] = True
    if axis in (None, 1, -1):
        mask[:, columns] = True
    a._mask = mask
    return a


def mask_rows(a, axis=numpy._NoValue):
    """Masks rows that have masked elements."""
    return mask_rowcols(a, 0)


def mask_cols(a, axis=numpy._NoValue):
    """Masks columns that have masked elements."""
    return mask_rowcols(a, 1)


def _runs(flags):
    """The slices of neighbours that hold."""
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], flags.astype("int64"), [0]])))
    return [slice(int(a), int(b), None) for a, b in edges.reshape(-1, 2)]


def clump_masked(a):
    """The slices of masked neighbours."""
    return _runs(getmaskarray(a).ravel())


def clump_unmasked(a):
    """The slices of neighbours that are not masked."""
    return _runs(~getmaskarray(a).ravel())


def flatnotmasked_contiguous(a):
    """The slices of neighbours that are not masked, in one dimension."""
    return clump_unmasked(a)


def notmasked_contiguous(a, axis=None):
    """The slices of neighbours that are not masked, along an axis."""
    a = asanyarray(a)
    if axis is None or a.ndim == 1:
        return flatnotmasked_contiguous(a)
    return [flatnotmasked_contiguous(a[:, i] if axis == 0 else a[i]) for i in range(a.shape[1 - axis])]


def flatnotmasked_edges(a):
    """The first and the last place that is not masked."""
    there = numpy.flatnonzero(~getmaskarray(a).ravel())
    return there[[0, -1]] if len(there) else None


def notmasked_edges(a, axis=None):
    """The first and the last place that is not masked, along an axis."""
    a = asanyarray(a)
    if axis is None or a.ndim == 1:
        return flatnotmasked_edges(a)
    places = [MaskedArray(grid, getmaskarray(a)) for grid in numpy.indices(a.shape)]
    return [tuple(place.min(axis).compressed() for place in places), tuple(place.max(axis).compressed() for place in places)]


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function of each one-dimensional slice along an axis."""
    moved = asanyarray(arr)
    moved = moved.swapaxes(axis, -1) if moved.ndim > 1 else moved
    rows = [func1d(moved[index], *args, **kwargs) for index in numpy.ndindex(*moved.shape[:-1])]
    return MaskedArray(rows).reshape(moved.shape[:-1] + numpy.shape(_plain(rows[0])))


def cov(x, y=None, rowvar=True, bias=False, allow_masked=True, ddof=None):
    """The covariance of rows, of the elements that are not masked."""
    x = asanyarray(x)
    x = x.reshape(1, -1) if x.ndim == 1 else x if rowvar else x.T
    x = x if y is None else concatenate([x, asanyarray(y).reshape(1, -1)])
    there = (~getmaskarray(x)).astype("float64")
    away = (x - x.mean(1, keepdims=True)).filled(0)
    ddof = (0 if bias else 1) if ddof is None else ddof
    pairs = numpy.dot(there, there.T) - ddof
    made = numpy.dot(away, away.T) / numpy.where(pairs > 0, pairs, 1)
    return MaskedArray(made, pairs <= 0).squeeze()


def corrcoef(x, y=None, rowvar=True, allow_masked=True):
    """The correlation of rows, of the elements that are not masked."""
    c = cov(x, y, rowvar)
    width = numpy.sqrt(numpy.diagonal(c._data))
    return MaskedArray(c._data / numpy.outer(width, width), c._mask)


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """numpy.polyfit, without masked points."""
    x, y = asanyarray(x), asanyarray(y)
    if y.ndim not in (1, 2):
        raise TypeError("Expected a 1D or 2D array for y!")
    hidden = getmaskarray(x) | (getmaskarray(y) if y.ndim == 1 else getmaskarray(y).any(1))
    if w is not None:
        w = asanyarray(w)
        if w.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if len(w) != len(y):
            raise TypeError("expected w and y to have the same length")
        hidden = hidden | getmaskarray(w)
        w = _plain(w)[~hidden]
    return numpy.polyfit(_plain(x)[~hidden], _plain(y)[~hidden], deg, rcond, full, w, cov)


def _folded_by(function, a, v, mode, propagate_mask):
    if propagate_mask:
        beside = function(getmaskarray(a), numpy.ones(numpy.shape(v), dtype=bool), mode=mode)
        mask = beside | function(numpy.ones(numpy.shape(a), dtype=bool), getmaskarray(v), mode=mode)
        return MaskedArray(function(_plain(a), _plain(v), mode=mode), mask)
    mask = ~function(~getmaskarray(a), ~getmaskarray(v), mode=mode)
    return MaskedArray(function(filled(a, 0), filled(v, 0), mode=mode), mask)


def correlate(a, v, mode="valid", propagate_mask=True):
    """numpy.correlate; sums with a masked element are masked, or leave it out."""
    return _folded_by(numpy.correlate, a, v, mode, propagate_mask)


def convolve(a, v, mode="full", propagate_mask=True):
    """numpy.convolve; sums with a masked element are masked, or leave it out."""
    return _folded_by(numpy.convolve, a, v, mode, propagate_mask)


def apply_over_axes(func, a, axes):
    """A function of an array and an axis, over several axes in turn."""
    made, dims = asanyarray(a), numpy.ndim(_plain(a))
    for axis in [axes] if numpy.ndim(axes) == 0 else axes:
        found = asanyarray(func(made, axis % dims))
        made = found if found.ndim == dims else expand_dims(found, axis % dims)
        if made.ndim != dims:
            raise ValueError("function is not returning an array of the correct shape")
    return made


def compress_nd(x, axis=None):
    """The slices along some axes without masked elements."""
    x = asanyarray(x)
    data, hidden = x._data, getmaskarray(x)
    if hidden.size and hidden.all():
        return numpy.array([])
    for d in numpy._axes(axis, x.ndim):
        d %= x.ndim
        keep = ~hidden.any(axis=tuple(i for i in range(x.ndim) if i != d))
        data = numpy.compress(keep, data, axis=d)
    return data


def shape(obj):
    """Sizes of the dimensions."""
    return numpy.shape(_plain(obj))


def size(obj, axis=None):
    """Number of elements, masked or not."""
    return numpy.size(_plain(obj), axis)


def ndim(obj):
    """Number of dimensions."""
    return numpy.ndim(_plain(obj))


def _moved(name):
    def run(a, *args, **kwargs):
        return asanyarray(a)._moved(lambda x: getattr(numpy, name)(x, *args, **kwargs))

    run.__name__ = run.__qualname__ = name
    run.__doc__, run.__wrapped__ = f"numpy.{name}, with the mask.", getattr(numpy, name)
    return run


atleast_1d, atleast_2d, atleast_3d, diag, diagflat = [_moved(name) for name in ("atleast_1d", "atleast_2d", "atleast_3d", "diag", "diagflat")]


def hsplit(ary, indices_or_sections):
    """Parts beside each other."""
    ary = asanyarray(ary)
    parts = zip(numpy.hsplit(ary._data, indices_or_sections), numpy.hsplit(getmaskarray(ary), indices_or_sections))
    return [MaskedArray(data, mask) for data, mask in parts]


def flatten_mask(mask):
    """A mask in one dimension."""
    return numpy.asarray(mask).ravel()


def ids(a):
    """The places in memory of the elements and of the mask."""
    return id(_plain(a)), id(getmask(a))


def inner(a, b, /):
    """Sums of products along the last axes, masked elements as 0."""
    return MaskedArray(numpy.inner(filled(a, 0), filled(b, 0)))


innerproduct = inner


def outer(a, b):
    """The products of each two elements."""
    made = numpy.outer(filled(a, 0), filled(b, 0))
    hidden = [getmaskarray(x).ravel() for x in (a, b)]
    return MaskedArray(made, make_mask(numpy.logical_or.outer(*hidden)))


outerproduct = outer
alltrue, sometrue = _method("all"), _method("any")


def vander(x, n=None):
    """A matrix of powers; rows of masked elements are zeros."""
    made = numpy.vander(_plain(x), n)
    made[getmaskarray(x)] = 0
    return made


def ndenumerate(a, compressed=True):
    """Pairs of an index and its element, where it is not masked."""
    for index in numpy.ndindex(*a.shape):
        value = a[index]
        if value is not masked or not compressed:
            yield index, value
