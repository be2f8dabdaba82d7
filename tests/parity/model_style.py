# Gram matrices of features, and an image changed by gradient to match them.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(113)


def gram(x):
    b, c, h, w = x.shape
    f = x.view(b * c, h * w)
    return f @ f.t() / (b * c * h * w)


features = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 8, 3, padding=1)).to(device).requires_grad_(False)
style, content = torch.rand(1, 3, 10, 10).to(device), torch.rand(1, 3, 10, 10).to(device)
wanted, kept = gram(features(style)), features(content)
image = content.clone().requires_grad_()
optimizer = torch.optim.LBFGS([image], lr=0.5, max_iter=3)
for step in range(3):
    def closure():
        optimizer.zero_grad()
        y = features(image)
        loss = 1e3 * F.mse_loss(gram(y), wanted) + F.mse_loss(y, kept)
        loss.backward()
        return loss
    print(step, f"{optimizer.step(closure).item():.4f}")
with torch.no_grad():
    image.clamp_(0, 1)
print(wanted.shape, torch.allclose(wanted, wanted.T), 0 <= image.min().item(), image.max().item() <= 1)
