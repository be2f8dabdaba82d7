"""Images with a border."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class _PadNd(Module):
    """Borders around the last dimensions: (left, right) of the last one first, or one number for all."""

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * (2 * self._dims) if isinstance(padding, int) else tuple(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return f"{self.padding}"


class _ConstantPadNd(_PadNd):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class _ZeroPadNd(_ConstantPadNd):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ConstantPad1d(_ConstantPadNd):
    """Borders of one value around (*, L).

    >>> nn.ConstantPad1d(1, 9.)(torch.tensor([[1., 2.]]))
    tensor([[9., 1., 2., 9.]])
    """

    _dims = 1


class ConstantPad2d(_ConstantPadNd):
    """Borders of one value around (*, H, W).

    >>> nn.ConstantPad2d(1, 9.)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    _dims = 2


class ConstantPad3d(_ConstantPadNd):
    """Borders of one value around (*, D, H, W).

    >>> nn.ConstantPad3d((1, 0, 0, 0, 0, 0), 7)(torch.zeros(1, 1, 2, 2))
    tensor([[[[7., 0., 0.],
              [7., 0., 0.]]]])
    """

    _dims = 3


class ZeroPad1d(_ZeroPadNd):
    """Borders of zeros around (*, L).

    >>> nn.ZeroPad1d(1)(torch.tensor([[1., 2.]]))
    tensor([[0., 1., 2., 0.]])
    """

    _dims = 1


class ZeroPad2d(_ZeroPadNd):
    """Borders of zeros around (*, H, W).

    >>> nn.ZeroPad2d(1)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    _dims = 2


class ZeroPad3d(_ZeroPadNd):
    """Borders of zeros around (*, D, H, W).

    >>> nn.ZeroPad3d((1, 0, 0, 0, 0, 0))(torch.ones(1, 1, 2, 2))
    tensor([[[[0., 1., 1.],
              [0., 1., 1.]]]])
    """

    _dims = 3


class ReflectionPad1d(_PadNd):
    """Borders that mirror (*, L).

    >>> nn.ReflectionPad1d(2)(torch.tensor([[1., 2., 3.]]))
    tensor([[3., 2., 1., 2., 3., 2., 1.]])
    """

    _dims = 1
    _mode = "reflect"


class ReflectionPad2d(_PadNd):
    """Borders that mirror (*, H, W).

    >>> nn.ReflectionPad2d(1)(torch.arange(4.).view(1, 2, 2))
    tensor([[[3., 2., 3., 2.],
             [1., 0., 1., 0.],
             [3., 2., 3., 2.],
             [1., 0., 1., 0.]]])
    """

    _dims = 2
    _mode = "reflect"


class ReflectionPad3d(_PadNd):
    """Borders that mirror (*, D, H, W).

    >>> nn.ReflectionPad3d((1, 0, 0, 0, 0, 0))(torch.arange(4.).reshape(1, 1, 2, 2))
    tensor([[[[1., 0., 1.],
              [3., 2., 3.]]]])
    """

    _dims = 3
    _mode = "reflect"


class ReplicationPad1d(_PadNd):
    """Borders that repeat the edges of (*, L).

    >>> nn.ReplicationPad1d(2)(torch.tensor([[1., 2., 3.]]))
    tensor([[1., 1., 1., 2., 3., 3., 3.]])
    """

    _dims = 1
    _mode = "replicate"


class ReplicationPad2d(_PadNd):
    """Borders that repeat the edges of (*, H, W).

    >>> nn.ReplicationPad2d(1)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    _dims = 2
    _mode = "replicate"


class ReplicationPad3d(_PadNd):
    """Borders that repeat the edges of (*, D, H, W).

    >>> nn.ReplicationPad3d((1, 0, 0, 0, 0, 0))(torch.arange(4.).reshape(1, 1, 2, 2))
    tensor([[[[0., 0., 1.],
              [2., 2., 3.]]]])
    """

    _dims = 3
    _mode = "replicate"


class CircularPad1d(_PadNd):
    """Borders taken from the other side of (*, L).

    >>> nn.CircularPad1d(2)(torch.tensor([[1., 2., 3.]]))
    tensor([[2., 3., 1., 2., 3., 1., 2.]])
    """

    _dims = 1
    _mode = "circular"


class CircularPad2d(_PadNd):
    """Borders taken from the other side of (*, H, W).

    >>> nn.CircularPad2d(1)(torch.arange(4.).reshape(1, 2, 2))
    tensor([[[3., 2., 3., 2.],
             [1., 0., 1., 0.],
             [3., 2., 3., 2.],
             [1., 0., 1., 0.]]])
    """

    _dims = 2
    _mode = "circular"


class CircularPad3d(_PadNd):
    """Borders taken from the other side of (*, D, H, W).

    >>> nn.CircularPad3d((1, 0, 0, 0, 0, 0))(torch.arange(4.).reshape(1, 1, 2, 2))
    tensor([[[[1., 0., 1.],
              [3., 2., 3.]]]])
    """

    _dims = 3
    _mode = "circular"
