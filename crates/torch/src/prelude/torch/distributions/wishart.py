"""The distribution Wishart."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.chi2 import Chi2
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.multivariate_normal import MultivariateNormal
from torch.distributions.utils import lazy_property


class Wishart(ExponentialFamily):
    """Sums of `df` outer products of normal vectors with this covariance."""

    support = constraints.positive_definite
    has_rsample = True

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = [("covariance_matrix", covariance_matrix), ("precision_matrix", precision_matrix), ("scale_tril", scale_tril)]
        given = [(name, matrix) for name, matrix in given if matrix is not None]
        if len(given) != 1:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        name, matrix = given[0]
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        if isinstance(df, (int, float)):
            df = torch.tensor(df, dtype=matrix.dtype, device=matrix.device)
        batch = torch.broadcast_shapes(matrix.shape[:-2], df.shape)
        n = matrix.shape[-1]
        self.df = df.expand(batch)
        if self.df.le(n - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {n - 1}.")
        matrix = matrix.expand(batch + (-1, -1))
        setattr(self, name, matrix)
        if self.df.lt(n).any():
            import warnings

            warnings.warn(
                "Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.", stacklevel=2
            )
        super().__init__(batch, matrix.shape[-2:], validate_args=validate_args)
        # A normal distribution's matrices are derived from each other in the same way.
        self._normal = MultivariateNormal(matrix.new_zeros(n), **{name: matrix}, validate_args=False)
        self._chi2 = Chi2(self.df.unsqueeze(-1) - torch.arange(n, dtype=matrix.dtype, device=matrix.device))

    @property
    def arg_constraints(self):
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self.event_shape[-1] - 1),
        }

    @lazy_property
    def scale_tril(self):
        return self._normal.scale_tril

    @lazy_property
    def covariance_matrix(self):
        return self._normal.covariance_matrix

    @lazy_property
    def precision_matrix(self):
        return self._normal.precision_matrix

    @property
    def mean(self):
        return self.df[..., None, None] * self.covariance_matrix

    @property
    def mode(self):
        factor = self.df - self.event_shape[-1] - 1
        return torch.where(factor > 0, factor, torch.nan)[..., None, None] * self.covariance_matrix

    @property
    def variance(self):
        covariance = self.covariance_matrix
        diagonal = covariance.diagonal(dim1=-2, dim2=-1)
        return self.df[..., None, None] * (covariance.pow(2) + diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2))

    def _bartlett(self, shape):
        """Draws as products of triangular matrices: roots of chi-squared numbers with normal ones below them."""
        n = self.event_shape[-1]
        diagonal = self._chi2.rsample(shape).sqrt()
        noise = diagonal.clamp(min=torch.finfo(diagonal.dtype).eps).diag_embed()
        row, column = torch.tril_indices(n, n, offset=-1, device=noise.device)
        below = torch.randn(shape + self.batch_shape + (n * (n - 1) // 2,), dtype=noise.dtype, device=noise.device)
        noise[..., row, column] = below
        lower = self._normal.scale_tril @ noise
        return lower @ lower.mT

    def _checked(self, drawn):
        """For each draw whether one of its batch is positive definite."""
        inside = self.support.check(drawn)
        return inside.flatten(-len(self.batch_shape)).any(-1) if self.batch_shape else inside

    def rsample(self, sample_shape=torch.Size(), max_try_correction=10):
        drawn = self._bartlett(torch.Size(sample_shape))
        # PyTorch's first check is inverted: valid samples are drawn again. Its values are those of the second draw.
        again = self._checked(drawn)
        for _ in range(max_try_correction):
            if not again.any():
                break
            fresh = self._bartlett(torch.Size((int(again.sum()),)))
            drawn[again] = fresh
            again[again.clone()] = ~self._checked(fresh)
        return drawn

    def _half_log_det(self):
        """Half of log |2 covariance|."""
        return self.event_shape[-1] * math.log(2) / 2 + self._normal._half_log_det()

    def log_prob(self, value):
        self._validate_sample(value)
        nu, n = self.df, self.event_shape[-1]
        trace = torch.cholesky_solve(value, self._normal.scale_tril).diagonal(dim1=-2, dim2=-1).sum(-1)
        log_det = torch.linalg.slogdet(value).logabsdet
        return (nu - n - 1) / 2 * log_det - trace / 2 - nu * self._half_log_det() - torch.mvlgamma(nu / 2, n)

    def _mvdigamma(self):
        """The slope of log mvlgamma at df / 2."""
        n = self.event_shape[-1]
        steps = torch.arange(n, dtype=self.df.dtype, device=self.df.device) / 2
        return torch.digamma(self.df.unsqueeze(-1) / 2 - steps).sum(-1)

    def entropy(self):
        nu, n = self.df, self.event_shape[-1]
        spread = (nu - n - 1) / 2 * self._mvdigamma()
        return (n + 1) * self._half_log_det() + torch.mvlgamma(nu / 2, n) - spread + nu * n / 2
