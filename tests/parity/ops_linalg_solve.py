"""Systems of equations: vectors, batches, both sides, gradients, singular matrices."""
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


A = torch.tensor([[4.0, 1, 2], [1, 5, 3], [2, 3, 6]], device=device)
B = torch.tensor([[1.0, 2], [3, 4], [5, 6]], device=device)
show("matrix", torch.linalg.solve(A, B))
show("vector", torch.linalg.solve(A, B[:, 0]))
show("right", torch.linalg.solve(A, B.T, left=False))
batch = torch.stack([A, A + torch.eye(3, device=device), A.T * 2])
show("batch", torch.linalg.solve(batch, B))
show("batch of vectors", torch.linalg.solve(batch, torch.ones(3, 3, device=device)))
show("broadcast", torch.linalg.solve(A, torch.ones(2, 3, 1, device=device)))
a, b = A.double().requires_grad_(), B.double().requires_grad_()
torch.linalg.solve(a, b).square().sum().backward()
show("grad a", a.grad)
show("grad b", b.grad)
show("out", torch.linalg.solve(A, B, out=torch.empty(3, 2, device=device)))
S = torch.tensor([[1.0, 2], [2, 4]], device=device)
fails("singular", lambda: torch.linalg.solve(S, torch.ones(2, device=device)))
fails("singular batch", lambda: torch.linalg.solve(torch.stack([torch.eye(2, device=device), S]), torch.ones(2, 2, 1, device=device)))
fails("not square", lambda: torch.linalg.solve(B, B))
fails("sizes", lambda: torch.linalg.solve(A, torch.ones(2, 1, device=device)))
fails("dtypes", lambda: torch.linalg.solve(A, B.double()))
fails("whole numbers", lambda: torch.linalg.solve(A.long(), B.long()))
print(torch.linalg.solve(A.clone().requires_grad_(), B).grad_fn.name())
