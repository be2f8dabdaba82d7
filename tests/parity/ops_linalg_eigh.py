"""Eigenvalues and eigenvectors of symmetric matrices, and their gradients."""
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


A = torch.tensor([[2.0, 1, 0], [1, 3, 1], [0, 1, 5]], device=device)
w, v = torch.linalg.eigh(A)
show("values", w, torch.linalg.eigvalsh(A), torch.linalg.eigvalsh(torch.stack([A, -A])))
show("vectors up to signs", v.abs())
show("product", v @ torch.diag(w) @ v.mT)
lopsided = A.tril() + 100 * A.triu(1)
show("lower", torch.linalg.eigvalsh(lopsided))
show("upper", torch.linalg.eigvalsh(lopsided.T, UPLO="U"))
x = A.double().requires_grad_()
(torch.linalg.eigvalsh(x) * torch.tensor([1.0, 2, 4], device=device)).sum().backward()
show("grad of values", x.grad)
x = A.double().requires_grad_()
(torch.linalg.eigh(x).eigenvectors.square() * torch.arange(9.0, device=device).reshape(3, 3)).sum().backward()
show("grad of vectors", x.grad)
fails("not square", lambda: torch.linalg.eigh(A[:2]))
fails("UPLO", lambda: torch.linalg.eigh(A, UPLO="X"))
show("empty", torch.linalg.eigvalsh(torch.zeros(0, 0, device=device)))
