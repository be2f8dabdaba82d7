# Radial functions: centres moved by gradient, weights by least squares.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.linspace(-3, 2.2, 40, dtype=torch.float64, device=device).unsqueeze(1)
y = torch.sinc(x)


class Radial(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.centres = nn.Parameter(torch.linspace(-2, 2, count, dtype=torch.float64))
        self.logs = nn.Parameter(torch.zeros(count, dtype=torch.float64))

    def forward(self, x):
        return torch.exp(-((x - self.centres) * self.logs.exp()) ** 2)


model = Radial(5).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for step in range(31):
    features = model(x)
    weights = torch.linalg.solve(features.T @ features + 1e-3 * torch.eye(5, device=device).double(), features.T @ y)
    loss = nn.functional.mse_loss(features @ weights, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(step, f"{loss.item():.6f}", [round(c, 3) for c in model.centres.tolist()])
