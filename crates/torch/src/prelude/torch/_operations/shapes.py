"""Shapes: tensors split, stacked, joined, diagonals laid out, parts replaced."""

import torch
from torch._tensorcell.checks import _only_tensors

__name__ = "torch._operations"


def _same_axis(dim, count):
    """A dimension number counted from the front."""
    reach = count if count > 0 else 1
    if not -reach <= dim < reach:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-reach}, {reach - 1}], but got {dim})")
    return dim % reach


def _listed(tensors):
    """The tensors of `f(a, b)` or `f([a, b])`."""
    return tuple(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors


def atleast_1d(*tensors):
    """Tensors with at least one dimension.

    >>> torch.atleast_1d(torch.tensor(5))
    tensor([5])
    """
    several = _listed(tensors)
    raised = tuple(x.reshape(1) if x.dim() == 0 else x for x in several)
    return raised[0] if len(tensors) == 1 and torch.is_tensor(tensors[0]) else raised


def atleast_2d(*tensors):
    """Tensors with at least two dimensions.

    >>> torch.atleast_2d(torch.tensor([1, 2]))
    tensor([[1, 2]])
    """
    several = _listed(tensors)
    raised = tuple(x.reshape(1, 1) if x.dim() == 0 else x.unsqueeze(0) if x.dim() == 1 else x for x in several)
    return raised[0] if len(tensors) == 1 and torch.is_tensor(tensors[0]) else raised


def atleast_3d(*tensors):
    """Tensors with at least three dimensions.

    >>> torch.atleast_3d(torch.tensor([1, 2])).shape
    torch.Size([1, 2, 1])
    """
    several = _listed(tensors)
    raised = tuple(x.reshape(1, 1, 1) if x.dim() == 0 else atleast_2d(x).unsqueeze(-1) if x.dim() < 3 else x for x in several)
    return raised[0] if len(tensors) == 1 and torch.is_tensor(tensors[0]) else raised


def tensor_split(input, indices_or_sections, dim=0):
    """Parts that need not be equal: a number of them, or the positions where to cut.

    >>> torch.tensor_split(torch.arange(5), 2)
    (tensor([0, 1, 2]), tensor([3, 4]))
    """
    if input.dim() == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = _same_axis(dim, input.dim())
    size = input.shape[dim]
    cuts = indices_or_sections
    if torch.is_tensor(cuts):
        if cuts.dim() > 1 or cuts.dtype != torch.int64:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, "
                f"but got a tensor with {cuts.dim()} dims"
            )
        cuts = cuts.tolist()
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {cuts}")
        least, more = size // cuts, size % cuts
        # Check for a list of all sizes first: a size that exceeds memory is refused at once.
        cuts = [least * i + min(i, more) for i in list(range(1, cuts))]
    edges = [0] + list(cuts) + [size]
    return tuple(_slice(input, dim, start, stop) for start, stop in zip(edges, edges[1:]))


def _slice(input, dim, start, end, step=1):
    """input[start:end:step] along a dimension, as a view even where that is all of it."""
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    first, last, _ = slice(start, end).indices(input.shape[dim])
    part = input.narrow(dim, first, max(last - first, 0))
    return part if step == 1 else part[(slice(None),) * dim + (slice(None, None, step),)]


def split_with_sizes(input, split_sizes, dim=0):
    """Views of these lengths along a dimension.

    >>> torch.split_with_sizes(torch.arange(3), [1, 2])
    (tensor([0]), tensor([1, 2]))
    """
    return input.split(list(split_sizes), dim)


def unsafe_chunk(input, chunks, dim=0):
    """Like chunk.

    >>> torch.unsafe_chunk(torch.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    """
    return tuple(torch._named(part, "UnsafeSplitBackward0", input) for part in input.chunk(chunks, dim))


def unsafe_split(input, split_size, dim=0):
    """Like split.

    >>> torch.unsafe_split(torch.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    """
    return tuple(torch._named(part, "UnsafeSplitBackward0", input) for part in input.split(split_size, dim))


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """Like split_with_sizes.

    >>> torch.unsafe_split_with_sizes(torch.arange(3), [1, 2])
    (tensor([0]), tensor([1, 2]))
    """
    parts = split_with_sizes(input, split_sizes, dim)
    return tuple(torch._named(part, "UnsafeSplitWithSizesBackward0", input) for part in parts)


