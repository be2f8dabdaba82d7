# Counts: draws for a seed at small and large rates, logarithms, maximum likelihood.
import torch
from torch.distributions import Poisson, kl_divergence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(4)
rates = torch.tensor([0.1, 1.0, 9.5, 10.0, 50.0, 1000.0])
draws = torch.stack([torch.poisson(rates) for _ in range(4)])
print(draws.tolist())
d = Poisson(rates.to(device))
print([round(v, 2) for v in d.log_prob(draws[0].to(device)).tolist()], d.mean.tolist()[:2], d)
rate = torch.tensor(2.0, device=device, requires_grad=True)
counts = Poisson(torch.full((200,), 5.0)).sample().to(device)
optimizer = torch.optim.Adam([rate], lr=0.2)
for _ in range(60):
    optimizer.zero_grad()
    loss = -Poisson(rate).log_prob(counts).mean()
    loss.backward()
    optimizer.step()
print(f"{rate.item():.3f} {counts.mean().item():.3f} {loss.item():.4f}", round(kl_divergence(Poisson(rate), Poisson(5.0)).item(), 3) < 0.05)
try:
    Poisson(-1.0)
except ValueError as error:
    print(error)
