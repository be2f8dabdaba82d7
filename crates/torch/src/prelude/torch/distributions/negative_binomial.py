"""The distribution NegativeBinomial."""

import torch
from torch.distributions import constraints
from torch.distributions._binary import _BinaryParameter
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import Gamma
from torch.nn import functional as F


class NegativeBinomial(_BinaryParameter, Distribution):
    """Successes before `total_count` failures."""

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        shape, (count,) = self._take_binary(probs, logits, total_count)
        self.total_count = count.type_as(self._param)
        super().__init__(shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.total_count * torch.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / torch.sigmoid(-self.logits)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            rate = Gamma(self.total_count, torch.exp(-self.logits), validate_args=False).sample(sample_shape)
            return torch.poisson(rate)

    def log_prob(self, value):
        self._validate_sample(value)
        unnormalised = self.total_count * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        norm = -torch.lgamma(self.total_count + value) + torch.lgamma(1.0 + value) + torch.lgamma(self.total_count)
        return unnormalised - norm.masked_fill(self.total_count + value == 0.0, 0.0)
