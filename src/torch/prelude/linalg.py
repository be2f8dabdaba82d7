"""Linear algebra composed of `torch.linalg`'s factorisations: norms, pseudo-inverses, least squares, powers."""

import math

import torch
from torch import linalg

LinAlgError = torch._lin_alg_error


def _matrices(name, A, square=True):
    if A.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if square and A.shape[-1] != A.shape[-2]:
        raise RuntimeError(
            f"{name}: A must be batches of square matrices, but they are {A.shape[-2]} by {A.shape[-1]} matrices"
        )


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
    if not x.is_floating_point():
        raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {torch._scalar_name(x.dtype)}")
    x = x if dtype is None else x.to(dtype)
    if isinstance(dim, (list, tuple)) and len(dim) == 0:
        dim = None
    if ord in (math.inf, -math.inf) and x.numel() == 0:
        reduced = range(x.dim()) if dim is None else [dim] if isinstance(dim, int) else dim
        for d in reduced:
            if x.shape[d] == 0:
                what = "tensor" if dim is None else f"dimension {d}"
                raise RuntimeError(
                    f"linalg.vector_norm cannot compute the {ord} norm on an empty {what} because the operation does not "
                    "have an identity"
                )
    return torch._receive(out, torch.norm(x, ord, dim, keepdim))


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    """The norm of matrices: 'fro', 'nuc', 2, -2 of singular values; 1, -1 of columns; inf, -inf of rows.

    Errors: RuntimeError of integers: `torch.linalg.matrix_norm(torch.tensor([[1, 2]]))`

    >>> torch.linalg.matrix_norm(torch.tensor([[3., 0.], [0., 4.]]))
    tensor(5.)
    """
    if A.dim() < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if not A.is_floating_point():
        raise RuntimeError(f"linalg.matrix_norm: Expected a floating point or complex tensor as input. Got {torch._scalar_name(A.dtype)}")
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
        result = values.sum(-1) if ord == "nuc" else values.amax(-1) if ord == 2 else values.amin(-1)
        if keepdim:
            for d in sorted((row, column)):
                result = result.unsqueeze(d)
    elif ord in (1, -1, math.inf, -math.inf):
        added, chosen = (row, column) if ord in (1, -1) else (column, row)
        sums = A.abs().sum(added, keepdim=True)
        result = sums.amax(chosen, keepdim=True) if ord > 0 else sums.amin(chosen, keepdim=True)
        result = result if keepdim else result.squeeze((row, column))
    else:
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    return torch._receive(out, result)


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None, out=None):
    """A vector's or a matrix's norm, by the number of dimensions; without `ord` of all elements.

    >>> torch.linalg.norm(torch.tensor([3., 4.]))
    tensor(5.)
    """
    if dim is not None:
        dims = (dim,) if isinstance(dim, int) else tuple(dim)
        if len(dims) not in (1, 2):
            raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got [{', '.join(str(d) for d in dims)}]")
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
    return linalg._lu(A, pivot)


def _infos(function, A):
    """What LAPACK would say of each matrix: 0, or where it broke off."""
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
    """As cholesky, and for each matrix the order of the minor that is not positive, or 0, instead of an error."""
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
    """As inv, and for each matrix the place of a zero pivot, or 0, instead of an error."""
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
    """As solve, and for each matrix the place of a zero pivot, or 0, instead of an error."""
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
    """As lu_factor, and for each matrix the place of the first zero pivot, or 0, instead of an error."""
    LU, pivots = linalg._lu(A, pivot, not check_errors)
    zero = LU.detach().diagonal(dim1=-2, dim2=-1) == 0
    first = zero.int().argmax(-1) + 1 if zero.shape[-1] else zero.sum(-1)
    info = torch.where(zero.any(-1), first, 0).int()
    return torch._return_type("linalg_lu_factor_ex", ("LU", "pivots", "info"), (LU, pivots, info))


def _unpack(LU, pivots):
    rows, columns = LU.shape[-2:]
    least = rows if rows < columns else columns
    unit = torch.eye(rows, least, dtype=LU.dtype, device=LU.device)
    L = LU[..., :least].tril(-1) + unit
    return linalg._permutation(pivots, LU), L, LU[..., :least, :].triu()


