# Vibrations of a chain of masses: eigenvalues of a tridiagonal matrix in closed form.
import math
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
n = 8
K = 2 * torch.eye(n, device=device).double() - torch.diag(torch.ones(n - 1, device=device).double(), 1) - torch.diag(torch.ones(n - 1, device=device).double(), -1)
values, vectors = torch.linalg.eigh(K)
exact = torch.tensor([2 - 2 * math.cos(k * math.pi / (n + 1)) for k in range(1, n + 1)], dtype=torch.float64, device=device)
print(torch.allclose(values, exact), [round(v, 6) for v in values.tolist()])
print(torch.allclose(vectors @ torch.diag(values) @ vectors.T, K), torch.allclose(vectors.T @ vectors, torch.eye(n, device=device).double()))
print(f"{torch.linalg.det(K).item():.6f} {torch.logdet(K).item():.6f} {torch.linalg.slogdet(-K)[0].item()} {torch.linalg.matrix_norm(K, 2).item():.6f} {torch.linalg.matrix_norm(K, 'nuc').item():.6f}")
g = K.clone().requires_grad_()
torch.linalg.eigvalsh(g)[0].backward()
v = vectors[:, 0]
print(torch.allclose(g.grad, torch.outer(v, v), atol=1e-10))
