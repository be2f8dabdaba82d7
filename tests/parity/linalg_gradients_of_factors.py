# Gradients through factorisations: of other than square matrices, of whole factors, of norms at zero; and names of nodes.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def matrix(*rows):
    return torch.tensor(rows, dtype=torch.float64, device=device, requires_grad=True)


def show(name, function, *leaves):
    results = function(*leaves)
    results = results if isinstance(results, tuple) else (results,)
    found = [x for x in results if x.requires_grad]
    weights = [torch.cos(torch.arange(x.numel(), dtype=torch.float64, device=device)).reshape(x.shape) for x in found]
    grads = torch.autograd.grad(sum((x * w).sum() for x, w in zip(found, weights)), leaves)
    print(name, [x.grad_fn.name() for x in found])
    for g in grads:
        print("   ", [round(n, 5) + 0.0 for n in g.reshape(-1).tolist()], tuple(g.shape))


wide = matrix([2, 1, 3], [4, 3, 1])
tall = matrix([2, 1], [4, 3], [1, 5])
square = matrix([4, 1, 2], [1, 5, 3], [2, 3, 7])
symmetric = lambda x: x @ x.mT
show("lu wide", torch.linalg.lu, wide)
show("lu tall", torch.linalg.lu, tall)
show("lu_factor", lambda x: torch.linalg.lu_factor(x)[0], tall)
show("lu_unpack", lambda x: torch.lu_unpack(*torch.linalg.lu_factor(x)), square)
show("lu_solve", lambda a, b: torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b), square, matrix([1], [2], [3]))
factor = matrix([2, 9, 9], [1, 3, 9], [0.5, 1, 2])
show("cholesky_solve", torch.cholesky_solve, matrix([1], [2], [3]), factor)
show("cholesky_inverse", torch.cholesky_inverse, factor)
show("upper", lambda x: torch.cholesky_inverse(x, upper=True), factor)
show("cholesky", lambda x: torch.cholesky(symmetric(x)), square)
show("pinv", torch.linalg.pinv, tall)
show("hermitian", lambda x: torch.linalg.pinv(x, hermitian=True), square)
show("lstsq", lambda a, b: torch.linalg.lstsq(a, b).solution, tall, matrix([1], [2], [3]))
show("triangular_solve", torch.triangular_solve, matrix([1], [2], [3]), factor)
show("right", lambda a, b: torch.linalg.solve_triangular(a, b, upper=True, left=False), factor, matrix([1, 2, 3]))
show("ormqr", torch.ormqr, matrix([1, 2], [0.5, 1], [0.25, 0.5]), matrix([1.5, 1.25])[0], tall)
show("householder_product", torch.linalg.householder_product, matrix([1, 2], [0.5, 1], [0.25, 0.5]), matrix([1.5, 1.25])[0])
show("matrix_exp", lambda x: torch.matrix_exp(x / 5), square)
show("powers", lambda x: (torch.linalg.matrix_power(x, 1), torch.linalg.matrix_power(x, 3)), square)
show("multi_dot", lambda a, b: torch.linalg.multi_dot([a, b, a]), tall, wide)
show("cross", torch.linalg.cross, square, matrix([1, 2, 3], [3, 2, 1], [0, 1, 0]))
show("cond", lambda x: torch.linalg.cond(x), square)
show("norms", lambda x: tuple(torch.linalg.matrix_norm(x, p) for p in ("fro", "nuc", 2, 1, float("inf"))), wide)
show("kept", lambda x: torch.linalg.matrix_norm(x, "nuc", keepdim=True), wide)
show("nuclear", lambda x: torch.norm(x, "nuc"), wide)
show("vander", torch.linalg.vander, matrix([1, 2, 3])[0])
show("vecdot", torch.linalg.vecdot, matrix([1, 2, 3])[0], matrix([3, 2, 1])[0])
zero = torch.zeros(3, dtype=torch.float64, device=device, requires_grad=True)
for p in (-2, -0.5, 0.5, 1, 2, 3, float("inf")):
    show(f"norm {p} at 0", lambda x: torch.linalg.vector_norm(x, p), zero)
for shape in ((0, 0), (0, 3), (3, 0)):
    empty = torch.zeros(shape, device=device)
    print(shape, [torch.linalg.matrix_norm(empty, p).item() for p in ("fro", "nuc", 2, 1, float("inf"))])
show("empty", lambda a, b: a @ b, torch.zeros(2, 3, 0, dtype=torch.float64, device=device, requires_grad=True), torch.zeros(0, 4, dtype=torch.float64, device=device, requires_grad=True))
for name, function, x in (
    ("pinv", torch.linalg.pinv, tall),
    ("hermitian", lambda x: torch.linalg.pinv(symmetric(x), hermitian=True), square),
    ("lu", lambda x: torch.linalg.lu(x).L, wide),
    ("cholesky_inverse", lambda x: torch.cholesky_inverse(torch.linalg.cholesky(symmetric(x))), square),
):
    (first,) = torch.autograd.grad(function(x).square().sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first[0, 0], x)
    print("second", name, [round(n, 5) + 0.0 for n in second.reshape(-1).tolist()])
