"""Activations as functions."""

import torch
from torch._tensorcell.checks import _not_implemented, _only_floats, _only_tensors, _scalar_name

__name__ = "torch.nn.functional"

logsigmoid = torch.log_sigmoid


def _activated(function, input, inplace, name):
    """function(input); in place, of a copy: its gradient may want what stood there. `name` is the grad_fn of that."""
    if not inplace:
        return function(input)
    kept = input.clone() if input.requires_grad and torch.is_grad_enabled() else input
    return torch._named(input.copy_(function(kept)), name)


def relu(input, inplace=False):
    """max(x, 0).

    >>> F.relu(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    return torch.relu_(input) if inplace else torch.relu(input)


def relu6(input, inplace=False):
    """min(max(x, 0), 6).

    >>> F.relu6(torch.tensor([-1., 3., 9.]))
    tensor([0., 3., 6.])
    """
    if not torch.is_tensor(input):
        _only_tensors("relu6", input=input)
    return hardtanh(input, 0.0, 6.0, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x limited to [min_val, max_val].

    >>> F.hardtanh(torch.tensor([-2., 0.5, 2.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if not torch.is_tensor(input):
        _only_tensors("hardtanh", input=input)
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if not input.is_floating_point():
        min_val, max_val = _whole_limits(input.dtype, min_val, max_val)
    return _activated(lambda x: torch._nn.hardtanh(x, min_val, max_val), input, inplace, "HardtanhBackward0")


def _whole_limits(dtype, least, most):
    if dtype == torch.bool:
        raise RuntimeError("Bool inputs not supported for hardtanh")
    least, most = int(least), int(most)
    if dtype == torch.uint8 and (least < 0 or most < 0):
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return least, most


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x where positive, else negative_slope * x.

    >>> F.leaky_relu(torch.tensor([-1., 2.]))
    tensor([-0.0100,  2.0000])
    """
    return _activated(lambda x: torch.leaky_relu(x, negative_slope), input, inplace, "LeakyReluBackward1")


