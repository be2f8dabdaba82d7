import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.arange(1.0, 7.0, requires_grad=True)
y = (x * 1).view(2, 3)
y[:, 1] *= 10
row = y[0]
row += 1
print(y.detach(), row.grad_fn is not None)
(y ** 2).sum().backward()
print(x.grad)
x.grad = None
a = x * 2
left, right = a[:3], a[3:]
left.mul_(right.detach().clone())
a.sum().backward()
print(a.detach(), x.grad)
x.grad = None
t = (x * 1).view(3, 2).t()
t[0, 1:] = 0
(t * torch.arange(6.0).view(2, 3)).sum().backward()
print(x.grad)
x.grad = None
d = torch.zeros(3, 3)
d.diagonal().add_(x[:3])
d[:, 2] -= x[3:]
(d @ torch.ones(3)).prod().backward()
print(d.detach(), x.grad)
x.grad = None
b = (x * 1).unfold(0, 3, 1)
(b * torch.arange(12.0).view(4, 3)).sum().backward()
print(x.grad)
x.grad = None
e = x.clone()
e.as_strided((2, 2), (1, 2)).sum().backward()
print(x.grad)
with torch.no_grad():
    x[1:3].fill_(9.0)
print(x, x.is_leaf, x._version)
