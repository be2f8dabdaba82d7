"""Normalization over a batch."""

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules._functions import _SumOverRanks
from torch.nn.modules.lazy import _LazyMixin
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _NormBase(Module):
    """Weight, bias and running statistics of `num_features` channels."""

    _version = 2

    def __init__(self, num_features, eps, momentum, affine, track_running_stats, device, dtype):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        like = {"device": device, "dtype": dtype}
        self.register_parameter("weight", Parameter(torch.ones(num_features, **like)) if affine else None)
        self.register_parameter("bias", Parameter(torch.zeros(num_features, **like)) if affine else None)
        tracks = track_running_stats
        self.register_buffer("running_mean", torch.zeros(num_features, **like) if tracks else None)
        self.register_buffer("running_var", torch.ones(num_features, **like) if tracks else None)
        count = torch.tensor(0, dtype=torch.long, device=device) if tracks else None
        self.register_buffer("num_batches_tracked", count)

    def reset_running_stats(self):
        """Mean 0, variance 1, nothing counted."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        """Weight 1, bias 0, statistics forgotten."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *others):
        # Version 1 had no batch counter.
        if local_metadata.get("version", 1) < 2 and self.track_running_stats:
            state_dict.setdefault(prefix + "num_batches_tracked", self.num_batches_tracked)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *others)

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"track_running_stats={self.track_running_stats}"
        )


class _BatchNorm(_NormBase):
    """Normalises each channel over the batch; in evaluation, by the running mean and variance."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input):
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        training = self.training or (self.running_mean is None and self.running_var is None)
        tracked = not self.training or self.track_running_stats
        mean = self.running_mean if tracked else None
        var = self.running_var if tracked else None
        return self._normalized(input, mean, var, training, momentum)

    def _normalized(self, input, mean, var, training, momentum):
        return F.batch_norm(input, mean, var, self.weight, self.bias, training, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    """Normalises each feature of (N, C) or (N, C, L) over the batch; in evaluation, by the running statistics.

    Shapes: (N, C) or (N, C, L), and so the result
    Errors: ValueError of one value for each feature, while training:
            `nn.BatchNorm1d(3)(torch.ones(1, 3))`

    >>> nn.BatchNorm1d(1)(torch.tensor([[1.], [3.]]))
    tensor([[-1.0000],
            [ 1.0000]], grad_fn=<NativeBatchNormBackward0>)
    """

    def _check_input_dim(self, input):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class BatchNorm2d(_BatchNorm):
    """Normalises each channel of images (N, C, H, W) over the batch.

    Shapes: (N, C, H, W), and so the result
    Errors: ValueError for other than four dimensions: `nn.BatchNorm2d(3)(torch.ones(1, 3))`

    >>> nn.BatchNorm2d(3)(torch.ones(2, 3, 8, 8)).shape
    torch.Size([2, 3, 8, 8])
    """

    def _check_input_dim(self, input):
        if input.dim() != 4:
            raise ValueError(f"expected 4D input (got {input.dim()}D input)")


class BatchNorm3d(_BatchNorm):
    """Normalises each channel of volumes (N, C, D, H, W) over the batch.

    >>> nn.BatchNorm3d(3)(torch.ones(2, 3, 4, 4, 4)).shape
    torch.Size([2, 3, 4, 4, 4])
    """

    def _check_input_dim(self, input):
        if input.dim() != 5:
            raise ValueError(f"expected 5D input (got {input.dim()}D input)")


class SyncBatchNorm(_BatchNorm):
    """Batch norm over the batches of all ranks; in one process, and in evaluation, as BatchNorm.

    Shapes: (N, C, ...), and so the result
    Errors: ValueError for fewer than two dimensions: `nn.SyncBatchNorm(3)(torch.ones(3))`

    >>> nn.SyncBatchNorm(3)
    SyncBatchNorm(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    """

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        process_group=None,
        device=None,
        dtype=None,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    def _normalized(self, input, mean, var, training, momentum):
        dist, group = torch.distributed, self.process_group
        if not training or not dist.is_initialized() or dist.get_world_size(group) == 1:
            return super()._normalized(input, mean, var, training, momentum)
        x = input if input.dtype == torch.float64 else input.float()
        dims = [d for d in range(x.dim()) if d != 1]
        shape = [-1 if d == 1 else 1 for d in range(x.dim())]
        share = torch.cat([x.sum(dims), x.new_tensor([x.numel() // x.size(1)])])
        total, count = _SumOverRanks.apply(share, group).split([x.size(1), 1])
        center = total / count
        away = x - center.view(shape)
        variance = _SumOverRanks.apply((away * away).sum(dims), group) / count
        if mean is not None:
            with torch.no_grad():
                mean.lerp_(center.to(mean.dtype), momentum)
                var.lerp_((variance * (count / (count - 1))).to(var.dtype), momentum)
        y = away * torch.rsqrt(variance + self.eps).view(shape)
        if self.weight is not None:
            y = y * self.weight.view(shape) + self.bias.view(shape)
        return y.to(input.dtype)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """The module with each BatchNorm in it made one of these, with its parameters and statistics."""
        made = module
        if isinstance(module, _BatchNorm):
            tracks = module.track_running_stats
            made = cls(module.num_features, module.eps, module.momentum, module.affine, tracks, process_group)
            for name, parameter in module._parameters.items():
                made.register_parameter(name, parameter)
            for name, buffer in module._buffers.items():
                made.register_buffer(name, buffer)
            made.train(module.training)
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made


class _LazyNormMixin(_LazyMixin):
    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        self._lazy_options = {"device": device, "dtype": dtype}
        super().__init__(0, eps, momentum, affine, track_running_stats, device=device, dtype=dtype)
        held = {**self._parameters, **self._buffers}
        held.pop("num_batches_tracked", None)
        self._wait(*(name for name, value in held.items() if value is not None))

    def initialize_parameters(self, input):
        """Shapes and first values, from an input (N, C, ...)."""
        self.num_features = input.shape[1]
        shape = (self.num_features,)
        if self._materialize(weight=shape, bias=shape, running_mean=shape, running_var=shape):
            self.reset_parameters()


class LazyBatchNorm1d(_LazyNormMixin, BatchNorm1d):
    """A BatchNorm1d whose num_features is that of its first input.

    >>> layer = nn.LazyBatchNorm1d()
    >>> layer(torch.randn(2, 3, 4)).shape
    torch.Size([2, 3, 4])
    >>> layer
    BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNormMixin, BatchNorm2d):
    """A BatchNorm2d whose num_features is that of its first input.

    >>> layer = nn.LazyBatchNorm2d()
    >>> layer(torch.randn(2, 3, 4, 4)).shape
    torch.Size([2, 3, 4, 4])
    >>> layer
    BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNormMixin, BatchNorm3d):
    """A BatchNorm3d whose num_features is that of its first input.

    >>> layer = nn.LazyBatchNorm3d()
    >>> layer(torch.randn(2, 3, 4, 4, 4)).shape
    torch.Size([2, 3, 4, 4, 4])
    >>> layer
    BatchNorm3d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    """

    cls_to_become = BatchNorm3d
