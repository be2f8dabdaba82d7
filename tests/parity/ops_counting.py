"""Counts: bincount, histc, histogram, count_nonzero."""
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


x = torch.tensor([1, 1, 4, 0, 4, 4], device=device)
show("bincount", torch.bincount(x), x.bincount(minlength=8))
show("weights", torch.bincount(x, torch.tensor([0.5, 1, 2, 3, 4, 5], device=device)), torch.bincount(x, weights=torch.arange(6, device=device)))
show("empty", torch.bincount(torch.zeros(0, dtype=torch.long, device=device)), torch.bincount(torch.zeros(0, dtype=torch.long, device=device), minlength=3))
y = torch.tensor([0.0, 1, 1.5, 2, 4, 10], device=device)
show("histc", torch.histc(y, bins=4), torch.histc(y, bins=4, min=0, max=4), y.histc(5, 1, 3), torch.histc(torch.ones(3, device=device), bins=3))
hist, edges = torch.histogram(y.cpu(), 4)
show("histogram", hist, edges)
show("edges", *torch.histogram(y.cpu(), torch.tensor([0.0, 1, 2, 10])))
show("density", *torch.histogram(y.cpu(), 2, range=(0.0, 4.0), density=True))
show("weighted", *torch.histogram(y.cpu(), 3, weight=torch.arange(6.0)))
show("nonzero", torch.count_nonzero(x), torch.count_nonzero(x.reshape(2, 3), dim=0), torch.count_nonzero(x.reshape(2, 3), dim=(0, 1)))
fails("negative", lambda: torch.bincount(torch.tensor([-1], device=device)))
fails("2-d", lambda: torch.bincount(x.reshape(2, 3)))
fails("weights", lambda: torch.bincount(x, torch.ones(2, device=device)))
fails("floats", lambda: torch.bincount(y))
fails("bins", lambda: torch.histc(y, bins=0))
