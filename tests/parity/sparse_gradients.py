"""Gradients through sparse tensors, and sparse gradients of embeddings."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")

torch.manual_seed(0)
d = torch.arange(6.0).reshape(3, 2)
s = torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], [3.0, 4.0, 5.0], (2, 3)).coalesce().requires_grad_()
m = d.clone().requires_grad_()
y = torch.sparse.mm(s, m)
print(y)
(y * torch.tensor([[1.0, 2], [3, 4]])).sum().backward()
print(s.grad)
print(m.grad)

v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x = torch.sparse_coo_tensor([[0, 1, 1], [1, 0, 1]], v, (2, 2))
print(x)
x.to_dense().pow(2).sum().backward()
print(v.grad)
v.grad = None
x = torch.sparse_coo_tensor([[0, 1, 1], [1, 0, 1]], v, (2, 2))
(torch.sparse.mm(x, torch.tensor([[1.0], [2.0]])) ** 2).sum().backward()
print(v.grad)
v.grad = None
x = torch.sparse_coo_tensor([[0, 1, 1], [1, 0, 1]], v, (2, 2)).coalesce()
torch.sparse.sum(x * x).backward()
print(v.grad)
v.grad = None
x = torch.sparse_coo_tensor([[0, 1, 1], [1, 0, 1]], v, (2, 2))
torch.sparse.softmax(x, 1).to_dense().pow(2).sum().backward()
print(v.grad)
v.grad = None
x = torch.sparse_coo_tensor([[0, 1, 1], [1, 0, 1]], v, (2, 2)).coalesce()
(x.values() ** 3).sum().backward()
print(v.grad)

w = torch.tensor([[0.0, 2], [3, 0]], requires_grad=True)
w.to_sparse().to_dense().pow(2).sum().backward()
print(w.grad)

e = nn.Embedding(5, 2, sparse=True)
with torch.no_grad():
    e.weight.copy_(torch.arange(10.0).reshape(5, 2))
out = e(torch.tensor([[1, 3], [1, 0]]))
print(out)
(out * torch.arange(8.0).reshape(2, 2, 2)).sum().backward()
print(e.weight.grad)
print(e.weight.grad.coalesce())
e(torch.tensor([4])).sum().backward()
print(e.weight.grad)

bag = nn.EmbeddingBag(4, 2, mode="sum", sparse=True)
with torch.no_grad():
    bag.weight.copy_(torch.arange(8.0).reshape(4, 2))
bag(torch.tensor([1, 2, 1, 3]), torch.tensor([0, 2])).pow(2).sum().backward()
print(bag.weight.grad)
print(bag.weight.grad.to_dense())

table = torch.arange(8.0).reshape(4, 2).requires_grad_()
F.embedding(torch.tensor([0, 2]), table, padding_idx=0, sparse=True).sum().backward()
print(table.grad.to_dense(), table.grad.is_sparse)


def trained(make, steps=3):
    table = nn.Embedding(4, 2, sparse=True)
    with torch.no_grad():
        table.weight.copy_(torch.arange(8.0).reshape(4, 2))
    optimizer = make(table.parameters())
    for _ in range(steps):
        optimizer.zero_grad()
        table(torch.tensor([1, 3, 1])).pow(2).sum().backward()
        optimizer.step()
    return table.weight.detach()


print(trained(lambda p: torch.optim.SGD(p, lr=0.1)))
print(trained(lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9)))
print(trained(lambda p: torch.optim.Adagrad(p, lr=0.1)))
print(trained(lambda p: torch.optim.SparseAdam(p, lr=0.1)))
print(torch.optim.SparseAdam(nn.Embedding(2, 2, sparse=True).parameters()))
for make in (lambda p: torch.optim.Adam(p), lambda p: torch.optim.SGD(p, lr=0.1, weight_decay=0.1), lambda p: torch.optim.RMSprop(p), lambda p: torch.optim.AdamW(p)):
    try:
        trained(make)
        print("no error")
    except Exception as error:
        print(type(error).__name__, str(error)[:120])
dense = nn.Linear(2, 2)
optimizer = torch.optim.SparseAdam(dense.parameters())
dense(torch.ones(1, 2)).sum().backward()
try:
    optimizer.step()
except Exception as error:
    print(type(error).__name__, str(error)[:120])
