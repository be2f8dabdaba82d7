# Initial values: orthogonal, sparse, dirac, truncated; gains.
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


torch.manual_seed(0)
w = nn.init.orthogonal_(torch.empty(3, 5), gain=2)
print(shown(w @ w.t()))
w = nn.init.orthogonal_(torch.empty(5, 3))
print(shown(w.t() @ w))
print(nn.init.dirac_(torch.empty(2, 3, 3)).tolist(), nn.init.dirac_(torch.empty(4, 2, 1, 1), groups=2).flatten().tolist())
s = nn.init.sparse_(torch.empty(10, 4), 0.3)
print([(s[:, i] == 0).sum().item() for i in range(4)], shown(s))
print(shown(nn.init.trunc_normal_(torch.empty(8), std=2.0, a=-1, b=1)))
print(shown(nn.init.xavier_normal_(torch.empty(2, 4))), shown(nn.init.kaiming_normal_(torch.empty(2, 4), mode="fan_out", nonlinearity="relu")))
for name in ("linear", "tanh", "relu", "leaky_relu", "selu", "sigmoid", "conv2d"):
    print(name, round(nn.init.calculate_gain(name), 4))
print(round(nn.init.calculate_gain("leaky_relu", 0.2), 4), nn.init.eye_(torch.empty(2, 3)).tolist(), nn.init.constant_(torch.empty(2), 3).tolist())
refused(lambda: nn.init.xavier_uniform_(torch.empty(3)))
refused(lambda: nn.init.calculate_gain("sine"))
refused(lambda: nn.init.dirac_(torch.empty(3)))
refused(lambda: nn.init.orthogonal_(torch.empty(3)))
