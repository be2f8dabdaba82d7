# An image-like matrix by its largest singular values; the error is the rest of them.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)
A = (torch.randn(12, 3) @ torch.randn(3, 9) + 0.01 * torch.randn(12, 9)).double().to(device)
U, S, Vh = torch.linalg.svd(A, full_matrices=False)
print([round(v, 4) for v in S.tolist()], torch.linalg.matrix_rank(A, tol=0.5).item())
for k in (1, 2, 3, 9):
    B = U[:, :k] * S[:k] @ Vh[:k]
    print(k, f"{torch.linalg.matrix_norm(A - B).item():.5f} {S[k:].square().sum().sqrt().item():.5f}")
print(torch.allclose(torch.linalg.svdvals(A), S), torch.allclose(torch.linalg.pinv(A), Vh.T @ torch.diag(1 / S) @ U.T))
