"""Layers: what models are put together from."""

import math

from torch.nn import init


class Identity(Module):
    """Returns its input.

    >>> nn.Identity()(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    """input @ weight.T + bias; weight is (out_features, in_features).

    Shapes: (..., in_features) -> (..., out_features); weight (out_features, in_features), bias
            (out_features)
    Errors: RuntimeError where the last size is not in_features:
            `nn.Linear(3, 2)(torch.ones(4, 5))`

    >>> nn.Linear(3, 2)
    Linear(in_features=3, out_features=2, bias=True)
    >>> nn.Linear(3, 2)(torch.ones(4, 3)).shape
    torch.Size([4, 2])
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty(out_features, in_features, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """Uniform in +-1/sqrt(in_features), weight and bias both."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Bilinear(Module):
    """x1 @ weight @ x2 + bias, for each output feature.

    Shapes: (..., in1_features) and (..., in2_features) -> (..., out_features)

    >>> nn.Bilinear(2, 3, 4)(torch.ones(5, 2), torch.ones(5, 3)).shape
    torch.Size([5, 4])
    """

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty(out_features, in1_features, in2_features, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        bound = 1 / math.sqrt(in1_features)
        init.uniform_(self.weight, -bound, bound)
        if bias:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
            f"out_features={self.out_features}, bias={self.bias is not None}"
        )


class Flatten(Module):
    """Dimensions from start_dim to end_dim as one.

    Shapes: (N, ...) -> (N, all others multiplied)

    >>> nn.Flatten()(torch.ones(2, 3, 4)).shape
    torch.Size([2, 12])
    """

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension split into several.

    >>> nn.Unflatten(1, (3, 4))(torch.ones(2, 12)).shape
    torch.Size([2, 3, 4])
    """

    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


class _InPlace(Module):
    """An activation whose only option is `inplace`."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    """max(x, 0).

    Shapes: the input's

    >>> nn.ReLU()(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """

    def forward(self, input):
        return F.relu(input, self.inplace)


class ReLU6(_InPlace):
    """min(max(x, 0), 6).

    >>> nn.ReLU6()(torch.tensor([-1., 3., 9.]))
    tensor([0., 3., 6.])
    """

    def forward(self, input):
        return F.relu6(input, self.inplace)


class SiLU(_InPlace):
    """x * sigmoid(x).

    >>> nn.SiLU()(torch.tensor([-1., 0., 2.]))
    tensor([-0.2689,  0.0000,  1.7616])
    """

    def forward(self, input):
        return F.silu(input, self.inplace)


class Mish(_InPlace):
    """x * tanh(softplus(x)).

    >>> nn.Mish()(torch.tensor([-1., 0., 2.]))
    tensor([-0.3034,  0.0000,  1.9440])
    """

    def forward(self, input):
        return F.mish(input, self.inplace)


class SELU(_InPlace):
    """Scaled exponential linear unit.

    >>> nn.SELU()(torch.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """

    def forward(self, input):
        return F.selu(input, self.inplace)


class Hardswish(_InPlace):
    """x * relu6(x + 3) / 6.

    >>> nn.Hardswish()(torch.tensor([-1., 0., 2.]))
    tensor([-0.3333,  0.0000,  1.6667])
    """

    def forward(self, input):
        return F.hardswish(input, self.inplace)

    def extra_repr(self):
        return ""


class Tanh(Module):
    """Hyperbolic tangent.

    Shapes: the input's

    >>> nn.Tanh()(torch.tensor([-1., 0., 2.]))
    tensor([-0.7616,  0.0000,  0.9640])
    """

    def forward(self, input):
        return torch.tanh(input)


class Sigmoid(Module):
    """1 / (1 + exp(-x)).

    Shapes: the input's

    >>> nn.Sigmoid()(torch.tensor([-1., 0., 2.]))
    tensor([0.2689, 0.5000, 0.8808])
    """

    def forward(self, input):
        return torch.sigmoid(input)


class LogSigmoid(Module):
    """log(sigmoid(x)).

    >>> nn.LogSigmoid()(torch.tensor([-1., 0., 2.]))
    tensor([-1.3133, -0.6931, -0.1269])
    """

    def forward(self, input):
        return F.logsigmoid(input)


class Softplus(Module):
    """log(1 + exp(beta * x)) / beta.

    >>> nn.Softplus()(torch.tensor([-1., 0., 30.]))
    tensor([ 0.3133,  0.6931, 30.0000])
    """

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class GELU(Module):
    """x times the normal distribution function of x.

    Shapes: the input's

    >>> nn.GELU()(torch.tensor([-1., 0., 2.]))
    tensor([-0.1587,  0.0000,  1.9545])
    """

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class LeakyReLU(Module):
    """x where positive, else negative_slope * x.

    Shapes: the input's

    >>> nn.LeakyReLU(0.1)(torch.tensor([-1., 2.]))
    tensor([-0.1000,  2.0000])
    """

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class ELU(Module):
    """x where positive, else alpha * (exp(x) - 1).

    >>> nn.ELU()(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class PReLU(Module):
    """Like LeakyReLU, with a slope that is trained.

    >>> nn.PReLU()(torch.tensor([-1., 2.])).detach()
    tensor([-0.2500,  2.0000])
    """

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(torch.full((num_parameters,), float(init), device=device, dtype=dtype))

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class Hardtanh(Module):
    """x limited to [min_val, max_val].

    >>> nn.Hardtanh()(torch.tensor([-2., 0.5, 2.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__()
        if max_val <= min_val:
            raise AssertionError(f"max_val ({max_val}) must be greater than min_val ({min_val})")
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}" + (", inplace=True" if self.inplace else "")


class Softmax(Module):
    """exp(x) divided by its sum along dim.

    Shapes: the input's
    Errors: IndexError for a dimension that there is not: `nn.Softmax(dim=1)(torch.ones(2))`

    >>> nn.Softmax(dim=0)(torch.tensor([1., 2., 3.]))
    tensor([0.0900, 0.2447, 0.6652])
    """

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class LogSoftmax(Module):
    """log(softmax(x)).

    Shapes: the input's

    >>> nn.LogSoftmax(dim=0)(torch.tensor([1., 2., 3.]))
    tensor([-2.4076, -1.4076, -0.4076])
    """

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.log_softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class CosineSimilarity(Module):
    """Cosine of the angle between vectors along dim.

    >>> nn.CosineSimilarity()(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]))
    tensor([0.7071])
    """

    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
