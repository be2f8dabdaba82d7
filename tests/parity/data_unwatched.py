# cpu only: versions of memory, which have no device
# What is written through `.data` autograd does not count; what is written through `detach()` it does.
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * w).sum()
w.data[0] = 5
w.data.mul_(2)
print(w._version)
loss.backward()
print(w.grad)

x = torch.ones(2, 3)
y = x * torch.ones(2, 3, requires_grad=True)
view = x.data[1]
view.add_(1)
view[0] = 7
print(x, x._version)
y.sum().backward()

for write in (lambda t: t.add_(1), lambda t: t.detach().add_(1), lambda t: t[0].fill_(3)):
    x = torch.ones(2)
    y = (x * torch.ones(2, requires_grad=True)).sum()
    write(x)
    print(x._version)
    try:
        y.backward()
    except RuntimeError as error:
        print(str(error).split(";")[0])


class Assign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scratch, value, index):
        ctx.index = index
        scratch.data[index] = value
        return scratch

    @staticmethod
    def backward(ctx, grad):
        return grad, grad[ctx.index], None


start = torch.tensor([1.0, 2.0], requires_grad=True)
k = torch.empty(2, 3)
k = Assign.apply(k, start, (..., 0))
for i in range(2):
    k = Assign.apply(k, torch.tanh(k[..., : i + 1] * 0.5).sum(-1), (..., i + 1))
k.sum().backward()
print(start.grad)
