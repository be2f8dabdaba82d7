"""Layers that multiply by a matrix."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.lazy import _LazyMixin
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


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


class NonDynamicallyQuantizableLinear(Linear):
    """A Linear layer."""
