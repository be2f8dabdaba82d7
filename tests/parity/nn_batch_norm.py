# BatchNorm: training, evaluation, running statistics, gradients.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


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


for layer, shape in ((nn.BatchNorm1d(3), (5, 3)), (nn.BatchNorm1d(3), (4, 3, 6)), (nn.BatchNorm2d(3), (2, 3, 4, 5)), (nn.BatchNorm3d(2), (2, 2, 3, 2, 4))):
    with torch.no_grad():
        layer.weight.copy_(torch.rand(layer.num_features) + 0.5)
        layer.bias.copy_(torch.randn(layer.num_features))
    check(layer, rand(*shape))
    check(layer, rand(*shape))
    print(shown(layer.running_mean), shown(layer.running_var), layer.num_batches_tracked.item())
    layer.eval()
    check(layer, rand(*shape))
bn = nn.BatchNorm1d(2, momentum=None).to(device)
for i in range(3):
    bn(rand(4, 2) + i)
print(shown(bn.running_mean), shown(bn.running_var))
bn = nn.BatchNorm1d(2, affine=False, track_running_stats=False).to(device)
check(bn, rand(4, 2))
print(bn, bn.eval()(rand(3, 2)).mean().abs().item() < 1e-6, list(bn.state_dict()))
refused(lambda: nn.BatchNorm1d(2).to(device)(rand(1, 2)))
refused(lambda: nn.BatchNorm2d(2)(torch.randn(3, 2)))
refused(lambda: nn.BatchNorm1d(3)(torch.randn(4, 2)))
x = rand(6, 3)
y = nn.BatchNorm1d(3).to(device)(x)
g, = torch.autograd.grad((y ** 3).sum(), x, create_graph=True)
(g * g).sum().backward()
print(shown(x.grad))
