# Every kind of product.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
v, w = torch.arange(3.0, device=device), torch.ones(3, device=device)
m, n = torch.arange(6.0, device=device).view(2, 3), torch.arange(12.0, device=device).view(3, 4)
print((v @ w).item(), (m @ v).tolist(), (v @ n).tolist(), (m @ n).tolist(), torch.mm(m, n).shape, torch.mv(m, v).tolist(), torch.dot(v, w).item(), torch.outer(v, w).tolist())
batch = torch.arange(12.0, device=device).view(2, 2, 3)
print(torch.bmm(batch, n.expand(2, 3, 4)).shape, (batch @ n)[1].tolist(), torch.matmul(batch.unsqueeze(1), n).shape, torch.baddbmm(torch.ones(2, 2, 4, device=device), batch, n.expand(2, 3, 4), beta=2, alpha=0.5)[0].tolist())
print(torch.addmm(torch.ones(2, 4, device=device), m, n, beta=0.5, alpha=2).tolist(), torch.addmv(torch.ones(2, device=device), m, v).tolist(), torch.addr(torch.zeros(3, 3, device=device), v, w).tolist(), torch.chain_matmul(m, n, n.T).shape)
print(torch.tensordot(batch, n, dims=([2], [0])).shape, torch.einsum("bij,jk->bki", batch, n).shape, torch.einsum("ii", n[:, :3]).item(), torch.kron(m[:, :2], torch.eye(2, device=device)).tolist(), torch.inner(m, m).tolist(), torch.cross(v, w, dim=0).tolist(), torch.vdot(v, w).item())
print(torch.linalg.multi_dot([m, n, n.T]).shape, torch.linalg.matrix_power(n[:, :3], 3)[0].tolist(), torch.trace(n[:, :3]).item(), torch.addbmm(torch.zeros(2, 4, device=device), batch, n.expand(2, 3, 4)).tolist())
for bad in (lambda: m @ m, lambda: torch.mm(v, w), lambda: torch.bmm(m, n), lambda: torch.dot(v, v[:2]), lambda: torch.mv(v, m)):
    try:
        bad()
    except RuntimeError as error:
        print(str(error).split("\n")[0][:120])
