# LAPACK's factorisations: LDL, reflections, triangular systems; and the memory layout of their results.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def matrix(*rows):
    return torch.tensor(rows, dtype=torch.float64, device=device)


def show(name, *tensors):
    for x in tensors:
        print(name, [round(n, 6) + 0.0 for n in x.detach().reshape(-1).tolist()], tuple(x.shape), x.stride())


A = matrix([4, 2, -2, 1], [2, 1, 5, 0.5], [-2, 5, 0.25, 3], [1, 0.5, 3, -1])
LD, pivots = torch.linalg.ldl_factor(A)
show("LD", LD)
print("pivots", pivots.tolist(), pivots.dtype)
B = matrix([1, 0], [2, 1], [3, -1], [4, 2])
X = torch.linalg.ldl_solve(LD, pivots, B)
show("X", X)
print("solved", torch.allclose(A @ X, B))
both = torch.stack([A, A + torch.eye(4, device=device) * 3])
LD, pivots, info = torch.linalg.ldl_factor_ex(both)
print("batch", pivots.tolist(), info.tolist(), torch.allclose(both @ torch.linalg.ldl_solve(LD, pivots, B), B.expand(2, 4, 2)))
print("zero", torch.linalg.ldl_factor_ex(torch.zeros(2, 2, device=device)).info.item())

tall = matrix([3, 1], [4, 2], [0, 2])
a, tau = torch.geqrf(tall)
show("geqrf", a, tau)
show("orgqr", torch.orgqr(a, tau), torch.linalg.householder_product(a, tau[:1]))
C = matrix([1, 2], [3, 4], [5, 6])
show("ormqr", torch.ormqr(a, tau, C), torch.ormqr(a, tau, C, transpose=True))
print("right", torch.allclose(torch.ormqr(a, tau, C.mT, left=False), torch.ormqr(a, tau, C, transpose=True).mT))
R = matrix([2, 1], [0, 4])
solution, copy = torch.triangular_solve(matrix([4, 1], [8, 2]), R)
show("triangular_solve", solution, copy)
show("transposed", torch.triangular_solve(matrix([4], [8]), R, transpose=True).solution)
show("unit", matrix([4], [8]).triangular_solve(R, unitriangular=True).solution)

# Results are column-major, as in LAPACK.
S = A[:3, :3] @ A[:3, :3].mT + torch.eye(3, dtype=torch.float64, device=device)
for name, result in (
    ("cholesky", torch.linalg.cholesky(S)),
    ("inv", torch.linalg.inv(S)),
    ("solve", torch.linalg.solve(S, tall)),
    ("right", torch.linalg.solve(S, tall.mT, left=False)),
    ("qr", torch.linalg.qr(tall).Q),
    ("R", torch.linalg.qr(tall, "complete").R),
    ("U", torch.linalg.svd(tall).U),
    ("Vh", torch.linalg.svd(tall).Vh),
    ("vectors", torch.linalg.eigh(S).eigenvectors),
    ("lu_factor", torch.linalg.lu_factor(tall).LU),
    ("lu", torch.linalg.lu(tall).L),
    ("lu_solve", torch.linalg.lu_solve(*torch.linalg.lu_factor(S), tall, adjoint=True)),
    ("cholesky_inverse", torch.cholesky_inverse(torch.linalg.cholesky(S))),
    ("pinv", torch.linalg.pinv(tall)),
    ("matrix_exp", torch.matrix_exp(S)),
    ("batch", torch.linalg.inv(torch.stack([S, S]))),
):
    print(name, tuple(result.shape), result.stride())
