"""Normalisation, dropout and embedding as functions."""


def _affine(result, weight, bias):
    if weight is not None:
        result = result * weight
    return result if bias is None else result + bias


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalises over the last dimensions, then scales and shifts.

    Shapes: the input's; weight and bias have normalized_shape
    Errors: RuntimeError where the input does not end in normalized_shape:
            `F.layer_norm(torch.ones(2, 3), (4,))`

    >>> F.layer_norm(torch.tensor([[1., 3.]]), (2,))
    tensor([[-1.0000,  1.0000]])
    """
    if not torch.is_tensor(input):
        torch._only_tensors("layer_norm", input=input)
    if isinstance(normalized_shape, int):
        raise TypeError("layer_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not int")
    return _layer_norm(input, normalized_shape, weight, bias, eps)[0]


def _layer_norm(input, normalized_shape, weight, bias, eps):
    """The result, and the means and variances of the rows."""
    length = _normalized_length(input, normalized_shape, weight, bias, ", ")
    if not input.is_floating_point():
        torch._not_implemented("LayerNormKernelImpl", input.dtype)
    result, mean, variance = torch._nn.standardize(input, weight, bias, False, 1, length, length, eps, False)
    return torch._named(result, "NativeLayerNormBackward0"), mean, variance


def _normalized_length(input, normalized_shape, weight, bias, separator):
    """How many elements there are in the dimensions that are normalised."""
    shape = tuple(normalized_shape)
    if not shape or input.shape[-len(shape) :] != shape:
        _refuse_normalized(input, shape, weight, bias, separator)
    if (weight is not None and weight.shape != shape) or (bias is not None and bias.shape != shape):
        _refuse_normalized(input, shape, weight, bias, separator)
    return shape[0] if len(shape) == 1 else math.prod(shape)


def _refuse_normalized(input, shape, weight, bias, separator):
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    for what, given in (("weight", weight), ("bias", bias)):
        if given is not None and given.shape != shape:
            raise RuntimeError(
                f"Expected {what} to be of same shape as normalized_shape, but got {what} of shape {list(given.shape)} and "
                f"normalized_shape = {list(shape)}"
            )
    sizes = "*" + separator + ", ".join(str(n) for n in shape)
    raise RuntimeError(
        f"Given normalized_shape={list(shape)}, expected input with shape [{sizes}], "
        f"but got input of size{list(input.shape)}"
    )


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divides by the root of the mean square over the last dimensions, then scales.

    Shapes: the input's; weight has normalized_shape

    >>> F.rms_norm(torch.tensor([[3., 4.]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    if len(normalized_shape) > input.dim():
        raise ValueError(f"Input tensor must have at least {len(normalized_shape)} dimensions, but got {input.dim()}")
    length = _normalized_length(input, normalized_shape, weight, None, "")
    if not input.is_floating_point():
        torch._not_implemented("rms_norm", input.dtype)
    if eps is None:
        # Half types are computed in float32.
        eps = torch.finfo(torch.float64 if input.dtype == torch.float64 else torch.float32).eps
    if weight is not None and weight.dtype != input.dtype and input.dtype not in (torch.float16, torch.bfloat16):
        return (rms_norm(input, normalized_shape, None, eps) * weight).to(input.dtype)
    result = torch._nn.standardize(input, weight, None, False, 1, length, length, eps, True)[0]
    return torch._named(result, "MulBackward0")


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalises each group of channels of each sample, then scales and shifts channels.

    Shapes: (N, C, ...), C a multiple of num_groups
    Errors: RuntimeError where the channels do not divide into the groups:
            `F.group_norm(torch.ones(2, 3), 2)`

    >>> F.group_norm(torch.tensor([[1., 3., 5., 9.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    if input.dim() < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.dim()}")
    _verify_batch_size([input.shape[0] * input.shape[1] // num_groups, num_groups] + list(input.shape[2:]))
    return _group_norm(input, num_groups, weight, bias, eps)


def _group_norm(input, num_groups, weight, bias, eps):
    channels = input.shape[1]
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if channels % num_groups != 0:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, "
            f"but got input of shape {list(input.shape)} and num_groups={num_groups}"
        )
    if (weight is not None and weight.shape != (channels,)) or (bias is not None and bias.shape != (channels,)):
        wrong = weight is not None and weight.shape != (channels,)
        what, given = ("weight", weight) if wrong else ("bias", bias)
        raise RuntimeError(
            f"Expected {what} to be a vector of size equal to the number of channels in input, but got {what} of shape "
            f"{list(given.shape)} and input of shape {list(input.shape)}"
        )
    if not input.is_floating_point():
        torch._not_implemented("GroupNormKernelImpl", input.dtype)
    if input.numel() == 0:
        shape = [1, channels] + [1] * (input.dim() - 2)
        parameters = [None if x is None else x.view(shape) for x in (weight, bias)]
        return torch._named(_affine(input.clone(), *parameters), "NativeGroupNormBackward0", input)
    each = channels // num_groups
    length = input.numel() // (input.shape[0] * num_groups)
    result = torch._nn.standardize(input, weight, bias, False, num_groups, each, length, eps, False)[0]
    return torch._named(result, "NativeGroupNormBackward0")


def _verify_batch_size(size):
    count = size[0]
    for n in size[2:]:
        count *= n
    if count == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


def _update(running_mean, running_var, mean, var, count, momentum):
    """Running statistics take a part of the batch's."""
    with torch.no_grad():
        if running_mean is not None:
            running_mean.mul_(1 - momentum).add_(mean, alpha=momentum)
        if running_var is not None:
            running_var.mul_(1 - momentum).add_(var, alpha=momentum * count / (count - 1))


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Normalises each feature (dimension 1) over the rest; updates the running statistics while training.

    Shapes: (N, C) or (N, C, ...); means, variances, weight and bias (C)
    Errors: ValueError of one value for each channel, while training:
            `F.batch_norm(torch.ones(1, 3), None, None, training=True)`

    >>> F.batch_norm(torch.tensor([[1.], [3.]]), None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    if input.numel() == 0:
        if training:
            _verify_batch_size(input.shape)
        return _affine(input.clone(), None if weight is None else weight[0], None if bias is None else bias[0])
    if training:
        _verify_batch_size(input.shape)
        if (running_mean is None) != (running_var is None):
            raise ValueError("running_mean and running_var must either both be None or neither be None")
    else:
        for what, given in (("running_mean", running_mean), ("running_var", running_var)):
            if given is None:
                raise RuntimeError(f"{what} must be defined in evaluation mode")
    return _batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)[0]


