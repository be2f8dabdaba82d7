"""`torch.autograd.Variable`: the class that wrapped tensors before 0.4, which programs still call. It makes tensors."""

import warnings

import torch

__all__ = ["Variable", "VariableMeta"]


class VariableMeta(type):
    """Every tensor is an instance of `Variable`."""

    def __instancecheck__(cls, other):
        return isinstance(other, torch.Tensor)


class Variable(metaclass=VariableMeta):
    """`Variable(data, requires_grad=False)`: a tensor that shares the memory of `data` and begins a new graph.

    Raises `TypeError` if `data` is not a tensor.
    """

    def __new__(cls, data=None, requires_grad=False, volatile=False):
        if volatile:
            warnings.warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", stacklevel=1)
        if data is None:
            data = torch.Tensor()
        if not isinstance(data, torch.Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        made = torch.Tensor.detach(data)
        if requires_grad and not (made.is_floating_point() or made.is_complex()):
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        return made.requires_grad_(bool(requires_grad))
