"""`torch.cuda.comm`: tensors spread over devices and brought together again; `torch.nn.parallel` does it with gradients.

Copies wait for nothing on the host: each runs on the devices' current streams.
"""

import warnings

import torch


def _index(device, optional=False, allow_cpu=False):
    """A device's number; -1 is the processor. None is the current device where that may be left out."""
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type == "cpu" and allow_cpu:
            return -1
        if device.type != "cuda":
            raise ValueError(f"Expected a cuda device, but got: {device}")
        device = device.index
    if isinstance(device, int):
        return device
    if not optional:
        raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{device}")
    return torch.cuda.current_device()


def _device(index):
    return torch.device("cpu") if index == -1 else torch.device("cuda", index)


def _one_of(devices, out):
    if (devices is None) == (out is None):
        raise RuntimeError(f"Exactly one of 'devices' and 'out' must be specified, but got devices={devices} and out={out}")


def broadcast(tensor, devices=None, *, out=None):
    """Returns copies of a tensor on each device, or in each tensor of `out`. On its own device it is not copied."""
    _one_of(devices, out)
    if out is not None:
        for i, to in enumerate(out):
            if not to.is_cuda:
                raise RuntimeError(f"Expected all output tensors to be CUDA tensors, but output tensor at index {i} is not")
            if to.shape != tensor.shape:
                raise RuntimeError(
                    f"Expected all output tensors to have same shape as the source tensor {list(tensor.shape)}, but output "
                    f"tensor at index {i} has shape {list(to.shape)}"
                )
        for to in out:
            to.copy_(tensor, non_blocking=True)
        return tuple(out)
    return tuple(tensor.to(_device(_index(d)), non_blocking=True) for d in devices)


def _buffers(tensors, buffer_size):
    """Places of tensors that go together: of one dtype, and not many bytes."""
    groups = {}
    for place, tensor in enumerate(tensors):
        groups.setdefault(tensor.dtype, []).append(place)
    for places in groups.values():
        taken, size = [], 0
        for place in places:
            nbytes = tensors[place].numel() * tensors[place].element_size()
            if taken and size + nbytes > buffer_size:
                yield taken
                taken, size = [], 0
            taken.append(place)
            size += nbytes
        yield taken


def _apart(flat, like):
    """A buffer as tensors of the shapes that went into it."""
    pieces = flat.split([x.numel() for x in like])
    return [piece.view(x.shape) for piece, x in zip(pieces, like)]


@torch.no_grad()
def broadcast_coalesced(tensors, devices, buffer_size=10485760):
    """Copies of several tensors on each device: few copies, of buffers. One list for each device."""
    devices = [_index(d) for d in devices]
    tensors = list(tensors)
    if not all(x.device == tensors[0].device for x in tensors):
        raise RuntimeError("All tensors must be on the same device")
    results = [[None] * len(tensors) for _ in devices]
    if tensors and all(tensors[0].device == _device(d) for d in devices):
        return [list(tensors) for _ in devices]
    for places in _buffers(tensors, buffer_size):
        chunk = [tensors[place] for place in places]
        flat = torch.cat([x.reshape(-1) for x in chunk])
        for result, d in zip(results, devices):
            here = _device(d)
            copies = chunk if tensors[0].device == here else _apart(flat.to(here, non_blocking=True), chunk)
            for place, copy in zip(places, copies):
                result[place] = copy
    return results


def reduce_add(inputs, destination=None):
    """Sums tensors of several devices on one of them, by default the current one."""
    destination = _index(destination, optional=True)
    inputs = list(inputs)
    root = None
    for i, x in enumerate(inputs):
        if not x.is_cuda:
            raise AssertionError(f"reduce_add expects all inputs to be on GPUs, but input {i} is on CPU")
        if x.device.index == destination:
            root = i
        if x.shape != inputs[0].shape:
            got, expected = ("x".join(str(n) for n in y.shape) for y in (x, inputs[0]))
            raise ValueError(f"input {i} has invalid size: got {got}, but expected {expected}")
    if root is None:
        raise RuntimeError("reduce_add expects destination to be on the same GPU with one of the tensors")
    if len(inputs) == 1:
        return inputs[0]
    others = [x for i, x in enumerate(inputs) if i != root]
    result = inputs[root] + others[0].to(_device(destination), non_blocking=True)
    for x in others[1:]:
        result.add_(x.to(_device(destination), non_blocking=True))
    return result


