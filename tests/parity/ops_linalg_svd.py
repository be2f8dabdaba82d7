"""Singular values and vectors: reduced and full, norms and ranks from them, gradients."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(label, *values):
    """Numbers to four decimals, without a sign on zero, with shape and dtype."""
    for x in values:
        if not torch.is_tensor(x):
            print(label, x)
            continue
        flat = x.detach().cpu().reshape(-1).tolist()
        flat = [round(v, 4) + 0.0 if isinstance(v, float) else v for v in flat]
        print(label, flat, tuple(x.shape), str(x.dtype)[6:])


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


A = torch.tensor([[3.0, 1, 1], [-1, 3, 1]], device=device)
u, s, vh = torch.linalg.svd(A, full_matrices=False)
print(u.shape, s.shape, vh.shape)
show("values", s, torch.linalg.svdvals(A), torch.linalg.svdvals(torch.stack([A, A * 2])))
show("product", u @ torch.diag(s) @ vh)
show("up to signs", u.abs(), vh.abs())
u, s, vh = torch.linalg.svd(A)
print(u.shape, s.shape, vh.shape)
show("orthogonal", vh @ vh.mT)
U, S, V = torch.svd(A)
print(U.shape, S.shape, V.shape)
show("old", U @ torch.diag(S) @ V.T)
show("rank", torch.linalg.matrix_rank(A), torch.linalg.matrix_rank(torch.ones(3, 3, device=device)), torch.linalg.matrix_rank(torch.diag(torch.tensor([1.0, 1e-3], device=device)), atol=1e-2))
x = A.double().requires_grad_()
(torch.linalg.svdvals(x) * torch.tensor([1.0, 3], device=device)).sum().backward()
show("grad of values", x.grad)
x = A.double().requires_grad_()
u, s, vh = torch.linalg.svd(x, full_matrices=False)
(u.abs() * torch.tensor([1.0, 2], device=device)).sum().add((vh.square() * torch.arange(6.0, device=device).reshape(2, 3)).sum()).backward()
show("grad of vectors", x.grad)
fails("vector", lambda: torch.linalg.svdvals(A[0]))
show("cond", torch.linalg.cond(A), torch.linalg.cond(A, -2), torch.linalg.cond(A[:, :2], 1), torch.linalg.cond(A[:, :2], "fro"))
