# A generator and a discriminator against each other, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 2)).to(device)
discriminator = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1)).to(device)
of_g = torch.optim.Adam(generator.parameters(), lr=0.005, betas=(0.5, 0.999))
of_d = torch.optim.Adam(discriminator.parameters(), lr=0.005, betas=(0.5, 0.999))
criterion = nn.BCEWithLogitsLoss()
for step in range(16):
    real, noise = (torch.randn(16, 2) * 0.5 + 2).to(device), torch.randn(16, 4).to(device)
    fake = generator(noise)
    of_d.zero_grad()
    loss_d = criterion(discriminator(real), torch.ones(16, 1, device=device)) + criterion(discriminator(fake.detach()), torch.zeros(16, 1, device=device))
    loss_d.backward()
    of_d.step()
    of_g.zero_grad()
    loss_g = criterion(discriminator(fake), torch.ones(16, 1, device=device))
    loss_g.backward()
    of_g.step()
    if step % 4 == 0:
        print(f"{step} {loss_d.item():.4f} {loss_g.item():.4f}")
