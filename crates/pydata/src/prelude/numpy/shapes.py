"""NumPy's functions that join, split, turn and widen arrays."""

import torch


def diagonal(a, offset=0, axis1=0, axis2=1):
    """The diagonal of a matrix, or of the matrices in two axes."""
    a = _tensor(a)
    if a.dim() < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    return torch.diagonal(a, offset, axis1, axis2).numpy()


def shape(a):
    """Sizes of the dimensions."""
    return tuple(_tensor(a).shape)


def ndim(a):
    """Number of dimensions."""
    return _tensor(a).dim()


def size(a, axis=None):
    """Number of elements, or of those along axes."""
    a = _tensor(a)
    if axis is None:
        return a.numel()
    count = 1
    for one in _axes(axis, a.dim()):
        count *= a.shape[one]
    return count


def _shape_text(shape):
    return str(tuple(shape)).replace(" ", "")


def broadcast_shapes(*args):
    """The shape that arrays of these shapes have together."""
    shapes = [(one,) if isinstance(one, (int, integer)) else tuple(one) for one in args]
    longest, result = _builtins.max([len(one) for one in shapes], default=0), []
    for d in range(longest):
        sizes = {one[len(one) - longest + d] for one in shapes if len(one) - longest + d >= 0} - {1}
        if len(sizes) > 1:
            first = next(i for i, one in enumerate(shapes) if _size_at(one, d - longest) != 1)
            at = next(i for i in range(first, len(shapes)) if _size_at(shapes[i], d - longest) not in (1, _size_at(shapes[first], d - longest)))
            raise ValueError(
                "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg "
                f"{first} with shape {_shape_text(shapes[first])} and arg {at} with shape {_shape_text(shapes[at])}."
            )
        result.append(sizes.pop() if sizes else 1)
    return tuple(int(n) for n in result)


def _size_at(shape, d):
    return shape[d] if -d <= len(shape) else 1


def _alike_shapes(a, b):
    return not [0 for x, y in zip(reversed(a), reversed(b)) if x != y and 1 not in (x, y)]


def broadcast_to(array, shape, subok=False):
    """Broadcasts the array to a shape. Memory is shared."""
    array, shape = _tensor(array), _sizes(shape)
    if [n for n in shape if n < 0]:
        raise ValueError("all elements of broadcast shape must be non-negative")
    if len(shape) < array.dim():
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    if not _alike_shapes(tuple(array.shape), shape) or broadcast_shapes(tuple(array.shape), shape) != tuple(shape):
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{_shape_text(array.shape)}  and requested shape {_shape_text(shape)}"
        )
    return torch.broadcast_to(array, tuple(shape)).numpy()


def broadcast_arrays(*args, subok=False):
    """Arrays of one shape."""
    tensors = [_tensor(x) for x in args]
    shape = broadcast_shapes(*[tuple(x.shape) for x in tensors])
    return tuple(torch.broadcast_to(x, shape).numpy() for x in tensors)


def _joined(arrays):
    """Tensors of one dtype."""
    tensors = [_tensor(x) for x in arrays]
    if not tensors:
        return tensors
    common = tensors[0]
    for other in tensors[1:]:
        common, _ = _both(common, other)
    return [x.to(common.dtype) for x in tensors]


def _join_into(result, out, dtype, casting):
    """A joined array in an element type, or in `out`."""
    if out is None and dtype is None:
        return result
    from numpy._operations import castable

    if out is not None and dtype is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    target = out.dtype if dtype is None else globals()["dtype"](dtype)
    if not castable(result.dtype, target, casting):
        raise TypeError(f"Cannot cast array data from {result.dtype!r} to {target!r} according to the rule '{casting}'")
    if out is None:
        return result.astype(target)
    if out.ndim != result.ndim:
        raise ValueError("Output array has wrong dimensionality")
    if out.shape != result.shape:
        raise ValueError("Output array is the wrong shape")
    out[...] = result.astype(target)
    return out


