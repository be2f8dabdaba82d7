"""NumPy's functions of functions: along axes, of each element; grids of coordinates; slopes."""

import torch


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    """Grids of coordinates: one array for each given, all of the same shape."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    vectors = [_tensor(x).reshape(-1) for x in xi]
    dims = len(vectors)
    order = [1, 0] if indexing == "xy" and dims > 1 else [0, 1]
    places = [order[d] if d < 2 else d for d in range(dims)]
    open_grids = [x.reshape([-1 if d == places[i] else 1 for d in range(dims)]) for i, x in enumerate(vectors)]
    grids = open_grids if sparse or not dims else torch.broadcast_tensors(*open_grids)
    return tuple(grid.contiguous().numpy() for grid in grids)


def indices(dimensions, dtype="int64", sparse=False):
    """The index along each dimension, as grids."""
    grids = meshgrid(*[arange(n, dtype=dtype) for n in dimensions], indexing="ij", sparse=sparse)
    return grids if sparse else stack(grids) if grids else zeros(0, dtype=dtype)


def unravel_index(indices, shape, order="C"):
    """Places in a flattened array as indices."""
    places, shape = asarray(indices), _sizes(shape)
    count = int(prod(asarray(shape, dtype="int64"))) if shape else 1
    for place in places.reshape(-1).tolist():
        if not 0 <= place < count:
            raise ValueError(f"index {place} is out of bounds for array with size {count}")
    found = []
    for n in reversed(shape) if order == "C" else shape:
        found.append(places % n)
        places = places // n
    return tuple(reversed(found)) if order == "C" else tuple(found)


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Indices as places in the flattened array."""
    dims = _sizes(dims)
    modes = (mode,) * len(dims) if isinstance(mode, str) else mode
    pairs = list(zip([asarray(index) for index in multi_index], dims, modes))
    place = 0
    for index, n, how in pairs if order == "C" else reversed(pairs):
        if how == "raise" and bool(any((index < 0) | (index >= n))):
            raise ValueError("invalid entry in coordinates array")
        index = index % n if how == "wrap" else clip(index, 0, n - 1)
        place = place * n + index
    return place


def diag_indices(n, ndim=2):
    """The positions of the diagonal of a cube."""
    return (arange(n),) * ndim


def diag_indices_from(arr):
    """The positions of an array's diagonal."""
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim)


