"""NumPy's functions that make, join, turn and search arrays."""


def empty(shape, dtype=None):
    """Returns an array with arbitrary contents (here zeros)."""
    return zeros(shape, dtype)


def empty_like(prototype, dtype=None):
    """An array of the same shape and dtype."""
    return zeros_like(prototype, dtype)


def zeros_like(a, dtype=None):
    """Zeros of the same shape and dtype."""
    zeros = torch.zeros_like(_tensor(a)).numpy()
    return zeros if dtype is None else zeros.astype(dtype)


def ones_like(a, dtype=None):
    """Ones of the same shape and dtype."""
    ones = torch.ones_like(_tensor(a)).numpy()
    return ones if dtype is None else ones.astype(dtype)


def full_like(a, fill_value, dtype=None):
    """Returns an array of one value with the same shape and dtype."""
    full = torch.full_like(_tensor(a), fill_value).numpy()
    return full if dtype is None else full.astype(dtype)


def eye(N, M=None, k=0, dtype="float64"):
    """Ones on a diagonal."""
    columns = N if M is None else M
    return (torch.arange(columns)[None, :] - torch.arange(N)[:, None] == k).double().numpy().astype(dtype)


def identity(n, dtype="float64"):
    """Ones on the diagonal of a square."""
    return eye(n, dtype=dtype)


def logspace(start, stop, num=50, endpoint=True, base=10.0):
    """Powers of `base` with evenly spaced exponents."""
    return (base ** _tensor(linspace(start, stop, num, endpoint))).numpy()


def geomspace(start, stop, num=50):
    """Numbers that grow by the same factor, both ends included."""
    steps = _tensor(linspace(math.log10(start), math.log10(stop), num))
    values = 10**steps
    values[0], values[-1] = start, stop
    return values.numpy()


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    """Evenly spaced numbers, both ends included unless endpoint is False."""
    pieces = num - 1 if endpoint else num
    step = (stop - start) / pieces if pieces > 0 else math.nan
    values = torch.arange(num, dtype=torch.float64) * step + start if num > 1 or pieces > 0 else torch.full((num,), float(start), dtype=torch.float64)
    if endpoint and num > 1:
        values[-1] = stop
    values = values.numpy() if dtype is None else values.numpy().astype(dtype)
    return (values, step) if retstep else values


def diag(v, k=0):
    """A matrix with this diagonal; of a matrix its diagonal."""
    return torch.diag(_tensor(v), k).contiguous().numpy()


def diagonal(a, offset=0):
    """The diagonal of a matrix."""
    return torch.diagonal(_tensor(a), offset).numpy()


def tri(N, M=None, k=0, dtype="float64"):
    """Ones at and below a diagonal."""
    return torch.tril(torch.ones(N, N if M is None else M, dtype=torch.float64), k).numpy().astype(dtype)


def tril(m, k=0):
    """Returns the elements at and below a diagonal."""
    return torch.tril(_tensor(m), k).numpy()


def triu(m, k=0):
    """Returns the elements at and above a diagonal."""
    return torch.triu(_tensor(m), k).numpy()


def vander(x, N=None, increasing=False):
    """A matrix of powers."""
    return torch.vander(_tensor(x), N, increasing).numpy()


def shape(a):
    """Sizes of the dimensions."""
    return tuple(_tensor(a).shape)


def ndim(a):
    """Number of dimensions."""
    return _tensor(a).dim()


def size(a, axis=None):
    """Number of elements, or of those along an axis."""
    return _tensor(a).numel() if axis is None else _tensor(a).shape[axis]


def copy(a):
    """A copy."""
    return array(a)


def ascontiguousarray(a, dtype=None):
    """The array, row by row in memory."""
    return _tensor(asarray(a, dtype) if dtype is not None else a).contiguous().numpy()


asanyarray = ascontiguousarray


