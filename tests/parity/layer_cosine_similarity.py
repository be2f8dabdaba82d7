# Angles between vectors along a dimension, with zero vectors and broadcasting.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(16)
a, b = torch.randn(4, 3).to(device).requires_grad_(), torch.randn(4, 3).to(device).requires_grad_()
y = nn.CosineSimilarity(dim=1, eps=1e-6)(a, b)
print([f"{v:.5f}" for v in y.tolist()])
(y * torch.arange(4.0, device=device)).sum().backward()
print([[f"{v:.4f}" for v in row] for row in a.grad.tolist()])
print(F.cosine_similarity(torch.zeros(1, 3, device=device), torch.ones(1, 3, device=device)).tolist())
print([f"{v:.4f}" for v in F.cosine_similarity(a[:1], b).tolist()], F.cosine_similarity(a.unsqueeze(1), b.unsqueeze(0), dim=-1).shape)
distance = nn.PairwiseDistance(p=1, keepdim=True)(a, b)
print(distance.shape, torch.allclose(distance[:, 0], (a - b + 1e-6).abs().sum(1)))
print([f"{v:.4f}" for v in F.pairwise_distance(a, b, p=3).tolist()], [f"{v:.4f}" for v in F.pdist(a).tolist()])
