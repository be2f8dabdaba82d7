"""Gradients by PyTorch's convention: of a real loss, with the conjugate of each derivative."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
z = torch.randn(4, dtype=torch.complex128).to(device)
w = torch.randn(4, dtype=torch.complex128).to(device)
r = torch.rand(4, dtype=torch.float64).to(device) + 0.5


def numbers(x):
    parts = torch.view_as_real(x.detach().resolve_conj().contiguous()).flatten() if x.is_complex() else x.detach().flatten()
    return [f"{value:.6f}" if abs(value) > 5e-7 else "0" for value in parts.tolist()]


def gradients(name, make, *inputs):
    leaves = [x.detach().clone().requires_grad_() for x in inputs]
    out = make(*leaves)
    loss = (out.abs() ** 2).sum() + (out.real * 3 - (out.imag if out.is_complex() else 0)).sum()
    loss.backward()
    print(name, out.grad_fn.name(), *[(str(x.grad.dtype), numbers(x.grad)) for x in leaves])


unary = "neg abs angle sgn square reciprocal sqrt rsqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid conj_physical".split()
for name in unary:
    gradients(name, getattr(torch, name), z)
for name in "add sub mul div pow".split():
    gradients(name, getattr(torch, name), z, w)
    gradients(name + " real", getattr(torch, name), z, r)
    gradients("real " + name, getattr(torch, name), r, z)
gradients("number", lambda x: (2j * x + 1 - x / (1 + 1j)) ** 2, z)
gradients("power", lambda x: x**3 + x**0.5, z)
gradients("exponent", lambda x: (1 + 1j) ** x, z)
gradients("parts", lambda x: x.real * x.imag + torch.view_as_real(x)[:, 1], z)
gradients("complex", lambda x, y: torch.complex(x, y) ** 2, r, r + 1)
gradients("polar", lambda x, y: torch.polar(x, y), r, r + 1)
gradients("view_as_complex", lambda x: torch.view_as_complex(x.view(2, 2)) * 1j, r)
gradients("lerp", lambda x, y: torch.lerp(x, y, 0.3), z, w)
gradients("addcmul", lambda x, y: torch.addcmul(x, x, y, value=2), z, w)
gradients("addcdiv", lambda x, y: torch.addcdiv(x, x, y, value=2), z, w)
gradients("where", lambda x, y: torch.where(r > 1, x, y) ** 2, z, w)
gradients("conj", lambda x: x.conj() * x, z)
gradients("sum", lambda x: x.sum() ** 2, z)
gradients("mean", lambda x: x.mean() ** 2, z)
gradients("prod", lambda x: x.prod(), z)
gradients("std", lambda x: x.std(), z)
gradients("var", lambda x: x.var(), z)
for p in (1, 2, 3, float("inf")):
    gradients(f"norm {p}", lambda x: x.norm(p), z)
gradients("cumsum", lambda x: x.cumsum(0) ** 2, z)
gradients("cumprod", lambda x: x.cumprod(0), z)
gradients("mm", lambda x, y: x.view(2, 2) @ y.view(2, 2), z, w)
gradients("real mm", lambda x, y: x.view(2, 2).to(torch.complex128) @ y.view(2, 2), r, w)
gradients("addmm", lambda x, y: torch.addmm(x.view(2, 2), x.view(2, 2), y.view(2, 2), beta=2, alpha=3), z, w)
gradients("vdot", torch.vdot, z, w)
gradients("dot", torch.dot, z, w)
gradients("einsum", lambda x, y: torch.einsum("i,j->ij", x, y.conj()) * 1, z, w)
gradients("index", lambda x: torch.cat([x[1:], x[[0, 0]]]) ** 2, z)
gradients("mH", lambda x: x.view(2, 2).mH @ x.view(2, 2), z)
m = (torch.randn(3, 3, dtype=torch.complex128) + 3 * torch.eye(3)).to(device)
b = torch.randn(3, 2, dtype=torch.complex128).to(device)
h = m @ m.mH
gradients("inv", torch.linalg.inv, m)
gradients("det", torch.linalg.det, m)
gradients("slogdet", lambda x: torch.linalg.slogdet(x)[1], m)
gradients("slogdet sign", lambda x: torch.linalg.slogdet(x)[0] ** 2, m)
gradients("solve", torch.linalg.solve, m, b)
gradients("cholesky", lambda x: torch.linalg.cholesky(x @ x.mH), m)
gradients("eigvalsh", torch.linalg.eigvalsh, h)
gradients("svdvals", torch.linalg.svdvals, m)
gradients("triangular", lambda x, y: torch.linalg.solve_triangular(x.triu(), y, upper=True), m, b)
gradients("qr", lambda x: torch.linalg.qr(x)[1].abs() ** 2, m)
gradients("eigvals", lambda x: torch.linalg.eigvals(x).sum(), m)
gradients("matrix_norm", torch.linalg.matrix_norm, m)

# Writing through parts.
x = z.clone().requires_grad_()
y = x * 1
y.real.mul_(2)
y.imag[1:3] = 0
(y.abs() ** 2).sum().backward()
print(numbers(x.grad))
x = r.clone().requires_grad_()
y = (x * 1).view(2, 2)
torch.view_as_complex(y).mul_(1j)
(y * torch.tensor([[1.0, 2], [3, 4]], dtype=torch.float64, device=device)).sum().backward()
print(numbers(x.grad))

# Twice.
x = z.clone().requires_grad_()
g = torch.autograd.grad((x.abs() ** 3).sum(), x, create_graph=True)[0]
print(numbers(g), numbers(torch.autograd.grad(g.real.sum(), x)[0]))
print(torch.autograd.gradcheck(lambda x: x.exp() / x, z.clone().requires_grad_()), torch.autograd.gradcheck(lambda x, y: (x * y).abs(), (z.clone().requires_grad_(), w.clone().requires_grad_())))

for make in (
    lambda: (z.clone().requires_grad_() * 1).sum().backward(),
    lambda: (z.clone().requires_grad_().abs()).sum().backward(torch.tensor(1j, dtype=torch.complex128, device=device)),
    lambda: (z.clone().requires_grad_() * 1).sum().backward(torch.tensor(1.0, dtype=torch.float64, device=device)),
):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)
x = z.clone().requires_grad_()
(x * x).sum().backward(torch.tensor(1j, dtype=torch.complex128, device=device))
print(numbers(x.grad))
