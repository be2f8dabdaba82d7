# A variational autoencoder with the reparametrisation trick, its loss summed over pixels, and a walk through the latent space.
import torch
from torch import nn, optim
from torch.nn import functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class VAE(nn.Module):
    def __init__(self):
        super(VAE, self).__init__()
        self.fc1 = nn.Linear(36, 24)
        self.fc21 = nn.Linear(24, 3)
        self.fc22 = nn.Linear(24, 3)
        self.fc3 = nn.Linear(3, 24)
        self.fc4 = nn.Linear(24, 36)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar, eps):
        return mu + eps * torch.exp(0.5 * logvar)

    def decode(self, z):
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))

    def forward(self, x, eps):
        mu, logvar = self.encode(x.view(-1, 36))
        return self.decode(self.reparameterize(mu, logvar, eps)), mu, logvar


def loss_function(recon_x, x, mu, logvar):
    bce = F.binary_cross_entropy(recon_x, x.view(-1, 36), reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld, bce, kld


torch.manual_seed(8)
model = VAE().to(device)
i, j = torch.meshgrid(torch.arange(6), torch.arange(6), indexing="ij")
shapes = torch.stack([(i == j), (i == 2), (j == 3), (i + j == 5), ((i - 2.5) ** 2 + (j - 2.5) ** 2 < 5)]).float()
data = shapes[torch.randint(0, 5, (40,))]
eps = torch.randn(8, 40, 3)
data, eps = data.to(device), eps.to(device)
optimizer = optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(8):
    model.train()
    optimizer.zero_grad()
    recon, mu, logvar = model(data, eps[epoch])
    loss, bce, kld = loss_function(recon, data, mu, logvar)
    loss.backward()
    optimizer.step()
    print(f"{epoch} {loss.item() / len(data):.3f} {bce.item() / len(data):.3f} {kld.item() / len(data):.3f}")
model.eval()
with torch.inference_mode():
    mu, logvar = model.encode(data.view(-1, 36))
    between = torch.lerp(mu[0], mu[1], torch.linspace(0, 1, 3, device=device).unsqueeze(1))
    print([[round(v, 3) for v in row] for row in model.decode(between)[:, :4].tolist()])
q = torch.distributions.Normal(mu, torch.exp(0.5 * logvar))
p = torch.distributions.Normal(torch.zeros_like(mu), torch.ones_like(mu))
kl = torch.distributions.kl_divergence(q, p).sum()
print(f"{kl.item():.3f}", f"{(-0.5 * (1 + logvar - mu**2 - logvar.exp())).sum().item():.3f}")
