# The same sums by letters and by name.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(16)
a, b, c = torch.randn(3, 4).to(device), torch.randn(4, 5).to(device), torch.randn(2, 3, 4).to(device)
s = torch.randn(4, 4).to(device)
pairs = [("ij->ji", (a,), a.T), ("ij->", (a,), a.sum()), ("ij->j", (a,), a.sum(0)), ("ii->i", (s,), s.diagonal()), ("ii", (s,), s.trace()), ("ij,jk->ik", (a, b), a @ b), ("bij,jk->bik", (c, b), c @ b),
         ("bij,bkj->bik", (c, c), c @ c.mT), ("i,j->ij", (a[0], b[0]), torch.outer(a[0], b[0])), ("ij,ij->i", (a, a), (a * a).sum(1)), ("...ij,...j->...i", (c, a[0]), c @ a[0]), ("bij,ij->b", (c, a), (c * a).sum((1, 2))), ("ij,jk,kl->il", (a, b, b.T), a @ b @ b.T), ("b...->...", (c,), c.sum(0))]
for letters, operands, expected in pairs:
    got = torch.einsum(letters, *operands)
    print(letters, tuple(got.shape), torch.allclose(got, expected, atol=1e-5))
q, k = torch.randn(2, 5, 3, 4).to(device).requires_grad_(), torch.randn(2, 6, 3, 4).to(device)
scores = torch.einsum("bqhd,bkhd->bhqk", q, k)
scores.square().sum().backward()
print(tuple(scores.shape), f"{q.grad.norm().item():.3f}")
for bad in (("ij,jk", a, a), ("ijk", a), ("i,i", a[0], b[0])):
    try:
        torch.einsum(*bad)
    except RuntimeError as error:
        print(str(error)[:110])