def broadcast_shapes(*shapes):
    """The shape that arrays of these shapes have together."""
    return tuple(torch.broadcast_shapes(*[tuple(shape) if not isinstance(shape, (int, integer)) else shape for shape in shapes]))


def broadcast_to(array, shape):
    """Broadcasts the array to a shape. Memory is shared."""
    return torch.broadcast_to(_tensor(array), (shape,) if isinstance(shape, (int, integer)) else tuple(shape)).numpy()


def broadcast_arrays(*args):
    """Arrays of one shape."""
    return tuple(x.numpy() for x in torch.broadcast_tensors(*[_tensor(x) for x in args]))


def _joined(arrays):
    """Tensors of one dtype."""
    tensors = [_tensor(x) for x in arrays]
    common = tensors[0]
    for other in tensors[1:]:
        common, _ = _both(common, other)
    return [x.to(common.dtype) for x in tensors]


def concatenate(arrays, axis=0):
    """Arrays one after the other along an axis; all their elements for None."""
    tensors = _joined(arrays)
    if axis is None:
        return torch.cat([x.reshape(-1) for x in tensors]).numpy()
    dims = tensors[0].dim()
    if dims == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    for i, x in enumerate(tensors[1:], 1):
        if x.dim() != dims:
            raise ValueError(
                "all the input arrays must have same number of dimensions, but the array at index 0 has "
                f"{dims} dimension(s) and the array at index {i} has {x.dim()} dimension(s)"
            )
        for d in range(dims):
            if d != axis % dims and x.shape[d] != tensors[0].shape[d]:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along "
                    f"dimension {d}, the array at index 0 has size {tensors[0].shape[d]} and the array at index {i} has size "
                    f"{x.shape[d]}"
                )
    return torch.cat(tensors, axis).numpy()


def stack(arrays, axis=0):
    """Arrays side by side along a new axis."""
    tensors = _joined(arrays)
    if len({tuple(x.shape) for x in tensors}) > 1:
        raise ValueError("all input arrays must have the same shape")
    return torch.stack(tensors, axis).numpy()


def append(arr, values, axis=None):
    """A copy with values at its end."""
    return concatenate([arr, values], axis)


def vstack(arrays):
    """Arrays below each other."""
    return concatenate([x.unsqueeze(0) if x.dim() == 1 else x.reshape(1, 1) if x.dim() == 0 else x for x in map(_tensor, arrays)])


row_stack = vstack


def hstack(arrays):
    """Arrays beside each other."""
    tensors = [x.reshape(1) if x.dim() == 0 else x for x in map(_tensor, arrays)]
    return concatenate(tensors, 0 if tensors[0].dim() < 2 else 1)


def column_stack(arrays):
    """Columns beside each other."""
    return concatenate([x.unsqueeze(1) if x.dim() == 1 else x for x in map(_tensor, arrays)], 1)


def dstack(arrays):
    """Arrays behind each other."""
    return torch.dstack(_joined(arrays)).numpy()


def split(ary, indices_or_sections, axis=0):
    """Equal parts, or parts that begin at these indices."""
    ary = _tensor(ary)
    if isinstance(indices_or_sections, (int, integer)) and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return [x.numpy() for x in torch.tensor_split(ary, indices_or_sections, axis)]


def array_split(ary, indices_or_sections, axis=0):
    """Nearly equal parts."""
    return [x.numpy() for x in torch.tensor_split(_tensor(ary), indices_or_sections, axis)]


def vsplit(ary, indices_or_sections):
    """Parts below each other."""
    return split(ary, indices_or_sections, 0)


def hsplit(ary, indices_or_sections):
    """Parts beside each other."""
    return split(ary, indices_or_sections, 1 if _tensor(ary).dim() > 1 else 0)


def tile(A, reps):
    """The array several times along each axis."""
    return torch.tile(_tensor(A), (reps,) if isinstance(reps, (int, integer)) else tuple(reps)).numpy()


