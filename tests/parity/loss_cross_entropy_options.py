# Weights, ignored labels, smoothing, probabilities as labels, and images.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(28)
x = torch.randn(5, 3).to(device).requires_grad_()
y = torch.tensor([0, 2, 1, -100, 2], device=device)
weight = torch.tensor([0.2, 1.0, 3.0], device=device)
for options in (dict(), dict(weight=weight), dict(reduction="sum"), dict(reduction="none"), dict(label_smoothing=0.1), dict(weight=weight, label_smoothing=0.2), dict(ignore_index=2)):
    labels = y.clamp(min=0) if options.get("ignore_index") else y
    loss = nn.CrossEntropyLoss(**options)(x, labels)
    g, = torch.autograd.grad(loss.sum(), x)
    print(sorted(options), [round(v, 4) for v in loss.flatten().tolist()], f"{g.norm().item():.4f}", [round(v, 4) for v in g[3].tolist()])
soft = torch.softmax(torch.randn(5, 3), 1).to(device).requires_grad_()
loss = F.cross_entropy(x, soft)
print(f"{loss.item():.5f}", [round(g.norm().item(), 4) for g in torch.autograd.grad(loss, (x, soft))])
image, labels = torch.randn(2, 3, 2, 2).to(device), torch.randint(0, 3, (2, 2, 2)).to(device)
print(f"{F.cross_entropy(image, labels).item():.5f}", tuple(F.cross_entropy(image, labels, reduction="none").shape))
print(f"{F.nll_loss(F.log_softmax(image, 1), labels).item():.5f}", F.cross_entropy(x[0], y[0]).shape)
print(F.cross_entropy(x, torch.full((5,), -100, device=device)).isnan().item())
for f in (lambda: F.cross_entropy(x, y[:4]), lambda: F.cross_entropy(x, y.float())):
    try:
        f()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
