"""Reading and writing at indices, searching and sorting, composed of gathers and scatters."""

import math

import torch
from torch._tensorcell.checks import _not_implemented, _scalar_name

__name__ = "torch._operations"


def _axis(dim, count):
    reach = count if count > 0 else 1
    if not -reach <= dim < reach:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-reach}, {reach - 1}], but got {dim})")
    return dim % reach


def take_along_dim(input, indices, dim=None, *, out=None):
    """Elements at indices along a dimension, as argsort and argmax give them.

    Errors: RuntimeError where indices are not of int64:
            `torch.take_along_dim(torch.tensor([1, 2]), torch.tensor([1.]))`

    >>> torch.take_along_dim(torch.tensor([[10, 30, 20]]), torch.tensor([[0, 2, 1]]), dim=1)
    tensor([[10, 20, 30]])
    """
    if indices.dtype != torch.int64 and not (dim is None and indices.dtype == torch.int32):
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {_scalar_name(indices.dtype)}")
    if dim is None:
        return torch._receive(out, input.reshape(-1).gather(0, indices.reshape(-1)))
    dim = _axis(dim, input.dim())
    if input.dim() != indices.dim():
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {input.dim()} dimensions for input, and {indices.dim()} dimensions for indices"
        )
    own, wanted = list(input.shape), list(indices.shape)
    own[dim], wanted[dim] = 1, 1
    common = list(torch.broadcast_shapes(own, wanted))
    common[dim] = input.shape[dim]
    input = input.expand(common)
    indices = torch.where(indices < 0, indices + common[dim], indices)
    common[dim] = indices.shape[dim]
    return torch._receive(out, input.gather(dim, indices.expand(common)))


def index_copy(input, dim, index, source):
    """A copy with slices of `source` at indices of a dimension.

    Errors: RuntimeError where the dtypes differ:
            `torch.index_copy(torch.zeros(3), 0, torch.tensor([1]), torch.tensor([5]))`

    >>> torch.index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([5., 6.]))
    tensor([6., 0., 5.])
    """
    dim = _axis(dim, input.dim())
    if input.dtype != source.dtype:
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got (self) "
            f"{_scalar_name(input.dtype)} and (source) {_scalar_name(source.dtype)}"
        )
    if input.dim() == 0:
        return torch.where(torch.ones((), dtype=torch.bool, device=input.device), source.reshape(()), input)
    size = input.shape[dim]
    all = torch._whole(index)
    outside = all[(all < 0) | (all >= size)]
    if outside.numel():
        wrong = outside.reshape(-1)[0].item()
        raise IndexError(f"index_copy_(): index {wrong} is out of bounds for dimension {dim} with size {size}")
    if index.dim() > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.dim()})")
    whole = input.clone(memory_format=torch.contiguous_format)
    whole[(slice(None),) * dim + (index,)] = source
    return whole


def index_fill(input, dim, index, value):
    """A copy with a number at indices of a dimension.

    >>> torch.index_fill(torch.zeros(3), 0, torch.tensor([0, 2]), 7.)
    tensor([7., 0., 7.])
    """
    if torch.is_tensor(value) and value.dim() > 0:
        raise RuntimeError(
            f"index_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.dim()} dimension(s)."
        )
    if index.dtype != torch.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    dim = _axis(dim, input.dim())
    if index.dim() > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    size = input.shape[dim] if input.dim() else 1
    mask = index.new_zeros(size, dtype=torch.bool, device=input.device)
    mask[index.reshape(-1)] = True
    mask = mask.reshape([size if d == dim else 1 for d in range(input.dim())])
    node = "IndexFillBackward1" if torch.is_tensor(value) else "IndexFillBackward0"
    return torch._named(input.clone().masked_fill_(mask, value), node, input, value)


