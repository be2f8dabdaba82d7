"""The neighbours of floating numbers, in every width."""
import math

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


for dtype in (torch.float32, torch.float64):
    x = torch.tensor([1.0, -1.0, 0.0, 2.0, 3.0], dtype=dtype, device=device)
    up = torch.nextafter(x, torch.tensor(10.0, dtype=dtype, device=device))
    down = torch.nextafter(x, torch.full_like(x, -10.0))
    print(dtype, [v.hex() for v in up.tolist()], [v.hex() for v in down.tolist()])
    print(torch.nextafter(x, x).tolist(), x.clone().nextafter_(up).tolist() == up.tolist())
x = torch.tensor([0.0, 1.0], device=device)
print(torch.nextafter(x, -x).tolist()[1].hex(), torch.nextafter(x, torch.tensor(math.nan, device=device)).tolist())
print((torch.nextafter(torch.tensor(1.0, device=device), torch.tensor(2.0, device=device)) - 1).item() == torch.finfo(torch.float32).eps)
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    f = torch.finfo(dtype)
    print(f.bits, f.eps, f.max, f.min, f.tiny, f.smallest_normal, f.resolution, f.dtype)
    print(f)
for dtype in (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64):
    i = torch.iinfo(dtype)
    print(i.bits, i.max, i.min, i.dtype, i)
fails("whole", lambda: torch.finfo(torch.int32))
fails("float", lambda: torch.iinfo(torch.float32))