def hsplit(input, indices_or_sections):
    """Split from left to right: along dimension 1, or 0 of a vector.

    >>> torch.hsplit(torch.arange(4), 2)
    (tensor([0, 1]), tensor([2, 3]))
    """
    if input.dim() == 0:
        raise RuntimeError("torch.hsplit requires a tensor with at least 1 dimension, but got a tensor with 0 dimensions!")
    return _equal_split("hsplit", input, indices_or_sections, 0 if input.dim() == 1 else 1)


def vsplit(input, indices_or_sections):
    """Split from top to bottom: along dimension 0.

    >>> torch.vsplit(torch.tensor([[1, 2], [3, 4]]), 2)
    (tensor([[1, 2]]), tensor([[3, 4]]))
    """
    if input.dim() < 2:
        raise RuntimeError(
            f"torch.vsplit requires a tensor with at least 2 dimension, but got a tensor with {input.dim()} dimensions!"
        )
    return _equal_split("vsplit", input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    """Split along dimension 2.

    >>> [part.shape for part in torch.dsplit(torch.zeros(2, 2, 4), 2)]
    [torch.Size([2, 2, 2]), torch.Size([2, 2, 2])]
    """
    if input.dim() < 3:
        raise RuntimeError(
            f"torch.dsplit requires a tensor with at least 3 dimension, but got a tensor with {input.dim()} dimensions!"
        )
    return _equal_split("dsplit", input, indices_or_sections, 2)


def _equal_split(name, input, cuts, dim):
    if not isinstance(cuts, (int, list, tuple)):
        torch._no_form(name, input, cuts)
    if isinstance(cuts, int) and (cuts == 0 or input.shape[dim] % cuts != 0):
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
            f"{input.shape[dim]} is not divisible by the split_size {cuts}!"
        )
    return tensor_split(input, cuts, dim)


def dstack(tensors, *, out=None):
    """Tensors joined along dimension 2.

    >>> torch.dstack((torch.tensor([1, 2]), torch.tensor([3, 4]))).shape
    torch.Size([1, 2, 2])
    """
    if len(tensors) == 0:
        raise RuntimeError("dstack expects a non-empty TensorList")
    return torch.cat(atleast_3d(list(tensors)), 2, out=out)


def column_stack(tensors, *, out=None):
    """Vectors as columns, matrices side by side.

    >>> torch.column_stack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 3],
            [2, 4]])
    """
    if len(tensors) == 0:
        raise RuntimeError("column_stack expects a non-empty TensorList")
    return torch.hstack([x.reshape(-1, 1) if x.dim() < 2 else x for x in tensors], out=out)


def row_stack(tensors, *, out=None):
    """Like vstack.

    >>> torch.row_stack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 2],
            [3, 4]])
    """
    return torch.vstack(tensors, out=out)


def block_diag(*tensors):
    """Matrices along a diagonal, zeros elsewhere.

    >>> torch.block_diag(torch.tensor([[1, 2]]), torch.tensor([[3]]))
    tensor([[1, 2, 0],
            [0, 0, 3]])
    """
    blocks = atleast_2d(list(tensors)) if tensors else (torch.empty(1, 0),)
    for at, block in enumerate(blocks):
        if block.dim() > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {at} has {block.dim()} dimensions"
            )
    dtype = blocks[0].dtype
    for block in blocks:
        dtype = torch.promote_types(dtype, block.dtype)
    columns = sum(block.shape[1] for block in blocks)
    bands, column = [], 0
    for block in blocks:
        behind = columns - column - block.shape[1]
        bands.append(torch.nn.functional.pad(block.to(dtype), (column, behind)))
        column += block.shape[1]
    return torch.cat(bands)


def combinations(input, r=2, with_replacement=False):
    """Every choice of r elements of a vector, one a row, in order.

    >>> torch.combinations(torch.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])
    """
    if input.dim() != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return torch.empty(0, dtype=input.dtype, device=input.device)
    places = torch.arange(input.shape[0], device=input.device)
    grids = torch.meshgrid(*[places] * r, indexing="ij")
    chosen = torch.ones_like(grids[0], dtype=torch.bool)
    for left, right in zip(grids, grids[1:]):
        chosen = chosen & (left <= right if with_replacement else left < right)
    return torch.stack([input[grid[chosen]] for grid in grids], 1)


def fliplr(input):
    """Columns in reverse order.

    >>> torch.fliplr(torch.tensor([[1, 2], [3, 4]]))
    tensor([[2, 1],
            [4, 3]])
    """
    if input.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return input.flip(1)


def flipud(input):
    """Rows in reverse order.

    >>> torch.flipud(torch.tensor([[1, 2], [3, 4]]))
    tensor([[3, 4],
            [1, 2]])
    """
    if input.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return input.flip(0)


