"""What packages ask of PyTorch's own helpers by their private names."""

import io

import torch


def _element_size(dtype):
    """Bytes of one element."""
    return torch.empty(0, dtype=dtype).element_size()


def _get_device_index(device, optional=False, allow_cpu=False):
    """The number of a device: -1 of the processor where that is allowed, the current one where none is said."""
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
    """What pickle writes of a tensor: what makes it anew, and of what."""
    file = io.BytesIO()
    torch.save(tensor, file)
    return _restored, (file.getvalue(),)


def _restored(data):
    """The tensor of bytes that `torch.save` wrote."""
    return torch.load(io.BytesIO(data))
