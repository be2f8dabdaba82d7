"""Layers and losses as functions."""

import math

import torch
from torch import hardshrink, one_hot, sigmoid, softshrink, tanh
from torch._nn import linear

logsigmoid = torch.log_sigmoid


def _reduced(loss, reduction):
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(f"{reduction} is not a valid value for reduction")


def _into(input, result, inplace):
    return input.copy_(result) if inplace else result


# --- activations


def relu(input, inplace=False):
    """max(x, 0)."""
    return input.relu_() if inplace else input.relu()


def relu6(input, inplace=False):
    """min(max(x, 0), 6)."""
    return hardtanh(input, 0.0, 6.0, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x limited to [min_val, max_val]."""
    limited = input.detach().clamp(min_val, max_val)
    return _into(input, torch.where((input > min_val) & (input < max_val), input, limited), inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x where positive, else negative_slope * x."""
    return _into(input, torch.leaky_relu(input, negative_slope), inplace)


def elu(input, alpha=1.0, inplace=False):
    """x where positive, else alpha * (exp(x) - 1)."""
    return _into(input, torch.elu(input, alpha), inplace)


def selu(input, inplace=False):
    """Scaled exponential linear unit."""
    return _into(input, torch.selu(input), inplace)


def celu(input, alpha=1.0, inplace=False):
    """x where positive, else alpha * (exp(x / alpha) - 1)."""
    return _into(input, torch.celu(input, alpha), inplace)


def gelu(input, approximate="none"):
    """x times the normal distribution function of x; 'tanh' approximates it."""
    if approximate == "tanh":
        return torch.gelu_tanh(input)
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return torch.gelu(input)


def silu(input, inplace=False):
    """x * sigmoid(x)."""
    return _into(input, torch.silu(input), inplace)


def mish(input, inplace=False):
    """x * tanh(softplus(x))."""
    return _into(input, torch.mish(input), inplace)


def hardswish(input, inplace=False):
    """x * relu6(x + 3) / 6."""
    return _into(input, torch.hardswish(input), inplace)


def hardsigmoid(input, inplace=False):
    """relu6(x + 3) / 6."""
    return _into(input, torch.hardsigmoid(input), inplace)


def softplus(input, beta=1.0, threshold=20.0):
    """log(1 + exp(beta * x)) / beta, and x itself far above zero."""
    return torch.softplus(input, beta, threshold)


def softsign(input):
    """x / (1 + |x|)."""
    return input / (1 + input.abs())


def _softmax_dim(name, ndim):
    import warnings

    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.")
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(x) divided by its sum along dim."""
    if dim is None:
        dim = _softmax_dim("softmax", input.dim())
    return torch.softmax(input, dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log(softmax(x)) along dim, computed safely."""
    if dim is None:
        dim = _softmax_dim("log_softmax", input.dim())
    return torch.log_softmax(input, dim, dtype)


def glu(input, dim=-1):
    """The first half times the sigmoid of the second."""
    first, second = input.chunk(2, dim)
    return first * second.sigmoid()


def normalize(input, p=2.0, dim=1, eps=1e-12):
    """Divided by the p-norm along dim."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """Cosine of the angle between vectors along dim."""
    product = (x1 * x2).sum(dim)
    norms = x1.norm(2, dim).clamp_min(eps) * x2.norm(2, dim).clamp_min(eps)
    return product / norms


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of the differences of rows."""
    return (x1 - x2 + eps).norm(p, dim=-1, keepdim=keepdim)


# --- layers


def dropout(input, p=0.5, training=True, inplace=False):
    """Zeroes elements with probability p while training, and scales the rest by 1 / (1 - p)."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    with torch.no_grad():
        kept = torch.empty_like(input).bernoulli_(1 - p).div_(1 - p)
    return input.mul_(kept) if inplace else input * kept


def embedding(input, weight, padding_idx=None):
    """Rows of weight at these indices; the padding row takes no gradient."""
    if input.dtype not in (torch.int64, torch.int32):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; "
            f"but got {input.type()} instead (while checking arguments for embedding)"
        )
    rows = weight.index_select(0, input.reshape(-1)).view(tuple(input.shape) + (weight.shape[1],))
    if padding_idx is not None and rows.requires_grad:
        padding = (input == padding_idx).unsqueeze(-1)
        rows = torch.where(padding, rows.detach(), rows)
    return torch._named(rows, "EmbeddingBackward0")


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalises over the last dimensions, then scales and shifts."""
    shape = tuple(normalized_shape)
    if tuple(input.shape[-len(shape):]) != shape:
        sizes = ", ".join(["*"] + [str(n) for n in shape])
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [{sizes}], "
            f"but got input of size{list(input.shape)}"
        )
    dims = tuple(range(-len(shape), 0))
    centred = input - input.mean(dims, keepdim=True)
    result = centred * ((centred * centred).mean(dims, keepdim=True) + eps).rsqrt()
    if weight is not None:
        result = result * weight
    if bias is not None:
        result = result + bias
    return torch._named(result, "NativeLayerNormBackward0")


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divides by the root of the mean square over the last dimensions, then scales."""
    dims = tuple(range(-len(normalized_shape), 0))
    if eps is None:
        eps = torch.finfo(input.dtype).eps
    result = input * ((input * input).mean(dims, keepdim=True) + eps).rsqrt()
    return result if weight is None else result * weight


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Normalises each feature (dimension 1) over the rest; updates the running statistics while training."""
    shape = [1, -1] + [1] * (input.dim() - 2)
    if training:
        dims = [0] + list(range(2, input.dim()))
        count = input.numel() // input.shape[1]
        if count == 1:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {input.shape}")
        mean = input.mean(dims)
        centred = input - mean.view(shape)
        var = (centred * centred).mean(dims)
        if running_mean is not None:
            with torch.no_grad():
                running_mean.mul_(1 - momentum).add_(mean, alpha=momentum)
                running_var.mul_(1 - momentum).add_(var, alpha=momentum * count / (count - 1))
    else:
        mean, var = running_mean, running_var
        centred = input - mean.view(shape)
    result = centred * (var + eps).rsqrt().view(shape)
    if weight is not None:
        result = result * weight.view(shape)
    if bias is not None:
        result = result + bias.view(shape)
    return torch._named(result, "NativeBatchNormBackward0")


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    """softmax(query @ key.T * scale) @ value."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = query @ key.transpose(-2, -1) * scale
    if is_causal:
        allowed = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool, device=query.device).tril()
        scores = scores.masked_fill(~allowed, float("-inf"))
    if attn_mask is not None:
        if attn_mask.dtype == torch.bool:
            scores = scores.masked_fill(~attn_mask, float("-inf"))
        else:
            scores = scores + attn_mask
    return dropout(scores.softmax(-1), dropout_p, dropout_p > 0) @ value


def pad(input, pad, mode="constant", value=None):
    """Borders of a constant around the last dimensions."""
    if mode != "constant":
        raise NotImplementedError(f"pad: the mode '{mode}' is not implemented; use 'constant'")
    value = 0 if value is None else value
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        for at_end, count in ((False, pad[2 * i]), (True, pad[2 * i + 1])):
            if count < 0:
                start = -count if not at_end else 0
                input = input.narrow(dim, start, input.shape[dim] + count)
            elif count > 0:
                size = list(input.shape)
                size[dim] = count
                border = input.new_full(size, value)
                input = torch.cat([input, border] if at_end else [border, input], dim)
    return input


# --- losses


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Mean squared difference."""
    _warn_of_sizes(input, target)
    return torch._named(_reduced((input - target).square(), reduction), "MseLossBackward0")


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Mean absolute difference."""
    _warn_of_sizes(input, target)
    return _reduced((input - target).abs(), reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared below beta, absolute above."""
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    distance = (input - target).abs()
    loss = torch.where(distance < beta, 0.5 * distance * distance / beta, distance - 0.5 * beta)
    return torch._named(_reduced(loss, reduction), "SmoothL1LossBackward0")


