"""Tensors that modules hold."""

import torch
from torch._parameter import Parameter


class Buffer:
    """A tensor that a module keeps as a buffer when it is assigned to it. Not persistent: left out of state_dict.

    >>> layer = nn.Module()
    >>> layer.mean = nn.Buffer(torch.zeros(2))
    >>> list(layer.state_dict())
    ['mean']
    """

    def __new__(cls, data=None, *, persistent=True):
        value = torch.empty(0) if data is None else data.detach().requires_grad_(data.requires_grad)
        value.persistent = persistent
        value._is_buffer = True
        return value


class _WaitsForShape(type):
    """A metaclass whose instances are recognized by a mark, which is removed when they get a shape."""

    def __instancecheck__(cls, value):
        return getattr(value, "_waits_for_shape", None) is cls


class UninitializedParameter(metaclass=_WaitsForShape):
    """A parameter without a shape, of a layer that has seen no batch yet."""

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        value = Parameter(torch.empty(0, device=device, dtype=dtype), requires_grad)
        value._waits_for_shape = cls
        return value


class UninitializedBuffer(metaclass=_WaitsForShape):
    """A buffer without a shape, of a layer that has seen no batch yet."""

    def __new__(cls, requires_grad=False, device=None, dtype=None):
        value = torch.empty(0, device=device, dtype=dtype, requires_grad=requires_grad)
        value._waits_for_shape = cls
        return value


def is_lazy(param):
    """Whether a parameter or buffer has no shape yet.

    >>> [torch.nn.parameter.is_lazy(p) for p in nn.LazyLinear(2).parameters()]
    [True, True]
    """
    return isinstance(param, (UninitializedParameter, UninitializedBuffer))
