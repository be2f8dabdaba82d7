"""NumPy's functions that choose, search, sort and compare elements."""

import torch


def _places(indices, n, mode, dim):
    """Indices from 0 to n, by the rule for those outside."""
    indices = _tensor(indices)
    if indices.dtype.is_floating_point or indices.dtype.is_complex:
        raise TypeError(f"Cannot cast array data from {indices.numpy().dtype!r} to dtype('int64') according to the rule 'safe'")
    indices = indices.long()
    if mode == "wrap":
        return indices % n
    if mode == "clip":
        return indices.clamp(0, n - 1)
    if mode != "raise":
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{mode}')")
    outside = (indices < -n) | (indices >= n)
    if indices.numel() and bool(outside.any()):
        raise IndexError(f"index {int(indices[outside].reshape(-1)[0])} is out of bounds for axis {dim} with size {n}")
    return torch.where(indices < 0, indices + n, indices)


def take(a, indices, axis=None, out=None, mode="raise"):
    """The elements at indices, or slices along an axis."""
    a, dim = _flat_or(a, axis)
    dim = dim % a.dim()
    places = _places(indices, a.shape[dim], mode, dim)
    chosen = torch.index_select(a, dim, places.reshape(-1))
    result = _array(chosen.reshape(a.shape[:dim] + places.shape + a.shape[dim + 1 :]))
    return _given_to(out, result, "output array does not match result of ndarray.take")


def put(a, ind, v, mode="raise"):
    """Sets the elements at places of the flattened array."""
    if not isinstance(a, ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(a).__name__}")
    places = _places(ind, a.size, mode, 0).reshape(-1)
    values = _tensor(resize(asarray(v).astype(a.dtype), (places.numel(),)))
    flat = _tensor(a).reshape(-1).clone()
    for place, value in zip(places.tolist(), values):
        flat[place] = value
    a[...] = flat.reshape(a.shape).numpy()


def take_along_axis(arr, indices, axis=-1):
    """Elements by indices along an axis."""
    arr, dim = _flat_or(arr, axis)
    return torch.take_along_dim(arr, _places(indices, arr.shape[dim], "raise", dim), dim).numpy()


def put_along_axis(arr, indices, values, axis):
    """Sets elements by indices along an axis."""
    flat, dim = _flat_or(arr, axis)
    places = _places(indices, flat.shape[dim], "raise", dim)
    values = _tensor(broadcast_to(asarray(values).astype(arr.dtype), tuple(places.shape)))
    changed = flat.clone().scatter_(dim, places, values)
    arr[...] = changed.reshape(arr.shape).numpy()


def choose(a, choices, out=None, mode="raise"):
    """By each index, an element of that choice."""
    choices = [asarray(one) for one in choices]
    a, *choices = broadcast_arrays(a, *_same_type(choices))
    places = _places(a, len(choices), mode, 0)[None]
    return _given_to(out, _array(torch.take_along_dim(_tensor(stack(choices)), places, 0)[0]))


def _same_type(arrays):
    kind = result_type(*arrays)
    return [one.astype(kind) for one in arrays]


def compress(condition, a, axis=None, out=None):
    """The slices along an axis where a condition holds."""
    a, dim = _flat_or(a, axis)
    places = torch.nonzero(_tensor(condition).reshape(-1)).squeeze(1)
    return take(a.numpy(), places.numpy(), dim, out)


def place(arr, mask, vals):
    """Sets the elements where a mask holds, in order, by values that repeat."""
    mask = asarray(mask).astype(bool_)
    count = int(mask.sum())
    if count and not size(vals):
        raise ValueError("Cannot insert from an empty array!")
    if count:
        arr[mask] = resize(asarray(vals).astype(arr.dtype), (count,))


def putmask(a, mask, values):
    """Sets the elements where a mask holds, by the values at their places."""
    mask = asarray(mask).astype(bool_)
    if mask.shape != a.shape:
        raise ValueError("putmask: mask and data must be the same size")
    a[mask] = resize(asarray(values).astype(a.dtype), a.shape)[mask]


