"""Convolutions and their transposes."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.lazy import _LazyMixin
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


def _sizes(value, n):
    """One number for each spatial dimension."""
    return (value,) * n if isinstance(value, (int, bool)) else tuple(value)


class _ConvNd(Module):
    """What convolutions have in common: weight (O, C / groups, ...), or (C, O / groups, ...) when transposed; bias (O)."""

    def __init__(
        self,
        n,
        in_channels,
        out_channels,
        kernel_size,
        stride,
        padding,
        dilation,
        transposed,
        output_padding,
        groups,
        bias,
        padding_mode,
        device,
        dtype,
    ):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
            if padding == "same" and any(s != 1 for s in _sizes(stride, n)):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError(
                "padding_mode must be one of {'zeros', 'reflect', 'replicate', 'circular'}, "
                f"but got padding_mode='{padding_mode}'"
            )
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = _sizes(kernel_size, n)
        self.stride = _sizes(stride, n)
        self.padding = padding if isinstance(padding, str) else _sizes(padding, n)
        self.dilation = _sizes(dilation, n)
        self.transposed = transposed
        self.output_padding = _sizes(output_padding, n)
        self.groups = groups
        self.padding_mode = padding_mode
        # The order of F.pad: both ends of the last dimension first.
        ends = []
        for d in reversed(range(n)):
            if self.padding == "same":
                total = self.dilation[d] * (self.kernel_size[d] - 1)
                ends += [total // 2, total - total // 2]
            else:
                ends += [0, 0] if self.padding == "valid" else [self.padding[d]] * 2
        self._reversed_padding_repeated_twice = ends
        channels = (in_channels, out_channels // groups) if transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(torch.empty(channels + self.kernel_size, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """Uniform in +-1/sqrt(fan_in), weight and bias both."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def _convolve(self, convolution, input):
        """Pads the input according to `padding_mode`, then convolves it."""
        if self.padding_mode == "zeros":
            padding = self.padding
        else:
            input, padding = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode), 0
        return convolution(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        n = len(self.kernel_size)
        if self.padding != (0,) * n:
            text += f", padding={self.padding}"
        if self.dilation != (1,) * n:
            text += f", dilation={self.dilation}"
        if self.output_padding != (0,) * n:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class Conv1d(_ConvNd):
    """Cross-correlation of rows: (N, C, L) to (N, O, L').

    Shapes: (N, C, L) -> (N, O, L'), L' = (L + 2 * padding - dilation * (kernel_size - 1) - 1) /
            stride + 1, rounded down
    Errors: RuntimeError where the channels are not in_channels:
            `nn.Conv1d(3, 8, 3)(torch.ones(1, 1, 8))`

    >>> nn.Conv1d(3, 8, kernel_size=3)(torch.ones(1, 3, 10)).shape
    torch.Size([1, 8, 8])
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__(
            1,
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            False,
            0,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def forward(self, input):
        return self._convolve(F.conv1d, input)


class Conv2d(_ConvNd):
    """Cross-correlation of images: (N, C, H, W) to (N, O, H', W').

    Shapes: (N, C, H, W) or (C, H, W) -> (N, O, H', W'), H' = (H + 2 * padding - dilation *
            (kernel_size - 1) - 1) / stride + 1, rounded down; weight (O, C / groups, kernel,
            kernel), bias (O)
    Errors: RuntimeError where the channels are not in_channels:
            `nn.Conv2d(3, 8, 3)(torch.ones(1, 1, 8, 8))`
            RuntimeError where the kernel is larger than the image:
            `nn.Conv2d(3, 8, 5)(torch.ones(1, 3, 4, 4))`
            ValueError where groups do not divide the channels: `nn.Conv2d(3, 8, 3, groups=2)`

    >>> nn.Conv2d(3, 8, kernel_size=3, padding=1)
    Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))
    >>> nn.Conv2d(3, 8, kernel_size=3, padding=1)(torch.ones(1, 3, 32, 32)).shape
    torch.Size([1, 8, 32, 32])
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__(
            2,
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            False,
            0,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def forward(self, input):
        return self._convolve(F.conv2d, input)


class Conv3d(_ConvNd):
    """Cross-correlation of volumes: (N, C, D, H, W) to (N, O, D', H', W').

    >>> nn.Conv3d(1, 2, kernel_size=3)(torch.ones(1, 1, 4, 4, 4)).shape
    torch.Size([1, 2, 2, 2, 2])
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__(
            3,
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            False,
            0,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def forward(self, input):
        return self._convolve(F.conv3d, input)


class _ConvTransposeNd(_ConvNd):
    """The gradient of a convolution with respect to its input, as a layer."""

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for ConvTranspose{self._dims}d')
        super().__init__(
            self._dims,
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            True,
            output_padding,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def _extra(self, input, output_size):
        """The output padding that gives `output_size`."""
        if output_size is None:
            return self.output_padding
        n = len(self.kernel_size)
        if len(output_size) > n:
            output_size = output_size[-n:]
        least = [
            (input.shape[d - n] - 1) * self.stride[d] - 2 * self.padding[d] + self.dilation[d] * (self.kernel_size[d] - 1) + 1
            for d in range(n)
        ]
        most = [least[d] + self.stride[d] - 1 for d in range(n)]
        for size, low, high in zip(output_size, least, most):
            if size < low or size > high:
                raise ValueError(
                    f"requested an output size of {output_size}, but valid sizes range from {least} to {most} "
                    f"(for an input of {input.shape[2:]})"
                )
        return [size - low for size, low in zip(output_size, least)]

    def _spread(self, convolution, input, output_size):
        extra = self._extra(input, output_size)
        return convolution(input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    """Transposed convolution of rows: (N, C, L) to (N, O, L').

    >>> nn.ConvTranspose1d(2, 1, kernel_size=2, stride=2)(torch.ones(1, 2, 5)).shape
    torch.Size([1, 1, 10])
    """

    _dims = 1

    def forward(self, input, output_size=None):
        return self._spread(F.conv_transpose1d, input, output_size)


class ConvTranspose2d(_ConvTransposeNd):
    """Transposed convolution of images: (N, C, H, W) to (N, O, H', W').

    Shapes: H' = (H - 1) * stride - 2 * padding + dilation * (kernel_size - 1) + output_padding + 1

    >>> nn.ConvTranspose2d(8, 3, kernel_size=2, stride=2)(torch.ones(1, 8, 16, 16)).shape
    torch.Size([1, 3, 32, 32])
    """

    _dims = 2

    def forward(self, input, output_size=None):
        return self._spread(F.conv_transpose2d, input, output_size)


class ConvTranspose3d(_ConvTransposeNd):
    """Transposed convolution of volumes: (N, C, D, H, W) to (N, O, D', H', W').

    >>> nn.ConvTranspose3d(2, 1, kernel_size=2, stride=2)(torch.ones(1, 2, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """

    _dims = 3

    def forward(self, input, output_size=None):
        return self._spread(F.conv_transpose3d, input, output_size)


class _LazyConvMixin(_LazyMixin):
    def __init__(self, out_channels, kernel_size, *arguments, **options):
        self._lazy_options = {"device": options.get("device"), "dtype": options.get("dtype")}
        super().__init__(0, 0, kernel_size, *arguments, **options)
        if out_channels % self.groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        self.out_channels = out_channels
        self._wait(*(name for name, p in self._parameters.items() if p is not None))

    def reset_parameters(self):
        if self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Shapes and first values, from an input (N, C, ...) or (C, ...)."""
        n = len(self.kernel_size)
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError(
                f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {type(self).__name__}, but got input of size: "
                f"{input.shape}"
            )
        self.in_channels = input.shape[-n - 1]
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        out, inner = self.out_channels, self.in_channels // self.groups
        if self.transposed:
            out, inner = self.in_channels, self.out_channels // self.groups
        if self._materialize(weight=(out, inner, *self.kernel_size), bias=(self.out_channels,)):
            self.reset_parameters()


class LazyConv1d(_LazyConvMixin, Conv1d):
    """A Conv1d whose in_channels is that of its first input.

    >>> layer = nn.LazyConv1d(2, 3)
    >>> layer(torch.randn(1, 5, 4)).shape
    torch.Size([1, 2, 2])
    >>> layer
    Conv1d(5, 2, kernel_size=(3,), stride=(1,))
    """

    cls_to_become = Conv1d


class LazyConv2d(_LazyConvMixin, Conv2d):
    """A Conv2d whose in_channels is that of its first input.

    >>> layer = nn.LazyConv2d(2, 3)
    >>> layer(torch.randn(1, 5, 4, 4)).shape
    torch.Size([1, 2, 2, 2])
    >>> layer
    Conv2d(5, 2, kernel_size=(3, 3), stride=(1, 1))
    """

    cls_to_become = Conv2d


class LazyConv3d(_LazyConvMixin, Conv3d):
    """A Conv3d whose in_channels is that of its first input.

    >>> layer = nn.LazyConv3d(2, 3)
    >>> layer(torch.randn(1, 5, 4, 4, 4)).shape
    torch.Size([1, 2, 2, 2, 2])
    >>> layer
    Conv3d(5, 2, kernel_size=(3, 3, 3), stride=(1, 1, 1))
    """

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvMixin, ConvTranspose1d):
    """A ConvTranspose1d whose in_channels is that of its first input.

    >>> layer = nn.LazyConvTranspose1d(2, 3)
    >>> layer(torch.randn(1, 5, 4)).shape
    torch.Size([1, 2, 6])
    >>> layer
    ConvTranspose1d(5, 2, kernel_size=(3,), stride=(1,))
    """

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvMixin, ConvTranspose2d):
    """A ConvTranspose2d whose in_channels is that of its first input.

    >>> layer = nn.LazyConvTranspose2d(2, 3)
    >>> layer(torch.randn(1, 5, 4, 4)).shape
    torch.Size([1, 2, 6, 6])
    >>> layer
    ConvTranspose2d(5, 2, kernel_size=(3, 3), stride=(1, 1))
    """

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvMixin, ConvTranspose3d):
    """A ConvTranspose3d whose in_channels is that of its first input.

    >>> layer = nn.LazyConvTranspose3d(2, 3)
    >>> layer(torch.randn(1, 5, 4, 4, 4)).shape
    torch.Size([1, 2, 6, 6, 6])
    >>> layer
    ConvTranspose3d(5, 2, kernel_size=(3, 3, 3), stride=(1, 1, 1))
    """

    cls_to_become = ConvTranspose3d
