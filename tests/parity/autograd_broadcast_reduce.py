import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
a = torch.tensor([[1.0], [2.0]], requires_grad=True)
b = torch.tensor([0.5, 1.0, 1.5], requires_grad=True)
(a * b + a / b - b ** a).sum().backward()
print(a.grad, b.grad)
for f in (lambda v: v.sum(0).prod(), lambda v: v.mean(1).norm(), lambda v: v.std(), lambda v: v.var(0, correction=0).sum(), lambda v: v.logsumexp((0, 1)), lambda v: v.max(), lambda v: v.amax(1).sum(), lambda v: v.min(0).values.sum(), lambda v: v.median(), lambda v: v.cumsum(1).pow(2).sum(), lambda v: v.cumprod(1).sum(), lambda v: v.norm(1), lambda v: v.norm(float("inf")), lambda v: v.prod(1).sum(), lambda v: v.topk(2).values.sum(), lambda v: v.kthvalue(2).values.sum()):
    v = torch.tensor([[1.0, 3.0, 2.0], [0.5, -1.0, 4.0]], requires_grad=True)
    y = f(v)
    y.backward()
    print(f"{y.item():.4f}", [[f"{g:.4f}" for g in row] for row in v.grad.tolist()])
z = torch.tensor([0.0, 2.0, 3.0], requires_grad=True)
z.prod().backward()
print(z.grad)
same = torch.tensor([2.0, 2.0, 1.0], requires_grad=True)
same.max().backward()
print(same.grad)
same.grad = None
same.amax().backward()
print(same.grad)
same.grad = None
same.max(0).values.backward()
print(same.grad)
