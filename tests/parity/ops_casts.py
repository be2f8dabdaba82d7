"""Casts between dtypes: truncation, wrapping, infinities, rounding of halves."""
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


x = torch.tensor([-1.7, -0.5, 0.0, 0.5, 1.7, 127.9, 100.0], device=device)
for dtype in (torch.int8, torch.int16, torch.int32, torch.int64, torch.bool, torch.float16, torch.bfloat16, torch.float64):
    show(str(dtype), x.to(dtype), x.type(dtype))
big = torch.tensor([300, -129, 65536, 2**31], device=device)
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32):
    print(dtype, big.to(dtype).tolist())
print(torch.tensor([70000.0, 1e-8, 65504.0, 65520.0], device=device).half().tolist(), torch.tensor([1.0 + 2**-9, 3e38, 1e-40], device=device).bfloat16().tolist())
print(torch.tensor([2049.0, 2051.0], device=device).half().tolist(), torch.tensor([16777217], device=device).float().tolist(), torch.tensor([math.nan, math.inf], device=device).bool().tolist())
show("methods", x.int(), x.long(), x.short(), x.char(), x.byte()[2:], x.double(), x.half(), x.bfloat16(), x.bool(), x.float())
print(x.type_as(big).dtype, x.to(big).dtype, x.to("cpu", torch.int32).dtype, x.to(torch.float32) is x, x.float() is x)
a = torch.full((3,), 200, dtype=torch.uint8, device=device)
show("wrap", a + a, a * 2, -a, a - 201, torch.tensor([127], dtype=torch.int8, device=device) + 1, torch.tensor([-128], dtype=torch.int8, device=device).abs())
h = torch.tensor([60000.0], dtype=torch.float16, device=device)
print((h + h).tolist(), (h * 2 - h).tolist(), h.sum().item(), (torch.tensor([0.1], dtype=torch.bfloat16, device=device) + 0.2).item())
fails("half in place", lambda: torch.ones(2, dtype=torch.int32, device=device).add_(1.5))
fails("bool in place", lambda: torch.ones(2, dtype=torch.bool, device=device).add_(torch.ones(2, device=device)))
