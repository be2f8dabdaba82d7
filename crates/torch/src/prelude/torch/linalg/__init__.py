"""Linear algebra composed of `torch.linalg`'s factorisations: norms, pseudo-inverses, least squares, powers."""

import math

import torch
from torch import _linalg, linalg
from torch._linalg import cholesky, det, eig, eigh, inv, qr, slogdet, solve, solve_triangular, svd
from torch._tensorcell.checks import _not_implemented, _scalar_name

LinAlgError = torch._lin_alg_error
_DTYPES = (torch.float32, torch.float64, torch.complex64, torch.complex128)


def _matrices(name, A, square=True):
    if A.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if square and A.shape[-1] != A.shape[-2]:
        raise RuntimeError(
            f"{name}: A must be batches of square matrices, but they are {A.shape[-2]} by {A.shape[-1]} matrices"
        )


def _floating(name, A):
    if not (A.is_floating_point() or A.is_complex()):
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {_scalar_name(A.dtype)}")


def _kernel(name, A):
    """LAPACK has functions for float32, float64 and the complex dtypes of both; `name` is that of PyTorch's kernel."""
    if A.dtype not in _DTYPES:
        _not_implemented(name, A.dtype)


def _float_or_double(A):
    if A.dtype not in _DTYPES:
        raise RuntimeError("This function doesn't handle types other than float and double")


def matmul(input, other, *, out=None):
    """Matrix product.

    >>> torch.linalg.matmul(torch.ones(2, 3), torch.ones(3, 2))
    tensor([[3., 3.],
            [3., 3.]])
    """
    return torch.matmul(input, other, out=out)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonals of matrices, as a view.

    >>> torch.linalg.diagonal(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    return torch.diagonal(A, offset, dim1, dim2)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    """The norm of vectors: the p-norm, with inf and -inf the largest and smallest size, with 0 the count of non-zeros.

    >>> torch.linalg.vector_norm(torch.tensor([3., 4.]))
    tensor(5.)
    """
    _floating("linalg.vector_norm", x)
    x = x if dtype is None else x.to(dtype)
    if isinstance(dim, (list, tuple)) and len(dim) == 0:
        dim = None
    return torch._receive(out, torch.norm(x, ord, dim, keepdim))


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    """The norm of matrices: 'fro', 'nuc', 2, -2 of singular values; 1, -1 of columns; inf, -inf of rows.

    Errors: RuntimeError of integers: `torch.linalg.matrix_norm(torch.tensor([[1, 2]]))`

    >>> torch.linalg.matrix_norm(torch.tensor([[3., 0.], [0., 4.]]))
    tensor(5.)
    """
    if A.dim() < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    _floating("linalg.matrix_norm", A)
    if ord in ("nuc", 2, -2) and A.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"linalg.matrix_norm: Low precision dtypes not supported. Got {_scalar_name(A.dtype)}")
    A = A if dtype is None else A.to(dtype)
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join(str(d) for d in dim)}")
    row, column = dim[0] % A.dim(), dim[1] % A.dim()
    if row == column:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    if ord == "fro":
        result = vector_norm(A, 2, (row, column), keepdim)
    elif ord in ("nuc", 2, -2):
        values = svdvals(A.movedim((row, column), (-2, -1)))
        result = values.sum(-1) if ord == "nuc" else _extreme(values, ord, -1, False)
        if keepdim:
            result = result.unsqueeze(-1).unsqueeze(-1).movedim((-2, -1), (row, column))
    elif ord in (1, -1, math.inf, -math.inf):
        added, chosen = (row, column) if ord in (1, -1) else (column, row)
        sums = vector_norm(A, 1, added, keepdim)
        result = _extreme(sums, ord, chosen if keepdim or chosen < added else chosen - 1, keepdim)
    else:
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    return torch._receive(out, result)


