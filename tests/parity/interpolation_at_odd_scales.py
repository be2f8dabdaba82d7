# cpu only: numbers to the last bit
# Interpolation whose scale does not give the size exactly: images of the input's size or its double are copies of it.
import torch
import torch.nn.functional as F

for dims, modes in (
    (1, ("nearest", "nearest-exact", "linear")),
    (2, ("nearest", "nearest-exact", "bilinear")),
    (3, ("nearest", "nearest-exact", "trilinear")),
):
    for mode in modes:
        for own in (1, 3, 4, 7):
            for scale in (1.05, 1.2, 2.0, 2.1, 0.5, 0.9, 1.5, 2.5):
                if int(own * scale) < 1:
                    continue
                x = (torch.arange(float(own)) ** 2).expand([1, 1] + [own] * dims).contiguous()
                y = F.interpolate(x, scale_factor=scale, mode=mode)
                print(dims, mode, own, scale, [round(number, 4) for number in y.flatten()[: y.shape[-1]].tolist()])
for mode in ("nearest", "bilinear"):
    for own, scale in ((4, 1.05), (7, 2.1), (5, 1.5)):
        x = torch.ones(1, 1, own, own, requires_grad=True)
        F.interpolate(x, scale_factor=scale, mode=mode).sum().backward()
        print(mode, own, scale, [round(number, 4) for number in x.grad[0, 0, 0].tolist()])
