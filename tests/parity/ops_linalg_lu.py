"""LU factors, their permutations, solving with them, triangular systems."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(label, *values):
    """Numbers to four decimals, without a sign on zero, with shape and dtype."""
    for x in values:
        if not torch.is_tensor(x):
            print(label, x)
            continue
        flat = x.detach().cpu().reshape(-1).tolist()
        flat = [round(v, 4) + 0.0 if isinstance(v, float) else v for v in flat]
        print(label, flat, tuple(x.shape), str(x.dtype)[6:])


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


A = torch.tensor([[1.0, 2, 3], [4, 5, 6], [7, 8, 10]], device=device)
LU, pivots = torch.linalg.lu_factor(A)
show("factor", LU, pivots)
P, L, U = torch.linalg.lu(A)
show("P L U", P, L, U)
show("product", P @ L @ U)
P, L, U = torch.lu_unpack(LU, pivots)
show("unpacked", P @ L @ U)
show("wide", *torch.linalg.lu(A[:2]))
show("tall", *torch.linalg.lu(A[:, :2]))
show("batch", *torch.linalg.lu_factor(torch.stack([A, A.T])))
b = torch.tensor([[1.0], [2], [3]], device=device)
show("lu_solve", torch.linalg.lu_solve(LU, pivots, b), torch.lu_solve(b, LU, pivots), torch.linalg.lu_solve(LU, pivots, b.T, left=False), torch.linalg.lu_solve(LU, pivots, b, adjoint=True))
T = A.triu()
show("triangular", torch.linalg.solve_triangular(T, b, upper=True), torch.linalg.solve_triangular(T.T, b, upper=False), torch.linalg.solve_triangular(T, b.T, upper=True, left=False), torch.linalg.solve_triangular(T, b, upper=True, unitriangular=True))
t, y = T.double().requires_grad_(), b.double().requires_grad_()
torch.linalg.solve_triangular(t, y, upper=True).square().sum().backward()
show("grad", t.grad, y.grad)
x = A.double().requires_grad_()
torch.linalg.lu_factor(x).LU.sin().sum().backward()
show("grad lu", x.grad)
fails("singular", lambda: torch.linalg.lu_factor(torch.ones(2, 2, device=device)))
show("ex", torch.linalg.lu_factor_ex(torch.ones(2, 2, device=device)).info)
