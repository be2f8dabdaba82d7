# Margins among classes and labels.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(30)
x = torch.randn(3, 4).to(device).requires_grad_()
y = torch.tensor([1, 0, 3], device=device)
several = torch.tensor([[3, 0, -1, 1], [1, -1, 0, 0], [0, 1, 2, 3]], device=device)
for loss, target in ((nn.MultiMarginLoss(), y), (nn.MultiMarginLoss(p=2, margin=0.5, weight=torch.tensor([1.0, 2.0, 0.5, 1.0])), y), (nn.MultiLabelMarginLoss(), several),
                     (nn.MultiLabelMarginLoss(reduction="none"), several), (nn.HingeEmbeddingLoss(margin=0.7), torch.sign(x.detach()))):
    value = loss.to(device)(x, target)
    g, = torch.autograd.grad(value.sum(), x)
    print(type(loss).__name__, [round(v, 5) for v in value.flatten().tolist()], [round(v, 4) for v in g.flatten()[:6].tolist()])
