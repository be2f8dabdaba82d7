# LSTM: layers, directions, projections, first states, single sequences.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)


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


def check_rnn(layer, x, state=None):
    layer.to(device)
    out, last = layer(x) if state is None else layer(x, state)
    data = out.data if hasattr(out, "batch_sizes") else out
    lasts = last if isinstance(last, tuple) else (last,)
    print(layer)
    print(tuple(data.shape), shown(data), [(tuple(t.shape), shown(t)) for t in lasts])
    total = (data * torch.linspace(-1, 2, data.numel(), device=device).view(data.shape)).sum() + sum((t * t).sum() for t in lasts)
    inner = x.data if hasattr(x, "batch_sizes") else x
    states = [] if state is None else (list(state) if isinstance(state, tuple) else [state])
    for g in torch.autograd.grad(total, [inner] + states + list(layer.parameters())):
        print("   ", tuple(g.shape), shown(g))



check_rnn(nn.LSTM(3, 4), rand(5, 2, 3))
check_rnn(nn.LSTM(3, 4, num_layers=2, bidirectional=True), rand(5, 2, 3), (rand(4, 2, 4), rand(4, 2, 4)))
check_rnn(nn.LSTM(3, 4, batch_first=True, bias=False), rand(2, 5, 3))
check_rnn(nn.LSTM(3, 4, proj_size=2), rand(4, 2, 3))
check_rnn(nn.LSTM(3, 4), rand(5, 3), (rand(1, 4), rand(1, 4)))
