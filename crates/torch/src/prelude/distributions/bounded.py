"""Distributions of angles, of shares between 0 and 1, and of what exceeds a bound."""


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
                # A place that was done draws again with the others.
                angle = torch.where(accepted, (u[2] - 0.5).sign() * f.acos(), angle)
                done = done | accepted
            return ((angle + math.pi + self.loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    def log_prob(self, value):
        self._validate_sample(value)
        kappa = self.concentration
        bessel = kappa + torch.special.i0e(kappa).log()
        return kappa * torch.cos(value - self.loc) - math.log(2 * math.pi) - bessel


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
        """What would be the probability of 1."""
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    @property
    def param_shape(self):
        return self._param.size()

    def _apart(self, formula, near):
        """`formula` of probs where these are away from 1/2, `near` where they are not: a series in probs - 1/2."""
        away = (self.probs <= self._lims[0]) | (self.probs > self._lims[1])
        return torch.where(away, formula(torch.where(away, self.probs, self._lims[0])), near)

    def _cont_bern_log_norm(self):
        """The logarithm of what the density is multiplied with."""
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


class LogitRelaxedBernoulli(_BinaryParameter, Distribution):
    """The log odds of a relaxed Bernoulli number."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        shape, _ = self._take_binary(probs, logits)
        super().__init__(shape, validate_args=validate_args)

    @property
    def param_shape(self):
        return self._param.size()

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        u = clamp_probs(torch.rand(shape, dtype=probs.dtype, device=probs.device))
        return (u.log() - (-u).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        temperature = torch.as_tensor(self.temperature, dtype=logits.dtype, device=logits.device)
        away = logits - value * temperature
        return temperature.log() + away - 2 * away.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """Numbers near 0 and 1: a Bernoulli draw that carries a gradient."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args=validate_args)

    @property
    def temperature(self):
        return self.base_dist.temperature

    @property
    def probs(self):
        return self.base_dist.probs

    @property
    def logits(self):
        return self.base_dist.logits


class LogisticNormal(TransformedDistribution):
    """Points of the simplex: normal numbers, through `StickBreakingTransform`."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        base = base if base.batch_shape else base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self):
        return self.base_dist.base_dist.loc

    @property
    def scale(self):
        return self.base_dist.base_dist.scale


class FisherSnedecor(Distribution):
    """The ratio of two chi-squared numbers, each over its degrees of freedom."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.size(), validate_args=validate_args)

    @property
    def mean(self):
        return torch.where(self.df2 > 2, self.df2 / (self.df2 - 2), torch.nan)

    @property
    def mode(self):
        return torch.where(self.df1 > 2, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2), torch.nan)

    @property
    def variance(self):
        a, b = self.df1, self.df2
        return torch.where(b > 4, 2 * b.pow(2) * (a + b - 2) / (a * (b - 2).pow(2) * (b - 4)), torch.nan)

    def rsample(self, sample_shape=torch.Size()):
        tiny = torch.finfo(self.df1.dtype).tiny
        above = self._gamma1.rsample(sample_shape)
        return (above / self._gamma2.rsample(sample_shape).clamp(min=tiny)).clamp(min=tiny)

    def log_prob(self, value):
        self._validate_sample(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        norm = (a + b).lgamma() - a.lgamma() - b.lgamma() + a * ratio.log()
        return norm + (a - 1) * torch.log(value) - (a + b) * torch.log1p(ratio * value)


class GeneralizedPareto(Distribution):
    """What exceeds a high bound `loc`: tails that end, fall exponentially or fall as a power."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def support(self):
        above = self.loc - self.scale / self.concentration
        return constraints.interval(self.loc, torch.where(self.concentration < 0, above, torch.inf))

    @property
    def mean(self):
        return torch.where(self.concentration < 1, self.loc + self.scale / (1 - self.concentration), torch.nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        c = self.concentration
        return torch.where(c < 0.5, self.scale**2 / ((1 - c) ** 2 * (1 - 2 * c)), torch.nan)

    def _shape(self):
        """Where the concentration is 0, and one to divide by that is not."""
        exponential = torch.isclose(self.concentration, torch.zeros_like(self.concentration))
        return exponential, torch.where(exponential, 1.0, self.concentration)

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device))

    def log_prob(self, value):
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        exponential, c = self._shape()
        power = 1 / c + 1
        return -self.scale.log() - torch.where(exponential, z, torch.where(power == 0, power, power * torch.log1p(c * z)))

    def log_survival_function(self, value):
        """The logarithm of the probability of more than `value`."""
        self._validate_sample(value)
        z = (value - self.loc) / self.scale
        exponential, c = self._shape()
        return torch.where(exponential, -z, -torch.log1p(c * z) / c)

    def log_cdf(self, value):
        """The logarithm of the probability of at most `value`."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        exponential, c = self._shape()
        log = torch.log1p(-value)
        return self.loc + self.scale * torch.where(exponential, -log, torch.expm1(-c * log) / c)

    def entropy(self):
        return torch.broadcast_to(torch.log(self.scale) + self.concentration + 1, self._batch_shape)
