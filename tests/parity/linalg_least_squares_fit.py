# A polynomial through noisy points, by normal equations, QR, SVD and lstsq.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
x = torch.linspace(-1, 1, 30).double().to(device)
y = 1 - 2 * x + 0.5 * x ** 3 + 0.01 * torch.randn(30).double().to(device)
A = torch.stack([x ** i for i in range(4)], 1)
normal = torch.linalg.solve(A.T @ A, A.T @ y)
Q, R = torch.linalg.qr(A)
by_qr = torch.linalg.solve_triangular(R, (Q.T @ y)[:, None], upper=True).squeeze(1)
U, S, Vh = torch.linalg.svd(A, full_matrices=False)
by_svd = Vh.T @ ((U.T @ y) / S)
by_lstsq = torch.linalg.lstsq(A, y[:, None]).solution.squeeze(1)
by_pinv = torch.linalg.pinv(A) @ y
print([round(v, 6) for v in normal.tolist()])
print([torch.allclose(normal, other) for other in (by_qr, by_svd, by_lstsq, by_pinv)], [round(v, 5) for v in S.tolist()], f"{torch.linalg.cond(A).item():.4f}")
