"""Pooling: reduces windows of (N, C, ...)."""

from torch.nn import functional as F
from torch.nn.modules.conv import _sizes
from torch.nn.modules.module import Module


class _MaxPoolNd(Module):
    """The largest element of each window."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def _pool(self, pool, input):
        return pool(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices)

    def extra_repr(self):
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPoolNd):
    """The largest element of each window of (N, C, L).

    >>> nn.MaxPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
    tensor([[5., 4.]])
    """

    def forward(self, input):
        return self._pool(F.max_pool1d, input)


class MaxPool2d(_MaxPoolNd):
    """The largest element of each window of (N, C, H, W).

    Shapes: (N, C, H, W) or (C, H, W) -> (N, C, H', W'), H' = (H + 2 * padding - dilation *
            (kernel_size - 1) - 1) / stride + 1, rounded down; stride is kernel_size unless given
    Errors: RuntimeError where a window is larger than the image:
            `nn.MaxPool2d(3)(torch.ones(1, 1, 2, 2))`

    >>> nn.MaxPool2d(2)(torch.arange(16.).view(1, 4, 4))
    tensor([[[ 5.,  7.],
             [13., 15.]]])
    """

    def forward(self, input):
        return self._pool(F.max_pool2d, input)


class MaxPool3d(_MaxPoolNd):
    """The largest element of each window of (N, C, D, H, W).

    >>> nn.MaxPool3d(2)(torch.ones(1, 1, 4, 4, 4)).shape
    torch.Size([1, 1, 2, 2, 2])
    """

    def forward(self, input):
        return self._pool(F.max_pool3d, input)


class _MaxUnpoolNd(Module):
    """The largest elements back at their places, zeros elsewhere."""

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        n = self._dims
        self.kernel_size = _sizes(kernel_size, n)
        self.stride = _sizes(stride if stride is not None else kernel_size, n)
        self.padding = _sizes(padding, n)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """Undoes MaxPool1d, given its indices: (N, C, L), zeros between.

    >>> pool, unpool = nn.MaxPool1d(2, return_indices=True), nn.MaxUnpool1d(2)
    >>> unpool(*pool(torch.tensor([[1., 3., 4., 2.]])))
    tensor([[0., 3., 4., 0.]])
    """

    _dims = 1

    def forward(self, input, indices, output_size=None):
        return F.max_unpool1d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool2d(_MaxUnpoolNd):
    """Undoes MaxPool2d, given its indices: (N, C, H, W), zeros between.

    >>> values, places = nn.MaxPool2d(2, return_indices=True)(torch.arange(4.).view(1, 1, 2, 2))
    >>> nn.MaxUnpool2d(2)(values, places)
    tensor([[[[0., 0.],
              [0., 3.]]]])
    """

    _dims = 2

    def forward(self, input, indices, output_size=None):
        return F.max_unpool2d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool3d(_MaxUnpoolNd):
    """Undoes MaxPool3d, given its indices: (N, C, D, H, W), zeros between.

    >>> pool, unpool = nn.MaxPool3d(2, return_indices=True), nn.MaxUnpool3d(2)
    >>> unpool(*pool(torch.arange(8.).reshape(1, 2, 2, 2))).flatten()
    tensor([0., 0., 0., 0., 0., 0., 0., 7.])
    """

    _dims = 3

    def forward(self, input, indices, output_size=None):
        return F.max_unpool3d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class AvgPool1d(Module):
    """The mean of each window of (N, C, L).

    >>> nn.AvgPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
    tensor([[3., 3.]])
    """

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size = _sizes(kernel_size, 1)
        self.stride = _sizes(stride if stride is not None else kernel_size, 1)
        self.padding = _sizes(padding, 1)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _AvgPoolNd(Module):
    """The mean of each window, over as many elements as `divisor_override` says."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def _pool(self, pool, input):
        return pool(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(_AvgPoolNd):
    """The mean of each window of (N, C, H, W).

    Shapes: (N, C, H, W) or (C, H, W) -> (N, C, H', W'), H' = (H + 2 * padding - kernel_size) /
            stride + 1, rounded down; stride is kernel_size unless given
    Errors: RuntimeError where a window is larger than the image:
            `nn.AvgPool2d(3)(torch.ones(1, 1, 2, 2))`

    >>> nn.AvgPool2d(2)(torch.arange(16.).view(1, 4, 4))
    tensor([[[ 2.5000,  4.5000],
             [10.5000, 12.5000]]])
    """

    def forward(self, input):
        return self._pool(F.avg_pool2d, input)


class AvgPool3d(_AvgPoolNd):
    """The mean of each window of (N, C, D, H, W).

    >>> nn.AvgPool3d(2)(torch.ones(1, 1, 4, 4, 4)).shape
    torch.Size([1, 1, 2, 2, 2])
    """

    def forward(self, input):
        return self._pool(F.avg_pool3d, input)


class _LPPoolNd(Module):
    """The p-norm of each window."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def extra_repr(self):
        return f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, ceil_mode={self.ceil_mode}"


class LPPool1d(_LPPoolNd):
    """The p-norm of each window of (N, C, L).

    >>> nn.LPPool1d(2, 2)(torch.tensor([[3., 4., 6., 8.]]))
    tensor([[ 5., 10.]])
    """

    def forward(self, input):
        return F.lp_pool1d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool2d(_LPPoolNd):
    """The p-norm of each window of (N, C, H, W).

    >>> nn.LPPool2d(2, 2)(torch.full((1, 2, 2), 2.))
    tensor([[[4.]]])
    """

    def forward(self, input):
        return F.lp_pool2d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool3d(_LPPoolNd):
    """The p-norm of each window of (N, C, D, H, W).

    >>> nn.LPPool3d(1, 2)(torch.ones(1, 2, 2, 2))
    tensor([[[[8.]]]])
    """

    def forward(self, input):
        return F.lp_pool3d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class _AdaptivePoolNd(Module):
    """As many windows as output_size says, over all of the input."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptivePoolNd):
    """The mean of each of output_size windows over (N, C, L).

    >>> nn.AdaptiveAvgPool1d(1)(torch.tensor([[1., 5., 3.]]))
    tensor([[3.]])
    """

    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptivePoolNd):
    """The mean of each of output_size windows over (N, C, H, W).

    Shapes: (N, C, H, W) -> (N, C, output_size, output_size)

    >>> nn.AdaptiveAvgPool2d(1)(torch.ones(2, 8, 7, 7)).shape
    torch.Size([2, 8, 1, 1])
    """

    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptivePoolNd):
    """The mean of each of output_size windows over (N, C, D, H, W).

    >>> nn.AdaptiveAvgPool3d(1)(torch.arange(8.).reshape(1, 2, 2, 2))
    tensor([[[[3.5000]]]])
    """

    def forward(self, input):
        return F.adaptive_avg_pool3d(input, self.output_size)


