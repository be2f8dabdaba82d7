import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
links = {0: [1, 2], 1: [2], 2: [0], 3: [2, 0]}
M = torch.zeros(4, 4)
for page, out in links.items():
    for target in out:
        M[target, page] = 1 / len(out)
rank = torch.full((4,), 0.25)
for step in range(50):
    new = 0.85 * M @ rank + 0.15 / 4
    if (new - rank).abs().sum() < 1e-6:
        break
    rank = new
print([f"{v:.4f}" for v in rank.tolist()], rank.argsort(descending=True).tolist(), f"{rank.sum().item():.3f}")
adj = torch.zeros(5, 5)
for i, j in [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]:
    adj[i, j] = adj[j, i] = 1
degree = adj.sum(1)
lap = torch.diag(degree) - adj
print(lap, torch.linalg.eigvalsh(lap).round(decimals=3).abs())
paths = torch.linalg.matrix_power(adj, 3)
print(paths[0].tolist())
dist = torch.where(adj > 0, adj, torch.inf)
dist.fill_diagonal_(0)
for k in range(5):
    dist = torch.minimum(dist, dist[:, k:k + 1] + dist[k:k + 1])
print(dist.int())
