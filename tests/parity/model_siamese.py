# Two towers with shared weights, trained to say whether their inputs belong together.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(5)
centres = torch.randn(4, 6) * 2
labels = torch.arange(24) % 4
x = (centres[labels] + 0.3 * torch.randn(24, 6)).to(device)
labels = labels.to(device)
tower = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2)).to(device)
first, second = torch.triu_indices(24, 24, 1).to(device)
same = (labels[first] == labels[second]).float()
optimizer = torch.optim.Adam(tower.parameters(), lr=0.01)
for step in range(25):
    z = tower(x)
    d = nn.functional.pairwise_distance(z[first], z[second])
    loss = (same * d ** 2 + (1 - same) * nn.functional.relu(2 - d) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 6 == 0:
        print(step, f"{loss.item():.3f}")
near = torch.cdist(tower(x), tower(x)).fill_diagonal_(float("inf")).argmin(1)
print(int(same.sum()), (labels[near] == labels).float().mean().item() > 0.5)
