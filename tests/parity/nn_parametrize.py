# Tensors of a module computed from others: symmetric, exponential, normed; cached; removed.
import torch
from torch import nn
from torch.nn.utils import parametrizations, parametrize

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(4)


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)

    def right_inverse(self, a):
        return a.triu()


class Exponential(nn.Module):
    def forward(self, x):
        return x.exp()


layer = nn.Linear(3, 3).to(device)
parametrize.register_parametrization(layer, "weight", Symmetric())
print(layer)
print(torch.equal(layer.weight, layer.weight.T), [name for name, _ in layer.named_parameters()], parametrize.is_parametrized(layer, "weight"))
layer(torch.ones(2, 3, device=device)).sum().backward()
print(layer.parametrizations.weight.original.grad.tolist())
layer.weight = torch.eye(3, device=device) * 2
print(layer.weight.tolist())
with parametrize.cached():
    print(layer.weight is layer.weight)
parametrize.remove_parametrizations(layer, "weight")
print(type(layer).__name__, isinstance(layer.weight, nn.Parameter), layer.weight.tolist(), parametrize.is_parametrized(layer))
conv = nn.Conv2d(2, 3, 2)
parametrize.register_parametrization(conv, "bias", Exponential(), unsafe=True)
print([v > 0 for v in conv.bias.tolist()], sorted(conv.state_dict()))
norm = parametrizations.weight_norm(nn.Linear(3, 2))
print(norm, sorted(norm.state_dict()), tuple(norm.parametrizations.weight.original0.shape))
y = norm(torch.ones(1, 3))
y.sum().backward()
print([round(v, 4) for v in y.flatten().tolist()], [round(v, 4) for v in norm.parametrizations.weight.original0.grad.flatten().tolist()])
spectral = parametrizations.spectral_norm(nn.Linear(4, 3)).to(device)
for _ in range(30):
    spectral(torch.ones(1, 4, device=device))
print(f"{torch.linalg.matrix_norm(spectral.weight, 2).item():.4f}", sorted(spectral.state_dict()))
try:
    parametrize.register_parametrization(layer, "nothing", Symmetric())
except ValueError as error:
    print(str(error)[-80:])
