# Two heads, two losses, weights learned from their noise.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(12)


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.heads = nn.ModuleDict({"value": nn.Linear(16, 1), "kind": nn.Linear(16, 3)})
        self.noise = nn.ParameterDict({"value": nn.Parameter(torch.zeros(())), "kind": nn.Parameter(torch.zeros(()))})

    def forward(self, x):
        hidden = self.body(x)
        return {name: head(hidden) for name, head in self.heads.items()}


model = TwoHeads()
x = torch.randn(32, 6)
value, kind = x[:, :1] * 3, (x[:, 1] > 0).long() + (x[:, 1] > 1).long()
model, x, value, kind = model.to(device), x.to(device), value.to(device), kind.to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(30):
    out = model(x)
    losses = {"value": nn.functional.mse_loss(out["value"], value), "kind": nn.functional.cross_entropy(out["kind"], kind)}
    loss = sum(torch.exp(-model.noise[name]) * part + model.noise[name] for name, part in losses.items())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(step, {name: f"{part.item():.3f}" for name, part in losses.items()}, f"{loss.item():.3f}")
print({name: f"{p.item():.3f}" for name, p in sorted(model.noise.items())})
