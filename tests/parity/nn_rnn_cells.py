# Recurrent cells, step by step and differentiated twice.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(6)


def shown(t):
    return [round(v, 2) or 0.0 for v in t.detach().cpu().double().flatten()[:8].tolist()]


def rand(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def check(f, *operands):
    """The result, and the gradients of a weighted sum of it by operands and parameters."""
    if isinstance(f, nn.Module):
        f.to(device)
    y = f(*operands)
    print(tuple(y.shape), shown(y), y.grad_fn is not None)
    weights = torch.linspace(-1, 2, y.numel(), device=device, dtype=y.dtype).view(y.shape)
    parameters = list(f.parameters()) if isinstance(f, nn.Module) else []
    wanted = [x for x in list(operands) + parameters if isinstance(x, torch.Tensor) and x.requires_grad]
    for g in torch.autograd.grad((y * weights).sum(), wanted, allow_unused=True):
        print("   ", None if g is None else (tuple(g.shape), shown(g)))


def refused(f):
    try:
        f()
        print("nothing wrong")
    except Exception as error:
        print(type(error).__name__ + ":", error)


for make in (nn.RNNCell, nn.GRUCell):
    cell = make(3, 4)
    check(cell, rand(2, 3), rand(2, 4))
    check(cell, rand(3), rand(4))
    check(cell, rand(2, 3))
    print(cell)
check(nn.RNNCell(3, 4, nonlinearity="relu", bias=False), rand(2, 3), rand(2, 4))
lstm = nn.LSTMCell(3, 4)
check(lambda x, h, c: torch.cat(lstm.to(device)(x, (h, c)), 1), rand(2, 3), rand(2, 4), rand(2, 4))
print(lstm, [tuple(t.shape) for t in lstm(rand(3))])
whole, cell = nn.LSTM(3, 4).to(device), nn.LSTMCell(3, 4).to(device)
with torch.no_grad():
    for name, p in cell.named_parameters():
        p.copy_(getattr(whole, name + "_l0"))
x = rand(6, 2, 3)
h = c = torch.zeros(2, 4, device=device)
for t in range(6):
    h, c = cell(x[t], (h, c))
print(torch.allclose(whole(x)[0][-1], h, atol=1e-6), torch.allclose(whole(x)[1][1][0], c, atol=1e-6))
y = cell(x[0])[0]
g, = torch.autograd.grad((y * y).sum(), x, create_graph=True)
(g * g).sum().backward()
print(shown(x.grad))
refused(lambda: nn.LSTMCell(3, 4)(torch.randn(2, 2)))
refused(lambda: nn.GRUCell(3, 4)(torch.randn(2, 2, 3, 1)))
