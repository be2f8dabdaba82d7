# The Fisher matrix of logistic regression from per-example gradients, and one natural step.
import torch
import torch.nn.functional as F
from torch.func import grad, vmap

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(149)
x = torch.randn(12, 3).double().to(device)
y = (x[:, 0] > 0).double()
w = torch.zeros(3).double().to(device)


def loss(w, x, y):
    return F.binary_cross_entropy_with_logits(x @ w, y)


each = vmap(grad(loss), in_dims=(None, 0, 0))(w, x, y)
print(each.shape, [round(v, 4) for v in each.mean(0).tolist()])
fisher = each.T @ each / len(x) + 1e-3 * torch.eye(3, device=device, dtype=torch.float64)
step = torch.linalg.solve(fisher, each.mean(0))
print([round(v, 4) for v in step.tolist()], f"{loss(w, x, y).item():.5f} -> {loss(w - 0.5 * step, x, y).item():.5f}")
