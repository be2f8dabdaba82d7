"""Rounding and bounds; sums and other reductions along axes."""

import math

import torch


class AxisError(ValueError, IndexError):
    """An axis that the array has not."""

    def __init__(self, axis, ndim=None, msg_prefix=None):
        self.axis, self.ndim = (axis, ndim) if ndim is not None else (None, None)
        text = axis if ndim is None else f"axis {axis} is out of bounds for array of dimension {ndim}"
        super().__init__(text if msg_prefix is None else f"{msg_prefix}: {text}")


def _foreign(a):
    """Returns whether this is a masked array or a column, whose methods answer for NumPy's functions."""
    return hasattr(type(a), "filled") or hasattr(type(a), "__pandas_priority__")


_UNASKED = {"dtype": None, "out": None, "keepdims": False, "initial": _NoValue, "where": True}


def _asked(a, name, **options):
    """What such an array's own method answers; it gets the options that are given, and refuses what it does not know."""
    given = {option: value for option, value in options.items() if option not in _UNASKED or value is not _UNASKED[option]}
    return getattr(a, name)(**given)


def round(a, decimals=0, out=None):
    """Rounded to so many digits after the point, halves to even."""
    if type(a) is not ndarray and _foreign(a):
        return a.round(decimals)
    return _given_to(out, _array(_rounded(_tensor(a), decimals)), "invalid output shape")


around = round


def _rounded(a, decimals):
    if a.dtype.is_complex:
        return torch.complex(_rounded(a.real, decimals), _rounded(a.imag, decimals))
    if a.dtype is torch.bool:
        return a.half()
    if a.dtype.is_floating_point:
        return torch.round(a, decimals=decimals)
    unit = 10**-decimals if decimals < 0 else 1
    return a if unit == 1 else (torch.round(a.double() / unit) * unit).to(a.dtype)


def _given_to(out, result, what=None):
    """Returns a result, in `out` where there is one."""
    if out is None:
        return result
    from numpy._operations import into

    return into(out, result, what)


def clip(a, a_min=_NoValue, a_max=_NoValue, out=None, *, min=_NoValue, max=_NoValue, **kwargs):
    """Not less than a_min, not more than a_max."""
    if (a_min is _NoValue) != (a_max is _NoValue):
        missing = "a_max" if a_max is _NoValue else "a_min"
        raise TypeError(f"clip() missing 1 required positional argument: '{missing}'")
    if a_min is not _NoValue and not (min is _NoValue and max is _NoValue):
        raise ValueError("Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.")
    low, high = (None if x is _NoValue else x for x in ((min, max) if a_min is _NoValue else (a_min, a_max)))
    a = _tensor(a)
    if low is not None:
        a = torch.maximum(*_both(a.numpy() if a.dim() else a, low))
    if high is not None:
        a = torch.minimum(*_both(a.numpy() if a.dim() else a, high))
    return _array(a) if out is None and not kwargs else positive(_array(a), out=out, **kwargs)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """NaN and infinities replaced by numbers."""
    given = _tensor(x)
    result = torch.nan_to_num(given, nan, posinf, neginf) if _inexact(given) else given.clone()
    if not copy and isinstance(x, ndarray):
        x[...] = result.numpy()
        return x
    return _array(result)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Returns where two arrays are nearly equal."""
    a, b = _both(a, b)
    wide = (lambda x: x) if a.dtype.is_complex else (lambda x: x.double())
    return _array(torch.isclose(wide(a), wide(b), rtol=rtol, atol=atol, equal_nan=equal_nan))


def _axes(axis, dims):
    """The axes of a reduction: all of them for None. Reductions of a number take 0 and -1 too, alone."""
    if axis is None:
        return tuple(range(dims))
    if isinstance(axis, (int, integer)):
        if dims == 0 and axis in (0, -1):
            return ()
        axes = (axis,)
    elif isinstance(axis, (tuple, list)):
        axes = tuple(axis)
    else:
        raise TypeError(f"'{type(axis).__name__}' object cannot be interpreted as an integer")
    for one in axes:
        if not -dims <= one < dims:
            raise AxisError(one, dims)
    if len(axes) > 1 and len({one % dims for one in axes}) < len(axes):
        raise ValueError("duplicate value in 'axis'")
    return axes


def _only_axes(axis, dims):
    """The axes of a statistic, which a number has none of."""
    if dims == 0 and isinstance(axis, (int, integer)):
        raise AxisError(axis, dims)
    return _axes(axis, dims)


def _distinct_axes(axis, dims, name=None):
    """Axes that NumPy counts in Python, with that code's words for wrong ones."""
    if axis is None:
        return tuple(range(dims))
    axes = (axis,) if isinstance(axis, (int, integer)) else tuple(axis)
    for one in axes:
        if not -dims <= one < dims:
            raise AxisError(one, dims, name)
    if len({one % dims for one in axes}) < len(axes):
        raise ValueError(f"repeated axis in `{name}` argument" if name else "repeated axis")
    return tuple(one % dims for one in axes)


