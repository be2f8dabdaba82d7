# Two views of each image attract, all others repel.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(83)


def nt_xent(a, b, temperature=0.5):
    z = F.normalize(torch.cat([a, b]), dim=1)
    similar = z @ z.T / temperature
    similar.fill_diagonal_(float("-inf"))
    n = len(a)
    partner = torch.cat([torch.arange(n, 2 * n), torch.arange(n)]).to(z.device)
    return F.cross_entropy(similar, partner)


encoder = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 4)).to(device)
x = torch.randn(8, 6)
first, second = (x + 0.1 * torch.randn_like(x)).to(device), (x + 0.1 * torch.randn_like(x)).to(device)
optimizer = torch.optim.Adam(encoder.parameters(), lr=0.02)
for step in range(16):
    loss = nt_xent(encoder(first), encoder(second))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(step, f"{loss.item():.4f}")
anchor, positive, negative = encoder(first[:2]), encoder(second[:2]), encoder(first[2:4])
print(f"{F.triplet_margin_loss(anchor, positive, negative).item():.4f}")
