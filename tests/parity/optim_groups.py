# Parameter groups, state_dict and load_state_dict, hooks, closures and complaints of optimizers.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)).to(device)
optimizer = torch.optim.AdamW(
    [
        {"params": model[0].parameters(), "lr": 0.02},
        {"params": [model[2].weight], "weight_decay": 0.0},
    ],
    lr=0.01,
)
optimizer.add_param_group({"params": model[2].bias, "betas": (0.5, 0.9)})
print(optimizer)
x = torch.tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]], device=device)


def closure():
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    return loss


print(" ".join(f"{optimizer.step(closure).item():.4f}" for _ in range(6)))
saved = optimizer.state_dict()
print([group["params"] for group in saved["param_groups"]], list(saved["param_groups"][0]))
print({key: list(value) for key, value in saved["state"].items()}, saved["state"][0]["step"])

fresh = torch.optim.AdamW(
    [{"params": model[0].parameters()}, {"params": [model[2].weight]}, {"params": [model[2].bias]}]
)
fresh.load_state_dict(saved)
print(fresh.param_groups[2]["betas"], fresh.param_groups[0]["lr"], fresh.state_dict()["state"][1]["step"])
closure()
fresh.step()
print([f"{v:.4f}" for v in model[2].weight.flatten().tolist()])

# A parameter that misses a step counts its own steps.
a = torch.ones(2, device=device, requires_grad=True)
b = torch.ones(2, device=device, requires_grad=True)
adam = torch.optim.Adam([a, b], lr=0.1)
for turn in range(4):
    adam.zero_grad()
    loss = (a * 2).sum() if turn == 1 else (a * 2 + b * b).sum()
    loss.backward()
    adam.step()
print([f"{v:.5f}" for v in (a.tolist() + b.tolist())])
print([value["step"].item() for value in adam.state_dict()["state"].values()])

# Hooks.
sgd = torch.optim.SGD([a], lr=0.5)
before = sgd.register_step_pre_hook(lambda opt, args, kwargs: print("before", len(args), kwargs))
after = sgd.register_step_post_hook(lambda opt, args, kwargs: print("after", type(opt).__name__))
a.grad = torch.ones_like(a)
sgd.step()
before.remove()
sgd.step()
after.remove()
sgd.step()
sgd.register_state_dict_post_hook(lambda opt, state: {**state, "extra": 1})
print(sgd.state_dict())
sgd.zero_grad(set_to_none=False)
print(a.grad.tolist())
named = torch.optim.SGD(model.named_parameters(), lr=0.1)
print(named.param_groups[0]["param_names"])


class Halving(torch.optim.Optimizer):
    def __init__(self, params, factor=0.5):
        super().__init__(params, {"factor": factor})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.mul_(group["factor"])


own = Halving([b])
own.register_step_post_hook(lambda *_: print("halved"))
own.step()
print([f"{v:.4f}" for v in b.tolist()], own)


def attempt(make):
    try:
        make()
    except (ValueError, TypeError, KeyError) as error:
        print(type(error).__name__, error)


attempt(lambda: torch.optim.SGD([], lr=0.1))
attempt(lambda: torch.optim.SGD(torch.ones(2), lr=0.1) if device.type == "cpu" else torch.optim.SGD(torch.ones(2), lr=0.1))
attempt(lambda: torch.optim.SGD([1, 2], lr=0.1))
attempt(lambda: torch.optim.SGD([a * 2], lr=0.1))
attempt(lambda: torch.optim.SGD([{"params": [a]}, {"params": [a]}], lr=0.1))
attempt(lambda: sgd.add_param_group([a]))
attempt(lambda: sgd.add_param_group({"params": {b}}))
attempt(lambda: sgd.load_state_dict(saved))
attempt(lambda: torch.optim.Adam([a, b, model[0].bias]).load_state_dict(adam.state_dict()))
attempt(lambda: torch.optim.SGD([a], lr=0.1).load_state_dict({"state": {}}))
