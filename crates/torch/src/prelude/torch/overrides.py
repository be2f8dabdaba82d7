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


def _answering(relevant_args):
    found = []
    for arg in relevant_args:
        if not _overrides.answers(arg) or any(type(arg) is type(known) for known in found):
            continue
        at = next((at for at, known in enumerate(found) if issubclass(type(arg), type(known))), len(found))
        found.insert(at, arg)
    return found


def has_torch_function(relevant_args):
    """Returns whether a mode or one of the arguments overrides the call."""
    return bool(_overrides.modes()) or (_overrides.is_enabled() and bool(_answering(relevant_args)))


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Calls the innermost mode's or the arguments' overrides instead of a function of the program.

    Errors: TypeError where none of them does:
            `torch.overrides.handle_torch_function(len, [])`
    """
    answering = _answering(relevant_args)
    types = tuple(type(arg) for arg in answering)
    if _overrides.modes():
        mode = _overrides.pop_mode()
        try:
            result = mode.__torch_function__(public_api, types, args, kwargs)
        finally:
            _overrides.push_mode(mode)
        if result is not NotImplemented:
            return result
    for arg in answering:
        result = arg.__torch_function__(public_api, types, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f"{getattr(public_api, '__module__', None)}.{public_api.__name__}"
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {list(types)}")


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


BaseTorchFunctionMode = TorchFunctionMode


def get_default_nowrap_functions():
    """The functions whose results stay plain tensors where a subclass does not answer: none but readers of gradients."""
    return set()