def huber_loss(input, target, reduction="mean", delta=1.0):
    """Squared below delta, absolute above, joined smoothly."""
    distance = (input - target).abs()
    loss = torch.where(distance < delta, 0.5 * distance * distance, delta * (distance - 0.5 * delta))
    return torch._named(_reduced(loss, reduction), "HuberLossBackward0")


def _warn_of_sizes(input, target):
    if target.shape != input.shape:
        import warnings

        warnings.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). "
            "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size."
        )


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Negative log likelihood of the target classes; the input holds log probabilities, classes in dimension 1."""
    if input.dim() == 0:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    dim = 0 if input.dim() == 1 else 1
    if input.dim() > 1 and input.shape[0] != target.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]})."
        )
    if target.dtype != torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {_type_name(target.dtype)}")
    any_ignored = torch._nn.check_targets(target, input.shape[dim], ignore_index)
    if not any_ignored and weight is None:
        picked = input.gather(dim, target.unsqueeze(dim)).squeeze(dim)
        return torch._named(_reduced(-picked, reduction), "NllLossBackward0")
    counted = target != ignore_index
    index = target.where(counted, torch.zeros_like(target))
    picked = input.gather(dim, index.unsqueeze(dim)).squeeze(dim)
    weights = counted.to(input.dtype) if weight is None else weight[index] * counted
    loss = -picked * weights
    loss = loss.sum() / weights.sum() if reduction == "mean" else _reduced(loss, reduction)
    return torch._named(loss, "NllLossBackward0")


def _type_name(dtype):
    names = {torch.float32: "Float", torch.float64: "Double", torch.float16: "Half", torch.bfloat16: "BFloat16"}
    names.update({torch.int32: "Int", torch.int16: "Short", torch.int8: "Char", torch.uint8: "Byte", torch.bool: "Bool"})
    return names.get(dtype, "Long")


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """log_softmax and nll_loss in one; the target holds class numbers, or probabilities."""
    dim = 0 if input.dim() == 1 else 1
    log_probabilities = log_softmax(input, dim)
    if target.dtype.is_floating_point and target.shape == input.shape:
        return _soft_cross_entropy(log_probabilities, target, weight, reduction, label_smoothing, dim)
    loss = nll_loss(log_probabilities, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing == 0.0:
        return loss
    classes = input.shape[dim]
    if weight is not None:
        shape = [1] * input.dim()
        shape[dim] = classes
        smooth = -(log_probabilities * weight.view(shape)).sum(dim)
    else:
        smooth = -log_probabilities.sum(dim)
    counted = target != ignore_index
    smooth = smooth.masked_fill(~counted, 0.0)
    if reduction == "mean":
        if weight is None:
            smooth = smooth.sum() / counted.sum()
        else:
            index = target.where(counted, torch.zeros_like(target))
            smooth = smooth.sum() / (weight[index] * counted).sum()
    else:
        smooth = _reduced(smooth, reduction)
    return (1 - label_smoothing) * loss + (label_smoothing / classes) * smooth


def _soft_cross_entropy(log_probabilities, target, weight, reduction, label_smoothing, dim):
    classes = log_probabilities.shape[dim]
    if label_smoothing > 0.0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = log_probabilities * target
    if weight is not None:
        shape = [1] * log_probabilities.dim()
        shape[dim] = classes
        products = products * weight.view(shape)
    loss = -products.sum(dim)
    if reduction == "mean":
        return torch._named(loss.sum() / max(loss.numel(), 1), "DivBackward1")
    return _reduced(loss, reduction)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy of probabilities."""
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. "
            "Please ensure they have the same size."
        )
    loss = -(target * input.log().clamp_min(-100.0) + (1 - target) * (1 - input).log().clamp_min(-100.0))
    if weight is not None:
        loss = loss * weight
    return torch._named(_reduced(loss, reduction), "BinaryCrossEntropyBackward0")


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """Sigmoid and binary cross entropy in one, computed safely."""
    if target.shape != input.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    if pos_weight is None:
        loss = (1 - target) * input - logsigmoid(input)
    else:
        loss = (1 - target) * input - ((pos_weight - 1) * target + 1) * logsigmoid(input)
    if weight is not None:
        loss = loss * weight
    return torch._named(_reduced(loss, reduction), "BinaryCrossEntropyWithLogitsBackward0")


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Kullback-Leibler divergence; the input holds log probabilities."""
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = torch.xlogy(target, target) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0]
    return _reduced(loss, reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction="mean"):
    """1 - cosine for target 1, the cosine above margin for target -1."""
    cosine = cosine_similarity(input1, input2)
    loss = torch.where(target == 1, 1 - cosine, (cosine - margin).clamp_min(0))
    return _reduced(loss, reduction)
