"""Layers and losses as functions."""

import math

import torch
from torch import hardshrink, one_hot, sigmoid, tanh
from torch._nn import linear

logsigmoid = torch.log_sigmoid


def _reduced(loss, reduction):
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(f"{reduction} is not a valid value for reduction")


def _legacy_reduction(size_average, reduce):
    """What two switches of old programs say."""
    import warnings

    reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    warnings.warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.")
    return reduction


def _activated(function, input, inplace, name):
    """function(input); in place, of a copy: its gradient may want what stood there. `name` is the grad_fn of that."""
    if not inplace:
        return function(input)
    kept = input.clone() if input.requires_grad and torch.is_grad_enabled() else input
    return torch._named(input.copy_(function(kept)), name)


# --- activations


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
        torch._only_tensors("relu6", input=input)
    return hardtanh(input, 0.0, 6.0, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x limited to [min_val, max_val].

    >>> F.hardtanh(torch.tensor([-2., 0.5, 2.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if not torch.is_tensor(input):
        torch._only_tensors("hardtanh", input=input)
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if not input.is_floating_point():
        min_val, max_val = _whole_limits(input.dtype, min_val, max_val)

    def limited(x):
        outside = (x <= min_val) | (x >= max_val)
        return torch._named(torch.where(outside, x.detach().clamp(min_val, max_val), x), "HardtanhBackward0", x)

    return _activated(limited, input, inplace, "HardtanhBackward0")


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
        torch._only_tensors("softshrink", input=input)
    torch._only_floats("softshrink_check", input)
    largest = torch.finfo(input.dtype).max
    if not 0 <= lambd <= largest:
        raise RuntimeError(
            f"lambda must be in range [0, {largest:g}] for input dtype {torch._scalar_name(input.dtype)}, but found {lambd:g}"
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
    Errors: IndexError for a dimension that there is not: `F.softmax(torch.ones(2), dim=1)`

    >>> F.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    if dim is None:
        dim = _softmax_dim("softmax", input.dim())
    return torch.softmax(input, dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log(softmax(x)) along dim, computed safely.

    Shapes: the input's
    Errors: IndexError for a dimension that there is not: `F.log_softmax(torch.ones(2), dim=1)`

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
    torch._only_floats("glu_cpu", input)
    first, second = input.chunk(2, dim)
    return torch._named(first * second.sigmoid(), "GluBackward0", input)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divided by the p-norm along dim.

    >>> F.normalize(torch.tensor([[3., 4.]]))
    tensor([[0.6000, 0.8000]])
    """
    return torch.div(input, input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input), out=out)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """Cosine of the angle between vectors along dim.

    >>> F.cosine_similarity(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]))
    tensor([0.7071])
    """
    torch._only_tensors("cosine_similarity", x1=x1, x2=x2)
    common = torch.result_type(x1, x2)
    if not common.is_floating_point:
        raise RuntimeError(
            f"expected common dtype to be floating point, yet common dtype is {torch._scalar_name(common)}"
        )
    directions = []
    for x in torch.broadcast_tensors(x1.to(common), x2.to(common)):
        norm = x.norm(2, dim, keepdim=True).clone()
        with torch.no_grad():
            norm.clamp_min_(eps)
        directions.append(x / norm)
    return torch._named((directions[0] * directions[1]).sum(dim), "SumBackward1")


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of the differences of rows.

    >>> F.pairwise_distance(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """
    torch._only_tensors("pairwise_distance", x1=x1, x2=x2)
    return torch._named((x1 - x2 + eps).norm(p, dim=-1, keepdim=keepdim), "NormBackward1")


# --- layers


# --- losses


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Mean squared difference; with weights, their weighted mean.

    Shapes: equal, or broadcast with a warning; the result is () unless reduction is 'none'
    Errors: RuntimeError where the sizes do not broadcast:
            `F.mse_loss(torch.ones(2), torch.ones(3))`

    >>> F.mse_loss(torch.tensor([1., 2.]), torch.tensor([1., 4.]))
    tensor(2.)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    _warn_of_sizes(input, target)
    torch._only_floats("mse_cpu", input, target)
    squares = (input - target).square()
    if weight is not None:
        return _weighted(squares, input, weight, reduction)
    return torch._named(_reduced(squares, reduction), "MseLossBackward0", input, target)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Mean absolute difference; with weights, their weighted mean.

    Shapes: equal, or broadcast with a warning; the result is () unless reduction is 'none'
    Errors: RuntimeError where the sizes do not broadcast:
            `F.l1_loss(torch.ones(2), torch.ones(3))`

    >>> F.l1_loss(torch.tensor([1., 2.]), torch.tensor([1., 4.]))
    tensor(1.)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    _warn_of_sizes(input, target)
    distances = (input - target).abs()
    if weight is not None:
        return _weighted(distances, input, weight, reduction)
    return _reduced(distances, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared below beta, absolute above.

    >>> F.smooth_l1_loss(torch.tensor([1., 2.]), torch.tensor([1.5, 4.]))
    tensor(0.8125)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    _warn_of_sizes(input, target)
    torch._only_floats("smooth_l1_cpu", input, target)
    distance = (input - target).abs()
    loss = torch.where(distance < beta, 0.5 * distance * distance / beta, distance - 0.5 * beta)
    return torch._named(_reduced(loss, reduction), "SmoothL1LossBackward0", input, target)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Squared below delta, absolute above, joined smoothly; with weights, their weighted mean.

    >>> F.huber_loss(torch.tensor([1., 2.]), torch.tensor([1.5, 4.]))
    tensor(0.8125)
    """
    _warn_of_sizes(input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    torch._only_floats("huber_cpu", input, target)
    distance = (input - target).abs()
    loss = torch.where(distance < delta, 0.5 * distance * distance, delta * (distance - 0.5 * delta))
    if weight is not None:
        return _weighted(loss, input, weight, reduction)
    return torch._named(_reduced(loss, reduction), "HuberLossBackward0", input, target)


def _weighted(loss, input, weight, reduction):
    if weight.shape != input.shape:
        raise ValueError("Weights and input must have the same size.")
    if reduction not in ("none", "sum", "mean"):
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")
    total = _reduced(loss * weight, "none" if reduction == "none" else "sum")
    return total / weight.sum() if reduction == "mean" else total


def _warn_of_sizes(input, target):
    if target.size() != input.size():
        import warnings

        warnings.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). "
            "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size."
        )


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Negative log likelihood of the target classes; the input holds log probabilities, classes in dimension 1.

    Shapes: input (N, C) or (N, C, ...), target (N) or (N, ...); the result is () unless reduction
            is 'none'
    Errors: IndexError for a class that there is not:
            `F.nll_loss(torch.zeros(1, 3), torch.tensor([3]))`
            ValueError where the batches differ:
            `F.nll_loss(torch.zeros(1, 3), torch.tensor([0, 1]))`

    >>> F.nll_loss(torch.log(torch.tensor([[0.5, 0.25, 0.25]])), torch.tensor([0]))
    tensor(0.6931)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if not (torch.is_tensor(input) and torch.is_tensor(target)):
        torch._only_tensors("nll_loss_nd", input=input, target=target)
    if input.dim() == 0:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    dim = 0 if input.dim() == 1 else 1
    if input.dim() > 1 and input.shape[0] != target.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]})."
        )
    if weight is not None and weight.numel() != input.shape[dim]:
        raise RuntimeError(
            f"weight tensor should be defined either for all {input.shape[dim]} classes or no classes but got weight "
            f"tensor of shape: {list(weight.shape)}"
        )
    if not input.is_floating_point():
        torch._not_implemented("nll_loss_out_frame" if input.dim() < 3 else "nll_loss2d_forward_out_frame", input.dtype)
    if target.dtype != torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {torch._scalar_name(target.dtype)}")
    any_ignored = torch._nn.check_targets(target, input.shape[dim], ignore_index)
    if not any_ignored and weight is None:
        picked = input.gather(dim, target.unsqueeze(dim)).squeeze(dim)
        return _named_nll(_reduced(-picked, reduction), input)
    counted = target != ignore_index
    index = target.where(counted, torch.zeros_like(target))
    picked = input.gather(dim, index.unsqueeze(dim)).squeeze(dim)
    weights = counted.to(input.dtype) if weight is None else weight[index] * counted
    # What is ignored takes no gradient, not even where all is and the mean is of nothing.
    loss = torch.where(counted, -picked * weights, 0.0)
    loss = loss.sum() / weights.sum() if reduction == "mean" else _reduced(loss, reduction)
    return _named_nll(loss, input)


def _named_nll(loss, input):
    if input.dim() < 3:
        return torch._named(loss, "NllLossBackward0", input)
    # Images are taken as they are; what has another number of dimensions is viewed as images.
    as_image = loss.dim() == 0 or input.dim() == 4
    return torch._named(loss, "NllLoss2DBackward0" if as_image else "ViewBackward0", input)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """log_softmax and nll_loss in one; the target holds class numbers, or probabilities.

    Shapes: input (N, C) or (N, C, ...) of raw scores, target (N) or (N, ...) of class numbers, or
            as the input of probabilities; the result is () unless reduction is 'none'
    Errors: IndexError for a class that there is not:
            `F.cross_entropy(torch.zeros(1, 3), torch.tensor([3]))`
            ValueError where the batches differ:
            `F.cross_entropy(torch.zeros(1, 3), torch.tensor([0, 1]))`

    >>> F.cross_entropy(torch.tensor([[2., 0., 0.], [0., 0., 3.]]), torch.tensor([0, 2]))
    tensor(0.1672)
    >>> F.cross_entropy(torch.zeros(1, 2), torch.tensor([[0.5, 0.5]]))
    tensor(0.6931)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if not (torch.is_tensor(input) and torch.is_tensor(target)):
        torch._only_tensors("cross_entropy_loss", input=input, target=target)
    if target.shape == input.shape and not target.dtype.is_floating_point and input.dim() > 0:
        raise RuntimeError(
            f"Expected floating point type for target with class probabilities, got {torch._scalar_name(target.dtype)}"
        )
    if label_smoothing > 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    dim = 0 if input.dim() == 1 else 1
    log_probabilities = log_softmax(input, dim)
    if target.dtype.is_floating_point and target.shape == input.shape:
        return _soft_cross_entropy(log_probabilities, target, weight, reduction, label_smoothing, dim)
    if input.dim() <= 2 and target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    loss = nll_loss(log_probabilities, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing == 0.0:
        return loss
    classes = input.shape[dim]
    if weight is not None:
        shape = [1] * input.dim()
        shape[dim] = classes
        smooth = -(log_probabilities * weight.view(shape)).sum(dim)
    else:
        smooth = -log_probabilities.sum(dim)
    counted = target != ignore_index
    smooth = smooth.masked_fill(~counted, 0.0)
    if reduction == "mean":
        if weight is None:
            smooth = smooth.sum() / counted.sum()
        else:
            index = target.where(counted, torch.zeros_like(target))
            smooth = smooth.sum() / (weight[index] * counted).sum()
    else:
        smooth = _reduced(smooth, reduction)
    return (1 - label_smoothing) * loss + (label_smoothing / classes) * smooth


def _soft_cross_entropy(log_probabilities, target, weight, reduction, label_smoothing, dim):
    classes = log_probabilities.shape[dim]
    if label_smoothing > 0.0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = log_probabilities * target
    if weight is not None:
        if weight.numel() != classes:
            raise RuntimeError(
                f"cross_entropy: weight tensor should be defined either for all {classes} classes or no classes but got "
                f"weight tensor of shape: {list(weight.shape)}"
            )
        shape = [1] * log_probabilities.dim()
        shape[dim] = classes
        products = products * weight.view(shape)
    if reduction == "sum":
        return -products.sum()
    loss = -products.sum(dim)
    if reduction == "mean":
        return torch._named(loss.sum() / max(loss.numel(), 1), "DivBackward1")
    return _reduced(loss, reduction)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy of probabilities.

    Shapes: equal
    Errors: ValueError where the sizes differ:
            `F.binary_cross_entropy(torch.ones(2), torch.ones(3))`
            RuntimeError for what is no probability:
            `F.binary_cross_entropy(torch.tensor([2.]), torch.ones(1))`

    >>> F.binary_cross_entropy(torch.tensor([0.5, 0.9]), torch.tensor([0., 1.]))
    tensor(0.3993)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. "
            "Please ensure they have the same size."
        )
    if target.dtype != input.dtype:
        kinds = [torch._scalar_name(x.dtype) for x in (target, input)]
        raise RuntimeError(f"Found dtype {kinds[0]} but expected {kinds[1]}")
    torch._only_floats("binary_cross_entropy", input)
    if torch._within(input, 0, 1) is False:
        raise RuntimeError("all elements of input should be between 0 and 1")
    loss = -(target * input.log().clamp_min(-100.0) + (1 - target) * (1 - input).log().clamp_min(-100.0))
    if input.requires_grad:
        loss = _steep_ends(loss, input, target)
    if weight is not None:
        loss = loss * weight
    return torch._named(_reduced(loss, reduction), "BinaryCrossEntropyBackward0", input, target)


def _steep_ends(loss, input, target):
    """Binary cross entropy whose slope at probabilities of 0 and 1 is finite: PyTorch's, (x - t) / 1e-12."""
    x = input.detach()
    spread = x * (1 - x)
    if torch._within(spread, 1e-12, math.inf):
        return loss
    ends = spread < 1e-12
    line = loss.detach() + (input - x) * ((x - target) / 1e-12)
    inner = torch.where(ends, 0.5, input)
    loss = -(target * inner.log() + (1 - target) * (1 - inner).log())
    return torch.where(ends, line, loss)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """Sigmoid and binary cross entropy in one, computed safely.

    Shapes: equal
    Errors: ValueError where the sizes differ:
            `F.binary_cross_entropy_with_logits(torch.ones(2), torch.ones(3))`

    >>> F.binary_cross_entropy_with_logits(torch.tensor([0., 2.]), torch.tensor([0., 1.]))
    tensor(0.4100)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    torch._only_floats("log_sigmoid_cpu", input)
    if not target.dtype.is_floating_point and target.dtype != torch.bool:
        kinds = [torch._scalar_name(x.dtype) for x in (input, target)]
        raise RuntimeError(f"result type {kinds[0]} can't be cast to the desired output type {kinds[1]}")
    if pos_weight is None:
        loss = (1 - target) * input - logsigmoid(input)
    else:
        loss = (1 - target) * input - ((pos_weight - 1) * target + 1) * logsigmoid(input)
    if weight is not None:
        loss = loss * weight
    return torch._named(_reduced(loss, reduction), "BinaryCrossEntropyWithLogitsBackward0", input, target)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Kullback-Leibler divergence; the input holds log probabilities.

    >>> F.kl_div(torch.log(torch.tensor([[0.5, 0.5]])), torch.tensor([[0.25, 0.75]]), reduction='batchmean')
    tensor(0.1308)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    torch._only_tensors("kl_div", input=input, target=target)
    if not (input.is_floating_point() or target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = torch.xlogy(target, target) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0] if input.dim() else loss.sum()
    return _reduced(loss, reduction)
