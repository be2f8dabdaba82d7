"""Private helpers of PyTorch that packages use."""

from collections import OrderedDict

import torch
from torch.storage import TypedStorage


def _element_size(dtype):
    """Bytes of one element."""
    return torch.empty(0, dtype=dtype).element_size()


def _get_device_index(device, optional=False, allow_cpu=False):
    """Returns a device index: -1 for the CPU if that is allowed, the current device without an index."""
    if isinstance(device, int):
        return device
    device = None if device is None else torch.device(device)
    if device is not None and device.type == "cpu" and not allow_cpu:
        raise ValueError(f"Expected a non cpu device, but got: {device}")
    if device is not None and device.index is not None:
        return device.index
    if device is not None and device.type == "cpu":
        return -1
    if not optional:
        raise ValueError(f"Expected a torch.device with a specified index or an integer, but got: {device}")
    return torch.cuda.current_device()


def _flatten_dense_tensors(tensors):
    """The elements of several tensors as one row."""
    return torch.cat([tensor.contiguous().view(-1) for tensor in tensors])


def _unflatten_dense_tensors(flat, tensors):
    """The parts of a row, each in the shape of a tensor."""
    parts = flat.split([tensor.numel() for tensor in tensors])
    return tuple(part.view_as(tensor) for part, tensor in zip(parts, tensors))


def _reduced(tensor):
    """Returns the pickle form of a tensor, as in PyTorch: the rebuild function and its arguments."""
    if isinstance(tensor, torch.nn.Parameter):
        return _rebuild_parameter, (tensor.detach(), tensor.requires_grad, OrderedDict())
    if tensor.layout != torch.strided:
        return _rebuild_sparse_tensor, (tensor.layout, _parts(tensor))
    if tensor.is_meta:
        return _rebuild_meta_tensor_no_storage, (tensor.dtype, tuple(tensor.size()), tensor.stride(), tensor.requires_grad)
    place = tensor.storage_offset(), tuple(tensor.size()), tensor.stride()
    return _rebuild_tensor_v2, (TypedStorage(tensor), *place, tensor.requires_grad, OrderedDict())


def _parts(tensor):
    """What a sparse tensor is made of: indices, values and size, and of coordinates whether they are coalesced."""
    if tensor.is_sparse:
        return tensor._indices(), tensor._values(), tensor.size(), tensor.is_coalesced()
    if tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
        return tensor.crow_indices(), tensor.col_indices(), tensor.values(), tensor.size()
    return tensor.ccol_indices(), tensor.row_indices(), tensor.values(), tensor.size()


def _rebuild_sparse_tensor(layout, data):
    """A sparse tensor of its parts."""
    if layout == torch.sparse_coo:
        indices, values, size, *coalesced = data
        return torch.sparse_coo_tensor(indices, values, size, check_invariants=True, is_coalesced=(coalesced or [None])[0])
    first, second, values, size = data
    return torch.sparse_compressed_tensor(first, second, values, size, layout=layout, check_invariants=True)


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    """A tensor of the meta device."""
    return torch.empty_strided(size, stride, dtype=dtype, device="meta", requires_grad=requires_grad)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    """A tensor over a storage."""
    return storage._elements.as_strided(size, stride, storage_offset).requires_grad_(requires_grad)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """A parameter over a tensor's memory."""
    return torch.nn.Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    """Rebuilds a parameter with its attributes."""
    parameter = torch.nn.Parameter(data, requires_grad)
    for name, value in state.items():
        setattr(parameter, name, value)
    return parameter
