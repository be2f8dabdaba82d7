"""Making sparse tensors, and operations that only they have."""

import torch
from torch._tensorcell.sparse import _invariants


def sparse_coo_tensor(
    indices=None,
    values=None,
    size=None,
    *,
    dtype=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    check_invariants=None,
    is_coalesced=None,
):
    """A sparse tensor of values at coordinates: indices (dims, n), a row for each sparse dimension; values (n, ...)."""
    if values is None:
        # Sizes alone: nothing is kept.
        size = indices if size is None else size
        values = torch.empty(0, dtype=dtype, device=device)
        indices = torch.empty((len(size), 0), dtype=torch.int64, device=values.device)
        made = torch._sparse_assemble(torch.sparse_coo, [indices], values, size, True)
        return made.requires_grad_(requires_grad)
    values = _values_of(values, dtype, device)
    indices = _indices_of(indices, values)
    if indices.dim() != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(indices.shape)}")
    dims, kept = indices.shape
    if values.dim() == 0:
        values = values.expand(kept)
    if size is None:
        sizes = [int(row.max()) + 1 if kept else 0 for row in indices]
        size = [*sizes, *values.shape[1:]]
    _check_coordinates(indices, values, size, check_invariants)
    coalesced = bool(is_coalesced) or is_coalesced is None and kept < 2
    return _finished(torch._sparse_assemble(torch.sparse_coo, [indices], values, size, coalesced), requires_grad)


def _values_of(values, dtype, device):
    if isinstance(values, torch.Tensor):
        return values.to(device=device, dtype=dtype)
    return torch.tensor(values, dtype=dtype, device=device)


def _indices_of(indices, values):
    if not isinstance(indices, torch.Tensor):
        indices = torch.tensor(indices)
    elif indices.is_floating_point():
        raise TypeError(f"indices must be an int64 tensor, but got: torch.{indices.type().split('.')[-1]}")
    return indices.to(device=values.device, dtype=torch.int64)


def _finished(made, requires_grad):
    return made.detach().requires_grad_() if requires_grad else made


def _check_coordinates(indices, values, size, checked):
    dims, kept = indices.shape
    if dims + values.dim() - 1 != len(size):
        raise RuntimeError(
            f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, sparse_dim = {dims}, "
            f"dense_dim = {values.dim() - 1}"
        )
    if kept != values.shape[0]:
        raise RuntimeError(
            f"indices and values must have same nnz, but got nnz from indices: {kept}, nnz from values: {values.shape[0]}"
        )
    if list(values.shape[1:]) != list(size[dims:]):
        raise RuntimeError(f"values has incorrect size, expected {[kept, *size[dims:]]}, got {list(values.shape)}")
    if not (_invariants["checked"] if checked is None else checked) or kept == 0:
        return
    for dim, (row, length) in enumerate(zip(indices, size)):
        if int(row.min()) < 0:
            raise RuntimeError(f"found negative index {int(row.min())} for dim {dim}")
        if int(row.max()) >= length:
            raise RuntimeError(
                f"size is inconsistent with indices: for dim {dim}, size is {length} but found index {int(row.max())}"
            )


#: For each compressed layout: whether rows are compressed, and whether values are blocks.
_COMPRESSED = {
    torch.sparse_csr: (True, False),
    torch.sparse_csc: (False, False),
    torch.sparse_bsr: (True, True),
    torch.sparse_bsc: (False, True),
}


def sparse_compressed_tensor(
    compressed_indices,
    plain_indices,
    values,
    size=None,
    *,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    check_invariants=None,
):
    """A sparse matrix by rows or columns: where each begins, the places in it, and the values."""
    if layout not in _COMPRESSED:
        raise RuntimeError("expected sparse compressed layout, got " + str(layout))
    by_rows, in_blocks = _COMPRESSED[layout]
    values = _values_of(values, dtype, device)
    indices = []
    for given in (compressed_indices, plain_indices):
        given = given if isinstance(given, torch.Tensor) else torch.tensor(given)
        indices.append(given.to(values.device))
    starts, places = indices
    block = tuple(values.shape[1:3]) if in_blocks else (1, 1)
    if size is None:
        outer, inner = starts.shape[-1] - 1, int(places.max()) + 1 if places.numel() else 0
        size = (outer * block[0], inner * block[1]) if by_rows else (inner * block[0], outer * block[1])
    if _invariants["checked"] if check_invariants is None else check_invariants:
        _check_compressed(starts, places, values, size, by_rows, block)
    return _finished(torch._sparse_assemble(layout, indices, values, size, True), requires_grad)


