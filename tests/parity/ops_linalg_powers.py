"""Powers, exponentials, chains of products, Vandermonde matrices, tensor inverses."""
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


A = torch.tensor([[1.0, 2], [0.5, 1.5]], device=device)
for n in (0, 1, 2, 5, -1, -3):
    show(n, torch.linalg.matrix_power(A, n), A.matrix_power(n))
show("batch", torch.matrix_power(torch.stack([A, A.T]), 3))
show("exp", torch.linalg.matrix_exp(A), torch.matrix_exp(torch.stack([A, -A * 3])), torch.matrix_exp(torch.zeros(2, 2, device=device)))
x = A.double().requires_grad_()
torch.matrix_exp(x).sum().backward()
show("grad", x.grad)
M = torch.arange(6.0, device=device).reshape(2, 3)
show("chain", torch.linalg.multi_dot([M, M.T, M]), torch.linalg.multi_dot([M[0], M.T, M[:, 0]]), torch.chain_matmul(M, M.T))
show("vander", torch.vander(torch.tensor([1, 2, 3], device=device)), torch.vander(torch.tensor([1.0, 2], device=device), N=4, increasing=True), torch.linalg.vander(torch.tensor([2.0, 3], device=device), N=3))
show("vecdot", torch.linalg.vecdot(M, M), torch.linalg.vecdot(M, M, dim=0))
a = torch.eye(6, device=device).reshape(2, 3, 6) * 2
show("tensorinv", torch.linalg.tensorinv(a, ind=2).sum(0))
show("tensorsolve", torch.linalg.tensorsolve(a, M))
fails("chain", lambda: torch.linalg.multi_dot([M, M]))
fails("power", lambda: torch.linalg.matrix_power(M, 2))
