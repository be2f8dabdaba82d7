import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([0.5, 1.5], requires_grad=True)
y = (x ** 4).sum()
(g,) = torch.autograd.grad(y, x, create_graph=True)
(h,) = torch.autograd.grad(g.sum(), x, create_graph=True)
(t,) = torch.autograd.grad(h.sum(), x, create_graph=True)
(f,) = torch.autograd.grad(t.sum(), x)
print(g, h, t, f)
a = torch.tensor(1.2, requires_grad=True)
value = torch.sin(a) * torch.exp(-a)
for order in range(4):
    (value,) = torch.autograd.grad(value, a, create_graph=True)
    print(order + 1, f"{value.item():.5f}", value.requires_grad)
# a gradient penalty
w = torch.tensor([[0.3, -0.2], [0.1, 0.4]], requires_grad=True)
inputs = torch.tensor([[1.0, 2.0], [-1.0, 0.5]], requires_grad=True)
out = torch.tanh(inputs @ w).sum()
(gx,) = torch.autograd.grad(out, inputs, create_graph=True)
penalty = ((gx.norm(2, dim=1) - 1) ** 2).mean()
penalty.backward()
print(f"{penalty.item():.5f}", w.grad)
x.grad = None
(x ** 3).sum().backward(create_graph=True)
print(x.grad.requires_grad, x.grad.detach())
(x.grad * 2).sum().backward()
print(x.grad.detach())