def put(input, index, source, accumulate=False):
    """A copy with values at positions of the flattened tensor.

    >>> torch.put(torch.zeros(2, 2), torch.tensor([3]), torch.tensor([7.]))
    tensor([[0., 0.],
            [0., 7.]])
    """
    if input.dtype != source.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{_scalar_name(input.dtype)} and source.dtype = {_scalar_name(source.dtype)}"
        )
    if index.dtype != torch.int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {_scalar_name(index.dtype)}")
    if index.numel() != source.numel():
        raise IndexError(
            f"put_(): Expected source and index to have the same number of elements, but got source.numel() = "
            f"{source.numel()}, index.numel() = {index.numel()}"
        )
    index, reach = index.reshape(-1), input.numel()
    all = torch._whole(index)
    outside = () if index.is_meta else all[(all < -reach) | (all >= reach)]
    if len(outside):
        raise IndexError(f"out of range: tried to access index {outside[0].item()} on a tensor of {reach} elements.")
    flat = input.reshape(-1).index_put((index,), source.reshape(-1), accumulate)
    return flat.reshape(input.shape)


def masked_scatter(input, mask, source):
    """A copy with the elements of `source`, one after the other, where the mask is True.

    >>> torch.masked_scatter(torch.zeros(3), torch.tensor([True, False, True]), torch.tensor([1., 2.]))
    tensor([1., 0., 2.])
    """
    if mask.dtype != torch.bool:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {_scalar_name(mask.dtype)}")
    if input.dtype != source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got {_scalar_name(input.dtype)} and "
            f"{_scalar_name(source.dtype)}"
        )
    input, mask = torch.broadcast_tensors(input, mask)
    places = mask.reshape(-1).nonzero().reshape(-1)
    if places.numel() > source.numel():
        raise RuntimeError("Number of elements of source < number of ones in mask")
    flat = input.reshape(-1).index_put((places,), source.reshape(-1)[: places.numel()])
    return flat.reshape(input.shape)


def _combine_equal(keys, values, combine):
    """For each element the combination of all values up to it that have its key; keys are sorted (Hillis and Steele)."""
    step = 1
    while step < keys.shape[0]:
        same = keys[step:] == keys[:-step]
        joined = torch.where(same, combine(values[:-step], values[step:]), values[step:])
        values = torch.cat([values[:step], joined])
        step *= 2
    return values


def _reduce_at(flat, places, values, reduce, include_self):
    """A vector reduced with values at places: the heart of scatter_reduce and index_reduce."""
    if reduce in ("amax", "amin"):
        found = torch._extremes_at(flat, places, values, reduce == "amax", include_self)
        if found is not None:
            return found
    zeros = torch.zeros(flat.shape, dtype=torch.int64, device=flat.device)
    counts = zeros.index_put((places,), torch.ones_like(places), accumulate=True)
    if not include_self:
        neutral = {"prod": 1, "sum": 0, "mean": 0}.get(reduce)
        if neutral is not None:
            flat = torch.where(counts > 0, torch.full_like(flat, neutral), flat)
    if reduce in ("sum", "mean"):
        total = flat.index_put((places,), values, accumulate=True)
        if reduce == "sum":
            return total
        counts = counts + 1 if include_self else counts.clamp(min=1)
        return total / counts if flat.is_floating_point() else torch.div(total, counts, rounding_mode="floor").to(flat.dtype)
    combine = {"prod": torch.mul, "amax": torch.maximum, "amin": torch.minimum}[reduce]
    order = places.argsort(stable=True)
    keys, sorted_values = places[order], values[order]
    if reduce != "prod":
        sorted_values = sorted_values.detach()
    running = _combine_equal(keys, sorted_values, combine)
    ends = torch.ones_like(keys, dtype=torch.bool)
    ends[:-1] = keys[1:] != keys[:-1]
    start = flat if reduce == "prod" else flat.detach()
    at, last = keys[ends], running[ends]
    result = start.index_put((at,), combine(start[at], last) if include_self else last)
    if reduce == "prod" or not (flat.requires_grad or values.requires_grad):
        return result
    # The gradient of an extremum is divided evenly among the elements that equal it.
    winners = (values.detach() == result[places]).to(flat.dtype)
    kept = (flat.detach() == result) if include_self else counts == 0
    shares = kept.to(flat.dtype).index_put((places,), winners, accumulate=True)
    spread = torch.where(kept, flat / shares, 0).index_put(
        (places,), torch.where(winners > 0, values / shares[places], 0), accumulate=True
    )
    return result + (spread - spread.detach())


