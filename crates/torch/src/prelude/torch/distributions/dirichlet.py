"""The distribution Dirichlet."""

import torch
from torch.distributions import constraints
from torch.distributions.exp_family import ExponentialFamily
from torch.nn import functional as F


def _betainc(a, b, x):
    """The regularised incomplete beta function by its continued fraction (DLMF 8.17.22), in double precision."""
    turned = x > (a + 1) / (a + b + 2)
    a, b, x = torch.where(turned, b, a), torch.where(turned, a, b), torch.where(turned, 1 - x, x)
    front = torch.exp(torch.lgamma(a + b) - torch.lgamma(a) - torch.lgamma(b) + a * x.log() + b * (-x).log1p()) / a
    tiny = 1e-300
    c, d = torch.ones_like(x), 1 - (a + b) * x / (a + 1)
    d = 1 / torch.where(d.abs() < tiny, tiny, d)
    fraction = d
    for m in range(1, 200):
        for share in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + share * d
            d = 1 / torch.where(d.abs() < tiny, tiny, d)
            c = 1 + share / c
            c = torch.where(c.abs() < tiny, tiny, c)
            fraction = fraction * c * d
        if bool(((c * d - 1).abs() < 1e-15).all()):
            break
    return torch.where(turned, 1 - front * fraction, front * fraction)


class _DirichletDraws(torch.autograd.Function):
    """Draws of Dirichlet distributions; each share moves with its concentration as the beta distribution that it follows."""

    @staticmethod
    def forward(ctx, concentration):
        drawn = torch._gamma_draws(concentration.double())
        drawn = (drawn / drawn.sum(-1, keepdim=True)).to(concentration.dtype)
        ctx.save_for_backward(concentration, drawn)
        return drawn

    @staticmethod
    def backward(ctx, grad):
        concentration, drawn = ctx.saved_tensors
        a, x = concentration.double(), drawn.double()
        b = a.sum(-1, keepdim=True) - a
        step = 1e-3 * a.clamp(max=1.0)
        near = _betainc(a + step, b, x) - _betainc(a - step, b, x)
        far = _betainc(a + 2 * step, b, x) - _betainc(a - 2 * step, b, x)
        density = torch.exp(
            torch.lgamma(a + b) - torch.lgamma(a) - torch.lgamma(b) + (a - 1) * x.log() + (b - 1) * (-x).log1p()
        )
        moved = -(8 * near - far) / (12 * step) / density / (1 - x)
        return moved.to(grad.dtype) * (grad - (drawn * grad).sum(-1, keepdim=True))


class Dirichlet(ExponentialFamily):
    """Shares that add up to 1."""

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self):
        less = (self.concentration - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        flat = (self.concentration < 1).all(dim=-1)
        if flat.any():
            mode[flat] = F.one_hot(mode[flat].argmax(dim=-1), less.shape[-1]).to(mode)
        return mode

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return _DirichletDraws.apply(self.concentration.expand(shape).contiguous())

    def log_prob(self, value):
        self._validate_sample(value)
        return (
            torch.xlogy(self.concentration - 1.0, value).sum(-1)
            + torch.lgamma(self.concentration.sum(-1))
            - torch.lgamma(self.concentration).sum(-1)
        )

    def entropy(self):
        k, total = self.concentration.size(-1), self.concentration.sum(-1)
        return (
            torch.lgamma(self.concentration).sum(-1)
            - torch.lgamma(total)
            - (k - total) * torch.digamma(total)
            - ((self.concentration - 1.0) * torch.digamma(self.concentration)).sum(-1)
        )
