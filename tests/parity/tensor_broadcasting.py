# How shapes meet.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
a, b = torch.arange(3.0, device=device).view(3, 1), torch.arange(4.0, device=device)
print((a + b).tolist(), (a * b).shape, (a > b).tolist())
print(torch.broadcast_shapes((3, 1), (1, 4), (2, 1, 1)), [t.shape for t in torch.broadcast_tensors(a, b)], torch.broadcast_to(b, (2, 4)).tolist())
x = torch.zeros(2, 3, device=device)
x += torch.arange(3.0, device=device)
x -= torch.tensor([[1.0], [2.0]], device=device)
print(x.tolist(), (torch.ones(0, 3, device=device) + torch.ones(3, device=device)).shape, (torch.ones(2, 1, 3, device=device) * torch.ones(4, 1, device=device)).shape)
for bad in (lambda: torch.ones(2, 3, device=device) + torch.ones(4, device=device), lambda: b.add_(a), lambda: torch.broadcast_to(b, (3, 3)), lambda: a.expand(2, 1)):
    try:
        bad()
    except RuntimeError as error:
        print(error)
g = torch.ones(3, 1, device=device, requires_grad=True)
(g * b).sum().backward()
print(g.grad.tolist())
print(b.broadcast_to(2, 4).tolist(), b.broadcast_to((1, 4)).tolist(), b.broadcast_to(torch.Size([4])).tolist())
try:
    print(torch.broadcast_to(b, 2, 4).tolist())
except TypeError as error:
    print(str(error).split("\n")[0])
