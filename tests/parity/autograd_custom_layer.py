# A layer with its own backward, checked by finite differences, twice differentiable.
import torch
from torch.autograd import Function, gradcheck, gradgradcheck

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Swish(Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + ctx.beta * x * s * (1 - s)), None


class Clipped(Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.set_materialize_grads(False)
        ctx.mark_non_differentiable(out := (x < low) | (x > high))
        ctx.save_for_backward(out)
        return x.clamp(low, high), out

    @staticmethod
    def backward(ctx, grad, _):
        out, = ctx.saved_tensors
        return grad.masked_fill(out, 0.0), None, None


x = torch.linspace(-2, 2, 5, device=device).double().requires_grad_()
print(gradcheck(lambda x: Swish.apply(x, 1.5), (x,)), gradgradcheck(lambda x: Swish.apply(x, 1.5), (x,)))
y, out = Clipped.apply(x, -1.5, 1.0)
print(y.tolist(), out.tolist(), out.requires_grad, y.grad_fn.name())
(y * x.detach()).sum().backward()
print(x.grad.tolist())


class Wrong(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


print(gradcheck(Wrong.apply, (x,), raise_exception=False))
