"""`torch.overrides`: names of programs that extend tensors. Operations are not overridden here."""

import torch


def is_tensor_like(inp):
    """True of a tensor.

    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like(1)
    (True, False)
    """
    return isinstance(inp, torch.Tensor)


def has_torch_function(relevant_args):
    """False: operations are not overridden."""
    return False
