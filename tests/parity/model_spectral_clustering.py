# The graph's Laplacian parts two rings of points.
import math
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(173)
angle = torch.arange(16) * (2 * math.pi / 16)
ring = torch.stack([angle.cos(), angle.sin()], 1).double()
points = torch.cat([ring, 3 * ring]).to(device)
distance = torch.cdist(points, points)
W = torch.exp(-distance ** 2 / 0.5) * (distance > 1e-3)
degree = W.sum(1)
L = torch.eye(32, device=device).double() - W / torch.sqrt(degree[:, None] * degree[None])
values, vectors = torch.linalg.eigh(L)
print([round(v, 5) + 0.0 for v in values[:5].tolist()])
second = vectors[:, 1] / degree.sqrt()
parts = (second > second.mean()).long()
print(parts[:16].unique().numel(), parts[16:].unique().numel(), parts[0].item() != parts[16].item())
print(torch.linalg.matrix_rank(torch.diag(degree) - W).item())
