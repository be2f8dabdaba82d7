"""Reductions and running values that are composed of others: NaN-aware ones, quantiles, differences, integrals."""

import math

import torch


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The sum, NaN counting as 0.

    >>> torch.nansum(torch.tensor([1., float('nan'), 2.]))
    tensor(3.)
    """
    zeroed = torch.where(input.isnan(), 0, input) if input.is_floating_point() else input
    return torch._receive(out, zeroed.sum(dim, keepdim, dtype=dtype))


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The mean of what is not NaN.

    Errors: RuntimeError of integers: `torch.nanmean(torch.tensor([1, 2]))`

    >>> torch.nanmean(torch.tensor([1., float('nan'), 2.]))
    tensor(1.5000)
    """
    if not input.is_floating_point():
        raise RuntimeError("nanmean(): expected input to have floating point or complex dtype but got " + torch._scalar_name(input.dtype))
    count = torch.logical_not(input.isnan()).sum(dim, keepdim)
    return torch._receive(out, nansum(input, dim, keepdim, dtype=dtype) / count)


def median(input, dim=None, keepdim=False, *, out=None):
    """The middle element (the lower of two), NaN if there is one; with `dim`, values and indices.

    Shapes: with `dim`, values and indices without that dimension; else ()
    Errors: IndexError for a dimension that there is not: `torch.median(torch.ones(2), 1)`

    >>> torch.median(torch.tensor([7., 1., 3., 9.]))
    tensor(3.)
    >>> torch.median(torch.tensor([[7, 1, 3], [2, 8, 5]]), dim=1)
    torch.return_types.median(
    values=tensor([3, 5]),
    indices=tensor([2, 2]))
    """
    return _median("median", input, dim, keepdim, out, False)


def nanmedian(input, dim=None, keepdim=False, *, out=None):
    """The middle element (the lower of two) of what is not NaN; with `dim`, values and indices.

    >>> torch.nanmedian(torch.tensor([7., float('nan'), 3., 9.]))
    tensor(7.)
    """
    return _median("nanmedian", input, dim, keepdim, out, True)


def _median(name, input, dim, keepdim, out, ignore_nan):
    whole = dim is None
    if whole and input.numel() == 0:
        nothing = math.nan if input.is_floating_point() else torch.iinfo(input.dtype).min
        return torch.full((), nothing, dtype=input.dtype, device=input.device)
    values = input.reshape(-1) if whole else (input.reshape(1) if input.dim() == 0 else input)
    axis = 0 if whole else _axis(dim, input.dim())
    size = values.shape[axis]
    if size == 0:
        raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")
    # NaN sorts behind all numbers.
    ordered, order = values.sort(axis, stable=True)
    missing = values.isnan().sum(axis, keepdim=True)
    present = size - missing
    at = (present - 1).clamp(min=0) // 2
    if not ignore_nan:
        at = torch.where(missing > 0, present, at)
    found, index = ordered.gather(axis, at), order.gather(axis, at)
    if whole:
        found = found.reshape(())
        if values.requires_grad:
            # The gradient is shared evenly among the elements of the median's value.
            same = values.detach() == found.detach()
            share = torch.where(same, values, 0).sum() / same.sum()
            found = found.detach() + (share - share.detach())
        return torch._receive(out, found)
    if input.dim() == 0:
        found, index = found.reshape(()), index.reshape(())
    elif not keepdim:
        found, index = found.squeeze(axis), index.squeeze(axis)
    return torch._receive(out, torch._return_type(name, ("values", "indices"), (found, index)))


def _axis(dim, count):
    reach = count if count > 0 else 1
    if not -reach <= dim < reach:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-reach}, {reach - 1}], but got {dim})"
        )
    return dim % reach


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """The value below which a part q of the elements lies; NaN if an element is.

    Shapes: q's dimension, if it has one, before those that stay
    Errors: RuntimeError for q outside of [0, 1]: `torch.quantile(torch.ones(2), 2.)`
            RuntimeError of integers: `torch.quantile(torch.tensor([1, 2]), 0.5)`

    >>> torch.quantile(torch.tensor([1., 2., 3., 4.]), 0.5)
    tensor(2.5000)
    """
    return torch._receive(out, _quantile("quantile", input, q, dim, keepdim, interpolation, False))


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """The value below which a part q of the elements that are not NaN lies.

    >>> torch.nanquantile(torch.tensor([1., float('nan'), 3.]), 0.5)
    tensor(2.)
    """
    return torch._receive(out, _quantile("nanquantile", input, q, dim, keepdim, interpolation, True))