def concatenate(arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays one after the other along an axis; all their elements for None."""
    tensors = _joined(arrays)
    if not tensors:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        return _join_into(torch.cat([x.reshape(-1) for x in tensors]).numpy(), out, dtype, casting)
    dims = tensors[0].dim()
    if dims == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    _axes(axis, dims)
    _check_joined(tensors, dims, axis)
    return _join_into(torch.cat(tensors, axis).numpy(), out, dtype, casting)


concat = concatenate


def _check_joined(tensors, dims, axis):
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


def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays side by side along a new axis."""
    tensors = _joined(arrays)
    if not tensors:
        raise ValueError("need at least one array to stack")
    if len({tuple(x.shape) for x in tensors}) > 1:
        raise ValueError("all input arrays must have the same shape")
    _axes(axis, tensors[0].dim() + 1)
    return _join_into(torch.stack(tensors, axis).numpy(), out, dtype, casting)


def unstack(x, /, *, axis=0):
    """The slices along an axis."""
    x = asarray(x)
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(moveaxis(x, axis, 0))


def block(arrays):
    """An array of nested lists of blocks."""

    def depth(blocks):
        return 1 + depth(blocks[0]) if isinstance(blocks, list) else 0

    deepest = depth(arrays)

    def joined(blocks, level):
        if not isinstance(blocks, list):
            return array(blocks, ndmin=deepest)
        return concatenate([joined(one, level + 1) for one in blocks], axis=-(deepest - level))

    return joined(arrays, 0)


def append(arr, values, axis=None):
    """A copy with values at its end."""
    return concatenate([arr, values], axis)


def vstack(tup, *, dtype=None, casting="same_kind"):
    """Arrays below each other."""
    tensors = [x.unsqueeze(0) if x.dim() == 1 else x.reshape(1, 1) if x.dim() == 0 else x for x in map(_tensor, tup)]
    return concatenate(tensors, dtype=dtype, casting=casting)


row_stack = vstack


def hstack(tup, *, dtype=None, casting="same_kind"):
    """Arrays beside each other."""
    tensors = [x.reshape(1) if x.dim() == 0 else x for x in map(_tensor, tup)]
    axis = 0 if not tensors or tensors[0].dim() < 2 else 1
    return concatenate(tensors, axis, dtype=dtype, casting=casting)


def column_stack(tup):
    """Columns beside each other."""
    return concatenate([x.reshape(-1, 1) if x.dim() < 2 else x for x in map(_tensor, tup)], 1)


def dstack(tup):
    """Arrays behind each other."""
    return torch.dstack(_joined(tup)).numpy()


def split(ary, indices_or_sections, axis=0):
    """Equal parts, or parts that begin at these indices."""
    ary = _tensor(ary)
    if isinstance(indices_or_sections, (int, integer)) and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def array_split(ary, indices_or_sections, axis=0):
    """Nearly equal parts."""
    ary = _tensor(ary)
    if isinstance(indices_or_sections, (int, integer)):
        if indices_or_sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        return [x.numpy() for x in torch.tensor_split(ary, int(indices_or_sections), axis)]
    n = ary.shape[axis]
    places = [slice(int(i), None).indices(n)[0] for i in indices_or_sections]
    return [x.numpy() for x in torch.tensor_split(ary, places, axis)]


def vsplit(ary, indices_or_sections):
    """Parts below each other."""
    if ndim(ary) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def hsplit(ary, indices_or_sections):
    """Parts beside each other."""
    if ndim(ary) == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ndim(ary) > 1 else 0)


def dsplit(ary, indices_or_sections):
    """Parts behind each other."""
    if ndim(ary) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def tile(A, reps):
    """The array several times along each axis."""
    return torch.tile(_tensor(A), _sizes(reps)).numpy()


def repeat(a, repeats, axis=None):
    """Each element several times."""
    a, dim = _flat_or(a, axis)
    if isinstance(repeats, (int, integer)):
        if repeats < 0:
            raise ValueError("repeats may not contain negative values.")
        return torch.repeat_interleave(a, int(repeats), dim).numpy()
    repeats = _tensor(repeats)
    if repeats.numel() not in (1, a.shape[dim]):
        raise ValueError(f"operands could not be broadcast together with shape ({a.shape[dim]},) ({repeats.numel()},)")
    return torch.repeat_interleave(a, repeats.reshape(-1).expand(a.shape[dim]), dim).numpy()