def _extreme(values, ord, dim, keepdim):
    """The largest for a positive `ord` (0 of none), the smallest for a negative one."""
    if ord < 0:
        return values.amin(dim, keepdim)
    return values.amax(dim, keepdim) if values.shape[dim] else values.detach().sum(dim, keepdim)


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None, out=None):
    """A vector's or a matrix's norm, by the number of dimensions; without `ord` of all elements.

    >>> torch.linalg.norm(torch.tensor([3., 4.]))
    tensor(5.)
    """
    if dim is not None:
        dims = (dim,) if isinstance(dim, int) else tuple(dim)
        if len(dims) not in (1, 2):
            raise RuntimeError(
                f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got [{', '.join(str(d) for d in dims)}]"
            )
    elif ord is not None:
        if A.dim() not in (1, 2):
            raise RuntimeError(
                "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got " + f"{A.dim()}D."
            )
    if ord is not None and (len(dims) == 2 if dim is not None else A.dim() == 2):
        return matrix_norm(A, ord, dims if dim is not None else (0, 1), keepdim, dtype=dtype, out=out)
    if isinstance(ord, str):
        raise RuntimeError("linalg.norm: The input tensor A must have at least 2 dimensions.")
    return vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype, out=out)


def svdvals(A, *, driver=None, out=None):
    """Singular values, descending.

    >>> torch.linalg.svdvals(torch.tensor([[3., 0.], [0., 2.]]))
    tensor([3., 2.])
    """
    return torch._receive(out, linalg.svd(A, full_matrices=False).S)


def eigvals(A, *, out=None):
    """Eigenvalues of square matrices, complex numbers in no order.

    >>> torch.linalg.eigvals(torch.tensor([[0., 1.], [-1., 0.]]))
    tensor([0.+1.j, 0.-1.j])
    """
    return torch._receive(out, linalg.eig(A).eigenvalues)


def eigvalsh(A, UPLO="L", *, out=None):
    """Eigenvalues of symmetric matrices, ascending.

    >>> torch.linalg.eigvalsh(torch.tensor([[2., 1.], [1., 2.]]))
    tensor([1., 3.])
    """
    return torch._receive(out, linalg.eigh(A, UPLO).eigenvalues)


def lu_factor(A, *, pivot=True):
    """L and U in one matrix, and the row exchanges.

    >>> torch.linalg.lu_factor(torch.tensor([[2., 1.], [4., 3.]]))
    torch.return_types.linalg_lu_factor(
    LU=tensor([[ 4.0000,  3.0000],
            [ 0.5000, -0.5000]]),
    pivots=tensor([2, 2], dtype=torch.int32))
    """
    return _linalg._lu(A, pivot)


def _infos(function, A):
    """Returns LAPACK's info per matrix: 0, or the position of the failure."""
    flat = A.reshape((-1,) + tuple(A.shape[-2:]))
    infos = []
    for matrix in flat.detach():
        try:
            function(matrix)
            infos.append(0)
        except LinAlgError as error:
            words = str(error).replace(")", " ").split()
            numbers = [int(word) for word in words if word.isdigit()]
            infos.append(numbers[0] if numbers else 1)
    return torch.tensor(infos, dtype=torch.int32, device=A.device).reshape(A.shape[:-2])


def cholesky_ex(A, *, upper=False, check_errors=False, out=None):
    """Like cholesky, with a result per matrix instead of an error: the order of the minor that is not positive, or 0."""
    info = torch.zeros(A.shape[:-2], dtype=torch.int32, device=A.device)
    try:
        L = linalg.cholesky(A, upper=upper)
    except LinAlgError:
        if check_errors:
            raise
        info = _infos(linalg.cholesky, A)
        unit = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
        safe = torch.where((info == 0)[..., None, None], A, unit)
        L = torch.where((info == 0)[..., None, None], linalg.cholesky(safe, upper=upper), A.triu() if upper else A.tril())
    return torch._return_type("linalg_cholesky_ex", ("L", "info"), (L, info))


