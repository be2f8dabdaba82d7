# cpu only: a program as a tutorial has it, without devices
# A variational autoencoder.
import torch
from torch import nn, optim
from torch.nn import functional as F
from torch.distributions import Normal, kl_divergence

torch.manual_seed(7)
class VAE(nn.Module):
    def __init__(self, d=20, h=12, z=3):
        super().__init__()
        self.fc1 = nn.Linear(d, h)
        self.fc21 = nn.Linear(h, z)
        self.fc22 = nn.Linear(h, z)
        self.fc3 = nn.Linear(z, h)
        self.fc4 = nn.Linear(h, d)
    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)
    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return mu + eps * std
    def decode(self, z):
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))
    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 20))
        z = self.reparameterize(mu, logvar)
        return self.decode(z), mu, logvar

def loss_function(recon_x, x, mu, logvar):
    BCE = F.binary_cross_entropy(recon_x, x.view(-1, 20), reduction="sum")
    KLD = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return BCE + KLD, KLD

data = (torch.rand(64, 4, 5) < torch.linspace(0.1, 0.9, 20).view(4, 5)).float()
model = VAE()
optimizer = optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(1, 6):
    model.train()
    train_loss = 0
    for b, batch in enumerate(data.split(16)):
        optimizer.zero_grad()
        recon, mu, logvar = model(batch)
        loss, kld = loss_function(recon, batch, mu, logvar)
        loss.backward()
        train_loss += loss.item()
        optimizer.step()
    print("====> Epoch: {} Average loss: {:.4f} KLD: {:.3f}".format(epoch, train_loss / len(data), kld.item() / 16))
mu, logvar = model.encode(data.view(-1, 20))
q = Normal(mu, torch.exp(0.5 * logvar))
kl = kl_divergence(q, Normal(torch.zeros_like(mu), torch.ones_like(mu))).sum()
print(torch.allclose(kl, -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp()), rtol=1e-4))
with torch.no_grad():
    sample = torch.randn(3, 3)
    sample = model.decode(sample).cpu()
    print(sample.view(3, 1, 4, 5).shape, sample.mean())
