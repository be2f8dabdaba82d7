import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.arange(1.0, 5.0).requires_grad_()
y = x * 2
y.add_(1).mul_(2)
y[1] = 0
y[2:] *= 3
y.sum().backward()
print(y.detach(), x.grad)
x.grad = None
base = x * 1
view = base.view(2, 2)
view[0].mul_(10)
base[3] = x[0] * 5
(view ** 2).sum().backward()
print(view.detach(), x.grad)
x.grad = None
out = torch.zeros(2, 3)
out[0, :2] = x[:2]
out[:, 2] = x[2] * 2
print(out.requires_grad, out.grad_fn.name())
(out * torch.arange(6.0).view(2, 3)).sum().backward()
print(out.detach(), x.grad)
x.grad = None
a = x.clone()
a.t_() if a.dim() == 2 else a.unsqueeze_(0)
a.add_(1).neg_()
a.backward(torch.ones(1, 4))
print(a.detach(), x.grad)
x.grad = None
m = x.view(2, 2).clone()
m.masked_fill_(m > 2, 0.0).clamp_(min=0.5)
m.fill_diagonal_(7.0)
m.sum().backward()
print(m.detach(), x.grad)
x.grad = None
c = torch.zeros(4)
c.index_add_(0, torch.tensor([0, 0, 3, 1]), x * x)
c.mul_(2)
c.sum().backward()
print(c.detach(), x.grad)
