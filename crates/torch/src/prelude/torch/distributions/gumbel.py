"""The distribution Gumbel."""

import math

import torch
from torch.distributions._loc_scale import _LocScale
from torch.distributions.uniform import Uniform

_EULER = 0.57721566490153286060


class Gumbel(_LocScale):
    """The largest of many."""

    @property
    def mean(self):
        return self.loc + self.scale * _EULER

    @property
    def stddev(self):
        return (math.pi / math.sqrt(6)) * self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def rsample(self, sample_shape=torch.Size()):
        finfo = torch.finfo(self.loc.dtype)
        shape = self._extended_shape(sample_shape)
        u = Uniform(torch.full_like(self.loc, finfo.tiny), torch.full_like(self.loc, 1 - finfo.eps)).rsample(sample_shape)
        return self.loc - self.scale * (-u.expand(shape).log()).log()

    def log_prob(self, value):
        y = -self._standard(value)
        return (y - y.exp()) - self.scale.log()

    def cdf(self, value):
        return torch.exp(-torch.exp(-self._standard(value)))

    def icdf(self, value):
        return self.loc - self.scale * (-value.log()).log()

    def entropy(self):
        return self.scale.log() + (1 + _EULER)
