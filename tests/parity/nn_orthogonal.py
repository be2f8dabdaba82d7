"""Orthogonal parametrizations, buffers by assignment, parametrizations handed on, modules without initial values."""

import torch
from torch import nn
from torch.nn.utils import parametrize, skip_init
from torch.nn.utils.parametrizations import orthogonal

torch.manual_seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.randn(5, 4).to(device)


def near(a, b):
    return bool((a - b).abs().max() < 1e-5)


for rows, columns in [(4, 4), (6, 4), (3, 4)]:
    for kind in [None, "matrix_exp", "cayley", "householder"]:
        torch.manual_seed(1)
        layer = orthogonal(nn.Linear(columns, rows).to(device), orthogonal_map=kind)
        w = layer.weight
        small = w @ w.T if rows < columns else w.T @ w
        print(rows, columns, kind, near(small, torch.eye(min(rows, columns), device=device)), [name for name, _ in layer.named_parameters()])
        layer(x).square().sum().backward()
        grad = layer.parametrizations.weight.original.grad
        with torch.no_grad():
            layer.parametrizations.weight.original -= 0.1 * grad
        w = layer.weight
        small = w @ w.T if rows < columns else w.T @ w
        print(near(small, torch.eye(min(rows, columns), device=device)), tuple(grad.shape))

torch.manual_seed(2)
layer = orthogonal(nn.Linear(4, 4).to(device), orthogonal_map="matrix_exp")
print(layer)
print(layer.weight.detach().abs().cpu())
layer = orthogonal(nn.Linear(4, 6).to(device), orthogonal_map="householder", use_trivialization=False)
print(layer.weight.detach().cpu())
wanted = torch.linalg.qr(torch.randn(6, 4)).Q.to(device)
layer.weight = wanted
print(near(layer.weight, wanted))
parametrize.remove_parametrizations(layer, "weight")
print(layer, near(layer.weight, wanted))

for make in [
    lambda: orthogonal(nn.Linear(4, 4), "bias"),
    lambda: orthogonal(nn.Linear(4, 4), orthogonal_map="other"),
    lambda: orthogonal(nn.Linear(4, 4), orthogonal_map="cayley", use_trivialization=False),
]:
    try:
        layer = make()
        layer.weight = torch.eye(4)
    except (ValueError, NotImplementedError) as error:
        print(type(error).__name__, str(error).split(".")[0])

matrix = torch.tensor([[3.0, 1.0, 2.0], [4.0, 2.0, 0.0], [0.0, 5.0, 1.0], [1.0, 0.0, 2.0]])
a, tau = torch.geqrf(matrix)
print(a, tau)
print(near(torch.linalg.householder_product(a, tau) @ a[:3].triu(), matrix))


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Buffer(torch.full((2,), 3.0))
        self.seen = nn.Buffer(torch.zeros(1), persistent=False)

    def forward(self, x):
        self.seen += 1
        return x * self.scale


scaled = Scaled()
scaled(torch.ones(2))
print(scaled.state_dict(), [(name, b.tolist()) for name, b in scaled.named_buffers()])


class Doubled(nn.Module):
    def forward(self, weight):
        return 2 * weight


source, target = nn.Linear(2, 3), nn.Linear(2, 3)
parametrize.register_parametrization(source, "weight", Doubled())
parametrize.transfer_parametrizations_and_params(source, target)
print(near(source.weight, target.weight), parametrize.is_parametrized(target, "weight"), type(target).__name__)

layer = skip_init(nn.Linear, 3, 2)
print(layer, layer.weight.shape)

model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
torch.func.replace_all_batch_norm_modules_(model)
print(model[1].running_mean, model[1].track_running_stats, list(model.state_dict()))
print(torch.random.default_generator is torch.default_generator)
