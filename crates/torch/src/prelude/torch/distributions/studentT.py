"""The distribution StudentT."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._loc_scale import _LocScale
from torch.distributions.chi2 import Chi2
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all


class StudentT(_LocScale):
    """A normal number over the root of a chi-squared one."""

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        Distribution.__init__(self, self.df.size(), validate_args=validate_args)

    @property
    def mean(self):
        return torch.where(self.df > 1, self.loc, torch.nan)

    @property
    def variance(self):
        some = self.scale.pow(2) * self.df / (self.df - 2)
        return torch.where(self.df > 2, some, torch.where(self.df > 1, torch.inf, torch.nan).to(some.dtype))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        x = torch.empty(shape, dtype=self.df.dtype, device=self.df.device).normal_()
        z = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * x * torch.rsqrt(z / self.df)

    def log_prob(self, value):
        y = self._standard(value)
        z = (
            self.scale.log()
            + 0.5 * self.df.log()
            + 0.5 * math.log(math.pi)
            + torch.lgamma(0.5 * self.df)
            - torch.lgamma(0.5 * (self.df + 1.0))
        )
        return -0.5 * (self.df + 1.0) * torch.log1p(y**2.0 / self.df) - z

    def entropy(self):
        lbeta = torch.lgamma(0.5 * self.df) + math.lgamma(0.5) - torch.lgamma(0.5 * (self.df + 1))
        spread = torch.digamma(0.5 * (self.df + 1)) - torch.digamma(0.5 * self.df)
        return self.scale.log() + 0.5 * (self.df + 1) * spread + 0.5 * self.df.log() + lbeta
