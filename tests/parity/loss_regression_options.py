# Squared and absolute losses, and those between them.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([0.1, -2.0, 3.0, 0.5], device=device, requires_grad=True)
y = torch.tensor([0.0, 1.0, 2.9, 0.5], device=device)
for loss in (nn.MSELoss(), nn.L1Loss(), nn.SmoothL1Loss(), nn.SmoothL1Loss(beta=0.2), nn.HuberLoss(), nn.HuberLoss(delta=2.5), nn.MSELoss(reduction="sum"), nn.L1Loss(reduction="none")):
    value = loss(x, y)
    g, = torch.autograd.grad(value.sum(), x)
    print(loss, [round(v, 5) for v in value.flatten().tolist()], [round(v, 4) for v in g.tolist()])
rate = torch.tensor([1.0, 2.0, 0.5], device=device)
count = torch.tensor([0.0, 3.0, 7.0], device=device)
for options in (dict(), dict(log_input=False), dict(full=True), dict(log_input=False, full=True, reduction="none")):
    print(sorted(options), [round(v, 4) for v in nn.PoissonNLLLoss(**options)(rate, count).flatten().tolist()])
var = torch.tensor([0.5, 1.0, 2.0], device=device)
print(f"{nn.GaussianNLLLoss()(rate, count, var).item():.5f} {nn.GaussianNLLLoss(full=True, reduction='sum')(rate, count, var).item():.5f}")
try:
    nn.GaussianNLLLoss()(rate, count, -var)
except ValueError as error:
    print(error)
