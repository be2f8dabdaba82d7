# Other sizes of images.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(11)


def shown(t):
    return [round(v, 2) or 0.0 for v in t.detach().cpu().double().flatten()[:8].tolist()]


def rand(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def check(f, *operands):
    """The result, and the gradients of a weighted sum of it by operands and parameters."""
    if isinstance(f, nn.Module):
        f.to(device)
    y = f(*operands)
    print(tuple(y.shape), shown(y), y.grad_fn is not None)
    weights = torch.linspace(-1, 2, y.numel(), device=device, dtype=y.dtype).view(y.shape)
    parameters = list(f.parameters()) if isinstance(f, nn.Module) else []
    wanted = [x for x in list(operands) + parameters if isinstance(x, torch.Tensor) and x.requires_grad]
    for g in torch.autograd.grad((y * weights).sum(), wanted, allow_unused=True):
        print("   ", None if g is None else (tuple(g.shape), shown(g)))


def refused(f):
    try:
        f()
        print("nothing wrong")
    except Exception as error:
        print(type(error).__name__ + ":", error)


image = rand(1, 2, 4, 3)
check(lambda x: F.interpolate(x, scale_factor=2), image)
check(lambda x: F.interpolate(x, size=(3, 5), mode="nearest"), image)
check(lambda x: F.interpolate(x, size=(3, 5), mode="nearest-exact"), image)
check(lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"), image)
check(lambda x: F.interpolate(x, size=(7, 2), mode="bilinear", align_corners=True), image)
check(lambda x: F.interpolate(x, scale_factor=(1.5, 2.5), mode="bilinear"), image)
check(lambda x: F.interpolate(x, scale_factor=1.5, mode="bilinear", recompute_scale_factor=True), image)
check(lambda x: F.interpolate(x, size=(6, 7), mode="bicubic"), image)
check(lambda x: F.interpolate(x, size=(2, 5), mode="bicubic", align_corners=True), image)
check(lambda x: F.interpolate(x, size=(2, 2), mode="area"), image)
check(lambda x: F.interpolate(x, scale_factor=2, mode="linear"), rand(1, 2, 4))
check(lambda x: F.interpolate(x, size=(3, 4, 2), mode="trilinear"), rand(1, 1, 2, 3, 3))
for layer in (nn.Upsample(scale_factor=2), nn.Upsample(size=(3, 3), mode="bilinear"), nn.UpsamplingNearest2d(scale_factor=3), nn.UpsamplingBilinear2d(size=(5, 5))):
    print(layer)
    check(layer, image)
refused(lambda: F.interpolate(image))
refused(lambda: F.interpolate(image, size=2, scale_factor=2))
refused(lambda: F.interpolate(image, size=2, align_corners=True))