def lu(A, *, pivot=True, out=None):
    """P, L and U with A = P @ L @ U.

    >>> torch.linalg.lu(torch.tensor([[1., 2.], [2., 4.5]])).U
    tensor([[ 2.0000,  4.5000],
            [ 0.0000, -0.2500]])
    """
    if A.dim() < 2:
        raise RuntimeError(f"linalg.lu: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead")
    P, L, U = _unpack(*linalg._lu(A, pivot, True))
    return torch._return_type("linalg_lu", ("P", "L", "U"), (P, L, U))


def lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None):
    """X with A @ X = B, from A's LU factors; `adjoint` for A.mT, `left=False` for X @ A = B.

    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[2., 1.], [4., 3.]]))
    >>> torch.linalg.lu_solve(LU, pivots, torch.tensor([[3.], [7.]]))
    tensor([[1.],
            [1.]])
    """
    if not left:
        return torch._receive(out, lu_solve(LU, pivots, B.mT, adjoint=not adjoint).mT)
    P, L, U = _unpack(LU, pivots)
    if adjoint:
        half = linalg.solve_triangular(U.mT, B, upper=False)
        return torch._receive(out, P @ linalg.solve_triangular(L.mT, half, upper=True, unitriangular=True))
    half = linalg.solve_triangular(L, P.mT @ B, upper=False, unitriangular=True)
    return torch._receive(out, linalg.solve_triangular(U, half, upper=True))


def _tolerance(A, largest, atol, rtol):
    """Singular values up to this size count as 0."""
    if rtol is None:
        least = torch.finfo(A.dtype).eps * (A.shape[-2] if A.shape[-2] > A.shape[-1] else A.shape[-1])
        # A tolerance in absolute terms stands alone.
        rtol = least if atol is None or (not torch.is_tensor(atol) and atol <= 0) else 0.0
    atol = 0.0 if atol is None else atol
    return torch.maximum(torch.as_tensor(rtol * largest), torch.as_tensor(atol, dtype=A.dtype, device=A.device))


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """How many singular values (or, of symmetric matrices, eigenvalues) are not nearly zero.

    >>> torch.linalg.matrix_rank(torch.tensor([[1., 2.], [2., 4.]]))
    tensor(1)
    """
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
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
    if A.dim() < 2 or A.dtype not in (torch.float32, torch.float64):
        sizes = ", ".join(str(n) for n in A.shape)
        raise RuntimeError(
            f"linalg.pinv({torch._scalar_name(A.dtype)}{{[{sizes}]}}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types"
        )
    if A.numel() == 0:
        return torch.empty(tuple(A.shape[:-2]) + (A.shape[-1], A.shape[-2]), dtype=A.dtype, device=A.device)
    rtol = rcond if rcond is not None else rtol
    if hermitian:
        values, vectors = linalg.eigh(A)
        limit = _tolerance(A, values.detach().abs().amax(-1), atol, rtol)
        inverse = torch.where(values.abs() > limit.unsqueeze(-1), 1 / torch.where(values == 0, 1, values), 0)
        return torch._receive(out, (vectors * inverse.unsqueeze(-2)) @ vectors.mT)
    U, S, Vh = linalg.svd(A, full_matrices=False)
    limit = _tolerance(A, S.detach().amax(-1), atol, rtol).unsqueeze(-1)
    inverse = torch.where(S > limit, 1 / torch.where(S > limit, S, 1), 0)
    if A.requires_grad:
        return _Pinv.apply(A, ((Vh.mT * inverse.unsqueeze(-2)) @ U.mT).detach())
    return torch._receive(out, (Vh.mT * inverse.unsqueeze(-2)) @ U.mT)


