# Regions of autocast: nesting, decorators, what is switched off and on, the cache of weights, gradients through casts.
import warnings

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
half = torch.bfloat16


def region(**options):
    return torch.autocast(device, dtype=half, **options)


def state():
    return torch.is_autocast_enabled(device), torch.is_autocast_cache_enabled()


w = torch.nn.Parameter(torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device))
x = torch.tensor([[1.0, -1.0], [0.5, 2.0]], device=device)
print("outside", state(), torch.mm(x, w).dtype)
with region():
    print("inside", state(), torch.get_autocast_dtype(device), torch.mm(x, w).dtype)
    with region(enabled=False):
        print("switched off", state(), torch.mm(x, w).dtype)
        with region(cache_enabled=False):
            print("on again", state(), torch.mm(x, w).dtype)
    with torch.autocast(device, dtype=half):
        print("nested", state(), torch.mm(x, w).dtype)
    print("inside again", state())
print("outside again", state(), torch.mm(x, w).dtype)

try:
    with region():
        raise ValueError("an error inside")
except ValueError as error:
    print(error, state())


@torch.autocast(device, dtype=half)
def product(a, b):
    """A product."""
    return torch.mm(a, b)


print("decorated", product(x, w).dtype, product.__name__, product.__doc__, state())
with torch.autocast(device, enabled=False):
    print("decorated, called inside", product(x, w).dtype, state())

# A weight is cast once for a region, and its gradient comes back in float32.
with region():
    first, second = torch.mm(x, w), torch.mm(x, w)
    casts = [y.grad_fn.next_functions[1][0] for y in (first, second)]
    print("cast once", repr(casts[0]) == repr(casts[1]), casts[0].name(), first.grad_fn.name())
with region(cache_enabled=False):
    casts = [torch.mm(x, w).grad_fn.next_functions[1][0] for _ in range(2)]
    print("cast each time", repr(casts[0]) != repr(casts[1]))
loss = (first + second).float().sum()
loss.backward()
print(w.grad.dtype, w.grad.tolist())

# A cast made where nothing is recorded is not taken where something is.
with region():
    with torch.no_grad():
        print("not recorded", torch.mm(x, w).requires_grad)
    print("recorded", torch.mm(x, w).requires_grad)

# Integers and float64 stay.
with region():
    print((x.double() @ w.double()).dtype, torch.ones(2, dtype=torch.int64, device=device).sum().dtype)
    print(torch.nn.functional.mse_loss(x.to(half), x.double()).dtype)

# Into a tensor given, and in place, nothing is cast.
with region():
    out = torch.empty(2, 2, device=device)
    with torch.no_grad():
        print(torch.mm(x, w, out=out).dtype, x.clone().exp_().dtype)

# A training step.
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3)).to(device)
for parameter, value in zip(model.parameters(), (0.1, -0.2, 0.3, 0.05)):
    torch.nn.init.constant_(parameter, value)
inputs = (torch.arange(20.0) / 8).view(5, 4).to(device)
targets = torch.tensor([0, 1, 2, 1, 0], device=device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    with region():
        output = model(inputs)
        loss = torch.nn.functional.cross_entropy(output, targets)
    loss.backward()
    optimizer.step()
    print(output.dtype, loss.dtype, round(loss.item(), 2), model[0].weight.grad.dtype, model[0].weight.dtype)


class Cube(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type=device, cast_inputs=torch.float32)
    def forward(ctx, x):
        ctx.save_for_backward(x)
        print("forward", x.dtype, torch.is_autocast_enabled(device))
        return x**3

    @staticmethod
    @torch.amp.custom_bwd(device_type=device)
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        print("backward", grad.dtype, torch.is_autocast_enabled(device))
        return grad * 3 * x**2


class Product(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type=device)
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a.mm(b)

    @staticmethod
    @torch.amp.custom_bwd(device_type=device)
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        print("backward", torch.is_autocast_enabled(device), grad.mm(b.t()).dtype)
        return grad.mm(b.t()), a.t().mm(grad)


y = torch.tensor([2.0, 3.0], device=device, dtype=half, requires_grad=True)
with region():
    cubes = Cube.apply(y)
cubes.sum().backward()
print(cubes.dtype, y.grad.dtype, y.grad.tolist())
Cube.apply(y.detach().requires_grad_())
a = x.clone().requires_grad_()
with region():
    p = Product.apply(a, w)
p.sum().backward()
print(p.dtype, a.grad.dtype, a.grad.tolist())

# Invalid arguments.
for wrong in (
    lambda: torch.autocast(5),
    lambda: torch.autocast("toaster"),
    lambda: torch.get_autocast_dtype("toaster"),
    lambda: torch.amp.custom_fwd(lambda ctx: None, device_type=3),
):
    try:
        wrong()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(torch.autocast("cpu", dtype=torch.float32)._enabled)
    torch.cpu.amp.autocast()
    torch.cpu.amp.GradScaler(enabled=False)
    torch.cuda.amp.autocast(enabled=False)
    torch.cuda.amp.GradScaler(enabled=False)
    torch.cuda.amp.custom_fwd(lambda ctx: None)
    torch.cuda.amp.custom_bwd(lambda ctx: None)
for warning in caught:
    print(warning.category.__name__, warning.message)
print(torch.amp.is_autocast_available("cuda"), torch.amp.is_autocast_available("cpu"))
print(torch.get_autocast_dtype("cuda"), torch.get_autocast_dtype("cpu"))
torch.set_autocast_enabled(device, True)
torch.set_autocast_dtype(device, torch.float16)
print(torch.is_autocast_enabled(device), torch.mm(x, x).dtype)
torch.set_autocast_enabled(device, False)
