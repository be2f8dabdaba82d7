# Losses that people write themselves: focal, dice, Tversky, contrastive.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(32)


def focal(logits, target, gamma=2.0, alpha=0.25):
    p = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    p_t = p * target + (1 - p) * (1 - target)
    return ((alpha * target + (1 - alpha) * (1 - target)) * (1 - p_t) ** gamma * ce).mean()


def dice(logits, target, smooth=1.0):
    p = logits.sigmoid().flatten(1)
    t = target.flatten(1)
    return (1 - (2 * (p * t).sum(1) + smooth) / (p.sum(1) + t.sum(1) + smooth)).mean()


def contrastive(a, b, same, margin=1.0):
    d = F.pairwise_distance(a, b)
    return (same * d.pow(2) + (1 - same) * F.relu(margin - d).pow(2)).mean()


x = torch.randn(2, 1, 4, 4).to(device).requires_grad_()
t = (torch.rand(2, 1, 4, 4) < 0.3).float().to(device)
for f in (focal, dice):
    value = f(x, t)
    g, = torch.autograd.grad(value, x)
    print(f.__name__, f"{value.item():.6f} {g.norm().item():.6f}")
a, b = torch.randn(4, 3).to(device), torch.randn(4, 3).to(device)
print(f"{contrastive(a, b, torch.tensor([1.0, 0.0, 1.0, 0.0], device=device)).item():.5f}")
