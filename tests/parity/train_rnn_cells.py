# A GRU cell unrolled by hand, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
cell, head = nn.GRUCell(3, 8).to(device), nn.Linear(8, 1).to(device)
x = torch.randn(7, 5, 3).to(device)
y = x.sum((0, 2)).view(5, 1) / 5


def run():
    h = torch.zeros(5, 8, device=device)
    for t in range(7):
        h = cell(x[t], h)
    return head(h)



optimizer = torch.optim.SGD(list(cell.parameters()) + list(head.parameters()), lr=0.1)
for step in range(20):
    optimizer.zero_grad()
    loss = F.mse_loss(run(), y)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
