"""Argument checks of special functions."""

import torch
from torch._tensorcell.checks import _not_implemented


def _float(x):
    """A tensor in a floating dtype."""
    x = x if torch.is_tensor(x) else torch.tensor(x)
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def _wide(function, *operands, kernel=None, native=None):
    """`function` of the operands in float64, its result in their dtype. A kernel of PyTorch's takes no half precision.

    `native` names the function that does the same steps at once, where no gradient or transformation follows them.
    """
    dtype = _float(operands[0]).dtype
    for x in operands[1:]:
        if torch.is_tensor(x):
            dtype = torch.promote_types(dtype, _float(x).dtype) if x.dim() else dtype
    if kernel is not None and dtype in (torch.float16, torch.bfloat16):
        _not_implemented(f"{kernel}_cpu", dtype)
    found = None if native is None else torch._special(native, dtype, *operands)
    if found is not None:
        return found
    return function(*[x.double() if torch.is_tensor(x) else torch.tensor(x, dtype=torch.float64) for x in operands]).to(dtype)


def _constant(kernel, function, input):
    """A function without a gradient in PyTorch."""
    return _wide(function, _float(input).detach(), kernel=kernel, native=kernel)


def _derived(function, derivative, x):
    """A function of a tensor, with its derivative on the tape if one is asked for."""
    return _Derived.apply(function, derivative, x) if x.requires_grad else function(x)


class _Derived(torch.autograd.Function):
    """A function and its derivative, which holds where the function's own steps have none."""

    @staticmethod
    def forward(ctx, function, derivative, x):
        ctx.derivative = derivative
        ctx.save_for_backward(x)
        return function(x)

    @staticmethod
    def backward(ctx, g):
        return None, None, g * ctx.derivative(*ctx.saved_tensors)


def _one_number(function, **given):
    """Requires that at most one of two operands is a number."""
    (first, a), (second, b) = given.items()
    if not torch.is_tensor(a) and not torch.is_tensor(b):
        own = "self" if first == "input" else first
        forms = [f"Tensor {first}, Tensor {second}", f"Number {own}, Tensor {second}", f"Tensor {first}, Number {second}"]
        raise TypeError(
            f"special_{function}() received an invalid combination of arguments - got ({type(a).__name__}, {type(b).__name__}), "
            "but expected one of:\n" + "".join(f" * ({form}, *, Tensor out = None)\n" for form in forms)
        )
