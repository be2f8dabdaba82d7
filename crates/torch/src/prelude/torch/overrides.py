"""Objects, subclasses of tensors and modes that answer calls of PyTorch's functions themselves, by `__torch_function__`."""

import torch
from torch import _overrides


def is_tensor_like(inp):
    """Returns whether a value is a tensor or overrides functions like one.

    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like(1)
    (True, False)
    """
    return isinstance(inp, torch.Tensor) or hasattr(type(inp), "__torch_function__")


def is_tensor_method_or_property(func):
    """Returns whether a function is a method of tensors, or the reader of one of their attributes."""
    name = getattr(func, "__name__", "")
    return name == "__get__" or getattr(torch.Tensor, name, None) is func


def resolve_name(f):
    """The name of a function as programs write it: `torch.add`, `torch.Tensor.add`."""
    name = getattr(f, "__name__", None)
    if name is None:
        return None
    if getattr(torch.Tensor, name, None) is f:
        return f"torch.Tensor.{name}"
    for home in (torch, torch.nn.functional, torch.linalg, torch.fft, torch.special):
        if getattr(home, name, None) is f:
            return f"{home.__name__}.{name}"
    return f"{getattr(f, '__module__', None)}.{name}"


def has_torch_function(relevant_args):
    """Returns whether a mode or one of the arguments overrides the call."""
    return _overrides.is_asked(relevant_args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Calls the innermost mode's or the arguments' overrides instead of a function of the program.

    Errors: TypeError where none of them does:
            `torch.overrides.handle_torch_function(len, [])`
    """
    return _overrides.answer(public_api, relevant_args, args, kwargs)


def wrap_torch_function(dispatcher):
    """A decorator: the function asks what `dispatcher` makes of its arguments, tensors and their like, to answer."""

    def decorate(function):
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return function(*args, **kwargs)

        wrapped.__name__, wrapped.__doc__, wrapped.__module__ = function.__name__, function.__doc__, function.__module__
        return wrapped

    return decorate


class TorchFunctionMode:
    """Sees all calls of PyTorch's functions while it is entered: a subclass answers them in `__torch_function__`, where the
    mode is not active."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))

    def __enter__(self):
        _overrides.push_mode(self)
        return self

    def __exit__(self, *error):
        _overrides.pop_mode()
        return False

    @classmethod
    def push(cls, *args, **kwargs):
        """A new mode, to be entered."""
        return cls(*args, **kwargs)