def _check_reduce(name, reduce, allowed):
    if reduce not in allowed:
        raise RuntimeError(f"reduce argument must be either {', '.join(allowed[:-1])} or {allowed[-1]}, got {reduce}.")


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True, out=None):
    """A copy reduced with the values of `src` where index points: sum, prod, mean, amax or amin.

    Errors: RuntimeError for another reduction:
            `torch.scatter_reduce(torch.zeros(3), 0, torch.tensor([0]), torch.ones(1), 'least')`

    >>> torch.scatter_reduce(torch.zeros(3), 0, torch.tensor([0, 0, 2]), torch.tensor([1., 5., 3.]), 'amax')
    tensor([5., 0., 3.])
    """
    _check_reduce("scatter_reduce", reduce, ("sum", "prod", "mean", "amax", "amin"))
    if input.dtype != src.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if index.dtype != torch.int64 and index.dtype != torch.int32:
        raise RuntimeError("scatter(): Expected dtype int64 for index")
    if input.dtype == torch.bool and reduce == "mean":
        _not_implemented("scatter_gather_tensor_cpu_reduce_mean", input.dtype)
    dim = _axis(dim, input.dim())
    if input.dim() == 0:
        return scatter_reduce(input.reshape(1), 0, index.reshape(1), src.reshape(1), reduce, include_self=include_self).reshape(
            ()
        )
    src = src[tuple(slice(0, size) for size in index.shape)]
    grid = torch.arange(input.numel(), device=input.device).reshape(input.shape)
    grid = grid[tuple(slice(0, None if d == dim else size) for d, size in enumerate(index.shape))]
    places = grid.gather(dim, index.long()).reshape(-1)
    flat = _reduce_at(input.reshape(-1), places, src.reshape(-1), reduce, include_self)
    return torch._receive(out, flat.reshape(input.shape))


def index_reduce(input, dim, index, source, reduce, *, include_self=True, out=None):
    """A copy reduced with slices of `source` at indices of a dimension: prod, mean, amax or amin.

    >>> torch.index_reduce(torch.ones(3), 0, torch.tensor([0, 0, 2]), torch.tensor([2., 5., 3.]), 'prod')
    tensor([10.,  1.,  3.])
    """
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    if input.dtype == torch.bool and (input.dim() < 2 or reduce == "mean"):
        _not_implemented("index_func_" if input.dim() < 2 else "div_floor_cpu", input.dtype)
    if input.dim() == 0:
        whole, source, index = input.reshape(1), source.reshape(-1), index.reshape(-1)
        return torch._receive(out, scatter_reduce(whole, 0, index, source, reduce, include_self=include_self).reshape(()))
    if torch._whole((index < 0) | (index >= input.shape[dim])).any():
        raise IndexError("index out of range in self")
    shape = [1] * source.dim()
    shape[dim] = index.numel()
    return torch._receive(
        out, scatter_reduce(input, dim, index.reshape(shape).expand_as(source), source, reduce, include_self=include_self)
    )


def kthvalue(input, k, dim=-1, keepdim=False, *, out=None):
    """The k-th smallest element along a dimension, and its index.

    Errors: RuntimeError where there are not k elements: `torch.kthvalue(torch.ones(2), 3)`

    >>> torch.kthvalue(torch.tensor([30, 10, 20]), 2)
    torch.return_types.kthvalue(
    values=tensor(20),
    indices=tensor(2))
    """
    dim = _axis(dim, input.dim())
    size = input.shape[dim] if input.dim() else 1
    if size == 0:
        raise IndexError(f"kthvalue(): Expected reduction dim {dim} to have non-zero size.")
    if not 1 <= k <= size:
        raise RuntimeError("kthvalue(): selected number k out of range for dimension " + str(dim))
    if input.dtype == torch.bool:
        _not_implemented("kthvalue_cpu", input.dtype)
    if input.dim() == 0:
        values, indices = input.clone(), torch.zeros_like(input, dtype=torch.int64)
    else:
        indices = torch._kth_places(input.detach().movedim(dim, -1), k - 1).unsqueeze(dim)
        values = input.gather(dim, indices)
        if not keepdim:
            values, indices = values.squeeze(dim), indices.squeeze(dim)
    return torch._receive(out, torch._return_type("kthvalue", ("values", "indices"), (values, indices)))


