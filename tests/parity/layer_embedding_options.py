# Padding rows, renormalised rows, from_pretrained, gradients that add up, scaled by frequency.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(13)
table = nn.Embedding(6, 3, padding_idx=-1)
print(table, table.padding_idx, table.weight[5].tolist())
table = table.to(device)
words = torch.tensor([[0, 1, 1], [5, 2, 1]], device=device)
y = table(words)
(y * torch.arange(1.0, 19.0, device=device).view(2, 3, 3)).sum().backward()
print(table.weight.grad.tolist())
fixed = nn.Embedding.from_pretrained(torch.arange(8.0).view(4, 2))
print(fixed.weight.requires_grad, fixed(torch.tensor([3, 0])).tolist())
scaled = nn.Embedding(4, 2, scale_grad_by_freq=True).to(device)
scaled(torch.tensor([1, 1, 1, 2], device=device)).sum().backward()
print(scaled.weight.grad.tolist(), scaled)
weights = torch.tensor([[3.0, 4.0], [0.3, 0.4]], device=device)
print([[round(v, 5) for v in row] for row in F.embedding(torch.tensor([0, 1], device=device), weights.clone(), max_norm=1.0).tolist()])
print(F.one_hot(torch.tensor([2, 0]), 4).tolist())
try:
    nn.Embedding(3, 2, padding_idx=3)
except AssertionError as error:
    print(error)
