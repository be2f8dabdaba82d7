"""Compressed sparse tensors: rows, columns and blocks."""

import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")


def attempt(label, action):
    try:
        print(label, action())
    except Exception as error:
        print(label, type(error).__name__, str(error).split("\n")[0].split(" with arguments")[0][:100])


a = torch.tensor([[0.0, 0, 1, 0], [1, 2, 0, 0], [0, 0, 0, 0]])
s = a.to_sparse_csr()
print(s)
print(s.crow_indices(), s.col_indices(), s.values(), s.layout, s.is_sparse, s.is_sparse_csr, s._nnz(), s.shape)
print(s.to_dense(), s.sparse_dim(), s.dense_dim())
t = torch.sparse_csr_tensor([0, 2, 2, 3], [0, 1, 1], [1, 2, 3], dtype=torch.float64)
print(t, t.to_dense())
print(torch.sparse_csr_tensor(torch.tensor([0, 1, 2]), torch.tensor([0, 1]), torch.tensor([1.0, 2.0]), size=(2, 4)))
c = a.to_sparse_csc()
print(c)
print(c.ccol_indices(), c.row_indices(), c.values(), c.to_dense().equal(a))
print(torch.sparse_csc_tensor([0, 1, 3], [1, 0, 1], [1.0, 2.0, 3.0], (2, 2)).to_dense())
b = a[:2].to_sparse_bsr((1, 2))
print(b)
print(b.values().shape, b.to_dense())
print(torch.sparse_bsr_tensor([0, 1, 2], [0, 1], [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]).to_dense())
print(a[:2].to_sparse_bsc((2, 2)))
print(a[:2].to_sparse(layout=torch.sparse_bsc, blocksize=(2, 2)).to_dense())
print(a.to_sparse(layout=torch.sparse_csr).layout, a.to_sparse(layout=torch.sparse_coo).layout, a.to_sparse_csr().to_sparse_csc())
print(s.to_sparse(), a.to_sparse().to_sparse_csr().to_dense().equal(a))
m = torch.arange(8.0).reshape(4, 2)
print(s @ m, torch.mm(s, m), s.matmul(m[:, 0]), torch.sparse.mm(s, m), s.mv(m[:, 1]))
print((s @ a.t().to_sparse_csr()).to_dense(), torch.addmm(torch.ones(3, 2), s, m))
print(s.t().layout, s.transpose(0, 1).to_dense(), c.t())
print(s * 2, -s, s + s, (s + s).to_dense(), s.sum(), s.clone().layout, s.float().dtype, s.double())
print(s.sin().to_dense(), s.abs().values())
attempt("indices", lambda: s.indices())
attempt("crow of csc", lambda: c.crow_indices())
attempt("crow of strided", lambda: a.crow_indices())
attempt("invariant", lambda: torch.sparse_csr_tensor([0, 1, 3], [0, 1], [1, 2], check_invariants=True))
attempt("block", lambda: a.to_sparse_bsr((2, 2)))
v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x = torch.sparse_csr_tensor(torch.tensor([0, 1, 3]), torch.tensor([1, 0, 1]), v, (2, 2))
(x @ torch.tensor([[1.0], [2.0]])).pow(2).sum().backward()
print(v.grad)
w = torch.tensor([[0.0, 2], [3, 4]], requires_grad=True)
(w.to_sparse_csr().to_dense() ** 2).sum().backward()
print(w.grad)