def repeat(a, repeats, axis=None):
    """Each element several times."""
    a, dim = _flat_or(a, axis)
    return torch.repeat_interleave(a, repeats if isinstance(repeats, (int, integer)) else _tensor(repeats), dim).numpy()


def roll(a, shift, axis=None):
    """Elements moved along, the last ones to the front."""
    return torch.roll(_tensor(a), shift, axis).numpy()


def flip(m, axis=None):
    """The other way round along axes."""
    m = _tensor(m)
    return torch.flip(m, _axes(axis, m.dim())).numpy()


def flipud(m):
    """Rows the other way round."""
    return flip(m, 0)


def fliplr(m):
    """Columns the other way round."""
    return flip(m, 1)


def rot90(m, k=1, axes=(0, 1)):
    """Turned by quarters of a circle."""
    return torch.rot90(_tensor(m), k, axes).numpy()


def ravel(a):
    """The elements in one dimension."""
    return _tensor(a).reshape(-1).numpy()


def swapaxes(a, axis1, axis2):
    """Two dimensions exchanged."""
    return _tensor(a).transpose(axis1, axis2).numpy()


def moveaxis(a, source, destination):
    """Dimensions at other places."""
    return torch.movedim(_tensor(a), source, destination).numpy()


def atleast_1d(a):
    """With one dimension at least."""
    return torch.atleast_1d(_tensor(a)).numpy()


def atleast_2d(a):
    """With two dimensions at least."""
    return torch.atleast_2d(_tensor(a)).numpy()


def pad(array, pad_width, mode="constant", constant_values=0):
    """With more elements at the ends of its dimensions."""
    x = _tensor(array)
    widths = [(pad_width, pad_width)] * x.dim() if isinstance(pad_width, int) else list(pad_width)
    if isinstance(widths[0], int):
        widths = [tuple(widths)] * x.dim() if len(widths) == 2 else [(w, w) for w in widths]
    if mode == "constant":
        flat = [n for pair in reversed(widths) for n in pair]
        return torch.nn.functional.pad(x, flat, value=constant_values).numpy()
    modes = {"edge": lambda i, n: i.clamp(0, n - 1), "wrap": lambda i, n: i % n}
    modes["reflect"] = lambda i, n: (n - 1 - (i % (2 * n - 2) - (n - 1)).abs()) if n > 1 else i * 0
    modes["symmetric"] = lambda i, n: torch.where(i % (2 * n) < n, i % (2 * n), 2 * n - 1 - i % (2 * n))
    if mode not in modes:
        raise ValueError(f"mode '{mode}' is not supported")
    for d, (before, after) in enumerate(widths):
        n = x.shape[d]
        x = x.index_select(d, modes[mode](torch.arange(-before, n + after), n))
    return x.numpy()


def take(a, indices, axis=None):
    """The elements at indices, or slices along an axis."""
    a, dim = _flat_or(a, axis)
    indices = _tensor(indices).long()
    chosen = torch.index_select(a, dim, indices.reshape(-1) % a.shape[dim])
    dim = dim % a.dim()
    return _array(chosen.reshape(a.shape[:dim] + indices.shape + a.shape[dim + 1 :]))


def take_along_axis(arr, indices, axis):
    """Elements by indices along an axis."""
    return torch.take_along_dim(_tensor(arr), _tensor(indices).long(), axis).numpy()


def delete(arr, obj, axis=None):
    """A copy without some elements, rows or columns."""
    arr, dim = _flat_or(arr, axis)
    keep = torch.ones(arr.shape[dim], dtype=torch.bool)
    keep[_tensor(obj)] = False
    return arr.index_select(dim, keep.nonzero().squeeze(1)).numpy()


