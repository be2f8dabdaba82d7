# Nearest, linear, bilinear, bicubic, trilinear and area, with corners aligned or not.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x1 = torch.tensor([[[1.0, 2.0, 4.0]]], device=device)
x2 = torch.arange(6.0, device=device).view(1, 1, 2, 3).requires_grad_()
for mode in ("nearest", "nearest-exact", "linear"):
    print(mode, [round(v, 5) for v in F.interpolate(x1, size=7, mode=mode).flatten().tolist()])
print([round(v, 5) for v in F.interpolate(x1, scale_factor=2, mode="linear", align_corners=True).flatten().tolist()])
for mode in ("nearest", "bilinear", "bicubic", "area"):
    y = F.interpolate(x2, size=(3, 5), mode=mode)
    g, = torch.autograd.grad((y * torch.arange(15.0, device=device).view(3, 5)).sum(), x2)
    print(mode, [round(v, 4) for v in y.flatten().tolist()], [round(v, 3) for v in g.flatten().tolist()])
x3 = torch.arange(8.0, device=device).view(1, 1, 2, 2, 2)
print([round(v, 4) for v in F.interpolate(x3, size=(2, 3, 3), mode="trilinear").flatten().tolist()])
print(nn.Upsample(scale_factor=2), nn.Upsample(size=(4, 4), mode="bilinear", align_corners=True), nn.UpsamplingNearest2d(scale_factor=3), nn.UpsamplingBilinear2d(size=5))
for options in (dict(mode="linear", size=3), dict(), dict(size=3, scale_factor=2), dict(mode="nearest", size=3, align_corners=True)):
    try:
        F.interpolate(x2, **options)
    except (ValueError, NotImplementedError) as error:
        print(type(error).__name__, str(error)[:80])
