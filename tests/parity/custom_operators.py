# cpu only: kernels of these operators compute with NumPy
# Operators of programs: torch.library and torch.ops.
import numpy as np
import torch
from torch import Tensor


def refused(action, lines=2):
    try:
        print("no error", action())
    except Exception as error:
        print(type(error).__name__, *str(error).split("\n")[:lines], sep=" | ")


@torch.library.custom_op("demo::sin", mutates_args=())
def numpy_sin(x: Tensor, n: int = 2, *, s: float = 1.0) -> Tensor:
    return torch.from_numpy(np.sin(x.numpy())) * n * s


print(numpy_sin, numpy_sin._opoverload, torch.ops.demo.sin, torch.ops.demo.sin.default, numpy_sin._schema, torch.ops.demo)
x = torch.tensor([0.5, 1.0], requires_grad=True)
print(numpy_sin(x), numpy_sin(x.detach(), 3, s=2.0), torch.ops.demo.sin(x.detach(), n=1))
refused(lambda: numpy_sin(x).sum().backward())
refused(lambda: numpy_sin(1), 4)
refused(lambda: numpy_sin(x, "a"), 4)
refused(lambda: numpy_sin())
refused(lambda: numpy_sin(x, 1, 2))
refused(lambda: numpy_sin(x, q=1))
refused(lambda: torch.ops.demo.nothing)
refused(lambda: torch.ops.elsewhere.nothing)
refused(lambda: torch.ops.demo.sin.other)


def setup(ctx, inputs, keyword_only_inputs, output):
    x, ctx.n = inputs
    ctx.s = keyword_only_inputs["s"]
    ctx.save_for_backward(x)


numpy_sin.register_autograd(lambda ctx, g: (g * ctx.saved_tensors[0].cos() * ctx.n * ctx.s, None), setup_context=setup)
out = numpy_sin(x, 3, s=0.5)
out.sum().backward()
print(type(out.grad_fn).__name__, torch.allclose(x.grad, x.detach().cos() * 1.5))


@torch.library.custom_op("demo::same", mutates_args=())
def same(x: Tensor) -> Tensor:
    return x


@torch.library.custom_op("demo::part", mutates_args=())
def part(x: Tensor) -> Tensor:
    return x[:1]


for op in (same, part):
    try:
        op(torch.ones(2))
    except RuntimeError as error:
        print(str(error).split(" ")[0].rstrip(":"), str(error).split("): ")[-1].split(": ", 1)[-1][:120])


@torch.library.custom_op("demo::put", mutates_args={"x"})
def put(x: Tensor, value: float) -> None:
    x.numpy()[0] = value


y = torch.ones(2)
version = y._version
print(put(y, 5.0), y, y._version - version, put._opoverload._schema)
refused(lambda: put.register_autograd(lambda ctx, g: g), 1)


@torch.library.custom_op("demo::scaled", mutates_args=())
def scaled(xs: list[Tensor], k: float, shift: Tensor | None = None) -> tuple[Tensor, Tensor]:
    return xs[0] * k, xs[1] * k + (0 if shift is None else shift)


def scaled_setup(ctx, inputs, output):
    print("setup", len(inputs[0]), inputs[1], tuple(inputs[2].shape), [tuple(o.shape) for o in output])
    ctx.k = inputs[1]


def scaled_backward(ctx, a, b):
    print("backward", a, b, ctx.needs_input_grad)
    return [a * ctx.k, b * ctx.k], None, None


scaled.register_autograd(scaled_backward, setup_context=scaled_setup)
print(scaled._opoverload._schema)
p, q = torch.ones(1, requires_grad=True), torch.ones(2)
first, second = scaled([p, q], 3.0, torch.ones(2))
print(first.detach(), second.detach(), first.requires_grad)
first.backward()
print(p.grad)

for annotated in (
    lambda x: x,
    lambda *x: x,
):
    refused(lambda: torch.library.custom_op("demo::bad", mutates_args=())(annotated), 1)


def mixed(
    x: Tensor, ys: list[Tensor], n: int | None = None, sizes: list[int] = None, *, flag: bool = True, kind: torch.dtype = torch.float32
) -> list[Tensor]:
    return [x]


refused(lambda: torch.library.infer_schema(mixed, mutates_args=()), 1)


def mixed(
    x: Tensor, ys: list[Tensor], n: int | None = None, name: str = "a", *, flag: bool = True, kind: torch.dtype = torch.float32, r: float = 0.5
) -> list[Tensor]:
    return [x]


print(torch.library.infer_schema(mixed, mutates_args=()))
print(torch.library.infer_schema(mixed, mutates_args={"ys"}, op_name="f"))
print(torch.library.infer_schema(mixed, mutates_args="unknown"))
refused(lambda: torch.library.infer_schema(mixed, mutates_args=("q",)), 1)
refused(lambda: torch.library.infer_schema(mixed, mutates_args=("n",)), 1)


def untold(x: Tensor):
    return x


refused(lambda: torch.library.infer_schema(untold, mutates_args=()), 1)

torch.library.define("demo::mul", "(Tensor a, Tensor b, *, Scalar alpha=1) -> Tensor")


@torch.library.impl("demo::mul", "cpu")
def mul(a, b, *, alpha=1):
    return a * b * alpha


@torch.library.register_fake("demo::mul")
def mul_fake(a, b, *, alpha=1):
    return torch.empty_like(a)


print(torch.ops.demo.mul(torch.ones(2), torch.full((2,), 3.0), alpha=2), torch.ops.demo.mul.default._schema)
checks = torch.library.opcheck(torch.ops.demo.mul.default, (torch.ones(2), torch.ones(2)))
print(checks)
with torch.library._scoped_library("other", "DEF") as library:
    print(library.define("add(Tensor x, int n) -> Tensor"))
    library.impl("add", lambda x, n: x + n, "CompositeExplicitAutograd")
    print(torch.ops.other.add(torch.zeros(1), 4), torch.ops.other.add.overloads())
print(torch.ops.aten.add(torch.ones(1), 2), torch.ops.aten.relu(torch.tensor([-1.0, 2.0])), torch.ops.aten.add)
print(torch.ops.aten.add.Tensor(torch.ones(1), torch.ones(1)), torch.ops.aten.sum.dim_IntList(torch.ones(2, 3), [1]))
refused(lambda: torch.ops.aten.nothing_of_this_name)
arguments = numpy_sin._opoverload._schema.arguments
print([(a.name, a.default_value if a.has_default_value() else None, a.kwarg_only) for a in arguments])