def mode(input, dim=-1, keepdim=False, *, out=None):
    """The element that occurs most often along a dimension (the smallest of several), and an index of it.

    >>> torch.mode(torch.tensor([1, 2, 2, 3]))
    torch.return_types.mode(
    values=tensor(2),
    indices=tensor(2))
    """
    dim = _axis(dim, input.dim())
    if input.dim() == 0:
        found = input.clone(), torch.zeros_like(input, dtype=torch.int64)
        return torch._receive(out, torch._return_type("mode", ("values", "indices"), found))
    if input.shape[dim] == 0:
        raise IndexError(f"mode(): Expected reduction dim {dim} to have non-zero size.")
    values, indices = input.sort(dim, stable=True)
    places = torch.arange(values.shape[dim], device=input.device)
    shape = [1] * input.dim()
    shape[dim] = -1
    places = places.reshape(shape).expand_as(values)
    first = torch.ones_like(values, dtype=torch.bool)
    head = (slice(None),) * dim
    first[head + (slice(1, None),)] = values[head + (slice(1, None),)] != values[head + (slice(None, -1),)]
    starts = torch.where(first, places, 0).cummax(dim).values
    length = places - starts + 1
    at = length.argmax(dim, keepdim=True)
    found, index = values.gather(dim, at), indices.gather(dim, at)
    if not keepdim:
        found, index = found.squeeze(dim), index.squeeze(dim)
    return torch._receive(out, torch._return_type("mode", ("values", "indices"), (found, index)))


def msort(input, *, out=None):
    """Sorted along dimension 0.

    >>> torch.msort(torch.tensor([[3, 1], [2, 4]]))
    tensor([[2, 1],
            [3, 4]])
    """
    return torch._receive(out, input.sort(0).values)


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None):
    """Where to insert numbers to keep a sequence sorted: before equal elements, or behind them (`right`).

    Shapes: as the numbers'; a sequence of more than one dimension has theirs, but the last
    Errors: RuntimeError where other dimensions differ:
            `torch.searchsorted(torch.ones(2, 3), torch.ones(3, 1))`

    >>> torch.searchsorted(torch.tensor([10, 20, 30]), torch.tensor([5, 20, 35]))
    tensor([0, 1, 3])
    >>> torch.searchsorted(torch.tensor([10, 20, 30]), torch.tensor([5, 20, 35]), right=True)
    tensor([0, 2, 3])
    """
    if side is not None and side not in ("left", "right"):
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True"
        )
    number = not torch.is_tensor(input)
    values = torch.as_tensor(input, device=sorted_sequence.device)
    values = values.to(sorted_sequence.dtype) if number else values
    if number and sorted_sequence.dim() != 1:
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we "
            f"got boundaries tensor dim({sorted_sequence.dim()}) and input value's dim(0) numel(1)"
        )
    if sorted_sequence.dim() != 1 and sorted_sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            f"tensor and input value tensor must match, but we got boundaries tensor {list(sorted_sequence.shape)} and "
            f"input value tensor {list(values.shape)}"
        )
    if not number and values.dtype != sorted_sequence.dtype:
        common = torch.promote_types(values.dtype, sorted_sequence.dtype)
        values, sorted_sequence = values.to(common), sorted_sequence.to(common)
    if sorted_sequence.dtype == torch.bool and values.numel():
        _not_implemented("searchsorted_out_cpu", sorted_sequence.dtype)
    sequence = sorted_sequence if sorter is None else sorted_sequence.gather(-1, sorter)
    right = right or side == "right"
    places = torch._insertion_places(sequence.detach(), values.detach(), right)
    return torch._receive(out, places.int() if out_int32 else places)


