# A vector field learned through four Runge-Kutta steps.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(67)


def rk4(f, x, h, steps):
    path = [x]
    for _ in range(steps):
        k1 = f(x)
        k2 = f(x + h / 2 * k1)
        k3 = f(x + h / 2 * k2)
        k4 = f(x + h * k3)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        path.append(x)
    return torch.stack(path)


A = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]], device=device)
start = torch.tensor([[2.0, 0.0], [0.0, 1.0]], device=device)
target = rk4(lambda x: x @ A.T, start, 0.1, 10)
exact = torch.linalg.matrix_exp(A * 1.0) @ start[0]
print([f"{v:.4f}" for v in target[-1, 0].tolist()], (target[-1, 0] - exact).abs().max().item() < 1e-3)
field = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2)).to(device)
optimizer = torch.optim.RMSprop(field.parameters(), lr=0.01)
for step in range(16):
    loss = (rk4(field, start, 0.1, 10) - target).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(step, f"{loss.item():.4f}")
