import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
A = torch.tensor([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
b = torch.tensor([1.0, 2.0, 3.0])
x = torch.zeros(3)
r = b - A @ x
p = r.clone()
for k in range(3):
    Ap = A @ p
    alpha = r.dot(r) / p.dot(Ap)
    x = x + alpha * p
    new = r - alpha * Ap
    print(k, f"{alpha.item():.4f}", f"{new.norm().item():.3f}")
    p = new + new.dot(new) / r.dot(r) * p
    r = new
print(torch.allclose(x, torch.linalg.solve(A, b), atol=1e-5), torch.allclose(A @ x, b, atol=1e-5))
D = torch.diag(A)
x = torch.zeros(3)
for _ in range(25):
    x = (b - (A - torch.diag(D)) @ x) / D
print([f"{v:.3f}" for v in x.tolist()])
L = torch.linalg.cholesky(A)
y = torch.linalg.solve_triangular(L, b[:, None], upper=False)
print(torch.allclose(torch.linalg.solve_triangular(L.t(), y, upper=True).squeeze(), torch.linalg.solve(A, b), atol=1e-5), torch.allclose(L @ L.t(), A, atol=1e-5))
q, rr = torch.linalg.qr(A)
print(torch.allclose(q @ rr, A, atol=1e-5), torch.allclose(q.t() @ q, torch.eye(3), atol=1e-5))
