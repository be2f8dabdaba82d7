# weight_norm, spectral_norm, fused batch norm, clipping, vectors.
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


from torch.nn.utils import weight_norm, remove_weight_norm, spectral_norm, remove_spectral_norm, parameters_to_vector, vector_to_parameters, clip_grad_norm_, clip_grad_value_, fuse_conv_bn_eval
import warnings
warnings.simplefilter("ignore")
layer = weight_norm(nn.Linear(3, 2))
print(list(layer.state_dict()), shown(layer.weight_g))
check(layer, rand(4, 3))
print(list(remove_weight_norm(layer).state_dict()), shown(layer.weight))
torch.manual_seed(1)
layer = spectral_norm(nn.Linear(3, 2))
print(list(layer.state_dict()))
check(layer, rand(4, 3))
layer.eval()
check(layer, rand(4, 3))
print(list(remove_spectral_norm(layer).state_dict()))
conv, bn = nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3)
bn(torch.randn(4, 3, 5, 5))
conv.eval(), bn.eval()
x = torch.randn(1, 2, 6, 6)
print(torch.allclose(fuse_conv_bn_eval(conv, bn)(x), bn(conv(x)), atol=1e-5))
model = nn.Linear(2, 2)
vector = parameters_to_vector(model.parameters())
vector_to_parameters(torch.arange(6.0), model.parameters())
print(tuple(vector.shape), model.weight.tolist(), model.bias.tolist())
(model(torch.ones(1, 2)) * 10).sum().backward()
print(round(clip_grad_norm_(model.parameters(), 1.0).item(), 3), shown(model.weight.grad))
clip_grad_value_(model.parameters(), 0.3)
print(shown(model.weight.grad))
