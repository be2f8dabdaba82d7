"""Functions of torch that no other file holds."""

import math

import torch
from torch.overrides import handle_torch_function, has_torch_function

__name__ = "torch"


def _assert(condition, message):
    """Raises AssertionError with a message if a condition is false; in a traced program it is a node."""
    if type(condition) is not torch.Tensor and has_torch_function((condition,)):
        return handle_torch_function(_assert, (condition,), condition, message)
    if not condition:
        raise AssertionError(message)


def _check_with(error_type, cond, message):
    """Raises an error of a type if a condition is false. `message` is a function that makes its text, or None."""
    if not isinstance(cond, (bool, torch.Tensor)):
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if cond:
        return
    if message is None:
        text = (
            "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an "
            "enhancement request to PyTorch.)"
        )
    elif callable(message):
        text = str(message())
    else:
        raise TypeError("message must be a callable")
    raise error_type(text)


def _check(cond, message=None):
    """Raises RuntimeError if a condition is false."""
    _check_with(RuntimeError, cond, message)


def _check_index(cond, message=None):
    """Raises IndexError if a condition is false."""
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    """Raises ValueError if a condition is false."""
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    """Raises TypeError if a condition is false."""
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    """Raises NotImplementedError if a condition is false."""
    _check_with(NotImplementedError, cond, message)


def set_float32_matmul_precision(precision):
    """'highest' multiplies float32 matrices exactly; 'high' and 'medium' allow TensorFloat-32 on CUDA."""
    torch.backends._set_float32_matmul_precision(precision)


def get_float32_matmul_precision():
    """'highest', 'high' or 'medium'."""
    return torch.backends._get_float32_matmul_precision()


def logspace(start, end, steps, base=10.0, *, out=None, dtype=None, device=None, requires_grad=False):
    """Powers of a base whose exponents are evenly spaced.

    >>> torch.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    dims = {name: x.dim() for name, x in (("start", start), ("end", end)) if torch.is_tensor(x)}
    if [count for count in dims.values() if count]:
        got = " and ".join(f"{name} with {count} dimension(s)" for name, count in dims.items())
        raise RuntimeError(f"logspace only supports 0-dimensional start and end tensors, but got {got}.")
    if isinstance(steps, type(1.0)):
        torch._no_form("logspace", start, end, steps)
    complex = any(isinstance(x, type(1j)) or torch.is_tensor(x) and x.is_complex() for x in (start, end, base))
    default = torch.get_default_dtype().to_complex() if complex else torch.get_default_dtype()
    dtype = dtype if dtype is not None else default if out is None else out.dtype
    if dtype.is_complex:
        powers = base ** torch.linspace(start, end, steps, dtype=torch.complex128, device=device)
        return torch._receive(out, powers.to(dtype).requires_grad_(requires_grad))
    if not dtype.is_floating_point:
        # For integers the exponents are truncated first.
        start, end = (math.trunc(x.item() if torch.is_tensor(x) else x) for x in (start, end))
    powers = base ** torch.linspace(start, end, steps, dtype=torch.float64, device=device)
    if out is not None:
        return torch._receive(out, powers.to(out.dtype))
    return powers.to(dtype).requires_grad_(requires_grad)


def dropout(input, p, train):
    """Zeroes elements with probability p while training, and scales the rest."""
    return torch.nn.functional.dropout(input, p, train)


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function over a batch: `func` of each slice along `in_dims`, the results stacked along `out_dims`.

    `func` runs once, over the whole batch; an operation without a rule for that (recurrent layers, CTC losses) alone runs for each slice.

    >>> torch.vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3))
    tensor([3., 3.])
    """
    return torch.func.vmap(func, in_dims, out_dims, randomness, chunk_size=chunk_size)


def typename(obj):
    """The name of a value's type, as PyTorch's complaints show it.

    >>> torch.typename(torch.ones(1))
    'torch.FloatTensor'
    """
    if isinstance(obj, torch.Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) or hasattr(obj, "__qualname__") else type(obj)
    return kind.__qualname__ if kind.__module__ in ("builtins", None) else f"{kind.__module__}.{kind.__qualname__}"
