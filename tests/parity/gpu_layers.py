import torch
torch.set_printoptions(precision=2)

import torch.nn as nn
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
x = torch.randn(6, 4).to(device)
for m in (nn.Linear(4, 3), nn.LayerNorm(4), nn.BatchNorm1d(4), nn.Softmax(dim=1), nn.GELU(), nn.SiLU(), nn.Tanh()):
    m = m.to(device)
    z = x.clone().requires_grad_()
    y = m(z)
    (y * torch.arange(y.numel(), device=device).view(y.shape)).sum().backward()
    print(type(m).__name__, y.detach().cpu()[0], z.grad.cpu()[0])
t = torch.tensor([0, 1, 2, 3, 0, 1], device=device)
print(nn.CrossEntropyLoss()(x, t).item().__round__(4), nn.CrossEntropyLoss(ignore_index=1, label_smoothing=0.2)(x, t).item().__round__(4))
e = nn.Embedding(5, 2).to(device)
print(e(t[:3].clamp(max=4)).cpu().detach())
