# Checkpoints: gradients, random numbers and autocast the second time as the first, what may be passed, what is refused.
import warnings

import torch
import torch.nn as nn
from torch.utils.checkpoint import CheckpointError, checkpoint, checkpoint_sequential

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


def shown(x):
    return [round(v, 4) or 0.0 for v in x.detach().cpu().flatten()[:6].tolist()]


class Block(nn.Module):
    calls = 0

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 4))

    def forward(self, x, scale=1.0, *, shift=None):
        Block.calls += 1
        y = self.layers(x) * scale
        return y if shift is None else y + shift


block = Block().to(device)
x = torch.randn(3, 4).to(device).requires_grad_()


def gradients(run, inputs=(x,)):
    block.zero_grad()
    x.grad = None
    Block.calls = 0
    run().pow(2).sum().backward()
    return Block.calls, shown(x.grad), shown(block.layers[0].weight.grad), shown(block.layers[3].bias.grad)


print(gradients(lambda: block(x)))
for reentrant in (True, False):
    print(gradients(lambda: checkpoint(block, x, use_reentrant=reentrant)))
    print(gradients(lambda: checkpoint(block, x, 2.0, use_reentrant=reentrant)))
    print(gradients(lambda: checkpoint(block, checkpoint(block, x, use_reentrant=reentrant), use_reentrant=reentrant))[1:])
print(gradients(lambda: checkpoint(block, x, shift=torch.ones(4).to(device), use_reentrant=False)))
print(gradients(lambda: checkpoint(lambda: block(x), use_reentrant=False)))

# Several results, some of them no tensors.
a, text, b = checkpoint(lambda x: (x * 2, "text", x.exp()), x, use_reentrant=False)
(a * b).sum().backward()
print(text, shown(x.grad))

# Dropout draws the same mask again; afterwards the generator's state is as if there were no recomputation.
drop = nn.Dropout(0.5)


def dropped(y):
    return drop(y.cpu()) * 3


for reentrant in (True, False):
    torch.manual_seed(7)
    ones = torch.ones(10, requires_grad=True)
    y = checkpoint(dropped, ones, use_reentrant=reentrant)
    state = torch.get_rng_state()
    y.sum().backward()
    print(torch.equal(y.detach(), ones.grad), torch.equal(state, torch.get_rng_state()))
torch.manual_seed(7)
ones = torch.ones(64, requires_grad=True)
y = checkpoint(dropped, ones, use_reentrant=False, preserve_rng_state=False)
y.sum().backward()
print(torch.equal(y.detach(), ones.grad))

# Only some gradients, gradients of gradients.
w = block.layers[0].weight
(grad,) = torch.autograd.grad(checkpoint(block, x, use_reentrant=False).sum(), w)
print(shown(grad))
(first,) = torch.autograd.grad(checkpoint(torch.tanh, x, use_reentrant=False).sum(), x, create_graph=True)
(second,) = torch.autograd.grad(first.sum(), x)
print(shown(first), shown(second))
y = checkpoint(block, x, use_reentrant=False).sum()
y.backward(retain_graph=True)
y.backward()
print(shown(w.grad))

# Where nothing is recorded, nothing is kept.
with torch.no_grad():
    print(checkpoint(block, x, use_reentrant=False).requires_grad, checkpoint(block, x, use_reentrant=True).requires_grad)

# Autocast is as it was.
half = torch.bfloat16
dtypes = []


def product(x):
    dtypes.append((torch.is_autocast_enabled(device.type), torch.get_autocast_dtype(device.type)))
    return x @ block.layers[0].weight.t()


for reentrant in (True, False):
    with torch.autocast(device.type, dtype=half):
        y = checkpoint(product, x, use_reentrant=reentrant)
    y.float().sum().backward()
print(dtypes, y.dtype)

# A Sequential in parts.
model = nn.Sequential(*[m for _ in range(4) for m in (nn.Linear(4, 4), nn.Tanh())]).to(device)
x.grad = None
model(x).sum().backward()
expected = [shown(x.grad)] + [shown(p.grad) for p in model.parameters()]
for segments in (1, 2, 3, 8):
    for reentrant in (True, False):
        x.grad = None
        model.zero_grad()
        checkpoint_sequential(model, segments, x, use_reentrant=reentrant).sum().backward()
        print(segments, reentrant, [shown(x.grad)] + [shown(p.grad) for p in model.parameters()] == expected)


def complaint(work):
    try:
        work()
        print("nothing wrong")
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, " ".join(str(error).split())[:100])


complaint(lambda: checkpoint(block, x, use_reentrant=True, shift=1))
complaint(lambda: checkpoint(block, x, use_reentrant=True, debug=True))
complaint(lambda: torch.autograd.grad(checkpoint(block, x, use_reentrant=True).sum(), x))
complaint(lambda: checkpoint(lambda x: x.detach(), x, use_reentrant=True).sum().backward())
turns = iter((4, 3, 2))
complaint(lambda: checkpoint(lambda x: (x[:, : next(turns)]).exp().sum(), x, use_reentrant=False).backward())
again = iter((0, 1, 1))
complaint(lambda: checkpoint(lambda x: (x.exp() if next(again) else x.exp().sin().exp()).sum(), x, use_reentrant=False).backward())
print(issubclass(CheckpointError, RuntimeError))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    checkpoint(block, x)
    checkpoint_sequential(model, 2, x)
    checkpoint(block, x.detach(), use_reentrant=True)
print(sorted({str(w.message)[:72] for w in caught}))