def copyto(dst, src, casting="same_kind", where=True):
    """Copies another array's values, in place."""
    from numpy._operations import castable

    if not isinstance(dst, ndarray):
        raise TypeError(f"copyto() argument 1 must be numpy.ndarray, not {type(dst).__name__}")
    weak = isinstance(src, (int, float, complex)) and not isinstance(src, generic)
    source = asarray(src)
    if not weak and not castable(source.dtype, dst.dtype, casting):
        raise TypeError(f"Cannot cast array data from {source.dtype!r} to {dst.dtype!r} according to the rule '{casting}'")
    if not _alike_shapes(source.shape, dst.shape) or broadcast_shapes(source.shape, dst.shape) != dst.shape:
        raise ValueError(f"could not broadcast input array from shape {_shape_text(source.shape)} into shape {_shape_text(dst.shape)}")
    source = broadcast_to(source.astype(dst.dtype), dst.shape)
    dst[...] = source if where is True else globals()["where"](where, source, dst)


def delete(arr, obj, axis=None):
    """A copy without some elements, rows or columns."""
    arr, dim = _flat_or(arr, axis)
    n = arr.shape[dim]
    keep = torch.ones(n, dtype=torch.bool)
    if isinstance(obj, slice):
        keep[list(range(*obj.indices(n)))] = False
    else:
        obj = asarray(obj)
        if obj.dtype == bool_:
            if obj.shape != (n,):
                raise ValueError(f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}")
            keep = ~_tensor(obj)
        elif obj.size:
            for i in obj.reshape(-1).tolist():
                if not -n <= i < n:
                    raise IndexError(f"index {i} is out of bounds for axis {dim} with size {n}")
            keep[_tensor(obj)] = False
    return arr.index_select(dim, keep.nonzero().squeeze(1)).numpy()


def insert(arr, obj, values, axis=None):
    """A copy with values before indices."""
    arr, dim = _flat_or(arr, axis)
    dim, n = dim % arr.dim(), arr.shape[dim]
    places = list(range(*obj.indices(n))) if isinstance(obj, slice) else asarray(obj).reshape(-1).tolist()
    if isinstance(obj, ndarray) and obj.dtype == bool_:
        places = flatnonzero(obj).tolist()
    for i in places:
        if not -n <= i <= n:
            raise IndexError(f"index {i} is out of bounds for axis {dim} with size {n}")
    places = [i + n if i < 0 else i for i in places]
    values = _tensor(values).to(arr.dtype)
    single = ndim(obj) == 0 if not isinstance(obj, slice) else False
    if single and values.dim():
        values = values.unsqueeze(0) if values.dim() < arr.dim() and arr.dim() > 1 else values
        values = values.movedim(0, dim) if arr.dim() > 1 and values.dim() == arr.dim() and ndim(obj) == 0 and dim else values
    shape = list(arr.shape)
    count = len(places)
    if single:
        count = values.shape[dim] if values.dim() == arr.dim() else 1
        places = places * count
    shape[dim] = count
    values = values.expand(shape)
    order = sorted(range(count), key=lambda i: places[i])
    pieces, last = [], 0
    for i in order:
        pieces += [arr.narrow(dim, last, places[i] - last), values.narrow(dim, i, 1)]
        last = places[i]
    return torch.cat(pieces + [arr.narrow(dim, last, n - last)], dim).numpy()


def trim_zeros(filt, trim="fb", axis=None):
    """Without zeros at the front and at the back of each axis, or of some."""
    if not {*trim.lower()} <= {"f", "b"}:
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    given = asarray(filt)
    slices = [slice(None)] * given.ndim
    there = nonzero(given)
    for d in _distinct_axes(axis, given.ndim, "axis"):
        if len(there[d]) == 0:
            slices[d] = slice(0, 0)
        else:
            first = int(there[d].min()) if "f" in trim.lower() else None
            slices[d] = slice(first, int(there[d].max()) + 1 if "b" in trim.lower() else None)
    return filt[slices[0]] if given.ndim == 1 else given[tuple(slices)]


def nonzero(a):
    """Returns the positions of nonzero elements, one array per dimension."""
    a = _tensor(a)
    if a.dim() == 0:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead. If the context of this error is of the form `arr[nonzero(cond)]`, just use `arr[cond]`.")
    return tuple(index.numpy() for index in torch.nonzero(a, as_tuple=True))