def _check_compressed(starts, places, values, size, by_rows, block):
    of, within = ("crow", "col") if by_rows else ("ccol", "row")
    dims = [size[0] // block[0], size[1] // block[1]]
    outer, inner = dims if by_rows else dims[::-1]
    steps = starts[1:] - starts[:-1]
    for holds, text in (
        (starts.shape[-1] == outer + 1, f"`{of}_indices.shape[-1]` must be equal to the number of {of[1:]}s + 1"),
        (int(starts[0]) == 0, f"`{of}_indices[..., 0] == 0` is not satisfied."),
        (int(starts[-1]) == places.shape[-1], f"`{of}_indices[..., -1] == nnz` is not satisfied."),
        (
            bool((steps >= 0).all() and (steps <= inner).all()),
            f"`0 <= {of}_indices[..., 1:] - {of}_indices[..., :-1] <= {'ncols' if by_rows else 'nrows'}` is not satisfied.",
        ),
        (places.numel() == 0 or int(places.min()) >= 0, f"`0 <= {within}_indices < {within}s` is not satisfied."),
        (
            places.numel() == 0 or int(places.max()) < inner,
            f"`{within}_indices.max() < {'ncols' if by_rows else 'nrows'}` is not satisfied.",
        ),
        (values.shape[0] == places.shape[-1], "number of values must be the number of indices"),
    ):
        if not holds:
            raise RuntimeError(text)


def sparse_csr_tensor(crow_indices, col_indices, values, size=None, **options):
    """A sparse matrix by rows: where each row begins, the columns of its elements, and their values."""
    return sparse_compressed_tensor(crow_indices, col_indices, values, size, layout=torch.sparse_csr, **options)


def sparse_csc_tensor(ccol_indices, row_indices, values, size=None, **options):
    """A sparse matrix by columns: where each column begins, the rows of its elements, and their values."""
    return sparse_compressed_tensor(ccol_indices, row_indices, values, size, layout=torch.sparse_csc, **options)


def sparse_bsr_tensor(crow_indices, col_indices, values, size=None, **options):
    """A sparse matrix by rows of blocks: where each row begins, the columns of its blocks, and the blocks."""
    return sparse_compressed_tensor(crow_indices, col_indices, values, size, layout=torch.sparse_bsr, **options)


def sparse_bsc_tensor(ccol_indices, row_indices, values, size=None, **options):
    """A sparse matrix by columns of blocks: where each column begins, the rows of its blocks, and the blocks."""
    return sparse_compressed_tensor(ccol_indices, row_indices, values, size, layout=torch.sparse_bsc, **options)


def hspmm(mat1, mat2, *, out=None):
    """The product of a sparse matrix with a dense one: the rows that are not empty, as a sparse tensor of dense rows."""
    rows = mat1.coalesce().indices()[0].unique()
    product = torch.mm(mat1, mat2)
    return torch._sparse_assemble(torch.sparse_coo, [rows.unsqueeze(0)], product[rows], product.shape, True)


def smm(input, mat2):
    """The product of a sparse matrix with a dense one, as a sparse tensor."""
    return hspmm(input, mat2).to_dense().to_sparse()


def sparse_resize_(self, size, sparse_dim, dense_dim):
    """Gives a sparse tensor other sizes; its elements stay."""
    made = torch._sparse_assemble(torch.sparse_coo, [self._indices()], self._values(), size, self.is_coalesced())
    torch._set_data(self, made)
    return self


def sparse_resize_and_clear_(self, size, sparse_dim, dense_dim):
    """Gives a sparse tensor other sizes, without elements."""
    values = self._values().new_empty([0, *size[sparse_dim:]])
    made = torch._sparse_assemble(torch.sparse_coo, [self._indices().new_empty([sparse_dim, 0])], values, size, True)
    torch._set_data(self, made)
    return self


def module_load(self, other, assign=False):
    """What `load_state_dict` exchanges this tensor with: `other`, or a copy of it with this tensor's dtype and device."""
    return other.detach() if assign else self.copy_(other).detach()
