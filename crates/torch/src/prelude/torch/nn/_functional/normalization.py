"""Normalization as functions."""

import math

import torch
from torch._nn import avg_pool2d, avg_pool3d
from torch._tensorcell.checks import _not_implemented, _only_tensors
from torch.nn._functional.padding import pad

__name__ = "torch.nn.functional"


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
        _only_tensors("layer_norm", input=input)
    if isinstance(normalized_shape, int):
        raise TypeError("layer_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not int")
    return _layer_norm(input, normalized_shape, weight, bias, eps)[0]


def _layer_norm(input, normalized_shape, weight, bias, eps):
    """The result, and the means and variances of the rows."""
    length = _normalized_length(input, normalized_shape, weight, bias, ", ")
    if not input.is_floating_point():
        _not_implemented("LayerNormKernelImpl", input.dtype)
    result, mean, variance = torch._nn.standardize(input, weight, bias, False, 1, length, length, eps, False)
    return torch._named(result, "NativeLayerNormBackward0"), mean, variance


def _normalized_length(input, normalized_shape, weight, bias, separator):
    """Returns the number of elements in the normalized dimensions."""
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
        f"Given normalized_shape={list(shape)}, expected input with shape [{sizes}], but got input of size{list(input.shape)}"
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
        _not_implemented("rms_norm", input.dtype)
    if eps is None:
        # Half types are computed in float32.
        eps = torch.finfo(torch.float64 if input.dtype == torch.float64 else torch.float32).eps
    if weight is not None and weight.dtype != input.dtype and input.dtype not in (torch.float16, torch.bfloat16):
        return (rms_norm(input, normalized_shape, None, eps) * weight).to(input.dtype)
    result = torch._nn.standardize(input, weight, None, False, 1, length, length, eps, True)[0]
    return torch._named(torch._in_format(result, input), "MulBackward0")


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
        _not_implemented("GroupNormKernelImpl", input.dtype)
    if input.numel() == 0:
        shape = [1, channels] + [1] * (input.dim() - 2)
        parameters = [None if x is None else x.view(shape) for x in (weight, bias)]
        return torch._named(_affine(input.clone(), *parameters), "NativeGroupNormBackward0", input)
    each = channels // num_groups
    length = input.numel() // (input.shape[0] * num_groups)
    result = torch._nn.standardize(input, weight, bias, False, num_groups, each, length, eps, False)[0]
    return torch._named(torch._in_format(result, input), "NativeGroupNormBackward0")


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
        _not_implemented("batch_norm", input.dtype)
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
        result = torch._in_format(result, input)
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
        _not_implemented("batch_norm", input.dtype)
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
