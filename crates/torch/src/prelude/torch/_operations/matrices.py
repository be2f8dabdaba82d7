"""Products, distances and old names of linear algebra, over `torch.linalg`."""

import math

import torch
from torch._tensorcell.checks import _not_implemented, _scalar_name

__name__ = "torch._operations"


def inner(input, other, *, out=None):
    """Products summed over the last dimensions.

    Shapes: (..., k) and (..., k)
    Errors: RuntimeError where the last sizes differ: `torch.inner(torch.ones(2), torch.ones(3))`

    >>> torch.inner(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor(11)
    """
    if input.dim() == 0 or other.dim() == 0:
        return torch._receive(out, input * other)
    if input.dim() == 1 and other.dim() == 1 and input.dtype == torch.bool and other.dtype == torch.bool:
        _not_implemented("dot", torch.bool)
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    return torch._receive(out, tensordot(input, other, [[-1], [-1]]))


def vdot(input, other, *, out=None):
    """Sum of the products of two vectors' elements, those of the first conjugated.

    >>> torch.vdot(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor(11)
    """
    return torch.dot(input.conj(), other, out=out)


def tensordot(a, b, dims=2, out=None):
    """Products summed over several dimensions: the last of a with the first of b, or pairs of them.

    Errors: RuntimeError where contracted sizes differ:
            `torch.tensordot(torch.ones(2, 3), torch.ones(4, 5), dims=1)`

    >>> torch.tensordot(torch.ones(2, 3), torch.ones(3, 2), dims=1)
    tensor([[3., 3.],
            [3., 3.]])
    """
    if a.dtype != b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > a.dim() or dims > b.dim():
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        left, right = list(range(-dims, 0)), list(range(dims))
    else:
        left, right = (list(d) if isinstance(d, (list, tuple)) else torch.as_tensor(d).reshape(-1).tolist() for d in dims)
    if len(left) != len(right):
        raise RuntimeError(f"both dimension lists should have same length, got {len(left)} and {len(right)}")
    for i, j in zip(left, right):
        # A size of 1 broadcasts, so the other side is summed.
        if a.shape[i] == 1 and b.shape[j] != 1:
            b = b.sum(j, keepdim=True, dtype=b.dtype)
        elif b.shape[j] == 1 and a.shape[i] != 1:
            a = a.sum(i, keepdim=True, dtype=a.dtype)
        elif a.shape[i] != b.shape[j]:
            raise RuntimeError(
                "contracted dimensions need to match, but first has size "
                f"{a.shape[i]} in dim {i} and second has size {b.shape[j]} in dim {j}"
            )
    left, right = [d % a.dim() for d in left], [d % b.dim() for d in right]
    rows = [d for d in range(a.dim()) if d not in left]
    columns = [d for d in range(b.dim()) if d not in right]
    depth = math.prod(a.shape[d] for d in left)
    count, width = math.prod(a.shape[d] for d in rows), math.prod(b.shape[d] for d in columns)
    flat_a = a.permute(rows + left).reshape(count, depth)
    flat_b = b.permute(right + columns).reshape(depth, width)
    shape = [a.shape[d] for d in rows] + [b.shape[d] for d in columns]
    return torch._receive(out, (flat_a @ flat_b).reshape(shape))


def kron(input, other, *, out=None):
    """The Kronecker product: every element of input times all of other, as blocks.

    >>> torch.kron(torch.eye(2), torch.tensor([[1., 2.]]))
    tensor([[1., 2., 0., 0.],
            [0., 0., 1., 2.]])
    """
    count = input.dim() if input.dim() > other.dim() else other.dim()
    a = input.reshape([1] * (count - input.dim()) + list(input.shape))
    b = other.reshape([1] * (count - other.dim()) + list(other.shape))
    sizes = [m * n for m, n in zip(a.shape, b.shape)]
    apart = [n for size in a.shape for n in (size, 1)]
    within = [n for size in b.shape for n in (1, size)]
    return torch._receive(out, (a.reshape(apart) * b.reshape(within)).reshape(sizes))


