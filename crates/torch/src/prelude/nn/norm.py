"""Normalisation layers."""


class LayerNorm(Module):
    """Normalises over the last dimensions, then scales and shifts each element.

    Shapes: (..., *normalized_shape), and so the result
    Errors: RuntimeError where the input does not end in normalized_shape:
            `nn.LayerNorm(4)(torch.ones(2, 3))`

    >>> nn.LayerNorm(2)(torch.tensor([[1., 3.]]))
    tensor([[-1.0000,  1.0000]], grad_fn=<NativeLayerNormBackward0>)
    """

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.register_parameter("weight", None)
        self.register_parameter("bias", None)
        if elementwise_affine:
            self.weight = Parameter(torch.ones(shape, device=device, dtype=dtype))
            if bias:
                self.bias = Parameter(torch.zeros(shape, device=device, dtype=dtype))

    def reset_parameters(self):
        """Weight 1, bias 0."""
        if self.elementwise_affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class RMSNorm(Module):
    """Divides by the root of the mean square over the last dimensions, then scales.

    Shapes: (..., *normalized_shape), and so the result

    >>> nn.RMSNorm(2)(torch.tensor([[3., 4.]]))
    tensor([[0.8485, 1.1314]], grad_fn=<MulBackward0>)
    """

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.register_parameter("weight", None)
        if elementwise_affine:
            self.weight = Parameter(torch.ones(shape, device=device, dtype=dtype))

    def reset_parameters(self):
        """Weight 1."""
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(Module):
    """Normalises each group of channels of each sample, then scales and shifts channels.

    Shapes: (N, C, ...), C a multiple of num_groups
    Errors: ValueError where the channels do not divide into the groups: `nn.GroupNorm(2, 3)`

    >>> nn.GroupNorm(2, 4)(torch.ones(1, 4, 8, 8)).shape
    torch.Size([1, 4, 8, 8])
    """

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})"
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        like = {"device": device, "dtype": dtype}
        self.register_parameter("weight", Parameter(torch.ones(num_channels, **like)) if affine else None)
        self.register_parameter("bias", Parameter(torch.zeros(num_channels, **like)) if affine else None)

    def reset_parameters(self):
        """Weight 1, bias 0."""
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"


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
        # Version 1 counted no batches.
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

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None
    ):
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


def _summed(x, group):
    total = x.clone()
    torch.distributed.all_reduce(total, group=group)
    return total


class _SumOverRanks(torch.autograd.Function):
    """The sum of a group's tensors on each of its ranks; gradients are summed likewise."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return _summed(x, group)

    @staticmethod
    def backward(ctx, gradient):
        return _summed(gradient, ctx.group), None


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


class _InstanceNorm(_NormBase):
    """Normalises each channel of each sample."""

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None
    ):
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


class LocalResponseNorm(Module):
    """Divides by a power of the mean square over neighbouring channels of (N, C, ...).

    >>> nn.LocalResponseNorm(2)(torch.ones(1, 4, 2, 2)).shape
    torch.Size([1, 4, 2, 2])
    """

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self):
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
