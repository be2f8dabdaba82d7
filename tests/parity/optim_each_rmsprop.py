# RMSprop with each of its options over twenty steps, its errors, and what it keeps for each parameter.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def weights():
    return [torch.tensor([[1.0, -2.0], [0.5, 3.0]], device=device, requires_grad=True), torch.tensor([0.3, -0.7], device=device, requires_grad=True)]


def run(p, optimizer):
    optimizer.zero_grad()
    x = torch.tensor([[1.0, 2.0], [-1.0, 0.5], [0.3, -0.2]], device=device)
    loss = torch.tanh(x @ p[0] + p[1]).pow(2).sum() + 0.1 * p[0].pow(2).sum()
    loss.backward()
    optimizer.step()
    return round(loss.item(), 4)


p = weights()
optimizer = torch.optim.RMSprop(p, lr=0.05)
print(optimizer)
print([run(p, optimizer) for _ in range(20)][::4], [[round(v, 4) for v in t.flatten().tolist()] for t in p])

p = weights()
optimizer = torch.optim.RMSprop(p, lr=0.05, alpha=0.5, momentum=0.9)
print(optimizer)
print([run(p, optimizer) for _ in range(20)][::4], [[round(v, 4) for v in t.flatten().tolist()] for t in p])

p = weights()
optimizer = torch.optim.RMSprop(p, lr=0.05, centered=True, weight_decay=0.1)
print(optimizer)
print([run(p, optimizer) for _ in range(20)][::4], [[round(v, 4) for v in t.flatten().tolist()] for t in p])

state = optimizer.state_dict()
print({key: (tuple(value.shape) if isinstance(value, torch.Tensor) and value.dim() else "number") for key, value in state["state"][0].items()} if state["state"] else None, sorted(state["param_groups"][0]))
for bad in (lambda: torch.optim.RMSprop(p, lr=-1.0), lambda: torch.optim.RMSprop([], lr=0.1), lambda: torch.optim.RMSprop(p[0], lr=0.1), lambda: torch.optim.RMSprop([p[0], p[0] * 2], lr=0.1)):
    try:
        bad()
        print("accepted")
    except (ValueError, TypeError) as error:
        print(type(error).__name__, str(error)[:60])
