"""Least squares: tall, wide and low-rank systems, and what goes with the solution."""
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


A = torch.tensor([[1.0, 1], [1, 2], [1, 3], [1, 5]], device=device)
b = torch.tensor([[2.0], [3], [5], [8]], device=device)
result = torch.linalg.lstsq(A, b)
show("tall", result.solution, result.rank)
show("normal equations", A.T @ (A @ result.solution - b))
show("several", torch.linalg.lstsq(A, torch.cat([b, b * 2 + 1], 1)).solution)
show("batch", torch.linalg.lstsq(torch.stack([A, A + 1]), torch.stack([b, b])).solution)
show("wide", torch.linalg.lstsq(A.T, torch.ones(2, 1, device=device)).solution)
show("gelsd", *torch.linalg.lstsq(A.cpu(), b.cpu(), driver="gelsd"))
show("low rank", torch.linalg.lstsq(torch.ones(3, 2), torch.ones(3, 1)).solution)
x, y = A.double().requires_grad_(), b.double().requires_grad_()
torch.linalg.lstsq(x, y).solution.square().sum().backward()
show("grad", x.grad, y.grad)
fails("rows", lambda: torch.linalg.lstsq(A, torch.ones(3, 1, device=device)))
fails("dtypes", lambda: torch.linalg.lstsq(A, b.double()))
fails("vector", lambda: torch.linalg.lstsq(A[0], b))
