"""`torch.backends.cpu`: what the processor can do."""


def get_cpu_capability():
    """The vector instructions that kernels are chosen by."""
    import torch

    return torch.backends._cpu_capability()
