# Positions that are not there are refused on every device: negative ones count from the end in keys, `take` and `put` alone.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x, m = torch.zeros(3, device=device), torch.arange(6.0, device=device).view(2, 3)
one = torch.ones(1, device=device)
functions = {
    "scatter": lambda i: x.scatter(0, i, 5.0),
    "scatter of a tensor": lambda i: x.scatter(0, i, one),
    "scatter_add": lambda i: x.scatter_add(0, i, one),
    "scatter_reduce": lambda i: x.scatter_reduce(0, i, one, "sum"),
    "scatter_reduce amax": lambda i: x.scatter_reduce(0, i, one, "amax"),
    "gather": lambda i: x.gather(0, i),
    "gather along rows": lambda i: m.gather(1, i.view(1, 1).expand(2, 1)),
    "index_select": lambda i: x.index_select(0, i),
    "index_select of columns": lambda i: m.index_select(1, i),
    "index_add": lambda i: x.index_add(0, i, one),
    "index_copy": lambda i: x.index_copy(0, i, one),
    "index_fill": lambda i: x.index_fill(0, i, 5.0),
    "index_reduce": lambda i: x.index_reduce(0, i, one, "prod"),
    "take": lambda i: x.take(i),
    "put": lambda i: x.put(i, one),
    "embedding": lambda i: F.embedding(i, m.T.contiguous()),
    "nll_loss": lambda i: F.nll_loss(m[:1], i),
    "cross_entropy": lambda i: F.cross_entropy(m[:1], i),
    "index": lambda i: x[i],
    "index of columns": lambda i: m[:, i],
    "index_put": lambda i: x.index_put((i,), one),
    "setitem": lambda i: x.clone().__setitem__(i, 1.0) or x,
    "take_along_dim": lambda i: torch.take_along_dim(x, i),
}
for name, function in functions.items():
    for at in (0, 2, -1, -3, 3, -4):
        try:
            result = [round(number, 5) for number in function(torch.tensor([at], device=device)).flatten().tolist()]
        except (RuntimeError, IndexError):
            result = "refused"
        print(f"{name} at {at}: {result}")
