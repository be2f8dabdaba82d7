"""The distribution Cauchy."""

import math

import torch
from torch.distributions._loc_scale import _LocScale


class Cauchy(_LocScale):
    """The ratio of two normal numbers; it has no mean."""

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.loc.dtype, device=self.loc.device)

    @property
    def variance(self):
        return torch.full(self._extended_shape(), math.inf, dtype=self.loc.dtype, device=self.loc.device)

    def rsample(self, sample_shape=torch.Size()):
        eps = self.loc.new_empty(self._extended_shape(sample_shape)).cauchy_(0, 1)
        return self.loc + eps * self.scale

    def log_prob(self, value):
        return -math.log(math.pi) - self.scale.log() - (self._standard(value) ** 2).log1p()

    def cdf(self, value):
        return torch.atan(self._standard(value)) / math.pi + 0.5

    def icdf(self, value):
        return torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()
