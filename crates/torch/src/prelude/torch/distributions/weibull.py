"""The distribution Weibull."""

import torch
from torch.distributions import constraints
from torch.distributions.exponential import Exponential
from torch.distributions.gumbel import _EULER
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.transforms import AffineTransform, PowerTransform
from torch.distributions.utils import broadcast_all


class Weibull(TransformedDistribution):
    """Times until failure, with a rate that changes as a power of time."""

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast_all(scale, concentration)
        base = Exponential(torch.ones_like(self.scale), validate_args=validate_args)
        transforms = [PowerTransform(exponent=self.concentration.reciprocal()), AffineTransform(loc=0, scale=self.scale)]
        super().__init__(base, transforms, validate_args=validate_args)

    @property
    def mean(self):
        return self.scale * torch.exp(torch.lgamma(1 + self.concentration.reciprocal()))

    @property
    def mode(self):
        return self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration.reciprocal()

    @property
    def variance(self):
        first = torch.exp(2 * torch.lgamma(1 + self.concentration.reciprocal()))
        return self.scale.pow(2) * (torch.exp(torch.lgamma(1 + 2 * self.concentration.reciprocal())) - first)

    def entropy(self):
        return _EULER * (1 - self.concentration.reciprocal()) + torch.log(self.scale * self.concentration.reciprocal()) + 1
