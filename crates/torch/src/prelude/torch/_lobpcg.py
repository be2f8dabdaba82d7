"""`torch._lobpcg`: a few eigenvalues of a large symmetric matrix, by iteration."""

import torch


def lobpcg(
    A,
    k=None,
    B=None,
    X=None,
    n=None,
    iK=None,
    niter=None,
    tol=None,
    largest=None,
    method=None,
    tracker=None,
    ortho_iparams=None,
    ortho_fparams=None,
    ortho_bparams=None,
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
            lobpcg(
                batch[i],
                k,
                None if B is None else B.expand(A.shape).reshape(-1, m, m)[i],
                None if X is None else X.expand(A.shape[:-1] + X.shape[-1:]).reshape(-1, m, X.shape[-1])[i],
                n,
                iK,
                niter,
                tol,
                largest,
                method,
            )
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
