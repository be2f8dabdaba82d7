"""Parses the arguments of `Module.to`."""

import torch


def _parse_to(*args, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None):
    """Parses the arguments of `Module.to` into (device, dtype, non_blocking, memory_format)."""
    for arg in args:
        if isinstance(arg, torch.Tensor):
            device, dtype = arg.device, arg.dtype
        elif isinstance(arg, torch.dtype):
            dtype = arg
        elif isinstance(arg, bool):
            non_blocking = arg
        elif arg is not None:
            device = torch.device(arg)
    return None if device is None else torch.device(device), dtype, non_blocking, memory_format
