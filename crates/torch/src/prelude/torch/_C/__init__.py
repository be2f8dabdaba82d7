"""Private names of PyTorch's compiled module that packages use."""

from torch import Generator, Size, Tensor, device, dtype, layout
from torch._C import _nn

TensorBase = Tensor.__base__
_TensorBase = TensorBase
_TensorMeta = type(TensorBase)


class ScriptMethod:
    """The class of methods that TorchScript made: none is."""


def _log_api_usage_once(name):
    """Nothing is logged."""
