# The largest curvature by power iteration on Hessian-vector products; the whole Hessian agrees.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(139)
w = torch.randn(6).double().to(device).requires_grad_()
x, y = torch.randn(30, 6).double().to(device), (torch.rand(30) < 0.5).double().to(device)


def loss(w):
    return nn.functional.binary_cross_entropy_with_logits(x @ w, y) + 0.05 * w.square().sum()


def product(v):
    g, = torch.autograd.grad(loss(w), w, create_graph=True)
    return torch.autograd.grad(g @ v, w)[0]


v = torch.ones(6).double().to(device)
for _ in range(200):
    v = product(v)
    v = v / v.norm()
largest = (v @ product(v)).item()
full = torch.autograd.functional.hessian(loss, w)
values = torch.linalg.eigvalsh(full)
print(f"{largest:.6f}", f"{values[-1].item():.6f}", torch.allclose(full, full.T))
print([round(v, 5) for v in values.tolist()])
newton = w.detach() - torch.linalg.solve(full, torch.autograd.grad(loss(w), w)[0])
print(loss(newton).item() < loss(w).item(), f"{loss(newton).item():.6f}")
