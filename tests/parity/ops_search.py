"""Searching in sorted sequences: searchsorted, bucketize, isin."""
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


edges = torch.tensor([1.0, 3, 5, 7], device=device)
x = torch.tensor([[0.0, 1, 2], [3, 7, 9]], device=device)
show("left", torch.searchsorted(edges, x))
show("right", torch.searchsorted(edges, x, right=True), torch.searchsorted(edges, x, side="right"))
show("int32", torch.searchsorted(edges, x, out_int32=True))
show("number", torch.searchsorted(edges, 4.0), torch.searchsorted(edges, torch.tensor(5.0, device=device)))
rows = torch.tensor([[1.0, 2, 3], [4, 5, 6]], device=device)
show("rows", torch.searchsorted(rows, torch.tensor([[2.5, 0], [6, 7]], device=device)))
show("bucketize", torch.bucketize(x, edges), torch.bucketize(x, edges, right=True), torch.bucketize(3, edges))
shuffled = torch.tensor([5.0, 1, 3, 7], device=device)
show("sorter", torch.searchsorted(shuffled, x, sorter=shuffled.argsort()))
show("whole", torch.bucketize(torch.tensor([0, 5, 10], device=device), torch.tensor([1, 5, 8], device=device)))
show("nan", torch.searchsorted(edges, torch.tensor([math.nan, math.inf, -math.inf], device=device)))
show("empty", torch.searchsorted(torch.zeros(0, device=device), x), torch.searchsorted(edges, torch.zeros(0, device=device)))
show("isin", torch.isin(x, torch.tensor([1.0, 9], device=device)), torch.isin(x, 3.0), torch.isin(x, torch.tensor([1.0], device=device), invert=True), torch.isin(7.0, x))
fails("side", lambda: torch.searchsorted(edges, x, right=True, side="left"))
fails("sizes", lambda: torch.searchsorted(rows, torch.zeros(3, 2, device=device)))
fails("dims", lambda: torch.bucketize(x, rows))
