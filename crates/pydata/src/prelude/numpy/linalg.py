"""`numpy.linalg`: linear algebra of arrays, by `torch.linalg`."""

import numpy
import torch
from collections import namedtuple

from numpy import _array, _tensor

EigResult = namedtuple("EigResult", ["eigenvalues", "eigenvectors"])
EighResult = namedtuple("EighResult", ["eigenvalues", "eigenvectors"])
QRResult = namedtuple("QRResult", ["Q", "R"])
SlogdetResult = namedtuple("SlogdetResult", ["sign", "logabsdet"])
SVDResult = namedtuple("SVDResult", ["U", "S", "Vh"])


class LinAlgError(ValueError):
    """A matrix is singular, has no factorization, or is not a matrix."""


def _floats(a):
    a = _tensor(a)
    return a if a.dtype in (torch.float32, torch.float64, torch.complex64, torch.complex128) else a.double()


def _matrices(*arrays):
    """The arrays as floating matrices of one dtype."""
    tensors = [_floats(a) for a in arrays]
    wide = any(x.dtype in (torch.float64, torch.complex128) for x in tensors)
    complex = any(x.is_complex() for x in tensors)
    for x in tensors:
        if x.dim() < 2:
            raise LinAlgError(f"{x.dim()}-dimensional array given. Array must be at least two-dimensional")
    dtype = torch.float64 if wide else torch.float32
    return [x.to(dtype.to_complex() if complex else dtype) for x in tensors]


def _square(a):
    (a,) = _matrices(a)
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a


def _singular(function, *operands):
    try:
        return function(*operands)
    except torch.linalg.LinAlgError as error:
        raise LinAlgError("Singular matrix") from error


def norm(x, ord=None, axis=None, keepdims=False):
    """The norm of a vector or matrix; of those along one axis or two."""
    x = _floats(x)
    if axis is None and (ord is None or (ord == 2 and x.dim() == 1)):
        flat = torch.linalg.vector_norm(x.reshape(-1))
        return _array(flat.reshape([1] * x.dim()) if keepdims else flat)
    if axis is None:
        axis = tuple(range(x.dim()))
    axis = (axis,) if isinstance(axis, (int, numpy.integer)) else tuple(axis)
    if len(axis) == 1:
        return _array(torch.linalg.vector_norm(x, 2 if ord is None else ord, axis, keepdim=keepdims))
    if len(axis) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    return _array(torch.linalg.matrix_norm(x, "fro" if ord is None else ord, axis, keepdim=keepdims))


def inv(a):
    """The inverse of a square matrix."""
    return _array(_singular(torch.linalg.inv, _square(a)))


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    """Moore and Penrose's inverse of any matrix."""
    (a,) = _matrices(a)
    rtol = rtol if rtol is not None else 1e-15 if rcond is None else rcond
    return _array(torch.linalg.pinv(a, rtol=rtol, hermitian=hermitian))


def det(a):
    """The determinant of a square matrix."""
    return _array(torch.linalg.det(_square(a)))


def slogdet(a):
    """The determinant's sign, and the logarithm of its absolute value."""
    sign, logarithm = torch.linalg.slogdet(_square(a))
    return SlogdetResult(_array(sign), _array(logarithm))


def solve(a, b):
    """x with a @ x = b."""
    a, b = _square(a), _floats(b)
    if a.dtype != b.dtype:
        a, b = a.double(), b.double()
    size = b.shape[0] if b.dim() == 1 else b.shape[-2]
    if size != a.shape[-1]:
        raise ValueError(
            "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"{'(m,m),(m)->(m)' if b.dim() == 1 else '(m,m),(m,n)->(m,n)'} (size {size} is different from {a.shape[-1]})"
        )
    return _array(_singular(torch.linalg.solve, a, b))


def lstsq(a, b, rcond=None):
    """The least squares solution of a @ x = b: solution, residuals, rank, singular values."""
    b = _floats(b)
    right = b.unsqueeze(-1) if b.dim() == 1 else b
    a, right = _matrices(a, right)
    if a.dim() != 2 or right.dim() != 2:
        raise LinAlgError(f"{max(a.dim(), right.dim())}-dimensional array given. Array must be two-dimensional")
    if len(a) != len(right):
        raise LinAlgError("Incompatible dimensions")
    u, s, vh = torch.linalg.svd(a, full_matrices=False)
    limit = (torch.finfo(s.dtype).eps * max(a.shape) if rcond is None or rcond == -1 else rcond) * (s.max() if len(s) else 0)
    rank = int((s > limit).sum())
    inverse = torch.where(s > limit, 1 / s, torch.zeros_like(s))
    x = vh.mH @ (inverse.unsqueeze(-1) * (u.mH @ right))
    rest = ((right - a @ x).abs() ** 2).sum(0)
    residuals = rest if rank == a.shape[1] and a.shape[0] > a.shape[1] else rest[:0]
    return _array(x.squeeze(-1) if b.dim() == 1 else x), residuals.numpy(), numpy.int32(rank), s.numpy()


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    """U, the singular values, and V transposed."""
    (a,) = _matrices(a)
    if not compute_uv:
        return _array(torch.linalg.svdvals(a))
    u, s, vh = torch.linalg.svd(a, full_matrices=full_matrices)
    return SVDResult(u.contiguous().numpy(), s.numpy(), vh.contiguous().numpy())


