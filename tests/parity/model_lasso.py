# Soft thresholding until the coefficients stand still; ridge in closed form.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(151)
X = torch.randn(40, 8).double()
true = torch.tensor([3.0, 0, 0, -2, 0, 0, 1, 0]).double()
y = X @ true + 0.1 * torch.randn(40).double()
X, y = X.to(device), y.to(device)
step = 1 / torch.linalg.matrix_norm(X, 2) ** 2
w = torch.zeros(8, device=device, dtype=torch.float64)
for i in range(300):
    w = F.softshrink((w - step * X.T @ (X @ w - y)), (step * 4.0).item())
print([round(v, 4) for v in w.tolist()], (w != 0).sum().item())
for penalty in (0.0, 1.0, 100.0):
    ridge = torch.linalg.solve(X.T @ X + penalty * torch.eye(8, device=device).double(), X.T @ y)
    print(penalty, f"{ridge.norm().item():.5f} {F.mse_loss(X @ ridge, y).item():.5f}")
