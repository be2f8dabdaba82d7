import torch

import torch.nn as nn
torch.manual_seed(1)
device = "cuda" if torch.cuda.is_available() else "cpu"
X = torch.linspace(-1, 1, 50).unsqueeze(1)
Y = X ** 3 + 0.1 * torch.randn(50, 1)
X, Y = X.to(device), Y.to(device)
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.5)
for step in range(30):
    loss = nn.functional.mse_loss(model(X), Y)
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    scheduler.step()
    if step % 5 == 4:
        print(step, f"{loss.item():.4f} {norm.item():.4f} {scheduler.get_last_lr()[0]:.5f}")
