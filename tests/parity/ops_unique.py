"""Distinct elements and slices, with inverses and counts, in runs too."""
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


x = torch.tensor([[3, 1, 2], [1, 3, 3]], device=device)
show("unique", torch.unique(x), x.unique(sorted=True))
show("inverse", *torch.unique(x, return_inverse=True))
show("all", *torch.unique(x, return_inverse=True, return_counts=True))
show("counts", *x.unique(return_counts=True))
rows = torch.tensor([[1, 2], [0, 5], [1, 2], [1, 0]], device=device)
show("rows", *torch.unique(rows, dim=0, return_inverse=True, return_counts=True))
show("columns", *torch.unique(rows, dim=1, return_inverse=True, return_counts=True))
show("floats", torch.unique(torch.tensor([0.5, -1.0, 0.5, 2.0], device=device)))
show("bool", torch.unique(torch.tensor([True, False, True], device=device)))
show("empty", torch.unique(torch.tensor([], device=device)), *torch.unique(torch.zeros(0, dtype=torch.long, device=device), return_counts=True))
run = torch.tensor([1, 1, 2, 2, 2, 1, 3, 3], device=device)
show("runs", torch.unique_consecutive(run))
show("runs", *torch.unique_consecutive(run, return_inverse=True, return_counts=True))
show("runs of rows", *torch.unique_consecutive(rows[[0, 2, 1, 1]], dim=0, return_counts=True))
show("numbers", torch.unique(torch.tensor(5, device=device)))
inverse = torch.unique(x, return_inverse=True)[1]
show("rebuilt", torch.unique(x)[inverse])
