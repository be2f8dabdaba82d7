"""`torch.utils.dlpack`: memory shared with other libraries."""

import enum

import torch


class DLDeviceType(enum.IntEnum):
    """The kinds of devices."""

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3


class Lent:
    """The memory of a tensor on its way to another library: the tensor itself, since all libraries here share one kind."""

    def __init__(self, tensor):
        self.tensor = tensor

    @property
    def array(self):
        """The memory as an array."""
        return self.tensor.numpy()


def to_dlpack(tensor):
    """The memory of a tensor, for another library."""
    return tensor.__dlpack__()


def _received(lent, copy):
    if isinstance(lent, Lent):
        return lent.tensor.clone() if copy else lent.tensor.view_as(lent.tensor)
    if hasattr(lent, "array"):
        return torch.from_numpy(lent.array.copy() if copy else lent.array)
    raise TypeError(f"from_dlpack: what {type(lent).__name__} lends has no memory that is known here")


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor over the memory of another library's array."""
    lent = ext_tensor.__dlpack__() if hasattr(ext_tensor, "__dlpack__") else ext_tensor
    tensor = _received(lent, copy)
    return tensor if device is None else tensor.to(device)
