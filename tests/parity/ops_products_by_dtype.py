# Sums with products of matrices: whole numbers, half precision, what is not read; and the names of their nodes.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
cpu = torch.device("cpu")


def show(name, x):
    print(name, x.tolist(), x.dtype, tuple(x.shape))


# CUDA multiplies no integers.
for dtype in (torch.int64, torch.int32, torch.int8):
    a = torch.arange(6, dtype=dtype, device=cpu).reshape(2, 3)
    b, v = a.T.contiguous(), torch.tensor([1, 2, 3], dtype=dtype, device=cpu)
    m = torch.ones(2, 2, dtype=dtype, device=cpu)
    show("addmm", torch.addmm(m, a, b, beta=2, alpha=3))
    show("addmv", torch.addmv(m[0], a, v, beta=0.6, alpha=2.7))
    show("addmv_", m[0].clone().addmv_(a, v))
    show("baddbmm", torch.baddbmm(m, a[None], b[None], beta=2, alpha=0.5))
    show("addbmm", torch.addbmm(m, torch.stack([a, a]), torch.stack([b, b]), beta=3))
    show("addr", torch.addr(m, v[:2], v[1:], beta=3, alpha=2))
show("bool", torch.addr(torch.tensor([[True, False], [False, False]], device=device), torch.tensor([True, False], device=device), torch.tensor([False, True], device=device)))
for dtype in (torch.float16, torch.bfloat16):
    x = torch.linspace(-3, 3, 12, dtype=torch.float64, device=cpu).to(dtype).reshape(2, 2, 3)
    show("baddbmm", torch.baddbmm(x[:, :, :2] * 10, x, x.mT, beta=0.6, alpha=0.7))
    show("addbmm", torch.addbmm(x[0, :, :2] * 10, x, x.mT))
    show("addr", torch.addr(x[0], x[0, :, 0], x[1, 0], beta=0.6, alpha=0.2))
    show("sum", x.sum(dtype=torch.float32))

nan = torch.full((2, 2), float("nan"), device=device)
a = torch.arange(4.0, device=device).reshape(2, 2)
for name, result in (
    ("addmm", torch.addmm(nan, a, a, beta=0)),
    ("addmv", torch.addmv(nan[0], a, a[0], beta=0)),
    ("baddbmm", torch.baddbmm(nan, a[None], a[None], beta=0)),
    ("addbmm", torch.addbmm(nan, a[None], a[None], beta=0)),
    ("addr", torch.addr(nan, a[0], a[1], beta=0)),
):
    show(name, result)
show("tensordot", torch.tensordot(torch.ones(1, 1, 2, device=device), torch.arange(12.0, device=device).reshape(3, 1, 4), dims=((0, 1), (0, 1))))
x = torch.tensor([300, 100], device=device)
show("sum", x.sum(dtype=torch.uint8))
show("prod", x.prod(dtype=torch.int32))
show("sum 0", x.sum(0, dtype=torch.int16))
show("cumsum", x.cumsum(0, dtype=torch.int32))

tensors = [torch.ones([3] * n, device=device, requires_grad=True) for n in (1, 2, 3, 4)]
for x in tensors:
    print([(x @ y).grad_fn.name() for y in tensors])
    print([(x.detach() @ y).grad_fn.name() for y in tensors])
v, m, b = tensors[:3]
for result in (
    torch.mv(m, v), torch.dot(v, v), torch.vdot(v, v), torch.addmv(v, m, v), torch.addr(m, v, v), torch.addbmm(m, b, b),
    torch.baddbmm(b, b, b), torch.outer(v, v), torch.inner(v, v), torch.inner(m, m), torch.kron(m, m), torch.trace(m),
    torch.cdist(m, m), torch.cdist(m, m, p=1), torch.pdist(m), torch.dist(m, m), torch.pairwise_distance(m, m),
    torch.tensordot(m, m, 1), torch.linalg.solve(m.detach() + torch.eye(3, device=device), m, left=False),
):
    print(result.grad_fn.name(), tuple(result.shape))
