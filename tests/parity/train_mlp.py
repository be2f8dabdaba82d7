# A perceptron of two layers, seeded: PyTorch's losses.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 3)).to(device)
x, y = torch.randn(32, 8).to(device), torch.randint(0, 3, (32,)).to(device)

optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
