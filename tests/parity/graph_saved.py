# cpu only: what is saved is the same on every device
# What the functions of the graph keep, as attributes and as given to hooks, one after the other.
import torch
import torch.nn.functional as F
from torch.autograd.graph import saved_tensors_hooks

x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
y = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
b = torch.tensor([1.0, 2.0])
image = torch.arange(18.0).view(1, 2, 3, 3)
kernel = torch.ones(2, 2, 2, 2)
leaves = dict(x=x, y=y, b=b, image=image, kernel=kernel)
zero = torch.zeros(1, 2, dtype=torch.int64)


def text(value):
    if isinstance(value, torch.Tensor):
        name = next((name for name, leaf in leaves.items() if value is leaf), None)
        values = value.double().round(decimals=4) if value.is_floating_point() else value
        return name or f"{str(value.dtype)[6:]} {values.tolist()}"
    if isinstance(value, tuple) and any(isinstance(item, torch.Tensor) for item in value):
        return "(" + ", ".join(map(text, value)) + ")"
    return repr(float(value) if isinstance(value, float) else value)


functions = {
    "x * y": lambda: x * y,
    "x * 2": lambda: x * 2,
    "x * 2.5": lambda: x * 2.5,
    "x / y": lambda: x / y,
    "2 / x": lambda: 2 / x,
    "x + y": lambda: x + y,
    "add": lambda: torch.add(x, y, alpha=3),
    "x ** 2": lambda: x**2,
    "2 ** x": lambda: 2**x,
    "x ** y": lambda: x**y,
    "exp": lambda: x.exp(),
    "log": lambda: x.log(),
    "sqrt": lambda: x.sqrt(),
    "sin": lambda: x.sin(),
    "tanh": lambda: x.tanh(),
    "sigmoid": lambda: x.sigmoid(),
    "relu": lambda: x.relu(),
    "abs": lambda: x.abs(),
    "reciprocal": lambda: x.reciprocal(),
    "leaky_relu": lambda: F.leaky_relu(x, 0.25),
    "elu": lambda: F.elu(x),
    "gelu": lambda: F.gelu(x),
    "hardtanh": lambda: F.hardtanh(x),
    "silu": lambda: F.silu(x),
    "atan2": lambda: torch.atan2(x, y),
    "maximum": lambda: torch.maximum(x, y),
    "addcmul": lambda: torch.addcmul(x, y, b),
    "where": lambda: torch.where(x > 1, x, y),
    "sum": lambda: x.sum(),
    "sum over": lambda: x.sum(0, keepdim=True),
    "mean": lambda: x.mean(),
    "mean over": lambda: x.mean(1),
    "prod": lambda: x.prod(),
    "max over": lambda: x.max(0).values,
    "logsumexp": lambda: x.logsumexp(0),
    "softmax": lambda: x.softmax(0),
    "log_softmax": lambda: x.log_softmax(1),
    "cumsum": lambda: x.cumsum(0),
    "cumprod": lambda: x.cumprod(0),
    "product": lambda: x @ y,
    "batched product": lambda: torch.bmm(x[None], y[None]),
    "addmm": lambda: torch.addmm(b, x, y),
    "linear": lambda: F.linear(x, y, b),
    "cat": lambda: torch.cat([x, y], 1),
    "select": lambda: x[1],
    "slice": lambda: x[:, 1:],
    "slice to": lambda: x[:1],
    "index_select": lambda: x.index_select(0, zero[0]),
    "scatter_add": lambda: x.scatter_add(0, zero, y),
    "index_put": lambda: x.index_put((zero[0],), b),
    "view": lambda: x.view(4),
    "unsqueeze": lambda: x.unsqueeze(1),
    "squeeze": lambda: x[None].squeeze(0),
    "expand": lambda: x.expand(3, 2, 2),
    "t": lambda: x.t(),
    "transpose": lambda: x[None].transpose(0, 2),
    "permute": lambda: x[None].permute(2, 0, 1),
    "diagonal": lambda: x.diagonal(1),
    "unfold": lambda: x.unfold(0, 1, 1),
    "flip": lambda: x.flip(0),
    "tril": lambda: x.tril(1),
    "topk": lambda: x.topk(1, 0).values,
    "clone": lambda: x.clone(),
}
for wanted in ("all", "x"):
    for name, leaf in leaves.items():
        leaf.requires_grad_(wanted in ("all", name))
    for name, function in functions.items():
        result = function()
        node = result.grad_fn
        kept = {attr[7:]: text(getattr(node, attr)) for attr in dir(node) if attr.startswith("_saved_")}
        packed = []
        with saved_tensors_hooks(lambda saved: packed.append(text(saved)) or saved, lambda saved: saved):
            function()
        print(f"{name}, by {wanted}: {type(node).__name__} {kept} packs {packed}")

node = x.exp().sum().grad_fn.next_functions[0][0]
print(node._saved_result.grad_fn is node, node._saved_result.requires_grad)
y = x.exp()
y.sum().backward()
for read in (lambda: y.grad_fn._saved_result, lambda: y.grad_fn._saved_nothing):
    try:
        print(read())
    except (RuntimeError, AttributeError) as error:
        print(type(error).__name__, str(error)[:60])
z = x.detach().requires_grad_() * 1
w = z.sin()
z.mul_(2)
try:
    print(w.grad_fn._saved_self)
except RuntimeError as error:
    print(str(error)[:100])