def rot90(input, k=1, dims=(0, 1)):
    """Turned by k quarters in the plane of two dimensions, from the first towards the second.

    >>> torch.rot90(torch.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.dim() < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.dim()}")
    count = input.dim()
    for at, dim in enumerate(dims):
        if not -count <= dim < count:
            raise RuntimeError(f"Rotation dim{at} out of range, dim{at} = {dim}")
    a, b = dims[0] % count, dims[1] % count
    if a == b:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    turns = k % 4
    if turns == 1:
        return input.flip(b).transpose(a, b)
    if turns == 2:
        return input.flip(a, b)
    if turns == 3:
        return input.flip(a).transpose(a, b)
    return input.clone()


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """Vectors of the last dimension as diagonals of matrices in dimensions dim1 and dim2.

    >>> torch.diag_embed(torch.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    count = input.dim() + 1
    a, b = _same_axis(dim1, count), _same_axis(dim2, count)
    if a == b:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    size, shape = input.shape[-1] + abs(offset), list(input.shape[:-1])
    for dim in sorted((a, b)):
        shape.insert(dim, size)
    whole = input.new_zeros(shape)
    whole.diagonal(offset, a, b).copy_(input)
    return whole


def diag(input, diagonal=0, *, out=None):
    """A diagonal matrix of a vector, or a matrix's diagonal.

    Errors: RuntimeError for other numbers of dimensions: `torch.diag(torch.tensor(1))`

    >>> torch.diag(torch.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    _only_tensors("diag", input=input)
    if input.dim() == 2:
        return diagonal_copy(input, diagonal, out=out)
    if input.dim() != 1:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.dim()}D")
    return torch._receive(out, diag_embed(input, diagonal))


def diagflat(input, offset=0):
    """A matrix with all elements on its diagonal.

    >>> torch.diagflat(torch.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    return torch.diag(input.reshape(-1), offset)


def tril_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    """Indices of a lower triangle, by rows: a tensor of 2 rows.

    >>> torch.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    _check_triangle(row, col)
    return _triangle(torch.ones(row, col, dtype=torch.bool, device="cpu").tril(offset), dtype, device)


def triu_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    """Indices of an upper triangle, by rows: a tensor of 2 rows.

    >>> torch.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    _check_triangle(row, col)
    return _triangle(torch.ones(row, col, dtype=torch.bool, device="cpu").triu(offset), dtype, device)


def _triangle(mask, dtype, device):
    """The positions of a mask; found on the host, which alone has its elements for every device."""
    device = torch.get_default_device() if device is None else device
    return mask.nonzero().t().contiguous().to(device=device, dtype=dtype)


def _check_triangle(row, col):
    for name, size in (("row", row), ("col", col)):
        if size < 0:
            raise RuntimeError(f"{name} must be non-negative, got{size}")


def select_scatter(input, src, dim, index):
    """A copy with `src` in place of one index of a dimension.

    >>> torch.select_scatter(torch.zeros(2, 2), torch.ones(2), 0, 1)
    tensor([[0., 0.],
            [1., 1.]])
    """
    return _scattered(input, src, lambda whole: whole.select(dim, index))


def _scattered(input, src, view):
    """A copy with `src` in place of one of its views."""
    whole = input.clone()
    part = view(whole)
    if part.shape != src.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. "
            f"src size = {list(src.shape)}, slice size = {list(part.shape)}"
        )
    part.copy_(src)
    return whole


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy with `src` in place of a slice of a dimension.

    >>> torch.slice_scatter(torch.zeros(4), torch.ones(2), start=1, end=3)
    tensor([0., 1., 1., 0.])
    """
    dim = _same_axis(dim, input.dim())
    return _scattered(input, src, lambda whole: _slice(whole, dim, start, end, step))


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy with `src` on a diagonal.

    >>> torch.diagonal_scatter(torch.zeros(2, 2), torch.ones(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    return _scattered(input, src, lambda whole: whole.diagonal(offset, dim1, dim2))


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A copy with `src` in place of a strided view."""
    return _scattered(input, src, lambda whole: whole.as_strided(size, stride, storage_offset))


def narrow_copy(input, dim, start, length):
    """Like narrow, but returns a copy.

    >>> torch.narrow_copy(torch.arange(5), 0, 1, 3)
    tensor([1, 2, 3])
    """
    return input.narrow(dim, start, length).clone(memory_format=torch.contiguous_format)


def empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor without values, with these strides."""
    last = 0
    for length, step in zip(size, stride):
        last = last + (length - 1) * step if length > 0 else last
    whole = torch.empty(last + 1, dtype=dtype, device=device)
    return whole.as_strided(size, stride).requires_grad_(requires_grad)


def empty_permuted(size, physical_layout, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """An uninitialized tensor whose dimensions have this order in memory, from the outermost to the innermost.

    Errors: RuntimeError where not every dimension is listed once: `torch.empty_permuted((2, 3), (0, 0))`

    >>> torch.empty_permuted((2, 3, 5), (2, 0, 1)).stride()
    (3, 1, 6)
    """
    count = len(size)
    if len(physical_layout) != count:
        raise RuntimeError(
            "Number of dimensions in size does not match the length of the physical_layout; i.e. "
            f"len(size) = {count} is not equal to len(physical_layout) = {len(physical_layout)}"
        )
    for at, dim in enumerate(physical_layout):
        if not 0 <= dim < count:
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {count - 1}, but got {dim} at index {at}).  "
                "NB: negative dims not currently supported; file an issue if you want it."
            )
        if dim in physical_layout[:at]:
            raise RuntimeError("Duplicate dim not allowed")
    whole = torch.empty([size[dim] for dim in physical_layout], dtype=dtype, device=device, pin_memory=pin_memory)
    return whole.permute([list(physical_layout).index(dim) for dim in range(count)]).requires_grad_(requires_grad)


def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A 0-d tensor of a number, of the default dtype unless `dtype` is given.

    >>> torch.scalar_tensor(5)
    tensor(5.)
    """
    dtype = torch.get_default_dtype() if dtype is None else dtype
    return torch.full((), s, dtype=dtype, device=device, requires_grad=requires_grad)


def broadcast_shapes(*shapes):
    """The shape that these shapes broadcast to.

    Errors: RuntimeError where the sizes do not broadcast: `torch.broadcast_shapes((2,), (3,))`

    >>> torch.broadcast_shapes((2, 1), (3,))
    torch.Size([2, 3])
    """
    count = 0
    shapes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    for shape in shapes:
        count = len(shape) if len(shape) > count else count
    result = [1] * count
    for shape in shapes:
        for at in range(-1, -1 - len(shape), -1):
            if shape[at] < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({shape[at]}): ({shape[at]})")
            if shape[at] == 1 or shape[at] == result[at]:
                continue
            if result[at] != 1:
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            result[at] = shape[at]
    return torch.Size(result)


def is_same_size(input, other):
    """True when the shapes are equal.

    >>> torch.is_same_size(torch.ones(2), torch.zeros(2))
    True
    """
    return input.shape == other.shape


def adjoint(input):
    """Matrices transposed, and conjugated where they are complex.

    >>> torch.adjoint(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    return input.transpose(-2, -1).conj()


def unravel_index(indices, shape):
    """Positions in a flattened tensor as one index for each dimension.

    >>> torch.unravel_index(torch.tensor([4]), (2, 3))
    (tensor([1]), tensor([1]))
    """
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if indices.is_floating_point() or indices.dtype == torch.bool:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if min(shape, default=0) < 0:
        raise ValueError(f"'shape' cannot have negative values, but got {shape}")
    sizes = torch.tensor(shape, dtype=torch.int64, device=indices.device)
    below = sizes.flip(0).cumprod(0).flip(0)
    return torch.floor_divide(indices.unsqueeze(-1) * sizes, below).remainder(sizes).unbind(-1)


def vander(x, N=None, increasing=False):
    """Powers of a vector's elements, one row each.

    >>> torch.vander(torch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [4, 2, 1],
            [9, 3, 1]])
    """
    if x.dim() != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    N = x.shape[0] if N is None else N
    if N < 0:
        raise RuntimeError("N must be non-negative.")
    dtype = torch.promote_types(x.dtype, torch.int64)
    columns = x.to(dtype).unsqueeze(1)
    ones = torch.ones(x.shape[0], min(N, 1), dtype=dtype, device=x.device)
    powers = columns.expand(-1, max(N - 1, 0)).cumprod(1)
    whole = torch.cat([ones, powers], 1)
    return whole if increasing else whole.flip(1)


def _copied(input, view, out):
    """A view of `input` as a separate tensor; its node has the name of the view's."""
    copy = view.clone(memory_format=torch.contiguous_format)
    if copy.requires_grad:
        torch._named(copy, view.grad_fn.name() + "_copy", input)
    return torch._receive(out, copy)