def _reduced(a, axis, keepdims, function, dtype=None):
    a = _tensor(a) if dtype is None else _tensor(a).to(_tensor(zeros(0, dtype=dtype)).dtype)
    axes = _axes(axis, a.dim())
    # Along no axis, each element is reduced alone.
    result = function(a, axes, keepdims) if axes else function(a[None], (0,), False)
    return _array(result if dtype is None else result.to(a.dtype))


def _total(x, axes, keep=False):
    """The sum, which begins at 0: that of -0.0 is 0.0."""
    result = torch.sum(x, axes, keep)
    return result + 0 if _inexact(result) else result


def _product(x, axes, keep=False):
    """The product, from the first element to the last: no part of it overflows alone."""
    axes = sorted(d % x.dim() for d in axes)
    if x.numel() == 0 or not _inexact(x):
        for one in reversed(axes):
            x = torch.prod(x, one, keepdim=keep)
        return x
    rows = _as_rows(x, axes)
    # It begins at 1, which decides the signs of zeros in complex numbers.
    rows = torch.cat([torch.ones_like(rows[..., :1]), rows], -1) if x.dtype.is_complex else rows
    found = torch.cumprod(rows, -1)[..., -1]
    return found.reshape([1 if d in axes else n for d, n in enumerate(x.shape)]) if keep else found


def _extreme(function, worst):
    """The largest or smallest; of complex numbers by the real part, then by the imaginary one."""

    def found(x, axes, keep=False):
        if not x.dtype.is_complex:
            return function(x, axes, keep)
        rows = _as_rows(x, axes)
        real = function(rows.real, -1, True)
        imaginary = function(torch.where(rows.real == real, rows.imag, worst), -1, True)
        unknown = torch.isnan(rows)
        hit = torch.where(unknown.any(-1, keepdim=True), unknown, (rows.real == real) & (rows.imag == imaginary))
        # The element itself, whose zeros have their signs.
        result = torch.take_along_dim(rows, hit.int().argmax(-1, keepdim=True), -1).squeeze(-1)
        axes = {d % x.dim() for d in axes}
        return result.reshape([1 if d in axes else n for d, n in enumerate(x.shape)]) if keep else result

    return found


_largest, _smallest = _extreme(torch.amax, -math.inf), _extreme(torch.amin, math.inf)


def _as_rows(x, axes):
    """The elements of each reduction as rows."""
    axes = sorted(d % x.dim() for d in axes)
    kept = [d for d in range(x.dim()) if d not in axes]
    return x.permute(*kept, *axes).reshape([x.shape[d] for d in kept] + [-1])


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Sum over all elements, or along axes."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "sum", axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)
    if out is None and where is True and initial is _NoValue:
        return _reduced(a, axis, keepdims, _total, dtype)
    return add.reduce(a, axis, dtype, out, keepdims, initial, where)


def _count(a, axis, keepdims, where):
    """How many elements of each reduction a mask leaves."""
    return add.reduce(broadcast_to(asarray(where), shape(a)).astype("int64"), axis, keepdims=keepdims)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """Mean of all elements, or along axes."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "mean", axis=axis, dtype=dtype, out=out, keepdims=keepdims, where=where)
    _only_axes(axis, ndim(a))
    if out is None and where is True:
        return _reduced(_floating(a), axis, keepdims, torch.mean, dtype)
    a = _floating(a).numpy()
    total = add.reduce(a, axis, dtype, None, keepdims, where=where) / _count(a, axis, keepdims, where)
    return add._reduced_into(out, asarray(total).astype(a.dtype)[()])


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=_NoValue, correction=_NoValue):
    """Variance: squared distances from the mean over n - ddof."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "var", axis=axis, dtype=dtype, out=out, keepdims=keepdims, where=where, ddof=ddof)
    _only_axes(axis, ndim(a))
    ddof = ddof if correction is _NoValue else correction
    if out is None and where is True and mean is _NoValue and _inexact_real(a):
        return _reduced(_floating(a), axis, keepdims, lambda x, dims, keep: torch.var(x, dims, correction=ddof, keepdim=keep), dtype)
    a = _floating(a).numpy()
    middle = _mean_of(a, axis, where) if mean is _NoValue else mean
    away = absolute(a - middle) ** 2
    left = maximum(_count(a, axis, keepdims, where) - ddof, 0)
    return add._reduced_into(out, add.reduce(away, axis, dtype, None, keepdims, where=where) / left)