def insert(arr, obj, values, axis=None):
    """A copy with values before an index."""
    arr, dim = _flat_or(arr, axis)
    values = _tensor(values).to(arr.dtype)
    if values.dim() < arr.dim():
        values = values.unsqueeze(dim) if values.dim() else values.reshape([1] * arr.dim())
    shape = list(arr.shape)
    shape[dim] = values.shape[dim]
    left, right = arr.narrow(dim, 0, obj), arr.narrow(dim, obj, arr.shape[dim] - obj)
    return torch.cat([left, values.expand(shape), right], dim).numpy()


def nonzero(a):
    """Returns the positions of nonzero elements, one array per dimension."""
    return tuple(index.numpy() for index in torch.nonzero(_tensor(a), as_tuple=True))


def argwhere(a):
    """Returns the positions of nonzero elements, one row each."""
    return torch.nonzero(_tensor(a)).numpy()


def flatnonzero(a):
    """Returns the positions of nonzero elements in the flattened array."""
    return torch.nonzero(_tensor(a).reshape(-1)).squeeze(1).numpy()


def count_nonzero(a, axis=None):
    """Counts the nonzero elements."""
    return sum(_tensor(a) != 0, axis)


def where(condition, x=None, y=None):
    """x where the condition holds, else y; without them the positions where it holds."""
    if x is None:
        return nonzero(condition)
    x, y = _both(x, y)
    return _array(torch.where(_tensor(condition).bool(), x, y))


def select(condlist, choicelist, default=0):
    """By the first condition that holds."""
    result = default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        result = where(condition, choice, result)
    return result


def sort(a, axis=-1):
    """Returns a sorted copy, in ascending order."""
    a, dim = _flat_or(a, axis)
    return torch.sort(a, dim=dim, stable=True).values.numpy()


def argsort(a, axis=-1, kind=None):
    """Positions in ascending order."""
    a, dim = _flat_or(a, axis)
    return torch.argsort(a, dim=dim, stable=True).numpy()


def argpartition(a, kth, axis=-1):
    """Positions, those of the smallest first."""
    return argsort(a, axis)


def partition(a, kth, axis=-1):
    """The smallest first."""
    return sort(a, axis)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """Each value once, in ascending order; its first place, the way back, how often."""
    ar = _tensor(ar)
    values, inverse, counts = torch.unique(ar, return_inverse=True, return_counts=True, dim=axis)
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


def isin(element, test_elements, invert=False):
    """Returns where elements are among other values."""
    return _array(torch.isin(*_both(element, test_elements), invert=invert))


def intersect1d(ar1, ar2):
    """Values in both, in ascending order."""
    a = _tensor(unique(ar1))
    return a[torch.isin(a, _tensor(ar2))].numpy()


def union1d(ar1, ar2):
    """Values in one of both, in ascending order."""
    return unique(concatenate([ar1, ar2], None))


def setdiff1d(ar1, ar2):
    """Values in the first alone, in ascending order."""
    a = _tensor(unique(ar1))
    return a[~torch.isin(a, _tensor(ar2))].numpy()


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    """Grids of coordinates: one array for each given, all of the same shape."""
    grids = torch.meshgrid(*[_tensor(x).reshape(-1) for x in xi], indexing=indexing)
    return tuple(grid.contiguous().numpy() for grid in grids)


def indices(dimensions):
    """The index along each dimension, as grids."""
    return stack(meshgrid(*[arange(n) for n in dimensions], indexing="ij"))


def unravel_index(indices, shape):
    """Places in a flattened array as indices."""
    return tuple(_array(x) for x in torch.unravel_index(_tensor(indices), shape))


def ravel_multi_index(multi_index, dims):
    """Indices as places in the flattened array."""
    place = 0
    for index, n in zip(multi_index, dims):
        place = place * n + index
    return place


def gradient(f, *spacing, axis=None):
    """Slopes, from the elements on both sides."""
    f = _floating(f)
    step = spacing[0] if spacing else 1
    step = step if isinstance(step, (int, float)) else None
    dims = _axes(axis, f.dim())
    slopes = [x.numpy() for x in torch.gradient(f, spacing=float(step) if step is not None else (_floating(spacing[0]),), dim=list(dims))]
    return slopes[0] if len(slopes) == 1 else slopes


