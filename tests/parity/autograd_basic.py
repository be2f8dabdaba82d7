import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = (x ** 2).sum()
y.backward()
print(x.grad, y.grad_fn is not None, x.grad_fn, x.is_leaf, y.is_leaf, y.requires_grad)
(x * 3).sum().backward()
print(x.grad)
x.grad.zero_()
print(x.grad)
x.grad = None
z = x.exp() * x.sin() / (1 + x)
z.backward(torch.tensor([1.0, 0.5, 0.1]))
print(x.grad)
a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
c = a * b + b ** 3
c.backward()
print(a.grad, b.grad)
with torch.no_grad():
    d = a * 2
print(d.requires_grad, d.is_leaf, torch.is_grad_enabled())
e = (a * 2).detach()
print(e.requires_grad, e)
print(torch.autograd.grad(a * b, (a, b)))
print(torch.autograd.grad(a ** 3, a, create_graph=True)[0])
