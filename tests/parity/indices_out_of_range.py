# cpu only: what a device says comes later and in other words
# What each function that is given positions says of one that there is not.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
x = torch.zeros(3)
m = torch.arange(6.0).view(2, 3)
functions = {
    "scatter": lambda i: x.scatter(0, i, 5.0),
    "scatter of a tensor": lambda i: x.scatter(0, i, torch.ones(1)),
    "scatter_add": lambda i: x.scatter_add(0, i, torch.ones(1)),
    "scatter_reduce": lambda i: x.scatter_reduce(0, i, torch.ones(1), "sum"),
    "scatter_reduce amax": lambda i: x.scatter_reduce(0, i, torch.ones(1), "amax"),
    "gather": lambda i: x.gather(0, i),
    "gather of rows": lambda i: m.gather(1, i.view(1, 1).expand(2, 1)),
    "index_select": lambda i: x.index_select(0, i),
    "index_select of columns": lambda i: m.index_select(1, i),
    "index_add": lambda i: x.index_add(0, i, torch.ones(1)),
    "index_copy": lambda i: x.index_copy(0, i, torch.ones(1)),
    "index_fill": lambda i: x.index_fill(0, i, 5.0),
    "index_reduce": lambda i: x.index_reduce(0, i, torch.ones(1), "prod"),
    "take": lambda i: x.take(i),
    "put": lambda i: x.put(i, torch.ones(1)),
    "embedding": lambda i: F.embedding(i, m[:, :2].repeat(2, 1)[:3]),
    "one_hot": lambda i: F.one_hot(i, 3),
    "nll_loss": lambda i: F.nll_loss(torch.zeros(1, 3), i),
    "cross_entropy": lambda i: F.cross_entropy(torch.zeros(1, 3), i),
    "index": lambda i: x[i],
    "index_put": lambda i: x.index_put((i,), torch.ones(1)),
    "take_along_dim": lambda i: torch.take_along_dim(x, i),
}
for name, function in functions.items():
    for at in (0, 2, -1, -3, 3, -4, 2**40):
        try:
            result = function(torch.tensor([at])).flatten().tolist()
        except (RuntimeError, IndexError) as error:
            result = type(error).__name__ + ": " + str(error).split("\n")[0]
        if name == "one_hot" and at == 2**40 or name in ("take", "put") and at == 2**40:
            continue
        print(f"{name} at {at}: {result}")
