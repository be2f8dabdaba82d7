"""Reductions that pass over NaN: nansum, nanmean, nanmedian, nan_to_num, and NaN in the others."""
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


x = torch.tensor([[1.0, math.nan, 3], [math.nan, math.nan, math.nan]], device=device)
show("nansum", torch.nansum(x), torch.nansum(x, dim=1), x.nansum(0, keepdim=True))
show("nanmean", torch.nanmean(x), torch.nanmean(x, dim=1), x.nanmean(0, keepdim=True))
show("nanmedian", torch.nanmedian(x), x.nanmedian(1).values, torch.nanmedian(x[0]).isnan())
show("others", x.sum(), x.max(), x.min(), x.mean(), x.amax(1), x.argmax(), x.prod(), x.std(), x.norm(), x.cumsum(1), x.cummax(1).values)
show("to num", torch.nan_to_num(x), torch.nan_to_num(torch.tensor([math.inf, -math.inf, math.nan], device=device), nan=1.0, posinf=2.0, neginf=-3.0))
show("compare", x == x, x != x, x.isnan(), torch.maximum(x, torch.zeros(3, device=device)), torch.fmax(x, torch.zeros(3, device=device)), torch.fmin(x, torch.tensor(2.0, device=device)))
a = x.clone().requires_grad_()
torch.nansum(a).backward()
show("grad", a.grad)
a = x[:1].clone().requires_grad_()
torch.nanmean(a).backward()
show("grad", a.grad)
show("whole", torch.nansum(torch.tensor([1, 2], device=device)))
fails("mean of whole numbers", lambda: torch.nanmean(torch.tensor([1, 2], device=device)))
show("all of nothing", torch.nansum(torch.zeros(0, device=device)), torch.nanmean(torch.zeros(0, device=device)))