def _inexact_real(a):
    return not _tensor(a).dtype.is_complex


def _mean_of(a, axis, where):
    return mean(a, axis, keepdims=True, where=where)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=_NoValue, correction=_NoValue):
    """Standard deviation: the root of the variance."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "std", axis=axis, dtype=dtype, out=out, keepdims=keepdims, where=where, ddof=ddof)
    _only_axes(axis, ndim(a))
    ddof = ddof if correction is _NoValue else correction
    if out is None and where is True and mean is _NoValue and _inexact_real(a):
        return _reduced(_floating(a), axis, keepdims, lambda x, dims, keep: torch.std(x, dims, correction=ddof, keepdim=keep), dtype)
    return add._reduced_into(out, sqrt(var(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean)))


def max(a, axis=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Largest of all elements, or along axes."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "max", axis=axis, out=out, keepdims=keepdims, initial=initial, where=where)
    if out is None and where is True and initial is _NoValue and size(a):
        return _reduced(a, axis, keepdims, _largest)
    return maximum.reduce(a, axis, None, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Smallest of all elements, or along axes."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "min", axis=axis, out=out, keepdims=keepdims, initial=initial, where=where)
    if out is None and where is True and initial is _NoValue and size(a):
        return _reduced(a, axis, keepdims, _smallest)
    return minimum.reduce(a, axis, None, out, keepdims, initial, where)


amax, amin = max, min


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Product of all elements, or along axes."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "prod", axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)

    if out is None and where is True and initial is _NoValue:
        return _reduced(a, axis, keepdims, _product, dtype)
    return multiply.reduce(a, axis, dtype, out, keepdims, initial, where)


def all(a, axis=None, out=None, keepdims=False, *, where=True):
    """True where all are not 0."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "all", axis=axis, out=out, keepdims=keepdims, where=where)
    if out is None and where is True:
        return _reduced(a, axis, keepdims, torch.all)
    return logical_and.reduce(a, axis, None, out, keepdims, where=where)


