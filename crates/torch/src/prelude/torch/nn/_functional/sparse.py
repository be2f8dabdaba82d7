"""Rows of a table, looked up, as functions."""

import torch
from torch._tensorcell.checks import _only_tensors, _scalar_name

__name__ = "torch.nn.functional"


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Rows of weight (V, D) at the indices: (*) to (*, D). The padding row takes no gradient.

    Shapes: indices of any shape, weight (V, D) -> the indices' shape and D
    Errors: IndexError for an index that does not exist:
            `F.embedding(torch.tensor([3]), torch.ones(3, 2))`

    >>> F.embedding(torch.tensor([1, 0]), torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    if not (torch.is_tensor(weight) and torch.is_tensor(input)):
        _only_tensors("embedding", weight=weight, indices=input)
    if padding_idx is not None:
        if padding_idx >= max(weight.shape[0], 1) or padding_idx < -weight.shape[0]:
            raise AssertionError("Padding_idx must be within num_embeddings")
        if padding_idx < 0:
            padding_idx += weight.shape[0]
    if max_norm is not None:
        _only_indices(input, 2, "embedding_renorm_")
        _renorm(weight, input, max_norm, norm_type)
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    if input.dtype != torch.int64:
        _only_indices(input, 1, "embedding")
    flat = input.reshape(-1)
    look_up = _SparseRows.apply if sparse else lambda weight, flat, padding: weight.index_select(0, flat)
    rows = look_up(weight, flat, padding_idx).view(tuple(input.shape) + (weight.shape[1],))
    if rows.requires_grad and (padding_idx is not None or scale_grad_by_freq):
        share = torch.ones(flat.shape, dtype=rows.dtype, device=rows.device)
        if scale_grad_by_freq:
            counts = torch.zeros(weight.shape[0], dtype=rows.dtype, device=rows.device).index_add(0, flat, share)
            share = 1.0 / counts.index_select(0, flat)
        if padding_idx is not None:
            share = share.masked_fill(flat == padding_idx, 0.0)
        share = share.view(tuple(input.shape) + (1,))
        # The same values, with only a part of their gradient.
        rows = rows.detach() * (1 - share) + rows * share
    return torch._named(rows, "EmbeddingBackward0", weight)


class _SparseRows(torch.autograd.Function):
    """Rows of a table, whose gradient is a sparse tensor of the rows that were looked up."""

    @staticmethod
    def forward(ctx, weight, indices, padding):
        ctx.save_for_backward(indices)
        ctx.shape, ctx.padding = weight.shape, padding
        return weight.index_select(0, indices)

    @staticmethod
    def backward(ctx, grad):
        (indices,) = ctx.saved_tensors
        if ctx.padding is not None:
            counts = indices != ctx.padding
            indices, grad = indices[counts], grad[counts]
        return torch._sparse_assemble(torch.sparse_coo, [indices.unsqueeze(0)], grad, ctx.shape, False), None, None


def _only_indices(input, position, function):
    if input.dtype in (torch.int64, torch.int32):
        return
    found = input.type()
    if input.dtype in (torch.bfloat16, torch.bool):
        # Dtypes that are newer than the named tensor types.
        found = f"{input.device.type.upper()}{_scalar_name(input.dtype)}Type"
    raise RuntimeError(
        f"Expected tensor for argument #{position} 'indices' to have one of the following scalar types: Long, Int; "
        f"but got {found} instead (while checking arguments for {function})"
    )


def _renorm(weight, input, max_norm, norm_type):
    """Rows that are about to be read, scaled down in place to norm max_norm."""
    with torch.no_grad():
        used = input.reshape(-1).unique()
        rows = weight.index_select(0, used)
        norms = rows.norm(norm_type, 1, keepdim=True)
        scaled = torch.where(norms > max_norm, rows * (max_norm / (norms + 1e-7)), rows)
        weight[used] = scaled


def embedding_bag(
    input,
    weight,
    offsets=None,
    max_norm=None,
    norm_type=2,
    scale_grad_by_freq=False,
    mode="mean",
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    """Sums, means or maxima of bags of rows: input (N, L), or (total) with offsets (N). Gives (N, D).

    >>> F.embedding_bag(torch.tensor([[0, 1]]), torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[2., 3.]])
    """
    if weight.dtype == torch.int64 and input.is_floating_point():
        import warnings

        warnings.warn(
            "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is "
            "deprecated, and should now be `embedding_bag(input, weight, ...)`."
        )
        weight, input = input, weight
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, "
            f"then it must have the same shape as the input ({input.shape})"
        )
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    total = None
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                f"sequences. However, found offsets of type {type(offsets)}"
            )
        bags, width = input.shape
        starts = list(range(0, bags * width, width)) if width else [0] * bags
        input = input.reshape(-1)
        per_sample_weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    elif input.dim() == 1:
        if offsets is None:
            raise ValueError("offsets has to be a 1D Tensor but got None")
        if offsets.dim() != 1:
            raise ValueError("offsets has to be a 1D Tensor")
        starts = offsets.tolist()
        if starts and starts[0] != 0:
            raise RuntimeError(
                f"offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got {starts[0]}"
            )
        if starts and starts[-1] > input.numel():
            raise RuntimeError(
                f"offsets[-1] can not be greater than input's length {input.numel()} but got offsets[-1] of {starts[-1]}"
            )
        if include_last_offset:
            *starts, total = starts
    else:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' "
            f"(got mode='{mode}'). Please open a feature request on GitHub."
        )
    if padding_idx is not None:
        if not -weight.shape[0] <= padding_idx < weight.shape[0]:
            raise RuntimeError(
                f"padding_idx must be within the number of embeddings, -{weight.shape[0]} through {weight.shape[0] - 1}, "
                f"but got {padding_idx}"
            )
        padding_idx %= weight.shape[0]
    if max_norm is not None:
        _renorm(weight, input, max_norm, norm_type)
    _only_indices(input, 1, "embedding_bag")
    total = input.numel() if total is None else total
    count, rest, input = len(starts), input.numel() - total, input[:total]
    per_sample_weights = None if per_sample_weights is None else per_sample_weights[:total]
    ends = starts[1:] + [total]
    lengths = torch.tensor([end - start for start, end in zip(starts, ends)], dtype=torch.int64, device="cpu")
    bag = torch.arange(count, device="cpu").repeat_interleave(lengths).to(input.device)
    try:
        rows = embedding(input, weight, padding_idx, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)
    except IndexError:
        at = int(((input < 0) | (input >= weight.shape[0])).nonzero()[0])
        raise RuntimeError(
            f"Index {at} of input takes value {int(input[at])} which is not in the valid range [0, {weight.shape[0]})"
        ) from None
    counted = torch.ones(total, dtype=weight.dtype, device=weight.device)
    if padding_idx is not None:
        counted = counted.masked_fill(input == padding_idx, 0.0)
    if mode == "max":
        result = []
        for start, end in zip(starts, ends):
            part = rows[start:end]
            if padding_idx is not None:
                part = part[counted[start:end] > 0]
            result.append(part.max(0).values if part.shape[0] else weight.new_zeros(weight.shape[1]))
        return torch._named(torch.stack(result), "EmbeddingBagBackward0", weight)
    factor = counted if per_sample_weights is None else counted * per_sample_weights
    sums = weight.new_zeros(count, weight.shape[1]).index_add(0, bag, rows * factor.unsqueeze(1))
    if mode == "mean":
        sizes = weight.new_zeros(count).index_add(0, bag, counted)
        if rest > 0:
            # Elements after the last offset count, though they are not summed, as in PyTorch.
            sizes[-1] += rest
        sizes = sizes.clamp_min(1)
        sums = sums / sizes.unsqueeze(1)
    return torch._named(sums, "EmbeddingBagBackward0", weight)
