"""Functions of torch.sparse: products, sums, softmax, and matrices of diagonals."""

import torch

__name__ = "torch.sparse"

#: Whether constructors check indices.
_invariants = {"checked": False}


def mm(mat1, mat2, reduce=None):
    """The product of a sparse matrix with a sparse or dense one; the gradient of a sparse operand is sparse."""
    if reduce is not None:
        raise NotImplementedError("torch.sparse.mm: reductions other than the sum are not there")
    return torch._named(torch.mm(mat1, mat2), "SparseSparseMatmulBackward0" if mat2.is_sparse else "SparseAddmmBackward0")


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    """`beta * mat + alpha * (mat1 @ mat2)`, where `mat1` is sparse."""
    return torch._named(torch.addmm(mat, mat1, mat2, beta=beta, alpha=alpha), "SparseAddmmBackward0")


def sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0, out=None):
    """`beta * input + alpha * (mat1 @ mat2)` at the places of the sparse `input`."""
    product = (mat1 @ mat2).sparse_mask(input)
    return input * beta + product * alpha


def sum(input, dim=None, dtype=None):
    """The sum of a sparse tensor: over all dimensions, or a sparse one over some."""
    if dtype is not None:
        input = input.to(dtype)
    total = input.sum() if dim is None else input.sum(dim)
    return torch._named(total, "SparseSumBackward0" if dim is not None else "SumBackward0")


def softmax(input, dim, *, dtype=None):
    """Softmax over the elements that are kept: the others count as minus infinity."""
    return torch._named(torch.softmax(input, dim, dtype=dtype), "SparseSoftmaxBackward0")


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of `softmax`."""
    return torch._named(torch.log_softmax(input, dim, dtype=dtype), "SparseLogSoftmaxBackward0")


def spsolve(input, other, *, left=True):
    """Solves a sparse system: not here, as in a PyTorch without cuDSS."""
    raise RuntimeError("Calling linear solver with sparse tensors requires compiling PyTorch with CUDA cuDSS")


def spdiags(diagonals, offsets, shape, layout=None):
    """A sparse matrix with rows of `diagonals` on the diagonals at `offsets`."""
    if offsets.dim() == 0:
        offsets = offsets.unsqueeze(0)
    if diagonals.dim() == 1:
        diagonals = diagonals.unsqueeze(0)
    if diagonals.dim() != 2:
        raise RuntimeError("Diagonals must be vector or matrix")
    if len(shape) != 2:
        raise RuntimeError("Output shape must be 2d")
    if offsets.dim() != 1:
        raise RuntimeError("Offsets must be scalar or vector")
    if diagonals.shape[0] != offsets.shape[0]:
        raise RuntimeError(
            f"Number of diagonals ({diagonals.shape[0]}) does not match the number of offsets ({offsets.shape[0]})"
        )
    if len(set(offsets.tolist())) != offsets.shape[0]:
        raise RuntimeError("Offset tensor contains duplicate values")
    if layout not in (None, torch.sparse_coo, torch.sparse_csr, torch.sparse_csc):
        raise RuntimeError(f"Only output layouts (SparseCsc, SparseCsr, Sparse) are supported, got {layout}")
    rows, columns = shape
    indices, values = [], []
    for diagonal, offset in zip(diagonals, offsets.tolist()):
        first, last = max(offset, 0), min(columns, rows + offset, diagonals.shape[1])
        within = torch.arange(first, max(first, last))
        indices.append(torch.stack([within - offset, within]))
        values.append(diagonal[within])
    made = torch.sparse_coo_tensor(torch.cat(indices, 1), torch.cat(values), shape)
    return made if layout in (None, torch.sparse_coo) else made.to_sparse(layout=layout)
