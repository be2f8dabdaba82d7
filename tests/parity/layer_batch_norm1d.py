# Vectors and sequences: batch statistics in training, running ones in evaluation.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(6)
norm = nn.BatchNorm1d(3, momentum=0.2).to(device)
with torch.no_grad():
    norm.weight.copy_(torch.tensor([1.0, 2.0, 0.5]))
x = (torch.randn(8, 3) * 2 + 1).to(device).requires_grad_()
y = norm(x)
print([abs(v) < 1e-6 for v in y.mean(0).tolist()], [f"{v:.4f}" for v in y.std(0, correction=0).tolist()])
(y * torch.linspace(0, 1, 24, device=device).view(8, 3)).sum().backward()
print(f"{x.grad.norm().item():.4f}", [f"{v:.4f}" for v in norm.weight.grad.tolist()], [f"{v:.4f}" for v in norm.bias.grad.tolist()])
print([f"{v:.4f}" for v in norm.running_mean.tolist()], [f"{v:.4f}" for v in norm.running_var.tolist()], norm.num_batches_tracked.item())
norm(torch.randn(2, 3, 5).to(device))
norm.eval()
print(norm.num_batches_tracked.item(), [[f"{v:.4f}" for v in row] for row in norm(x[:2]).tolist()])
plain = nn.BatchNorm1d(3, affine=False, track_running_stats=False)
print(plain, list(plain.state_dict()), plain.running_mean)
cumulative = nn.BatchNorm1d(2, momentum=None).to(device)
for value in (1.0, 2.0, 6.0):
    cumulative(torch.full((4, 2), value, device=device))
print(cumulative.running_mean.tolist())
for wrong in (torch.zeros(3, device=device), torch.zeros(1, 3, device=device)):
    try:
        nn.BatchNorm1d(3).to(device)(wrong)
    except ValueError as error:
        print(error)