def any(a, axis=None, out=None, keepdims=False, *, where=True):
    """True where one is not 0."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "any", axis=axis, out=out, keepdims=keepdims, where=where)
    if out is None and where is True:
        return _reduced(a, axis, keepdims, torch.any)
    return logical_or.reduce(a, axis, None, out, keepdims, where=where)


def ptp(a, axis=None, out=None, keepdims=False):
    """Largest minus smallest."""
    return _given_to(out, max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims))


def _filled_nan(a, value):
    """The array with this in place of NaN."""
    a = asarray(a)
    return where(isnan(a), asarray(value).astype(a.dtype), a) if a.dtype.kind in "fc" else a


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Sum without NaN."""
    return sum(_filled_nan(a, 0), axis, dtype, out, keepdims, initial, where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Product without NaN."""
    return prod(_filled_nan(a, 1), axis, dtype, out, keepdims, initial, where)


def nancumsum(a, axis=None, dtype=None, out=None):
    """Sums of the elements so far, NaN as 0."""
    return cumsum(_filled_nan(a, 0), axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    """Products of the elements so far, NaN as 1."""
    return cumprod(_filled_nan(a, 1), axis, dtype, out)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """Mean without NaN."""
    if out is None and where is True and _inexact_real(a):
        return _reduced(_floating(a), axis, keepdims, torch.nanmean, dtype)
    return mean(a, axis, dtype, out, keepdims, where=logical_and(where, ~isnan(a)))


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=_NoValue, correction=_NoValue):
    """Variance without NaN; NaN where too few elements are left."""
    # A number's sum has the axes 0 and -1, though its variance has none.
    axis = None if ndim(a) == 0 and isinstance(axis, (int, integer)) and axis in (0, -1) else axis
    ddof = ddof if correction is _NoValue else correction
    known = logical_and(where, ~isnan(a))
    found = var(_filled_nan(a, 0), axis, dtype, None, ddof, keepdims, where=known, mean=mean)
    too_few = _count(a, axis, keepdims, known) <= ddof
    return _given_to(out, globals()["where"](too_few, asarray(nan).astype(found.dtype), found)[()])


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=_NoValue, correction=_NoValue):
    """Standard deviation without NaN."""
    found = nanvar(a, axis, dtype, None, ddof, keepdims, where=where, mean=mean, correction=correction)
    return _given_to(out, sqrt(found))


def _nan_extreme(function, a, axis, out, keepdims, initial, where, worst):
    filled = _filled_nan(a, worst)
    result = function(filled, axis, None, keepdims, initial, where)
    if filled.dtype.kind == "f" and initial is _NoValue:
        empty = all(isnan(asarray(a)), axis, keepdims=keepdims)
        result = result if not any(empty) else globals()["where"](empty, nan, result)
    return _given_to(out, result)


def nanmax(a, axis=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Largest without NaN."""
    return _nan_extreme(max, a, axis, out, keepdims, initial, where, -math.inf)


def nanmin(a, axis=None, out=None, keepdims=False, initial=_NoValue, where=True):
    """Smallest without NaN."""
    return _nan_extreme(min, a, axis, out, keepdims, initial, where, math.inf)


def _position(a, axis, function, keepdims, name, out):
    a = _tensor(a)
    if a.numel() == 0:
        raise ValueError(f"attempt to get {name} of an empty sequence")
    a = a.byte() if a.dtype == torch.bool else a
    if axis is not None:
        _axes(axis, a.dim())
    found = function(a.reshape(-1) if axis is None else a, 0 if axis is None else axis, keepdim=keepdims and axis is not None)
    found = found.reshape([1] * a.dim()) if keepdims and axis is None else found
    return _given_to(out, _array(found))


def argmax(a, axis=None, out=None, *, keepdims=False):
    """Position of the largest."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "argmax", axis=axis, out=out, keepdims=keepdims)
    return _position(a, axis, torch.argmax, keepdims, "argmax", out)


def argmin(a, axis=None, out=None, *, keepdims=False):
    """Position of the smallest."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "argmin", axis=axis, out=out, keepdims=keepdims)
    return _position(a, axis, torch.argmin, keepdims, "argmin", out)


def _nan_position(function, a, axis, out, keepdims, worst):
    a = asarray(a)
    if a.dtype.kind == "f" and any(all(isnan(a), axis)):
        raise ValueError("All-NaN slice encountered")
    return function(_filled_nan(a, worst), axis, out, keepdims=keepdims)


def nanargmax(a, axis=None, out=None, *, keepdims=False):
    """Position of the largest; NaN is none."""
    return _nan_position(argmax, a, axis, out, keepdims, -math.inf)


def nanargmin(a, axis=None, out=None, *, keepdims=False):
    """Position of the smallest; NaN is none."""
    return _nan_position(argmin, a, axis, out, keepdims, math.inf)


def _flat_or(a, axis):
    a = _tensor(a)
    if axis is not None:
        _axes(axis, a.dim())
    return (a.reshape(-1), 0) if axis is None else (a, axis)


def _so_far(function, a, axis, dtype, out):
    a, axis = _flat_or(a, axis)
    a = a if dtype is None else a.to(_tensor(zeros(0, dtype=dtype)).dtype)
    return _given_to(out, function(a, axis).numpy())


def cumsum(a, axis=None, dtype=None, out=None):
    """Sums of the elements so far."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "cumsum", axis=axis, dtype=dtype, out=out)
    if dtype is None and out is None:
        return torch.cumsum(*_flat_or(a, axis)).numpy()
    return _so_far(torch.cumsum, a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Products of the elements so far."""
    if type(a) is not ndarray and _foreign(a):
        return _asked(a, "cumprod", axis=axis, dtype=dtype, out=out)
    if dtype is None and out is None:
        return torch.cumprod(*_flat_or(a, axis)).numpy()
    return _so_far(torch.cumprod, a, axis, dtype, out)


def _cumulative(function, start, x, axis, dtype, out, include_initial):
    x = asarray(x)
    if axis is None:
        if x.ndim != 1:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0
    result = function(x, axis, dtype)
    if include_initial:
        first = list(result.shape)
        first[axis] = 1
        result = concatenate([full(first, start, dtype=result.dtype), result], axis)
    return _given_to(out, result)


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Sums of the elements so far, from 0 if asked for."""
    return _cumulative(cumsum, 0, x, axis, dtype, out, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Products of the elements so far, from 1 if asked for."""
    return _cumulative(cumprod, 1, x, axis, dtype, out, include_initial)


def diff(a, n=1, axis=-1, prepend=_NoValue, append=_NoValue):
    """Each element minus the one before."""
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    a = asarray(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    _axes(axis, a.ndim)
    parts = [a if part is a else _edge(part, a, axis) for part in (prepend, a, append) if part is not _NoValue]
    return torch.diff(_tensor(parts[0] if len(parts) == 1 else concatenate(parts, axis)), n, axis).numpy()


def _edge(part, a, axis):
    part = asarray(part)
    sizes = list(a.shape)
    sizes[axis] = 1
    return broadcast_to(part, tuple(sizes)) if part.ndim == 0 else part
