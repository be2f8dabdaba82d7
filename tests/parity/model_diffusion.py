# Denoising diffusion in one dimension: the schedule's closed forms, training, a step of sampling.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(53)
T = 50
betas = torch.linspace(1e-4, 0.05, T, device=device)
alphas = 1 - betas
bars = torch.cumprod(alphas, 0)
print([f"{v:.5f}" for v in bars[::10].tolist()])
model = nn.Sequential(nn.Linear(2, 32), nn.SiLU(), nn.Linear(32, 32), nn.SiLU(), nn.Linear(32, 1)).to(device)
data = torch.where(torch.rand(256, 1) < 0.5, -1.0, 1.0) + 0.1 * torch.randn(256, 1)
data = data.to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
for step in range(25):
    t = torch.randint(0, T, (256,)).to(device)
    noise = torch.randn(256, 1).to(device)
    a = bars[t].unsqueeze(1)
    noisy = a.sqrt() * data + (1 - a).sqrt() * noise
    predicted = model(torch.cat([noisy, t.unsqueeze(1) / T], 1))
    loss = nn.functional.mse_loss(predicted, noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 6 == 0:
        print(step, f"{loss.item():.3f}")
with torch.no_grad():
    x = torch.ones(3, 1, device=device)
    t = T - 1
    e = model(torch.cat([x, torch.full_like(x, t / T)], 1))
    x = (x - betas[t] / (1 - bars[t]).sqrt() * e) / alphas[t].sqrt()
    print(x.shape, torch.equal(x[0], x[1]))
