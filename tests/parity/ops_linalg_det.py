"""Determinants: det, slogdet, logdet, of batches, singular and empty matrices, with gradients."""
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


A = torch.tensor([[4.0, 1, 2], [1, 5, 3], [2, 3, 6]], device=device)
P = torch.tensor([[0.0, 1, 0], [1, 0, 0], [0, 0, 2]], device=device)
for name, x in [("A", A), ("P", P), ("both", torch.stack([A, P])), ("singular", torch.ones(3, 3, device=device)), ("1x1", torch.tensor([[-3.0]], device=device)), ("empty", torch.zeros(0, 0, device=device)), ("none", torch.zeros(0, 2, 2, device=device))]:
    show(name, torch.det(x), torch.linalg.det(x), x.det(), torch.logdet(x))
    sign, size = torch.linalg.slogdet(x)
    show(name, sign, size)
print(torch.slogdet(P.cpu()))
print(torch.linalg.slogdet(P.cpu()))
for f in (torch.det, torch.logdet, lambda x: torch.linalg.slogdet(x).logabsdet):
    x = torch.stack([A, A + 1]).double().requires_grad_()
    (f(x) * torch.tensor([1.0, 2.0], device=device)).sum().backward()
    show("grad", x.grad)
fails("not square", lambda: torch.det(A[:2]))
fails("vector", lambda: torch.linalg.det(A[0]))
fails("whole", lambda: torch.linalg.det(A.long()))
fails("half", lambda: torch.linalg.slogdet(A.half()))
