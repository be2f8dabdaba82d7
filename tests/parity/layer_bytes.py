# cpu only: pictures of bytes have a way of their own there, and half types too
import torch
import torch.nn.functional as F

torch.manual_seed(5)
picture = torch.randint(0, 256, (1, 3, 9, 7)).to(torch.uint8)
for mode in ("nearest", "nearest-exact", "bilinear", "bicubic"):
    for size in ((4, 5), (13, 8), (9, 3)):
        for antialias in (False, True) if mode in ("bilinear", "bicubic") else (False,):
            small = F.interpolate(picture, size=size, mode=mode, antialias=antialias)
            print(mode, size, antialias, small.dtype, int(small.sum()), small.flatten()[:8].tolist())
print(F.interpolate(picture, scale_factor=1.5, mode="bilinear", align_corners=True).flatten()[:10].tolist())
print(F.interpolate(picture, scale_factor=0.5, mode="bicubic").flatten()[:10].tolist())

# Halves: sums in float32, shares of neighbours in the dtype itself.
for dtype in (torch.float16, torch.bfloat16):
    for mode, shape in (("linear", (1, 2, 6)), ("bilinear", (1, 1, 4, 3)), ("bicubic", (1, 1, 4, 3)), ("trilinear", (1, 1, 2, 3, 2))):
        x = (torch.randn(shape) * 5).to(dtype)
        print(mode, F.interpolate(x, scale_factor=1.7, mode=mode, align_corners=True).double().flatten().tolist()[:12])
