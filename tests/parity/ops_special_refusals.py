# cpu only: refusals name kernels of the CPU
import torch

x = torch.tensor([0.5, 1.5, 3.0], dtype=torch.float64, requires_grad=True)


def refused(function):
    try:
        print("no error", function())
    except (RuntimeError, TypeError, NotImplementedError) as error:
        print(type(error).__name__, str(error).strip())


print([round(n, 6) for n in x.polygamma(2).tolist()], torch.tensor([1, 2]).polygamma(1).tolist())
print([round(n, 4) for n in torch.polygamma(1, torch.tensor([-2.5, -0.25, 0.25, 9.0])).tolist()])
y = torch.tensor([1.0, 2.0], dtype=torch.float64)
print([round(n, 6) for n in y.polygamma_(1).tolist()])
for name in (
    "i0 i0e i1 i1e entr erfcx log_ndtr ndtri ndtr xlog1py sinc logit digamma gammaln polygamma zeta bessel_j0 bessel_y1 "
    "modified_bessel_k0 scaled_modified_bessel_k1 modified_bessel_i0 spherical_bessel_j0 airy_ai hermite_polynomial_h "
    "legendre_polynomial_p shifted_chebyshev_polynomial_t"
).split():
    function = getattr(torch.special, name)
    own = x.detach().clone().requires_grad_()
    value = own / 4 if name in ("ndtri", "logit") else own
    if name == "xlog1py":
        result = function(value, value)
    elif name == "polygamma":
        result = function(1, value)
    elif name == "zeta":
        result = function(value.detach() + 2, value.detach())
    elif "polynomial" in name:
        result = function(value, 3)
    else:
        result = function(value)
    print(name, [round(n, 6) for n in result.tolist()], result.grad_fn.name() if result.requires_grad else "no gradient")
half = torch.ones(2, dtype=torch.float16)
for name in "erfcx log_ndtr ndtri bessel_j0 modified_bessel_k1 airy_ai spherical_bessel_j0".split():
    refused(lambda: getattr(torch.special, name)(half))
refused(lambda: torch.special.zeta(half, half))
refused(lambda: torch.special.chebyshev_polynomial_t(half, 2))
refused(lambda: torch.special.chebyshev_polynomial_t(2, 3))
refused(lambda: torch.special.zeta(2, 3))
refused(lambda: torch.special.xlog1py(2, 3))
refused(lambda: torch.special.polygamma(torch.ones(2), 1))
refused(lambda: torch.special.polygamma(1, 1))
refused(lambda: torch.tensor([1, 2]).polygamma_(1))
refused(lambda: torch.mvlgamma(torch.tensor([True]), 1))
refused(lambda: torch.tensor([3, 4]).mvlgamma_(1))
print(torch.special.laguerre_polynomial_l(torch.ones(0, 1, 3), torch.ones(0, 4, 3)).shape)
print(torch.special.legendre_polynomial_p(torch.tensor([0.5, 0.25]), torch.tensor([[0.0, 1.0], [2.0, 3.0]])))

square = torch.ones(2, 2)
for dtype in (torch.bool, torch.float16):
    m = square.to(dtype)
    for name, function in (
        ("mm", lambda: m @ m),
        ("bmm", lambda: torch.bmm(m[None], m[None])),
        ("mv", lambda: m @ m[0]),
        ("dot", lambda: m[0] @ m[0]),
        ("addmv", lambda: torch.addmv(m[0], m, m[0])),
        ("trace", lambda: torch.trace(m)),
        ("cdist", lambda: torch.cdist(m, m)),
        ("median", lambda: torch.median(m)),
        ("kthvalue", lambda: torch.kthvalue(m, 1)),
        ("cross", lambda: torch.linalg.cross(torch.ones(3).to(dtype), torch.ones(3).to(dtype))),
        ("histogram", lambda: torch.histogram(m, 2)),
        ("geqrf", lambda: torch.geqrf(m)),
        ("ormqr", lambda: torch.ormqr(m, m[0], m)),
        ("orgqr", lambda: torch.orgqr(m, m[0])),
        ("ldl", lambda: torch.linalg.ldl_factor(m)),
        ("cholesky", lambda: torch.cholesky(m)),
        ("cholesky_solve", lambda: torch.cholesky_solve(m, m)),
        ("triangular_solve", lambda: torch.triangular_solve(m, m)),
        ("solve", lambda: torch.linalg.solve(m, m)),
        ("vander", lambda: torch.linalg.vander(m[0])),
    ):
        print(name, end=" ")
        refused(function)
