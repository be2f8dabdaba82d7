# Functions over a batch: functions with a backward of their own, in-place views, random numbers, maps within maps.
import torch
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vjp, vmap
class Cube(torch.autograd.Function):
    generate_vmap_rule = True
    @staticmethod
    def forward(x, w):
        return x ** 3 * w
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g * 3 * x ** 2 * w, (g * x ** 3).sum()
x = (torch.arange(6.)*0.3+0.2).reshape(2,3); w = torch.tensor(2.)
print(vmap(Cube.apply, in_dims=(0,None))(x, w))
print(vmap(grad(lambda x: Cube.apply(x, w).sum()))(x))
print(grad(lambda w: vmap(Cube.apply, in_dims=(0,None))(x, w).sum())(w))
print(vmap(grad(lambda w, x: Cube.apply(x, w).sum()), in_dims=(None,0))(w, x))
print(jacrev(lambda x: Cube.apply(x, w))(x[0]))
y = x.clone().requires_grad_()
vmap(lambda v: (v * w).sin().sum())(y).sum().backward()
print(y.grad)
print(torch.autograd.functional.jacobian(lambda v: v ** 2, x[0], vectorize=True))
print(vmap(lambda v: v.unsqueeze_(0).transpose_(0, 1), in_dims=0)(x.clone()).shape)
print(vmap(lambda v: torch.nn.functional.dropout(v, 0.5).shape[0] * v, randomness="different")(x))
a = vmap(lambda v: torch.rand(3), randomness="different")(x); print((a[0] == a[1]).all().item())
b = vmap(lambda v: torch.rand(3), randomness="same")(x); print((b[0] == b[1]).all().item())
print(vmap(vmap(lambda a, b: a @ b, in_dims=(0, None)), in_dims=(None, 0))(x, x + 1))
print(vmap(lambda a: vmap(lambda b: a * b)(x))(x).shape)
try:
    vmap(lambda a: 1 / 0)(x)
except ZeroDivisionError:
    print(vmap(lambda a: a + 1)(x))
@torch.library.custom_op("mine::cube", mutates_args=())
def cube(x: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(x.numpy() ** 3)
@torch.library.register_vmap("mine::cube")
def rule(info, in_dims, x):
    print(info.batch_size, info.randomness, in_dims, x.shape)
    return cube(x), in_dims[0]
print(vmap(cube)(x))