def inv_ex(A, *, check_errors=False, out=None):
    """Like inv, with a result per matrix instead of an error: the place of a zero pivot, or 0."""
    info = torch.zeros(A.shape[:-2], dtype=torch.int32, device=A.device)
    try:
        inverse = linalg.inv(A)
    except LinAlgError:
        if check_errors:
            raise
        info = _infos(linalg.inv, A)
        unit = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
        safe = torch.where((info == 0)[..., None, None], A, unit)
        inverse = torch.where((info == 0)[..., None, None], linalg.inv(safe), A)
    return torch._return_type("linalg_inv_ex", ("inverse", "info"), (inverse, info))


def solve_ex(A, B, *, left=True, check_errors=False, out=None):
    """Like solve, with a result per matrix instead of an error: the place of a zero pivot, or 0."""
    info = torch.zeros(A.shape[:-2], dtype=torch.int32, device=A.device)
    try:
        result = linalg.solve(A, B, left=left)
    except LinAlgError:
        if check_errors:
            raise
        info = _infos(linalg.inv, A)
        unit = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
        result = linalg.solve(torch.where((info == 0)[..., None, None], A, unit), B, left=left)
    return torch._return_type("linalg_solve_ex", ("result", "info"), (result, info))


def lu_factor_ex(A, *, pivot=True, check_errors=False, out=None):
    """Like lu_factor, with a result per matrix instead of an error: the place of the first zero pivot, or 0."""
    LU, pivots = _linalg._lu(A, pivot, not check_errors)
    zero = LU.detach().diagonal(dim1=-2, dim2=-1) == 0
    first = zero.int().argmax(-1) + 1 if zero.shape[-1] else zero.sum(-1)
    info = torch.where(zero.any(-1), first, 0).int()
    return torch._return_type("linalg_lu_factor_ex", ("LU", "pivots", "info"), (LU, pivots, info))


def _unpack(LU, pivots):
    rows, columns = LU.shape[-2:]
    least = rows if rows < columns else columns
    unit = torch.eye(rows, least, dtype=LU.dtype, device=LU.device)
    return _linalg._permutation(pivots, LU), LU[..., :least].tril(-1) + unit, LU[..., :least, :].triu()


def lu(A, *, pivot=True, out=None):
    """P, L and U with A = P @ L @ U.

    >>> torch.linalg.lu(torch.tensor([[1., 2.], [2., 4.5]])).U
    tensor([[ 2.0000,  4.5000],
            [ 0.0000, -0.2500]])
    """
    if A.dim() < 2:
        raise RuntimeError(f"linalg.lu: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead")
    P, L, U = _unpack(*_linalg._lu(A, pivot, True))
    return torch._return_type("linalg_lu", ("P", "L", "U"), (P, L, U))


def lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None):
    """X with A @ X = B, from A's LU factors; `adjoint` for A.mT, `left=False` for X @ A = B.

    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[2., 1.], [4., 3.]]))
    >>> torch.linalg.lu_solve(LU, pivots, torch.tensor([[3.], [7.]]))
    tensor([[1.],
            [1.]])
    """
    _floating("torch.linalg.lu_solve", LU)
    _kernel("linalg.lu_solve_cpu", LU)
    P, L, U = _unpack(LU, pivots)
    right = B if left else B.mT
    if adjoint == left:
        # Permuted like a transposed product, so that the result is column-major.
        turned = (lambda x: x.mH) if adjoint else (lambda x: x.mT)
        half = linalg.solve_triangular(turned(U), right, upper=False)
        X = (linalg.solve_triangular(turned(L), half, upper=True, unitriangular=True).mT @ P.mT).mT
    else:
        half = linalg.solve_triangular(L, P.mT @ right, upper=False, unitriangular=True)
        X = linalg.solve_triangular(U, half, upper=True)
    return torch._receive(out, X if left else X.mT)


