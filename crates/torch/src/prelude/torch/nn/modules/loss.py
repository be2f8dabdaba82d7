"""Losses."""

from torch.nn import functional as F
from torch.nn._reduction import _legacy_reduction
from torch.nn.modules.distance import PairwiseDistance
from torch.nn.modules.module import Module


class _Loss(Module):
    """A loss with a `reduction`: 'mean', 'sum' or 'none'."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        legacy = size_average is not None or reduce is not None
        self.reduction = _legacy_reduction(size_average, reduce) if legacy else reduction


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
    Errors: IndexError for a class that does not exist:
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
    Errors: IndexError for a class that does not exist:
            `nn.CrossEntropyLoss()(torch.zeros(1, 3), torch.tensor([3]))`
            ValueError where the batches differ:
            `nn.CrossEntropyLoss()(torch.zeros(1, 3), torch.tensor([0, 1]))`

    >>> nn.CrossEntropyLoss()(torch.tensor([[2., 0., 0.], [0., 0., 3.]]), torch.tensor([0, 2]))
    tensor(0.1672)
    """

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
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
    Errors: RuntimeError for an invalid probability:
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


class PoissonNLLLoss(_Loss):
    """Negative log likelihood of counts, given their rate or its logarithm.

    >>> nn.PoissonNLLLoss()(torch.tensor([0.]), torch.tensor([2.]))
    tensor(1.)
    """

    def __init__(self, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, log_input, target):
        return F.poisson_nll_loss(
            log_input, target, log_input=self.log_input, full=self.full, eps=self.eps, reduction=self.reduction
        )


class GaussianNLLLoss(_Loss):
    """Negative log likelihood of normal numbers, given mean and variance.

    >>> nn.GaussianNLLLoss()(torch.tensor([1.]), torch.tensor([3.]), torch.tensor([1.]))
    tensor(2.)
    """

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction=reduction)
        self.full = full
        self.eps = eps

    def forward(self, input, target, var):
        return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps, reduction=self.reduction)


class CosineEmbeddingLoss(_Loss):
    """1 - cosine for target 1, max(0, cosine - margin) for target -1.

    >>> nn.CosineEmbeddingLoss()(torch.tensor([[1., 0.]]), torch.tensor([[0., 1.]]), torch.tensor([1.]))
    tensor(1.)
    """

    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1, input2, target):
        return F.cosine_embedding_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class MarginRankingLoss(_Loss):
    """max(0, -target * (x1 - x2) + margin).

    >>> nn.MarginRankingLoss()(torch.tensor([1.]), torch.tensor([3.]), torch.tensor([1.]))
    tensor(2.)
    """

    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1, input2, target):
        return F.margin_ranking_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class HingeEmbeddingLoss(_Loss):
    """x for target 1, max(0, margin - x) for target -1.

    >>> nn.HingeEmbeddingLoss()(torch.tensor([0.5, 0.5]), torch.tensor([1., -1.]))
    tensor(0.5000)
    """

    def __init__(self, margin=1.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input, target):
        return F.hinge_embedding_loss(input, target, margin=self.margin, reduction=self.reduction)


class SoftMarginLoss(_Loss):
    """log(1 + exp(-target * x)).

    >>> nn.SoftMarginLoss()(torch.tensor([0.]), torch.tensor([1.]))
    tensor(0.6931)
    """

    def forward(self, input, target):
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class MultiLabelMarginLoss(_Loss):
    """Mean over pairs of max(0, 1 - x[target] + x[other]); targets end at the first -1.

    >>> nn.MultiLabelMarginLoss()(torch.tensor([[0.1, 0.2, 0.4, 0.8]]), torch.tensor([[3, 0, -1, 1]]))
    tensor(0.8500)
    """

    def forward(self, input, target):
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """Binary cross entropy of logits, the mean over classes.

    >>> nn.MultiLabelSoftMarginLoss()(torch.tensor([[2., -1.]]), torch.tensor([[1., 0.]]))
    tensor(0.2201)
    """

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)

    def forward(self, input, target):
        return F.multilabel_soft_margin_loss(input, target, weight=self.weight, reduction=self.reduction)


class MultiMarginLoss(_WeightedLoss):
    """Mean over classes of max(0, margin - x[target] + x[class]) ** p.

    >>> nn.MultiMarginLoss()(torch.tensor([[1., 0.5]]), torch.tensor([0]))
    tensor(0.2500)
    """

    def __init__(self, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        self.p = p
        self.margin = margin

    def forward(self, input, target):
        return F.multi_margin_loss(input, target, p=self.p, margin=self.margin, weight=self.weight, reduction=self.reduction)


class TripletMarginLoss(_Loss):
    """max(0, margin + distance to the positive - distance to the negative).

    >>> nn.TripletMarginLoss(margin=4.)(torch.tensor([[0.]]), torch.tensor([[1.]]), torch.tensor([[3.]]))
    tensor(2.)
    """

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        if margin <= 0:
            raise ValueError(f"TripletMarginLoss: expected margin to be greater than 0, got {margin} instead")
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_loss(
            anchor, positive, negative, self.margin, self.p, self.eps, self.swap, reduction=self.reduction
        )


class TripletMarginWithDistanceLoss(_Loss):
    """TripletMarginLoss with a distance of one's own.

    >>> distance = lambda a, b: (a - b).abs().sum(-1)
    >>> loss = nn.TripletMarginWithDistanceLoss(distance_function=distance, margin=1.)
    >>> loss(torch.zeros(1, 2), torch.ones(1, 2), torch.full((1, 2), 1.2))
    tensor(0.6000)
    """

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        super().__init__(reduction=reduction)
        if margin <= 0:
            raise ValueError(f"TripletMarginWithDistanceLoss: expected margin to be greater than 0, got {margin} instead")
        self.__dict__["distance_function"] = PairwiseDistance() if distance_function is None else distance_function
        self.margin = margin
        self.swap = swap

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_with_distance_loss(
            anchor,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )


class CTCLoss(_Loss):
    """Connectionist temporal classification of log probabilities (T, N, C).

    >>> nn.CTCLoss()(torch.zeros(3, 1, 4), torch.tensor([[1, 2]]), torch.tensor([3]), torch.tensor([2]))
    tensor(-0.8047)
    """

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction=reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def forward(self, log_probs, targets, input_lengths, target_lengths):
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity)