def _quantile(name, input, q, dim, keepdim, interpolation, ignore_nan):
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError(
            "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
            + interpolation
        )
    if input.numel() == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if torch.is_tensor(q):
        if q.dim() > 1:
            raise RuntimeError("quantile() q must be a scalar or 1D tensor")
        if q.dtype != input.dtype:
            raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
        if ((q < 0) | (q > 1)).any():
            raise RuntimeError("quantile() q values must be in the range [0, 1]")
    else:
        if not 0 <= q <= 1:
            raise RuntimeError("quantile() q must be in the range [0, 1] but got " + f"{q:g}")
        q = torch.full((), q, dtype=input.dtype, device=input.device)
    whole = dim is None
    values = input.reshape(-1) if whole else input.movedim(_axis(dim, input.dim()), -1) if input.dim() else input.reshape(1)
    ordered = values.sort(-1).values
    size = values.shape[-1]
    missing = values.isnan().sum(-1, keepdim=True)
    last = (size - missing - 1).clamp(min=0).to(input.dtype) if ignore_nan else torch.full_like(missing, size - 1).to(input.dtype)
    place = q.reshape(-1) * last
    if not ignore_nan:
        place = torch.where(missing > 0, size - 1.0, place)
    if interpolation == "lower":
        place = place.floor()
    elif interpolation == "higher":
        place = place.ceil()
    elif interpolation == "nearest":
        place = place.round()
    below = place.floor()
    low = ordered.gather(-1, below.long())
    if interpolation in ("linear", "midpoint"):
        weight = torch.full_like(place, 0.5) if interpolation == "midpoint" else place - below
        high = ordered.gather(-1, place.ceil().long())
        low = torch.where(below == place, low, torch.lerp(low, high, weight))
    # The quantiles lie in the last dimension: to the front, or away.
    if keepdim:
        shape = [1] * input.dim() if whole else list(values.shape)
        if not whole:
            shape[-1] = 1
        low = low.movedim(-1, 0).reshape([-1] + shape)
        if not whole and input.dim():
            low = low.movedim(-1, _axis(dim, input.dim()) + 1)
    else:
        low = low.movedim(-1, 0)
    return low if q.dim() else low.squeeze(0)


def aminmax(input, *, dim=None, keepdim=False, out=None):
    """The smallest and the largest element.

    >>> torch.aminmax(torch.tensor([3, 9, 4]))
    torch.return_types.aminmax(
    min=tensor(3),
    max=tensor(9))
    """
    if input.numel() == 0 and dim is None:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
        )
    if dim is None:
        low, high = input.amin(), input.amax()
        if keepdim:
            low, high = low.reshape([1] * input.dim()), high.reshape([1] * input.dim())
    else:
        low, high = input.amin(dim, keepdim), input.amax(dim, keepdim)
    return torch._receive(out, torch._return_type("aminmax", ("min", "max"), (low, high)))


def logcumsumexp(input, dim, *, out=None):
    """log(cumsum(exp(x))), computed safely.

    >>> torch.logcumsumexp(torch.zeros(3), dim=0)
    tensor([0.0000, 0.6931, 1.0986])
    """
    dim = _axis(dim, input.dim())
    if not input.is_floating_point():
        torch._not_implemented("logcumsumexp_out_cpu", input.dtype)
    if input.dim() == 0 or input.shape[dim] == 0:
        return torch._receive(out, input.clone())
    # Hillis and Steele: after k steps each place holds the combination of the 2**k before it.
    result, step, size = input, 1, input.shape[dim]
    while step < size:
        head = result.narrow(dim, 0, step)
        joined = torch.logaddexp(result.narrow(dim, 0, size - step), result.narrow(dim, step, size - step))
        result = torch.cat([head, joined], dim)
        step *= 2
    return torch._receive(out, result)


