import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.linspace(-1, 1, 9)
y = 1 - 2 * x + 0.5 * x ** 3
A = torch.stack([x ** k for k in range(4)], dim=1)
w = torch.linalg.lstsq(A, y[:, None]).solution.squeeze()
print([f"{abs(round(v, 3)):.3f}" for v in w.tolist()])
normal = torch.linalg.solve(A.t() @ A, A.t() @ y)
print(torch.allclose(w, normal, atol=1e-4), torch.allclose(torch.linalg.pinv(A) @ y, w, atol=1e-4))
V = torch.vander(x, 4, increasing=True)
print(torch.allclose(V, A))
ridge = torch.linalg.solve(A.t() @ A + 0.1 * torch.eye(4), A.t() @ y)
print([f"{v:.3f}" for v in ridge.tolist()], f"{(A @ ridge - y).pow(2).mean().item():.5f}")
a, b, c, d = [torch.zeros((), requires_grad=True) for _ in range(4)]
for t in range(100):
    pred = a + b * x + c * x ** 2 + d * x ** 3
    loss = (pred - y).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        for p in (a, b, c, d):
            p -= 0.05 * p.grad
            p.grad = None
    if t % 33 == 0:
        print(t, f"{loss.item():.4f}")
print(f"y = {a.item():.2f} + {b.item():.2f} x + {c.item():.2f} x^2 + {d.item():.2f} x^3")