def argwhere(a):
    """Returns the positions of nonzero elements, one row each."""
    return torch.nonzero(_tensor(a)).numpy()


def flatnonzero(a):
    """Returns the positions of nonzero elements in the flattened array."""
    return torch.nonzero(_tensor(a).reshape(-1)).squeeze(1).numpy()


def count_nonzero(a, axis=None, *, keepdims=False):
    """Counts the nonzero elements."""
    return sum(_tensor(a) != 0, axis, keepdims=keepdims)


def where(condition, x=_NoValue, y=_NoValue, /):
    """x where the condition holds, else y; without them the positions where it holds."""
    if x is _NoValue and y is _NoValue:
        return nonzero(condition)
    if x is _NoValue or y is _NoValue:
        raise ValueError("either both or neither of x and y should be given")
    x, y = _both(x, y)
    return torch.where(_tensor(condition).bool(), x, y).numpy()


def select(condlist, choicelist, default=0):
    """By the first condition that holds."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    result = default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        result = where(condition, choice, result)
    return result


def piecewise(x, condlist, funclist, *args, **kw):
    """By the first condition that holds, a function of the elements or a value."""
    x = asarray(x)
    conditions = [asarray(one).astype(bool_) for one in (condlist if isinstance(condlist, (list, tuple)) or ndim(condlist) > x.ndim else [condlist])]
    if len(conditions) == 1 and x.ndim and conditions[0].ndim == x.ndim + 1:
        conditions = list(conditions[0])
    n = len(conditions)
    if n == len(funclist) - 1:
        rest = ~any(stack(conditions), axis=0) if n else ones(x.shape, dtype=bool_)
        conditions.append(rest)
    elif n != len(funclist):
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    result = zeros_like(x)
    for condition, function in zip(conditions, funclist):
        if callable(function):
            if bool(any(condition)):
                chosen = function(x[condition] if x.ndim else x, *args, **kw)
                result = _with(result, condition, chosen)
        else:
            result = _with(result, condition, function)
    return result


def _with(result, condition, values):
    if result.ndim == 0:
        return asarray(values).astype(result.dtype).reshape(()) if bool(condition) else result
    result[condition] = values
    return result


def _check_order(kind, stable, descending):
    if kind is not None and (stable is not None or descending is not None):
        raise ValueError("`kind` and keyword parameters can't be provided at the same time. Use only one of them.")
    if kind not in (None, "quicksort", "mergesort", "heapsort", "stable"):
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got '{kind}')")


def sort(a, axis=-1, kind=None, order=None, *, stable=None, descending=None):
    """Returns a sorted copy, in ascending order or in descending order; NaN comes last."""
    _check_order(kind, stable, descending)
    a, dim = _flat_or(a, axis)
    if a.dtype.is_complex or descending and a.dtype.is_floating_point and a.dim():
        return take_along_axis(a.numpy(), argsort(a.numpy(), dim, descending=descending), dim)
    return torch.sort(a, dim=dim, stable=True, descending=bool(descending)).values.numpy()


def argsort(a, axis=-1, kind=None, order=None, *, stable=None, descending=None):
    """Positions in ascending order, or in descending order; those of NaN come last."""
    _check_order(kind, stable, descending)
    a, dim = _flat_or(a, axis)
    if a.dim() == 0:
        return zeros((), dtype=int64)
    if descending and _inexact(a):
        # NaN has no order: it stays behind all numbers, and equal ones stay as they are.
        a, descending = -a, False
    if a.dtype.is_complex:
        order = torch.argsort(a.imag, dim=dim, stable=True)
        again = torch.argsort(torch.take_along_dim(a.real, order, dim), dim=dim, stable=True)
        return torch.take_along_dim(order, again, dim).numpy()
    return torch.argsort(a, dim=dim, stable=True, descending=bool(descending)).numpy()


def sort_complex(a):
    """Sorted complex numbers."""
    a = sort(a)
    return a if a.dtype.kind == "c" else a.astype("complex64" if a.dtype.itemsize < 4 else "complex128")


def _check_kth(a, kth, axis):
    n = size(a) if axis is None else shape(a)[axis]
    for one in asarray(kth).reshape(-1).tolist():
        if not -n <= one < n:
            raise ValueError(f"kth(={one}) out of bounds ({n})")


def argpartition(a, kth, axis=-1, kind="introselect", order=None):
    """Positions, those of the smallest first."""
    _check_kth(a, kth, axis)
    return argsort(a, axis)


def partition(a, kth, axis=-1, kind="introselect", order=None):
    """The smallest first."""
    _check_kth(a, kth, axis)
    return sort(a, axis)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    """Each value once, in ascending order; its first place, the way back, how often."""
    ar = _tensor(ar)
    values, inverse, counts = torch.unique(ar, return_inverse=True, return_counts=True, dim=axis)
    if equal_nan and axis is None and values.dtype.is_floating_point and bool(torch.isnan(values).any()):
        values, inverse, counts = _one_nan(values, inverse, counts)
    if not (return_index or return_inverse or return_counts):
        return values.numpy()
    results = [values.numpy()]
    if return_index:
        flat = inverse.reshape(-1)
        first = torch.full((len(counts),), len(flat), dtype=torch.int64)
        results.append(first.scatter_reduce(0, flat, torch.arange(len(flat)), "amin").numpy())
    if return_inverse:
        results.append(inverse.numpy())
    if return_counts:
        results.append(counts.numpy())
    return tuple(results)


def _one_nan(values, inverse, counts):
    kept = int((~torch.isnan(values)).sum())
    counts = torch.cat([counts[:kept], counts[kept:].sum().reshape(1)])
    return values[: kept + 1], inverse.clamp(max=kept), counts


from collections import namedtuple as _namedtuple

UniqueAllResult = _namedtuple("UniqueAllResult", ["values", "indices", "inverse_indices", "counts"])
UniqueCountsResult = _namedtuple("UniqueCountsResult", ["values", "counts"])
UniqueInverseResult = _namedtuple("UniqueInverseResult", ["values", "inverse_indices"])


def unique_all(x):
    """The values, their first places, the way back, and how often."""
    return UniqueAllResult(*unique(x, True, True, True, equal_nan=False))


def unique_counts(x):
    """The values, and how often each occurs."""
    return UniqueCountsResult(*unique(x, return_counts=True, equal_nan=False))


def unique_inverse(x):
    """The values, and the way back."""
    return UniqueInverseResult(*unique(x, return_inverse=True, equal_nan=False))


def unique_values(x):
    """The values."""
    return unique(x, equal_nan=False)


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Returns where elements are among other values."""
    return _array(torch.isin(*_both(asarray(element), asarray(test_elements)), invert=invert))


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """Values in both, in ascending order."""
    (one, first), (two, second) = unique(ar1, return_index=True), unique(ar2, return_index=True)
    a, b = _tensor(one), _tensor(two)
    in_both = torch.isin(a, b)
    if not return_indices:
        return a[in_both].numpy()
    return a[in_both].numpy(), first[in_both.numpy()], second[torch.isin(b, a).numpy()]


