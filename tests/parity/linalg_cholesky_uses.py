# Solving, inverting and sampling by a Cholesky factor.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(2)
a = torch.randn(4, 4).double()
A = (a @ a.T + 4 * torch.eye(4).double()).to(device)
L = torch.linalg.cholesky(A)
b = torch.arange(4.0, device=device).double()[:, None]
print(torch.allclose(L @ L.T, A), torch.allclose(torch.cholesky_solve(b, L), torch.linalg.solve(A, b)), torch.allclose(torch.cholesky_inverse(L), torch.linalg.inv(A)), f"{2 * L.diagonal().log().sum().item():.6f}", f"{torch.logdet(A).item():.6f}")
print([[round(v, 5) for v in row] for row in L.tolist()])
batch = torch.stack([A, 2 * A])
print(torch.linalg.cholesky(batch).shape, torch.linalg.cholesky_ex(-A).info.item() > 0, torch.allclose(torch.linalg.cholesky(A, upper=True), L.T))
g = A.clone().requires_grad_()
torch.linalg.cholesky(g).diagonal().log().sum().mul(2).backward()
print(torch.allclose((g.grad + g.grad.T) / 2, torch.linalg.inv(A)))
try:
    torch.linalg.cholesky(-A)
except torch.linalg.LinAlgError as error:
    print(str(error)[:100])
