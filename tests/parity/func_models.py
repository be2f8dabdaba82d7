import torch
import torch.nn as nn
from torch.func import functional_call, grad, stack_module_state, vmap

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).to(device)
x = torch.linspace(-1, 1, 12).view(4, 3).to(device)
t = torch.tensor([0, 1, 1, 0], device=device)
params = {k: v.detach() for k, v in model.named_parameters()}
out = functional_call(model, params, (x,))
print(torch.allclose(out, model(x)), out.requires_grad, model(x).requires_grad)
zero = {k: torch.zeros_like(v) for k, v in params.items()}
print(functional_call(model, zero, x).abs().sum().item(), functional_call(model, {"2.bias": torch.ones(2, device=device)}, x).shape)

def loss(p, sample, target):
    logits = functional_call(model, p, (sample.unsqueeze(0),))
    return nn.functional.cross_entropy(logits, target.unsqueeze(0))

per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(params, x, t)
print({k: tuple(v.shape) for k, v in per_sample.items()})
model.zero_grad()
nn.functional.cross_entropy(model(x), t).backward()
print(all(torch.allclose(per_sample[k].mean(0), p.grad, atol=1e-6) for k, p in model.named_parameters()))
norms = torch.stack([g.flatten(1).norm(dim=1) for g in per_sample.values()]).norm(dim=0)
print([f"{n:.4f}" for n in norms.tolist()])
models = [nn.Linear(3, 2).to(device) for _ in range(3)]
stacked, buffers = stack_module_state(models)
print({k: tuple(v.shape) for k, v in stacked.items()}, buffers, stacked["weight"].requires_grad)
base = nn.Linear(3, 2).to(device)
ensemble = vmap(lambda p, b, v: functional_call(base, (p, b), (v,)), in_dims=(0, 0, None))(stacked, buffers, x)
print(ensemble.shape, all(torch.allclose(ensemble[i], m(x), atol=1e-6) for i, m in enumerate(models)))
try:
    functional_call(model, {"0.weight": torch.zeros(2, 2, device=device)}, x)
except RuntimeError as e:
    print(e)
