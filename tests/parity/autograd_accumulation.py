import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
w = torch.tensor([1.0, -2.0], requires_grad=True)
data = [torch.tensor([1.0, 2.0]), torch.tensor([0.5, -1.0]), torch.tensor([2.0, 0.0])]
for x in data:
    ((w * x).sum() ** 2 / len(data)).backward()
total = w.grad.clone()
w.grad = None
loss = sum((w * x).sum() ** 2 for x in data) / len(data)
loss.backward()
print(total, w.grad)
kept = w.grad
w.grad = None
(w * 2).sum().backward()
print(kept, w.grad)
same = w.grad
(w * 2).sum().backward()
print(same)
w.grad.detach_()
w.grad *= 0
print(same)
y = w * 3
z = y.detach()
print(z.requires_grad, z.data_ptr() == y.data_ptr(), z.is_leaf)
h = y.clone().detach().requires_grad_(True)
(h * w.detach()).sum().backward()
print(h.grad, w.grad)
y.detach_()
print(y.requires_grad, y.grad_fn)
s = (w * w).sum()
s.backward(retain_graph=True)
s.backward(retain_graph=True)
print(w.grad)
w.grad = torch.ones(2)
s.backward()
print(w.grad)
print(torch.tensor([1.0]).requires_grad, torch.tensor([1.0], requires_grad=True).requires_grad, torch.zeros(2).requires_grad_().is_leaf)
