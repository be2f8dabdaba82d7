# Parallel branches of different reach, joined along the channels.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(13)


class Inception(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.branches = nn.ModuleDict({
            "one": nn.Conv2d(inputs, 2, 1),
            "three": nn.Sequential(nn.Conv2d(inputs, 3, 1), nn.ReLU(), nn.Conv2d(3, 4, 3, padding="same")),
            "five": nn.Sequential(nn.Conv2d(inputs, 2, 1), nn.ReLU(), nn.Conv2d(2, 3, 5, padding=2)),
            "pool": nn.Sequential(nn.MaxPool2d(3, 1, 1), nn.Conv2d(inputs, 1, 1)),
        })

    def forward(self, x):
        return torch.cat([F.relu(branch(x)) for branch in self.branches.values()], 1)


model = Inception(3).to(device)
print(list(model.branches), "three" in model.branches, len(model.branches))
x = torch.randn(2, 3, 7, 7).to(device)
y = model(x)
print(y.shape, [f"{c:.4f}" for c in y.mean((0, 2, 3)).tolist()])
y.mean().backward()
for name, branch in model.branches.items():
    print(name, sum(p.numel() for p in branch.parameters()), f"{sum(p.grad.abs().sum().item() for p in branch.parameters()):.4f}")
