# Mixed examples, smoothed labels, cut patches, all drawn with a seed.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(14)
x, y = torch.randn(8, 1, 6, 6), torch.randint(0, 4, (8,))
share = torch.rand(8, 1, 1, 1)
order = torch.randperm(8)
mixed = share * x + (1 - share) * x[order]
soft = share.view(-1, 1) * F.one_hot(y, 4) + (1 - share.view(-1, 1)) * F.one_hot(y[order], 4)
print(order.tolist(), [round(v, 4) for v in soft[0].tolist()], round(soft.sum().item(), 4))
top, left = torch.randint(0, 4, (2,)).tolist()
cut = x.clone()
cut[:, :, top:top + 3, left:left + 3] = x[order][:, :, top:top + 3, left:left + 3]
print(top, left, int((cut != x).sum()) <= 8 * 9)
model = nn.Sequential(nn.Flatten(), nn.Linear(36, 4)).to(device)
mixed, soft, x, y = mixed.to(device), soft.to(device), x.to(device), y.to(device)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for step in range(5):
    loss = F.cross_entropy(model(mixed), soft)
    smooth = F.cross_entropy(model(x), y, label_smoothing=0.1)
    optimizer.zero_grad()
    (loss + smooth).backward()
    optimizer.step()
    print(step, f"{loss.item():.4f} {smooth.item():.4f}")