def ldl_factor(A, *, hermitian=False, out=None):
    """L and D of symmetric matrices A = L @ D @ L.mT, in one matrix, and the row exchanges; D has blocks of one and of two.

    Reads the lower triangle.

    >>> torch.linalg.ldl_factor(torch.tensor([[4., 2.], [2., 3.]]))
    torch.return_types.linalg_ldl_factor(
    LD=tensor([[4.0000, 0.0000],
            [0.5000, 2.0000]]),
    pivots=tensor([1, 2], dtype=torch.int32))
    """
    LD, pivots, _ = ldl_factor_ex(A, hermitian=hermitian, check_errors=True)
    return torch._receive(out, torch._return_type("linalg_ldl_factor", ("LD", "pivots"), (LD, pivots)))


def ldl_factor_ex(A, *, hermitian=False, check_errors=False, out=None):
    """Like ldl_factor, with a result per matrix instead of an error: the place of the first zero on D's diagonal, or 0.

    >>> torch.linalg.ldl_factor_ex(torch.zeros(2, 2)).info
    tensor(1, dtype=torch.int32)
    """
    _matrices("torch.linalg.ldl_factor_ex", A)
    LD, pivots = _linalg._ldl(A.detach())
    zero = (LD.diagonal(dim1=-2, dim2=-1) == 0) & (pivots > 0)
    info = torch.where(zero.any(-1), zero.int().argmax(-1) + 1, 0).int() if A.shape[-1] else zero.sum(-1).int()
    if check_errors and torch._whole(info).any():
        at = int((info.reshape(-1) != 0).int().argmax())
        place, order = f"(Batch element {at}): " if A.dim() > 2 else "", int(info.reshape(-1)[at])
        raise LinAlgError(
            f"torch.linalg.ldl_factor_ex: {place}D[{order},{order}] is zero and using it on ldl_solve would result in a division "
            "by zero. If you still want to perform the factorization, consider calling linalg.ldl_factor(A, hermitian) or "
            "linalg.ldl_factor_ex(A, hermitian)"
        )
    found = torch._return_type("linalg_ldl_factor_ex", ("LD", "pivots", "info"), (LD, pivots, info))
    return torch._receive(out, found)


def ldl_solve(LD, pivots, B, *, hermitian=False, out=None):
    """X with A @ X = B, from A's LDL factors.

    Shapes: (..., n, n), (..., n) and (..., n, k) -> (..., n, k)

    >>> LD, pivots = torch.linalg.ldl_factor(torch.tensor([[4., 2.], [2., 3.]]))
    >>> torch.linalg.ldl_solve(LD, pivots, torch.tensor([[8.], [8.]]))
    tensor([[1.],
            [2.]])
    """
    _matrices("torch.linalg.ldl_solve", LD)
    if B.dim() < 2:
        raise RuntimeError(
            f"torch.linalg.ldl_solve: Expected B to have at least 2 dimensions, but it has {B.dim()} dimensions instead"
        )
    if B.shape[-2] != LD.shape[-1]:
        raise RuntimeError(
            f"torch.linalg.ldl_solve: Incompatible matrix sizes for ldl_solve: each A matrix is {LD.shape[-1]} by {LD.shape[-1]} "
            f"but each b matrix is {B.shape[-2]} by {B.shape[-1]}"
        )
    if LD.shape[:-1] != pivots.shape:
        raise RuntimeError(
            f"torch.linalg.ldl_solve: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
            f"{list(pivots.shape)} instead"
        )
    if pivots.is_floating_point() or pivots.dtype == torch.bool:
        raise RuntimeError(f"torch.linalg.ldl_solve: Expected pivots to be integers. Got {_scalar_name(pivots.dtype)}")
    if LD.dtype != B.dtype:
        kinds = _scalar_name(LD.dtype), _scalar_name(B.dtype)
        raise RuntimeError(f"torch.linalg.ldl_solve: LD dtype {kinds[0]} does not match b dtype {kinds[1]}")
    _floating("torch.linalg.ldl_solve", LD)
    batch = torch.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    LD, B = LD.detach().expand(batch + LD.shape[-2:]), B.detach().expand(batch + B.shape[-2:])
    return torch._receive(out, _linalg._ldl_solve(LD, pivots.expand(batch + pivots.shape[-1:]), B))


