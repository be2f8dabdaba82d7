# cpu only: calls, which have no device
# Subclasses of tensors and modes answer calls of PyTorch's functions.
import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode

seen = []


class Log(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func.__name__ not in ("__get__", "__repr__"):
            seen.append((func.__name__, [type(arg).__name__ for arg in args]))
        return super().__torch_function__(func, types, args, kwargs)


x = torch.ones(2, 2).as_subclass(Log)
print(x)
print([x, x[0]], str(x[0, 0]), f"{x[0, 0]}")

operators = {
    "x + 1": lambda: x + 1,
    "1 + x": lambda: 1 + x,
    "1 - x": lambda: 1 - x,
    "2 * x": lambda: 2 * x,
    "x / 2": lambda: x / 2,
    "x // 2": lambda: x // 2,
    "x % 2": lambda: x % 2,
    "x ** 2": lambda: x**2,
    "2 ** x": lambda: 2**x,
    "x @ x": lambda: x @ x,
    "x == x": lambda: x == x,
    "x > 0": lambda: x > 0,
    "-x": lambda: -x,
    "~": lambda: ~(x > 0),
    "abs": lambda: abs(x),
    "item": lambda: x[0],
    "items": lambda: x[:, 0],
    "relu": lambda: F.relu(x),
    "softmax": lambda: F.softmax(x, 0),
    "linear": lambda: F.linear(x, x),
    "cat": lambda: torch.cat([x, torch.ones(2, 2)]),
    "stack": lambda: torch.stack((torch.ones(2, 2), x)),
    "add of another": lambda: torch.add(torch.ones(2, 2), x),
    "another + x": lambda: torch.ones(2, 2) + x,
    "sum": lambda: x.sum(),
    "max": lambda: x.max(0),
    "split": lambda: x.split(1),
    "chunk": lambda: torch.chunk(x, 2),
    "add_": lambda: x.clone().add_(1),
    "clone": lambda: x.clone(),
    "detach": lambda: x.detach(),
    "ones_like": lambda: torch.ones_like(x),
    "new_zeros": lambda: x.new_zeros(2),
    "reshape": lambda: x.reshape(4),
    "tolist": lambda: x.tolist(),
    "einsum": lambda: torch.einsum("ij,jk->ik", x, x),
    "where": lambda: torch.where(x > 0, x, 0.0),
    "mse_loss": lambda: F.mse_loss(x, x),
    "cross_entropy": lambda: F.cross_entropy(x, torch.tensor([0, 1])),
    "layer_norm": lambda: F.layer_norm(x, (2,)),
    "dropout": lambda: F.dropout(x, 0.0),
    "topk": lambda: x.topk(1),
    "unbind": lambda: list(x),
    "T": lambda: x.T,
    "data": lambda: x.data,
}


def kinds(value):
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        return [type(value).__name__, *map(kinds, value)]
    return type(value).__name__


for name, run in operators.items():
    seen.clear()
    result = kinds(run())
    print(name, result, [call for call in seen if call[0] not in ("dim", "unflatten")][:1])

y = x.clone()
y += 1
y[0] = 5
print(type(y).__name__, y, len(y), bool(y.sum()), float(y.sum()), int(y[0, 0]))

# Gradients.
z = torch.ones(3).as_subclass(Log).requires_grad_()
(z * 2).sum().backward()
print(z.grad, type(z.grad).__name__)
leaf = torch.ones(2, requires_grad=True)
made = leaf.as_subclass(Log)
print(made.requires_grad, made.is_leaf, type(made.grad_fn).__name__)
(made * 3).sum().backward()
print(leaf.grad)


class A(torch.Tensor):
    pass


class B(A):
    extra = 3

    def doubled(self):
        return self * 2


class Other(torch.Tensor):
    pass


a, b, other = torch.ones(2).as_subclass(A), torch.ones(2).as_subclass(B), torch.ones(2).as_subclass(Other)
print(type(a + b).__name__, type(b + a).__name__, type(a + torch.ones(2)).__name__, type(torch.ones(2) + b).__name__)
print(b.doubled(), (b + 1).extra, isinstance(b, A), B([1.0, 2.0]), type(B(2)).__name__)
parameter = torch.nn.Parameter(torch.ones(2))
print(type(parameter * a).__name__, type(parameter * 2).__name__, type(parameter.data).__name__)
try:
    a + other
except TypeError as error:
    print(error)
print(type(torch.Tensor._make_subclass(A, torch.ones(2), True)).__name__, torch.Tensor._make_subclass(A, torch.ones(2), True))
try:
    torch.ones(2).as_subclass(int)
except TypeError as error:
    print(error)


class Refusing(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


refusing = torch.ones(2).as_subclass(Refusing)
for run in (lambda: refusing + 1, lambda: torch.add(refusing, 1), lambda: torch.nn.functional.relu(refusing)):
    try:
        run()
    except TypeError as error:
        print(str(error).split(" at 0x")[0].split("' on types")[0])

with torch._C.DisableTorchFunctionSubclass():
    print(type(x + 1).__name__, type(torch.relu(x)).__name__)
print(type(x + 1).__name__)


class Metadata:
    """Holds a tensor, and something about it."""

    def __init__(self, data, metadata=None):
        self.data, self.metadata = torch.as_tensor(data), metadata

    def __repr__(self):
        return f"Metadata({self.metadata}: {self.data})"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        metadatas = tuple(arg.metadata for arg in args if hasattr(arg, "metadata"))
        args = [getattr(arg, "data", arg) if isinstance(arg, Metadata) else arg for arg in args]
        assert len(metadatas) > 0
        return Metadata(func(*args, **(kwargs or {})), metadatas[0])


print(torch.add(Metadata([1, 2], "first"), torch.tensor([1, 1])), torch.mul(torch.tensor([1, 2]), Metadata([3, 4], "second")))
print(torch.ones(2) * Metadata([1.0, 2.0], "swapped"))

names = []


class Names(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        names.append(func.__name__)
        return func(*args, **(kwargs or {}))


model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.LayerNorm(3))
with Names():
    out = model(torch.ones(1, 2))
    out = out + torch.rand(1)
    out = 2 - out
    out.mul_(2)
    torch.randn(2, 2).view(4)[1:3]
print([name for name in names if name != "__get__"])


class Doubling(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        return result * 2 if func is torch.ones else result


with Doubling():
    print(torch.ones(2), torch.zeros(2))
    with Doubling():
        print(torch.ones(2))
print(torch.ones(2))


class Raising(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise ValueError(f"no {func.__name__} here")


try:
    with Raising():
        torch.ones(2)
except ValueError as error:
    print(error)
print(torch.ones(1))
print(torch.overrides.is_tensor_like(x), torch.overrides.has_torch_function((x,)), torch.overrides.has_torch_function((torch.ones(1),)))
