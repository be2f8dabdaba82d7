# Ordered classes: cumulative logits with thresholds that stay sorted.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(14)
x = torch.randn(60, 3)
y = ((x @ torch.tensor([1.0, -1.0, 0.5]) + 0.2 * torch.randn(60))[:, None] > torch.tensor([-1.0, 0.0, 1.0])).sum(1)
x, y = x.to(device), y.to(device)


class Ordinal(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(3, 1, bias=False)
        self.first, self.steps = nn.Parameter(torch.tensor([-1.0])), nn.Parameter(torch.zeros(2))

    def thresholds(self):
        return torch.cat([self.first, self.first + F.softplus(self.steps).cumsum(0)])

    def forward(self, x):
        return self.score(x) - self.thresholds()


model = Ordinal().to(device)
above = (y[:, None] > torch.arange(3, device=device)).float()
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
for step in range(30):
    loss = F.binary_cross_entropy_with_logits(model(x), above)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 8 == 0:
        print(step, f"{loss.item():.4f}", [round(v, 3) for v in model.thresholds().tolist()])
predicted = (model(x) > 0).sum(1)
print(torch.bincount(y, minlength=4).tolist(), (predicted == y).sum().item(), (predicted - y).abs().max().item() <= 1)
