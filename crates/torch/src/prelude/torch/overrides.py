"""Objects that answer calls of PyTorch's functions themselves, by `__torch_function__`."""

import warnings

import torch


def is_tensor_like(inp):
    """Returns whether a value is a tensor or overrides functions like one.

    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like(1)
    (True, False)
    """
    return isinstance(inp, torch.Tensor) or hasattr(type(inp), "__torch_function__")


def _answering(relevant_args):
    return [arg for arg in relevant_args if not isinstance(arg, torch.Tensor) and hasattr(type(arg), "__torch_function__")]


def has_torch_function(relevant_args):
    """Returns whether one of the arguments overrides the call."""
    return bool(_answering(relevant_args))


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Calls the arguments' overrides instead of a function of the program.

    Errors: TypeError where none of them does:
            `torch.overrides.handle_torch_function(len, [])`
    """
    answering = _answering(relevant_args)
    types = tuple(dict.fromkeys(type(arg) for arg in answering))
    for arg in answering:
        result = arg.__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f"{getattr(public_api, '__module__', None)}.{public_api.__name__}"
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {list(types)}")


class TorchFunctionMode:
    """A base class for packages. Function calls do not go through modes here; entering one warns about that."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))

    def __enter__(self):
        warnings.warn("torch.overrides.TorchFunctionMode: calls do not go through modes here", stacklevel=2)
        return self

    def __exit__(self, *error):
        return False
