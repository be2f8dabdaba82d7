# Attribution along a straight path adds up to the change of the output.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(137)
model = nn.Sequential(nn.Linear(5, 16), nn.Softplus(), nn.Linear(16, 1)).double().to(device)
x, base = torch.randn(5).double().to(device), torch.zeros(5).double().to(device)
steps = 200
t = (torch.arange(steps, device=device, dtype=torch.float64) + 0.5) / steps
path = (base + t[:, None] * (x - base)).requires_grad_()
model(path).sum().backward()
attribution = path.grad.mean(0) * (x - base)
print([round(v, 5) for v in attribution.tolist()])
print((attribution.sum() - (model(x) - model(base))).abs().item() < 1e-4)
saliency, = torch.autograd.grad(model(x.requires_grad_()).sum(), x)
print([round(v, 5) for v in saliency.tolist()])