def _tolerance(A, largest, atol, rtol):
    """Singular values up to this size count as 0."""
    if rtol is None:
        least = torch.finfo(A.dtype).eps * (A.shape[-2] if A.shape[-2] > A.shape[-1] else A.shape[-1])
        # An absolute tolerance replaces the relative one.
        rtol = least if atol is None or (not torch.is_tensor(atol) and atol <= 0) else 0.0
    atol = 0.0 if atol is None else atol
    return torch.maximum(torch.as_tensor(rtol * largest), torch.as_tensor(atol, dtype=A.dtype.to_real(), device=A.device))


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """How many singular values (or, of symmetric matrices, eigenvalues) are not nearly zero.

    >>> torch.linalg.matrix_rank(torch.tensor([[1., 2.], [2., 4.]]))
    tensor(1)
    """
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    _float_or_double(A)
    if A.numel() == 0:
        return torch.zeros(A.shape[:-2], dtype=torch.int64, device=A.device)
    values = eigvalsh(A).abs() if hermitian else svdvals(A)
    limit = _tolerance(A, values.amax(-1), atol if tol is None else tol, rtol if tol is None else 0.0)
    return torch._receive(out, (values > limit.unsqueeze(-1)).sum(-1))


def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """The pseudo-inverse, of singular values that are not nearly zero.

    >>> torch.linalg.pinv(torch.tensor([[2., 0.], [0., 4.], [0., 0.]]))
    tensor([[0.5000, 0.0000, 0.0000],
            [0.0000, 0.2500, 0.0000]])
    """
    if A.dim() < 2 or A.dtype not in _DTYPES:
        sizes = ", ".join(str(n) for n in A.shape)
        raise RuntimeError(
            f"linalg.pinv({_scalar_name(A.dtype)}{{[{sizes}]}}): "
            "expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types"
        )
    rtol = rcond if rcond is not None else rtol
    for name, limit in (("atol", atol), ("rtol", rtol)):
        if torch.is_tensor(limit) and limit.requires_grad:
            raise RuntimeError(
                f"The function 'linalg_pinv' is not differentiable with respect to argument '{name}'. This input cannot have "
                "requires_grad True."
            )
    a = A.detach()
    if A.numel() == 0:
        P = a.new_empty(a.shape[:-2] + (a.shape[-1], a.shape[-2]))
    elif hermitian:
        values, vectors = linalg.eigh(a)
        sizes = values.abs()
        kept = sizes > _tolerance(a, sizes.amax(-1), atol, rtol).unsqueeze(-1)
        P = (vectors * torch.where(kept, 1 / torch.where(kept, values, 1), 0).unsqueeze(-2)) @ vectors.mH
    else:
        U, S, Vh = linalg.svd(a, full_matrices=False)
        kept = S > _tolerance(a, S.amax(-1), atol, rtol).unsqueeze(-1)
        P = (Vh.mH * torch.where(kept, 1 / torch.where(kept, S, 1), 0).unsqueeze(-2)) @ U.mH
    if A.requires_grad:
        P = _Pinv.apply(A, P)
    return torch._receive(out, P)


class _Pinv(torch.autograd.Function):
    """The pseudo-inverse's gradient needs no singular vectors (Golub and Pereyra, 1973)."""

    @staticmethod
    def forward(ctx, A, P):
        ctx.save_for_backward(A, P)
        return P.clone()

    @staticmethod
    def backward(ctx, g):
        A, P = ctx.saved_tensors
        if torch.is_grad_enabled():
            P = _Pinv.apply(A, P)
        gt, Pt = g.mH, P.mH
        inside = -Pt @ g @ Pt
        left = gt - A @ (P @ gt)
        right = gt - (gt @ P) @ A
        return inside + left @ (P @ Pt) + (Pt @ P) @ right, None


