"""Tensors as other libraries take them, and as instances of a program's own classes."""

import torch


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor over the memory of another library's array, or of what its `__dlpack__` gave."""
    from torch.utils.dlpack import from_dlpack as received

    return received(ext_tensor, device=device, copy=copy)


def to_dlpack(tensor):
    """The memory of a tensor, for another library's `from_dlpack`."""
    return tensor.__dlpack__()


def __dlpack__(self, *, stream=-1, max_version=None, dl_device=None, copy=None):
    """The memory, for other libraries."""
    from torch.utils.dlpack import Lent

    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    if self.is_conj():
        raise BufferError("Can't export tensors with the conjugate bit set")
    if self.layout != torch.strided:
        raise BufferError("Can't export tensors with layout other than torch.strided")
    return Lent(self.clone() if copy else self)


def __dlpack_device__(self):
    """The kind of device, and its number."""
    from torch.utils.dlpack import DLDeviceType

    kind = DLDeviceType.kDLCUDA if self.is_cuda else DLDeviceType.kDLCPU
    return kind, self.device.index or 0