def _check_channels(channels, *given):
    for at, x in enumerate(given):
        if x is not None and x.numel() != channels:
            what = ("running_mean", "running_var", "weight", "bias")[at]
            raise RuntimeError(f"{what} should contain {channels} elements not {x.numel()}")


def _batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps):
    """The result, and the means and variances of the batch: none by running statistics."""
    if not input.is_floating_point():
        torch._not_implemented("batch_norm", input.dtype)
    channels = input.shape[1]
    _check_channels(channels, running_mean, running_var, weight, bias)
    length = input.numel() // max(input.shape[0] * channels, 1)
    if training:
        result, mean, variance = torch._nn.standardize(
            input, weight, bias, True, 1, channels, length, eps, False, running_mean, running_var, momentum
        )
    else:
        mean, variance = None, None
        result = torch._nn.standardize(
            input, weight, bias, True, 1, channels, length, eps, False, running_mean, running_var, given=True
        )[0]
    return torch._named(result, "NativeBatchNormBackward0"), mean, variance


def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5
):
    """Normalises each channel of each sample.

    >>> F.instance_norm(torch.tensor([[[1., 3.]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    if not use_input_stats:
        if running_mean is None or running_var is None:
            raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
        result = batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps)
        return result.view(input.shape)
    if input.numel() == input.shape[0] * input.shape[1]:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    if (running_mean is None) != (running_var is None):
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    if not input.is_floating_point():
        torch._not_implemented("batch_norm", input.dtype)
    n, channels = input.shape[0], input.shape[1]
    _check_channels(channels, running_mean, running_var, weight, bias)
    length = input.numel() // (n * channels)
    result, mean, var = torch._nn.standardize(input, weight, bias, False, channels, 1, length, eps, False)
    if running_mean is not None or running_var is not None:
        mean, var = mean.view(n, channels).mean(0), var.view(n, channels).mean(0)
        _update(running_mean, running_var, mean, var, length, momentum)
    return torch._named(result, "NativeBatchNormBackward0").view(input.shape)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divides by a power of the mean square over neighbouring channels.

    >>> F.local_response_norm(torch.tensor([[[1.], [2.]]]), 2)
    tensor([[[1.0000],
             [1.9996]]])
    """
    if input.dim() < 3:
        raise ValueError(f"Expected 3D or higher dimensionality                          input (got {input.dim()} dimensions)")
    if input.numel() == 0:
        return input
    square = (input * input).unsqueeze(1)
    if input.dim() == 3:
        square = pad(square, (0, 0, size // 2, (size - 1) // 2))
        square = avg_pool2d(square, (size, 1), stride=1).squeeze(1)
    else:
        sizes = list(input.shape)
        square = square.reshape(sizes[0], 1, sizes[1], sizes[2], -1)
        square = pad(square, (0, 0, 0, 0, size // 2, (size - 1) // 2))
        square = avg_pool3d(square, (size, 1, 1), stride=1).squeeze(1).reshape(sizes)
    return input / (square * alpha + k).pow(beta)


# --- dropout


def _check_p(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _kept(input, p, shape):
    with torch.no_grad():
        return torch.empty(shape, dtype=input.dtype, device=input.device).bernoulli_(1 - p)


def dropout(input, p=0.5, training=True, inplace=False):
    """Zeroes elements with probability p while training, and scales the rest by 1 / (1 - p).

    Shapes: the input's
    Errors: ValueError for what is no probability: `F.dropout(torch.ones(2), p=2.)`

    >>> F.dropout(torch.ones(3), p=0.5, training=False)
    tensor([1., 1., 1.])
    """
    _check_p(p)
    if not torch.is_tensor(input):
        raise TypeError(f"dropout(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    with torch.no_grad():
        kept = torch.empty_like(input).bernoulli_(1 - p).div_(1 - p)
    return input.mul_(kept) if inplace else input * kept


def _feature_dropout(input, p, training, inplace):
    _check_p(p)
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    kept = _kept(input, p, list(input.shape[:2]) + [1] * (input.dim() - 2)).div_(1 - p)
    return input.mul_(kept) if inplace else input * kept


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, L) or (C, L)."""
    _check_p(p)
    if input.dim() not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D input. Note that dropout1d exists to "
            "provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional "
            "batch dimension (i.e. 2D or 3D inputs)."
        )
    if input.dim() == 2:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
        result = _feature_dropout(input, p, training, inplace)
        return result.squeeze_(0) if inplace else result.squeeze(0)
    return _feature_dropout(input, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, H, W)."""
    return _feature_dropout(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, D, H, W)."""
    if input.dim() == 4:
        return _feature_dropout(input.unsqueeze(0), p, training, inplace).squeeze(0)
    return _feature_dropout(input, p, training, inplace)


_ALPHA = 1.7580993408473766


def _alpha_dropout(input, p, training, inplace, shape):
    _check_p(p)
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    kept = _kept(input, p, shape)
    a = 1.0 / math.sqrt((_ALPHA * _ALPHA * p + 1) * (1 - p))
    b = (kept - 1) * (_ALPHA * a) + _ALPHA * a * p
    return input.mul_(kept * a).add_(b) if inplace else input * (kept * a) + b


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps mean and variance of self-normalising networks: elements become SELU's least value."""
    return _alpha_dropout(input, p, training, inplace, list(input.shape))


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels."""
    return _alpha_dropout(input, p, training, inplace, list(input.shape[:2]) + [1] * (input.dim() - 2))


# --- embedding


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Rows of weight (V, D) at the indices: (*) to (*, D). The padding row takes no gradient.

    Shapes: indices of any shape, weight (V, D) -> the indices' shape and D
    Errors: IndexError for an index that there is not:
            `F.embedding(torch.tensor([3]), torch.ones(3, 2))`

    >>> F.embedding(torch.tensor([1, 0]), torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    if not (torch.is_tensor(weight) and torch.is_tensor(input)):
        torch._only_tensors("embedding", weight=weight, indices=input)
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
    rows = weight.index_select(0, flat).view(tuple(input.shape) + (weight.shape[1],))
    if rows.requires_grad and (padding_idx is not None or scale_grad_by_freq):
        share = torch.ones(flat.shape, dtype=rows.dtype, device=rows.device)
        if scale_grad_by_freq:
            counts = torch.zeros(weight.shape[0], dtype=rows.dtype, device=rows.device).index_add(0, flat, share)
            share = 1.0 / counts.index_select(0, flat)
        if padding_idx is not None:
            share = share.masked_fill(flat == padding_idx, 0.0)
        share = share.view(tuple(input.shape) + (1,))
        # The same values, of whose gradient only the share goes on.
        rows = rows.detach() * (1 - share) + rows * share
    return torch._named(rows, "EmbeddingBackward0", weight)


def _only_indices(input, position, function):
    if input.dtype in (torch.int64, torch.int32):
        return
    found = input.type()
    if input.dtype in (torch.bfloat16, torch.bool):
        # Types that came after the names of tensors.
        found = f"{input.device.type.upper()}{torch._scalar_name(input.dtype)}Type"
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
            raise RuntimeError(f"offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got {starts[0]}")
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
    lengths = torch.tensor([end - start for start, end in zip(starts, ends)], device=input.device)
    bag = torch.arange(count, device=input.device).repeat_interleave(lengths)
    try:
        rows = embedding(input, weight, padding_idx, scale_grad_by_freq=scale_grad_by_freq)
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
            # What follows the last offset counts, though it is not summed up: in PyTorch's too.
            sizes[-1] += rest
        sizes = sizes.clamp_min(1)
        sums = sums / sizes.unsqueeze(1)
    return torch._named(sums, "EmbeddingBagBackward0", weight)
