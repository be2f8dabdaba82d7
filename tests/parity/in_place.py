import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
a = torch.tensor([1.0, 2.0, 3.0])
b = a
a += 1
print(a, b is a, b)
a.mul_(2).sub_(1)
print(a)
a[0] = 10
a.clamp_(max=6)
print(a)
a.zero_()
print(a)
a.fill_(3)
a.add_(torch.ones(3), alpha=0.5)
print(a, a._version)
c = torch.empty(3)
torch.add(a, 1, out=c)
print(c)
i = torch.tensor([1, 2])
try:
    i += 0.5
except RuntimeError as e:
    print(e)
x = torch.arange(4.0)
x[1:3].mul_(10)
print(x)
x.copy_(torch.tensor([1, 2, 3, 4]))
print(x)
