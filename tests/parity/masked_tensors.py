# cpu only: masked tensors print their elements, without a device
"""Masked tensors and masked reductions, as PyTorch's tutorials use them."""

import warnings

import torch
from torch.masked import MaskedTensor, as_masked_tensor, is_masked_tensor, masked_tensor

warnings.filterwarnings("ignore")


def attempt(label, action):
    try:
        print(label, action())
    except Exception as error:
        print(label, type(error).__name__, str(error).split("\n")[0][:120])


data = torch.arange(24).reshape(2, 3, 4)
mask = data % 2 == 0
print(masked_tensor(data.float(), mask))
x = torch.arange(6.0).reshape(2, 3)
m = torch.tensor([[True, False, True], [False, False, True]])
mt = masked_tensor(x, m)
print(mt, mt.get_data(), mt.get_mask(), is_masked_tensor(mt), is_masked_tensor(x))
print(mt.shape, mt.dtype, mt.dim(), mt.size(), mt.layout)
print(mt.to_tensor(0), mt.sin(), torch.sqrt(mt), -mt, mt.abs())
print(mt + mt, mt * 2, 2 + mt, mt / 3, mt == mt, mt.add(1))
print(mt.sum(), mt.sum(0), mt.sum(dim=1), mt.mean(), mt.mean(1), mt.amax(), mt.amax(1), mt.amin(0), mt.prod(), mt.all())
print(torch.sum(mt, 1), torch.mean(mt, dim=0), mt.argmax(1))
print(mt[0], mt[:, 1], mt.t(), torch.stack([mt, mt]).shape)
print(masked_tensor(torch.tensor([1, 2, 3]), torch.tensor([True, False, True])), masked_tensor(torch.tensor(2.0), torch.tensor(True)))
print(masked_tensor(torch.tensor(2.0), torch.tensor(False)), masked_tensor(torch.tensor([100.5, 2.25]), torch.tensor([True, False])))
attempt("masks", lambda: mt + masked_tensor(x, ~m))
attempt("mask dtype", lambda: masked_tensor(x, m.float()))
attempt("shape", lambda: masked_tensor(x, m[0]))
attempt("no tensor", lambda: masked_tensor([1, 2], m))

for name in ["sum", "prod", "mean", "amax", "amin", "argmax", "argmin", "logsumexp", "norm", "var", "std"]:
    function = getattr(torch.masked, name)
    print(name, function(x, mask=m), function(x, 1, mask=m), function(x, dim=0, keepdim=True, mask=m))
print(torch.masked.softmax(x, 1, mask=m), torch.masked.log_softmax(x, 0, mask=m), torch.masked.softmin(x, 1, mask=m))
print(torch.masked.cumsum(x, 1, mask=m), torch.masked.cumprod(x, 1, mask=m), torch.masked.normalize(x, 2.0, 1, mask=m))
print(torch.masked.median(x, 1, mask=m), torch.masked.sum(torch.arange(4), mask=torch.tensor([True, False, True, True])))
attempt("int mean", lambda: torch.masked.mean(torch.arange(3)))

a = masked_tensor(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[True, False], [True, True]]), requires_grad=True)
(a * a).sum().backward()
print(a.grad)
v = torch.tensor([-10.0, -5, 0, 5, 10, 50, 60, 70, 80, 90, 100])
kept = v < 0
p, q = masked_tensor(v, kept, requires_grad=True), masked_tensor(torch.ones_like(v), ~kept, requires_grad=True)
y = torch.where(kept, torch.exp(p), q)
y.sum().backward()
print(p.grad)
z = torch.tensor([1.0, 1.0], requires_grad=True)
print(as_masked_tensor(z, torch.tensor([True, False])) / torch.tensor([2.0, 0.0]))

places = [[0, 1, 1], [2, 0, 2]]
pattern = torch.sparse_coo_tensor(places, torch.tensor([True, False, True]), (2, 3))
s = masked_tensor(torch.sparse_coo_tensor(places, [3, 4, 5], (2, 3)), pattern)
t = masked_tensor(torch.sparse_coo_tensor(places, [20, 30, 40], (2, 3)), pattern)
print(s / t, torch.div(t, s), s * t, s + 1, s.sin(), s.is_sparse, s.is_sparse_coo(), s.is_sparse_csr())
print([getattr(s, name)() for name in ["sum", "amin", "amax", "argmin", "argmax", "prod"]])
elsewhere = torch.sparse_coo_tensor([[0, 1, 1], [0, 1, 2]], [20, 30, 40], (2, 3))
attempt("other places", lambda: masked_tensor(elsewhere, pattern))
c = masked_tensor(torch.tensor([[0, 0, 3], [4, 0, 5]]).to_sparse_csr(), pattern.coalesce().to_sparse_csr())
print(c, c.get_data(), c * c, c.sum(), c.amax(), c.prod())
wide = torch.tensor([[0, 3, 3], [4, 0, 5]]).to_sparse_csr()
attempt("other rows", lambda: masked_tensor(wide, pattern.coalesce().to_sparse_csr()))
d = masked_tensor(wide, torch.tensor([[False, True, True], [True, False, True]]).to_sparse_csr())
print(d, d.get_data())
attempt("other mask", lambda: c * d)
attempt("sparse sum over rows", lambda: s.sum(dim=1))
gradient = torch.tensor([[0.0, 0, 3, 0], [4, 0, 5, 0]]).to_sparse()
sums = masked_tensor(torch.full((2, 4), 0.5).to_sparse(), (gradient.to_dense() != 0).to_sparse())
print((masked_tensor(gradient, sums.get_mask()) / sums.sqrt().add(1e-10)).get_data())
