import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
X = torch.tensor([[2.5, 2.4, 0.5], [0.5, 0.7, 1.0], [2.2, 2.9, 0.1], [1.9, 2.2, 0.7], [3.1, 3.0, 0.2], [2.3, 2.7, 0.4], [2.0, 1.6, 0.9], [1.0, 1.1, 1.1]])
centered = X - X.mean(0)
cov = centered.t() @ centered / (len(X) - 1)
print(cov, torch.allclose(cov, torch.cov(X.t()), atol=1e-5))
values, vectors = torch.linalg.eigh(cov)
order = values.argsort(descending=True)
values, vectors = values[order], vectors[:, order]
vectors = vectors * vectors[0].sign()
print([f"{v:.4f}" for v in values.tolist()], vectors.abs())
U, S, Vh = torch.linalg.svd(centered, full_matrices=False)
print(torch.allclose(S ** 2 / (len(X) - 1), values, atol=1e-4), torch.allclose(Vh.t().abs(), vectors.abs(), atol=1e-3))
projected = centered @ vectors[:, :2]
back = projected @ vectors[:, :2].t() + X.mean(0)
print(projected.shape, f"{(back - X).pow(2).sum().item():.3f}", f"{(values[:2].sum() / values.sum()).item():.4f}")
# power iteration finds the first component
v = torch.ones(3)
for _ in range(30):
    v = cov @ v
    v = v / v.norm()
print(torch.allclose(v.abs(), vectors[:, 0].abs(), atol=1e-3), f"{(v @ cov @ v).item():.4f}")
