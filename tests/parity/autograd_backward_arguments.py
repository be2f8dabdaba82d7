import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
y = x * w
y.backward(gradient=torch.tensor([1.0, 0.5]), inputs=[x])
print(x.grad, w.grad)
z = (x * w).sum()
z.backward(inputs=w, retain_graph=True)
print(x.grad, w.grad)
z.backward()
print(x.grad, w.grad)
try:
    z.backward()
except RuntimeError as e:
    print(e)
try:
    (x * w).backward()
except RuntimeError as e:
    print(e)
try:
    (x * w).backward(torch.ones(3))
except RuntimeError as e:
    print(e)
try:
    torch.ones(2).sum().backward()
except RuntimeError as e:
    print(e)
a, b = (x * 2).sum(), (w * 3).sum()
x.grad = w.grad = None
torch.autograd.backward([a, b], [torch.tensor(2.0), None])
print(x.grad, w.grad)
h = x * 3
h.retain_grad()
(h ** 2).sum().backward()
print(h.grad, x.grad, h.retains_grad, x.retains_grad)
c = x.clone()
c.sum().backward()
print(c.is_leaf, x.grad, c.requires_grad)
x.grad.zero_()
print(x.grad, x.grad.is_leaf, x.grad.requires_grad)
try:
    x.grad = torch.ones(3)
except RuntimeError as e:
    print(e)
try:
    x.grad = 3
except TypeError as e:
    print(e)
