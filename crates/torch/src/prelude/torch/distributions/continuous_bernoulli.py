"""The distribution ContinuousBernoulli."""

import math

import torch
from torch.distributions import constraints
from torch.distributions._binary import _BinaryParameter
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.utils import broadcast_all, clamp_probs, lazy_property, logits_to_probs
from torch.nn import functional as F


class ContinuousBernoulli(_BinaryParameter, ExponentialFamily):
    """Shares between 0 and 1 with a density proportional to probs**x * (1 - probs)**(1 - x)."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        shape, _ = self._take_binary(probs, logits)
        if probs is not None:
            if validate_args is not None and not bool(self.arg_constraints["probs"].check(self.probs).all()):
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        self._lims = lims
        super().__init__(shape, validate_args=validate_args)

    @lazy_property
    def probs(self):
        """The parameter that would be the probability of 1."""
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    @property
    def param_shape(self):
        return self._param.size()

    def _apart(self, formula, near):
        """`formula` of probs where these are away from 1/2, `near` where they are not: a series in probs - 1/2."""
        away = (self.probs <= self._lims[0]) | (self.probs > self._lims[1])
        return torch.where(away, formula(torch.where(away, self.probs, self._lims[0])), near)

    def _cont_bern_log_norm(self):
        """The logarithm of the density's normalizing factor."""
        x = (self.probs - 0.5).pow(2)
        formula = lambda p: (torch.log1p(-p) - p.log()).abs().log() - (1 - 2 * p).abs().log()
        return self._apart(formula, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self):
        x = self.probs - 0.5
        formula = lambda p: p / (2 * p - 1) + 1 / (torch.log1p(-p) - p.log())
        return self._apart(formula, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.pow(2)) * x)

    @property
    def variance(self):
        x = (self.probs - 0.5).pow(2)
        formula = lambda p: p * (p - 1) / (1 - 2 * p).pow(2) + 1 / (torch.log1p(-p) - p.log()).pow(2)
        return self._apart(formula, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device))

    def log_prob(self, value):
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return self._cont_bern_log_norm() - F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def cdf(self, value):
        self._validate_sample(value)
        inside = self._apart(lambda p: (p**value * (1 - p) ** (1 - value) + p - 1) / (2 * p - 1), value)
        return torch.where(value <= 0, 0.0, torch.where(value >= 1, 1.0, inside))

    def icdf(self, value):
        formula = lambda p: (torch.log1p(-p + value * (2 * p - 1)) - torch.log1p(-p)) / (p.log() - torch.log1p(-p))
        return self._apart(formula, value)

    def entropy(self):
        zero, one = torch.log1p(-self.probs), self.probs.log()
        return self.mean * (zero - one) - self._cont_bern_log_norm() - zero
