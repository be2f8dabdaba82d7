"""Losses: how far an output is from its target, as one number."""


class _Loss(Module):
    """A loss with a `reduction`: 'mean', 'sum' or 'none'."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        legacy = size_average is not None or reduce is not None
        self.reduction = F._legacy_reduction(size_average, reduce) if legacy else reduction


class _WeightedLoss(_Loss):
    """A loss with a weight for each class or element."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)


class L1Loss(_Loss):
    """Mean absolute difference.

    Shapes: equal; the result is () unless reduction is 'none'

    >>> nn.L1Loss()(torch.tensor([1., 2.]), torch.tensor([1., 4.]))
    tensor(1.)
    """

    def forward(self, input, target):
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    """Mean squared difference.

    Shapes: equal; the result is () unless reduction is 'none'
    Errors: RuntimeError where the sizes do not broadcast:
            `nn.MSELoss()(torch.ones(2), torch.ones(3))`

    >>> nn.MSELoss()(torch.tensor([1., 2.]), torch.tensor([1., 4.]))
    tensor(2.)
    """

    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """Squared below beta, absolute above.

    >>> nn.SmoothL1Loss()(torch.tensor([1., 2.]), torch.tensor([1.5, 4.]))
    tensor(0.8125)
    """

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """Squared below delta, absolute above, joined smoothly.

    >>> nn.HuberLoss()(torch.tensor([1., 2.]), torch.tensor([1.5, 4.]))
    tensor(0.8125)
    """

    def __init__(self, reduction="mean", delta=1.0):
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input, target):
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class NLLLoss(_WeightedLoss):
    """Negative log likelihood of the target classes; the input holds log probabilities.

    Shapes: input (N, C) or (N, C, ...), target (N) or (N, ...); the result is () unless reduction
            is 'none'
    Errors: IndexError for a class that there is not:
            `nn.NLLLoss()(torch.zeros(1, 3), torch.tensor([3]))`

    >>> nn.NLLLoss()(torch.log(torch.tensor([[0.5, 0.25, 0.25]])), torch.tensor([0]))
    tensor(0.6931)
    """

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input, target):
        return F.nll_loss(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class CrossEntropyLoss(_WeightedLoss):
    """log_softmax and NLLLoss in one; the target holds class numbers, or probabilities.

    Shapes: input (N, C) or (N, C, ...) of raw scores, target (N) or (N, ...) of class numbers, or
            as the input of probabilities; the result is () unless reduction is 'none'
    Errors: IndexError for a class that there is not:
            `nn.CrossEntropyLoss()(torch.zeros(1, 3), torch.tensor([3]))`
            ValueError where the batches differ:
            `nn.CrossEntropyLoss()(torch.zeros(1, 3), torch.tensor([0, 1]))`

    >>> nn.CrossEntropyLoss()(torch.tensor([[2., 0., 0.], [0., 0., 3.]]), torch.tensor([0, 2]))
    tensor(0.1672)
    """

    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
    ):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input, target):
        return F.cross_entropy(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class BCELoss(_WeightedLoss):
    """Binary cross entropy of probabilities.

    Shapes: equal; the result is () unless reduction is 'none'
    Errors: RuntimeError for what is no probability:
            `nn.BCELoss()(torch.tensor([2.]), torch.ones(1))`

    >>> nn.BCELoss()(torch.tensor([0.5, 0.9]), torch.tensor([0., 1.]))
    tensor(0.3993)
    """

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_WeightedLoss):
    """Sigmoid and BCELoss in one, computed safely.

    Shapes: equal; the result is () unless reduction is 'none'
    Errors: ValueError where the sizes differ:
            `nn.BCEWithLogitsLoss()(torch.ones(2), torch.ones(3))`

    >>> nn.BCEWithLogitsLoss()(torch.tensor([0., 2.]), torch.tensor([0., 1.]))
    tensor(0.4100)
    """

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        super().__init__(weight, size_average, reduce, reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(
            input, target, self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )


class KLDivLoss(_Loss):
    """Kullback-Leibler divergence; the input holds log probabilities.

    >>> nn.KLDivLoss(reduction='batchmean')(torch.log(torch.tensor([[0.5, 0.5]])), torch.tensor([[0.25, 0.75]]))
    tensor(0.1308)
    """

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input, target):
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)
