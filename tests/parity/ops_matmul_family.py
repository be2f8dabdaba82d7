"""Products: inner, tensordot, kron, outer, addr, addbmm, cross, their shapes, gradients and errors."""
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


a = torch.arange(6.0, device=device).reshape(2, 3)
b = torch.arange(12.0, device=device).reshape(3, 4) - 5
show("tensordot", torch.tensordot(a, b, dims=1), torch.tensordot(a, a, dims=2), torch.tensordot(a, b, dims=([1], [0])), torch.tensordot(a, b, dims=0).sum())
show("inner", torch.inner(a, a), torch.inner(a[0], a[1]), torch.inner(a, torch.tensor(2.0, device=device)))
show("kron", torch.kron(a, torch.tensor([[1.0, -1]], device=device)), torch.kron(a[0], a[1]))
show("outer", torch.outer(a[0], a[1]), torch.ger(a[0], b[0]), torch.vdot(a[0], a[1]))
show("addr", torch.addr(torch.ones(3, 3, device=device), a[0], a[1], beta=2, alpha=0.5))
batch = torch.arange(12.0, device=device).reshape(2, 2, 3)
show("addbmm", torch.addbmm(torch.ones(2, 2, device=device), batch, batch.mT))
show("baddbmm", torch.baddbmm(torch.ones(2, 2, 2, device=device), batch, batch.mT, beta=0.5, alpha=2))
show("addmv", torch.addmv(torch.ones(2, device=device), a, a[0]), torch.addmm(torch.ones(2, 4, device=device), a, b, alpha=-1))
show("cross", torch.cross(a, a.flip(1), dim=1), torch.linalg.cross(a, a + 1), torch.cross(a.T, a.T + 1))
show("chain", a @ b @ b.T, a.mv(a[0]), a.matmul(b), a.mm(b), batch.bmm(batch.mT))
x = a.clone().requires_grad_()
torch.tensordot(x, x, dims=2).backward()
show("grad", x.grad)
x = a.clone().requires_grad_()
torch.kron(x, x).sum().backward()
show("grad", x.grad)
fails("inner", lambda: torch.inner(a, b))
fails("tensordot", lambda: torch.tensordot(a, b, dims=2))
fails("cross", lambda: torch.linalg.cross(a[:, :2], a[:, :2]))
fails("outer", lambda: torch.outer(a, a))
