# Regression with a Gaussian process through Cholesky; hyperparameters by the marginal likelihood.
import math
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(163)
x = torch.linspace(0, 1, 9, dtype=torch.float64, device=device)
y = torch.sin(6 * x) + 0.1 * torch.randn(9).double().to(device)
logs = torch.tensor([-1.0, 0.0, -2.0], dtype=torch.float64, device=device, requires_grad=True)


def kernel(a, b, logs):
    return torch.exp(2 * logs[1]) * torch.exp(-0.5 * ((a[:, None] - b[None]) / torch.exp(logs[0])) ** 2)


def negative_log_likelihood(logs):
    K = kernel(x, x, logs) + torch.exp(2 * logs[2]) * torch.eye(9, dtype=torch.float64, device=device)
    L = torch.linalg.cholesky(K)
    a = torch.cholesky_solve(y[:, None], L).squeeze(1)
    return 0.5 * y @ a + L.diagonal().log().sum() + 4.5 * math.log(2 * math.pi)


optimizer = torch.optim.Adam([logs], lr=0.05)
for step in range(60):
    optimizer.zero_grad()
    loss = negative_log_likelihood(logs)
    loss.backward()
    optimizer.step()
    if step % 15 == 0:
        print(step, f"{loss.item():.6f}", [round(v, 4) for v in logs.grad.tolist()])
with torch.no_grad():
    grid = torch.tensor([0.05, 0.5, 1.5], dtype=torch.float64, device=device)
    K = kernel(x, x, logs) + torch.exp(2 * logs[2]) * torch.eye(9, dtype=torch.float64, device=device)
    Ks = kernel(x, grid, logs)
    mean = Ks.T @ torch.linalg.solve(K, y)
    cov = kernel(grid, grid, logs) - Ks.T @ torch.linalg.solve(K, Ks)
    print([round(v, 5) for v in mean.tolist()], [round(v, 5) for v in cov.diagonal().tolist()])