class AdaptiveMaxPool1d(_AdaptivePoolNd):
    """The largest element of each of output_size windows over (N, C, L).

    >>> nn.AdaptiveMaxPool1d(2)(torch.tensor([[1., 5., 3., 2.]]))
    tensor([[5., 3.]])
    """

    def __init__(self, output_size, return_indices=False):
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input):
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_AdaptivePoolNd):
    """The largest element of each of output_size windows over (N, C, H, W).

    Shapes: (N, C, H, W) -> (N, C, output_size, output_size)

    >>> nn.AdaptiveMaxPool2d(1)(torch.ones(2, 8, 7, 7)).shape
    torch.Size([2, 8, 1, 1])
    """

    def __init__(self, output_size, return_indices=False):
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input):
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(_AdaptivePoolNd):
    """The largest element of each of output_size windows over (N, C, D, H, W).

    >>> nn.AdaptiveMaxPool3d(1)(torch.arange(8.).reshape(1, 2, 2, 2))
    tensor([[[[7.]]]])
    """

    def __init__(self, output_size, return_indices=False):
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input):
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _FractionalMaxPoolNd(Module):
    """Maxima of windows at random steps (Graham, 2014)."""

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__()
        n = self._n
        self.kernel_size = kernel_size if isinstance(kernel_size, tuple) else (kernel_size,) * n
        self.output_size = output_size if output_size is None or isinstance(output_size, tuple) else (output_size,) * n
        self.output_ratio = output_ratio if output_ratio is None or isinstance(output_ratio, tuple) else (output_ratio,) * n
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        if output_size is None and output_ratio is None:
            raise ValueError(f"{type(self).__name__} requires specifying either an output size, or a pooling ratio")
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if self.output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input):
        pool = F.fractional_max_pool2d if self._n == 2 else F.fractional_max_pool3d
        return pool(input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices, self._random_samples)


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """fractional_max_pool2d as a layer: (N, C, H, W).

    >>> nn.FractionalMaxPool2d(2, output_size=2)(torch.arange(16.).reshape(1, 4, 4)).shape
    torch.Size([1, 2, 2])
    """

    _n = 2


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """fractional_max_pool3d as a layer: (N, C, D, H, W).

    >>> nn.FractionalMaxPool3d(2, output_size=2)(torch.arange(64.).reshape(1, 4, 4, 4)).shape
    torch.Size([1, 2, 2, 2])
    """

    _n = 3
