"""`scipy.linalg`: decompositions, equations and functions of matrices, by NumPy's and PyTorch's linear algebra."""

import warnings

import numpy as np
import torch
from numpy.linalg import LinAlgError


class LinAlgWarning(RuntimeWarning):
    """A result may be far off."""


def _array(a, check_finite=True):
    a = np.asarray(a)
    if check_finite and a.dtype.kind in "fc" and not np.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a if a.dtype.kind in "fc" else a.astype(np.float64)


def _square(a, check_finite=True):
    a = _array(a, check_finite)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(f"Expected square matrix, got shape {a.shape}")
    return a


def _matrix(a, check_finite=True):
    a = _array(a, check_finite)
    if a.ndim != 2:
        raise ValueError(f"expected a matrix, got shape {a.shape}")
    return a


def _tensor(a):
    return torch.from_numpy(np.ascontiguousarray(a))


def _adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def _like_stored(a, lower):
    """The symmetric or Hermitian matrix of which one triangle is stored."""
    half = np.tril(a) if lower else np.triu(a)
    rest = np.tril(a, -1) if lower else np.triu(a, 1)
    return half + _adjoint(rest)


# --- equations


def inv(a, overwrite_a=False, check_finite=True):
    """The inverse of a square matrix."""
    return np.linalg.inv(_square(a, check_finite))


def det(a, overwrite_a=False, check_finite=True):
    """The determinant of a square matrix."""
    return np.linalg.det(_square(a, check_finite))


def pinv(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    """The pseudo-inverse of a matrix: singular values up to the tolerance count as zeros."""
    a = _matrix(a, check_finite)
    u, s, vh = svd(a, full_matrices=False, check_finite=False)
    largest = np.max(s, initial=0.0)
    atol = 0.0 if atol is None else atol
    rtol = max(a.shape) * np.finfo(a.dtype).eps if rtol is None else rtol
    rank = int(np.sum(s > atol + largest * rtol))
    inverse = _adjoint((u[:, :rank] / s[:rank]) @ vh[:rank])
    return (inverse, rank) if return_rank else inverse


def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False):
    """The solution of `a @ x = b`, or with `transposed` of `a.T @ x = b`."""
    a, b = _square(a, check_finite), _array(b, check_finite)
    if b.shape[0] != a.shape[-1]:
        raise ValueError("Input b has to have same number of rows as input a")
    if assume_a in ("her", "pos", "hermitian", "positive definite"):
        a = _like_stored(a, lower)
    return np.linalg.solve(a.T if transposed else a, b)


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
    """The solution of `a @ x = b` for a triangular matrix; `trans` is 0 or "N", 1 or "T" (transposed), 2 or "C" (its conjugate)."""
    a, b = _square(a, check_finite), _array(b, check_finite)
    if a.shape[0] != b.shape[0]:
        raise ValueError(f"shapes of a {a.shape} and b {b.shape} are incompatible")
    if not unit_diagonal and (zeros := np.flatnonzero(np.diagonal(a) == 0)).size:
        raise LinAlgError(f"singular matrix: resolution failed at diagonal {zeros[0]}")
    a = {0: a, "N": a, 1: a.T, "T": a.T, 2: a.conj().T, "C": a.conj().T}[trans]
    upper = bool(lower) == (trans not in (0, "N"))
    kind = np.result_type(a, b)
    columns = _tensor(b.astype(kind).reshape(b.shape[0], -1))
    found = torch.linalg.solve_triangular(_tensor(a.astype(kind)), columns, upper=upper, unitriangular=unit_diagonal)
    return found.numpy().reshape(b.shape)


def lstsq(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None):
    """The least-squares solution of `a @ x = b`: `(x, residues, rank, s)`."""
    a, b = _matrix(a, check_finite), _array(b, check_finite)
    if a.shape[0] != b.shape[0]:
        raise ValueError(f"Shape mismatch: a and b should have the same number of rows ({a.shape[0]} != {b.shape[0]}).")
    cond = np.finfo(a.dtype).eps if cond is None else cond
    x, residues, rank, s = np.linalg.lstsq(a, b, rcond=cond)
    if residues.size and b.ndim == 1:
        residues = residues[0]
    return x, residues, int(rank), s


