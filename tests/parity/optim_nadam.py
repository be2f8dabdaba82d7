# torch.optim.NAdam: twenty steps of each variant, its state, repr and complaints.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fit(make, steps=20):
    """The losses of a small regression, and the weights that it ends with."""
    torch.manual_seed(3)
    x = torch.randn(12, 4).to(device)
    y = torch.randn(12, 2).to(device)
    model = torch.nn.Sequential(torch.nn.Linear(4, 5), torch.nn.Tanh(), torch.nn.Linear(5, 2)).to(device)
    optimizer = make(model)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, model, optimizer


def show(name, make):
    losses, model, optimizer = fit(make)
    print(name)
    print("  losses", " ".join(f"{x:.4f}" for x in losses[::4] + losses[-1:]))
    print("  bias", " ".join(f"{x:.4f}" for x in model[2].bias.tolist()))
    state = optimizer.state_dict()["state"]
    for key in sorted(state)[:1]:
        for part, value in state[key].items():
            value = value if value is None else [round(v, 3) for v in value.reshape(-1)[:3].tolist()]
            print("  state", part, [v + 0.0 for v in value])
    return optimizer


show("plain", lambda model: torch.optim.NAdam(model.parameters(), lr=0.05))
show("decayed", lambda model: torch.optim.NAdam(model.parameters(), lr=0.05, weight_decay=0.1))
show("decoupled", lambda model: torch.optim.NAdam(model.parameters(), lr=0.05, weight_decay=0.1, decoupled_weight_decay=True))
show("momentum", lambda model: torch.optim.NAdam(model.parameters(), lr=0.05, momentum_decay=0.1, betas=(0.8, 0.99)))
up = show("maximized", lambda model: torch.optim.NAdam(model.parameters(), lr=0.001, maximize=True))
print(up)

w = torch.zeros(2, requires_grad=True)
for options in (dict(lr=-1.0), dict(momentum_decay=-1.0),):
    try:
        torch.optim.NAdam([w], **options)
    except ValueError as error:
        print(error)
