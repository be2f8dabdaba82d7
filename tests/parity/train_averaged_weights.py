# Moving averages of weights, and averages over the last epochs.
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn, update_bn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(13)
model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1)).to(device)
mean = AveragedModel(model)
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
x, y = torch.randn(24, 3).to(device), torch.randn(24, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
history = []
for step in range(10):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    ema.update_parameters(model)
    if step >= 5:
        mean.update_parameters(model)
        history.append(model[0].weight.detach().clone())
print(f"{loss.item():.4f}", mean.n_averaged.item(), torch.allclose(mean.module[0].weight, torch.stack(history).mean(0), atol=1e-6))
update_bn([x[:12], x[12:]], mean, device=device)
mean.eval()
ema.eval()
with torch.no_grad():
    print(f"{nn.functional.mse_loss(mean(x), y).item():.4f} {nn.functional.mse_loss(ema(x), y).item():.4f}", sorted(mean.state_dict())[:3])
