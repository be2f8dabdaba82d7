"""The distribution LKJCholesky."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.beta import Beta
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all
from torch.nn import functional as F


class LKJCholesky(Distribution):
    """Cholesky factors of correlation matrices M, with a density proportional to det(M) ** (concentration - 1) in M."""

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        super().__init__(self.concentration.size(), torch.Size((dim, dim)), validate_args=validate_args)
        rows = torch.arange(dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        rows = F.pad(rows, [1, 0])
        self._beta = Beta(rows + 0.5, (self.concentration + 0.5 * (dim - 2)).unsqueeze(-1) - 0.5 * rows)

    def sample(self, sample_shape=torch.Size()):
        """Draws row by row: the length of the off-diagonal part, and its direction."""
        with torch.no_grad():
            share = self._beta.sample(sample_shape).unsqueeze(-1)
            normal = torch.randn(self._extended_shape(sample_shape), dtype=share.dtype, device=share.device).tril(-1)
            off = torch.sqrt(share) * F.normalize(normal, dim=-1, eps=torch.finfo(share.dtype).tiny)
            left = torch.clamp(1 - (off**2).sum(-1), min=torch.finfo(share.dtype).tiny).sqrt()
            return off + torch.diag_embed(left)

    def log_prob(self, value):
        self._validate_sample(value)
        rows = torch.arange(2, self.dim + 1, device=self.concentration.device)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - rows
        unnormalised = (order * value.diagonal(dim1=-1, dim2=-2)[..., 1:].log()).sum(-1)
        n = self.dim - 1
        alpha = self.concentration + 0.5 * n
        return unnormalised - (0.5 * n * math.log(math.pi) + torch.mvlgamma(alpha - 0.5, n) - torch.lgamma(alpha) * n)