def svdvals(x):
    """The singular values."""
    return svd(x, compute_uv=False)


def eig(a):
    """Eigenvalues, in no order, and eigenvectors as columns: real where all eigenvalues are."""
    w, v = torch.linalg.eig(_square(a))
    if not _tensor(a).is_complex() and bool((w.imag == 0).all()):
        w, v = w.real, v.real
    return EigResult(_array(w), _array(v))


def eigvals(a):
    """Eigenvalues, in no order."""
    return eig(a).eigenvalues


def eigh(a, UPLO="L"):
    """Eigenvalues of a symmetric matrix in ascending order, and the eigenvectors in columns."""
    values, vectors = torch.linalg.eigh(_square(a), UPLO)
    return EighResult(values.numpy(), vectors.contiguous().numpy())


def eigvalsh(a, UPLO="L"):
    """Eigenvalues of a symmetric matrix in ascending order."""
    return _array(torch.linalg.eigvalsh(_square(a), UPLO))


def cholesky(a, /, *, upper=False):
    """The lower triangular L with L @ L.T = a."""
    try:
        return _array(torch.linalg.cholesky(_square(a), upper=upper).contiguous())
    except torch.linalg.LinAlgError as error:
        raise LinAlgError("Matrix is not positive definite") from error


def qr(a, mode="reduced"):
    """a = Q @ R with orthonormal columns of Q and triangular R."""
    (a,) = _matrices(a)
    q, r = torch.linalg.qr(a, mode=mode)
    return _array(r.contiguous()) if mode == "r" else QRResult(q.contiguous().numpy(), r.contiguous().numpy())


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    """Returns the number of singular values that are not nearly 0."""
    A = _floats(A)
    if A.dim() < 2:
        return int(not bool((A == 0).all()))
    return _array(torch.linalg.matrix_rank(A, atol=tol, rtol=rtol, hermitian=hermitian))


def matrix_power(a, n):
    """The product of a matrix with itself."""
    a = _tensor(a)
    if a.dim() < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if not a.dtype.is_floating_point and n >= 0:
        result = torch.eye(a.shape[-1], dtype=a.dtype)
        for _ in range(n):
            result = result @ a
        return _array(result)
    return _array(torch.linalg.matrix_power(_floats(a), n))


def cond(x, p=None):
    """Returns the condition number: the largest singular value divided by the smallest."""
    return _array(torch.linalg.cond(_square(x) if p not in (None, 2, -2) else _matrices(x)[0], p))


def multi_dot(arrays, *, out=None):
    """The product of several matrices, in the order that takes the fewest multiplications."""
    arrays = list(arrays)
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    found = _array(torch.linalg.multi_dot(_common([_tensor(one) for one in arrays])))
    return numpy._exactly_into(out, found)


def _common(tensors):
    """Tensors of the element type that they have together."""
    wide = tensors[0].dtype
    for one in tensors[1:]:
        wide = torch.promote_types(wide, one.dtype)
    return [one.to(wide) for one in tensors]


def outer(x1, x2):
    """The products of each two elements."""
    return numpy.outer(x1, x2)


def matmul(x1, x2, /):
    """x1 @ x2."""
    return numpy.matmul(x1, x2)


def cross(x1, x2, /, *, axis=-1):
    """The vector at right angles to two vectors of three numbers."""
    counts = [numpy.shape(x)[axis] for x in (x1, x2)]
    if counts != [3, 3]:
        raise ValueError(f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are {counts[0]} and {counts[1]} dimensional instead.")
    return numpy.cross(x1, x2, axis=axis)


def tensordot(x1, x2, /, *, axes=2):
    """Sums of products along several axes."""
    return numpy.tensordot(x1, x2, axes=axes)


matrix_transpose = numpy.matrix_transpose


def vecdot(x1, x2, /, *, axis=-1):
    """The products of vectors along an axis, the first conjugated."""
    return numpy.vecdot(x1, x2, axis=axis)


def diagonal(x, /, *, offset=0):
    """The diagonals of the matrices in the last two axes."""
    return numpy.diagonal(x, offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    """The sums of the diagonals of the matrices in the last two axes."""
    return numpy.trace(x, offset, -2, -1, dtype)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """The norms of the matrices in the last two axes."""
    return norm(x, ord, (-2, -1), keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The norms of vectors along axes."""
    found = _array(torch.linalg.vector_norm(_floats(x), ord, axis if axis is None or isinstance(axis, (int, numpy.integer)) else tuple(axis), keepdim=keepdims))
    return found


def tensorinv(a, ind=2):
    """The inverse of a tensor as a map of tensors."""
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    return torch.linalg.tensorinv(_floats(a), ind).numpy()


def tensorsolve(a, b, axes=None):
    """The tensor that a map of tensors takes to b."""
    return torch.linalg.tensorsolve(_floats(a), _floats(b), dims=None if axes is None else tuple(axes)).numpy()
