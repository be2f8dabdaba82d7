# Several models as one, stacked.
import copy
import torch
from torch import nn
from torch.func import functional_call, stack_module_state, vmap

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(6)
models = [nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2)).to(device) for _ in range(4)]
parameters, buffers = stack_module_state(models)
print({name: tuple(p.shape) for name, p in parameters.items()}, buffers)
x = torch.randn(7, 3).to(device)
base = copy.deepcopy(models[0])
y = vmap(lambda p, b, x: functional_call(base, (p, b), (x,)), in_dims=(0, 0, None))(parameters, buffers, x)
print(y.shape, torch.allclose(y, torch.stack([m(x) for m in models]), atol=1e-6))
each = vmap(lambda p, b, x: functional_call(base, (p, b), (x,)))(parameters, buffers, torch.randn(4, 7, 3).to(device))
print(each.shape, [round(v, 4) for v in y.mean((1, 2)).tolist()])
