"""Private names of PyTorch's compiled module that packages use."""

import torch
from torch import Generator, Size, Tensor, _overrides, device, dtype, layout
from torch._C import _nn

TensorBase = Tensor.__base__
_TensorBase = TensorBase
_TensorMeta = type(TensorBase)
_LinAlgError = torch.linalg.LinAlgError
OutOfMemoryError = torch.OutOfMemoryError


class ScriptMethod:
    """The class of methods that TorchScript made: none is."""


_disabled_torch_function_impl = torch.nn.Parameter.__torch_function__


class DisableTorchFunctionSubclass:
    """A region in which arguments do not answer calls by `__torch_function__`; modes do."""

    def __enter__(self):
        _overrides.disable()

    def __exit__(self, *error):
        _overrides.enable()


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """A region in which neither arguments nor modes answer calls."""

    def __enter__(self):
        super().__enter__()
        self.modes = [_overrides.pop_mode() for _ in _overrides.modes()]

    def __exit__(self, *error):
        for mode in reversed(self.modes):
            _overrides.push_mode(mode)
        super().__exit__(*error)


def _log_api_usage_once(name):
    """Nothing is logged."""