def roll(a, shift, axis=None):
    """Elements moved along, the last ones to the front."""
    a = _tensor(a)
    if axis is not None:
        _axes(axis, a.dim())
        if isinstance(axis, (tuple, list)) and isinstance(shift, (int, integer)):
            shift = (int(shift),) * len(axis)
    return torch.roll(a, shift, axis).numpy()


def flip(m, axis=None):
    """The other way round along axes."""
    m = _tensor(m)
    return torch.flip(m, _axes(axis, m.dim())).numpy()


def flipud(m):
    """Rows the other way round."""
    return flip(m, 0)


def fliplr(m):
    """Columns the other way round."""
    if ndim(m) < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(m, 1)


def rot90(m, k=1, axes=(0, 1)):
    """Turned by quarters of a circle."""
    return torch.rot90(_tensor(m), k, axes).numpy()


def _in_order(a, order):
    """The elements as a vector, read by rows, or by columns for F."""
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    columns = order == "F" or order in "AK" and a.dim() > 1 and not a.is_contiguous() and a.permute(*range(a.dim() - 1, -1, -1)).is_contiguous()
    return (a.permute(*range(a.dim() - 1, -1, -1)) if columns and a.dim() > 1 else a).reshape(-1)


def ravel(a, order="C"):
    """The elements in one dimension."""
    return _in_order(_tensor(a), order).numpy()


def reshape(a, /, shape=None, order="C", *, copy=None):
    """The same elements in another shape."""
    if shape is None:
        raise TypeError("reshape() missing 1 required positional argument: 'shape'")
    return asarray(a).reshape(shape, order=order)


def expand_dims(a, axis):
    """With dimensions of size 1 more."""
    a = _tensor(a)
    axes = (axis,) if isinstance(axis, (int, integer)) else tuple(axis)
    dims = a.dim() + len(axes)
    for one in sorted([d % dims for d in _axes(axes, dims)]):
        a = a.unsqueeze(one)
    return a.numpy()


def squeeze(a, axis=None):
    """Without dimensions of size 1."""
    a = _tensor(a)
    if axis is None:
        return a.squeeze().numpy()
    axes = _axes(axis, a.dim())
    if [d for d in axes if a.shape[d] != 1]:
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return a.squeeze(tuple(int(d) for d in axes)).numpy()


def transpose(a, axes=None):
    """Dimensions reversed, or in this order."""
    a = _tensor(a)
    if axes is None:
        return a.permute(tuple(range(a.dim() - 1, -1, -1))).numpy()
    if len(axes) != a.dim():
        raise ValueError("axes don't match array")
    if len({d % a.dim() for d in _axes(tuple(axes), a.dim())}) < a.dim():
        raise ValueError("repeated axis in transpose")
    return a.permute(tuple(axes)).numpy()


permute_dims = transpose


def matrix_transpose(x, /):
    """The last two dimensions exchanged."""
    x = asarray(x)
    if x.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")
    return swapaxes(x, -1, -2)


def swapaxes(a, axis1, axis2):
    """Two dimensions exchanged."""
    a = _tensor(a)
    _axes(axis1, a.dim()), _axes(axis2, a.dim())
    return a.transpose(axis1, axis2).numpy()


def moveaxis(a, source, destination):
    """Dimensions at other places."""
    a = _tensor(a)
    lists = [[one] if isinstance(one, (int, integer)) else list(one) for one in (source, destination)]
    if len(lists[0]) != len(lists[1]):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    return torch.movedim(a, *[_axes(tuple(one), a.dim()) for one in lists]).numpy()


def rollaxis(a, axis, start=0):
    """One dimension before another."""
    dims = ndim(a)
    axis, start = axis % dims, start + dims if start < 0 else start
    return moveaxis(a, axis, start - 1 if axis < start else start)


