"""Bessel functions and their scaled twins."""
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
x = torch.tensor([-3.0, -0.5, 0.0, 0.1, 1.0, 5.0, 12.0], device=device)
for name in ("i0", "i0e", "i1", "i1e", "modified_bessel_i0", "modified_bessel_i1", "bessel_j0", "bessel_j1", "spherical_bessel_j0"):
    show(name, getattr(s, name)(x))
p = torch.tensor([0.1, 0.5, 1.0, 3.0, 8.0], device=device)
for name in ("modified_bessel_k0", "modified_bessel_k1", "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "bessel_y0", "bessel_y1"):
    show(name, getattr(s, name)(p))
show("torch", torch.i0(x), x.i0(), torch.i0(torch.arange(3, device=device)))
for name in ("i0", "i0e", "i1", "i1e"):
    v = x.double().requires_grad_()
    getattr(s, name)(v).sum().backward()
    show("grad", v.grad)
show("large", s.i0e(torch.tensor([100.0, 1000], device=device)), s.i1e(torch.tensor([50.0, -50], device=device)))
