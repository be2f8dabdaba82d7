"""`torch._lowrank`: the few directions of a large matrix that hold most of it."""

import torch


def get_approximate_basis(A, q, niter=2, M=None):
    """Orthonormal columns near the range of A - M: Halko, Martinsson and Tropp's algorithm 4.4."""
    dtype = A.dtype if A.is_floating_point() else torch.float32
    Q = torch.randn(A.shape[-1], q, dtype=dtype, device=A.device)
    shifted = A if M is None else A - M
    Q = torch.linalg.qr(shifted @ Q).Q
    for _ in range(niter):
        Q = torch.linalg.qr(shifted.mT @ Q).Q
        Q = torch.linalg.qr(shifted @ Q).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    """The largest `q` singular values of A - M, with their vectors: (U, S, V). Random columns find the directions."""
    tall = A.shape[-2] >= A.shape[-1]
    if M is not None:
        M = M.broadcast_to(A.size())
    if not tall:
        A, M = A.mT, None if M is None else M.mT
    Q = get_approximate_basis(A, q, niter, M)
    U, S, Vh = torch.linalg.svd(Q.mT @ (A if M is None else A - M), full_matrices=False)
    U, V = Q @ U, Vh.mT
    return (U, S, V) if tall else (V, S, U)


def pca_lowrank(A, q=None, center=True, niter=2):
    """Principal components of the rows of A: (U, S, V), the columns of V their directions."""
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - A.mean(dim=-2, keepdim=True) if center else A, q, niter=niter, M=None)
