"""Distances: cdist, pdist, pairwise_distance, of every order, with gradients."""
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


a = torch.tensor([[0.0, 0], [1, 2], [3, -1]], device=device)
b = torch.tensor([[1.0, 1], [0, 4]], device=device)
for p in (2.0, 1.0, 0.0, 3.0, math.inf):
    show(p, torch.cdist(a, b, p=p), torch.pdist(a, p=p))
show("batch", torch.cdist(torch.stack([a, a + 1]), b))
show("pairs", torch.pairwise_distance(a[:2], b), torch.pairwise_distance(a[:2], b, p=1, keepdim=True))
for p in (1.0, 2.0, 3.0):
    x, y = a.double().requires_grad_(), b.double().requires_grad_()
    torch.cdist(x, y, p=p).sum().backward()
    show("grad", x.grad, y.grad)
    x = a.double().requires_grad_()
    torch.pdist(x, p).square().sum().backward()
    show("grad", x.grad)
x = a.clone().requires_grad_()
torch.cdist(x, x).sum().backward()
show("equal rows", x.grad)
fails("dims", lambda: torch.cdist(a[0], b))
fails("columns", lambda: torch.cdist(a, torch.ones(2, 3)))
fails("order", lambda: torch.cdist(a, b, p=-1))
fails("pdist", lambda: torch.pdist(torch.zeros(2, 2, 2)))
show("empty", torch.cdist(a[:0], b), torch.pdist(a[:1]))
