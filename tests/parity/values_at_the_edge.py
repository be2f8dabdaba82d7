# cpu only: what the processor makes of numbers that do not fit is its own
# Numbers at the edge: gradients at zero, NaN in tails, one step, and floats that no integer holds.
import torch

inf, nan = float("inf"), float("nan")
for a, b in ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (-0.0, -1.0), (inf, 1.0)):
    x, y = torch.tensor(a, requires_grad=True), torch.tensor(b, requires_grad=True)
    torch.atan2(x, y).backward()
    print("atan2", a, b, x.grad.item(), y.grad.item())
points = torch.tensor([nan, inf, -inf, 0.0, -0.0, 0.5, -3.0], dtype=torch.float64)
for name in (
    "log_ndtr",
    "ndtr",
    "erfcx",
    "erfc",
    "i0e",
    "entr",
    "logit",
    "digamma",
    "expit",
    "xlog1py",
    "sinc",
    "bessel_j0",
):
    function = getattr(torch.special, name)
    found = function(points, points) if name == "xlog1py" else function(points)
    print(name, [round(value, 9) for value in found.tolist()])
for start, end, steps in ((1, inf, 1), (1, nan, 1), (-inf, inf, 1), (2, 3, 1), (0, 1, 2)):
    print(
        "linspace", torch.linspace(start, end, steps).tolist(), torch.linspace(start, end, steps, dtype=torch.float64).tolist()
    )
for kind in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    values = torch.tensor(
        [nan, inf, -inf, 300.0, -300.0, -1.5, 2.0**31, 1e30, -1e30, 2.0**63, 2.0**62], dtype=torch.float64
    ).to(kind)
    for count in (1, 5):
        print(
            kind, count, values.repeat(count).to(torch.int64)[-11:].tolist(), values.repeat(count).to(torch.uint8)[:8].tolist()
        )
