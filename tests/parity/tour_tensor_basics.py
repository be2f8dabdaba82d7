# The first page of most courses: making tensors, looking at them, changing them.
import numpy as np
import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")

grid = [[3, 1, 4], [1, 5, 9]]
a = torch.tensor(grid)
print(a, a.dtype, a.shape, a.ndim)
print(torch.ones_like(a), torch.zeros_like(a, dtype=torch.float))
table = np.array([[0.5, 1.5], [2.5, 3.5]])
b = torch.from_numpy(table)
print(b.cpu().numpy(), b.dtype)
print(f"shape {a.shape}, type {a.dtype}, requires grad {a.requires_grad}, layout {a.layout}")
t = torch.ones(3, 4)
t[:, 2] = 0
print(t)
print("first row", t[0], "first column", t[:, 0], "last column", t[..., -1])
print(torch.cat([t, t * 2, t * 3], dim=1))
one, two = t @ t.T, t.matmul(t.T)
three = torch.empty(3, 3)
torch.matmul(t, t.T, out=three)
print(one, torch.equal(one, two), torch.equal(two, three))
total = t.sum()
print(total, total.item(), type(total.item()))
print(t.add_(5), t.mul(t).mean())
print(t.numel(), t.size(0), t.size(), list(t.size()), t.stride())
s = torch.arange(12).reshape(3, 4)
print(s[1:, ::2], s[s > 6], s.T.contiguous().view(-1)[:5])
print(s.float().mean(dim=0), s.max(dim=1), s.argmax())
print(torch.zeros(2, 3, dtype=torch.int8), torch.full((2,), 7.5), torch.eye(2))
print(s.tolist(), len(s), s[0, 0].item(), s.sum().item())
x, y, z = torch.tensor([1.0, 2.0, 3.0]).unbind()
print(x, y, z, x + y * z, -x, abs(-z), round(2.567, 1), float(y), int(z))
print(repr(torch.Size([2, 3])), torch.Size([2, 3]).numel(), torch.Size([2, 3])[0])