def union1d(ar1, ar2):
    """Values in one of both, in ascending order."""
    return unique(concatenate([ar1, ar2], None))


def setdiff1d(ar1, ar2, assume_unique=False):
    """Values in the first alone, in ascending order."""
    a = _tensor(ravel(ar1)) if assume_unique else _tensor(unique(ar1))
    return a[~torch.isin(a, _tensor(ar2))].numpy()


def setxor1d(ar1, ar2, assume_unique=False):
    """Values in one alone, in ascending order."""
    return unique(concatenate([setdiff1d(ar1, ar2), setdiff1d(ar2, ar1)]))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """True when all elements are nearly equal."""
    return bool(all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2, equal_nan=False):
    """True when shapes and all elements are equal."""
    a1, a2 = asarray(a1), asarray(a2)
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    if equal_nan and (a1.dtype.kind in "fc" and a2.dtype.kind in "fc" or a1.dtype.kind == a2.dtype.kind and a1.dtype.kind in "mM"):
        same = same | (isnan(a1) & isnan(a2))
    return bool(all(same))


def array_equiv(a1, a2):
    """True when all elements are equal, broadcast to one shape."""
    a1, a2 = asarray(a1), asarray(a2)
    return _alike_shapes(a1.shape, a2.shape) and bool(all(a1 == a2))