# --- decompositions


def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    """`p, l, u` with `a = p @ l @ u`; with `permute_l` the factors are `p @ l, u`, with `p_indices` p is the order of rows."""
    p, lower, upper = [part.numpy() for part in torch.linalg.lu(_tensor(_matrix(a, check_finite)))]
    if permute_l:
        return p @ lower, upper
    return (np.argmax(p, axis=1) if p_indices else np.real(p)), lower, upper


def lu_factor(a, overwrite_a=False, check_finite=True):
    """Both factors in one matrix, and with which row each row was exchanged."""
    factors, exchanged, zero = torch.linalg.lu_factor_ex(_tensor(_matrix(a, check_finite)))
    if zero:
        warnings.warn(f"Diagonal number {int(zero)} is exactly zero. Singular matrix.", LinAlgWarning, stacklevel=2)
    return factors.numpy(), exchanged.numpy() - 1


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The solution of `a @ x = b` by what `lu_factor` returns; `trans` is 1 for `a.T @ x = b`, 2 for its conjugate."""
    (factors, exchanged), b = lu_and_piv, _array(b, check_finite)
    if factors.shape[0] != b.shape[0]:
        raise ValueError(f"Shapes of lu {factors.shape} and b {b.shape} are incompatible")
    dtype = np.result_type(factors, b)
    factors, b = factors.astype(dtype, copy=False), b.astype(dtype, copy=False)
    # The transposed equations are the adjoint ones of conjugates.
    is_conjugate = trans == 1 and dtype.kind == "c"
    columns = np.conj(b) if is_conjugate else b
    columns = columns[:, None] if b.ndim == 1 else columns
    rows = _tensor(np.asarray(exchanged, dtype=np.int32) + 1)
    found = torch.linalg.lu_solve(_tensor(factors), rows, _tensor(columns), adjoint=trans != 0).numpy()
    found = np.conj(found) if is_conjugate else found
    return found[:, 0] if b.ndim == 1 else found


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """The triangular factor of a positive definite matrix: `u` with `a = u.conj().T @ u`, or `l` with `a = l @ l.conj().T`."""
    a = _square(a, check_finite)
    try:
        factor = np.linalg.cholesky(_like_stored(a, lower))
    except LinAlgError:
        minor = next(n for n in range(1, len(a) + 1) if _is_indefinite(_like_stored(a, lower)[:n, :n]))
        raise LinAlgError(f"{minor}-th leading minor of the array is not positive definite") from None
    return factor if lower else _adjoint(factor)


def _is_indefinite(a):
    try:
        np.linalg.cholesky(a)
    except LinAlgError:
        return True
    return False


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """The factor that `cho_solve` takes, and which triangle it is in; the other triangle is that of `a`."""
    a = _square(a, check_finite)
    factor = cholesky(a, lower, check_finite=False)
    return factor + (np.triu(a, 1) if lower else np.tril(a, -1)), lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution of `a @ x = b` by what `cho_factor` returns."""
    factor, lower = c_and_lower
    first, second = (0, 2) if lower else (2, 0)
    return solve_triangular(factor, solve_triangular(factor, b, first, lower, False, False, check_finite), second, lower)


