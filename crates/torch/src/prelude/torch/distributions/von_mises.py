"""The distribution VonMises."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, lazy_property


class VonMises(Distribution):
    """Angles around `loc`: the normal distribution of a circle."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def mean(self):
        """The mean direction."""
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        """1 minus the length of the mean of points on the circle."""
        return 1 - torch.special.i1e(self.concentration) / torch.special.i0e(self.concentration)

    def sample(self, sample_shape=torch.Size()):
        """Draws, by Best and Fisher's rejection (1979) in double precision."""
        with torch.no_grad():
            kappa = self.concentration.double()
            tau = 1 + (1 + 4 * kappa**2).sqrt()
            rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
            r = torch.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho**2) / (2 * rho))
            shape = self._extended_shape(sample_shape)
            angle = torch.zeros(shape, dtype=torch.double, device=self.loc.device)
            done = torch.zeros(shape, dtype=torch.bool, device=self.loc.device)
            while not done.all():
                u = torch.rand((3,) + tuple(shape), dtype=torch.double, device=self.loc.device)
                z = torch.cos(math.pi * u[0])
                f = (1 + r * z) / (r + z)
                c = kappa * (r - f)
                accepted = (c * (2 - c) - u[1] > 0) | ((c / u[1]).log() + 1 - c >= 0)
                # An accepted element draws again with the others.
                angle = torch.where(accepted, (u[2] - 0.5).sign() * f.acos(), angle)
                done = done | accepted
            return ((angle + math.pi + self.loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    def log_prob(self, value):
        self._validate_sample(value)
        kappa = self.concentration
        bessel = kappa + torch.special.i0e(kappa).log()
        return kappa * torch.cos(value - self.loc) - math.log(2 * math.pi) - bessel
