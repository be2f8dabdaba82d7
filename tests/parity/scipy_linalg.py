# cpu only: arrays, which have no device
# scipy.linalg as SciPy has it: equations, decompositions (what they multiply to), functions, matrices of a form, errors.
import numpy as np
from scipy import linalg

rng = np.random.RandomState(0)
A, B, S = rng.randn(4, 4), rng.randn(4, 3), rng.randn(4, 4)
P = S @ S.T + 4 * np.eye(4)
H = A + 1j * S
W = rng.randn(5, 3)
b = rng.randn(4)


def show(name, value):
    if isinstance(value, tuple):
        return [show(f"{name}[{k}]", part) for k, part in enumerate(value)]
    value = np.asarray(value)
    rounded = np.round(value.astype(complex if value.dtype.kind == "c" else float), 6) + 0
    print(name, value.dtype, value.shape, rounded.ravel()[:12].tolist())


for name in ["inv", "det", "expm", "cosm", "sinm", "coshm", "sinhm", "eigvalsh", "svdvals"]:
    show(name, getattr(linalg, name)(A if name != "eigvalsh" else P))
show("inv complex", linalg.inv(H))
show("det complex", linalg.det(H))
show("expm complex", linalg.expm(H))
show("expm batch", linalg.expm(np.stack([A, S]))[1])
show("solve", linalg.solve(A, B))
show("solve vector", linalg.solve(A, b))
show("solve transposed", linalg.solve(A, b, transposed=True))
show("solve positive", linalg.solve(np.triu(P), b, assume_a="pos"))
for trans in (0, 1, 2, "N", "T", "C"):
    for lower in (False, True):
        show(f"triangular {trans} {lower}", linalg.solve_triangular(A, B, trans=trans, lower=lower))
show("triangular unit", linalg.solve_triangular(A, b, unit_diagonal=True))
show("triangular complex", linalg.solve_triangular(H, b, trans=2))
show("lu", linalg.lu(A))
show("lu permuted", linalg.lu(W, permute_l=True))
show("lu indices", linalg.lu(A, p_indices=True)[1:])
show("lu_factor", linalg.lu_factor(A)[0])
for trans in (0, 1):
    show(f"lu_solve {trans}", linalg.lu_solve(linalg.lu_factor(A), B, trans=trans))
show("cholesky", linalg.cholesky(P))
show("cholesky lower", linalg.cholesky(P, lower=True))
show("cho_solve", linalg.cho_solve(linalg.cho_factor(P), b))
show("cho_solve lower", linalg.cho_solve(linalg.cho_factor(P, lower=True), B))
q, r = linalg.qr(W)
show("qr", (np.abs(q.T @ q), q @ r, np.abs(r)))
q, r = linalg.qr(W, mode="economic")
show("qr economic", (q @ r, np.abs(r)))
show("qr r", np.abs(linalg.qr(W, mode="r")[0]))
u, s, vh = linalg.svd(W)
print(u.shape, s.shape, vh.shape)
show("svd", (s, u @ linalg.diagsvd(s, 5, 3) @ vh))
w, v = linalg.eig(A)
show("eig", (np.sort_complex(np.round(w, 9)), A @ v - v * w))
print(linalg.eigvals(P).dtype, np.sort(linalg.eigvals(P).real).round(6).tolist())
w, v = linalg.eigh(P)
show("eigh", (w, P @ v - v * w))
w, v = linalg.eigh(A + A.T, P)
show("eigh general", (w, (A + A.T) @ v - P @ v * w, v.T @ P @ v))
show("eigh part", linalg.eigh(P, eigvals_only=True, subset_by_index=[1, 2]))
show("eigh values", linalg.eigvalsh(P, subset_by_value=[5, 9]))
show("lstsq", linalg.lstsq(W, rng.randn(5)))
show("lstsq matrix", linalg.lstsq(W, rng.randn(5, 2)))
show("pinv", linalg.pinv(W))
print(linalg.pinv(np.outer(b, b), return_rank=True)[1])
N = np.outer([1.0, 2, 3], [1.0, 1, 0])
print(linalg.null_space(N).shape, linalg.orth(N).shape, np.abs(N @ linalg.null_space(N)).max() < 1e-12)
for order in (None, "fro", "nuc", 1, -1, 2, -2, np.inf):
    show(f"norm {order}", linalg.norm(A, order))
show("norm vector", linalg.norm(b, 3))
show("block_diag", linalg.block_diag([[1, 2]], [3, 4, 5], 6))
show("toeplitz", linalg.toeplitz([1, 2, 3], [1, 4, 5, 6]))
show("toeplitz complex", linalg.toeplitz([1, 2j, 3]))
show("circulant", linalg.circulant([1, 2, 3]))
show("hankel", linalg.hankel([1, 2, 3], [3, 4, 5]))
show("hilbert", linalg.hilbert(3))
show("companion", linalg.companion([2, -4, 6, 8]))
show("hadamard", linalg.hadamard(4))
show("of integers", linalg.inv([[2, 1], [1, 1]]))
show("of float32", linalg.inv(A.astype(np.float32)).round(3))
for call in [
    lambda: linalg.inv(np.zeros((2, 2))),
    lambda: linalg.solve([[np.nan, 1], [1, 2]], [1, 2]),
    lambda: linalg.solve(A, [1, 2]),
    lambda: linalg.cholesky([[1.0, 2], [2, 1]]),
    lambda: linalg.solve_triangular([[1.0, 2], [0, 0]], [1, 2]),
    lambda: linalg.hadamard(3),
    lambda: linalg.diagsvd([1, 2], 3, 4),
    lambda: linalg.companion([0, 1]),
]:
    try:
        print(call())
    except (ValueError, np.linalg.LinAlgError) as error:
        print(type(error).__name__)