def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    """The number of the bucket, between sorted boundaries, that each element falls in.

    Shapes: the input's
    Errors: RuntimeError for boundaries of more than one dimension:
            `torch.bucketize(torch.ones(2), torch.ones(2, 2))`

    >>> torch.bucketize(torch.tensor([1, 5, 20]), torch.tensor([0, 10]))
    tensor([1, 1, 2])
    """
    if boundaries.dim() != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.dim()})")
    values = torch.as_tensor(input, device=boundaries.device)
    common = torch.result_type(boundaries, values)
    return searchsorted(boundaries.to(common), values.to(common), out_int32=out_int32, right=right, out=out)


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """True where an element is among the test elements.

    >>> torch.isin(torch.tensor([1, 2, 3]), torch.tensor([1, 3]))
    tensor([ True, False,  True])
    """
    if not torch.is_tensor(elements):
        elements = torch.tensor(elements, device=test_elements.device)
    tests = torch.as_tensor(test_elements, device=elements.device).reshape(-1)
    for x in (elements, tests):
        if x.dtype == torch.bool:
            raise RuntimeError("Unsupported input type encountered for isin(): Bool")
    if tests.numel() > 16 and not torch._is_batched(elements) and not torch._is_batched(tests):
        dtype = torch.result_type(elements, tests)
        ordered, values = tests.detach().to(dtype).sort().values, elements.detach().to(dtype)
        places = torch._insertion_places(ordered, values, False)
        found = ordered[places.clamp_max(ordered.numel() - 1)] == values
    else:
        found = (elements.unsqueeze(-1) == tests).any(-1)
    return torch.logical_not(found) if invert else found


