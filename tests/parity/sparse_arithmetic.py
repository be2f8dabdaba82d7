"""Arithmetic, products and sums of sparse tensors in coordinates."""

import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")


def attempt(label, action):
    try:
        print(label, action())
    except Exception as error:
        print(label, type(error).__name__, str(error).split("\n")[0].split(" with arguments")[0][:120])


a = torch.tensor([[0.0, 2, 0, 1], [3, 0, 0, 0], [0, 0, 4, 5]])
b = torch.tensor([[1.0, 0, 0, 6], [0, 0, 0, 7], [0, 2, 0, 1]])
s, t = a.to_sparse(), b.to_sparse()
print(s + t)
print(s - t)
print(torch.add(s, t, alpha=3))
print(s * t)
print(s * 2, 2 * s, s / 2, -s, s * torch.tensor(3.0))
print(a + s, torch.add(a, t, alpha=2))
attempt("sparse + dense", lambda: s + a)
print(s * b, b * s)
u = torch.sparse_coo_tensor([[1, 0, 1], [0, 1, 0]], [1.0, 2.0, 3.0], (3, 4))
print(u + s, (u + s).coalesce(), u * 2, u.neg())
for name in ["abs", "sqrt", "sin", "tanh", "floor", "ceil", "round", "trunc", "sign", "relu", "expm1", "log1p", "erf", "asin", "atan", "sinh", "tan"]:
    print(name, getattr(torch, name)(s / 10).to_dense())
print(s.pow(2), s**2, u.pow(2).to_dense())
attempt("exp", lambda: s.exp())
attempt("cos", lambda: torch.cos(s))
attempt("add number", lambda: s + 1)
print(torch.sum(s), s.sum(), u.sum())
print(torch.sparse.sum(s), torch.sparse.sum(s, 0), torch.sparse.sum(s, 1), torch.sparse.sum(s, dim=(0, 1)))
print(torch.sparse.sum(s, dtype=torch.float64))
print(s.sum(0), s.sum(1))

m = torch.arange(8.0).reshape(4, 2)
print(s @ m, torch.mm(s, m), torch.sparse.mm(s, m), s.matmul(m))
print(s.mv(torch.arange(4.0)), s @ torch.arange(4.0))
print(torch.sparse.mm(s, t.t()), torch.mm(s, t.t()).to_dense(), (s @ t.t()).layout)
print(torch.addmm(torch.ones(3, 2), s, m), torch.sparse.addmm(torch.ones(3, 2), s, m, beta=2, alpha=3))
print(torch.hspmm(s, m), torch.smm(s, m).to_dense())
attempt("sizes", lambda: s @ torch.ones(3, 3))
print(torch.matmul(m.t(), s.t()))
print(torch.sparse.softmax(s, 1), torch.sparse.softmax(s, 0), torch.sparse.log_softmax(s, dim=1))
print(torch.sparse.softmax(s, 1, dtype=torch.float64))
batch = torch.stack([a, b]).to_sparse()
print(torch.bmm(batch, torch.ones(2, 4, 2)))
print(s.norm(), torch.norm(s), s.coalesce().values().norm())
x = s.clone()
x.mul_(2)
print(x)
x.add_(t)
print(x)
x.zero_()
print(x)
dense = torch.zeros(3, 4)
dense.add_(s)
dense.add_(s, alpha=2)
print(dense)
print(s.t().coalesce(), s.t().to_dense())
print(torch.equal(s.to_dense(), a))
print(s.isnan())
print(torch.sparse.spdiags(torch.arange(9.0).reshape(3, 3), torch.tensor([0, -1, 2]), (3, 3)))
ints = torch.tensor([[0, 1], [2, 0]]).to_sparse()
print(ints * ints, ints + ints, ints.sum(), ints.float())