@torch.no_grad()
def reduce_add_coalesced(inputs, destination=None, buffer_size=10485760):
    """Sums of several tensors over devices, each device giving a list of them: few copies, of buffers."""
    inputs = [list(tensors) for tensors in inputs]
    results = [None] * len(inputs[0])
    for places in _buffers(inputs[0], buffer_size):
        flats = [torch.cat([tensors[place].reshape(-1) for place in places]) for tensors in inputs]
        total = reduce_add(flats, destination)
        for place, piece in zip(places, _apart(total, [inputs[0][place] for place in places])):
            results[place] = piece
    return tuple(results)


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    """A tensor in pieces along a dimension, one on each device: equal ones, or of `chunk_sizes`.

    With `streams`, one for each device or None, a piece is copied on its device's.
    """
    if out is not None:
        if devices is not None:
            raise RuntimeError(f"'devices' must not be specified when 'out' is specified, but got devices={devices}")
        if chunk_sizes is not None:
            raise RuntimeError(
                f"'chunk_sizes' must not be specified when 'out' is specified, but got chunk_sizes={chunk_sizes}"
            )
        pieces = tensor.split([x.shape[dim] for x in out], dim)
        return tuple(x.copy_(piece, non_blocking=True) for x, piece in zip(out, pieces))
    devices = [_index(d) for d in devices]
    if not devices:
        raise RuntimeError("Expected at least one device to scatter to")
    if chunk_sizes is not None:
        total = sum(chunk_sizes)
        if total != tensor.shape[dim]:
            raise RuntimeError(
                f"given chunk sizes don't sum up to the tensor's size (sum(chunk_sizes) == {total}, but expected "
                f"{tensor.shape[dim]})"
            )
        if len(chunk_sizes) != len(devices):
            raise RuntimeError(
                "Expected devices and chunk_sizes to be of same length, but got "
                f"len(devices) = {len(devices)} and len(chunk_sizes) = {len(chunk_sizes)}"
            )
        pieces = tensor.split(list(chunk_sizes), dim)
    else:
        pieces = tensor.chunk(len(devices), dim)
    results = []
    for i, (piece, d) in enumerate(zip(pieces, devices)):
        stream = streams[i] if streams is not None else None
        if stream is None:
            results.append(piece.to(_device(d), non_blocking=True))
        else:
            with torch.cuda.stream(stream):
                results.append(piece.to(_device(d), non_blocking=True))
    return tuple(results)


def gather(tensors, dim=0, destination=None, *, out=None):
    """Tensors of several devices joined along a dimension, on one device or on the processor ("cpu")."""
    tensors = list(tensors)
    for i, x in enumerate(tensors):
        if not x.is_cuda:
            raise RuntimeError(f"Expected all input tensors to be CUDA tensors, but tensor at index {i} is not")
    if out is not None:
        if destination is not None:
            raise RuntimeError(
                f"'destination' must not be specified when 'out' is specified, but got destination={destination}"
            )
        place = out.device
    else:
        if destination == -1:
            warnings.warn(
                'Using -1 to represent CPU tensor is deprecated. Please use a device object or string instead, e.g., "cpu".',
                FutureWarning,
            )
        place = _device(_index(destination, optional=True, allow_cpu=True))
    # Copies to the CPU are waited for, because the CPU reads them.
    joined = torch.cat([x.to(place, non_blocking=place.type == "cuda") for x in tensors], dim)
    return joined if out is None else out.copy_(joined)
