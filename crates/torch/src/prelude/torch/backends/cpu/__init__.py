"""`torch.backends.cpu`: the processor's capabilities."""

from torch._backends import _cpu_capability


def get_cpu_capability():
    """The vector instructions that kernels are chosen by."""
    import torch

    return _cpu_capability()
