# A validation loss that is watched, the best weights kept and taken back.
import copy
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(9)
x = torch.randn(40, 5)
y = x[:, :1] * 2 - x[:, 1:2] + 0.3 * torch.randn(40, 1)
train, valid = (x[:20].to(device), y[:20].to(device)), (x[20:].to(device), y[20:].to(device))
model = nn.Sequential(nn.Linear(5, 32), nn.Tanh(), nn.Linear(32, 1)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
best, kept, waited = float("inf"), None, 0
for epoch in range(200):
    model.train()
    loss = nn.functional.mse_loss(model(train[0]), train[1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.eval()
    with torch.no_grad():
        current = nn.functional.mse_loss(model(valid[0]), valid[1]).item()
    if current < best - 1e-3:
        best, kept, waited = current, copy.deepcopy(model.state_dict()), 0
    else:
        waited += 1
        if waited == 10:
            break
    if epoch % 20 == 0:
        print(epoch, f"{loss.item():.3f} {current:.3f}")
model.load_state_dict(kept)
with torch.no_grad():
    print(epoch, f"{best:.3f}", abs(nn.functional.mse_loss(model(valid[0]), valid[1]).item() - best) < 1e-5)
