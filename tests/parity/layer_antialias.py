# Images made smaller without aliasing, as Pillow does it.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(33)
x = torch.rand(1, 2, 9, 12).to(device).requires_grad_()
for mode in ("bilinear", "bicubic"):
    for options in (dict(size=(4, 5)), dict(scale_factor=0.5), dict(size=(3, 6), align_corners=True), dict(size=(12, 20))):
        y = F.interpolate(x, mode=mode, antialias=True, **options)
        g, = torch.autograd.grad((y * torch.linspace(0, 1, y.numel(), device=device).view_as(y)).sum(), x)
        print(mode, tuple(y.shape), [round(v, 4) for v in y.flatten()[:4].tolist()], f"{g.norm().item():.4f}")
plain = F.interpolate(x, size=(4, 5), mode="bilinear")
print(torch.allclose(plain, F.interpolate(x, size=(4, 5), mode="bilinear", antialias=True)))
try:
    F.interpolate(x, size=(4, 5), mode="nearest", antialias=True)
except ValueError as error:
    print(error)
