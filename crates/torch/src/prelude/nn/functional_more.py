"""More activations and losses as functions."""


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
        torch._not_implemented("threshold_cpu", input.dtype)

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
    torch._only_tensors("prelu", input=input, weight=weight)
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
    torch._only_floats("prelu_cpu", input, weight)
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
        leaky = lambda x: torch._named(torch.leaky_relu(x, slope), "RreluWithNoiseBackward0", x)
        return _activated(leaky, input, inplace, "RreluWithNoiseBackward1")
    if input.dtype == torch.float16 or not input.is_floating_point():
        torch._not_implemented("rrelu_with_noise_out_cpu", input.dtype)
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


def bilinear(input1, input2, weight, bias=None):
    """x1 @ weight[o] @ x2 + bias[o] for each output feature o: (*, I), (*, J) to (*, O).

    >>> F.bilinear(torch.tensor([1., 2.]), torch.tensor([3.]), torch.ones(1, 2, 1))
    tensor([9.])
    """
    if not input1.dtype == input2.dtype == weight.dtype:
        raise RuntimeError(
            f"All tensors must have the same dtype, got input1: {_SPOKEN[input1.dtype]}, "
            f"input2: {_SPOKEN[input2.dtype]}, weight: {_SPOKEN[weight.dtype]}"
        )
    if input1.dim() != input2.dim():
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {input1.dim()} and {input2.dim()}")
    for dim, (one, other) in enumerate(zip(input1.shape[:-1], input2.shape[:-1])):
        if one != other:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {dim}: got {one} and {other}")
    if bias is not None and bias.shape[0] != weight.shape[0]:
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {bias.shape[0]} but expected {weight.shape[0]}"
        )
    for name, given, wanted in ("input1", input1, weight.shape[1]), ("input2", input2, weight.shape[2]):
        if given.shape[-1] != wanted:
            raise RuntimeError(f"bilinear(): {name} size does not match weight size: got {given.shape[-1]} but expected {wanted}")
    front = list(input1.shape[:-1])
    a, b = input1.reshape(-1, input1.shape[-1]), input2.reshape(-1, input2.shape[-1])
    rows = (a @ weight.permute(1, 0, 2).reshape(weight.shape[1], -1)).view(-1, weight.shape[0], weight.shape[2])
    result = torch.bmm(rows, b.unsqueeze(2)).reshape(front + [weight.shape[0]])
    return result if bias is None else result + bias


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


def pdist(input, p=2.0):
    """Distances between all pairs of rows.

    >>> F.pdist(torch.tensor([[0., 0.], [3., 4.]]))
    tensor([5.])
    """
    return torch.pdist(input, p)


def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
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
    elif bool((var < 0).any()):
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
    # The margin is a number of the input's dtype first.
    apart = torch.where(target == 1, zeros, (torch.full_like(input, margin) - input).clamp_min(0))
    return _reduced(apart + torch.where(target == -1, zeros, input), reduction)


def cosine_embedding_loss(
    input1, input2, target, margin=0.0, size_average=None, reduce=None, reduction="mean"
):
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
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {torch._scalar_name(input.dtype)}"
        )
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


def multi_margin_loss(
    input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"
):
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
        raise RuntimeError(
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}"
        )
    return input if input.dim() == 2 else input.reshape(1, -1)


def _only_dtype(x, dtype):
    if x.dtype != dtype:
        raise RuntimeError(
            f"expected scalar type {torch._scalar_name(dtype)} but found {torch._scalar_name(x.dtype)}"
        )


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


class _Ctc(torch.autograd.Function):
    """The loss of each sample; its gradient is found with it."""

    @staticmethod
    def forward(ctx, log_probs, rows, lengths, blank):
        losses, gradients = torch._nn.ctc(log_probs, rows, lengths, blank, True)
        ctx.save_for_backward(gradients)
        return losses

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        return grad.unsqueeze(1) * ctx.saved_tensors[0], None, None, None


def ctc_loss(
    log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False
):
    """Connectionist temporal classification (Graves et al., 2006): log_probs (T, N, C), targets (N, S) or all in a row.
    The sum over alignments is a recursion over time, in logarithms, on the host. Its gradient, as PyTorch's, is that of the
    input of the log-softmax that log_probs come from.

    >>> F.ctc_loss(torch.zeros(3, 1, 4), torch.tensor([[1, 2]]), torch.tensor([3]), torch.tensor([2]))
    tensor(-0.8047)
    """
    alone = log_probs.dim() == 2
    if alone:
        log_probs = log_probs.unsqueeze(1)
    steps, batch, classes = log_probs.shape
    torch._only_singles("ctc_loss_cpu", log_probs)
    input_lengths, target_lengths = _lengths(input_lengths, "input"), _lengths(target_lengths, "target")
    _check_ctc(log_probs.shape, targets, input_lengths, target_lengths, blank)
    if targets.dim() == 1:
        rows, start = [], 0
        for n in target_lengths:
            rows.append(targets[start : start + n])
            start += n
    else:
        rows = [targets[i, :n] for i, n in enumerate(target_lengths)]
    labels = [row.tolist() for row in rows]
    if torch.is_grad_enabled() and log_probs.requires_grad:
        loss = _Ctc.apply(log_probs, labels, input_lengths, blank)
    else:
        loss, _ = torch._nn.ctc(log_probs, labels, input_lengths, blank, False)
    if zero_infinity:
        loss = torch.where(loss == math.inf, torch.zeros_like(loss), loss)
    else:
        loss = torch._named(loss, "CtcLossBackward0", log_probs)
    if reduction == "mean":
        return (loss / torch.tensor(target_lengths, dtype=loss.dtype, device=loss.device).clamp_min(1)).mean()
    if reduction == "none" and alone:
        return loss.squeeze(0)
    return _reduced(loss, reduction)


def _lengths(given, what):
    if not isinstance(given, torch.Tensor):
        return [int(n) for n in (given if isinstance(given, (list, tuple)) else [given])]
    if given.is_floating_point():
        raise RuntimeError(f"{what}_lengths must be integral")
    return [int(n) for n in given.reshape(-1).tolist()]


def _check_ctc(shape, targets, input_lengths, target_lengths, blank):
    (steps, batch, classes), checking = shape, "(while checking arguments for ctc_loss_allocate_outputs)"
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    for what, lengths in ("input", input_lengths), ("target", target_lengths):
        if len(lengths) != batch:
            raise RuntimeError(f"{what}_lengths must be of size batch_size")
    for n in target_lengths:
        if n < 0:
            raise RuntimeError(f"Expected target_lengths to have value at least 0, but got value {n} {checking}")
    if targets.dim() == 1:
        dim, given, least = 0, targets.shape[0], sum(target_lengths)
        fits, wanted = given == least, f"size {least}"
    else:
        dim, given = (0, targets.shape[0]) if targets.shape[0] != batch else (1, targets.shape[1])
        least = max(target_lengths) if target_lengths else 0
        fits, wanted = (False, f"size {batch}") if dim == 0 else (given >= least, f"size at least {least}")
    if not fits:
        raise RuntimeError(
            f"Expected tensor to have {wanted} at dimension {dim}, but got size {given} for argument #2 'targets' {checking}"
        )
    for n in input_lengths:
        if n < 0:
            raise RuntimeError(f"Expected input_lengths to have value at least 0, but got value {n} {checking}")
        if n > steps:
            raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value {n} {checking}")
