# Affine coupling layers: exact log-density, exact inverse.
import math
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(47)


class Coupling(nn.Module):
    def __init__(self, flip):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 2))

    def forward(self, x):
        a, b = x.chunk(2, 1)
        if self.flip:
            a, b = b, a
        s, t = self.net(a).chunk(2, 1)
        s = torch.tanh(s)
        b = b * s.exp() + t
        return torch.cat([b, a] if self.flip else [a, b], 1), s.sum(1)

    def inverse(self, y):
        a, b = y.chunk(2, 1)
        if self.flip:
            a, b = b, a
        s, t = self.net(a).chunk(2, 1)
        b = (b - t) * (-torch.tanh(s)).exp()
        return torch.cat([b, a] if self.flip else [a, b], 1)


layers = nn.ModuleList(Coupling(i % 2 == 1) for i in range(4)).to(device)
z = torch.randn(128, 2)
data = torch.stack([z[:, 0], z[:, 0] ** 2 * 0.5 + 0.3 * z[:, 1]], 1).to(device)
optimizer = torch.optim.Adam(layers.parameters(), lr=1e-2)
for step in range(40):
    x, log_det = data, torch.zeros(128, device=device)
    for layer in layers:
        x, change = layer(x)
        log_det = log_det + change
    loss = -(-0.5 * (x ** 2).sum(1) - math.log(2 * math.pi) + log_det).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(step, f"{loss.item():.3f}")
with torch.no_grad():
    x = data
    for layer in layers:
        x, _ = layer(x)
    for layer in reversed(layers):
        x = layer.inverse(x)
    print((x - data).abs().max().item() < 1e-4)