def addr(input, vec1, vec2, *, beta=1, alpha=1, out=None):
    """beta * input + alpha * outer(vec1, vec2).

    Shapes: (n) and (m) -> (n, m)

    >>> torch.addr(torch.zeros(2, 2), torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    dtype = torch.promote_types(input.dtype, torch.promote_types(vec1.dtype, vec2.dtype))
    for name, factor in (("beta", beta), ("alpha", alpha)):
        if isinstance(factor, bool) and dtype != torch.bool:
            raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
        if isinstance(factor, float) and not dtype.is_floating_point:
            raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
    product = torch.outer(_scaled(vec1, alpha), vec2)
    return torch._receive(out, product.expand_as(product + input) if beta == 0 else _scaled(input, beta) + product)


def _scaled(x, factor):
    """Times a number, in the tensor's dtype; a bool counts as set or not."""
    if x.dtype == torch.bool:
        return x & bool(factor)
    return x * torch.full((), factor, dtype=x.dtype)


def addbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    """beta * input + alpha * the sum of the batches' products.

    Shapes: (b, n, k) and (b, k, m) -> (n, m)

    >>> torch.addbmm(torch.zeros(2, 2), torch.ones(3, 2, 1), torch.ones(3, 1, 2))
    tensor([[3., 3.],
            [3., 3.]])
    """
    for name, batch in (("batch1", batch1), ("batch2", batch2)):
        if batch.dim() != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if batch1.shape[0] != batch2.shape[0]:
        raise RuntimeError(f"batch1 and batch2 must have same number of batches, got {batch1.shape[0]} and {batch2.shape[0]}")
    if batch1.shape[2] != batch2.shape[1]:
        raise RuntimeError(
            f"Incompatible matrix sizes for bmm ({batch1.shape[1]}x{batch1.shape[2]} and {batch2.shape[1]}x{batch2.shape[2]})"
        )
    shape = (batch1.shape[1], batch2.shape[2])
    result = input.expand(shape)
    if batch1.shape[0] == 0:
        result = _scaled(result, beta) if beta else torch.zeros_like(result)
    # One product after the other, each rounded, as in PyTorch.
    for a, b in zip(batch1.unbind(), batch2.unbind()):
        result, beta = torch.addmm(result, a, b, beta=beta, alpha=alpha), 1
    return torch._receive(out, result)


def chain_matmul(*matrices, out=None):
    """The product of matrices, in the cheapest order.

    >>> torch.chain_matmul(torch.ones(2, 3), torch.ones(3, 1))
    tensor([[3.],
            [3.]])
    """
    if len(matrices) == 1:
        return torch._receive(out, matrices[0])
    return torch.linalg.multi_dot(matrices, out=out)


def cross(input, other, dim=None, *, out=None):
    """The cross product of vectors of three.

    Shapes: three elements in `dim`
    Errors: RuntimeError where there are not three:
            `torch.cross(torch.ones(2), torch.ones(2), dim=0)`

    >>> torch.cross(torch.tensor([1, 0, 0]), torch.tensor([0, 1, 0]), dim=0)
    tensor([0, 0, 1])
    """
    if dim is None:
        for at, sizes in enumerate(zip(input.shape, other.shape)):
            if 3 in sizes and set(sizes) - {1, 3}:
                raise RuntimeError(f"linalg.cross: inputs dimension {at} must have length 3. Got {sizes[0]} and {sizes[1]}")
        a, b = torch.broadcast_tensors(input, other)
        dim = 0
        while dim < a.dim() and a.shape[dim] != 3:
            dim += 1
        if dim == a.dim():
            raise RuntimeError("no dimension of size 3 in input")
    return torch.linalg.cross(input, other, dim=dim, out=out)


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """Distances between every row of x1 and every row of x2.

    Shapes: (..., n, k) and (..., m, k) -> (..., n, m)
    Errors: RuntimeError where rows differ in length:
            `torch.cdist(torch.ones(2, 3), torch.ones(2, 4))`
            RuntimeError for a negative p:
            `torch.cdist(torch.ones(2, 3), torch.ones(2, 3), p=-1)`

    >>> torch.cdist(torch.tensor([[0., 0.], [3., 4.]]), torch.tensor([[0., 0.]]))
    tensor([[0.],
            [5.]])
    """
    for name, x in (("X1", x1), ("X2", x2)):
        if x.dim() < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.dim()}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    for name, x in (("X1", x1), ("X2", x2)):
        if not x.is_floating_point():
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {_scalar_name(x.dtype)}")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    batch = torch.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    count = math.prod(batch)
    rows = [x.expand(*batch, *x.shape[-2:]).reshape(count, *x.shape[-2:]) for x in (x1, x2)]
    distances = torch._distances(*rows, p).reshape(*batch, x1.shape[-2], x2.shape[-2])
    many = x1.shape[-2] > 25 or x2.shape[-2] > 25
    products = compute_mode in (1, "use_mm_for_euclid_dist") or (compute_mode in (None, 0, _IF_MANY) and many)
    return torch._named(distances, "ViewBackward0" if p == 2 and products else "CdistBackward0", x1, x2)


