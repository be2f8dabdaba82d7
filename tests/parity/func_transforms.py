# Functions made of functions: grad, jacobians, Hessians, their compositions.
import torch
from torch.func import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
f = lambda x: (x.sin() * x).sum()
x = torch.tensor([0.5, 1.0, -2.0], device=device).double()
print([round(v, 6) for v in grad(f)(x).tolist()], torch.allclose(grad(f)(x), x.cos() * x + x.sin()))
print(torch.allclose(hessian(f)(x), torch.diag(2 * x.cos() - x * x.sin())), torch.allclose(jacrev(grad(f))(x), jacfwd(grad(f))(x)))
g, value = grad_and_value(f)(x)
print(round(value.item(), 6), torch.equal(g, grad(f)(x)))
out, back = vjp(lambda x: x ** 2, x)
print(back(torch.ones_like(x))[0].tolist(), jvp(lambda x: x ** 3, (x,), (torch.ones_like(x),))[1].tolist())
print(vmap(lambda a, b: a @ b)(x.expand(2, 3), torch.stack([x, -x])).tolist(), vmap(grad(lambda t: t ** 3))(x).tolist(), vmap(lambda t: t.sum(), in_dims=1)(torch.ones(2, 3, device=device)).tolist())
print(grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, 2 * x)[1].tolist(), grad(lambda a: ((a ** 2).sum(), a.max()), has_aux=True)(x)[1].item())
