import torch
from torch.func import grad, vmap

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.arange(6.0).view(2, 3)
y = torch.tensor([1.0, 2.0])
print(vmap(torch.dot)(x, x + 1), vmap(lambda v: v.sum())(x))
print(vmap(torch.mul, in_dims=(0, None))(x, torch.tensor([1.0, 0.0, -1.0])))
print(vmap(lambda a, b: a * b, in_dims=(1, None), out_dims=1)(x, y))
print(vmap(lambda a: (a.max(), a * 2), out_dims=(0, 1))(x))
print(vmap(vmap(lambda a: a ** 2))(x.view(2, 3, 1)).shape, vmap(vmap(torch.mul, in_dims=(None, 0)), in_dims=(0, None))(y, y))
print(vmap(lambda d: d["a"] + d["b"], in_dims=({"a": 0, "b": None},))({"a": x, "b": torch.ones(3)}))
w = torch.tensor([0.5, -1.0, 2.0])
loss = lambda w, v, t: (torch.dot(w, v) - t) ** 2
per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(w, x, y)
print(per_sample)
print(torch.allclose(per_sample.mean(0), grad(lambda w: vmap(loss, in_dims=(None, 0, 0))(w, x, y).mean())(w)))
print(vmap(lambda a: torch.where(a > 2, a, -a))(x), vmap(lambda m: m @ m)(torch.ones(2, 2, 2)))
def attempt(f):
    try:
        f()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
attempt(lambda: vmap(torch.add)(torch.ones(2), torch.ones(3)))
attempt(lambda: vmap(torch.add)(torch.ones(2), 1))
attempt(lambda: vmap(torch.add, in_dims=(0, 2))(torch.ones(2), torch.ones(3)))
attempt(lambda: vmap(torch.sin, in_dims=None)(torch.ones(2)))
attempt(lambda: vmap(lambda v: 1)(torch.ones(2)))
attempt(lambda: vmap(lambda v: v + torch.rand(1))(torch.ones(2)))
print(vmap(lambda v: v + torch.rand(1) * 0, randomness="different")(y), vmap(lambda v: torch.rand(3, device="cpu"), randomness="same")(y).std(0).tolist())
