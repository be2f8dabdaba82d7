# The fast gradient sign, and its projected repetition: small changes that raise the loss.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(127)
model = nn.Sequential(nn.Flatten(), nn.Linear(16, 24), nn.ReLU(), nn.Linear(24, 3)).to(device)
x, y = torch.rand(6, 1, 4, 4).to(device), torch.tensor([0, 1, 2, 0, 1, 2], device=device)
optimizer = torch.optim.Adam(model.parameters(), 0.05)
for _ in range(20):
    optimizer.zero_grad()
    F.cross_entropy(model(x), y).backward()
    optimizer.step()


def fgsm(x, epsilon):
    x = x.clone().detach().requires_grad_(True)
    F.cross_entropy(model(x), y).backward()
    return (x + epsilon * x.grad.sign()).clamp(0, 1).detach()


def pgd(x, epsilon, rate, steps):
    moved = x.clone()
    for _ in range(steps):
        moved = fgsm(moved, rate)
        moved = torch.max(torch.min(moved, x + epsilon), x - epsilon).clamp(0, 1)
    return moved


for name, attacked in [("none", x), ("fgsm", fgsm(x, 0.1)), ("pgd", pgd(x, 0.1, 0.03, 5))]:
    with torch.no_grad():
        print(name, f"{F.cross_entropy(model(attacked), y).item():.2f}", f"{(attacked - x).abs().max().item():.4f}")
