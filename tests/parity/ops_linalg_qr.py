"""QR: modes, wide and tall matrices, gradients."""
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


A = torch.tensor([[1.0, 2], [3, 4], [5, 6.5]], device=device)
for x in (A, A.T, A[:2], torch.stack([A, A * 2 + 1])):
    q, r = torch.linalg.qr(x)
    print(tuple(q.shape), tuple(r.shape))
    show("product", q @ r)
    show("orthonormal", q.mT @ q)
    show("R up to signs", r.abs().round(decimals=2))
q, r = torch.linalg.qr(A, mode="complete")
print(q.shape, r.shape)
show("complete", q.mT @ q, (q @ r))
empty, r = torch.linalg.qr(A, mode="r")
show("r", empty, r.abs())
for shape in (A, A.T.contiguous(), A[:2]):
    x = shape.double().requires_grad_()
    q, r = torch.linalg.qr(x)
    (q.square() * torch.arange(1.0, 1 + q.numel(), device=device).reshape(q.shape)).sum().add(r.square().cos().sum()).backward()
    show("grad", x.grad)
fails("mode", lambda: torch.linalg.qr(A, mode="full"))
fails("vector", lambda: torch.linalg.qr(A[0]))
print(torch.qr(A.cpu()).R.shape, torch.linalg.qr(A.cpu().requires_grad_()).Q.grad_fn.name())