def fill_diagonal(a, val, wrap=False):
    """Sets the diagonal, in place."""
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    if a.ndim > 2:
        a[diag_indices(a.shape[0], a.ndim)] = val
        return
    rows, columns = a.shape
    places = arange(0, rows * columns if wrap else _builtins.min(rows, columns) * columns, columns + 1)
    values = resize(asarray(val).astype(a.dtype), (len(places),)) if len(places) else []
    a[places // columns, places % columns] = values


def mask_indices(n, mask_func, k=0):
    """The positions that a function such as `triu` keeps of a square."""
    return nonzero(mask_func(ones((n, n), dtype=int64), k) != 0)


def gradient(f, *varargs, axis=None, edge_order=1):
    """Slopes, from the elements on both sides."""
    f = asarray(f)
    f = f if f.dtype.kind in "fc" else f.astype("float64")
    dims = _axes(axis, f.ndim)
    if len(varargs) not in (0, 1, len(dims)):
        raise TypeError("invalid number of arguments")
    steps = [1.0] * len(dims) if not varargs else list(varargs) * (len(dims) if len(varargs) == 1 else 1)
    if edge_order not in (1, 2):
        raise ValueError("'edge_order' greater than 2 not supported")
    slopes = [_slope(f, d, step, edge_order) for d, step in zip(dims, steps)]
    return slopes[0] if len(slopes) == 1 else tuple(slopes)


def _slope(f, d, step, edge_order):
    y = moveaxis(f, d, 0)
    n = len(y)
    if n < edge_order + 1:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
    step = asarray(step)
    if step.ndim and len(step) != n:
        raise ValueError("when 1d, distances must match the length of the corresponding dimension")
    wide = diff(step).astype("float64") if step.ndim else None
    if wide is not None and bool(all(wide == wide[0])):
        wide, step = None, wide[0]
    result = empty_like(y)
    if wide is None:
        result[1:-1] = (y[2:] - y[:-2]) / (2.0 * step)
        first = last = step
    else:
        before, after = (part.reshape((-1,) + (1,) * (y.ndim - 1)) for part in (wide[:-1], wide[1:]))
        a, b, c = -after / (before * (before + after)), (after - before) / (before * after), before / (after * (before + after))
        result[1:-1] = a * y[:-2] + b * y[1:-1] + c * y[2:]
        first, last = wide[0], wide[-1]
    if edge_order == 1:
        result[0], result[-1] = (y[1] - y[0]) / first, (y[-1] - y[-2]) / last
    else:
        _second_order_edges(result, y, step if wide is None else None, wide)
    return moveaxis(result, 0, d)


def _second_order_edges(result, y, step, wide):
    one, two = (step, step) if wide is None else (wide[0], wide[1])
    a, b, c = -(2.0 * one + two) / (one * (one + two)), (one + two) / (one * two), -one / (two * (one + two))
    result[0] = a * y[0] + b * y[1] + c * y[2]
    one, two = (step, step) if wide is None else (wide[-2], wide[-1])
    a, b, c = two / (one * (one + two)), -(two + one) / (one * two), (2.0 * two + one) / (two * (one + two))
    result[-1] = a * y[-3] + b * y[-2] + c * y[-1]


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function of each one-dimensional slice along an axis."""
    arr = asarray(arr)
    (axis,) = [d % arr.ndim for d in _axes(axis, arr.ndim)]
    moved = moveaxis(arr, axis, -1)
    rows = [asarray(func1d(moved[index], *args, **kwargs)) for index in ndindex(*moved.shape[:-1])]
    if not rows:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    result = stack(rows).reshape(moved.shape[:-1] + rows[0].shape)
    for d in range(rows[0].ndim):
        result = moveaxis(result, arr.ndim - 1 + d, axis + d)
    return result


def apply_over_axes(func, a, axes):
    """A function of an array and an axis, over several axes in turn."""
    result, dims = asarray(a), ndim(a)
    for one in [axes] if isinstance(axes, (int, integer)) else axes:
        one = one % dims
        made = asarray(func(result, one))
        if made.ndim != dims:
            made = expand_dims(made, one)
            if made.ndim != dims:
                raise ValueError("function is not returning an array of the correct shape")
        result = made
    return result


class vectorize:
    """A function of numbers as one of arrays; it is called for each element."""

    def __init__(self, pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.pyfunc, self.otypes, self.excluded, self.signature = pyfunc, otypes, set(excluded or ()), signature
        self.cache = cache
        self.__doc__ = doc if doc is not None else getattr(pyfunc, "__doc__", None)
        self.__name__ = getattr(pyfunc, "__name__", "vectorize")

    def __call__(self, *args, **kwargs):
        if self.pyfunc is None:
            self.__init__(args[0], self.otypes, None, self.excluded, self.cache, self.signature)
            return self
        if self.signature is not None:
            return self._by_cores(args)
        places = [i for i in _builtins.range(len(args)) if i not in self.excluded]
        names = [name for name in kwargs if name not in self.excluded]
        arrays = broadcast_arrays(*[args[i] for i in places], *[kwargs[name] for name in names])
        if not arrays:
            return self.pyfunc(*args, **kwargs)
        columns = [x.reshape(-1).tolist() for x in arrays]
        if not columns[0] and self.otypes is None:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        results = [self._once(args, kwargs, places, names, values) for values in zip(*columns)]
        return self._gathered(results, arrays[0].shape)

    def _once(self, args, kwargs, places, names, values):
        given, named = list(args), dict(kwargs)
        for i, value in zip(places, values):
            given[i] = value
        for name, value in zip(names, values[len(places) :]):
            named[name] = value
        return self.pyfunc(*given, **named)

    def _gathered(self, results, shape):
        if results and isinstance(results[0], tuple):
            columns = list(zip(*results))
            return tuple(self._shaped(column, shape, i) for i, column in enumerate(columns))
        return self._shaped(results, shape, 0)

    def _shaped(self, values, shape, i):
        made = array(list(values), dtype=None if self.otypes is None else self.otypes[i])
        return made.reshape(shape)

    def _by_cores(self, args):
        """Calls the function for slices: its signature says how many dimensions each operand has."""
        inputs, outputs = self.signature.replace(" ", "").split("->")
        depths = [part.count(",") + (1 if part.strip("()") else 0) for part in inputs[1:-1].split("),(")]
        arrays = [asarray(x) for x in args]
        loops = [x.shape[: x.ndim - depth] for x, depth in zip(arrays, depths)]
        shape = broadcast_shapes(*loops)
        wide = [broadcast_to(x, shape + x.shape[x.ndim - depth :]) for x, depth in zip(arrays, depths)]
        results = [self.pyfunc(*[x[index] for x in wide]) for index in ndindex(*shape)]
        several = "),(" in outputs
        columns = list(zip(*results)) if several else [results]
        made = [stack([asarray(one) for one in column]).reshape(shape + asarray(column[0]).shape) for column in columns]
        return tuple(made) if several else made[0]


def frompyfunc(func, /, nin, nout, **kwargs):
    """A function of elements that calls a function of objects: its results are objects."""
    from numpy._objects import made, zipped

    identity = kwargs.pop("identity", None)
    if kwargs:
        raise TypeError(f"frompyfunc() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if not callable(func):
        raise TypeError("function must be callable")

    def run(*operands):
        results, shape = zipped(func, *operands)
        if nout == 1:
            return made(results, shape, "O")[()]
        return tuple(made([one[i] for one in results], shape, "O")[()] for i in _builtins.range(nout))

    token = "O" * nin + "->" + "O" * nout
    return _made(f"{getattr(func, '__name__', 'func')} (vectorized)", run, "", token, nin, nout, identity)


def isscalar(element):
    """True of a number or a text."""
    return isinstance(element, (int, float, complex, str, bytes, generic))


def iterable(y):
    """Returns whether an object can be iterated over."""
    try:
        iter(y)
    except TypeError:
        return False
    return True


def may_share_memory(a, b, /, max_work=None):
    """Returns whether two arrays may share memory."""
    return _tensor(a).untyped_storage().data_ptr() == _tensor(b).untyped_storage().data_ptr()


shares_memory = may_share_memory


def isneginf(x, out=None):
    """Where there is the negative infinity."""
    return _given_to(out, isinf(x) & signbit(x))


def isposinf(x, out=None):
    """Where there is the positive infinity."""
    return _given_to(out, isinf(x) & ~signbit(x))


def real_if_close(a, tol=100):
    """Real numbers, where the imaginary parts are almost 0."""
    a = asarray(a)
    if a.dtype.kind != "c":
        return a
    limit = tol * finfo(a.real.dtype).eps if tol > 1 else tol
    return a.real if all(absolute(a.imag) < limit) else a


def packbits(a, /, axis=None, bitorder="big"):
    """Truth values as the bits of bytes."""
    a, dim = _flat_or(a, axis)
    bits = (a != 0).movedim(dim, -1).to(torch.uint8)
    count = -(-bits.shape[-1] // 8)
    bits = torch.nn.functional.pad(bits, [0, count * 8 - bits.shape[-1]]).reshape(bits.shape[:-1] + (count, 8))
    weights = torch.tensor([1 << i for i in (range(7, -1, -1) if bitorder == "big" else range(8))])
    return (bits.long() * weights).sum(-1).to(torch.uint8).movedim(-1, dim).numpy()


def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """The bits of bytes, one byte each."""
    a, dim = _flat_or(a, axis)
    if a.dtype != torch.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    shifts = torch.tensor(list(range(7, -1, -1) if bitorder == "big" else range(8)))
    bits = (a.movedim(dim, -1).long()[..., None] >> shifts) & 1
    bits = bits.reshape(bits.shape[:-2] + (-1,))
    if count is not None:
        bits = bits[..., :count] if count <= bits.shape[-1] else torch.nn.functional.pad(bits, [0, count - bits.shape[-1]])
    return bits.to(torch.uint8).movedim(-1, dim).numpy()
