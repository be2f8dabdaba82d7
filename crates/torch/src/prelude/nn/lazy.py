"""Layers that learn the size of their input from the first one."""


class _LazyMixin:
    """Parameters without a shape until the first forward pass; then the module becomes what it stands for."""

    def _wait(self, *names):
        """Empty parameters under these names, filled in place later: an optimizer may hold them already."""
        self._uninitialized = set(names)
        for name in names:
            held = self._parameters if name in self._parameters else self._buffers
            empty = torch.empty(0, **self._lazy_options)
            held[name] = Parameter(empty) if held is self._parameters else empty
        self._initialize_hook = self.register_forward_pre_hook(self._initialize)

    def has_uninitialized_params(self):
        """True until the first forward pass."""
        return bool(self._uninitialized)

    def _materialize(self, **shapes):
        """Memory for what waits; first values, unless a state_dict has given them."""
        waiting = bool(self._uninitialized)
        with torch.no_grad():
            for name, shape in shapes.items():
                if name in self._uninitialized:
                    getattr(self, name).data = torch.empty(shape, **self._lazy_options)
        self._uninitialized = set()
        return waiting

    def _initialize(self, module, inputs):
        self.initialize_parameters(*inputs)
        self._initialize_hook.remove()
        options = ("_initialize_hook", "_uninitialized", "_lazy_options")
        for name in options:
            self.__dict__.pop(name, None)
        self.__class__ = self.cls_to_become

    def _load_from_state_dict(self, state_dict, prefix, *others):
        given = {name: state_dict[prefix + name] for name in self._uninitialized if prefix + name in state_dict}
        self._materialize(**{name: value.shape for name, value in given.items()})
        super()._load_from_state_dict(state_dict, prefix, *others)


class LazyLinear(_LazyMixin, Linear):
    """A Linear whose in_features is the last dimension of its first input.

    >>> layer = nn.LazyLinear(2)
    >>> layer(torch.ones(3, 5)).shape
    torch.Size([3, 2])
    >>> layer
    Linear(in_features=5, out_features=2, bias=True)
    """

    cls_to_become = Linear

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        self._lazy_options = {"device": device, "dtype": dtype}
        super().__init__(0, 0, bias, device, dtype)
        self.out_features = out_features
        self._wait(*(name for name, p in self._parameters.items() if p is not None))

    def reset_parameters(self):
        if self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Shapes and first values, from an input."""
        self.in_features = input.shape[-1]
        if self._materialize(weight=(self.out_features, self.in_features), bias=(self.out_features,)):
            self.reset_parameters()


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
