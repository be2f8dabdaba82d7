"""The distribution Gamma."""

import torch
from torch.distributions import constraints
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.utils import broadcast_all


class _GammaDraws(torch.autograd.Function):
    """Draws z of gamma distributions; dz/da = -(dP/da) / (dP/dz), P the regularised incomplete gamma function."""

    @staticmethod
    def forward(ctx, concentration):
        drawn = torch._gamma_draws(concentration)
        ctx.save_for_backward(concentration, drawn)
        return drawn

    @staticmethod
    def backward(ctx, grad):
        concentration, drawn = ctx.saved_tensors
        a, z = concentration.double(), drawn.double()
        density = torch.exp((a - 1) * z.log() - z - torch.lgamma(a))
        step = 1e-3 * a.clamp(max=1.0)

        def slope(f):
            near, far = f(a + step, z) - f(a - step, z), f(a + 2 * step, z) - f(a - 2 * step, z)
            return (8 * near - far) / (12 * step)

        # Use the smaller of the two tails, so that no digits are lost.
        slopes = torch.where(z < a, slope(torch.special.gammainc), -slope(torch.special.gammaincc))
        return grad * (-slopes / density).to(grad.dtype)


class Gamma(ExponentialFamily):
    """The time until `concentration` events of this rate."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        value = _GammaDraws.apply(self.concentration.expand(shape).contiguous()) / self.rate.expand(shape)
        value.detach().clamp_(min=torch.finfo(value.dtype).tiny)
        return value

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        self._validate_sample(value)
        return (
            torch.xlogy(self.concentration, self.rate)
            + torch.xlogy(self.concentration - 1, value)
            - self.rate * value
            - torch.lgamma(self.concentration)
        )

    def cdf(self, value):
        self._validate_sample(value)
        return torch.special.gammainc(self.concentration, self.rate * value)

    def entropy(self):
        return (
            self.concentration
            - torch.log(self.rate)
            + torch.lgamma(self.concentration)
            + (1.0 - self.concentration) * torch.digamma(self.concentration)
        )
