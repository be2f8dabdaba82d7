"""The distribution FisherSnedecor."""

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import Gamma
from torch.distributions.utils import broadcast_all


class FisherSnedecor(Distribution):
    """The ratio of two chi-squared numbers, each over its degrees of freedom."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.size(), validate_args=validate_args)

    @property
    def mean(self):
        return torch.where(self.df2 > 2, self.df2 / (self.df2 - 2), torch.nan)

    @property
    def mode(self):
        return torch.where(self.df1 > 2, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2), torch.nan)

    @property
    def variance(self):
        a, b = self.df1, self.df2
        return torch.where(b > 4, 2 * b.pow(2) * (a + b - 2) / (a * (b - 2).pow(2) * (b - 4)), torch.nan)

    def rsample(self, sample_shape=torch.Size()):
        tiny = torch.finfo(self.df1.dtype).tiny
        above = self._gamma1.rsample(sample_shape)
        return (above / self._gamma2.rsample(sample_shape).clamp(min=tiny)).clamp(min=tiny)

    def log_prob(self, value):
        self._validate_sample(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        norm = (a + b).lgamma() - a.lgamma() - b.lgamma() + a * ratio.log()
        return norm + (a - 1) * torch.log(value) - (a + b) * torch.log1p(ratio * value)
