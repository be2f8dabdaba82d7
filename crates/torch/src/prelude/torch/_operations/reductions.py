"""Reductions and running values that are composed of others: NaN-aware ones, quantiles, differences, integrals."""

import math

import torch
from torch._tensorcell.checks import _not_implemented, _only_tensors, _scalar_name

__name__ = "torch._operations"


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The sum, NaN counting as 0.

    >>> torch.nansum(torch.tensor([1., float('nan'), 2.]))
    tensor(3.)
    """
    if input.is_complex():
        raise RuntimeError("nansum on CPU does not support complex inputs")
    if dtype is not None and not dtype.is_floating_point and input.is_floating_point():
        _not_implemented("nansum_cpu", dtype)
    zeroed = torch.where(input.isnan(), 0, input) if input.is_floating_point() else input
    return torch._receive(out, zeroed.sum(dim, keepdim, dtype=dtype))


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The mean of what is not NaN.

    Errors: RuntimeError of integers: `torch.nanmean(torch.tensor([1, 2]))`

    >>> torch.nanmean(torch.tensor([1., float('nan'), 2.]))
    tensor(1.5000)
    """
    if input.is_complex():
        raise RuntimeError("nansum on CPU does not support complex inputs")
    if not input.is_floating_point():
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got " + _scalar_name(input.dtype)
        )
    count = torch.logical_not(input.isnan()).sum(dim, keepdim)
    return torch._receive(out, nansum(input, dim, keepdim, dtype=dtype) / count)