# PyTorch computes distances of many points by matrix products. Here only the node has that name.
_IF_MANY = "use_mm_for_euclid_dist_if_necessary"


def pdist(input, p=2):
    """Distances between every two rows, in order.

    Shapes: (n, k) -> (n * (n - 1) / 2)

    >>> torch.pdist(torch.tensor([[0., 0.], [3., 4.], [0., 4.]]))
    tensor([5., 4., 3.])
    """
    if input.dim() != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.dim()}D")
    if not input.is_floating_point():
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    first, second = torch.triu_indices(input.shape[0], input.shape[0], 1, device=input.device)
    if first.numel() and input.shape[1]:
        torch._only_singles("pdist", input)
    return torch.linalg.vector_norm(input[first] - input[second], p, dim=-1)


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    """Distances between rows, pair by pair.

    >>> torch.pairwise_distance(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """
    return torch.linalg.vector_norm(x1 - x2 + eps, p, -1, keepdim)


def det(input):
    """The determinant of square matrices.

    Shapes: (..., n, n) -> (...)
    Errors: RuntimeError for other than square matrices: `torch.det(torch.ones(2, 3))`

    >>> torch.det(torch.tensor([[2., 1.], [0., 4.]]))
    tensor(8.)
    """
    return torch.linalg.det(input)


def logdet(input):
    """The log of the determinant: NaN where it is negative.

    >>> torch.logdet(torch.eye(2))
    tensor(0.)
    """
    torch.linalg._floating("logdet", input)
    if input.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"logdet: Low precision dtypes not supported. Got {_scalar_name(input.dtype)}")
    sign, size = torch.linalg.slogdet(input)
    return torch.where(sign < 0, math.nan, size)


def slogdet(input):
    """The determinant's sign and the log of its size.

    >>> torch.slogdet(torch.tensor([[1., 0.], [0., -1.]])).sign
    tensor(-1.)
    """
    sign, size = torch.linalg.slogdet(input)
    return torch._return_type("slogdet", ("sign", "logabsdet"), (sign, size))


