"""Creation with out=: the tensor that is given is filled, takes the size, and keeps its dtype."""

import torch


def attempt(work):
    try:
        print(work())
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, str(error).split(".")[0])


out = torch.empty(0)
for make in [
    lambda: torch.arange(3, out=out),
    lambda: torch.arange(0.5, 2, 0.5, out=out),
    lambda: torch.linspace(0, 1, 3, out=out),
    lambda: torch.logspace(0, 2, 3, out=out),
    lambda: torch.eye(2, out=out),
    lambda: torch.full((2, 1), 7.0, out=out),
    lambda: torch.zeros(2, out=out),
    lambda: torch.ones(3, 1, out=out),
]:
    made = make()
    print(made, made is out, out.shape)
torch.manual_seed(0)
print(torch.rand(2, out=out), torch.randn(2, out=out), torch.randint(0, 5, (3,), out=out))
print(torch.randperm(4, out=torch.empty(0, dtype=torch.int64)).sort().values)
print(torch.normal(0.0, 1.0, (2,), out=out))
whole = torch.empty(0, dtype=torch.int32)
print(torch.arange(4, out=whole), torch.ones(2, out=whole))

with torch.inference_mode():
    kept = torch.ones(2)
attempt(lambda: kept.requires_grad_())
attempt(lambda: kept * torch.ones(2, requires_grad=True))
attempt(lambda: kept.add_(1))
print(kept.clone().requires_grad_().requires_grad)
print(torch.vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3)))