def median(input, dim=None, keepdim=False, *, out=None):
    """The middle element (the lower of two), NaN if there is one; with `dim`, values and indices.

    Shapes: with `dim`, values and indices without that dimension; else ()
    Errors: IndexError for a dimension that does not exist: `torch.median(torch.ones(2), 1)`

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
    if input.dtype == torch.bool:
        _not_implemented("median_cpu", input.dtype)
    whole, node = dim is None, f"{name.capitalize()}Backward"
    if whole and input.numel() == 0:
        nothing = math.nan if input.is_floating_point() else torch.iinfo(input.dtype).min
        found = torch.full((), nothing, dtype=input.dtype, device=input.device)
        return torch._named(found + input.sum(), node + "0", input) if input.requires_grad else found
    values = input.reshape(-1) if whole else (input.reshape(1) if input.dim() == 0 else input)
    axis = 0 if whole else _axis(dim, input.dim())
    size = values.shape[axis]
    if size == 0:
        raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")
    # NaN sorts after all numbers.
    missing = values.isnan().sum(axis, keepdim=True)
    present = size - missing
    at = (present - 1).clamp(min=0) // 2
    if not ignore_nan:
        at = torch.where(missing > 0, present, at)
    if whole:
        found = values[torch._kth_places(values.detach(), at.reshape(())).reshape(1)]
    else:
        ordered, order = values.sort(axis, stable=True)
        found, index = ordered.gather(axis, at), order.gather(axis, at)
    if whole:
        found = found.reshape(())
        if values.requires_grad:
            # The gradient is shared evenly among the elements of the median's value, as that of their maximum is.
            same = torch.where(found.isnan(), values.isnan(), values == found)
            alike = torch.where(same, values, -math.inf) if torch._is_batched(same) else values[same]
            found = torch._named(alike.max(), node + "0", input)
        return torch._receive(out, found)
    if input.dim() == 0:
        found, index = found.reshape(()), index.reshape(())
    elif not keepdim:
        found, index = found.squeeze(axis), index.squeeze(axis)
    found = torch._named(found, node + "1", input)
    return torch._receive(out, torch._return_type(name, ("values", "indices"), (found, index)))


def _axis(dim, count):
    reach = count if count > 0 else 1
    if not -reach <= dim < reach:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-reach}, {reach - 1}], but got {dim})")
    return dim % reach


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """The value below which a fraction q of the elements is; NaN if an element is NaN.

    Shapes: q's dimension, if it has one, before those that stay
    Errors: RuntimeError for q outside of [0, 1]: `torch.quantile(torch.ones(2), 2.)`
            RuntimeError of integers: `torch.quantile(torch.tensor([1, 2]), 0.5)`

    >>> torch.quantile(torch.tensor([1., 2., 3., 4.]), 0.5)
    tensor(2.5000)
    """
    return torch._receive(out, _quantile("quantile", input, q, dim, keepdim, interpolation, False))


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """The value below which a fraction q of the elements that are not NaN is.

    >>> torch.nanquantile(torch.tensor([1., float('nan'), 3.]), 0.5)
    tensor(2.)
    """
    return torch._receive(out, _quantile("nanquantile", input, q, dim, keepdim, interpolation, True))


def _quantile(name, input, q, dim, keepdim, interpolation, ignore_nan):
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError(
            "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got " + interpolation
        )
    if input.numel() == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if torch.is_tensor(q):
        if q.dim() > 1:
            raise RuntimeError("quantile() q must be a scalar or 1D tensor")
        if q.dtype != input.dtype:
            raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
        if torch._whole((q < 0) | (q > 1)).any():
            raise RuntimeError("quantile() q values must be in the range [0, 1]")
    else:
        if not 0 <= q <= 1:
            raise RuntimeError("quantile() q must be in the range [0, 1] but got " + f"{q:g}")
        q = torch.full((), q, dtype=input.dtype, device=input.device)
    whole = dim is None
    axis = None if whole else _axis(dim, input.dim())
    values = input.reshape(-1) if whole or input.dim() == 0 else input.movedim(axis, -1)
    size = values.shape[-1]
    shape = list(values.shape[:-1])
    if keepdim:
        shape = [1] * input.dim() if whole or input.dim() == 0 else shape[:axis] + [1] + shape[axis:]
    ordered = values.sort(-1).values.reshape(shape + [size])
    missing = ordered.isnan().sum(-1, keepdim=True)
    last = (
        (size - missing - 1).clamp(min=0).to(input.dtype) if ignore_nan else torch.full_like(missing, size - 1).to(input.dtype)
    )
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
        low = torch.lerp(low, high, weight)
    # Move the quantiles from the last dimension to the front, or drop the dimension.
    return low.unsqueeze(0).transpose(0, -1).squeeze(-1) if q.dim() else low.squeeze(-1)


_NAMES_IN_C = {
    "float32": "float",
    "float64": "double",
    "float16": "c10::Half",
    "bfloat16": "c10::BFloat16",
    "int64": "long int",
    "int32": "int",
    "int16": "short int",
    "int8": "signed char",
    "uint8": "unsigned char",
}


def aminmax(input, *, dim=None, keepdim=False, out=None):
    """The smallest and the largest element.

    >>> torch.aminmax(torch.tensor([3, 9, 4]))
    torch.return_types.aminmax(
    min=tensor(3),
    max=tensor(9))
    """
    if input.numel() == 0 and dim is None:
        raise RuntimeError("aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.")
    if dim is None:
        low, high = input.amin(), input.amax()
        if keepdim:
            low, high = low.reshape([1] * input.dim()), high.reshape([1] * input.dim())
    else:
        axis = _axis(dim, input.dim())
        if input.dim() and input.shape[axis] == 0:
            raise IndexError(f"aminmax: Expected reduction dim {axis} to have non-zero size.")
        low, high = input.amin(axis, keepdim), input.amax(axis, keepdim)
    for target in out or ():
        if target.dtype != input.dtype:
            wanted, given = (str(dtype).removeprefix("torch.") for dtype in (input.dtype, target.dtype))
            wanted, given = (_NAMES_IN_C.get(name, name) for name in (wanted, given))
            raise RuntimeError(f"Expected out tensor to have dtype {wanted}, but got {given} instead")
    return torch._receive(out, torch._return_type("aminmax", ("min", "max"), (low, high)))


def logcumsumexp(input, dim, *, out=None):
    """log(cumsum(exp(x))), computed safely.

    >>> torch.logcumsumexp(torch.zeros(3), dim=0)
    tensor([0.0000, 0.6931, 1.0986])
    """
    dim = _axis(dim, input.dim())
    if not input.is_floating_point():
        _not_implemented("logcumsumexp_out_cpu", input.dtype)
    if input.dim() == 0 or input.shape[dim] == 0:
        return torch._receive(out, input.clone())
    # Hillis and Steele: after k steps each element combines the 2**k elements before it.
    result, step, size = input, 1, input.shape[dim]
    while step < size:
        head = result.narrow(dim, 0, step)
        joined = torch.logaddexp(result.narrow(dim, 0, size - step), result.narrow(dim, step, size - step))
        result = torch.cat([head, joined], dim)
        step *= 2
    return torch._receive(out, result.clone() if result is input else result.contiguous())


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
    if n == 0:
        return torch._receive(out, torch._named(input.clone(), "CopyBackwards", input))
    parts = [part for part in (prepend, input, append) if part is not None]
    result = torch.cat(parts, dim) if len(parts) > 1 else input
    dim = _axis(dim, input.dim())
    for _ in range(n):
        size = result.shape[dim]
        if size == 0:
            break
        ahead, behind = result.narrow(dim, 1, size - 1), result.narrow(dim, 0, size - 1)
        result = torch.logical_xor(ahead, behind) if result.dtype == torch.bool else ahead - behind
    return torch._receive(out, result)


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    """Estimated derivatives along dimensions, by central differences of second order.

    >>> torch.gradient(torch.tensor([1., 4., 9., 16.]))
    (tensor([3., 4., 6., 7.]),)
    """
    count = input.dim()
    dims = list(range(count)) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    listed = isinstance(spacing, (list, tuple))
    spacings = list(spacing) if listed else [1 if spacing is None else spacing] * len(dims)
    if input.dtype == torch.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if listed and len(spacings) != len(dims):
        wanted = "torch.gradient expected spacing to be unspecified, a scalar"
        if dim is None:
            raise RuntimeError(
                f"{wanted}, or a list of length equal to 'self.dim() = {count}', since dim argument was not given, but got a list "
                f"of length {len(spacings)}"
            )
        raise RuntimeError(
            f"{wanted} or it's spacing and dim arguments to have the same length, but got a spacing argument of length "
            f"{len(spacings)} and a dim argument of length {len(dims)}."
        )
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    axes = [_axis(axis, count) for axis in dims]
    for at, axis in enumerate(axes):
        if axis in axes[:at]:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
        if input.shape[axis] < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    slopes = (_slopes_between if torch.is_tensor(step) and step.dim() else _slopes for step in spacings)
    return tuple(of(input, axis, step, edge_order) for of, axis, step in zip(slopes, axes, spacings))


def _slopes(x, dim, step, edge_order):
    """Slopes along a dimension of places at equal distances."""
    size = x.shape[dim]
    inner = (x.narrow(dim, 2, size - 2) - x.narrow(dim, 0, size - 2)) / step / 2

    def at_end(first, second, third):
        first, second = x.narrow(dim, first, 1), x.narrow(dim, second, 1)
        if edge_order == 1:
            return (second - first) / step
        return (-1.5 * first + 2 * second - 0.5 * x.narrow(dim, third, 1)) / step

    last = at_end(size - 1, size - 2, size - 3)
    return torch.cat([at_end(0, 1, 2), inner, -last], dim)


def _slopes_between(x, dim, places, edge_order):
    """Slopes along a dimension of places that are given: each that of the parabola through three points."""
    size, steps = x.shape[dim], diff(places)
    before, after = steps[:-1], steps[1:]
    shape = [1] * x.dim()
    shape[dim] = -1

    def through(points, factors):
        a, b, c = (factor.reshape(shape) * point for factor, point in zip(factors, points))
        return a + b + c

    def at_end(first, near, far, sign):
        points = [x.narrow(dim, first + sign * i, 1) for i in range(edge_order + 1)]
        if edge_order == 1:
            return (points[1] - points[0]) / (sign * near)
        whole = near + far
        return through(
            points, [-(2.0 * near + far) / (near * whole) * sign, whole / (near * far) * sign, -near / (far * whole) * sign]
        )

    factors = [-after / (before * (before + after)), (after - before) / (before * after), before / (after * (before + after))]
    inner = through([x.narrow(dim, i, size - 2) for i in range(3)], factors)
    ends = [at_end(0, steps[0], steps[min(1, size - 2)], 1), at_end(size - 1, steps[-1], steps[max(-2, 1 - size)], -1)]
    return torch.cat([ends[0], inner, ends[1]], dim)


def _heights(name, y, x, dim):
    """Twice the mean of neighbours, times their distance where that differs."""
    if y.dtype == torch.bool or (x is not None and x.dtype == torch.bool):
        given = "`y`" if x is None else "`x` or `y`"
        raise RuntimeError(f"{name}: received a bool input for {given}, but bool is not supported")
    size = max(y.shape[dim], 1)
    if y.shape[dim] == 0:
        return y.clone()
    sums = y.narrow(dim, 1, size - 1) + y.narrow(dim, 0, size - 1)
    if x is None:
        return sums
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = -1
        x = x.reshape(shape)
    at = dim - y.dim()
    length = x.shape[at]
    return (x.narrow(at, 1, length - 1) - x.narrow(at, 0, length - 1)) * sums


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
    heights = _heights("trapezoid", y, x, dim)
    if x is not None:
        return torch._named(heights.sum(dim) / 2, "DivBackward1")
    # As PyTorch: all points, of which the ends count half. So NaN in a single point shows.
    total = y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5
    return torch._named(total * (1 if dx is None else dx), "MulBackward1")


def trapz(y, x=None, *, dx=None, dim=-1):
    """Like trapezoid.

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
    heights = _heights("cumulative_trapezoid", y, x, dim)
    if x is not None:
        return torch._named(heights.cumsum(dim) / 2, "DivBackward1")
    return (heights * ((1 if dx is None else dx) / 2)).cumsum(dim)


