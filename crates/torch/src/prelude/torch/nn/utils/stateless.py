"""`torch.nn.utils.stateless`: a module called with other parameters than its own."""

import torch


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """See `torch.func.functional_call`."""
    return torch.func.functional_call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)