def _at_least(function, arys):
    made = tuple(function(_tensor(a)).numpy() for a in arys)
    return made[0] if len(made) == 1 else made


def atleast_1d(*arys):
    """With one dimension at least."""
    return _at_least(torch.atleast_1d, arys)


def atleast_2d(*arys):
    """With two dimensions at least."""
    return _at_least(torch.atleast_2d, arys)


def atleast_3d(*arys):
    """With three dimensions at least."""
    return _at_least(torch.atleast_3d, arys)


def _widths(pad_width, dims):
    """How much to add at both ends of each dimension."""
    if isinstance(pad_width, dict):
        given = {d % dims: pad_width[d] for d in pad_width}
        return [_widths(given[d], 1)[0] if d in given else (0, 0) for d in range(dims)]
    return [tuple(int(n) for n in pair) for pair in broadcast_to(asarray(pad_width), (dims, 2)).tolist()]


_PLACES = {
    "edge": lambda i, n: i.clamp(0, n - 1),
    "wrap": lambda i, n: i % n,
    "reflect": lambda i, n: (n - 1 - (i % (2 * n - 2) - (n - 1)).abs()) if n > 1 else i * 0,
    "symmetric": lambda i, n: torch.where(i % (2 * n) < n, i % (2 * n), 2 * n - 1 - i % (2 * n)),
}


def pad(array, pad_width, mode="constant", **kwargs):
    """With more elements at the ends of its dimensions."""
    x = _tensor(array)
    widths = _widths(pad_width, x.dim())
    if [pair for pair in widths if pair[0] < 0 or pair[1] < 0]:
        raise ValueError("index can't contain negative values")
    if callable(mode):
        return _padded_by(mode, x, widths, kwargs)
    values = {"constant": "constant_values", "linear_ramp": "end_values"}
    if mode in values:
        ends = broadcast_to(asarray(kwargs.get(values[mode], 0)), (x.dim(), 2)).tolist()
    for d, (before, after) in enumerate(widths):
        n = x.shape[d]
        if mode in _PLACES:
            x = x.index_select(d, _PLACES[mode](torch.arange(-before, n + after), n))
            continue
        sides = [_side(x, d, width, mode, ends[d][i] if mode in values else kwargs.get("stat_length"), i) for i, width in enumerate((before, after))]
        x = torch.cat([sides[0], x, sides[1]], d)
    return x.numpy()


def _side(x, d, width, mode, value, last):
    """What `pad` adds at one end."""
    sizes = list(x.shape)
    sizes[d] = width
    if mode == "constant":
        return torch.full(sizes, value).to(x.dtype)
    edge = x.narrow(d, x.shape[d] - 1 if last else 0, 1)
    if mode == "linear_ramp":
        steps = torch.arange(1, width + 1, dtype=torch.float64) / width
        steps = (steps if last else steps.flip(0)).reshape([-1 if i == d else 1 for i in range(x.dim())])
        ramp = edge.double() + (value - edge.double()) * steps
        return (ramp if x.dtype.is_floating_point else torch.floor(ramp) if value >= 0 else torch.trunc(ramp)).to(x.dtype)
    statistics = {"mean": mean, "median": median, "maximum": max, "minimum": min}
    if mode not in statistics:
        raise ValueError(f"mode '{mode}' is not supported")
    part = x if value is None else x.narrow(d, x.shape[d] - _builtins.min(value, x.shape[d]) if last else 0, _builtins.min(value, x.shape[d]))
    found = _tensor(statistics[mode](part.numpy(), axis=d, keepdims=True))
    return (found if x.dtype.is_floating_point else torch.round(found.double())).to(x.dtype).expand(sizes)


def _padded_by(function, x, widths, kwargs):
    flat = [n for pair in reversed(widths) for n in pair]
    padded = torch.nn.functional.pad(x, flat).numpy()
    for d in range(padded.ndim):
        moved = moveaxis(padded, d, -1)
        for index in ndindex(*moved.shape[:-1]):
            vector = moved[index].copy()
            changed = function(vector, widths[d], d, kwargs)
            moved[index] = vector if changed is None else changed
    return padded