def inverse(input, *, out=None):
    """The inverse of square matrices.

    Errors: _LinAlgError for a matrix that has no inverse: `torch.inverse(torch.zeros(2, 2))`

    >>> torch.inverse(torch.tensor([[2., 0.], [0., 4.]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    return torch.linalg.inv(input, out=out)


def pinverse(input, rcond=1e-15):
    """The pseudo-inverse.

    Shapes: (n, m) -> (m, n)

    >>> torch.pinverse(torch.tensor([[2., 0.], [0., 4.], [0., 0.]]))
    tensor([[0.5000, 0.0000, 0.0000],
            [0.0000, 0.2500, 0.0000]])
    """
    return torch.linalg.pinv(input, rtol=rcond)


def cholesky(input, upper=False, *, out=None):
    """L with input = L @ L.mT, of symmetric positive-definite matrices.

    Errors: _LinAlgError for a matrix that is not positive definite:
            `torch.cholesky(torch.zeros(2, 2))`

    >>> torch.cholesky(torch.tensor([[4., 2.], [2., 5.]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    torch.linalg._matrices("cholesky", input)
    torch.linalg._kernel("cholesky_cpu", input)
    return torch.linalg.cholesky(input, upper=upper, out=out)


class _CholeskySolve(torch.autograd.Function):
    """X of L Lᴴ X = B. The factor's gradient is that of a whole matrix, as PyTorch has it, not of a triangle."""

    @staticmethod
    def forward(ctx, B, L, upper):
        ctx.upper = upper
        lower = L.mH if upper else L
        half = torch.linalg.solve_triangular(lower, B, upper=False)
        X = torch.linalg.solve_triangular(lower.mH, half, upper=True)
        ctx.save_for_backward(X, L)
        return X

    @staticmethod
    def backward(ctx, g):
        X, L = ctx.saved_tensors
        of_B = _CholeskySolve.apply(g, L, ctx.upper)
        both = of_B @ X.mH
        both = both + both.mH
        return of_B, -(L @ both) if ctx.upper else -(both @ L), None


def _check_system(function, A, b):
    """A square, and as many rows in b."""
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError(f"A must be batches of square matrices, but they are {A.shape[-2]} by {A.shape[-1]} matrices")
    if b.shape[-2] != A.shape[-1]:
        raise RuntimeError(
            f"Incompatible matrix sizes for {function}: each A matrix is {A.shape[-1]} by {A.shape[-1]} "
            f"but each b matrix is {b.shape[-2]} by {b.shape[-1]}"
        )


def cholesky_solve(input, L, upper=False, *, out=None):
    """X with A @ X = input, from A's Cholesky factor.

    >>> torch.cholesky_solve(torch.tensor([[8.], [9.]]), torch.tensor([[2., 0.], [1., 2.]]))
    tensor([[1.3750],
            [1.2500]])
    """
    for name, x in (("b", input), ("u", L)):
        if x.dim() < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has {x.dim()} dimensions instead")
    _check_system("cholesky_solve", L, input)
    torch.linalg._kernel("cholesky_solve_cpu", input)
    batch = torch.broadcast_shapes(input.shape[:-2], L.shape[:-2])
    B, factor = input.expand(batch + input.shape[-2:]), L.expand(batch + L.shape[-2:])
    return torch._receive(out, _CholeskySolve.apply(B, factor, upper))


def cholesky_inverse(input, upper=False, *, out=None):
    """The inverse of A, from its Cholesky factor.

    >>> torch.cholesky_inverse(torch.tensor([[2., 0.], [1., 2.]]))
    tensor([[ 0.3125, -0.1250],
            [-0.1250,  0.2500]])
    """
    torch.linalg._matrices("cholesky_inverse", input)
    torch.linalg._kernel("cholesky_inverse_out_cpu", input)
    unit = torch.eye(input.shape[-1], dtype=input.dtype, device=input.device).expand_as(input)
    return torch._receive(out, _CholeskySolve.apply(unit, input, upper))


def qr(input, some=True):
    """Q with orthonormal columns and upper triangular R.

    >>> torch.qr(torch.tensor([[2., 1.], [0., 3.]]))[1].abs()
    tensor([[2., 1.],
            [0., 3.]])
    """
    q, r = torch.linalg.qr(input, "reduced" if some else "complete")
    return torch._return_type("qr", ("Q", "R"), (q, r))


def svd(input, some=True, compute_uv=True):
    """U, S and V (not transposed) with input = U @ diag(S) @ V.mT.

    >>> torch.svd(torch.tensor([[3., 0.], [0., 2.]])).S
    tensor([3., 2.])
    """
    u, s, vh = torch.linalg.svd(input, full_matrices=not some)
    if not compute_uv:
        u, vh = torch.zeros_like(u), torch.zeros_like(vh)
    return torch._return_type("svd", ("U", "S", "V"), (u, s, vh.mT))


def matrix_power(input, n, *, out=None):
    """The n-th power of square matrices.

    Errors: RuntimeError for other than square matrices:
            `torch.matrix_power(torch.ones(2, 3), 2)`

    >>> torch.matrix_power(torch.tensor([[1., 1.], [0., 1.]]), 3)
    tensor([[1., 3.],
            [0., 1.]])
    """
    return torch.linalg.matrix_power(input, n, out=out)


def matrix_exp(input):
    """The exponential of square matrices.

    >>> torch.matrix_exp(torch.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    return torch.linalg.matrix_exp(input)


def lu(input, pivot=True, get_infos=False):
    """L and U in one matrix, and the row exchanges.

    >>> torch.lu(torch.tensor([[2., 1.], [4., 3.]]))
    (tensor([[ 4.0000,  3.0000],
            [ 0.5000, -0.5000]]), tensor([2, 2], dtype=torch.int32))
    """
    factors, pivots = torch.linalg.lu_factor_ex(input, pivot=pivot)[:2]
    infos = torch.zeros(input.shape[:-2], dtype=torch.int32)
    return (factors, pivots, infos) if get_infos else (factors, pivots)


def lu_solve(input, LU_data, LU_pivots, *, out=None):
    """X with A @ X = input, from A's LU factors.

    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[2., 1.], [4., 3.]]))
    >>> torch.lu_solve(torch.tensor([[3.], [7.]]), LU, pivots)
    tensor([[1.],
            [1.]])
    """
    return torch.linalg.lu_solve(LU_data, LU_pivots, input, out=out)


def triangular_solve(input, A, upper=True, transpose=False, unitriangular=False, *, out=None):
    """X with A @ X = input, A triangular, and a copy of A: what torch.linalg.solve_triangular has replaced.

    Shapes: (..., n, m) and (..., n, n) -> (..., n, m)

    >>> torch.triangular_solve(torch.tensor([[4.], [8.]]), torch.tensor([[2., 0.], [0., 4.]])).solution
    tensor([[2.],
            [2.]])
    """
    for name, x in (("b", input), ("A", A)):
        if x.dim() < 2:
            raise RuntimeError(
                f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it has {x.dim()} dimensions instead"
            )
    _check_system("triangular_solve", A, input)
    batch = torch.broadcast_shapes(input.shape[:-2], A.shape[:-2])
    copy = A.expand(batch + A.shape[-2:]).mT.contiguous().mT
    coefficient = A.mT if transpose else A
    X = torch.linalg.solve_triangular(coefficient, input, upper=upper != transpose, unitriangular=unitriangular)
    return torch._receive(out, torch._return_type("triangular_solve", ("solution", "cloned_coefficient"), (X, copy)))


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    """P, L and U of factors in one matrix.

    >>> torch.lu_unpack(*torch.linalg.lu_factor(torch.tensor([[1., 2.], [2., 4.5]]))).U
    tensor([[ 2.0000,  4.5000],
            [ 0.0000, -0.2500]])
    """
    return torch._return_type("lu_unpack", ("P", "L", "U"), torch.linalg._unpack(LU_data, LU_pivots))


def geqrf(input, *, out=None):
    """QR as reflections (LAPACK's geqrf): R above the diagonal, the Householder vectors below it, and their factors.

    >>> torch.geqrf(torch.tensor([[3., 1.], [4., 2.]])).tau
    tensor([1.6000, 0.0000])
    """
    if input.dim() < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    torch.linalg._kernel("geqrf_cpu", input)
    a = input.mT.clone(memory_format=torch.contiguous_format).mT
    rows, columns = a.shape[-2:]
    tau = a.new_zeros(*a.shape[:-2], min(rows, columns))
    for i in range(min(rows, columns)):
        below = a[..., i + 1 :, i]
        first = a[..., i, i].clone()
        plain = (below == 0).all(-1)
        length = torch.hypot(first, below.norm(dim=-1))
        beta = torch.where(plain, first, -torch.copysign(length, first))
        tau[..., i] = torch.where(plain, 0, (beta - first) / torch.where(plain, 1, beta))
        below.div_(torch.where(plain, 1, first - beta).unsqueeze(-1))
        v = torch.cat([torch.ones_like(first).unsqueeze(-1), below], -1).unsqueeze(-1)
        rest = a[..., i:, i + 1 :]
        rest.sub_(tau[..., i, None, None] * v @ (v.mT @ rest))
        a[..., i, i] = beta
    if out is not None:
        a, tau = torch._receive(out[0], a), torch._receive(out[1], tau)
    return torch._return_type("geqrf", ("a", "tau"), (a, tau))


def ormqr(input, tau, other, left=True, transpose=False, *, out=None):
    """A matrix times the Q of a QR by reflections (or its transpose), without making Q.

    Shapes: input (..., n, k), tau (..., k), other (..., n, m) -> (..., n, m); with left=False other is (..., m, n)

    >>> a = torch.tensor([[3., 1.], [4., 2.]])
    >>> torch.ormqr(*torch.geqrf(a), a, transpose=True).round(decimals=4)
    tensor([[-5.0000, -2.2000],
            [ 0.0000,  0.4000]])
    """
    for name, x, least in (("input", input, 2), ("other", other, 2)):
        if x.dim() < least:
            raise RuntimeError(f"torch.ormqr: {name} must have at least {least} dimensions.")
    side = -2 if left else -1
    if other.shape[side] < tau.shape[-1]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be greater than or equal to tau.shape[-1]")
    if tau.shape[-1] != min(other.shape[side], input.shape[-1]):
        raise RuntimeError(f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])")
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
    torch.linalg._kernel("ormqr_cpu", input)
    # Q = H1 H2 ..., so Q @ other is the transpose of otherᵀ ... H2 H1.
    count = tau.shape[-1]
    order = range(count) if left == transpose else reversed(range(count))
    if left:
        result = torch.linalg._reflected(other.mT.contiguous(), input, tau, order).mT
    else:
        result = torch.linalg._reflected(other, input, tau, order)
    return torch._receive(out, result)


def orgqr(input, tau, *, out=None):
    """The first columns of a product of Householder reflections: torch.linalg.householder_product.

    >>> torch.orgqr(*torch.geqrf(torch.tensor([[3., 0.], [4., 5.]]))).round(decimals=4)
    tensor([[-0.6000, -0.8000],
            [-0.8000,  0.6000]])
    """
    return torch.linalg.householder_product(input, tau, out=out)
