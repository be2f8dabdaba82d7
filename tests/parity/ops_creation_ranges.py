"""arange, linspace, logspace: ends, steps, dtypes, refusals."""
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


show("arange", torch.arange(5, device=device), torch.arange(1, 4, device=device), torch.arange(1, 2.5, 0.5, device=device), torch.arange(5, 0, -2, device=device), torch.arange(0, device=device), torch.arange(2.0, device=device), torch.arange(0, 1, 0.3, dtype=torch.float64, device=device), torch.arange(3, dtype=torch.int8, device=device))
show("linspace", torch.linspace(0, 1, 5, device=device), torch.linspace(3, -3, 4, device=device), torch.linspace(2, 5, 1, device=device), torch.linspace(0, 10, 3, dtype=torch.int64, device=device), torch.linspace(0, 1, 0, device=device))
show("logspace", torch.logspace(0, 2, 3, device=device), torch.logspace(0, 3, 4, base=2, device=device), torch.logspace(-1, 1, 2, dtype=torch.float64, device=device))
show("grid", *torch.meshgrid(torch.arange(2, device=device), torch.arange(3, device=device), indexing="ij"))
show("random sizes", torch.rand(0, 3, device=device), torch.randperm(0, device=device), torch.randint(0, 1, (3,), device=device))
print(torch.arange(3, 3).tolist(), torch.arange(-2, 2).dtype, torch.arange(0, 1, 0.1).numel())
fails("step", lambda: torch.arange(0, 5, 0))
fails("direction", lambda: torch.arange(0, 5, -1))
fails("infinite", lambda: torch.arange(0, math.inf))
fails("nan", lambda: torch.arange(0, math.nan))
fails("steps", lambda: torch.linspace(0, 1, -1))
fails("randperm", lambda: torch.randperm(-1))
fails("randint", lambda: torch.randint(5, 5, (2,)))
fails("huge", lambda: torch.arange(0, 2**62, 0.001))