def qr(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
    """`q, r` with `a = q @ r`; `mode` is "full", "economic" or "r"."""
    if pivoting:
        raise NotImplementedError("scipy.linalg.qr has no pivoting here")
    modes = {"full": "complete", "economic": "reduced", "r": "r"}
    if mode not in modes:
        raise ValueError("Mode argument should be one of ['full', 'r','economic', 'raw']")
    a = _matrix(a, check_finite)
    if mode == "r":
        return (np.linalg.qr(a, "complete")[1],)
    return tuple(np.linalg.qr(a, modes[mode]))


def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
    """`u, s, vh` with `a = u @ diag(s) @ vh`."""
    a = _matrix(a, check_finite)
    if not compute_uv:
        return np.linalg.svd(a, compute_uv=False)
    return tuple(np.linalg.svd(a, full_matrices=full_matrices))


def svdvals(a, overwrite_a=False, check_finite=True):
    """The singular values, the largest first."""
    return svd(a, compute_uv=False, check_finite=check_finite)


def diagsvd(s, M, N):
    """The matrix of `M` rows and `N` columns with these singular values."""
    s = np.asarray(s)
    if len(s) not in (M, N):
        raise ValueError("Length of s must be M or N.")
    found = np.zeros((M, N), dtype=s.dtype)
    found[np.arange(len(s)), np.arange(len(s))] = s
    return found


def eig(a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals=False):
    """Eigenvalues (complex) and, as columns, eigenvectors of length 1; with `b` those of `a @ v = w * b @ v`."""
    if left or homogeneous_eigvals:
        raise NotImplementedError("scipy.linalg.eig has neither left eigenvectors nor homogeneous eigenvalues here")
    a = _square(a, check_finite)
    if b is not None:
        a = np.linalg.solve(_square(b, check_finite), a)
    values, vectors = np.linalg.eig(a)
    values = values.astype(np.result_type(a.dtype, np.complex64))
    return (values, vectors) if right else values


def eigvals(a, b=None, overwrite_a=False, check_finite=True, homogeneous_eigvals=False):
    """The eigenvalues of a square matrix, complex."""
    return eig(a, b, right=False, check_finite=check_finite, homogeneous_eigvals=homogeneous_eigvals)


def eigh(a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index=None, subset_by_value=None, driver=None):
    """Eigenvalues of a symmetric or Hermitian matrix, the smallest first, and its eigenvectors as columns; with a positive definite
    `b` those of `a @ v = w * b @ v`."""
    a = _like_stored(_square(a, check_finite), lower)
    if type != 1:
        raise NotImplementedError(f"scipy.linalg.eigh has type 1 only here, not {type}")
    factor = None if b is None else cholesky(b, lower=True, check_finite=check_finite)
    if factor is not None:
        a = solve_triangular(factor, _adjoint(solve_triangular(factor, a, lower=True)), lower=True)
    values, vectors = np.linalg.eigh(a)
    if factor is not None:
        vectors = solve_triangular(factor, vectors, trans=2, lower=True)
    chosen = slice(None)
    if subset_by_index is not None:
        chosen = slice(subset_by_index[0], subset_by_index[1] + 1)
    elif subset_by_value is not None:
        chosen = (values > subset_by_value[0]) & (values <= subset_by_value[1])
    return values[chosen] if eigvals_only else (values[chosen], vectors[:, chosen])


def eigvalsh(a, b=None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index=None, subset_by_value=None, driver=None):
    """The eigenvalues of a symmetric or Hermitian matrix, the smallest first."""
    return eigh(a, b, lower=lower, eigvals_only=True, type=type, check_finite=check_finite, subset_by_index=subset_by_index, subset_by_value=subset_by_value)


# --- subspaces and sizes


def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    """The norm of a vector or matrix; `ord` as for numpy.linalg.norm."""
    return np.linalg.norm(_array(a, check_finite), ord, axis, keepdims)


def _subspace(a, rcond):
    u, s, vh = svd(a, full_matrices=True, check_finite=True)
    rcond = np.finfo(s.dtype).eps * max(u.shape[0], vh.shape[1]) if rcond is None else rcond
    return u, vh, int(np.sum(s > np.max(s, initial=0.0) * rcond))


def orth(A, rcond=None):
    """An orthonormal basis of the range of a matrix, as columns."""
    u, _, rank = _subspace(A, rcond)
    return u[:, :rank]


def null_space(A, rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
    """An orthonormal basis of the null space of a matrix, as columns."""
    _, vh, rank = _subspace(A, rcond)
    return _adjoint(vh[rank:])


# --- functions of matrices


def expm(A):
    """The exponential of a square matrix, or of each of a batch."""
    return torch.linalg.matrix_exp(_tensor(_square(A, False))).numpy()


def cosm(A):
    """The cosine of a matrix."""
    a = _square(A)
    both = expm(1j * a), expm(-1j * a)
    found = 0.5 * (both[0] + both[1])
    return found if a.dtype.kind == "c" else found.real


def sinm(A):
    """The sine of a matrix."""
    a = _square(A)
    found = -0.5j * (expm(1j * a) - expm(-1j * a))
    return found if a.dtype.kind == "c" else found.real


def coshm(A):
    """The hyperbolic cosine of a matrix."""
    return 0.5 * (expm(A) + expm(-np.asarray(A)))


def sinhm(A):
    """The hyperbolic sine of a matrix."""
    return 0.5 * (expm(A) - expm(-np.asarray(A)))


# --- matrices of a form


def block_diag(*arrs):
    """The arrays as blocks on the diagonal of zeros."""
    blocks = [np.atleast_2d(block) for block in arrs] or [np.atleast_2d([])]
    if any(block.ndim > 2 for block in blocks):
        bad = [k for k, block in enumerate(blocks) if block.ndim > 2]
        raise ValueError(f"arguments in the following positions have dimension greater than 2: {bad}")
    shapes = np.array([block.shape for block in blocks])
    found = np.zeros(tuple(shapes.sum(axis=0).tolist()), dtype=np.result_type(*blocks))
    row = column = 0
    for block in blocks:
        found[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return found


def toeplitz(c, r=None):
    """The matrix with constant diagonals: its first column is `c`, its first row `r` (by default the conjugate of `c`)."""
    c = np.asarray(c).ravel()
    r = c.conj() if r is None else np.asarray(r).ravel()
    values = np.concatenate((c[::-1], r[1:]))
    return values[np.arange(len(c))[::-1][:, None] + np.arange(len(r))[None, :]]


def circulant(c):
    """The square matrix whose columns are `c`, each turned by one more."""
    c = np.asarray(c).ravel()
    return c[(np.arange(len(c))[:, None] - np.arange(len(c))[None, :]) % len(c)]


def hankel(c, r=None):
    """The matrix with constant anti-diagonals: its first column is `c`, its last row `r` (by default zeros)."""
    c = np.asarray(c).ravel()
    r = np.zeros_like(c) if r is None else np.asarray(r).ravel()
    values = np.concatenate((c, r[1:]))
    return values[np.arange(len(c))[:, None] + np.arange(len(r))[None, :]]


def hilbert(n):
    """The matrix of 1 / (i + j + 1)."""
    return 1.0 / (1.0 + np.arange(n)[:, None] + np.arange(n)[None, :])


def companion(a):
    """The matrix whose eigenvalues are the roots of a polynomial, given by its coefficients, the highest power first."""
    a = np.atleast_1d(a)
    if a.shape[-1] < 2:
        raise ValueError(f"The length of `a` along the last axis must be at least 2, but got {a.shape[-1]}.")
    if a[0] == 0:
        raise ValueError("The first coefficient(s) of `a` (i.e. elements of `a[..., 0]`) must not be zero.")
    first = -a[1:] / (1.0 * a[0])
    found = np.zeros((len(a) - 1, len(a) - 1), dtype=first.dtype)
    found[0] = first
    found[np.arange(1, len(a) - 1), np.arange(len(a) - 2)] = 1
    return found


def hadamard(n, dtype=int):
    """The matrix of 1 and -1 whose rows are orthogonal, for a power of 2."""
    if n < 1 or n & (n - 1):
        raise ValueError("n must be a positive integer, and n must be a power of 2")
    found = np.ones((1, 1), dtype=dtype)
    while len(found) < n:
        found = np.vstack((np.hstack((found, found)), np.hstack((found, -found))))
    return found
