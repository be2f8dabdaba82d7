import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
unused = torch.ones(2, requires_grad=True)
y = (x * w).sum()
print(torch.autograd.grad(y, x, retain_graph=True), torch.autograd.grad(y, [x, w], retain_graph=True))
print(torch.autograd.grad(y, (x, unused), retain_graph=True, allow_unused=True))
print(torch.autograd.grad(y, (x, unused), retain_graph=True, materialize_grads=True))
try:
    torch.autograd.grad(y, (x, unused), retain_graph=True)
except RuntimeError as e:
    print(e)
try:
    torch.autograd.grad(y, (x, unused), allow_unused=False, materialize_grads=True)
except ValueError as e:
    print(e)
try:
    torch.autograd.grad(y, torch.ones(3))
except RuntimeError as e:
    print(e)
z = x * w
print(torch.autograd.grad(z, x, grad_outputs=torch.tensor([1.0, 0.0, 2.0]), retain_graph=True))
print(torch.autograd.grad(z, x, grad_outputs=torch.eye(3), is_grads_batched=True, retain_graph=True)[0])
print(torch.autograd.grad([y, z.sum()], [x, w], retain_graph=True))
try:
    torch.autograd.grad(z, x)
except RuntimeError as e:
    print(e)
try:
    torch.autograd.grad(z, x, torch.ones(2))
except RuntimeError as e:
    print(e)
print(x.grad, w.grad)
