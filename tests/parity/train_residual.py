# A residual network of group norms, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
class Residual(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(n, n, 3, padding=1), nn.GroupNorm(2, n), nn.SiLU(), nn.Conv2d(n, n, 3, padding=1))

    def forward(self, x):
        return x + self.body(x)


model = nn.Sequential(nn.Conv2d(3, 8, 3), Residual(8), nn.AvgPool2d(2), Residual(8), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)).to(device)
x, y = torch.randn(6, 3, 10, 10).to(device), torch.randint(0, 4, (6,)).to(device)

optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
