"""Inverses: torch.inverse, linalg.inv, inv_ex, pinv, their gradients and refusals."""
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


A = torch.tensor([[2.0, 1], [1, 3]], device=device)
W = torch.tensor([[1.0, 2, 3], [4, 5, 7]], device=device)
show("inv", torch.linalg.inv(A), torch.inverse(A), A.inverse())
show("batch", torch.linalg.inv(torch.stack([A, A * 2])))
show("product", (A @ A.inverse()).round(decimals=3))
show("pinv", torch.linalg.pinv(W), torch.pinverse(W), W.pinverse())
show("pinv of low rank", torch.linalg.pinv(torch.tensor([[1.0, 2], [2, 4]], device=device)))
show("pinv tolerance", torch.linalg.pinv(torch.diag(torch.tensor([3.0, 1e-4], device=device)), rtol=1e-3))
show("pinv hermitian", torch.linalg.pinv(A, hermitian=True))
x = A.double().requires_grad_()
x.inverse().sin().sum().backward()
show("grad inv", x.grad)
x = W.double().requires_grad_()
torch.linalg.pinv(x).sin().sum().backward()
show("grad pinv", x.grad)
S = torch.tensor([[1.0, 2], [2, 4]], device=device)
fails("singular", lambda: torch.linalg.inv(S))
fails("zeros", lambda: torch.inverse(torch.zeros(2, 2, device=device)))
fails("batch", lambda: torch.linalg.inv(torch.stack([A, S])))
fails("vector", lambda: torch.linalg.inv(A[0]))
fails("not square", lambda: torch.linalg.inv(W))
fails("whole", lambda: torch.linalg.inv(A.int()))
show("ex", torch.linalg.inv_ex(torch.stack([A, S])).info)
show("empty", torch.linalg.inv(torch.zeros(0, 0, device=device)), torch.linalg.inv(torch.zeros(2, 0, 0, device=device)))
try:
    torch.linalg.inv(S)
except torch.linalg.LinAlgError as error:
    print(isinstance(error, RuntimeError))
