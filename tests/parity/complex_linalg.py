"""Linear algebra of complex matrices, and eigenvalues of real ones; what has a free phase is shown by products without one."""
import io

import numpy
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
m = (torch.randn(3, 3, dtype=torch.complex128) + 2 * torch.eye(3)).to(device)
b = torch.randn(3, 2, dtype=torch.complex128).to(device)
w = torch.randn(2, 4, 3, dtype=torch.complex128).to(device)
h = m @ m.mH
r = torch.randn(4, 4, dtype=torch.float64).to(device)


def show(name, *tensors):
    def text(x):
        parts = torch.view_as_real(x.resolve_conj().contiguous()).flatten() if x.is_complex() else x.flatten()
        return [f"{value:.6f}" if abs(value) > 5e-7 else "0" for value in parts.tolist()]

    print(name, *[(str(x.dtype), tuple(x.shape), text(x)) for x in tensors])


def ordered(values):
    return torch.stack(sorted(values.cpu(), key=lambda value: (round(value.real.item(), 9), value.imag.item())))


linalg = torch.linalg
show("inv", linalg.inv(m), torch.inverse(m), m @ linalg.inv(m))
show("det", linalg.det(m), torch.det(w[:, :3]), *linalg.slogdet(m), *linalg.slogdet(w[:, :3]))
show("solve", linalg.solve(m, b), linalg.solve(m, b[:, 0]), linalg.solve(m, b.mT, left=False))
show("triangular", linalg.solve_triangular(m, b, upper=True), linalg.solve_triangular(m.tril(), b, upper=False, unitriangular=True))
show("cholesky", linalg.cholesky(h), linalg.cholesky(h, upper=True), torch.cholesky_solve(b, linalg.cholesky(h)))
show("lu", *linalg.lu_factor(m), *linalg.lu(w), linalg.lu_solve(*linalg.lu_factor(m), b), linalg.lu_solve(*linalg.lu_factor(m), b, adjoint=True))
q, t = linalg.qr(w)
show("qr", q, t, linalg.qr(w, mode="complete")[0] @ linalg.qr(w, mode="complete")[1], linalg.qr(w.mT, mode="r")[1])
u, s, vh = linalg.svd(w, full_matrices=False)
show("svd", s, (u * s[:, None]) @ vh, linalg.svdvals(m), linalg.svd(w)[0].abs().square().sum(-2))
values, vectors = linalg.eigh(h)
show("eigh", values, (vectors * values) @ vectors.mH, linalg.eigvalsh(h), vectors.mH @ vectors)
values, vectors = linalg.eig(m)
show("eig", ordered(values), m @ vectors - vectors * values, vectors.abs().square().sum(0), ordered(linalg.eigvals(m)))
values, vectors = linalg.eig(r)
show("eig of reals", ordered(values), r.to(vectors.dtype) @ vectors - vectors * values, vectors.abs().square().sum(0))
show("norms", *[linalg.matrix_norm(m, ord) for ord in ("fro", "nuc", 1, -1, 2, -2, float("inf"))], linalg.vector_norm(m), linalg.norm(b), linalg.cond(m))
show("pinv", linalg.pinv(w[0]), linalg.matrix_rank(w), linalg.lstsq(w[0], w[0, :, :2]).solution, linalg.matrix_power(m, 3), linalg.matrix_power(m, -1))
show("products", linalg.multi_dot([m, m, b]), linalg.vecdot(b.mT, b.mT), torch.linalg.cross(m, m.roll(1, 0)), linalg.matrix_exp(m / 4))
print(linalg.eig(torch.tensor([[0.0, 1.0], [-1.0, 0.0]])))
for make in (
    lambda: linalg.inv(torch.zeros(2, 2, dtype=torch.complex64)), lambda: linalg.eig(torch.ones(2, 3)), lambda: linalg.cholesky(-torch.eye(2, dtype=torch.complex64)),
    lambda: linalg.solve(m, b.real), lambda: linalg.eig(torch.ones(2, 2, dtype=torch.int64)), lambda: linalg.eig(torch.full((2, 2), float("nan"))),
):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])

# Files.
state = {"a": m.cpu(), "b": b.cpu().to(torch.complex64)[1:, ::2], "c": torch.tensor(1j)}
file = io.BytesIO()
torch.save(state, file)
file.seek(0)
read = torch.load(file)
print([(name, x.dtype, torch.equal(x, state[name])) for name, x in read.items()])
file = io.BytesIO()
numpy.save(file, m.cpu().numpy())
file.seek(0)
print(numpy.array_equal(numpy.load(file), m.cpu().numpy()))
layer = torch.nn.Linear(2, 2)
layer.phase = torch.nn.Parameter(torch.tensor([1j, 2.0]))
print(layer.state_dict()["phase"], layer.load_state_dict(layer.state_dict()), sum(p.numel() for p in layer.parameters()))
