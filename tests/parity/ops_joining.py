"""Joining: cat, stack, hstack, vstack, dstack, column_stack, block_diag, combinations, products."""
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


a, b = torch.tensor([1.0, 2, 3], device=device), torch.tensor([4.0, 5, 6], device=device)
m = torch.arange(6.0, device=device).reshape(2, 3)
show("hstack", torch.hstack([a, b]), torch.hstack([m, m]), torch.hstack([torch.tensor(1, device=device), a]))
show("vstack", torch.vstack([a, b]), torch.row_stack([m, a]))
show("dstack", torch.dstack([a, b]), torch.dstack([m, m]))
show("column_stack", torch.column_stack([a, b]), torch.column_stack([a.reshape(3, 1), m.T]))
show("block_diag", torch.block_diag(m, a, torch.tensor(9.0, device=device)))
show("cartesian", torch.cartesian_prod(a[:2], b[:2]), torch.cartesian_prod(a))
show("combinations", torch.combinations(a), torch.combinations(a, 3), torch.combinations(a, 2, with_replacement=True), torch.combinations(a, r=1))
show("meshgrid", *torch.meshgrid(a, b[:2], indexing="ij"), *torch.meshgrid(a, b[:2], indexing="xy"))
show("promotion", torch.cat([a, torch.tensor([1], device=device)]), torch.cat([torch.tensor([True], device=device), torch.tensor([2], device=device)]))
show("empty", torch.cat([torch.zeros(0, device=device), m]), torch.cat([m[:0], m]))
show("atleast", *torch.atleast_1d(torch.tensor(1.0, device=device), a), torch.atleast_2d(a), torch.atleast_3d(m), *torch.atleast_3d([a, m]))
x = a.clone().requires_grad_()
torch.block_diag(x, x * 2).square().sum().backward()
show("grad", x.grad)
fails("nothing", lambda: torch.cat([]))
fails("sizes", lambda: torch.cat([m, m.T]))
fails("dims", lambda: torch.cat([m, a]))
fails("0-d", lambda: torch.cat([torch.tensor(1.0)]))
fails("stack", lambda: torch.stack([a, m]))
fails("stack nothing", lambda: torch.stack([]))
fails("not tensors", lambda: torch.cat([1, 2]))
show("out", torch.cat([a, b], out=torch.empty(0, device=device)), torch.stack([a, b], out=torch.empty(2, 3, device=device)))
