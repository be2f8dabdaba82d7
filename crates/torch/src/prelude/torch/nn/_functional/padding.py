"""Borders around images as functions."""

import torch
from torch._tensorcell.checks import _not_implemented, _only_tensors

__name__ = "torch.nn.functional"


def pad(input, pad, mode="constant", value=None):
    """Borders around the last dimensions: pad holds (left, right) of the last one first, then of the one before, ...

    Shapes: the last dimensions grow by left + right
    Errors: RuntimeError for more borders than dimensions: `F.pad(torch.ones(2), (1, 1, 1, 1))`

    >>> F.pad(torch.tensor([[1, 2]]), (1, 0))
    tensor([[0, 1, 2]])
    >>> F.pad(torch.tensor([[1., 2., 3.]]), (2, 2), mode='reflect')
    tensor([[3., 2., 1., 2., 3., 2., 1.]])
    """
    if not torch.is_tensor(input):
        _only_tensors("pad", input=input)
    if isinstance(pad, int):
        raise TypeError("pad(): argument 'pad' (position 2) must be tuple of ints, not int")
    pad = list(pad)
    if len(pad) % 2 != 0:
        raise RuntimeError("Padding length must be divisible by 2")
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if len(pad) // 2 > input.dim():
        raise RuntimeError(
            f"Padding length should be less than or equal to two times the input dimension but got padding length "
            f"{len(pad)} and input of dimension {input.dim()}"
        )
    if mode == "constant":
        return _constant_pad(input, pad, 0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    n = len(pad) // 2
    if input.dim() not in (n + 1, n + 2) or not 1 <= n <= 3:
        raise NotImplementedError(f"Padding size {len(pad)} is not supported for {input.dim()}D input tensor.")
    if mode == "circular" or (mode == "reflect" and n == 3):
        return _edge_pad(input, pad, mode)
    return _listed_edge_pad(input, pad, mode)


def _listed_edge_pad(input, pad, mode):
    """Functions with an autocast policy: reflection in one and two dimensions, replication."""
    return _edge_pad(input, pad, mode)


def _edge_pad(input, pad, mode):
    """Pads with the tensor's own elements."""
    n, result = len(pad) // 2, input
    kernel, name = {
        "reflect": (f"reflection_pad{n}d", f"ReflectionPad{n}DBackward0"),
        "replicate": (f"replication_pad{n}d", f"ReplicationPad{n}DBackward0"),
        "circular": (None, "torch::autograd::CopySlices"),
    }[mode]
    if kernel is not None:
        _check_edges(input, pad, n)
        if input.dtype == torch.bool:
            _not_implemented(kernel, input.dtype)
    for i in range(n):
        left, right = pad[2 * i], pad[2 * i + 1]
        if left == 0 and right == 0:
            continue
        dim = input.dim() - 1 - i
        size = input.shape[dim]
        if mode == "reflect" and (left >= size or right >= size):
            raise RuntimeError(
                f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but got: padding "
                f"({left}, {right}) at dimension {dim} of input {list(input.shape)}"
            )
        if mode == "circular" and (left > size or right > size):
            raise RuntimeError("Padding value causes wrapping around more than once.")
        places = torch.arange(-left, size + right, device=input.device)
        if mode == "replicate":
            places = places.clamp(0, size - 1)
        elif mode == "circular":
            # Circular padding of the part that negative padding leaves.
            first = max(-left, 0)
            places = (places - first).remainder(size - first - max(-right, 0)) + first
        else:
            places = places.abs()
            places = (size - 1) - ((size - 1) - places).abs()
        result = result.index_select(dim, places)
    if kernel is not None:
        result = torch._in_format(result, input)
    return torch._named(result.clone() if result is input else result, name, input)


def _check_edges(input, pad, n):
    if 0 in input.shape[-n - 1 :]:
        raise RuntimeError(
            f"Expected {n + 1}D or {n + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for "
            f"input, but got: {list(input.shape)}"
        )
    if n == 1 and input.shape[-1] + pad[0] + pad[1] < 1:
        raise RuntimeError(
            f"input (W: {input.shape[-1]}) is too small. Calculated output W: {input.shape[-1] + pad[0] + pad[1]}"
        )


def _constant_pad(input, pad, value):
    if input.dtype == torch.uint8 and value < 0:
        raise RuntimeError("value cannot be converted to type uint8_t without overflow")
    given = input
    shape, inside = list(input.shape), []
    for i in range(len(pad) // 2):
        left, right = pad[2 * i], pad[2 * i + 1]
        dim = input.dim() - 1 - i
        cut = (max(-left, 0), input.shape[dim] - max(-right, 0))
        if cut[1] - cut[0] < 0:
            raise RuntimeError("narrow(): length must be non-negative.")
        if cut != (0, input.shape[dim]):
            input = input.narrow(dim, cut[0], cut[1] - cut[0])
        inside.append((dim, max(left, 0), input.shape[dim]))
        shape[dim] = input.shape[dim] + max(left, 0) + max(right, 0)
    if shape == list(input.shape):
        return torch._named(input.clone(), "ConstantPadNdBackward0", given)
    for dim, start, length in inside:
        after = shape[dim] - start - length
        parts = []
        for count in (start, after):
            size = list(input.shape)
            size[dim] = count
            parts.append(input.new_full(size, value) if count else None)
        parts = [part for part in (parts[0], input, parts[1]) if part is not None]
        input = torch.cat(parts, dim) if len(parts) > 1 else parts[0]
    return torch._named(torch._in_format(input, given), "ConstantPadNdBackward0", given)
