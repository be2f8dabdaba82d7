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
