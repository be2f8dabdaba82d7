"""Rarer functions of `torch`: few directions of large matrices, eigenvalues by iteration, grids of counts."""

import torch


def _range(A, q, niter, M):
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
    Q = _range(A, q, niter, M)
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


def lobpcg(
    A, k=None, B=None, X=None, n=None, iK=None, niter=None, tol=None, largest=None, method=None, tracker=None,
    ortho_iparams=None, ortho_fparams=None, ortho_bparams=None,
):
    """The `k` largest (or smallest) eigenvalues of a symmetric matrix and their vectors: (E, X), A X = B X E.

    Knyazev's locally optimal block method: each step takes the best of the span of the vectors, their residuals
    (through the preconditioner `iK`) and the last step's directions.
    """
    m = A.shape[-1]
    if method not in (None, "basic", "ortho"):
        raise ValueError(f"Method method='{method}' not implemented")
    k = (1 if X is None else X.shape[-1]) if k is None else k
    if k < 1 or m < 3 * k:
        raise ValueError(
            f"LPBPCG algorithm is not applicable when the number of A rows (={m}) is smaller than 3 x the number of requested "
            f"eigenpairs (={k})"
        )
    if A.dim() > 2:
        batch = A.reshape(-1, m, m)
        parts = [
            lobpcg(batch[i], k, None if B is None else B.expand(A.shape).reshape(-1, m, m)[i],
                   None if X is None else X.expand(A.shape[:-1] + X.shape[-1:]).reshape(-1, m, X.shape[-1])[i],
                   n, iK, niter, tol, largest, method)
            for i in range(batch.shape[0])
        ]
        E, V = torch.stack([e for e, _ in parts]), torch.stack([v for _, v in parts])
        return E.reshape(A.shape[:-2] + E.shape[-1:]), V.reshape(A.shape[:-2] + V.shape[-2:])
    n = (k if X is None else X.shape[-1]) if n is None else n
    X = torch.randn(m, n, dtype=A.dtype, device=A.device) if X is None else X
    largest = True if largest is None else largest
    tol = {torch.float32: 1.2e-07**0.5, torch.float64: 2.3e-16**0.5}[A.dtype] if tol is None else tol
    niter = 1000 if niter is None or niter < 0 else niter
    mass = (lambda x: x) if B is None else (lambda x: B @ x)
    with torch.no_grad():
        a = A.detach()
        E, X = _best(a, mass, X.detach(), n, largest)
        P = None
        for _ in range(niter):
            residual = a @ X - mass(X) * E
            size = residual.norm(dim=0) / (X.norm(dim=0) * (a.norm() + E.abs() * (1.0 if B is None else B.norm())))
            if bool((size[:k] < tol).all()):
                break
            W = residual if iK is None else iK @ residual
            last = X
            E, X = _best(a, mass, torch.cat([X, W] + ([] if P is None else [P]), dim=1), n, largest)
            P = X - last @ (last.mT @ mass(X))
    return E[:k], X[:, :k]


def _best(A, mass, S, n, largest):
    """The best `n` eigenpairs within the span of S, by Rayleigh and Ritz."""
    gram = S.mT @ mass(S)
    scale = gram.diagonal().clamp(min=torch.finfo(S.dtype).tiny).rsqrt()
    values, vectors = torch.linalg.eigh(gram * scale * scale.unsqueeze(-1))
    kept = values > values[-1] * torch.finfo(S.dtype).eps * S.shape[1]
    basis = S @ (scale.unsqueeze(-1) * vectors[:, kept] * values[kept].rsqrt())
    E, Z = torch.linalg.eigh(basis.mT @ (A @ basis))
    E, Z = (E.flip(0), Z.flip(1)) if largest else (E, Z)
    return E[:n], basis @ Z[:, :n]


def histogramdd(input, bins, *, range=None, weight=None, density=False, out=None):
    """How many points (the rows) lie in each cell of a grid: (hist, bin_edges), one vector of edges for each dimension.

    >>> torch.histogramdd(torch.tensor([[0., 1.], [1., 0.], [2., 0.], [2., 2.]]), bins=[3, 3])[0]
    tensor([[0., 1., 0.],
            [1., 0., 0.],
            [1., 0., 1.]])
    """
    if input.dim() < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    dims = input.shape[-1]
    points = input.reshape(-1, dims)
    if isinstance(bins, int):
        bins = [bins] * dims
    if len(bins) != dims:
        raise RuntimeError(
            f"torch.histogramdd: Expected {dims} sequences of bin edges for a {dims}-dimensional histogram but got {len(bins)}"
            if len(bins) and torch.is_tensor(bins[0])
            else "torch.histogramdd: The size of bins must be equal to the innermost dimension of the input."
        )
    if range is not None and len(range) != 2 * dims:
        raise RuntimeError(
            f"torch.histogramdd: for a {dims}-dimensional histogram range should have {2 * dims} elements, but got {len(range)}"
        )
    edges, place = [], torch.zeros(points.shape[0], dtype=torch.int64, device=input.device)
    inside = torch.ones(points.shape[0], dtype=torch.bool, device=input.device)
    for d, count in enumerate(bins):
        x = points[:, d].contiguous()
        if torch.is_tensor(count):
            edge = count
        else:
            low, high = (range[2 * d], range[2 * d + 1]) if range is not None else (x.min().item(), x.max().item())
            low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
            edge = torch.linspace(low, high, count + 1, dtype=input.dtype, device=input.device)
        cells = len(edge) - 1
        at = torch.searchsorted(edge, x, right=True) - 1
        # The last cell holds its upper edge.
        at = torch.where(x == edge[-1], cells - 1, at)
        inside &= (at >= 0) & (at < cells)
        place = place * cells + at.clamp(0, cells - 1)
        edges.append(edge)
    shape = [len(edge) - 1 for edge in edges]
    share = torch.ones(points.shape[0], dtype=input.dtype, device=input.device) if weight is None else weight.reshape(-1)
    hist = torch.zeros(torch.Size(shape).numel(), dtype=input.dtype, device=input.device)
    hist = hist.index_add(0, place, torch.where(inside, share, 0.0).to(input.dtype)).reshape(shape)
    if density:
        hist = hist / hist.sum()
        for d, edge in enumerate(edges):
            hist = hist / edge.diff().reshape([-1 if i == d else 1 for i, _ in enumerate(bins)])
    return torch._return_type("histogramdd", ("hist", "bin_edges"), (hist, tuple(edges)))
