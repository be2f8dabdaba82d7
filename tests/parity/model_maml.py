# Learning to adapt: the outer gradient passes through an inner step, with functional_call.
import torch
from torch import nn
from torch.func import functional_call

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(61)
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1)).to(device)
meta = torch.optim.Adam(net.parameters(), lr=0.01)
x = torch.linspace(-2, 2, 12).unsqueeze(1).to(device)
for step in range(10):
    meta.zero_grad()
    total = 0.0
    for phase in torch.rand(3).tolist():
        y = torch.sin(x + phase)
        parameters = dict(net.named_parameters())
        inner = nn.functional.mse_loss(functional_call(net, parameters, (x[::2],)), y[::2])
        gradients = torch.autograd.grad(inner, list(parameters.values()), create_graph=True)
        fast = {name: p - 0.1 * g for (name, p), g in zip(parameters.items(), gradients)}
        outer = nn.functional.mse_loss(functional_call(net, fast, (x[1::2],)), y[1::2])
        outer.backward()
        total += outer.item()
    meta.step()
    if step % 3 == 0:
        print(step, f"{total / 3:.4f}")
