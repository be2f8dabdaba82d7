# The gated unit against its equations, and gradients through ten steps.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(22)
gru = nn.GRU(3, 4).double().to(device)
x = torch.randn(10, 2, 3).double().to(device).requires_grad_()
y, h = gru(x)
W, U, b, c = gru.weight_ih_l0, gru.weight_hh_l0, gru.bias_ih_l0, gru.bias_hh_l0
state = torch.zeros(2, 4).double().to(device)
for t in range(10):
    gi, gh = (x[t] @ W.T + b).chunk(3, 1), (state @ U.T + c).chunk(3, 1)
    r, z = torch.sigmoid(gi[0] + gh[0]), torch.sigmoid(gi[1] + gh[1])
    n = torch.tanh(gi[2] + r * gh[2])
    state = (1 - z) * n + z * state
print(torch.allclose(state, h[0]), torch.allclose(y[-1], h[0]))
first = torch.autograd.grad(h.sum(), [x, W, U, b, c], retain_graph=True)
second = torch.autograd.grad(state.sum(), [x, W, U, b, c])
print([torch.allclose(p, q) for p, q in zip(first, second)], [f"{p.norm().item():.5f}" for p in first])
cell = nn.GRUCell(3, 4).double().to(device)
cell.load_state_dict({name.removesuffix("_l0"): value for name, value in gru.state_dict().items()})
hx = torch.zeros(2, 4).double().to(device)
for t in range(10):
    hx = cell(x[t], hx)
print(torch.allclose(hx, h[0]), cell)
