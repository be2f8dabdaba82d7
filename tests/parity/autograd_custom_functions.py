import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        return grad * result

class Scale(Function):
    @staticmethod
    def forward(ctx, x, factor, bias=None):
        ctx.factor = factor
        print("needs", ctx.needs_input_grad)
        return x * factor if bias is None else x * factor + bias

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None, grad if ctx.needs_input_grad[2] else None

class SinCos(Function):
    @staticmethod
    def forward(x):
        return x.sin(), x.cos()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g_sin, g_cos):
        (x,) = ctx.saved_tensors
        return g_sin * x.cos() - g_cos * x.sin()

class SortWithIndices(Function):
    @staticmethod
    def forward(ctx, x):
        values, indices = x.sort()
        ctx.mark_non_differentiable(indices)
        ctx.save_for_backward(indices)
        return values, indices

    @staticmethod
    def backward(ctx, grad, _):
        (indices,) = ctx.saved_tensors
        return torch.zeros_like(grad).scatter(0, indices, grad)

class Double_(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2

class Once(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 3 * x ** 2

x = torch.tensor([0.5, 1.0, -1.0], requires_grad=True)
y = Exp.apply(x)
print(y.grad_fn.name(), y)
(g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
(h,) = torch.autograd.grad(g.sum(), x)
print(torch.allclose(g, x.exp()), torch.allclose(h, x.exp()))
b = torch.ones(3, requires_grad=True)
Scale.apply(x, 3.0, b).sum().backward()
Scale.apply(x, 2.0, None).sum().backward()
print(x.grad, b.grad)
x.grad = None
s, c = SinCos.apply(x)
(s + 2 * c).sum().backward()
print(torch.allclose(x.grad, x.cos() - 2 * x.sin()))
x.grad = None
s, c = SinCos.apply(x)
s.sum().backward()
print(torch.allclose(x.grad, x.cos()))
x.grad = None
values, indices = SortWithIndices.apply(x)
print(values.requires_grad, indices.requires_grad, indices)
(values * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(x.grad)
x.grad = None
z = x * 1
w = Double_.apply(z)
print(w is z, z.grad_fn.name())
w.sum().backward()
print(x.grad)
try:
    Double_.apply(x)
except RuntimeError as e:
    print(e)
(g,) = torch.autograd.grad(Once.apply(x).sum(), x, create_graph=True)
print(g.detach())
try:
    g.sum().backward()
except RuntimeError as e:
    print(e)

class Two(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad

try:
    Two.apply(x, x).sum().backward()
except RuntimeError as e:
    print(e)

class Shape(Function):
    @staticmethod
    def forward(ctx, a):
        return a.sum()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones(5)

try:
    Shape.apply(x).backward()
except RuntimeError as e:
    print(e)
out = Exp.apply(x)
out.sum().backward()
try:
    out.sum().backward()
except RuntimeError as e:
    print(str(e)[:60])
