# Functions beside layers give the same.
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


x = torch.randn(2, 4, 5)
for name in ("relu", "gelu", "silu", "elu", "selu", "celu", "mish", "softplus", "softsign", "tanhshrink", "logsigmoid", "hardswish", "hardsigmoid", "relu6", "hardtanh", "leaky_relu", "tanh", "sigmoid", "hardshrink", "softshrink"):
    y = getattr(F, name)(x)
    print(name, shown(y)[:4])
print(shown(F.avg_pool1d(x, 2)), shown(F.max_pool1d(x, 2)), shown(F.adaptive_avg_pool1d(x, 2)), shown(F.lp_pool1d(x.abs(), 2, 2)))
print(shown(F.layer_norm(x, (5,))), shown(F.group_norm(x, 2)), shown(F.instance_norm(x)), shown(F.batch_norm(x, None, None, training=True)))
print(shown(F.conv1d(x, torch.ones(1, 4, 2))), shown(torch.conv1d(x, torch.ones(1, 4, 2))), shown(torch.conv_transpose1d(x, torch.ones(4, 1, 2))))
print(shown(F.pad(x, (1, 0))), shown(F.bilinear(x[:, 0], x[:, 1], torch.ones(2, 5, 5))), shown(F.pdist(x[0])))
print(F.one_hot(torch.tensor([1, 0])).tolist(), shown(F.cosine_similarity(x[0], x[1])), shown(F.pairwise_distance(x[0], x[1])))
refused(lambda: F.softplus)
