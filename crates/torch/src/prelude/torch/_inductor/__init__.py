"""`torch._inductor`: settings of PyTorch's compiler that programs touch. Nothing is compiled, so they change nothing."""

from torch._inductor import config

__all__ = ["config"]
