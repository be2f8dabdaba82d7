"""More activations."""


class _Named(Module):
    """An activation by its function's name, with options in their order."""

    def __init__(self, **options):
        super().__init__()
        for name, value in options.items():
            setattr(self, name, value)
        self.__dict__["_options"] = tuple(options)

    def extra_repr(self):
        shown = [f"{name}={getattr(self, name)}" for name in self._options if name != "inplace"]
        return ", ".join(shown + (["inplace=True"] if self.__dict__.get("inplace") else []))


class CELU(_Named):
    """x where positive, else alpha * (exp(x / alpha) - 1).

    >>> nn.CELU()(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(alpha=alpha, inplace=inplace)

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class GLU(_Named):
    """The first half along dim times the sigmoid of the second: (*, 2 N) to (*, N).

    >>> nn.GLU()(torch.tensor([1., 2., 0., 0.]))
    tensor([0.5000, 1.0000])
    """

    def __init__(self, dim=-1):
        super().__init__(dim=dim)

    def forward(self, input):
        return F.glu(input, self.dim)


class Hardshrink(_Named):
    """x beyond +-lambd, else 0.

    >>> nn.Hardshrink()(torch.tensor([-1., 0.2, 2.]))
    tensor([-1.,  0.,  2.])
    """

    def __init__(self, lambd=0.5):
        super().__init__(lambd=lambd)

    def forward(self, input):
        return F.hardshrink(input, self.lambd)

    def extra_repr(self):
        return f"{self.lambd}"


class Softshrink(_Named):
    """x brought lambd nearer to 0, and 0 within.

    >>> nn.Softshrink()(torch.tensor([-1., 0.2, 2.]))
    tensor([-0.5000,  0.0000,  1.5000])
    """

    def __init__(self, lambd=0.5):
        super().__init__(lambd=lambd)

    def forward(self, input):
        return F.softshrink(input, self.lambd)

    def extra_repr(self):
        return f"{self.lambd}"


class Hardsigmoid(_InPlace):
    """relu6(x + 3) / 6.

    >>> nn.Hardsigmoid()(torch.tensor([-4., 0., 4.]))
    tensor([0.0000, 0.5000, 1.0000])
    """

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self):
        return ""


class Softsign(Module):
    """x / (1 + |x|).

    >>> nn.Softsign()(torch.tensor([-1., 3.]))
    tensor([-0.5000,  0.7500])
    """

    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    """x - tanh(x).

    >>> nn.Tanhshrink()(torch.tensor([-1., 2.]))
    tensor([-0.2384,  1.0360])
    """

    def forward(self, input):
        return F.tanhshrink(input)


class Threshold(_Named):
    """x above the threshold, else value.

    >>> nn.Threshold(1., 0.)(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """

    def __init__(self, threshold, value, inplace=False):
        super().__init__(threshold=threshold, value=value, inplace=inplace)

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)


class RReLU(_Named):
    """Like LeakyReLU, with a slope drawn between lower and upper for each element while training.

    >>> nn.RReLU(0.1, 0.3).eval()(torch.tensor([-1., 2.]))
    tensor([-0.2000,  2.0000])
    """

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__(lower=lower, upper=upper, inplace=inplace)

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


class Softmin(Module):
    """softmax(-x) along dim.

    >>> nn.Softmin(dim=0)(torch.tensor([1., 2.]))
    tensor([0.7311, 0.2689])
    """

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmin(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W).

    >>> nn.Softmax2d()(torch.zeros(1, 2, 1, 1)).shape
    torch.Size([1, 2, 1, 1])
    """

    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return F.softmax(input, -3)


class PairwiseDistance(Module):
    """The p-norm of the differences of rows.

    >>> nn.PairwiseDistance()(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)
