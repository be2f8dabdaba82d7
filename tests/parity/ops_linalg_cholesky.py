"""Cholesky factors, upper and lower, what solves with them, and matrices that have none."""
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


A = torch.tensor([[4.0, 2, 0.6], [2, 5, 1], [0.6, 1, 3]], device=device)
L = torch.linalg.cholesky(A)
show("lower", L, torch.cholesky(A))
show("upper", torch.linalg.cholesky(A, upper=True))
show("product", L @ L.mT)
show("reads one triangle", torch.linalg.cholesky(A.tril()))
b = torch.tensor([[1.0], [2], [3]], device=device)
show("solve", torch.cholesky_solve(b, L), torch.cholesky_solve(b, L.mT, upper=True))
show("inverse", torch.cholesky_inverse(L))
show("batch", torch.linalg.cholesky(torch.stack([A, A * 4])))
x = A.double().requires_grad_()
torch.linalg.cholesky(x).sin().sum().backward()
show("grad", x.grad)
x = A.double().requires_grad_()
torch.linalg.cholesky(x, upper=True).cos().sum().backward()
show("grad upper", x.grad)
N = torch.tensor([[1.0, 2], [2, 1]], device=device)
fails("indefinite", lambda: torch.linalg.cholesky(N))
fails("batch", lambda: torch.linalg.cholesky(torch.stack([torch.eye(2, device=device), N])))
fails("negative", lambda: torch.linalg.cholesky(-torch.eye(2, device=device)))
fails("not square", lambda: torch.linalg.cholesky(A[:2]))
fails("whole", lambda: torch.linalg.cholesky(A.long()))
show("ex", torch.linalg.cholesky_ex(torch.stack([torch.eye(2, device=device), N])).info)
show("sizes", torch.linalg.cholesky(torch.zeros(0, 0, device=device)))
