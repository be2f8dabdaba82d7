"""Normalization of each image's channels."""

from torch.nn import functional as F
from torch.nn.modules.batchnorm import _LazyNormMixin, _NormBase


class _InstanceNorm(_NormBase):
    """Normalises each channel of each sample."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input):
        n = self._dims
        if input.dim() not in (n + 1, n + 2):
            raise ValueError(f"expected {n + 1}D or {n + 2}D input (got {input.dim()}D input)")
        alone = input.dim() == n + 1
        batch = input.unsqueeze(0) if alone else input
        if self.affine and batch.shape[1] != self.num_features:
            raise ValueError(
                f"expected input's size at dim={input.dim() - n - 1} to match num_features ({self.num_features}), "
                f"but got: {batch.shape[1]}."
            )
        result = F.instance_norm(
            batch,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum,
            self.eps,
        )
        return result.squeeze(0) if alone else result


class InstanceNorm1d(_InstanceNorm):
    """Normalises each channel of each sample of (N, C, L).

    >>> nn.InstanceNorm1d(1)(torch.tensor([[[1., 3.]]]))
    tensor([[[-1.0000,  1.0000]]])
    """

    _dims = 1


class InstanceNorm2d(_InstanceNorm):
    """Normalises each channel of each image of (N, C, H, W).

    >>> nn.InstanceNorm2d(3)(torch.ones(2, 3, 8, 8)).shape
    torch.Size([2, 3, 8, 8])
    """

    _dims = 2


class InstanceNorm3d(_InstanceNorm):
    """Normalises each channel of each volume of (N, C, D, H, W).

    >>> nn.InstanceNorm3d(1)(torch.arange(4.).reshape(1, 1, 1, 2, 2))
    tensor([[[[[-1.3416, -0.4472],
               [ 0.4472,  1.3416]]]]])
    """

    _dims = 3


class LazyInstanceNorm1d(_LazyNormMixin, InstanceNorm1d):
    """An InstanceNorm1d whose num_features is that of its first input.

    >>> layer = nn.LazyInstanceNorm1d()
    >>> layer(torch.randn(2, 3, 4)).shape
    torch.Size([2, 3, 4])
    >>> layer
    InstanceNorm1d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    """

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNormMixin, InstanceNorm2d):
    """An InstanceNorm2d whose num_features is that of its first input.

    >>> layer = nn.LazyInstanceNorm2d()
    >>> layer(torch.randn(2, 3, 4, 4)).shape
    torch.Size([2, 3, 4, 4])
    >>> layer
    InstanceNorm2d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    """

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNormMixin, InstanceNorm3d):
    """An InstanceNorm3d whose num_features is that of its first input.

    >>> layer = nn.LazyInstanceNorm3d()
    >>> layer(torch.randn(2, 3, 4, 4, 4)).shape
    torch.Size([2, 3, 4, 4, 4])
    >>> layer
    InstanceNorm3d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    """

    cls_to_become = InstanceNorm3d