def apply_along_axis(func1d, axis, arr, *args):
    """A function of each one-dimensional slice along an axis."""
    arr = _tensor(arr).movedim(axis, -1)
    rows = [func1d(row.numpy(), *args) for row in arr.reshape(-1, arr.shape[-1])]
    result = torch.stack([_tensor(row) for row in rows])
    result = result.reshape(arr.shape[:-1] + result.shape[1:])
    return _array(result if result.dim() < arr.dim() else result.movedim(-1, axis))


class vectorize:
    """A function of numbers as one of arrays; it is called for each element."""

    def __init__(self, pyfunc, otypes=None):
        self.pyfunc = pyfunc
        self.otypes = otypes

    def __call__(self, *args):
        arrays = torch.broadcast_tensors(*[_tensor(x) for x in args])
        columns = [x.reshape(-1).tolist() for x in arrays]
        results = array([self.pyfunc(*values) for values in zip(*columns)])
        results = results if self.otypes is None else results.astype(self.otypes[0])
        return results.reshape(tuple(arrays[0].shape)) if arrays[0].dim() else results[0]


def frombuffer(buffer, dtype="float64", count=-1, offset=0):
    """The numbers that bytes hold."""
    return torch.frombuffer(bytearray(buffer), dtype=_tensor(zeros(0, dtype=dtype)).dtype, count=count, offset=offset).numpy()


def fromiter(iter, dtype, count=-1):
    """The numbers of an iterator."""
    values = [value for value in iter]
    return array(values if count < 0 else values[:count], dtype=dtype)


def isscalar(element):
    """True of a number or a text."""
    return isinstance(element, (int, float, complex, str, bytes, generic))


def may_share_memory(a, b):
    """Returns whether two arrays may share memory."""
    return _tensor(a).untyped_storage().data_ptr() == _tensor(b).untyped_storage().data_ptr()


shares_memory = may_share_memory


class errstate:
    """`with np.errstate(divide="ignore"):` accepted: nothing warns here."""

    def __init__(self, **kwargs):
        self.options = kwargs

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Accepted: nothing warns here."""
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


class finfo:
    """The limits of a floating-point type."""

    def __init__(self, dtype):
        self.dtype = _element_type(dtype)
        if not issubclass(self.dtype.type, floating):
            raise ValueError(f"data type {self.dtype.type!r} not inexact")
        limits = torch.finfo(getattr(torch, self.dtype.name))
        self.bits = limits.bits
        for name in ("eps", "max", "min", "tiny", "smallest_normal", "resolution"):
            setattr(self, name, self.dtype.type(getattr(limits, name)))


class iinfo:
    """The limits of an integer type."""

    def __init__(self, type):
        self.dtype = _element_type(type)
        self.kind = self.dtype.kind
        if self.kind not in "iu":
            raise ValueError(f"Invalid integer data type {self.kind!r}.")
        limits = torch.iinfo(getattr(torch, self.dtype.name))
        self.bits, self.min, self.max = limits.bits, limits.min, limits.max

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


def _element_type(x):
    return x.dtype if hasattr(x, "dtype") and not isinstance(x, type) else dtype(x)


def result_type(*arrays_and_dtypes):
    """The element type that operands are computed in; Python numbers count only by their kind."""
    given = [0.0 * x if isinstance(x, float) else x for x in arrays_and_dtypes]
    strong = [zeros(1, dtype=_element_type(x)) for x in given if not isinstance(x, (int, float)) or isinstance(x, generic)]
    weak = [type(x)(0) for x in given if isinstance(x, (int, float)) and not isinstance(x, generic)]
    total = strong[0] if strong else zeros(1, dtype=type(weak[0]))
    for other in strong[1:] + weak:
        total = total + other
    return total.dtype