def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    """Differences of neighbours along a dimension, taken n times.

    Shapes: the input's, but n fewer in `dim`

    >>> torch.diff(torch.tensor([1, 4, 9, 16]))
    tensor([3, 5, 7])
    """
    if input.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    parts = [part for part in (prepend, input, append) if part is not None]
    result = torch.cat(parts, dim) if len(parts) > 1 else input
    dim = _axis(dim, input.dim())
    for _ in range(n):
        size = result.shape[dim]
        if size == 0:
            break
        ahead, behind = result.narrow(dim, 1, size - 1), result.narrow(dim, 0, size - 1)
        result = torch.logical_xor(ahead, behind) if result.dtype == torch.bool else ahead - behind
    return torch._receive(out, result.clone() if n == 0 else result)


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Estimated derivatives along dimensions, by central differences of second order.

    >>> torch.gradient(torch.tensor([1., 4., 9., 16.]))
    (tensor([3., 4., 6., 7.]),)
    """
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    if isinstance(spacing, (list, tuple)):
        spacings = list(spacing)
        if len(spacings) != len(dims):
            raise RuntimeError(
                "torch.gradient expected spacing to be unspecified, a scalar or a list of length equal to 'self.dim() ="
                f" {input.dim()}', since dim argument was not given, but got a list of length {len(spacings)}"
            )
    else:
        spacings = [spacing] * len(dims)
    found = []
    for axis, step in zip(dims, spacings):
        axis = _axis(axis, input.dim())
        size = input.shape[axis]
        if size < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
        x = input.movedim(axis, -1)
        x = x if x.is_floating_point() else x.to(torch.get_default_dtype())
        places = step if torch.is_tensor(step) and step.dim() else torch.arange(size, dtype=x.dtype, device=x.device) * step
        steps = (places[1:] - places[:-1]).to(x.dtype)
        slopes = (x[..., 1:] - x[..., :-1]) / steps
        before, after = steps[:-1], steps[1:]
        # Each inner slope is that of the parabola through three points.
        inner = (slopes[..., :-1] * after + slopes[..., 1:] * before) / (before + after)
        if edge_order == 1:
            first, last = slopes[..., :1], slopes[..., -1:]
        else:
            first = slopes[..., :1] + (slopes[..., :1] - slopes[..., 1:2]) * (steps[0] / (steps[0] + steps[1]))
            last = slopes[..., -1:] + (slopes[..., -1:] - slopes[..., -2:-1]) * (steps[-1] / (steps[-1] + steps[-2]))
        found.append(torch.cat([first, inner, last], -1).movedim(-1, axis))
    return tuple(found)


def _areas(y, x, dx, dim):
    size = y.shape[dim]
    sums = y.narrow(dim, 1, size - 1) + y.narrow(dim, 0, size - 1)
    if x is None:
        return sums * (dx / 2)
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = -1
        x = x.reshape(shape)
    at = dim - y.dim()
    length = x.shape[at]
    return sums * (x.narrow(at, 1, length - 1) - x.narrow(at, 0, length - 1)) / 2


def trapezoid(y, x=None, *, dx=None, dim=-1):
    """The integral of a line through points.

    >>> torch.trapezoid(torch.tensor([1., 2., 3.]))
    tensor(4.)
    """
    if x is not None and dx is not None:
        raise RuntimeError("trapezoid() takes either x or dx")
    dim = _axis(dim, y.dim())
    if y.shape[dim] == 0:
        return torch.zeros_like(y.sum(dim))
    return _areas(y, x, 1 if dx is None else dx, dim).sum(dim)


def trapz(y, x=None, *, dx=None, dim=-1):
    """As trapezoid.

    >>> torch.trapz(torch.tensor([1., 2., 3.]))
    tensor(4.)
    """
    return trapezoid(y, x, dx=dx, dim=dim)


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    """The running integral of a line through points.

    >>> torch.cumulative_trapezoid(torch.tensor([1., 2., 3.]))
    tensor([1.5000, 4.0000])
    """
    dim = _axis(dim, y.dim())
    return _areas(y, x, 1 if dx is None else dx, dim).cumsum(dim)


def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariance matrix of variables, one a row.

    Shapes: (variables, observations) -> (variables, variables)

    >>> torch.cov(torch.tensor([[1., 2., 3.], [3., 2., 1.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.dim() > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions")
    if input.dtype == torch.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = input.reshape(1, -1) if input.dim() < 2 else input
    x = x if x.is_floating_point() else x.to(torch.get_default_dtype())
    weights = None
    if fweights is not None:
        if fweights.is_floating_point() or fweights.dtype == torch.bool:
            raise RuntimeError(f"cov(): expected fweights to have integral dtype but got fweights with {torch._scalar_name(fweights.dtype)} dtype")
        weights = fweights
    if aweights is not None:
        weights = aweights if weights is None else weights * aweights
    if weights is None:
        count = x.shape[1]
        average = x.mean(1, keepdim=True)
        norm = count - correction
    else:
        weights = weights.to(x.dtype)
        total = weights.sum()
        average = (x * weights).sum(1, keepdim=True) / total
        norm = total - correction if aweights is None else total - correction * (weights * aweights).sum() / total
        norm = norm.item()
    apart = x - average
    scaled = apart if weights is None else apart * weights
    return (apart @ scaled.mT / (norm if norm > 0 else 0.0)).squeeze()


def corrcoef(input):
    """The correlation coefficients of variables, one a row.

    Shapes: (variables, observations) -> (variables, variables)

    >>> torch.corrcoef(torch.tensor([[1., 2., 3.], [3., 2., 1.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.dim() > 2:
        raise RuntimeError(f"corrcoef(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions")
    c = cov(input)
    if c.dim() == 0:
        return c / c
    spread = c.diagonal().sqrt()
    return (c / spread.unsqueeze(-1) / spread.unsqueeze(0)).clamp(-1, 1)


def renorm(input, p, dim, maxnorm, *, out=None):
    """Slices along a dimension scaled down to a norm of at most maxnorm.

    >>> torch.renorm(torch.tensor([[3., 4.], [0.3, 0.4]]), 2, 0, 1.)
    tensor([[0.6000, 0.8000],
            [0.3000, 0.4000]])
    """
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")
    dim = _axis(dim, input.dim())
    others = [d for d in range(input.dim()) if d != dim]
    norms = torch.linalg.vector_norm(input, p, others, keepdim=True)
    factor = torch.where(norms > maxnorm, maxnorm / (norms + 1e-7), 1.0)
    return torch._receive(out, input * factor)


def dist(input, other, p=2):
    """The p-norm of the difference.

    >>> torch.dist(torch.tensor([0., 0.]), torch.tensor([3., 4.]))
    tensor(5.)
    """
    torch._only_tensors("dist", input=input, other=other)
    return torch.linalg.vector_norm(input - other, p)


def sum_to_size(input, *size):
    """Summed over dimensions until it has this size."""
    size = size[0] if len(size) == 1 and not isinstance(size[0], int) else size
    added = input.dim() - len(size)
    fits = added >= 0
    for own, wanted in zip(input.shape[added if added > 0 else 0 :], size):
        fits = fits and (own == wanted or wanted == 1)
    if not fits:
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(input.shape)}}}.")
    dims = list(range(added)) + [added + at for at, n in enumerate(size) if n == 1 and input.shape[added + at] != 1]
    summed = input.sum(dims, keepdim=True) if dims else input
    return summed.reshape(tuple(size))


def nuclear_norm(input, dim=(-2, -1), keepdim=False):
    """The sum of singular values.

    >>> torch.nuclear_norm(torch.tensor([[3., 0.], [0., 2.]]))
    tensor(5.)
    """
    return torch.linalg.matrix_norm(input, "nuc", dim, keepdim)
