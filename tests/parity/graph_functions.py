# cpu only: the graph is the same on every device
# The functions of the graph: their classes, names, and where they lead, in the order of PyTorch's arguments.
import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
y = torch.tensor([[2.0, 1.0], [1.0, 1.0]], requires_grad=True)
b = torch.tensor([1.0, 2.0], requires_grad=True)
image = torch.ones(1, 2, 3, 3, requires_grad=True)
kernel = torch.ones(2, 2, 2, 2, requires_grad=True)
names = {id(leaf): name for name, leaf in dict(x=x, y=y, b=b, image=image, kernel=kernel).items()}


def text(function):
    if function is None:
        return "-"
    name = type(function).__name__
    if name == "AccumulateGrad":
        return names.get(id(function.variable), "leaf")
    return f"{name}({', '.join(text(next) + (f'.{at}' if at else '') for next, at in function.next_functions)})"


def in_place(start, write):
    copy = start.clone()
    write(copy)
    return copy


zero = torch.zeros(1, 2, dtype=torch.int64)
functions = {
    "x + y": lambda: x + y,
    "x + 1": lambda: x + 1,
    "1 + x": lambda: 1 + x,
    "x - 1": lambda: x - 1,
    "1 - x": lambda: 1 - x,
    "x * constant": lambda: x * torch.ones(2),
    "constant * x": lambda: torch.ones(2) * x,
    "x * integers": lambda: x * torch.ones(2, dtype=torch.int64),
    "2 * x": lambda: 2 * x,
    "x / 2": lambda: x / 2,
    "2 / x": lambda: 2 / x,
    "x / y": lambda: x / y,
    "x ** 2": lambda: x**2,
    "2 ** x": lambda: 2**x,
    "x ** y": lambda: x**y,
    "-x": lambda: -x,
    "exp": x.exp,
    "sum": x.sum,
    "sum over": lambda: x.sum(0),
    "mean": x.mean,
    "max": x.max,
    "max over": lambda: x.max(0).values,
    "product": lambda: x @ y,
    "product with a constant": lambda: x @ torch.ones(2, 2),
    "addmm": lambda: torch.addmm(b, x, y),
    "linear": lambda: F.linear(x, y, b),
    "linear without bias": lambda: F.linear(x, y),
    "a chain": lambda: ((x * y).exp() + b).sum(),
    "used twice": lambda: (x * x).sum() + x.sum(),
    "cat": lambda: torch.cat([x, torch.ones(2, 2), y]),
    "stack": lambda: torch.stack([x, y]),
    "where": lambda: torch.where(x > 1, x, y),
    "where of a number": lambda: torch.where(x > 1, x, 0.0),
    "select": lambda: x[0],
    "slice": lambda: x[:, 1:],
    "index": lambda: x[[0, 1]],
    "gather": lambda: x.gather(0, zero),
    "index_select": lambda: x.index_select(0, zero[0]),
    "scatter_add": lambda: x.scatter_add(0, zero, y),
    "masked_fill": lambda: x.masked_fill(x > 1, 0.0),
    "view": lambda: x.view(4),
    "transpose": lambda: x.transpose(0, 1),
    "t": x.t,
    "expand": lambda: x.expand(3, 2, 2),
    "unbind": lambda: x.unbind()[1],
    "split": lambda: x.split(1)[1],
    "clamp": lambda: x.clamp(0, 1),
    "relu": x.relu,
    "softmax": lambda: x.softmax(0),
    "lerp": lambda: torch.lerp(x, y, 0.5),
    "addcmul": lambda: torch.addcmul(x, y, b),
    "maximum": lambda: torch.maximum(x, y),
    "maximum of a constant": lambda: torch.maximum(torch.ones(2), x),
    "convolution": lambda: F.conv2d(image, kernel, b),
    "convolution without bias": lambda: F.conv2d(image, kernel),
    "layer norm": lambda: F.layer_norm(x, (2,), b, b),
    "layer norm without weight": lambda: F.layer_norm(x, (2,)),
    "batch norm": lambda: F.batch_norm(x, None, None, b, b, training=True),
    "mse_loss": lambda: F.mse_loss(x, y),
    "mul_": lambda: in_place(x, lambda z: z.mul_(2)),
    "add_": lambda: in_place(x, lambda z: z.add_(y)),
    "write through a view": lambda: in_place(x, lambda z: z[0].mul_(b)),
    "double": x.double,
    "detached": lambda: x.detach() * y,
}
for name, function in functions.items():
    print(f"{name}: {text(function().grad_fn)}")

z = (x * 2).exp()
function = z.grad_fn
leaf = function.next_functions[0][0].next_functions[0][0]
print(function is z.grad_fn, function == z.grad_fn, hash(function) == hash(z.grad_fn), {function: 1}[z.grad_fn])
print(leaf is (x + 1).grad_fn.next_functions[0][0], leaf.variable is x, leaf == function, leaf.next_functions)
print(type(function), type(leaf), type(function) is type(x.exp().grad_fn), type(function).__name__)
print([isinstance(f, torch.autograd.graph.Node) for f in (function, leaf, x, None)])
print(function.name(), leaf.name(), in_place(x, lambda z: z[0].mul_(2)).grad_fn.name())
function.metadata["note"] = 3
leaf.metadata["note"] = 4
print(z.grad_fn.metadata, leaf.metadata, (x + 1).grad_fn.next_functions[0][0].metadata, x.exp().grad_fn.metadata)
print(z.output_nr, x.output_nr, x.max(0).values.output_nr)
print(str(function).split(" object at ")[0], str(leaf).split(" object at ")[0], function.requires_grad)
print(x.grad_fn, x.detach().grad_fn)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor, other):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.factor, None, None


doubled = Double.apply(x, 2, torch.ones(2, dtype=torch.int64))
own = doubled.grad_fn
print(type(own), own.name(), [f is leaf for f, _ in own.next_functions], own.factor, own.saved_tensors[0] is x)
print(isinstance(own, torch.autograd.graph.Node), own.needs_input_grad, str(own).split(" object at ")[0])
