"""Reductions and softmax that leave out the elements that a mask masks out."""

import torch

__name__ = "torch.masked"


def _parts(input, mask):
    """The data and mask of a masked tensor, or a tensor and the mask that is given."""
    if isinstance(input, torch.masked.MaskedTensor):
        return input.get_data(), input.get_mask() if mask is None else mask
    return input, mask


def _input_mask(input, mask):
    """A mask as a bool tensor of the input's shape."""
    if mask.dim() > input.dim():
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
    return mask.expand(input.shape) if mask.shape != input.shape else mask


def _filled(input, mask, value):
    """The input with a value in place of what is masked out."""
    if mask is None:
        return input
    return torch.where(_input_mask(input, mask).bool(), input, torch.full((), value, dtype=input.dtype, device=input.device))


def _least(dtype):
    if dtype == torch.bool:
        return False
    return -torch.inf if dtype.is_floating_point else torch.iinfo(dtype).min


def _most(dtype):
    if dtype == torch.bool:
        return True
    return torch.inf if dtype.is_floating_point else torch.iinfo(dtype).max


def _dims(dim, ndim):
    """Dimension numbers as a tuple: all of them for None."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    dims = []
    for each in (dim,) if isinstance(dim, int) else dim:
        if each in dims:
            raise RuntimeError(f"dim={each} appears multiple times in the list of dims")
        if not -max(ndim, 1) <= each < max(ndim, 1):
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {each})")
        dims.append(each % ndim if ndim else 0)
    return tuple(sorted(dims))


def _reduced(input, mask, value, dim, keepdim, dtype, reduce):
    input, mask = _parts(input, mask)
    if dtype is not None:
        input = input.to(dtype)
    dims = _dims(dim, input.dim())
    filled = _filled(input, mask, value(input.dtype) if callable(value) else value)
    return reduce(filled, dims, bool(keepdim)) if dims else filled


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The sum of the elements that are not masked out; 0 where all are."""
    input, mask = _parts(input, mask)
    if dtype is None and not (input.is_floating_point() or input.is_complex()):
        dtype = torch.int64
    return _reduced(input, mask, 0, dim, keepdim, dtype, lambda x, dims, keep: x.sum(dims, keepdim=keep))


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The product of the elements that are not masked out; 1 where all are."""
    input, mask = _parts(input, mask)
    if dtype is None and not (input.is_floating_point() or input.is_complex()):
        dtype = torch.int64

    def reduce(x, dims, keep):
        for each in reversed(dims):
            x = x.prod(each, keepdim=keep)
        return x

    return _reduced(input, mask, 1, dim, keepdim, dtype, reduce)


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The largest element that is not masked out."""
    return _reduced(input, mask, _least, dim, keepdim, dtype, lambda x, dims, keep: x.amax(dims, keepdim=keep))


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The smallest element that is not masked out."""
    return _reduced(input, mask, _most, dim, keepdim, dtype, lambda x, dims, keep: x.amin(dims, keepdim=keep))


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The place of the largest element that is not masked out."""
    input, mask = _parts(input, mask)
    return _filled(input, mask, _least(input.dtype)).argmax(dim, bool(keepdim)).to(dtype or input.dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The place of the smallest element that is not masked out."""
    input, mask = _parts(input, mask)
    return _filled(input, mask, _most(input.dtype)).argmin(dim, bool(keepdim)).to(dtype or input.dtype)


def _count(input, mask, dim, keepdim):
    mask = torch.ones(input.shape, dtype=torch.bool, device=input.device) if mask is None else _input_mask(input, mask)
    return sum(mask, dim, keepdim=keepdim)


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The mean of the elements that are not masked out; NaN where all are."""
    source = "Input" if dtype is None else "Optional"
    input, mask = _parts(input, mask)
    kind = input.dtype if dtype is None else dtype
    if not (kind.is_floating_point or kind.is_complex):
        raise ValueError(
            f"mean(): Could not infer output dtype. {source} dtype must be either "
            f"a floating point or complex dtype. Got: {kind}"
        )
    return sum(input, dim, keepdim=keepdim, dtype=kind, mask=mask) / _count(input, mask, dim, keepdim)


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """The median of the elements that are not masked out; NaN where all are."""
    input, mask = _parts(input, mask)
    wanted = input.dtype if dtype is None else dtype
    floats = input if input.is_floating_point() else input.float()
    found = torch.nanmedian(_filled(floats, mask, torch.nan), dim, keepdim)[0]
    if input.is_floating_point():
        return found
    if torch.isnan(found).any():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return found.to(wanted)


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The logarithm of the sum of exponentials of the elements that are not masked out."""
    return _reduced(input, mask, _least, dim, keepdim, dtype, lambda x, dims, keep: x.logsumexp(dims, keepdim=keep))


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """The logarithm of the sum of two exponentials, each masked."""
    dtype = input.dtype if dtype is None else dtype
    (input, own), (other, its) = _parts(input, input_mask), _parts(other, other_mask)
    return torch.logaddexp(_filled(input, own, -torch.inf), _filled(other, its, -torch.inf)).to(dtype)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The norm of the elements that are not masked out."""
    order = 2.0 if ord is None else ord
    value = torch.inf if order < 0 else 0.0
    reduce = lambda x, dims, keep: torch.linalg.vector_norm(x, order, dims, keep)
    return _reduced(input, mask, value, dim, keepdim, dtype, reduce)


def _spread(input, dim, unbiased, correction, keepdim, dtype, mask):
    input, mask = _parts(input, mask)
    correction = correction if correction is not None else 1.0 if unbiased is None or unbiased else 0.0
    dtype = dtype or (input.dtype if input.is_floating_point() or input.is_complex() else torch.float32)
    count = _count(input, mask, dim, True)
    deviation = input - sum(input, dim, keepdim=True, dtype=dtype, mask=mask) / count
    total = sum(deviation * deviation.conj(), dim, keepdim=keepdim, dtype=dtype, mask=mask)
    count = (count.reshape(total.shape) - correction).clamp_min(0)
    return (total / count).to(dtype)


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """The variance of the elements that are not masked out."""
    return _spread(input, dim, unbiased, correction, keepdim, dtype, mask)


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """The standard deviation of the elements that are not masked out."""
    return _spread(input, dim, unbiased, correction, keepdim, dtype, mask).sqrt()


def _along(input, mask, value, dtype, function):
    input, mask = _parts(input, mask)
    input = input if dtype is None else input.to(dtype)
    return function(_filled(input, mask, value(input.dtype) if callable(value) else value))


def softmax(input, dim, *, dtype=None, mask=None):
    """Softmax over the elements that are not masked out."""
    return _along(input, mask, _least, dtype, lambda x: torch.softmax(x, dim))


def log_softmax(input, dim, *, dtype=None, mask=None):
    """The logarithm of `softmax`."""
    return _along(input, mask, _least, dtype, lambda x: torch.log_softmax(x, dim))


def softmin(input, dim, *, dtype=None, mask=None):
    """Softmax of the negated elements that are not masked out."""
    return _along(input, mask, _most, dtype, lambda x: torch.softmax(-x, dim))


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """The elements divided by the norm of those that are not masked out."""
    length = norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    return _along(input, mask, 0, dtype, lambda x: x / length.clamp_min(eps))


def cumsum(input, dim, *, dtype=None, mask=None):
    """Running sums of the elements that are not masked out."""
    return _along(input, mask, 0, dtype, lambda x: torch.cumsum(x, dim))


def cumprod(input, dim, *, dtype=None, mask=None):
    """Running products of the elements that are not masked out."""
    return _along(input, mask, 1, dtype, lambda x: torch.cumprod(x, dim))
