# Airy's function and shifted polynomials.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.cat([torch.linspace(-30, 30, 61), torch.tensor([-6.01, -5.99, 5.01, 5.99, 6.01, 100.0, -100.0, float("nan")])])
for dtype in (torch.float64, torch.float32):
    y = torch.special.airy_ai(x.to(device, dtype))
    print(y.dtype, [f"{v:.3e}" if not abs(v) < 1e-37 else "0" for v in y.cpu()[:61:2].tolist()])
    print([f"{v:.3e}" if not abs(v) < 1e-37 else "0" for v in y.cpu()[61:].tolist()])
print([round(v, 5) for v in torch.special.airy_ai(torch.tensor([1, 2], device=device)).tolist()])
t = torch.linspace(0, 1, 7, device=device)
for kind in "tuvw":
    function = getattr(torch.special, f"shifted_chebyshev_polynomial_{kind}")
    for n in (0, 1, 2, 5):
        print(kind, n, [round(v, 4) + 0.0 for v in function(t, n).tolist()])
