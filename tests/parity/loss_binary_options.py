# Binary losses: from probabilities and from logits, with weights and positive weights.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(29)
x = torch.randn(3, 2).to(device).requires_grad_()
y = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.3, 0.9]], device=device)
w = torch.tensor([2.0, 0.5], device=device)
for loss in (nn.BCEWithLogitsLoss(), nn.BCEWithLogitsLoss(pos_weight=w), nn.BCEWithLogitsLoss(weight=w, reduction="sum"), nn.BCEWithLogitsLoss(reduction="none", pos_weight=w)):
    loss = loss.to(device)
    value = loss(x, y)
    g, = torch.autograd.grad(value.sum(), x)
    print([round(v, 4) for v in value.flatten().tolist()], [round(v, 4) for v in g.flatten().tolist()])
p = torch.sigmoid(x)
print(f"{nn.BCELoss()(p, y).item():.5f} {F.binary_cross_entropy(p, y, weight=w, reduction='sum').item():.5f}")
edge = torch.tensor([0.0, 1.0], device=device)
print(F.binary_cross_entropy(edge, torch.tensor([1.0, 1.0], device=device), reduction="none").tolist())
print(f"{nn.SoftMarginLoss()(x, torch.sign(y - 0.5)).item():.5f} {nn.MultiLabelSoftMarginLoss()(x, y).item():.5f}")
print(F.binary_cross_entropy_with_logits(torch.tensor([100.0, -100.0], device=device), torch.tensor([0.0, 1.0], device=device), reduction="none").tolist())
try:
    F.binary_cross_entropy(p, y[:2])
except ValueError as error:
    print(error)
