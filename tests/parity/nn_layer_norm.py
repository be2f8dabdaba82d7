# LayerNorm and RMSNorm: shapes, gradients, second gradients.
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


for layer, shape in ((nn.LayerNorm(6), (4, 6)), (nn.LayerNorm((3, 4)), (2, 5, 3, 4)), (nn.LayerNorm(5, bias=False), (2, 3, 5)), (nn.LayerNorm(5, elementwise_affine=False), (3, 5)), (nn.RMSNorm(6), (4, 6)), (nn.RMSNorm((2, 3), eps=0.1), (2, 2, 3))):
    with torch.no_grad():
        for p in layer.parameters():
            p.copy_(torch.rand(p.shape) + 0.5)
    check(layer, rand(*shape))
    print(layer)
x = rand(3, 5)
y = nn.LayerNorm(5).to(device)(x)
g, = torch.autograd.grad((y ** 3).sum(), x, create_graph=True)
(g * g).sum().backward()
print(shown(x.grad))
refused(lambda: nn.LayerNorm(4)(torch.randn(2, 5)))
print(shown(F.layer_norm(rand(2, 3), (3,))), F.layer_norm(torch.randn(2, 3, requires_grad=True), (3,)).grad_fn.name())
x64 = torch.randn(2, 4, dtype=torch.float64).to(device)
print(F.layer_norm(x64, (4,)).dtype, nn.LayerNorm(4, dtype=torch.float64).weight.dtype)
