# Many small systems at once.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(3)
A = (torch.randn(5, 3, 3) + 3 * torch.eye(3)).double().to(device)
b = torch.randn(5, 3, 2).double().to(device)
x = torch.linalg.solve(A, b)
print(x.shape, torch.allclose(A @ x, b), torch.allclose(torch.linalg.inv(A) @ b, x), [round(v, 5) for v in torch.linalg.det(A).tolist()])
print(torch.linalg.solve(A, b[..., 0]).shape, torch.linalg.solve(A[0], b).shape, torch.linalg.matrix_power(A, -2).shape, torch.allclose(torch.linalg.matrix_power(A, 3), A @ A @ A))
LU, pivots = torch.linalg.lu_factor(A)
print(torch.allclose(torch.linalg.lu_solve(LU, pivots, b), x), pivots.dtype, [tuple(t.shape) for t in torch.linalg.lu(A)])
print(torch.allclose(torch.linalg.matrix_exp(torch.zeros(2, 3, 3, device=device)), torch.eye(3, device=device).expand(2, 3, 3)), torch.linalg.vector_norm(b, dim=(1, 2)).shape)
try:
    torch.linalg.inv(torch.zeros(2, 2, device=device))
except torch.linalg.LinAlgError as error:
    print(str(error)[:90])