def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariance matrix of variables, one a row.

    Shapes: (variables, observations) -> (variables, variables)

    >>> torch.cov(torch.tensor([[1., 2., 3.], [3., 2., 1.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.dim() > 2:
        raise RuntimeError(
            f"cov(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions"
        )
    if input.dtype == torch.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = input.reshape(1, -1) if input.dim() < 2 else input
    for name, w, floating in (("fweights", fweights, False), ("aweights", aweights, True)):
        if w is None:
            continue
        if w.dim() > 1:
            raise RuntimeError(
                f"cov(): expected {name} to have one or fewer dimensions but got {name} with {w.dim()} dimensions"
            )
        if w.is_floating_point() != floating or w.dtype == torch.bool:
            kind = "floating point" if floating else "integral"
            got = _scalar_name(w.dtype)
            raise RuntimeError(f"cov(): expected {name} to have {kind} dtype but got {name} with {got} dtype")
        if w.numel() != x.shape[1]:
            raise RuntimeError(
                f"cov(): expected {name} to have the same numel as there are observations in the input but got {w.numel()} != "
                f"{x.shape[1]}"
            )
        if w.numel() and torch._whole(w < 0).any():
            raise RuntimeError(f"cov(): {name} cannot be negative")
    weights = fweights if aweights is None else aweights if fweights is None else fweights * aweights
    total = x.shape[1] if weights is None else weights.sum()
    average = (x if weights is None else x * weights).sum(1, keepdim=True) / total
    if aweights is not None and correction != 0:
        norm = total - correction * (weights * aweights).sum() / total
    else:
        norm = total - correction
    norm = torch.where(norm > 0, norm, 0) if torch.is_tensor(norm) else norm if norm > 0 else 0.0
    apart = x - average
    scaled = apart if weights is None else apart * weights
    return (apart @ scaled.mT.conj() / norm).squeeze()


def corrcoef(input):
    """The correlation coefficients of variables, one a row.

    Shapes: (variables, observations) -> (variables, variables)

    >>> torch.corrcoef(torch.tensor([[1., 2., 3.], [3., 2., 1.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.dim() > 2:
        raise RuntimeError(
            f"corrcoef(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions"
        )
    c = cov(input)
    if c.dim() == 0:
        return c / c
    spread = c.diagonal().sqrt()
    found = c / spread.unsqueeze(-1) / spread.unsqueeze(0)
    if found.is_complex():
        return torch.complex(found.real.clamp(-1, 1), found.imag.clamp(-1, 1))
    return found.clamp(-1, 1)


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
    return torch._receive(out, (input * factor).contiguous())


def dist(input, other, p=2):
    """The p-norm of the difference.

    >>> torch.dist(torch.tensor([0., 0.]), torch.tensor([3., 4.]))
    tensor(5.)
    """
    _only_tensors("dist", input=input, other=other)
    difference = input - other
    if not (difference.is_floating_point() or difference.is_complex()):
        kind = _scalar_name(difference.dtype)
        raise RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {kind} instead.")
    return torch.linalg.vector_norm(difference, p)


def sum_to_size(input, *size):
    """Summed over dimensions until it has this size."""
    size = size[0] if len(size) == 1 and not isinstance(size[0], int) else size
    added = input.dim() - len(size)
    fits = added >= 0
    for own, wanted in zip(input.shape[added if added > 0 else 0 :], size):
        fits = fits and (own == wanted or wanted == 1)
    if not fits:
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(input.shape)}}}.")
    if len(size) == 0:
        return input.sum()
    dims = list(range(added)) + [added + at for at, n in enumerate(size) if n == 1 and input.shape[added + at] != 1]
    summed = input.sum(dims, keepdim=True) if dims else input
    return summed.view(tuple(size)) if added > 0 else summed


def nuclear_norm(input, dim=(-2, -1), keepdim=False):
    """The sum of singular values.

    >>> torch.nuclear_norm(torch.tensor([[3., 0.], [0., 2.]]))
    tensor(5.)
    """
    return torch.linalg.matrix_norm(input, "nuc", dim, keepdim)
