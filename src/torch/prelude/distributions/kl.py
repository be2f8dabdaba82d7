"""Kullback and Leibler's divergence: what it costs to take one distribution for another."""

_KL = {}


def register_kl(type_p, type_q):
    """Decorates a function of two distributions that gives KL(p || q) for these classes."""

    def decorator(function):
        _KL[type_p, type_q] = function
        return function

    return decorator


def kl_divergence(p, q):
    """KL(p || q) = E_p[log p - log q], by a closed form."""
    for first in type(p).__mro__:
        for second in type(q).__mro__:
            if (first, second) in _KL:
                return _KL[first, second](p, q)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}")


@register_kl(Bernoulli, Bernoulli)
def _kl_bernoulli(p, q):
    first = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    first = torch.where(q.probs == 0, torch.inf, first)
    first = torch.where(p.probs == 0, 0.0, first)
    second = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    second = torch.where(q.probs == 1, torch.inf, second)
    second = torch.where(p.probs == 1, 0.0, second)
    return first + second


@register_kl(Beta, Beta)
def _kl_beta(p, q):
    a, b, c, d = p.concentration1, p.concentration0, q.concentration1, q.concentration0
    t = torch.lgamma(c) + torch.lgamma(d) + torch.lgamma(a + b) - torch.lgamma(c + d) - torch.lgamma(a) - torch.lgamma(b)
    return t + (a - c) * torch.digamma(a) + (b - d) * torch.digamma(b) + (c + d - a - b) * torch.digamma(a + b)


@register_kl(Binomial, Binomial)
def _kl_binomial(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    kl = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return torch.where(p.total_count > q.total_count, torch.inf, kl)


@register_kl(Categorical, Categorical)
def _kl_categorical(p, q):
    t = p.probs * (p.logits - q.logits)
    t = torch.where(q.probs == 0, torch.inf, t)
    return torch.where(p.probs == 0, 0.0, t).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _kl_one_hot(p, q):
    return _kl_categorical(p._categorical, q._categorical)


@register_kl(Dirichlet, Dirichlet)
def _kl_dirichlet(p, q):
    total_p, total_q = p.concentration.sum(-1), q.concentration.sum(-1)
    t = total_p.lgamma() - total_q.lgamma() - (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    spread = p.concentration.digamma() - total_p.digamma().unsqueeze(-1)
    return t + ((p.concentration - q.concentration) * spread).sum(-1)


@register_kl(Exponential, Exponential)
def _kl_exponential(p, q):
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Gamma, Gamma)
def _kl_gamma(p, q):
    t = q.concentration * (p.rate / q.rate).log() + torch.lgamma(q.concentration) - torch.lgamma(p.concentration)
    t = t + (p.concentration - q.concentration) * torch.digamma(p.concentration)
    return t + (q.rate - p.rate) * (p.concentration / p.rate)


@register_kl(Geometric, Geometric)
def _kl_geometric(p, q):
    return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits


@register_kl(HalfNormal, HalfNormal)
def _kl_half_normal(p, q):
    return _kl_normal(p.base_dist, q.base_dist)


@register_kl(Laplace, Laplace)
def _kl_laplace(p, q):
    ratio, away = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + away / q.scale + ratio * torch.exp(-away / p.scale) - 1


@register_kl(Normal, Normal)
def _kl_normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(MultivariateNormal, MultivariateNormal)
def _kl_multivariate(p, q):
    if p.event_shape != q.event_shape:
        raise ValueError("KL-divergence between two Multivariate Normals with different event shapes cannot be computed")
    n = p.event_shape[0]
    batch = torch.broadcast_shapes(p.batch_shape, q.batch_shape)
    lower = q._unbroadcasted_scale_tril.expand(batch + (n, n))
    factor = torch.linalg.solve_triangular(lower, p._unbroadcasted_scale_tril.expand(batch + (n, n)), upper=False)
    away = torch.linalg.solve_triangular(lower, (q.loc - p.loc).expand(batch + (n,)).unsqueeze(-1), upper=False)
    spread = factor.pow(2).sum((-2, -1)) + away.pow(2).sum((-2, -1)) - n
    return q._half_log_det() - p._half_log_det() + 0.5 * spread


@register_kl(Pareto, Pareto)
def _kl_pareto(p, q):
    ratio, alphas = p.scale / q.scale, q.alpha / p.alpha
    result = q.alpha * ratio.log() - alphas.log() + alphas - 1
    return torch.where(p.support.lower_bound < q.support.lower_bound, torch.inf, result)


@register_kl(Poisson, Poisson)
def _kl_poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Uniform, Uniform)
def _kl_uniform(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    return torch.where((q.low > p.low) | (q.high < p.high), torch.inf, result)


@register_kl(Uniform, Normal)
def _kl_uniform_normal(p, q):
    width = p.high - p.low
    spread = width.pow(2) / 12 + ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return (math.sqrt(math.pi * 2) * q.scale / width).log() + 0.5 * spread / q.scale.pow(2)


@register_kl(Normal, Laplace)
def _kl_normal_laplace(p, q):
    away, ratio = p.loc - q.loc, p.scale / q.scale
    t = math.sqrt(2 / math.pi) * p.scale * torch.exp(-0.5 * (away / p.scale).pow(2)) + away * torch.erf(away / (math.sqrt(2) * p.scale))
    return -torch.log(ratio) + t / q.scale - (0.5 + 0.5 * math.log(math.pi / 2))


@register_kl(Cauchy, Cauchy)
def _kl_cauchy(p, q):
    return ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log() - (4 * p.scale * q.scale).log()


@register_kl(Independent, Independent)
def _kl_independent(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(TransformedDistribution, TransformedDistribution)
def _kl_transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    extra = len(p.event_shape) - len(p.base_dist.event_shape)
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), extra)
