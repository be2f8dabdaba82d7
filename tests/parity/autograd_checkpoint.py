import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
calls = []
class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.n = n

    def forward(self, x):
        calls.append(self.n)
        return torch.tanh(self.lin(x)) + x

model = nn.Sequential(*[Block(i) for i in range(4)]).to(device)
x = torch.linspace(-1, 1, 8).view(2, 4).to(device).requires_grad_()

def grads(run):
    model.zero_grad()
    x.grad = None
    calls.clear()
    run().pow(2).sum().backward()
    return [p.grad.clone() for p in model.parameters()] + [x.grad.clone()], list(calls)

plain, order = grads(lambda: model(x))
print(order)
for reentrant in (True, False):
    def each():
        h = x
        for block in model:
            h = checkpoint(block, h, use_reentrant=reentrant)
        return h
    found, order = grads(each)
    print(reentrant, order, all(torch.allclose(a, b, atol=1e-6) for a, b in zip(plain, found)))
    found, order = grads(lambda: checkpoint_sequential(model, 2, x, use_reentrant=reentrant))
    print(order, all(torch.allclose(a, b, atol=1e-6) for a, b in zip(plain, found)))
drop = nn.Dropout(0.5)
torch.manual_seed(1)
y = torch.ones(10, requires_grad=True)
out = checkpoint(lambda v: drop(v) * 3, y, use_reentrant=False)
out.sum().backward()
print(torch.equal(out.detach(), y.grad))
w = torch.tensor(2.0, requires_grad=True)
out = checkpoint(lambda v, scale: v * scale * w, torch.tensor(3.0), scale=5.0, use_reentrant=False)
out.backward()
print(out.item(), w.grad.item())
a, b = checkpoint(lambda v: (v * 2, v.sum()), y, use_reentrant=False)
y.grad = None
(a.sum() + b).backward()
print(y.grad)
with torch.no_grad():
    print(checkpoint(lambda v: v * 2, y, use_reentrant=False).requires_grad)
