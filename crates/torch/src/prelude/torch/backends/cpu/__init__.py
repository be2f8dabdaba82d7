"""`torch.backends.cpu`: what the processor can do."""

from torch._backends import _cpu_capability


def get_cpu_capability():
    """The vector instructions that kernels are chosen by."""
    import torch

    return _cpu_capability()
