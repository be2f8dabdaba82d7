# Softmax and its relatives, gated units.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(14)


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


x = rand(2, 4, 3, 2)
for layer in (nn.Softmax(dim=1), nn.LogSoftmax(dim=-1), nn.Softmin(dim=2), nn.Softmax2d(), nn.GLU(1), nn.GLU()):
    print(layer)
    check(layer, x)
print(shown(F.softmax(torch.tensor([1.0, 2.0]), 0, dtype=torch.float64)))
torch.manual_seed(0)
print(shown(F.gumbel_softmax(torch.zeros(2, 3))), F.gumbel_softmax(torch.zeros(2, 3), hard=True).sum(1).tolist())
torch.manual_seed(0)
print(shown(nn.RReLU()(torch.linspace(-2, 1, 7))))
for f in (F.relu_, F.elu_, F.leaky_relu_, F.hardtanh_):
    y = torch.tensor([-2.0, 0.5, 3.0])
    print(f(y) is y, shown(y))
for make in (nn.ReLU, nn.ELU, nn.SiLU, nn.Hardswish, nn.CELU, nn.LeakyReLU):
    y = torch.tensor([-2.0, 0.5, 3.0])
    print(make(inplace=True), make(inplace=True)(y) is y, shown(y))