class _Pinv(torch.autograd.Function):
    """The pseudo-inverse's gradient needs no singular vectors (Golub and Pereyra, 1973)."""

    @staticmethod
    def forward(ctx, A, P):
        ctx.save_for_backward(A, P)
        return P.clone()

    @staticmethod
    def backward(ctx, g):
        A, P = ctx.saved_tensors
        gt, Pt = g.mT, P.mT
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
        largest, least = values[..., 0], values[..., -1]
        return torch._receive(out, least / largest if p == -2 else largest / least)
    _matrices("linalg.cond", A)
    inverse, info = inv_ex(A)
    result = matrix_norm(A, p) * matrix_norm(inverse, p)
    return torch._receive(out, torch.where(info == 0, result, math.inf))


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
            f"torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype {torch._scalar_name(A.dtype)} "
            f"and other's dtype {torch._scalar_name(B.dtype)}"
        )
    vector = A.dim() - 1 == B.dim() and A.shape[:-1] == B.shape
    columns = B.unsqueeze(-1) if vector else B
    if columns.dim() < 2 or columns.shape[-2] != A.shape[-2]:
        raise RuntimeError("torch.linalg.lstsq: input.size(-2) should match other.size(-2)")
    if driver not in (None, "gelsy", "gels", "gelsd", "gelss"):
        raise RuntimeError(
            "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss), but got " + driver
        )
    rows, width = A.shape[-2:]
    values = svdvals(A.detach())
    limit = _tolerance(A, values.amax(-1), None, rcond)
    rank = (values > limit.unsqueeze(-1)).sum(-1)
    full = rows >= width and bool((rank == width).all())
    if full:
        Q, R = linalg.qr(A)
        X = linalg.solve_triangular(R, Q.mT @ columns, upper=True)
    else:
        X = pinv(A, rtol=rcond) @ columns
    residuals = torch.empty(0, dtype=A.dtype, device=A.device)
    if full and rows > width and driver != "gelsy" and driver is not None:
        residuals = (A @ X - columns).square().sum(-2)
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
        unit = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
        return torch._receive(out, unit.expand_as(A).clone())
    base = linalg.inv(A) if n < 0 else A
    n, result = abs(n), None
    while n > 0:
        if n % 2 == 1:
            result = base if result is None else result @ base
        n //= 2
        base = base @ base if n > 0 else base
    return torch._receive(out, result)


def matrix_exp(A):
    """The exponential: a Taylor polynomial of the matrix halved often enough, squared as often.

    >>> torch.linalg.matrix_exp(torch.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    _matrices("linalg.matrix_exp", A)
    if not A.is_floating_point():
        raise RuntimeError(f"linalg.matrix_exp: Expected a floating point or complex tensor as input. Got {torch._scalar_name(A.dtype)}")
    if A.numel() == 0:
        return A.clone()
    size = A.detach().abs().sum(-2).amax().item()
    halvings = 0
    while size > 0.5 and math.isfinite(size):
        size, halvings = size / 2, halvings + 1
    small = A / 2**halvings
    term = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand_as(A)
    result = term
    for k in range(1, 16):
        term = term @ small / k
        result = result + term
    for _ in range(halvings):
        result = result @ result
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
    # cost[i][j]: the multiplications for tensors i to j, cut at cut[i][j].
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

    result = product(0, count - 1)
    result = result.squeeze(0) if row else result
    return torch._receive(out, result.squeeze(-1) if column else result)


def cross(input, other, *, dim=-1, out=None):
    """The cross product of vectors of three.

    >>> torch.linalg.cross(torch.tensor([1., 0., 0.]), torch.tensor([0., 1., 0.]))
    tensor([0., 0., 1.])
    """
    if input.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.shape[dim]} and {other.shape[dim]}"
        )
    input, other = torch.broadcast_tensors(input, other)
    a, b = input.unbind(dim), other.unbind(dim)
    parts = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return torch._receive(out, torch.stack(parts, dim))


def vecdot(x, y, *, dim=-1, out=None):
    """Products summed over a dimension.

    >>> torch.linalg.vecdot(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor(11.)
    """
    if not (x.is_floating_point() or y.is_floating_point()):
        kind = torch._scalar_name(x.dtype)
        raise RuntimeError(f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {kind}")
    return torch._receive(out, (x * y).sum(dim))


def vander(x, *, N=None):
    """Powers of the last dimension's elements, ascending, one row each.

    >>> torch.linalg.vander(torch.tensor([1., 2., 3.]))
    tensor([[1., 1., 1.],
            [1., 2., 4.],
            [1., 3., 9.]])
    """
    N = x.shape[-1] if N is None else N
    if N <= 1:
        raise RuntimeError("N must be greater than 1.")
    return x.unsqueeze(-1) ** torch.arange(N, device=x.device)


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
    """The first columns of a product of Householder reflections, as QR keeps them."""
    rows, columns = A.shape[-2:]
    result = torch.eye(rows, columns, dtype=A.dtype, device=A.device).expand_as(A)
    for i in range(tau.shape[-1] - 1, -1, -1):
        v = torch.cat([torch.zeros_like(A[..., :i, i]), torch.ones_like(A[..., :1, i]), A[..., i + 1 :, i]], -1)
        v = v.unsqueeze(-1)
        result = result - tau[..., i, None, None] * v @ (v.mT @ result)
    return torch._receive(out, result)