def cond(A, p=None, *, out=None):
    """The condition number: the norm of A times the norm of its inverse.

    >>> torch.linalg.cond(torch.tensor([[4., 0.], [0., 2.]]))
    tensor(2.)
    """
    if A.dim() < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p is None or p in (2, -2):
        values = svdvals(A)
        if values.shape[-1] == 0:
            return values.new_zeros(values.shape[:-1])
        largest, least = values.narrow(-1, 0, 1), values.narrow(-1, -1, 1)
        return torch._receive(out, (least / largest if p == -2 else largest / least).squeeze(-1))
    _matrices("linalg.cond", A)
    inverse, info = inv_ex(A)
    result = matrix_norm(A, p) * matrix_norm(inverse, p)
    return torch._receive(out, torch._named(torch.where(info == 0, result, math.inf), "NanToNumBackward0"))


def lstsq(A, B, rcond=None, *, driver=None):
    """X that makes the norm of A @ X - B least (and, of several, has the least norm itself).

    Shapes: (..., m, n) and (..., m, k) -> solution (..., n, k)

    >>> torch.linalg.lstsq(torch.tensor([[1., 0.], [0., 2.]]), torch.tensor([[1.], [4.]])).solution
    tensor([[1.],
            [2.]])
    """
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if B.dim() < 1:
        raise RuntimeError("torch.linalg.lstsq: other must have at least 1 dimension.")
    if A.dtype != B.dtype:
        raise RuntimeError(
            f"torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype {_scalar_name(A.dtype)} "
            f"and other's dtype {_scalar_name(B.dtype)}"
        )
    vector = A.dim() - 1 == B.dim() and A.shape[:-1] == B.shape
    columns = B.unsqueeze(-1) if vector else B
    if columns.dim() < 2 or columns.shape[-2] != A.shape[-2]:
        raise RuntimeError("torch.linalg.lstsq: input.size(-2) should match other.size(-2)")
    if driver not in (None, "gelsy", "gels", "gelsd", "gelss"):
        raise RuntimeError(
            "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss), but got " + driver
        )
    _float_or_double(A)
    rows, width = A.shape[-2:]
    values = svdvals(A.detach())
    limit = _tolerance(A, values.amax(-1), None, rcond)
    rank = (values > limit.unsqueeze(-1)).sum(-1)
    full = rows >= width and bool(torch._whole(rank == width).all())
    if full:
        Q, R = linalg.qr(A)
        X = linalg.solve_triangular(R, Q.mH @ columns, upper=True)
    else:
        X = (columns.mT @ pinv(A, rtol=rcond).mT).mT
    residuals = X[..., :0].reshape(0)
    if full and rows > width and driver != "gelsy" and driver is not None:
        residuals = (A @ X - columns).abs().square().sum(-2)
    nothing = torch.empty(0, dtype=A.dtype, device=A.device)
    found = values if driver in ("gelsd", "gelss") else nothing
    rank = rank if driver != "gels" else torch.empty(0, dtype=torch.int64, device=A.device)
    X = X.squeeze(-1) if vector else X
    return torch._return_type("linalg_lstsq", ("solution", "residuals", "rank", "singular_values"), (X, residuals, rank, found))


def matrix_power(A, n, *, out=None):
    """The n-th power of square matrices, by repeated squaring; of their inverse for negative n.

    >>> torch.linalg.matrix_power(torch.tensor([[1., 1.], [0., 1.]]), 3)
    tensor([[1., 3.],
            [0., 1.]])
    """
    _matrices("linalg.matrix_power", A)
    if n == 0:
        unit = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand_as(A)
        result = torch.where(torch.zeros_like(A, dtype=torch.bool), A, unit)
        return torch._receive(out, torch._named(result, "torch::autograd::CopyBackwards", A))
    if n == 1:
        return torch._receive(out, A.clone())
    base = linalg.inv(A) if n < 0 else A
    n, result = abs(n), None
    while n > 0:
        if n % 2 == 1:
            result = base if result is None else result @ base
        n //= 2
        base = base @ base if n > 0 else base
    return torch._receive(out, result)


