# Gradients for each example in one call, compared with a loop.
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(5)
model = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3)).to(device)
x, y = torch.randn(5, 4).to(device), torch.randint(0, 3, (5,)).to(device)
parameters = {name: p.detach() for name, p in model.named_parameters()}


def loss(parameters, x, y):
    return nn.functional.cross_entropy(functional_call(model, parameters, (x[None],)), y[None])


each = vmap(grad(loss), in_dims=(None, 0, 0))(parameters, x, y)
print({name: tuple(g.shape) for name, g in each.items()})
norms = torch.stack([g.flatten(1).norm(dim=1) for g in each.values()]).norm(dim=0)
print([round(v, 5) for v in norms.tolist()])
model.zero_grad()
nn.functional.cross_entropy(model(x), y).backward()
print(all(torch.allclose(p.grad, each[name].mean(0), atol=1e-6) for name, p in model.named_parameters()))
clipped = [(g / norms.clamp(min=1.0).view(-1, *[1] * (g.dim() - 1))).mean(0) for g in each.values()]
print([round(g.norm().item(), 5) for g in clipped])
