# Losses of numbers with a weight each.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([0.1, -2.0, 3.0, 0.5], device=device, requires_grad=True)
y = torch.tensor([0.0, 1.0, 2.9, 0.5], device=device)
w = torch.tensor([1.0, 0.0, 2.0, 1.0], device=device)
for f in (F.mse_loss, F.l1_loss, F.huber_loss):
    for reduction in ("mean", "sum", "none"):
        value = f(x, y, weight=w, reduction=reduction)
        g, = torch.autograd.grad(value.sum(), x)
        print(f.__name__, reduction, [round(v, 5) for v in value.flatten().tolist()], [round(v, 5) for v in g.tolist()])
try:
    F.mse_loss(x, y, weight=w[:2])
except ValueError as error:
    print(error)
