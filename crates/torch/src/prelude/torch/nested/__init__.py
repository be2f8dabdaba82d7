"""Nested tensors: tensors of several sizes as one."""

import torch
from torch.nested._internal.nested_tensor import NestedTensor


def nested_tensor(tensor_list, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """A nested tensor of copies: a leaf."""
    parts = [
        part.detach().clone().to(device=device, dtype=dtype)
        if torch.is_tensor(part)
        else torch.tensor(part, dtype=dtype, device=device)
        for part in tensor_list
    ]
    _check(parts)
    made = NestedTensor(parts, layout or torch.strided, None if parts else torch.empty(0, dtype=dtype, device=device))
    return made.requires_grad_() if requires_grad else made


def _check(parts):
    for at, part in enumerate(parts):
        if part.dim() != parts[0].dim():
            raise RuntimeError(
                "All Tensors given to nested_tensor must have the same dimension. "
                f"Found dimension {part.dim()} for Tensor at index {at} and dimension {parts[0].dim()}"
            )


def as_nested_tensor(ts, dtype=None, device=None, layout=None):
    """A nested tensor with the history of its components."""
    if isinstance(ts, NestedTensor):
        return ts
    parts = [part.to(device=device, dtype=dtype) for part in (ts.unbind() if torch.is_tensor(ts) else ts)]
    _check(parts)
    return NestedTensor(parts, layout or torch.strided)


def to_padded_tensor(input, padding, output_size=None, out=None):
    """One tensor, with `padding` behind smaller components."""
    return input.to_padded_tensor(padding, output_size)


def nested_tensor_from_jagged(values, offsets=None, lengths=None, jagged_dim=None, min_seqlen=None, max_seqlen=None):
    """A nested tensor over parts of `values`: between offsets, or of these lengths."""
    if offsets is None and lengths is None:
        raise RuntimeError("nested_tensor_from_jagged(): At least one of offsets or lengths is required.")
    dim = (jagged_dim or 1) - 1
    if offsets is None:
        ends = [0]
        for length in lengths.tolist():
            ends.append(ends[-1] + length)
        lengths = lengths.tolist()
    else:
        ends = offsets.tolist()
        lengths = [end - start for start, end in zip(ends, ends[1:])] if lengths is None else lengths.tolist()
    return NestedTensor([values.narrow(dim, start, length) for start, length in zip(ends, lengths)], torch.jagged, values)


def narrow(tensor, dim, start, length, layout=None):
    """A nested tensor of parts of the rows of a tensor: from `start`, of `length`."""
    if dim != 1:
        raise RuntimeError("narrow with jagged layout expects dim=1")
    if layout not in (None, torch.jagged, torch.strided):
        raise RuntimeError(f"Specified layout is unsupported for nested narrow: {layout}")
    count = tensor.shape[0]
    starts, lengths = [x.tolist() if torch.is_tensor(x) else [x] * count for x in (start, length)]
    parts = [row.narrow(0, first, size) for row, first, size in zip(tensor, starts, lengths)]
    return NestedTensor(parts, layout or torch.strided)


def masked_select(tensor, mask):
    """A nested tensor of the elements of each row that a mask lets through."""
    return NestedTensor([row[kept] for row, kept in zip(tensor, mask.expand(tensor.shape))], torch.jagged)
