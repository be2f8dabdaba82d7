"""Distributions of matrices, and of vectors whose covariance has few directions."""


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
        # A normal distribution's matrices follow from one another in the same way.
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
        # PyTorch's first test is the wrong way around: what is fine is drawn once more. Its values are those of the second draw.
        again = self._checked(drawn)
        for _ in range(max_try_correction):
            if not again.any():
                break
            anew = self._bartlett(torch.Size((int(again.sum()),)))
            drawn[again] = anew
            again[again.clone()] = ~self._checked(anew)
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
        """Draws, row by row: how much of its length lies off the diagonal, and in which direction."""
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
        # Of the small matrix 1 + factor.T diag^-1 factor: determinants and inverses of the large one follow from it.
        small = self._scaled_factor() @ self.cov_factor
        self._capacitance_tril = torch.linalg.cholesky(small + torch.eye(small.shape[-1], dtype=small.dtype, device=small.device))

    def _scaled_factor(self):
        return self.cov_factor.mT / self.cov_diag.unsqueeze(-2)

    def _log_det(self):
        """log |covariance|"""
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

    def _solved(self, matrix):
        """What a product with the inverse covariance takes away from one with that of the diagonal, halved."""
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
