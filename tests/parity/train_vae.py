# A variational autoencoder, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 16)
        self.mean, self.log_variance = nn.Linear(16, 3), nn.Linear(16, 3)
        self.back = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 10))

    def forward(self, x):
        h = F.relu(self.first(x))
        mean, log_variance = self.mean(h), self.log_variance(h)
        noise = torch.randn(mean.shape).to(mean.device)
        return self.back(mean + noise * torch.exp(0.5 * log_variance)), mean, log_variance


model = VAE().to(device)
x = torch.rand(24, 10).to(device)


def loss_of(result):
    y, mean, log_variance = result
    divergence = -0.5 * torch.sum(1 + log_variance - mean.pow(2) - log_variance.exp())
    return F.binary_cross_entropy_with_logits(y, x, reduction="sum") / 24 + divergence / 24



optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(20):
    optimizer.zero_grad()
    loss = loss_of(model(x))
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
