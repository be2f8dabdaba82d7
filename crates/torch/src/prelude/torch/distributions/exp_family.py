"""Exponential families."""

from torch.distributions.distribution import Distribution


class ExponentialFamily(Distribution):
    """Distributions whose density is the exponential of a product of parameters and statistics."""
