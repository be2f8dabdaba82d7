"""Rounding and bounds; sums and other reductions along axes."""

import math

import torch


def round(a, decimals=0):
    """Rounded to so many digits after the point, halves to even."""
    a = _tensor(a)
    return _array(torch.round(a, decimals=decimals) if a.dtype.is_floating_point else a)


around = round


def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    """Not less than a_min, not more than a_max."""
    low, high = a_min if min is None else min, a_max if max is None else max
    a = _tensor(a)
    if low is not None:
        a = torch.maximum(*_both(a.numpy() if a.dim() else a, low))
    if high is not None:
        a = torch.minimum(*_both(a.numpy() if a.dim() else a, high))
    return _array(a)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """NaN and infinities replaced by numbers."""
    return _array(torch.nan_to_num(_floating(x), nan, posinf, neginf))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Returns where two arrays are nearly equal."""
    a, b = _both(a, b)
    return _array(torch.isclose(a.double(), b.double(), rtol=rtol, atol=atol, equal_nan=equal_nan))


def _axes(axis, dims):
    """The axes of a reduction: all of them for None."""
    if axis is None:
        return tuple(range(dims))
    axes = (axis,) if isinstance(axis, (int, integer)) else tuple(axis)
    for one in axes:
        if not -dims <= one < dims:
            raise AxisError(f"axis {one} is out of bounds for array of dimension {dims}")
    return axes


class AxisError(ValueError, IndexError):
    """An axis that the array has not."""


def _reduced(a, axis, keepdims, function, dtype=None):
    a = _tensor(a) if dtype is None else _tensor(a).to(_tensor(zeros(0, dtype=dtype)).dtype)
    axes = _axes(axis, a.dim())
    return _array(function(a, axes, keepdims) if axes else a)


def sum(a, axis=None, dtype=None, out=None, keepdims=False):
    """Sum over all elements, or along axes."""
    return _reduced(a, axis, keepdims, torch.sum, dtype)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    """Mean of all elements, or along axes."""
    return _reduced(_floating(a), axis, keepdims, torch.mean, dtype)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Variance: squared distances from the mean over n - ddof."""
    return _reduced(_floating(a), axis, keepdims, lambda x, dims, keep: torch.var(x, dims, correction=ddof, keepdim=keep))


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Standard deviation: the root of the variance."""
    return _reduced(_floating(a), axis, keepdims, lambda x, dims, keep: torch.std(x, dims, correction=ddof, keepdim=keep))


def max(a, axis=None, out=None, keepdims=False):
    """Largest of all elements, or along axes."""
    return _reduced(a, axis, keepdims, torch.amax)


def min(a, axis=None, out=None, keepdims=False):
    """Smallest of all elements, or along axes."""
    return _reduced(a, axis, keepdims, torch.amin)


amax, amin = max, min


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """Product of all elements, or along axes."""

    def product(x, axes, keep):
        for one in sorted((d % x.dim() for d in axes), reverse=True):
            x = torch.prod(x, one, keepdim=keep)
        return x

    return _reduced(a, axis, keepdims, product, dtype)


def all(a, axis=None, out=None, keepdims=False):
    """True where all are not 0."""
    return _reduced(a, axis, keepdims, torch.all)


def any(a, axis=None, out=None, keepdims=False):
    """True where one is not 0."""
    return _reduced(a, axis, keepdims, torch.any)


def ptp(a, axis=None):
    """Largest minus smallest."""
    return max(a, axis) - min(a, axis)


def nansum(a, axis=None):
    """Sum without NaN."""
    return _reduced(a, axis, False, torch.nansum)


def nanmean(a, axis=None):
    """Mean without NaN."""
    return _reduced(_floating(a), axis, False, torch.nanmean)


def nanmax(a, axis=None):
    """Largest without NaN."""
    return max(where(isnan(a), -math.inf, a), axis)


def nanmin(a, axis=None):
    """Smallest without NaN."""
    return min(where(isnan(a), math.inf, a), axis)


def _position(a, axis, function, keepdims):
    a = _tensor(a)
    a = a.byte() if a.dtype == torch.bool else a
    return _array(function(a.reshape(-1) if axis is None else a, 0 if axis is None else axis, keepdim=keepdims and axis is not None))


def argmax(a, axis=None, out=None, keepdims=False):
    """Position of the largest."""
    return _position(a, axis, torch.argmax, keepdims)


def argmin(a, axis=None, out=None, keepdims=False):
    """Position of the smallest."""
    return _position(a, axis, torch.argmin, keepdims)


def _flat_or(a, axis):
    a = _tensor(a)
    return (a.reshape(-1), 0) if axis is None else (a, axis)


def cumsum(a, axis=None):
    """Sums of the elements so far."""
    return torch.cumsum(*_flat_or(a, axis)).numpy()


def cumprod(a, axis=None):
    """Products of the elements so far."""
    return torch.cumprod(*_flat_or(a, axis)).numpy()


def diff(a, n=1, axis=-1):
    """Each element minus the one before."""
    return torch.diff(_tensor(a), n, axis).numpy()
