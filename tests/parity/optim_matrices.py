"""Adafactor and Muon over twenty steps: values, options, state and errors."""

import torch

torch.manual_seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
inputs = torch.randn(32, 6).to(device)
targets = torch.randn(32, 4).to(device)


def train(make, only_matrices=False):
    torch.manual_seed(1)
    first, second = torch.randn(8, 6).to(device), torch.randn(4, 8).to(device)
    shift = torch.zeros(4, device=device)
    params = [first, second] if only_matrices else [first, second, shift]
    for p in params:
        p.requires_grad_()
    optimizer = make(params)
    for step in range(20):
        optimizer.zero_grad()
        loss = ((torch.tanh(inputs @ first.T) @ second.T + shift - targets) ** 2).mean()
        loss.backward()
        optimizer.step()
        if step % 5 == 4:
            print(f"{loss.item():.4f}")
    return optimizer, params


optimizer, params = train(lambda ps: torch.optim.Adafactor(ps, lr=0.1))
print(optimizer)
print(params[2].detach().cpu())
for key, value in optimizer.state_dict()["state"].items():
    print(key, {name: tuple(x.shape) for name, x in value.items()})
print(optimizer.state_dict()["state"][0]["step"])
train(lambda ps: torch.optim.Adafactor(ps, lr=0.05, weight_decay=0.01, d=2.0, beta2_decay=-0.5, eps=(1e-6, 1e-2)))
train(lambda ps: torch.optim.Adafactor(ps, lr=0.01, maximize=True))

# Muon computes in bfloat16, whose last places depend on the order of sums.
for options in [{}, {"nesterov": False, "lr": 0.02}, {"adjust_lr_fn": "match_rms_adamw", "lr": 0.05, "ns_steps": 3}]:
    optimizer, params = train(lambda ps: torch.optim.Muon(ps, **options), only_matrices=True)
print(optimizer)
print({name: tuple(x.shape) for name, x in optimizer.state_dict()["state"][0].items()})

for make in [
    lambda: torch.optim.Muon([torch.zeros(3, requires_grad=True)]),
    lambda: torch.optim.Muon([torch.zeros(3, 3, requires_grad=True)], lr=-1.0),
    lambda: torch.optim.Muon([torch.zeros(3, 3, requires_grad=True)], adjust_lr_fn="other"),
    lambda: torch.optim.Adafactor([torch.zeros(3, 3, requires_grad=True)], d=0.5),
    lambda: torch.optim.Adafactor([torch.zeros(3, 3, requires_grad=True)], beta2_decay=0.5),
]:
    try:
        make()
    except ValueError as error:
        print(error)
