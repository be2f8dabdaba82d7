"""Pooling as functions."""

import math

import torch
from torch._nn import avg_pool1d, avg_pool2d, avg_pool3d
from torch._tensorcell.checks import _only_floats, _scalar_name
from torch.nn._functional.activation import relu

__name__ = "torch.nn.functional"


def _max(pool, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    values, indices = pool(input, kernel_size, stride, padding, dilation, ceil_mode)
    return (values, indices) if return_indices else values


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of (N, C, L).

    Shapes: (N, C, L) -> (N, C, L'), L' = (L + 2 * padding - dilation * (kernel_size - 1) - 1) /
            stride + 1, rounded down

    >>> F.max_pool1d(torch.tensor([[1., 5., 2., 4.]]), 2)
    tensor([[5., 4.]])
    """
    pool = torch._nn.max_pool1d_with_indices if return_indices else torch._nn.max_pool1d
    return _max(pool, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of (N, C, H, W).

    Shapes: (N, C, H, W) -> (N, C, H', W'), H' = (H + 2 * padding - dilation * (kernel_size - 1) -
            1) / stride + 1, rounded down
    Errors: RuntimeError where a window is larger than the image:
            `F.max_pool2d(torch.ones(1, 1, 2, 2), 3)`
            RuntimeError for padding of more than half a window:
            `F.max_pool2d(torch.ones(1, 1, 4, 4), 2, padding=2)`

    >>> F.max_pool2d(torch.arange(16.).view(1, 4, 4), 2)
    tensor([[[ 5.,  7.],
             [13., 15.]]])
    """
    return _max(torch._nn.max_pool2d, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of (N, C, D, H, W).

    >>> F.max_pool3d(torch.ones(1, 1, 4, 4, 4), 2).shape
    torch.Size([1, 1, 2, 2, 2])
    """
    return _max(torch._nn.max_pool3d, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest elements, and their places.

    >>> F.max_pool1d_with_indices(torch.tensor([[1., 3., 2., 0.]]), 2)
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    return max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest elements, and their places."""
    return max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest elements, and their places."""
    return max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest element of each of output_size windows over (N, C, L).

    >>> F.adaptive_max_pool1d(torch.tensor([[1., 5., 3., 2.]]), 2)
    tensor([[5., 3.]])
    """
    values, indices = torch._nn.adaptive_max_pool1d(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest element of each of output_size windows over (N, C, H, W).

    >>> F.adaptive_max_pool2d(torch.arange(16.).view(1, 4, 4), 1)
    tensor([[[15.]]])
    """
    values, indices = torch._nn.adaptive_max_pool2d(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The largest element of each of output_size windows over (N, C, D, H, W).

    >>> F.adaptive_max_pool3d(torch.arange(8.).reshape(1, 2, 2, 2), 1)
    tensor([[[[7.]]]])
    """
    values, indices = torch._nn.adaptive_max_pool3d(input, output_size)
    return (values, indices) if return_indices else values


def _tuple(value, n):
    return (value,) * n if isinstance(value, int) else tuple(value)


def _max_unpool(input, indices, kernel_size, stride, padding, output_size, n):
    kernel, padding = _tuple(kernel_size, n), _tuple(padding, n)
    stride = kernel if stride is None else _tuple(stride, n)
    sizes = [(s - 1) * step - 2 * pad + k for s, step, pad, k in zip(input.shape[-n:], stride, padding, kernel)]
    if output_size is not None:
        if len(output_size) == n + 2:
            output_size = output_size[2:]
        if len(output_size) != n:
            raise ValueError(
                f"output_size should be a sequence containing {n} or {n + 2} elements, but it has a length of '{len(output_size)}'"
            )
        for d in range(n):
            low, high = sizes[d] - stride[d], sizes[d] + stride[d]
            if not low < output_size[d] < high:
                raise ValueError(f'invalid output_size "{output_size}" (dim {d} must be between {low} and {high})')
        sizes = list(output_size)
    if n == 1:
        return _unpooled(input.unsqueeze(-1), indices.unsqueeze(-1), [sizes[0], 1], 2).squeeze(-1)
    return _unpooled(input, indices, sizes, n)


def _unpooled(input, indices, sizes, n):
    """Zeros of `sizes`, but for the input's elements at their indices."""
    if indices.dtype != torch.int64:
        found = f" but got: {_scalar_name(indices.dtype)}" if n == 2 else ""
        raise RuntimeError(f"elements in indices should be type int64{found}")
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError(
            f"Input to max_unpooling{n}d should be a {n + 1}d or {n + 2}d Tensor, but got a tensor with {input.dim()} dimensions."
        )
    if indices.shape != input.shape:
        raise RuntimeError(
            f"Expected shape of indices to be same as that of the input tensor ({list(input.shape)}) but got indices "
            f"tensor with shape: {list(indices.shape)}"
        )
    for dim in range(1, input.dim()):
        if input.shape[dim] == 0:
            raise RuntimeError(
                f"max_unpooling{n}d_forward_out_cpu(): Expected input to have non-zero size for non-batch dimensions, but "
                f"got {list(input.shape)} with dimension {dim} being empty."
            )
    _only_floats(f"max_unpool{n}d", input)
    front, volume = list(input.shape[:-n]), math.prod(sizes)
    if torch._within(indices, 0, volume - 1) is False:
        all = torch._whole(indices)
        wrong = all[(all < 0) | (all >= volume)]
        of = "x".join(str(size) for size in sizes)
        raise RuntimeError(f"Found an invalid max index: {wrong[0].item()} (output volumes are of size {of})")
    flat = input.new_zeros(front + [volume]).scatter(-1, indices.flatten(-n), input.flatten(-n))
    result = flat.reshape(front + sizes)
    return torch._named(torch._in_format(result, input) if n == 2 else result, f"MaxUnpool{n}DBackward0", input)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The largest elements back at their places, zeros elsewhere.

    >>> F.max_unpool1d(torch.tensor([[3., 2.]]), torch.tensor([[1, 2]]), 2)
    tensor([[0., 3., 2., 0.]])
    """
    return _max_unpool(input, indices, kernel_size, stride, padding, output_size, 1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The largest elements back at their places, zeros elsewhere.

    >>> values, places = F.max_pool2d(torch.arange(4.).view(1, 1, 2, 2), 2, return_indices=True)
    >>> F.max_unpool2d(values, places, 2)
    tensor([[[[0., 0.],
              [0., 3.]]]])
    """
    return _max_unpool(input, indices, kernel_size, stride, padding, output_size, 2)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The largest elements back at their places, zeros elsewhere."""
    return _max_unpool(input, indices, kernel_size, stride, padding, output_size, 3)


def _lp_pool(pool, input, norm_type, kernel_size, stride, ceil_mode, n):
    count = 1
    for k in _tuple(kernel_size, n):
        count *= k
    mean = pool(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (torch.sign(mean) * relu(torch.abs(mean))).mul(count).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of (N, C, L).

    >>> F.lp_pool1d(torch.tensor([[3., 4., 6., 8.]]), 2, 2)
    tensor([[ 5., 10.]])
    """
    return _lp_pool(avg_pool1d, input, norm_type, kernel_size, stride, ceil_mode, 1)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of (N, C, H, W).

    >>> F.lp_pool2d(torch.tensor([[[[1., 2.], [2., 4.]]]]), 2, 2)
    tensor([[[[5.]]]])
    """
    return _lp_pool(avg_pool2d, input, norm_type, kernel_size, stride, ceil_mode, 2)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of (N, C, D, H, W)."""
    return _lp_pool(avg_pool3d, input, norm_type, kernel_size, stride, ceil_mode, 3)


def adaptive_max_pool1d_with_indices(input, output_size, return_indices=False):
    """The largest elements, and their places."""
    return adaptive_max_pool1d(input, output_size, True)


def adaptive_max_pool2d_with_indices(input, output_size, return_indices=False):
    """The largest elements, and their places."""
    return adaptive_max_pool2d(input, output_size, True)


def adaptive_max_pool3d_with_indices(input, output_size, return_indices=False):
    """The largest elements, and their places."""
    return adaptive_max_pool3d(input, output_size, True)


def _fractional_max_pool(n, input, kernel_size, output_size, output_ratio, return_indices, samples):
    name = f"fractional_max_pool{n}d"
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    sizes = input.shape[-n:]
    kernel = [kernel_size] * n if isinstance(kernel_size, int) else list(kernel_size)
    if output_size is None:
        ratio = [output_ratio] * n if isinstance(output_ratio, float) else list(output_ratio)
        output_size = [int(size * r) for size, r in zip(sizes, ratio)]
    out = [output_size] * n if isinstance(output_size, int) else list(output_size)
    batched = input.dim() == n + 2
    x = input if batched else input.unsqueeze(0)
    if samples is None:
        samples = torch.rand(x.shape[0], x.shape[1], n, dtype=x.dtype, device=x.device)
    # Graham (2014): windows of one size that begin at multiples of alpha, rounded down from a random phase.
    flat = torch.zeros(*x.shape[:2], *[1] * (2 * n), dtype=torch.long, device=x.device)
    for d in range(n):
        if kernel[d] + out[d] - 1 > sizes[d]:
            raise RuntimeError(f"{name}(): pool size {kernel[d]} too large relative to input size {sizes[d]}")
        # With two dimensions the samples are read from the last one on.
        phase = samples[:, :, n - 1 - d if n == 2 else d].unsqueeze(-1)
        alpha = (sizes[d] - kernel[d]) / (out[d] - 1) if out[d] > 1 else 0.0
        start = ((torch.arange(out[d], device=x.device) + phase) * alpha).long() - (phase * alpha).long()
        start[..., -1] = sizes[d] - kernel[d]
        index = start.unsqueeze(-1) + torch.arange(kernel[d], device=x.device)
        shape = list(x.shape[:2]) + [1] * (2 * n)
        shape[2 + d], shape[2 + n + d] = out[d], kernel[d]
        flat = flat * sizes[d] + index.view(shape)
    flat = flat.flatten(2 + n)
    values, chosen = x.flatten(2).gather(2, flat.flatten(2)).view(flat.shape).max(-1)
    indices = flat.gather(-1, chosen.unsqueeze(-1)).squeeze(-1)
    if not batched:
        values, indices = values.squeeze(0), indices.squeeze(0)
    values = torch._named(values, f"FractionalMaxPool{n}DBackward0", input)
    return (values, indices) if return_indices else values


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """The largest elements of windows at random steps over (N, C, H, W)."""
    return _fractional_max_pool(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """The largest elements of windows at random steps over (N, C, D, H, W)."""
    return _fractional_max_pool(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool2d_with_indices(
    input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
):
    """The largest elements, and their places."""
    return _fractional_max_pool(2, input, kernel_size, output_size, output_ratio, True, _random_samples)


def fractional_max_pool3d_with_indices(
    input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
):
    """The largest elements, and their places."""
    return _fractional_max_pool(3, input, kernel_size, output_size, output_ratio, True, _random_samples)
