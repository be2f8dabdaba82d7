# A network that obeys u'' = -u with u(0) = 0, u'(0) = 1, by derivatives of the network itself.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(59)
net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 20), nn.Tanh(), nn.Linear(20, 1)).double().to(device)
t = torch.linspace(0, 3, 31, dtype=torch.float64, device=device).unsqueeze(1).requires_grad_()
zero = torch.zeros(1, 1, dtype=torch.float64, device=device, requires_grad=True)
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(41):
    u = net(t)
    du, = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)
    ddu, = torch.autograd.grad(du, t, torch.ones_like(du), create_graph=True)
    start = net(zero)
    slope, = torch.autograd.grad(start, zero, torch.ones_like(start), create_graph=True)
    loss = (ddu + u).pow(2).mean() + start.pow(2).sum() + (slope - 1).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(step, f"{loss.item():.5f}")
