"""einsum: every kind of expression, ellipses, diagonals, sublists, gradients, mistakes."""
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


a = torch.arange(6.0, device=device).reshape(2, 3)
b = torch.arange(12.0, device=device).reshape(3, 4)
q = torch.arange(24.0, device=device).reshape(2, 3, 4)
m = torch.arange(9.0, device=device).reshape(3, 3)
for expression, operands in [("ij,jk->ik", (a, b)), ("ij,jk", (a, b)), ("ij->ji", (a,)), ("ij->", (a,)), ("ij->j", (a,)), ("ii", (m,)), ("ii->i", (m,)), ("i,j->ij", (a[0], a[1])), ("i,i", (a[0], a[0])), ("ij,ij->ij", (a, a)), ("bij,bkj->bik", (q, q)), ("ijk,jl,km->ilm", (q, m, torch.ones(4, 2, device=device))), ("...ij->...ji", (q,)), ("...j,j->...", (a, a[0])), ("b...,b...->b", (q, q)), ("ij,...jk->...ik", (a, b)), ("...->", (a,)), ("i...->...", (q,)), (" ij , jk -> ik ", (a, b)), ("ba", (a,)), ("iij->j", (torch.arange(18.0, device=device).reshape(3, 3, 2),)), ("Ab,bC->AC", (a, b))]:
    show(expression, torch.einsum(expression, *operands))
show("list", torch.einsum("ij,jk->ik", [a, b]), torch.einsum(a, [0, 1], b, [1, 2], [0, 2]), torch.einsum(m, [0, 0]), torch.einsum(q, [..., 0, 1], [..., 1, 0]))
show("broadcast", torch.einsum("ij,ij->i", a, a[:1]))
x, y = a.clone().requires_grad_(), b.clone().requires_grad_()
torch.einsum("ij,jk->k", x, y).square().sum().backward()
show("grad", x.grad, y.grad)
fails("operands", lambda: torch.einsum("ij,jk->ik", a))
fails("too many", lambda: torch.einsum("ij->ij", a, b))
fails("dims", lambda: torch.einsum("ijk->i", a))
fails("sizes", lambda: torch.einsum("ij,jk->ik", a, a))
fails("output", lambda: torch.einsum("ij->ik", a))
fails("twice", lambda: torch.einsum("ij->ii", a))
fails("character", lambda: torch.einsum("i1->i", a))
fails("nothing", lambda: torch.einsum("ij"))
