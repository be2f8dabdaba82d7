# A critic whose gradient norm is pulled towards one: a gradient of a gradient.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(43)
critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1)).to(device)
generator = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2)).to(device)
d = torch.optim.Adam(critic.parameters(), lr=1e-2, betas=(0.0, 0.9))
g = torch.optim.Adam(generator.parameters(), lr=1e-2, betas=(0.0, 0.9))
real = (torch.randn(32, 2) * 0.3 + torch.tensor([1.0, -1.0])).to(device)
for step in range(12):
    fake = generator(torch.randn(32, 3).to(device)).detach()
    mix = torch.rand(32, 1).to(device)
    between = (mix * real + (1 - mix) * fake).requires_grad_()
    gradient, = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    penalty = (gradient.norm(2, dim=1) - 1).pow(2).mean()
    loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
    d.zero_grad()
    loss.backward()
    d.step()
    if step % 3 == 2:
        g.zero_grad()
        score = -critic(generator(torch.randn(32, 3).to(device))).mean()
        score.backward()
        g.step()
        print(step, f"{loss.item():.3f} {penalty.item():.3f} {score.item():.3f}")