def elu(input, alpha=1.0, inplace=False):
    """x where positive, else alpha * (exp(x) - 1).

    >>> F.elu(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    return _activated(lambda x: torch.elu(x, alpha), input, inplace, "EluBackward1")


def selu(input, inplace=False):
    """Scaled exponential linear unit.

    >>> F.selu(torch.tensor([-1., 2.]))
    tensor([-1.1113,  2.1014])
    """
    return _activated(lambda x: torch._named(torch.selu(x), "EluBackward0", x), input, inplace, "EluBackward1")


def celu(input, alpha=1.0, inplace=False):
    """x where positive, else alpha * (exp(x / alpha) - 1).

    >>> F.celu(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return _activated(lambda x: torch.celu(x, alpha), input, inplace, "CeluBackward1")


def gelu(input, approximate="none"):
    """x times the normal distribution function of x; 'tanh' approximates it.

    Errors: RuntimeError for another approximation: `F.gelu(torch.ones(1), approximate='erf')`

    >>> F.gelu(torch.tensor([-1., 0., 2.]))
    tensor([-0.1587,  0.0000,  1.9545])
    """
    if approximate == "tanh":
        return torch.gelu_tanh(input)
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return torch.gelu(input)


def silu(input, inplace=False):
    """x * sigmoid(x).

    >>> F.silu(torch.tensor([-1., 0., 2.]))
    tensor([-0.2689,  0.0000,  1.7616])
    """
    return _activated(torch.silu, input, inplace, "SiluBackward0")


def mish(input, inplace=False):
    """x * tanh(softplus(x)).

    >>> F.mish(torch.tensor([-1., 2.]))
    tensor([-0.3034,  1.9440])
    """
    return _activated(torch.mish, input, inplace, "MishBackward0")


def hardswish(input, inplace=False):
    """x * relu6(x + 3) / 6.

    >>> F.hardswish(torch.tensor([-4., -1., 4.]))
    tensor([-0.0000, -0.3333,  4.0000])
    """
    return _activated(torch.hardswish, input, inplace, "HardswishBackward0")


def hardsigmoid(input, inplace=False):
    """relu6(x + 3) / 6.

    >>> F.hardsigmoid(torch.tensor([-4., 0., 4.]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    return _activated(torch.hardsigmoid, input, inplace, "HardsigmoidBackward0")


def softplus(input, beta=1.0, threshold=20.0):
    """log(1 + exp(beta * x)) / beta, and x itself far above zero.

    >>> F.softplus(torch.tensor([-1., 0., 30.]))
    tensor([ 0.3133,  0.6931, 30.0000])
    """
    return torch.softplus(input, beta, threshold)


def softshrink(input, lambd=0.5):
    """x brought nearer to 0 by lambd, and 0 where it is nearer already.

    Errors: RuntimeError for a negative lambd: `F.softshrink(torch.ones(1), -1.)`

    >>> F.softshrink(torch.tensor([-1., 0.25, 2.]))
    tensor([-0.5000,  0.0000,  1.5000])
    """
    if not torch.is_tensor(input):
        _only_tensors("softshrink", input=input)
    _only_floats("softshrink_check", input)
    largest = torch.finfo(input.dtype).max
    if not 0 <= lambd <= largest:
        raise RuntimeError(
            f"lambda must be in range [0, {largest:g}] for input dtype {_scalar_name(input.dtype)}, but found {lambd:g}"
        )
    return torch.softshrink(input, lambd)


def softsign(input):
    """x / (1 + |x|).

    >>> F.softsign(torch.tensor([-1., 3.]))
    tensor([-0.5000,  0.7500])
    """
    return input / (1 + input.abs())


def _softmax_dim(name, ndim):
    import warnings

    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.")
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(x) divided by its sum along dim.

    Shapes: the input's
    Errors: IndexError for a dimension that does not exist: `F.softmax(torch.ones(2), dim=1)`

    >>> F.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    if dim is None:
        dim = _softmax_dim("softmax", input.dim())
    return torch.softmax(input, dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log(softmax(x)) along dim, computed safely.

    Shapes: the input's
    Errors: IndexError for a dimension that does not exist: `F.log_softmax(torch.ones(2), dim=1)`

    >>> F.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    if dim is None:
        dim = _softmax_dim("log_softmax", input.dim())
    return torch.log_softmax(input, dim, dtype)


def glu(input, dim=-1):
    """The first half times the sigmoid of the second.

    Shapes: half as many in `dim`
    Errors: RuntimeError for an odd number there: `F.glu(torch.ones(3))`

    >>> F.glu(torch.tensor([1., 2., 0., 0.]))
    tensor([0.5000, 1.0000])
    """
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    if input.shape[dim] % 2:
        at = dim % input.dim()
        raise RuntimeError(f"Halving dimension must be even, but dimension {at} is size {input.shape[at]}")
    _only_floats("glu_cpu", input)
    first, second = input.chunk(2, dim)
    return torch._named(first * second.sigmoid(), "GluBackward0", input)


def tanhshrink(input):
    """x - tanh(x).

    >>> F.tanhshrink(torch.tensor([-1., 2.]))
    tensor([-0.2384,  1.0360])
    """
    return input - input.tanh()


def threshold(input, threshold, value, inplace=False):
    """x above the threshold, else value.

    >>> F.threshold(torch.tensor([-1., 0.5, 2.]), 1., 0.)
    tensor([0., 0., 2.])
    """

    if input.dtype == torch.bool:
        _not_implemented("threshold_cpu", input.dtype)

    return _activated(lambda x: torch.threshold(x, threshold, value), input, inplace, "ThresholdBackward1")


def threshold_(input, threshold_, value):
    """threshold, in place.

    >>> F.threshold_(torch.tensor([-3., 0.5]), 0.1, 9.)
    tensor([9.0000, 0.5000])
    """
    return threshold(input, threshold_, value, True)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax(-x) along dim.

    >>> F.softmin(torch.tensor([1., 2.]), dim=0)
    tensor([0.7311, 0.2689])
    """
    if dim is None:
        dim = _softmax_dim("softmin", input.dim())
    return torch.softmax(-input, dim, dtype)


def prelu(input, weight):
    """x where positive, else weight * x; one weight, or one for each channel.

    >>> F.prelu(torch.tensor([-2., 3.]), torch.tensor([0.25]))
    tensor([-0.5000,  3.0000])
    """
    _only_tensors("prelu", input=input, weight=weight)
    shape = [1] * input.dim()
    if weight.numel() != 1:
        if input.dim() == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.dim() >= 2 else 1
        if channels != weight.numel():
            raise RuntimeError(
                f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {weight.numel()} "
                f"and channel size = {channels}."
            )
        if input.dim() > 1:
            shape[1] = weight.numel()
    if weight.dim() > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.dim()}")
    _only_floats("prelu_cpu", input, weight)
    return torch._named(torch.where(input > 0, input, weight.view(shape) * input), "PreluKernelBackward0", input, weight)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """Like leaky_relu, with a slope drawn between lower and upper for each element while training.

    >>> F.rrelu(torch.tensor([-3., 1.]))
    tensor([-0.6875,  1.0000])
    """
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if not training:
        slope = (lower + upper) / 2
        leaky = lambda x: torch._named(torch.leaky_relu(x, slope).contiguous(), "RreluWithNoiseBackward0", x)
        return _activated(leaky, input, inplace, "RreluWithNoiseBackward1")
    if input.dtype == torch.float16 or not input.is_floating_point():
        _not_implemented("rrelu_with_noise_out_cpu", input.dtype)
    with torch.no_grad():
        slope = torch.ones_like(input)
        negative = input <= 0
        drawn = torch.empty(int(negative.sum()), dtype=torch.float64, device=input.device).uniform_(lower, upper)
        slope[negative] = drawn.to(input.dtype)
    if inplace:
        return torch._named(input.mul_(slope), "RreluWithNoiseBackward1")
    return torch._named(input * slope, "RreluWithNoiseBackward0", input)


def gumbel_softmax(logits, tau=1.0, hard=False, eps=1e-10, dim=-1):
    """Samples from a relaxed categorical distribution; with hard, one-hot forwards and soft backwards.

    >>> F.gumbel_softmax(torch.zeros(1, 3)).shape
    torch.Size([1, 3])
    """
    gumbels = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + gumbels) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return torch.zeros_like(logits).scatter_(dim, index, 1.0) - soft.detach() + soft


def relu_(input):
    """relu, in place.

    >>> F.relu_(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """
    return input.relu_()


def elu_(input, alpha=1.0):
    """elu, in place.

    >>> F.elu_(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    return elu(input, alpha, True)


def leaky_relu_(input, negative_slope=0.01):
    """leaky_relu, in place.

    >>> F.leaky_relu_(torch.tensor([-1., 2.]))
    tensor([-0.0100,  2.0000])
    """
    return leaky_relu(input, negative_slope, True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    """hardtanh, in place.

    >>> F.hardtanh_(torch.tensor([-3., 0.5]))
    tensor([-1.0000,  0.5000])
    """
    return hardtanh(input, min_val, max_val, True)


def selu_(input):
    """selu, in place.

    >>> F.selu_(torch.tensor([-1., 2.]))
    tensor([-1.1113,  2.1014])
    """
    return selu(input, True)


def celu_(input, alpha=1.0):
    """celu, in place.

    >>> F.celu_(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    return celu(input, alpha, True)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    """rrelu, in place."""
    return rrelu(input, lower, upper, training, True)
