"""Distributions of vectors, and mixtures."""


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
            + torch.lgamma(self.concentration.sum(-1)) - torch.lgamma(self.concentration).sum(-1)
        )

    def entropy(self):
        k, total = self.concentration.size(-1), self.concentration.sum(-1)
        return (
            torch.lgamma(self.concentration).sum(-1) - torch.lgamma(total) - (k - total) * torch.digamma(total)
            - ((self.concentration - 1.0) * torch.digamma(self.concentration)).sum(-1)
        )


class MultivariateNormal(Distribution):
    """Vectors of normal numbers that vary together."""

    arg_constraints = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = {
            "covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril
        }
        given = {name: value for name, value in given.items() if value is not None}
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        (name, matrix), = given.items()
        if matrix.dim() < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        batch = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.loc = loc.expand(batch + (-1,))
        setattr(self, name, matrix.expand(batch + (-1, -1)))
        super().__init__(batch, self.loc.shape[-1:], validate_args=validate_args)
        if name == "scale_tril":
            self._unbroadcasted_scale_tril = matrix
        elif name == "covariance_matrix":
            self._unbroadcasted_scale_tril = torch.linalg.cholesky(matrix)
        else:
            # The Cholesky factor of the inverse, by way of the matrix turned over.
            turned = torch.linalg.cholesky(torch.flip(matrix, (-2, -1)))
            lower = torch.transpose(torch.flip(turned, (-2, -1)), -2, -1)
            eye = torch.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
            self._unbroadcasted_scale_tril = torch.linalg.solve_triangular(lower, eye, upper=False)

    @lazy_property
    def scale_tril(self):
        return self._unbroadcasted_scale_tril.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def covariance_matrix(self):
        lower = self._unbroadcasted_scale_tril
        return (lower @ lower.mT).expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def precision_matrix(self):
        inverse = torch.cholesky_inverse(self._unbroadcasted_scale_tril)
        return inverse.expand(self._batch_shape + self._event_shape + self._event_shape)

    def expand(self, batch_shape, _instance=None):
        new = object.__new__(type(self)) if _instance is None else _instance
        batch_shape = torch.Size(batch_shape)
        new.__dict__.update({k: v for k, v in self.__dict__.items() if not isinstance(v, torch.Tensor)})
        new.loc = self.loc.expand(batch_shape + self.event_shape)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril
        for name in ("covariance_matrix", "precision_matrix", "scale_tril"):
            if name in self.__dict__:
                setattr(new, name, self.__dict__[name].expand(batch_shape + self.event_shape + self.event_shape))
        new._batch_shape = batch_shape
        return new

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        eps = torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device).normal_()
        return self.loc + (self._unbroadcasted_scale_tril @ eps.unsqueeze(-1)).squeeze(-1)

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        self._validate_sample(value)
        away = (value - self.loc).unsqueeze(-1)
        lower = self._unbroadcasted_scale_tril
        lower, away = lower.expand(away.shape[:-2] + lower.shape[-2:]), away
        m = torch.linalg.solve_triangular(lower, away, upper=False).squeeze(-1).pow(2).sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + m) - self._half_log_det()

    def entropy(self):
        entropy = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return entropy if len(self._batch_shape) == 0 else entropy.expand(self._batch_shape)


class MixtureSameFamily(Distribution):
    """Draws of one of several components, chosen by a categorical distribution."""

    arg_constraints = {}

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError("The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
        batch = component_distribution.batch_shape[:-1]
        for mine, theirs in zip(reversed(mixture_distribution.batch_shape), reversed(batch)):
            if mine != 1 and theirs != 1 and mine != theirs:
                raise ValueError(
                    f"`mixture_distribution.batch_shape` ({mixture_distribution.batch_shape}) is not compatible with "
                    f"`component_distribution.batch_shape`({batch})"
                )
        count, components = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if count != components:
            raise ValueError(
                f"`mixture_distribution component` ({count}) does not equal `component_distribution.batch_shape[-1]` ({components})"
            )
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        self._event_ndims = len(component_distribution.event_shape)
        super().__init__(batch, component_distribution.event_shape, validate_args=validate_args)

    @property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self.component_distribution.support)

    def _weights(self):
        probs = self.mixture_distribution.probs
        return probs.reshape(probs.shape + (1,) * self._event_ndims)

    @property
    def mean(self):
        return torch.sum(self._weights() * self.component_distribution.mean, dim=-1 - self._event_ndims)

    @property
    def variance(self):
        weights, dim = self._weights(), -1 - self._event_ndims
        inside = torch.sum(weights * self.component_distribution.variance, dim=dim)
        away = self.component_distribution.mean - self.mean.unsqueeze(dim)
        return inside + torch.sum(weights * away.pow(2.0), dim=dim)

    def cdf(self, x):
        x = x.unsqueeze(-1 - self._event_ndims)
        return torch.sum(self.component_distribution.cdf(x) * self.mixture_distribution.probs, dim=-1)

    def log_prob(self, x):
        self._validate_sample(x)
        x = x.unsqueeze(-1 - self._event_ndims)
        logs = torch.log_softmax(self.mixture_distribution.logits, dim=-1)
        return torch.logsumexp(self.component_distribution.log_prob(x) + logs, dim=-1)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            shape = torch.Size(sample_shape)
            dim = len(shape) + len(self.batch_shape)
            chosen = self.mixture_distribution.sample(shape)
            drawn = self.component_distribution.sample(shape)
            index = chosen.reshape(chosen.shape + (1,) * (self._event_ndims + 1))
            index = index.expand(chosen.shape + (1,) + tuple(self.event_shape))
            return torch.gather(drawn, dim, index).squeeze(dim)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"


class RelaxedOneHotCategorical(Distribution):
    """Points of the simplex near its corners: a categorical draw that carries a gradient."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self._categorical = Categorical(probs, logits)
        super().__init__(
            self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args
        )

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        uniforms = clamp_probs(torch.rand(shape, dtype=self.logits.dtype, device=self.logits.device))
        scores = (self.logits - (-uniforms.log()).log()) / self.temperature
        return (scores - scores.logsumexp(dim=-1, keepdim=True)).exp()

    def log_prob(self, value):
        self._validate_sample(value)
        k = self._categorical._num_events
        logits, value = broadcast_all(self.logits, value.log())
        t = torch.as_tensor(self.temperature, dtype=logits.dtype, device=logits.device)
        scale = math.lgamma(k) + (k - 1) * t.log()
        score = logits - value * t
        score = (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1)
        return score + scale - value.sum(-1)
