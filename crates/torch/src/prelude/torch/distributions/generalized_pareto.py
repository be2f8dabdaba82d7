"""The distribution GeneralizedPareto."""

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all


class GeneralizedPareto(Distribution):
    """What exceeds a high bound `loc`: tails that end, fall exponentially or fall as a power."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def support(self):
        above = self.loc - self.scale / self.concentration
        return constraints.interval(self.loc, torch.where(self.concentration < 0, above, torch.inf))

    @property
    def mean(self):
        return torch.where(self.concentration < 1, self.loc + self.scale / (1 - self.concentration), torch.nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        c = self.concentration
        return torch.where(c < 0.5, self.scale**2 / ((1 - c) ** 2 * (1 - 2 * c)), torch.nan)

    def _shape(self):
        """Returns where the concentration is 0, and a nonzero concentration to divide by."""
        exponential = torch.isclose(self.concentration, torch.zeros_like(self.concentration))
        return exponential, torch.where(exponential, 1.0, self.concentration)

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device))

    def log_prob(self, value):
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        exponential, c = self._shape()
        power = 1 / c + 1
        return -self.scale.log() - torch.where(exponential, z, torch.where(power == 0, power, power * torch.log1p(c * z)))

    def log_survival_function(self, value):
        """The logarithm of the probability of more than `value`."""
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        exponential, c = self._shape()
        return torch.where(exponential, -z, -torch.log1p(c * z) / c)

    def log_cdf(self, value):
        """The logarithm of the probability of at most `value`."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        exponential, c = self._shape()
        log = torch.log1p(-value)
        return self.loc + self.scale * torch.where(exponential, -log, torch.expm1(-c * log) / c)

    def entropy(self):
        return torch.broadcast_to(torch.log(self.scale) + self.concentration + 1, self._batch_shape)
