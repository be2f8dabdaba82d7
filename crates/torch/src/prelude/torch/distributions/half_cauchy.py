"""The distribution HalfCauchy."""

import math

import torch
from torch.distributions.cauchy import Cauchy
from torch.distributions.half_normal import HalfNormal
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.transforms import AbsTransform


class HalfCauchy(HalfNormal):
    """The absolute value of a Cauchy number."""

    def __init__(self, scale, validate_args=None):
        TransformedDistribution.__init__(
            self, Cauchy(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args
        )

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype, device=self.scale.device)

    @property
    def variance(self):
        return self.base_dist.variance

    def log_prob(self, value):
        self._validate_sample(value)
        log = self.base_dist.log_prob(value) + math.log(2)
        return torch.where(value >= 0, log, -math.inf)
