"""Every pointwise function of complex numbers, at ordinary points, on branch cuts and at the ends of the line."""
import torch

inf, nan = float("inf"), float("nan")
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
ordinary = [1 + 2j, 0.5 - 1j, -0.3 + 0.1j, -2 - 0.7j, 0.0013 + 0.002j, 3 + 0j, -1.5 + 0j, 0.25j, -4j]
special = [0j, complex(-0.0, 0.0), complex(-2.0, -0.0), complex(2.0, -0.0), complex(0.0, -2.0), complex(inf, 1), complex(-inf, 1), complex(1, inf), complex(nan, 1), complex(inf, inf)]
unary = """neg abs angle sgn conj_physical square reciprocal sqrt rsqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh
atanh sigmoid isnan isinf isfinite isreal logical_not positive nan_to_num sinc""".split()
binary = "add sub mul div pow eq ne logical_and logical_or logical_xor true_divide float_power rsub ldexp".split()


def text(x):
    def part(value):
        value = round(value, 9) + 0.0 if value == value and abs(value) < 1e9 else value
        return f"{value:.7g}"

    return [f"{part(z.real)},{part(z.imag)}" if isinstance(z, complex) else f"{z:.7g}" if isinstance(z, float) else str(z) for z in x.tolist()]


x = torch.tensor(ordinary, dtype=torch.complex128, device=device)
for name in unary:
    print(name, *text(getattr(torch, name)(x)))
narrow = x.to(torch.complex64)
for name in unary[:-1]:
    print(name, getattr(torch, name)(narrow).cpu())
y = x.roll(2) + 0.5
for name in binary:
    print(name, *text(getattr(torch, name)(x, y)))
print(text(torch.lerp(x, y, 0.25)), text(torch.lerp(x, y, y)), text(torch.addcmul(x, y, x, value=0.5)), text(torch.addcdiv(x, y, x, value=0.5)))
print(text(torch.add(x, y, alpha=1j)), text(torch.sub(x, y, alpha=2)), text(x**2), text(x**0.5), text(x**-1), text(x**1j), text(2**x), text(2j - x), text(1 / x), text(x / 2j))
print(text(torch.nn.functional.silu(x)), text(torch.nn.functional.softsign(x)), text(torch.nn.functional.tanhshrink(x)))

s = torch.tensor(special, dtype=torch.complex128, device=device)
for name in "neg abs angle sgn conj_physical square sqrt log log2 log10 sin cos tan asin acos sinh cosh tanh asinh acosh atanh isnan isinf isfinite logical_not".split():
    print(name, *text(getattr(torch, name)(s)))

a, b = x[:2], y[:2]
for make in (
    lambda: a.floor(), lambda: a.ceil(), lambda: a.round(), lambda: a.trunc(), lambda: a.sign(), lambda: a.signbit(), lambda: a.frac(), lambda: a.erf(), lambda: a.lgamma(),
    lambda: a.clamp(0, 1), lambda: a.clamp(min=0), lambda: a.relu(), lambda: a < b, lambda: a >= 1, lambda: torch.maximum(a, b), lambda: torch.minimum(a, b),
    lambda: a // b, lambda: a % b, lambda: torch.fmod(a, b), lambda: torch.atan2(a, b), lambda: torch.hypot(a, b), lambda: torch.copysign(a, b), lambda: torch.xlogy(a, b),
    lambda: a & b, lambda: torch.bitwise_not(a), lambda: torch.div(a, b, rounding_mode="floor"), lambda: a.max(), lambda: a.min(0), lambda: a.amax(), lambda: a.argmax(),
    lambda: a.sort(), lambda: a.topk(1), lambda: a.cummax(0), lambda: a.softmax(0), lambda: torch.add(torch.ones(1), 1, alpha=1j), lambda: torch.nn.functional.gelu(a),
):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0].replace("_cuda", "_cpu"))

m = x.reshape(3, 3)
print(text(m.sum()[None]), text(m.sum(0)), text(m.mean(1)), text(m.prod()[None]), text(m.prod(0)), text(m.cumsum(0).flatten()), text(m.cumprod(1).flatten()))
print(text(m.std()[None]), text(m.var(0)), text(m.var(1, correction=0)), text(m.norm()[None]), [text(m.norm(p)[None]) for p in (0, 1, 3, inf, -inf)], m.any().item(), m.all(0).tolist())
print(m.count_nonzero().item(), text(torch.var_mean(m, 0)[0]), text(torch.var_mean(m, 0)[1]), text(torch.linalg.vector_norm(m, dim=1)), text(torch.dist(a, b)[None]))
n = y.reshape(3, 3)
print(text((m @ n).flatten()), text(torch.mm(m, n.T).flatten()), text(torch.addmm(m, n, m, beta=0.5, alpha=2).flatten()), text(m.mv(n[0])), text(m[0].dot(n[0])[None]), text(torch.vdot(m[0], n[0])[None]))
print(text(torch.bmm(m[None].expand(2, 3, 3), n[None].expand(2, 3, 3)).flatten()), text(torch.outer(a, b).flatten()), text(torch.einsum("ij,jk->ki", m, n.conj()).flatten()), text(torch.kron(a, b)))
print(text(m.trace()[None]), text(torch.tensordot(m, n, 1).flatten()), text(torch.cross(m, n, dim=1).flatten()), text(torch.nn.functional.linear(m, n, n[0]).flatten()))
