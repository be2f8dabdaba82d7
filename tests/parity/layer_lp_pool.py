# Norms of windows.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(18)
x = torch.rand(1, 2, 8).add(0.1).to(device).requires_grad_()
for p in (1, 2, 3.5):
    y = nn.LPPool1d(p, 3, stride=2)(x)
    g, = torch.autograd.grad(y.sum(), x)
    print(p, [f"{v:.4f}" for v in y.flatten().tolist()], f"{g.norm().item():.4f}")
image = torch.rand(1, 1, 5, 5).to(device)
print(nn.LPPool2d(2, (2, 3), ceil_mode=True), [f"{v:.4f}" for v in nn.LPPool2d(2, (2, 3))(image).flatten().tolist()])
print(f"{nn.LPPool3d(2, 2)(torch.ones(1, 1, 2, 2, 2, device=device)).item():.4f}")
