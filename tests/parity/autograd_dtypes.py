import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.5, -2.0], requires_grad=True)
y = x.double() * torch.tensor([2.0, 3.0], dtype=torch.float64)
y.sum().backward()
print(x.grad, x.grad.dtype, y.dtype)
x.grad = None
(x.half() * 2).float().sum().backward()
print(x.grad, x.grad.dtype)
x.grad = None
i = torch.tensor([3, 4])
(x * i).sum().backward()
print(x.grad)
h = torch.tensor([1.0, 2.0], dtype=torch.bfloat16, requires_grad=True)
(h * h).sum().backward()
print(h.grad)
print((x > 0).requires_grad, x.long().requires_grad, x.argmax().requires_grad, x.sort().indices.requires_grad, x.round().requires_grad)
for bad in (lambda: torch.tensor([1], requires_grad=True) if False else torch.ones(2, dtype=torch.long).requires_grad_(),):
    try:
        bad()
    except RuntimeError as e:
        print(type(e).__name__)
m = torch.tensor([[1.0, 2.0]], requires_grad=True)
(m.expand(3, 2) * torch.tensor([[1.0], [2.0], [3.0]], dtype=torch.float32)).sum().backward()
print(m.grad)
z = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
(z * torch.ones(3)).sum().backward()
print(z.grad, z.grad.dtype)