def _all_copied(input, views, out):
    copies = tuple(_copied(input, view, None) for view in views)
    return copies if out is None else torch._receive(out, copies)


def alias_copy(input, *, out=None):
    """A copy.

    >>> torch.alias_copy(torch.tensor([1, 2]))
    tensor([1, 2])
    """
    copy = torch._named(input.clone(memory_format=torch.contiguous_format), "AliasBackward0_copy", input)
    return torch._receive(out, copy)


def as_strided_copy(input, size, stride, storage_offset=None, *, out=None):
    """Like as_strided, but returns a copy.

    >>> torch.as_strided_copy(torch.arange(4), (2, 2), (1, 1))
    tensor([[0, 1],
            [1, 2]])
    """
    return _copied(input, input.as_strided(size, stride, storage_offset), out)


def detach_copy(input, *, out=None):
    """A copy without history.

    >>> torch.detach_copy(torch.tensor([1, 2]))
    tensor([1, 2])
    """
    return torch._receive(out, input.detach().clone())


def diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None):
    """Like diagonal, but returns a copy.

    >>> torch.diagonal_copy(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    return _copied(input, input.diagonal(offset, dim1, dim2), out)


def expand_copy(input, size, *, implicit=False, out=None):
    """Like expand, but returns a copy.

    >>> torch.expand_copy(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return _copied(input, input.expand(size), out)


def permute_copy(input, dims, *, out=None):
    """Like permute, but returns a copy.

    >>> torch.permute_copy(torch.tensor([[1, 2], [3, 4]]), (1, 0))
    tensor([[1, 3],
            [2, 4]])
    """
    return _copied(input, input.permute(dims), out)


def select_copy(input, dim, index, *, out=None):
    """Like select, but returns a copy.

    >>> torch.select_copy(torch.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([3, 4])
    """
    return _copied(input, input.select(dim, index), out)


def slice_copy(input, dim=0, start=None, end=None, step=1, *, out=None):
    """A slice of a dimension, copied.

    >>> torch.slice_copy(torch.arange(5), 0, 1, 4)
    tensor([1, 2, 3])
    """
    return _copied(input, _slice(input, _same_axis(dim, input.dim()), start, end, step), out)


def split_copy(input, split_size, dim=0, *, out=None):
    """Like split, but returns a copy.

    >>> torch.split_copy(torch.arange(3), 2)
    (tensor([0, 1]), tensor([2]))
    """
    return _all_copied(input, input.split(split_size, dim), out)


def split_with_sizes_copy(input, split_sizes, dim=0, *, out=None):
    """Like split_with_sizes, but returns a copy.

    >>> torch.split_with_sizes_copy(torch.arange(3), (1, 2))
    (tensor([0]), tensor([1, 2]))
    """
    return _all_copied(input, split_with_sizes(input, split_sizes, dim), out)


def squeeze_copy(input, dim=None, *, out=None):
    """Like squeeze, but returns a copy.

    >>> torch.squeeze_copy(torch.ones(1, 2))
    tensor([1., 1.])
    """
    return _copied(input, input.squeeze() if dim is None else input.squeeze(dim), out)


def t_copy(input, *, out=None):
    """Like t, but returns a copy.

    >>> torch.t_copy(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    return _copied(input, input.t(), out)


def transpose_copy(input, dim0, dim1, *, out=None):
    """Like transpose, but returns a copy.

    >>> torch.transpose_copy(torch.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([[1, 3],
            [2, 4]])
    """
    return _copied(input, input.transpose(dim0, dim1), out)


def unbind_copy(input, dim=0, *, out=None):
    """Like unbind, but returns a copy.

    >>> torch.unbind_copy(torch.tensor([[1, 2], [3, 4]]))
    (tensor([1, 2]), tensor([3, 4]))
    """
    return _all_copied(input, input.unbind(dim), out)


def unfold_copy(input, dimension, size, step, *, out=None):
    """Like unfold, but returns a copy.

    >>> torch.unfold_copy(torch.arange(3), 0, 2, 1)
    tensor([[0, 1],
            [1, 2]])
    """
    return _copied(input, input.unfold(dimension, size, step), out)


def unsqueeze_copy(input, dim, *, out=None):
    """Like unsqueeze, but returns a copy.

    >>> torch.unsqueeze_copy(torch.tensor([1, 2]), 0)
    tensor([[1, 2]])
    """
    return _copied(input, input.unsqueeze(dim), out)


def view_copy(input, size=None, dtype=None, *, out=None):
    """Like view, but returns a copy: in another shape, or as elements of another dtype.

    >>> torch.view_copy(torch.arange(4), (2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    return _copied(input, input.view(dtype if size is None else size), out)