def matrix_exp(A):
    """The exponential: a Taylor polynomial of degree 18 of the matrix halved often enough, squared as often.

    >>> torch.linalg.matrix_exp(torch.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    _matrices("linalg.matrix_exp", A)
    _floating("linalg.matrix_exp", A)
    if A.numel() == 0 or A.is_meta:
        return A.clone()
    # Up to these norms the truncation error of the polynomial is below the dtype's rounding.
    limit = 1.09 if A.dtype == torch.float64 else 3.01
    sizes = A.detach().abs().sum(-2).amax(-1, keepdim=True).unsqueeze(-1).double()
    halvings = torch.log2(sizes / limit).ceil().nan_to_num(0.0, 0.0, 0.0).clamp(min=0)
    small = A / torch.exp2(halvings).to(A.dtype)
    term = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand_as(A)
    result = term
    for k in range(1, 19):
        term = term @ small / k
        result = result + term
    for step in range(int(halvings.max())):
        result = torch.where(step < halvings, result @ result, result)
    return result


def multi_dot(tensors, *, out=None):
    """The product of matrices (the first and last may be vectors), in the cheapest order.

    >>> torch.linalg.multi_dot([torch.ones(2, 3), torch.ones(3, 4), torch.ones(4)])
    tensor([12., 12.])
    """
    tensors = list(tensors)
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    for which, x in (("first", tensors[0]), ("last", tensors[-1])):
        if x.dim() not in (1, 2):
            raise RuntimeError(f"multi_dot(): the {which} tensor must be 1D or 2D but got {x.dim()}D")
    for at, x in enumerate(tensors[1:-1]):
        if x.dim() != 2:
            raise RuntimeError(f"multi_dot(): tensor {at + 1} must be 2D but got {x.dim()}D")
    row, column = tensors[0].dim() == 1, tensors[-1].dim() == 1
    tensors[0] = tensors[0].unsqueeze(0) if row else tensors[0]
    tensors[-1] = tensors[-1].unsqueeze(1) if column else tensors[-1]
    for at in range(len(tensors) - 1):
        a, b = tensors[at], tensors[at + 1]
        if a.shape[1] != b.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {at} and {at + 1} with shapes {list(a.shape)} and {list(b.shape)} cannot be multiplied"
            )
    sizes = [x.shape[0] for x in tensors] + [tensors[-1].shape[1]]
    count = len(tensors)
    # cost[i][j]: the multiplications for tensors i to j, split at cut[i][j].
    cost = [[0] * count for _ in range(count)]
    cut = [[0] * count for _ in range(count)]
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            options = [cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1] for k in range(i, j)]
            cost[i][j] = min(options)
            cut[i][j] = i + options.index(cost[i][j])

    def product(i, j):
        return tensors[i] if i == j else product(i, cut[i][j]) @ product(cut[i][j] + 1, j)

    shape = ([] if row else [sizes[0]]) + ([] if column else [sizes[-1]])
    return torch._receive(out, product(0, count - 1).view(shape))


def cross(input, other, *, dim=-1, out=None):
    """The cross product of vectors of three.

    >>> torch.linalg.cross(torch.tensor([1., 0., 0.]), torch.tensor([0., 1., 0.]))
    tensor([0., 0., 1.])
    """
    if input.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if not -input.dim() <= dim < input.dim():
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-input.dim()}, {input.dim() - 1}], but got {dim})"
        )
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.shape[dim]} and {other.shape[dim]}"
        )
    if input.dtype == torch.bool:
        _not_implemented("cross", input.dtype)
    input, other = torch.broadcast_tensors(input, other)
    a, b = input.unbind(dim), other.unbind(dim)
    parts = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return torch._receive(out, torch.stack(parts, dim))


def vecdot(x, y, *, dim=-1, out=None):
    """Products summed over a dimension, those of x conjugated.

    >>> torch.linalg.vecdot(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor(11.)
    """
    whole = [z for z in (x, y) if not (z.is_floating_point() or z.is_complex())]
    _floating("linalg.vecdot", whole[0] if whole else x)
    if x.dim() == 1 and y.dim() == 1 and x.dtype == y.dtype and x.shape == y.shape:
        return torch.vdot(x, y, out=out)
    return torch._receive(out, (x.conj() * y).sum(dim))


def vander(x, *, N=None):
    """Powers of the last dimension's elements, ascending, one row each.

    >>> torch.linalg.vander(torch.tensor([1., 2., 3.]))
    tensor([[1., 1., 1.],
            [1., 2., 4.],
            [1., 3., 9.]])
    """
    if x.dtype in (torch.bool, torch.float16, torch.bfloat16):
        kind = _scalar_name(x.dtype)
        raise RuntimeError(f"linalg.vander supports floating point, complex, and integer tensors, but got {kind}")
    x = x.unsqueeze(-1) if x.dim() == 0 else x
    N = x.shape[-1] if N is None else N
    if N <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = x.unsqueeze(-1).expand(x.shape + (N - 1,)).cumprod(-1)
    ones = torch.ones(x.shape + (1,), dtype=powers.dtype, device=x.device)
    return torch.cat([ones, powers], -1)


def tensorinv(A, ind=2, *, out=None):
    """The inverse of what tensordot does with A."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    left, right = A.shape[:ind], A.shape[ind:]
    rows, columns = math.prod(left), math.prod(right)
    if rows != columns:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
            f"{columns} != {rows}"
        )
    return torch._receive(out, linalg.inv(A.reshape(rows, columns)).reshape(tuple(right) + tuple(left)))


