"""Sparse tensors in coordinates: making, reading, printing, converting."""

import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")


def attempt(label, action):
    try:
        print(label, action())
    except Exception as error:
        print(label, type(error).__name__, str(error).split("\n")[0].split(" with arguments")[0][:120])


i = torch.tensor([[0, 1, 1], [2, 0, 2]])
v = torch.tensor([3, 4, 5], dtype=torch.float32)
s = torch.sparse_coo_tensor(i, v, (2, 4))
print(s)
print(s.to_dense())
print(s.shape, s.dtype, s.layout, s.is_sparse, s.is_coalesced(), s._nnz(), s.sparse_dim(), s.dense_dim())
print(s.ndim, s.numel(), s.size(), s.size(1), len(s), s.dim())
print(s._indices(), s._values())
attempt("indices", lambda: s.indices())
attempt("values", lambda: s.values())
c = s.coalesce()
print(c, c.is_coalesced())
print(c.indices(), c.values(), c.coalesce() is c)

print(torch.sparse_coo_tensor([[0, 2], [1, 0]], [1.0, 2.0]))
print(torch.sparse_coo_tensor(torch.tensor([[0, 1]]), torch.tensor([[1, 2], [3, 4]]), (3, 2)))
print(torch.sparse_coo_tensor(size=(2, 3)))
print(torch.sparse_coo_tensor((2, 3)))
print(torch.sparse_coo_tensor(torch.empty((1, 0), dtype=torch.int64), torch.empty(0, 2), (4, 2), dtype=torch.float64))
print(torch.sparse_coo_tensor([[0]], [5.0], (2,)).is_coalesced())

dup = torch.sparse_coo_tensor([[1, 1, 0, 1]], [1.0, 2.0, 3.0, 4.0], (3,))
print(dup, dup.to_dense())
print(dup.coalesce())
print(torch.sparse_coo_tensor([[1, 0], [1, 0]], [1.0, 2.0], (3, 3), is_coalesced=False).coalesce())

d = torch.tensor([[0.0, 0, 3], [4, 0, 5]])
t = d.to_sparse()
print(t, t.is_coalesced())
print(d.to_sparse(1))
print(torch.tensor([[1 + 2j, 0], [0, 3]]).to_sparse())
print(torch.tensor([[True, False], [False, True]]).to_sparse())
print(torch.zeros(2, 2).to_sparse())
print(torch.tensor(0.0).to_sparse(), torch.tensor(2.0).to_sparse())
print(torch.eye(3, dtype=torch.float64).to_sparse_coo())
print(torch.sparse_coo_tensor([[0, 1], [1, 0]], torch.tensor([1, 2], dtype=torch.int32), requires_grad=False).dtype)
print(torch.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, 2.0], requires_grad=True))

attempt("index out", lambda: torch.sparse_coo_tensor([[0, 5]], [1.0, 2.0], (3,)))
attempt("negative", lambda: torch.sparse_coo_tensor([[0, -1]], [1.0, 2.0], (3,), check_invariants=True))
attempt("out checked", lambda: torch.sparse_coo_tensor([[0, 5]], [1.0, 2.0], (3,), check_invariants=True))
attempt("nnz", lambda: torch.sparse_coo_tensor([[0, 1, 2]], [1.0, 2.0], (3,)))
attempt("dims", lambda: torch.sparse_coo_tensor([[0, 1]], [1.0, 2.0], (3, 3)))
attempt("1d indices", lambda: torch.sparse_coo_tensor([0, 1], [1.0, 2.0], (3, 3)))
attempt("float indices", lambda: torch.sparse_coo_tensor([[0.5, 1]], [1.0, 2.0], (3,)))
with torch.sparse.check_sparse_tensor_invariants():
    print(torch.sparse.check_sparse_tensor_invariants.is_enabled())
    attempt("in block", lambda: torch.sparse_coo_tensor([[0, 5]], [1.0, 2.0], (3,)))
print(torch.sparse.check_sparse_tensor_invariants.is_enabled())

print(t.transpose(0, 1), t.t().is_coalesced())
print(t.index_select(0, torch.tensor([1])))
print(t.index_select(1, torch.tensor([2, 0])))
print(t[0])
print(t[1, 2])
print(t.unsqueeze(0).shape, t.clone(), t.detach() is t)
print(t.double(), t.long(), t.to(torch.float16).dtype)
print(torch.cat([t, t]).to_dense(), torch.cat([t, t], 1))
print(torch.zeros_like(t), torch.empty_like(t).layout)
print(t.sparse_mask(t.coalesce()), d.sparse_mask(c) if d.shape == c.shape else None)
print(torch.is_tensor(t), isinstance(t, torch.Tensor), t.requires_grad, t.element_size(), torch.sparse_coo, torch.strided)
print(torch.ones(4, 2).sparse_mask(torch.sparse_coo_tensor([[0, 3], [1, 1]], [1.0, 1.0], (4, 2)).coalesce()))
attempt("stride", lambda: t.stride())
attempt("storage", lambda: t.data_ptr())
attempt("view", lambda: t.view(6))
attempt("numpy", lambda: t.cpu().numpy())
attempt("item", lambda: torch.tensor([1.0]).to_sparse().item())
print(d.to_sparse().to_dense().equal(d))
print(repr(torch.arange(2000.0).reshape(20, 100).to_sparse()))
