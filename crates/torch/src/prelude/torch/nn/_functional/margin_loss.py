"""Losses of margins and triplets as functions."""

import torch
from torch._tensorcell.checks import _scalar_name
from torch.nn._functional.activation import logsigmoid
from torch.nn._functional.distance import pairwise_distance
from torch.nn._reduction import _legacy_reduction, _reduced

__name__ = "torch.nn.functional"


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -target * (x1 - x2) + margin).

    >>> F.margin_ranking_loss(torch.tensor([1.]), torch.tensor([3.]), torch.tensor([1.]))
    tensor(2.)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: "
            f"{input1.shape}, input2: {input2.shape}, target: {target.shape} "
        )
    difference = input1 - input2
    return _reduced((-target * difference + margin).clamp_min(0), reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """x for target 1, max(0, margin - x) for target -1.

    >>> F.hinge_embedding_loss(torch.tensor([0.5, 0.5]), torch.tensor([1., -1.]))
    tensor(0.5000)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    zeros = torch.zeros_like(input)
    # The margin is first rounded to the input's dtype.
    apart = torch.where(target == 1, zeros, (torch.full_like(input, margin) - input).clamp_min(0))
    return _reduced(apart + torch.where(target == -1, zeros, input), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"):
    """1 - cosine for target 1, max(0, cosine - margin) for target -1.

    >>> F.cosine_embedding_loss(torch.tensor([[1., 0.]]), torch.tensor([[0., 1.]]), torch.tensor([1.]))
    tensor(1.)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    product = (input1 * input2).sum(-1)
    eps = 1e-12
    cosine = product / ((input1 * input1).sum(-1) + eps).mul((input2 * input2).sum(-1) + eps).sqrt()
    zeros = torch.zeros_like(cosine)
    loss = torch.where(target == 1, 1 - cosine, zeros) + torch.where(target == -1, (cosine - margin).clamp_min(0), zeros)
    return _reduced(loss, reduction)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * x)).

    >>> F.soft_margin_loss(torch.tensor([0.]), torch.tensor([1.]))
    tensor(0.6931)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    exponents = input * -target
    if not input.is_floating_point():
        raise RuntimeError(f"result type Float can't be cast to the desired output type {_scalar_name(input.dtype)}")
    return torch._named(_reduced(exponents.exp().log1p(), reduction), "SoftMarginLossBackward0", input)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy of logits, the mean over classes.

    >>> F.multilabel_soft_margin_loss(torch.tensor([[0., 0.]]), torch.tensor([[1., 0.]]))
    tensor(0.6931)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return _reduced(loss.sum(-1) / input.shape[-1], reduction)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Mean over classes of max(0, margin - x[target] + x[class]) ** p.

    >>> F.multi_margin_loss(torch.tensor([[1., 0.5]]), torch.tensor([0]))
    tensor(0.2500)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    rows = _margin_rows(input)
    if target.dim() > 1 or target.numel() != rows.shape[0]:
        raise RuntimeError(f"inconsistent target size, expected {rows.shape[0]} but got {list(target.shape)}")
    if weight is not None and weight.numel() != rows.shape[1]:
        raise RuntimeError(f"inconsistent weight size, expected {rows.shape[1]} but got {list(weight.shape)}")
    torch._only_singles("multi_margin_loss_cpu_kernel", input)
    _only_dtype(target, torch.int64)
    if weight is not None:
        _only_dtype(weight, input.dtype)
    if torch._within(target, 0, rows.shape[1] - 1) is False:
        raise RuntimeError("target out of range")
    index = target.reshape(-1, 1)
    loss = (margin - rows.gather(1, index) + rows).clamp_min(0)
    if p == 2:
        loss = loss * loss
    if weight is not None:
        loss = loss * weight[index]
    own = torch.zeros_like(rows).scatter(1, index, 1.0)
    loss = (loss * (1 - own)).sum(1) / rows.shape[1]
    loss = loss.reshape(target.shape) if reduction == "none" else loss
    return torch._named(_reduced(loss, reduction), "MultiMarginLossBackward0", input)


def _margin_rows(input):
    """The scores as rows, one a sample: a vector is one, and so is a number."""
    if input.dim() > 2 or 0 in input.shape[-1:]:
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}")
    return input if input.dim() == 2 else input.reshape(1, -1)


def _only_dtype(x, dtype):
    if x.dtype != dtype:
        raise RuntimeError(f"expected scalar type {_scalar_name(dtype)} but found {_scalar_name(x.dtype)}")


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Mean over pairs of max(0, 1 - x[target] + x[other]); targets end at the first -1.

    >>> F.multilabel_margin_loss(torch.tensor([[0.1, 0.2, 0.4]]), torch.tensor([[2, -1, 0]]))
    tensor(0.5000)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    rows = _margin_rows(input)
    if target.numel() != input.numel() or (input.dim() == 2 and target.shape != input.shape):
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}")
    torch._only_singles("multilabel_margin_loss_forward_out_frame", input)
    _only_dtype(target, torch.int64)
    if torch._within(target, -1, rows.shape[1] - 1) is False:
        raise RuntimeError("argument #2 'target' is out of range")
    targets = target.reshape(rows.shape)
    counted = (targets < 0).long().cumsum(1) == 0
    index = targets.clamp_min(0)
    own = torch.zeros_like(rows).scatter_add(1, index, counted.to(rows.dtype)) > 0
    pairs = (1 - rows.gather(1, index).unsqueeze(2) + rows.unsqueeze(1)).clamp_min(0)
    wanted = (counted.unsqueeze(2) & own.logical_not().unsqueeze(1)).to(rows.dtype)
    loss = (pairs * wanted).sum((1, 2)) / rows.shape[1]
    loss = loss.squeeze(0) if target.dim() < 2 and reduction == "none" else loss
    return torch._named(_reduced(loss, reduction), "MultilabelMarginLossBackward0", input)


def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"
):
    """max(0, margin + distance to the positive - distance to the negative).

    >>> F.triplet_margin_loss(torch.tensor([[0.]]), torch.tensor([[1.]]), torch.tensor([[3.]]), margin=4.)
    tensor(2.)
    """
    if size_average is not None or reduce is not None:
        reduction = _legacy_reduction(size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = lambda one, other: pairwise_distance(one, other, p, eps)
    return _triplet_loss(anchor, positive, negative, distance, margin, swap, reduction)


def _triplet_loss(anchor, positive, negative, distance, margin, swap, reduction):
    dims = anchor.dim(), positive.dim(), negative.dim()
    if not dims[0] == dims[1] == dims[2]:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {dims[0]}D, positive {dims[1]}D, and negative {dims[2]}D inputs"
        )
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = torch.minimum(far, distance(positive, negative))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    """triplet_margin_loss with a distance of one's own.

    >>> F.triplet_margin_with_distance_loss(torch.tensor([[0.]]), torch.tensor([[1.]]), torch.tensor([[1.5]]))
    tensor(0.5000)
    """
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = pairwise_distance if distance_function is None else distance_function
    return _triplet_loss(anchor, positive, negative, distance, margin, swap, reduction)
