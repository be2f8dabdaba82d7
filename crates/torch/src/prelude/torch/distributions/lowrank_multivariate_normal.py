"""The distribution LowRankMultivariateNormal."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import lazy_property


class LowRankMultivariateNormal(Distribution):
    """Normal vectors with covariance cov_factor @ cov_factor.T + diag(cov_diag)."""

    arg_constraints = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != event:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
        if cov_diag.shape[-1:] != event:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event}")
        try:
            batch = torch.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        except RuntimeError:
            raise ValueError(
                f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}"
            )
        self.loc = loc.expand(batch + event)
        self.cov_factor = cov_factor.expand(batch + cov_factor.shape[-2:])
        self.cov_diag = cov_diag.expand(batch + event)
        super().__init__(batch, event, validate_args=validate_args)
        # The small matrix 1 + factor.T diag^-1 factor gives determinant and inverse of the large one.
        small = self._scaled_factor() @ self.cov_factor
        self._capacitance_tril = torch.linalg.cholesky(
            small + torch.eye(small.shape[-1], dtype=small.dtype, device=small.device)
        )

    def _scaled_factor(self):
        return self.cov_factor.mT / self.cov_diag.unsqueeze(-2)

    def _log_det(self):
        """log |covariance|"""
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

    def _solved(self, matrix):
        """Returns half of the difference between the quadratic forms of the diagonal's inverse and the covariance's inverse."""
        product = self._scaled_factor() @ matrix
        lower = self._capacitance_tril.expand(product.shape[:-2] + self._capacitance_tril.shape[-2:])
        return torch.linalg.solve_triangular(lower, product, upper=False)

    def _distance(self, away):
        """away @ covariance^-1 @ away"""
        return (away.pow(2) / self.cov_diag).sum(-1) - self._solved(away.unsqueeze(-1)).pow(2).sum((-2, -1))

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        return self.cov_factor.pow(2).sum(-1) + self.cov_diag

    @lazy_property
    def covariance_matrix(self):
        return self.cov_factor @ self.cov_factor.mT + torch.diag_embed(self.cov_diag)

    @lazy_property
    def scale_tril(self):
        root = self.cov_diag.sqrt().unsqueeze(-1)
        factor = self.cov_factor / root
        eye = torch.eye(factor.shape[-2], dtype=factor.dtype, device=factor.device)
        return root * torch.linalg.cholesky(factor @ factor.mT + eye)

    @lazy_property
    def precision_matrix(self):
        part = torch.linalg.solve_triangular(self._capacitance_tril, self._scaled_factor(), upper=False)
        return torch.diag_embed(self.cov_diag.reciprocal()) - part.mT @ part

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        along = torch.empty(shape[:-1] + self.cov_factor.shape[-1:], dtype=self.loc.dtype, device=self.loc.device).normal_()
        each = torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device).normal_()
        return self.loc + (self.cov_factor @ along.unsqueeze(-1)).squeeze(-1) + self.cov_diag.sqrt() * each

    def log_prob(self, value):
        self._validate_sample(value)
        away = value - self.loc
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + self._distance(away))

    def entropy(self):
        return 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
