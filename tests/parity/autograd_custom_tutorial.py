# Functions with a backward of their own: a polynomial of Legendre's, a cube that keeps its work, one with two outputs, double backward.
import math

import torch
from torch.autograd import Function, gradcheck, gradgradcheck
from torch.autograd.function import once_differentiable

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class LegendrePolynomial3(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return 0.5 * (5 * input**3 - 3 * input)

    @staticmethod
    def backward(ctx, grad_output):
        (input,) = ctx.saved_tensors
        return grad_output * 1.5 * (5 * input**2 - 1)


x = torch.linspace(-math.pi, math.pi, 200, device=device)
y = torch.sin(x)
a, b, c, d = (torch.full((), v, device=device, requires_grad=True) for v in (0.0, -1.0, 0.0, 0.3))
for t in range(300):
    P3 = LegendrePolynomial3.apply
    y_pred = a + b * P3(c + d * x)
    loss = (y_pred - y).pow(2).sum()
    if t % 100 == 99:
        print(t, f"{loss.item():.4f}")
    loss.backward()
    with torch.no_grad():
        for p in (a, b, c, d):
            p -= 5e-5 * p.grad
            p.grad = None
print([f"{p.item() + 0.0:.3f}" for p in (b, d)], y_pred.grad_fn.name())


class Cube(Function):
    @staticmethod
    def forward(x):
        return x**3, x**2

    @staticmethod
    def setup_context(ctx, inputs, output):
        (x,) = inputs
        _, square = output
        ctx.save_for_backward(x, square)

    @staticmethod
    def backward(ctx, grad_cube, grad_square):
        x, square = ctx.saved_tensors
        return grad_cube * 3 * square + grad_square * 2 * x


z = torch.tensor([1.5, -0.5], dtype=torch.double, device=device, requires_grad=True)
print(gradcheck(lambda v: Cube.apply(v)[0], z), gradgradcheck(lambda v: Cube.apply(v)[0], z))
(g,) = torch.autograd.grad(Cube.apply(z)[0].sum(), z, create_graph=True)
(gg,) = torch.autograd.grad(g.sum(), z)
print(g.tolist(), gg.tolist())


class Clip(Function):
    @staticmethod
    def forward(ctx, x, low, high=1.0):
        ctx.mark_non_differentiable(inside := (x >= low) & (x <= high))
        ctx.save_for_backward(inside)
        ctx.low = low
        return x.clamp(low, high), inside

    @staticmethod
    @once_differentiable
    def backward(ctx, grad, _):
        (inside,) = ctx.saved_tensors
        print("needs", ctx.needs_input_grad)
        return grad * inside, None, None


w = torch.tensor([-2.0, 0.5, 3.0], device=device, requires_grad=True)
out, inside = Clip.apply(w, -1.0, 2.0)
print(out.tolist(), inside.tolist(), inside.requires_grad, out.grad_fn.name())
out.sum().backward()
print(w.grad.tolist())


class Add1_(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)

    @staticmethod
    def backward(ctx, grad):
        return grad


v = w * 1
same = Add1_.apply(v)
print(same is v, v.tolist())


class Wrong(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


for bad in (lambda: Wrong.apply(w).sum().backward(),):
    try:
        bad()
    except RuntimeError as error:
        print(str(error).split("\n")[0][:90])
