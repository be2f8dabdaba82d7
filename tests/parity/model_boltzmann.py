# A restricted Boltzmann machine: one step of contrastive divergence written out.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(193)
data = (torch.rand(10, 6) < 0.4).float().to(device)
W, a, b = (0.1 * torch.randn(6, 4)).to(device), torch.zeros(6, device=device), torch.zeros(4, device=device)


def free_energy(v):
    return -(v @ a) - torch.nn.functional.softplus(v @ W + b).sum(1)


for epoch in range(5):
    hidden = torch.sigmoid(data @ W + b)
    sample = (hidden > torch.rand(10, 4).to(device)).float()
    seen = torch.sigmoid(sample @ W.T + a)
    again = torch.sigmoid(seen @ W + b)
    W += 0.1 * (data.T @ hidden - seen.T @ again) / 10
    a += 0.1 * (data - seen).mean(0)
    b += 0.1 * (hidden - again).mean(0)
    print(epoch, f"{(data - seen).square().mean().item():.4f} {free_energy(data).mean().item():.4f}")
