"""Functions over a batch and their derivatives: a line for each with the least of many times, in milliseconds."""

import time

import torch
from torch import nn
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, stack_module_state, vmap

torch.manual_seed(0)


def least(name, f, seconds=1.0):
    best, end = float("inf"), time.perf_counter() + seconds
    f()
    while time.perf_counter() < end:
        began = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - began)
    print(f"{name} {best * 1e3:.4f}", flush=True)


def per_sample(name, model, x, y):
    """The gradient of each sample's loss."""
    parameters = {key: value.detach() for key, value in model.named_parameters()}

    def loss(parameters, x, y):
        return nn.functional.cross_entropy(functional_call(model, parameters, (x[None],)), y[None])

    least(name, lambda: vmap(grad(loss), in_dims=(None, 0, 0))(parameters, x, y))


a, b, w = torch.randn(1000, 64), torch.randn(1000, 64), torch.randn(64, 64)
least("vmap of a dot product, 1000 x 64", lambda: vmap(torch.dot)(a, b))
least("vmap of tanh(w @ v), 1000 x 64", lambda: vmap(lambda v: torch.tanh(w @ v))(a))
mlp = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))
per_sample("per-sample gradients, MLP, 128 samples", mlp, torch.randn(128, 64), torch.randint(0, 10, (128,)))
cnn = nn.Sequential(
    nn.Conv2d(1, 8, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 16, 3), nn.ReLU(), nn.Flatten(), nn.Linear(1936, 10)
)
per_sample("per-sample gradients, CNN, 32 samples", cnn, torch.randn(32, 1, 28, 28), torch.randint(0, 10, (32,)))
f, v = nn.Sequential(nn.Linear(64, 128), nn.Tanh(), nn.Linear(128, 64)), torch.randn(64)
least("jacrev, MLP of 64 -> 64", lambda: jacrev(f)(v))
least("jacfwd, MLP of 64 -> 64", lambda: jacfwd(f)(v))
least("hessian, MLP of 64 -> 1", lambda: hessian(lambda v: f(v).pow(2).sum())(v))
least("vmap of jacrev, 16 samples", lambda: vmap(jacrev(f))(a[:16]))
models = [nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)) for _ in range(10)]
parameters, buffers = ({key: value.detach() for key, value in state.items()} for state in stack_module_state(models))
ensemble = vmap(lambda p, b, x: functional_call(models[0], (p, b), (x,)), in_dims=(0, 0, None))
least("10 models at once, 128 samples", lambda: ensemble(parameters, buffers, a[:128]))
