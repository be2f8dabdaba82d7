# cpu only: the elements of each component, which do not depend on the device
"""Nested tensors: making, reading, printing and operations, in both layouts."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(label, action):
    try:
        print(label, action())
    except Exception as error:
        print(label, type(error).__name__, str(error).split("\n")[0][:120])


a, b = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(4, 3)
n = torch.nested.nested_tensor([a, b])
print(n)
print(n.is_nested, n.layout, n.dtype, n.device, n.dim(), n.requires_grad, n.numel(), len(n.unbind()))
print(n.size(0), n.size(2))
attempt("ragged size", lambda: n.size(1))
print(n.unbind()[0], n[1][0], n[0])
print(torch.nested.to_padded_tensor(n, 0.0), n.to_padded_tensor(-1).shape)
print(torch.nested.to_padded_tensor(n, 0.0, output_size=(2, 5, 4)).shape)
print(n + n, n * 2, (n + 1).unbind()[0])
print(torch.relu(n - 3), n.sin().unbind()[0], torch.nested.nested_tensor([[1, 2], [3]]))
w = torch.arange(6.0).reshape(3, 2)
print(F.linear(n, w.t(), torch.ones(2)))
print(F.softmax(n, -1).unbind()[0], F.dropout(n, 0.0).unbind()[1].shape)
print(torch.matmul(n, n.transpose(1, 2)))
print(n.transpose(1, 2), n.to(torch.float64).dtype, n.clone().unbind()[0], n.detach().requires_grad)
print(torch.nested.as_nested_tensor([a, b]).unbind()[1])
x = [torch.ones(2, 3, requires_grad=True), torch.ones(1, 3, requires_grad=True)]
y = torch.nested.as_nested_tensor(x)
print(y.unbind()[0].detach(), y.requires_grad)
torch.nested.to_padded_tensor(y * 3, 0.0).sum().backward()
print(x[0].grad, x[1].grad)
z = torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)], requires_grad=True)
print(z.requires_grad, z.is_leaf)
print(torch.nested.nested_tensor([], dtype=torch.int64), torch.nested.nested_tensor([torch.tensor([1, 2])], dtype=torch.float64))
attempt("dims", lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(2, 2)]))
q = torch.nested.nested_tensor([torch.ones(2, 2, 4), torch.ones(2, 3, 4)])
print(F.scaled_dot_product_attention(q, q, q).unbind()[1].shape)
linear = nn.Linear(3, 2)
with torch.no_grad():
    linear.weight.fill_(0.5)
    linear.bias.zero_()
print(linear(n).unbind()[0].detach())
print(nn.LayerNorm(3)(n).unbind()[0].detach())

j = torch.nested.nested_tensor([a, b], layout=torch.jagged)
print(j.layout, j.is_nested, j.shape[0], j.shape[2], j.dim(), j.offsets(), j.values().shape, j.size(0))
print(j.unbind()[1], torch.nested.to_padded_tensor(j, 0.0), j.to_padded_tensor(-1.0).shape)
k = (j * 2 + 1).sin()
print(k.unbind()[0], k.layout, (j + j).values())
print(F.linear(j, w.t()).unbind()[1], linear(j).values().detach(), F.softmax(j, -1).unbind()[0])
print(torch.nested.nested_tensor_from_jagged(torch.arange(10.0).reshape(5, 2), torch.tensor([0, 2, 5])).unbind())
print(torch.nested.narrow(torch.arange(12.0).reshape(2, 6), 1, torch.tensor([0, 2]), torch.tensor([3, 2]), layout=torch.jagged).unbind())
print(j.transpose(1, 2).shape[1], j.sum(dim=-1).unbind(), j.mean(dim=1), j.sum(dim=1))
p = torch.ones(5, 2, requires_grad=True)
r = torch.nested.nested_tensor_from_jagged(p, torch.tensor([0, 2, 5]))
(r.sin() * 2).values().sum().backward()
print(p.grad)
print(torch.ones_like(j).values().sum(), torch.nested.as_nested_tensor([a, b], layout=torch.jagged).values().shape)
print([t.shape for t in torch.nested.nested_tensor([a, b], layout=torch.jagged).unbind()])

c, d = torch.arange(12.0).reshape(2, 6), torch.arange(18.0).reshape(3, 6)
m = torch.nested.nested_tensor([c, d])
for sizes in [(2, -1, 2, 3), (2, -1, -1), (-1, -1, 2, 3), (2, 2, 6), (3, -1, 6), (2, -1, 3, -1)]:
    attempt(sizes, lambda: m.reshape(sizes))
print(m.view(2, -1, 2, 3).transpose(1, 2), torch.bmm(m, m.transpose(1, 2)), [part.unbind() for part in m.chunk(2, dim=-1)])
j = torch.nested.nested_tensor([c, d], layout=torch.jagged)
print(j.view(2, -1, 2, 3).unbind(), j.view(2, j.size(1), 2, 3).transpose(1, 2).unbind()[0], j.reshape(2, -1, 3, 2).unbind()[1])
print(j.view(2, -1, 2, 3).transpose(1, 2).transpose(1, 2).flatten(-2).unbind()[0], j.unflatten(-1, [2, 3]).unbind()[1])
print(j.unsqueeze(-1).expand(2, j.size(1), 6, 2).unbind()[0], [part.unbind()[0] for part in j.chunk(2, dim=-1)])
print(torch.cat([j, j], dim=-1).unbind()[0], torch.where(j > 3, j, j * 0).unbind()[0], j.sum(), j.sum(dim=(0, 1)))
print(j.size(1) == j.size(1), (j * 2).shape == j.shape, j.clone().size(1) == j.to(torch.float64).size(1))
