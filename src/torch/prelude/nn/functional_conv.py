"""Convolution and pooling as functions."""

from torch._nn import conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d, conv_transpose3d, fold, unfold
from torch._nn import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d, avg_pool1d, avg_pool2d, avg_pool3d


def _max(pool, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    values, indices = pool(input, kernel_size, stride, padding, dilation, ceil_mode)
    return (values, indices) if return_indices else values


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of (N, C, L)."""
    return _max(torch._nn.max_pool1d, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of (N, C, H, W)."""
    return _max(torch._nn.max_pool2d, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of (N, C, D, H, W)."""
    return _max(torch._nn.max_pool3d, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest elements, and their places."""
    return max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest elements, and their places."""
    return max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest elements, and their places."""
    return max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest element of each of output_size windows over (N, C, L)."""
    values, indices = torch._nn.adaptive_max_pool1d(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest element of each of output_size windows over (N, C, H, W)."""
    values, indices = torch._nn.adaptive_max_pool2d(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The largest element of each of output_size windows over (N, C, D, H, W)."""
    values, indices = torch._nn.adaptive_max_pool3d(input, output_size)
    return (values, indices) if return_indices else values


def _tuple(value, n):
    return (value,) * n if isinstance(value, int) else tuple(value)


def _max_unpool(input, indices, kernel_size, stride, padding, output_size, n):
    kernel, padding = _tuple(kernel_size, n), _tuple(padding, n)
    stride = kernel if stride is None else _tuple(stride, n)
    sizes = [(s - 1) * step - 2 * pad + k for s, step, pad, k in zip(input.shape[-n:], stride, padding, kernel)]
    if output_size is not None:
        output_size = list(output_size)
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
        sizes = output_size
    front = tuple(input.shape[:-n])
    volume = 1
    for size in sizes:
        volume *= size
    flat = input.new_zeros(front + (volume,)).scatter(-1, indices.reshape(front + (-1,)), input.reshape(front + (-1,)))
    return flat.reshape(front + tuple(sizes))


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The largest elements back at their places, zeros elsewhere."""
    return _max_unpool(input, indices, kernel_size, stride, padding, output_size, 1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The largest elements back at their places, zeros elsewhere."""
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
    """The p-norm of each window of (N, C, L)."""
    return _lp_pool(avg_pool1d, input, norm_type, kernel_size, stride, ceil_mode, 1)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of (N, C, H, W)."""
    return _lp_pool(avg_pool2d, input, norm_type, kernel_size, stride, ceil_mode, 2)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The p-norm of each window of (N, C, D, H, W)."""
    return _lp_pool(avg_pool3d, input, norm_type, kernel_size, stride, ceil_mode, 3)
