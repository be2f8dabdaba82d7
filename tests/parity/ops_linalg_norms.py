"""Norms of vectors and matrices: every order, dimensions, keepdim, gradients, refusals."""
import math

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


A = torch.tensor([[1.0, -2, 3], [-4, 5, 6]], device=device)
for order in (2, 1, 0, 3, 0.5, math.inf, -math.inf, -1):
    show(order, torch.linalg.vector_norm(A, order), torch.linalg.vector_norm(A, order, dim=1), torch.linalg.vector_norm(A, order, dim=0, keepdim=True))
for order in ("fro", "nuc", 2, -2, 1, -1, math.inf, -math.inf):
    show(order, torch.linalg.matrix_norm(A, order), torch.linalg.matrix_norm(torch.stack([A, A * 2]), order, keepdim=True), torch.linalg.norm(A, order))
show("norm", torch.linalg.norm(A), torch.linalg.norm(A[0], 3), torch.linalg.norm(A, dim=1), torch.linalg.norm(A, 1, dim=(0, 1)), A.norm(), A.norm(1), torch.norm(A, dim=0), A.norm(p=math.inf, dim=1))
for order in ("fro", "nuc", 2, 1, math.inf):
    x = A.double().requires_grad_()
    torch.linalg.matrix_norm(x, order).backward()
    show("grad", x.grad)
x = A.double().requires_grad_()
torch.linalg.vector_norm(x, 3, dim=1).sum().backward()
show("grad", x.grad)
fails("whole", lambda: torch.linalg.norm(A.long()))
fails("dims", lambda: torch.linalg.norm(A, dim=(0, 1, 2)))
fails("three dims", lambda: torch.linalg.norm(torch.zeros(2, 2, 2, device=device), 2))
fails("order", lambda: torch.linalg.matrix_norm(A, 3))
fails("vector", lambda: torch.linalg.matrix_norm(A[0]))
fails("same dims", lambda: torch.linalg.matrix_norm(A, dim=(0, 0)))
fails("empty", lambda: torch.linalg.vector_norm(torch.zeros(0, device=device), math.inf))
show("empty", torch.linalg.vector_norm(torch.zeros(0, device=device)), torch.linalg.norm(torch.tensor(-3.0, device=device)))
