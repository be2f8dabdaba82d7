"""Losses as functions."""

import math

import torch
from torch._tensorcell.checks import _not_implemented, _only_floats, _only_tensors, _scalar_name
from torch.nn._functional.activation import log_softmax, logsigmoid
from torch.nn._reduction import _legacy_reduction, _reduced

__name__ = "torch.nn.functional"


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
    _only_floats("mse_cpu", input, target)
    target = target.to(input.dtype) if target.dtype == torch.bool else target
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
    _only_floats("smooth_l1_cpu", input, target)
    difference = input - target
    distance, near = difference.abs(), torch.where(difference.isinf(), 0, difference)
    loss = torch.where(distance < beta, 0.5 * near * near / beta, distance - 0.5 * beta)
    return torch._named(_reduced(loss, reduction), "SmoothL1LossBackward0", input, target)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Squared below delta, absolute above, joined smoothly; with weights, their weighted mean.

    >>> F.huber_loss(torch.tensor([1., 2.]), torch.tensor([1.5, 4.]))
    tensor(0.8125)
    """
    _warn_of_sizes(input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    _only_floats("huber_cpu", input, target)
    difference = input - target
    distance, near = difference.abs(), torch.where(difference.isinf(), 0, difference)
    loss = torch.where(distance < delta, 0.5 * near * near, delta * (distance - 0.5 * delta))
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
    Errors: IndexError for a class that does not exist:
            `F.nll_loss(torch.zeros(1, 3), torch.tensor([3]))`
            ValueError where the batches differ:
            `F.nll_loss(torch.zeros(1, 3), torch.tensor([0, 1]))`

    >>> F.nll_loss(torch.log(torch.tensor([[0.5, 0.25, 0.25]])), torch.tensor([0]))
    tensor(0.6931)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if not (torch.is_tensor(input) and torch.is_tensor(target)):
        _only_tensors("nll_loss_nd", input=input, target=target)
    if input.dim() == 0:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    dim = 0 if input.dim() == 1 else 1
    if input.dim() > 1 and input.shape[0] != target.shape[0]:
        raise ValueError(f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]}).")
    if weight is not None and weight.numel() != input.shape[dim]:
        raise RuntimeError(
            f"weight tensor should be defined either for all {input.shape[dim]} classes or no classes but got weight "
            f"tensor of shape: {list(weight.shape)}"
        )
    if not input.is_floating_point():
        _not_implemented("nll_loss_out_frame" if input.dim() < 3 else "nll_loss2d_forward_out_frame", input.dtype)
    if target.dtype != torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {_scalar_name(target.dtype)}")
    any_ignored = torch._nn.check_targets(target, input.shape[dim], ignore_index)
    if not any_ignored and weight is None:
        picked = input.gather(dim, target.unsqueeze(dim)).squeeze(dim)
        return _named_nll(_reduced(-picked, reduction), input)
    counted = target != ignore_index
    index = target.where(counted, torch.zeros_like(target))
    picked = input.gather(dim, index.unsqueeze(dim)).squeeze(dim)
    weights = counted.to(input.dtype) if weight is None else weight[index] * counted
    # Ignored targets get no gradient, even if all are ignored and the mean is over nothing.
    loss = torch.where(counted, -picked * weights, 0.0)
    loss = loss.sum() / weights.sum() if reduction == "mean" else _reduced(loss, reduction)
    return _named_nll(loss, input)


def _named_nll(loss, input):
    if input.dim() < 3:
        return torch._named(loss, "NllLossBackward0", input)
    # Images are used unchanged. Inputs with other numbers of dimensions are viewed as images.
    as_image = loss.dim() == 0 or input.dim() == 4
    return torch._named(loss, "NllLoss2DBackward0" if as_image else "ViewBackward0", input)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """log_softmax and nll_loss in one; the target holds class numbers, or probabilities.

    Shapes: input (N, C) or (N, C, ...) of raw scores, target (N) or (N, ...) of class numbers, or
            as the input of probabilities; the result is () unless reduction is 'none'
    Errors: IndexError for a class that does not exist:
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
        _only_tensors("cross_entropy_loss", input=input, target=target)
    if target.shape == input.shape and not target.dtype.is_floating_point and input.dim() > 0:
        raise RuntimeError(
            f"Expected floating point type for target with class probabilities, got {_scalar_name(target.dtype)}"
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
            RuntimeError for an invalid probability:
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
        kinds = [_scalar_name(x.dtype) for x in (target, input)]
        raise RuntimeError(f"Found dtype {kinds[0]} but expected {kinds[1]}")
    _only_floats("binary_cross_entropy", input)
    _only_probabilities(input=input, target=target)
    loss = -(target * input.log().clamp_min(-100.0) + (1 - target) * (1 - input).log().clamp_min(-100.0))
    if input.requires_grad:
        loss = _steep_ends(loss, input, target)
    if weight is not None:
        loss = loss * weight
    return torch._named(_reduced(loss, reduction), "BinaryCrossEntropyBackward0", input, target)


def _only_probabilities(**given):
    for name, x in given.items():
        inside = torch._within(x.detach(), 0, 1)
        text = f"all elements of {name} should be between 0 and 1"
        if inside is None:
            torch._assert_async(torch.logical_and(x >= 0, x <= 1).all(), text)
        elif not inside:
            raise RuntimeError(text)


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
    _only_floats("log_sigmoid_cpu", input)
    if not target.dtype.is_floating_point and target.dtype != torch.bool:
        kinds = [_scalar_name(x.dtype) for x in (input, target)]
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
    _only_tensors("kl_div", input=input, target=target)
    if not (input.is_floating_point() or target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = torch.xlogy(target, target) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0] if input.dim() else loss.sum()
    return _reduced(loss, reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
    """Negative log likelihood of counts, given their rate or its logarithm.

    >>> F.poisson_nll_loss(torch.tensor([0.]), torch.tensor([2.]))
    tensor(1.)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return _reduced(loss, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """Negative log likelihood of normal numbers, given mean and variance.

    >>> F.gaussian_nll_loss(torch.tensor([1.]), torch.tensor([3.]), torch.tensor([1.]))
    tensor(2.)
    """
    if isinstance(var, (int, float)):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * torch.ones_like(input)
    elif bool(torch._whole(var < 0).any()):
        raise ValueError("var has negative entry/entries")
    if var.shape != input.shape:
        if input.shape[:-1] == var.shape:
            var = var.unsqueeze(-1)
        elif input.dim() != var.dim() or sum(own for size, own in zip(input.shape, var.shape) if size != own) != 1:
            raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not valid")
    var = var.clone()
    with torch.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced(loss, reduction)
