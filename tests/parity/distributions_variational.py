# A variational autoencoder that says its densities with distributions.
import torch
from torch import nn
from torch.distributions import Bernoulli, Independent, Normal, kl_divergence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(6)
encoder, decoder = nn.Linear(8, 4).to(device), nn.Linear(2, 8).to(device)
x = (torch.rand(16, 8) < 0.3).float().to(device)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.05)
noise = torch.randn(20, 16, 2).to(device)
for step in range(20):
    mean, log = encoder(x).chunk(2, 1)
    q = Independent(Normal(mean, log.exp()), 1)
    z = q.mean + noise[step] * q.stddev
    likelihood = Independent(Bernoulli(logits=decoder(z)), 1).log_prob(x)
    prior = Independent(Normal(torch.zeros_like(mean), torch.ones_like(mean)), 1)
    loss = (kl_divergence(q, prior) - likelihood).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(step, f"{loss.item():.4f}")
print(torch.allclose(kl_divergence(q, prior), -0.5 * (1 + 2 * log - mean.pow(2) - (2 * log).exp()).sum(1), atol=1e-5))
