"""The normal distribution's functions: erf family, ndtr, ndtri, log_ndtr, erfcx."""
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


s = torch.special
x = torch.tensor([-5.0, -1.5, -0.3, 0.0, 0.7, 2.0], device=device)
for name in ("erf", "erfc", "erfcx", "ndtr", "log_ndtr", "expit", "expm1", "exp2"):
    show(name, getattr(s, name)(x))
p = torch.tensor([0.0, 0.001, 0.25, 0.5, 0.9, 0.999, 1.0], device=device)
show("ndtri", s.ndtri(p), s.ndtri(torch.tensor([-0.1, 1.1], device=device)))
show("erfinv", s.erfinv(p * 2 - 1), torch.erfinv(torch.tensor([2.0, -0.5], device=device)))
show("tail", s.log_ndtr(torch.tensor([-10.0, -30.0, 10.0], device=device)), s.erfcx(torch.tensor([10.0, 30.0], device=device)))
show("round trip", s.ndtr(s.ndtri(p[1:-1])))
for name in ("erf", "erfc", "ndtr", "log_ndtr", "erfcx"):
    v = x.double().requires_grad_()
    getattr(s, name)(v).sum().backward()
    show("grad " + name, v.grad)
v = p[1:-1].double().requires_grad_()
s.ndtri(v).sum().backward()
show("grad ndtri", v.grad)
show("whole", s.ndtr(torch.tensor([-1, 0, 1], device=device)), s.erf(torch.tensor([0, 1], device=device)))