def tensorsolve(A, B, dims=None, *, out=None):
    """X with tensordot(A, X, X.dim()) = B.

    >>> torch.linalg.tensorsolve(torch.eye(4).reshape(2, 2, 4), torch.ones(2, 2))
    tensor([1., 1., 1., 1.])
    """
    if dims is not None:
        A = A.movedim(list(dims), list(range(A.dim() - len(dims), A.dim())))
    shape = A.shape[B.dim() :]
    count = math.prod(shape)
    if count != math.prod(B.shape):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), "
            f"but got {count} != {math.prod(B.shape)}"
        )
    return torch._receive(out, linalg.solve(A.reshape(-1, count), B.reshape(-1)).reshape(shape))


def householder_product(A, tau, *, out=None):
    """The first columns of a product of Householder reflections, as QR keeps them.

    >>> torch.linalg.householder_product(*torch.geqrf(torch.tensor([[3., 0.], [4., 5.]]))).round(decimals=4)
    tensor([[-0.6000, -0.8000],
            [-0.8000,  0.6000]])
    """
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.householder_product: input must have at least 2 dimensions.")
    if A.shape[-2] < A.shape[-1]:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if A.shape[-1] < tau.shape[-1]:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    if A.dtype != tau.dtype:
        kinds = _scalar_name(tau.dtype), _scalar_name(A.dtype)
        raise RuntimeError(f"torch.linalg.householder_product: tau dtype {kinds[0]} does not match input dtype {kinds[1]}")
    _kernel("orgqr_cpu", A)
    unit = torch.eye(A.shape[-1], A.shape[-2], dtype=A.dtype, device=A.device).expand(A.mT.shape)
    result = _reflected(unit, A, tau, reversed(range(tau.shape[-1]))).mT
    if A.requires_grad and not result.requires_grad:
        result = torch.where(torch.zeros_like(A, dtype=torch.bool), A, result)
    return torch._receive(out, result)


def _reflected(rows, A, tau, order):
    """Rows times the Householder reflections of A's columns, in this order."""
    for i in order:
        v = torch.cat([torch.zeros_like(A[..., :i, i]), torch.ones_like(A[..., :1, i]), A[..., i + 1 :, i]], -1)
        v = v.unsqueeze(-1)
        rows = rows - (rows @ v) @ (tau[..., i, None, None] * v).mT
    return rows
