"""Diagonals and triangles: diag, diagflat, diag_embed, diagonal, tril, triu and their indices."""
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


v = torch.tensor([1.0, 2, 3], device=device)
m = torch.arange(9.0, device=device).reshape(3, 3)
show("diag", torch.diag(v), torch.diag(v, 1), torch.diag(v, -1), torch.diag(m), torch.diag(m, 1), m.diag(-2))
show("diagflat", torch.diagflat(v), torch.diagflat(torch.tensor([[1, 2], [3, 4]], device=device), 1))
show("embed", torch.diag_embed(torch.stack([v, v * 2])), torch.diag_embed(v, offset=1), torch.diag_embed(v[:2].unsqueeze(0), dim1=0, dim2=2))
show("diagonal", m.diagonal(), torch.diagonal(m, 1), torch.stack([m, m + 1]).diagonal(dim1=1, dim2=2), torch.linalg.diagonal(m, offset=-1))
show("triangles", m.tril(), m.triu(1), torch.tril(m, -1), torch.triu(m[:2], -1))
show("indices", torch.tril_indices(3, 3, device=device), torch.triu_indices(3, 4, 1, device=device), torch.tril_indices(2, 4, 1, device=device))
show("trace", torch.trace(m), m.trace())
n = m.clone()
n.fill_diagonal_(100)
n.diagonal(1).zero_()
show("in place", n, torch.zeros(5, 2, device=device).fill_diagonal_(1, wrap=True), torch.zeros(2, 2, device=device).tril_().triu_())
show("scatter", torch.diagonal_scatter(m, v), torch.select_scatter(m, v, 0, 1), torch.slice_scatter(m, torch.zeros(3, 1, device=device), 1, 0, 1))
x = m.clone().requires_grad_()
(torch.diag_embed(x.diagonal()) @ x).sum().backward()
show("grad", x.grad)
fails("diag", lambda: torch.diag(torch.zeros(2, 2, 2)))
fails("embed", lambda: torch.diag_embed(v, dim1=0, dim2=0))
fails("triangle", lambda: torch.tril(v))
fails("diagonal", lambda: m.diagonal(0, 0, 0))
fails("scatter", lambda: torch.select_scatter(m, v[:2], 0, 1))
fails("trace", lambda: torch.trace(v))