def _rows(x, dim):
    """The slices along a dimension, each as a row."""
    moved = x.movedim(dim, 0)
    return moved.reshape(moved.shape[0], math.prod(moved.shape[1:]))


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The elements (or slices along a dimension) without repetitions of the one before.

    >>> torch.unique_consecutive(torch.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    torch._not_sized_by_data(input, "unique_consecutive")
    whole = dim is None
    rows = input.reshape(-1) if whole else _rows(input, dim)
    count = rows.shape[0]
    first = torch.ones(count, dtype=torch.bool, device=input.device)
    if count > 1:
        differs = rows[1:] != rows[:-1]
        first[1:] = differs if whole else differs.any(1)
    places = first.nonzero().reshape(-1)
    # Slices are selected as rows, and have that layout.
    kept = input.reshape(-1)[places] if whole else input.movedim(dim, 0).index_select(0, places).movedim(0, dim)
    results = [kept]
    if return_inverse:
        inverse = first.long().cumsum(0) - 1
        results.append(inverse.reshape(input.shape) if whole else inverse)
    if return_counts:
        ends = torch.cat([places[1:], torch.tensor([count], device=input.device)])
        results.append(ends - places if count else places)
    return results[0] if len(results) == 1 else tuple(results)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The distinct elements, sorted, or the distinct slices along a dimension in lexicographic order.

    Shapes: one dimension, as long as there are distinct elements; the inverse has the input's shape
    Errors: IndexError for a dimension that does not exist: `torch.unique(torch.ones(2), dim=1)`

    >>> torch.unique(torch.tensor([3, 1, 3, 2]))
    tensor([1, 2, 3])
    >>> torch.unique(torch.tensor([3, 1, 3]), return_inverse=True, return_counts=True)
    (tensor([1, 3]), tensor([1, 0, 1]), tensor([1, 2]))
    """
    torch._not_sized_by_data(input, "_unique2" if dim is None else "unique_dim")
    found = torch._distinct(input.detach(), return_inverse) if dim is None else None
    if found is not None:
        values, places, counts = found
        results = [values] + [places] * return_inverse + [counts] * return_counts
        return results[0] if len(results) == 1 else tuple(results)
    if dim is None:
        rows = input.detach().reshape(-1, 1)
    else:
        dim = _axis(dim, input.dim())
        rows = _rows(input.detach(), dim)
    order = rows.reshape(-1).argsort(stable=True) if dim is None else torch._order_of_rows(rows)
    ordered = rows[order]
    kept, numbers, counts = unique_consecutive(ordered, return_inverse=True, return_counts=True, dim=0)
    inverse = torch.empty_like(order)
    inverse[order] = numbers
    if dim is None:
        kept, inverse = kept.reshape(-1), inverse.reshape(input.shape)
    else:
        shape = list(input.shape)
        moved = [kept.shape[0]] + shape[:dim] + shape[dim + 1 :]
        kept = kept.reshape(moved).movedim(0, dim)
    results = [kept] + [inverse] * return_inverse + [counts] * return_counts
    return results[0] if len(results) == 1 else tuple(results)


def bincount(input, weights=None, minlength=0):
    """How often each number occurs, or the sum of its weights.

    Shapes: (n) -> (largest number + 1), or minlength if that is more
    Errors: RuntimeError for a negative number: `torch.bincount(torch.tensor([-1]))`
            RuntimeError for other than one dimension: `torch.bincount(torch.ones(2, 2).long())`

    >>> torch.bincount(torch.tensor([0, 2, 2]))
    tensor([1, 0, 2])
    >>> torch.bincount(torch.tensor([0, 2, 2]), weights=torch.tensor([0.5, 1., 2.]))
    tensor([0.5000, 0.0000, 3.0000])
    """
    if input.is_floating_point():
        _not_implemented("bincount_cpu", input.dtype)
    if input.dim() != 1 or (input.numel() and torch._whole(input < 0).any()):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if weights is not None and weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    if input.numel() == 0:
        return torch.zeros(minlength, dtype=torch.int64, device=input.device)
    size = input.max().item() + 1
    size = minlength if minlength > size else size
    if weights is None:
        weights = torch.ones(input.shape, dtype=torch.int64, device=input.device)
    elif weights.dtype != torch.float32:
        weights = weights.double()
    totals = torch.zeros(size, dtype=weights.dtype, device=input.device)
    return totals.scatter_add_(0, input.long(), weights)


def nonzero_static(input, *, size, fill_value=-1):
    """Indices of the non-zero elements in a tensor of `size` rows: cut off, or filled up.

    >>> torch.nonzero_static(torch.tensor([0, 5, 7]), size=3)
    tensor([[ 1],
            [ 2],
            [-1]])
    """
    found = input.nonzero()[:size]
    rest = torch.full((size - found.shape[0], input.dim()), fill_value, dtype=torch.int64, device=input.device)
    return torch.cat([found, rest])


def histc(input, bins=100, min=0, max=0, *, out=None):
    """How many elements fall in each of `bins` equal intervals from min to max (of the data, when both are equal).

    >>> torch.histc(torch.tensor([1., 2., 1.]), bins=4, min=0, max=3)
    tensor([0., 2., 1., 0.])
    """
    if not input.is_floating_point():
        kernel = "aminmax_cpu" if input.is_complex() else "linspace_cpu" if input.dtype == torch.bool else "histogram_cpu"
        _not_implemented(kernel, input.dtype)
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    if input.is_meta:
        return torch._receive(out, input.new_empty(bins))
    low, high = 1.0 * min, 1.0 * max
    if low == high and input.numel():
        low, high = input.min().item(), input.max().item()
    if low == high:
        low, high = low - 1, high + 1
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    flat = input.detach().reshape(-1)
    flat = flat[(flat >= low) & (flat <= high)]
    place = ((flat - low) / (high - low) * bins).long().clamp(max=bins - 1)
    counts = torch.zeros(bins, dtype=input.dtype, device=input.device)
    return torch._receive(out, counts.index_put((place,), torch.ones_like(flat), accumulate=True))


def histogram(input, bins=100, *, range=None, weight=None, density=False, out=None):
    """How many elements fall between edges (given, or so many equal intervals), and the edges.

    >>> torch.histogram(torch.tensor([1., 2., 1.]), bins=3)
    torch.return_types.histogram(
    hist=tensor([2., 0., 1.]),
    bin_edges=tensor([1.0000, 1.3333, 1.6667, 2.0000]))
    """
    torch.linalg._kernel("histogramdd", input)
    flat = input.detach().reshape(-1)
    if torch.is_tensor(bins):
        edges = bins
    else:
        low, high = range if range is not None else ((flat.min().item(), flat.max().item()) if flat.numel() else (0.0, 1.0))
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = torch.linspace(low, high, bins + 1, dtype=input.dtype, device=input.device)
    weight = torch.ones_like(flat) if weight is None else weight.reshape(-1)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    flat, weight = flat[inside], weight[inside]
    place = (searchsorted(edges, flat, right=True) - 1).clamp(max=edges.numel() - 2)
    counts = torch.zeros(edges.numel() - 1, dtype=input.dtype, device=input.device)
    counts = counts.index_put((place,), weight, accumulate=True)
    if density:
        counts = counts / counts.sum() / (edges[1:] - edges[:-1])
    return torch._receive(out, torch._return_type("histogram", ("hist", "bin_edges"), (counts, edges)))
