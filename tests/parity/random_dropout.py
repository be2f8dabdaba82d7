# cpu only: the masks of the CPU's generator
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.ones(3, 6)
print(F.dropout(x, 0.5), F.dropout(x, 0.1, training=False).sum())
d = torch.nn.Dropout(0.25)
print(d(x), d.eval()(x).sum())
y = torch.ones(8, requires_grad=True)
out = F.dropout(y, 0.5)
out.sum().backward()
print(out, y.grad)
print(F.dropout(x, 1.0).sum(), F.dropout(x, 0.0).sum())
z = torch.ones(4)
F.dropout(z, 0.5, inplace=True)
print(z)
try:
    F.dropout(x, 1.5)
except ValueError as e:
    print(e)
