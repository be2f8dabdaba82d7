"""The Kullback-Leibler divergence between two distributions."""

import math

import torch
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.beta import Beta
from torch.distributions.binomial import Binomial
from torch.distributions.categorical import Categorical
from torch.distributions.cauchy import Cauchy
from torch.distributions.continuous_bernoulli import ContinuousBernoulli
from torch.distributions.dirichlet import Dirichlet
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.exponential import Exponential
from torch.distributions.gamma import Gamma
from torch.distributions.geometric import Geometric
from torch.distributions.gumbel import _EULER, Gumbel
from torch.distributions.half_normal import HalfNormal
from torch.distributions.independent import Independent
from torch.distributions.laplace import Laplace
from torch.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal
from torch.distributions.multivariate_normal import MultivariateNormal
from torch.distributions.normal import Normal
from torch.distributions.one_hot_categorical import OneHotCategorical
from torch.distributions.pareto import Pareto
from torch.distributions.poisson import Poisson
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.transforms import _sum_rightmost
from torch.distributions.uniform import Uniform
from torch.distributions.wishart import Wishart
from torch.nn import functional as F

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
    if isinstance(p, ExponentialFamily) and isinstance(q, ExponentialFamily) and type(p) is not type(q):
        raise NotImplementedError(
            "The cross KL-divergence between different exponential families cannot \
                            be computed using Bregman divergences"
        )
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


@register_kl(Normal, Laplace)
def _kl_normal_laplace(p, q):
    away, ratio = p.loc - q.loc, p.scale / q.scale
    t = math.sqrt(2 / math.pi) * p.scale * torch.exp(-0.5 * (away / p.scale).pow(2)) + away * torch.erf(
        away / (math.sqrt(2) * p.scale)
    )
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


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _kl_continuous_bernoulli(p, q):
    norms = p._cont_bern_log_norm() - q._cont_bern_log_norm()
    return p.mean * (p.logits - q.logits) + norms + torch.log1p(-p.probs) - torch.log1p(-q.probs)


@register_kl(Gumbel, Gumbel)
def _kl_gumbel(p, q):
    ratio, away = p.scale / q.scale, (q.loc - p.loc) / q.scale
    return ratio * _EULER - ratio.log() - away + torch.exp(away + (1 + ratio).lgamma()) - (1 + _EULER)


@register_kl(Bernoulli, Poisson)
def _kl_bernoulli_poisson(p, q):
    return q.rate - p.entropy() - p.probs * q.rate.log()


@register_kl(Wishart, Wishart)
def _kl_wishart(p, q):
    n = p.event_shape[-1]
    trace = torch.cholesky_solve(p._normal.covariance_matrix, q._normal.scale_tril).diagonal(dim1=-2, dim2=-1).sum(-1)
    norms = torch.mvlgamma(q.df / 2, n) - torch.mvlgamma(p.df / 2, n) + q.df * (q._half_log_det() - p._half_log_det())
    return norms + (p.df - q.df) / 2 * p._mvdigamma() + p.df / 2 * (trace - n)


def _root_and_log_det(normal):
    """A root of the covariance, from its fewest columns, and the logarithm of its determinant."""
    if isinstance(normal, MultivariateNormal):
        return normal.scale_tril, 2 * normal._half_log_det()
    return torch.cat([normal.cov_factor, normal.cov_diag.sqrt().diag_embed()], -1), normal._log_det()


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
@register_kl(LowRankMultivariateNormal, MultivariateNormal)
@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _kl_low_rank(p, q):
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two (Low Rank) Multivariate Normals with different event shapes cannot be computed"
        )
    (root, log_p), (_, log_q) = _root_and_log_det(p), _root_and_log_det(q)
    precision = q.precision_matrix
    away = (q.loc - p.loc).unsqueeze(-1)
    spread = (root * (precision @ root)).sum((-2, -1)) + (away * (precision @ away)).sum((-2, -1))
    return 0.5 * (log_q - log_p + spread - p.event_shape[0])


def _mean_of_log(p):
    """E_p[log x]"""
    if isinstance(p, Beta):
        return torch.digamma(p.concentration1) - torch.digamma(p.concentration1 + p.concentration0)
    if isinstance(p, Exponential):
        return -_EULER - p.rate.log()
    if isinstance(p, Gamma):
        return torch.digamma(p.concentration) - p.rate.log()
    if isinstance(p, Pareto):
        return p.scale.log() + p.alpha.reciprocal()
    return (torch.xlogy(p.high, p.high) - torch.xlogy(p.low, p.low)) / (p.high - p.low) - 1


def _mean_of_log_rest(p):
    """E_p[log(1 - x)]"""
    return _mean_of_log(Beta(p.concentration0, p.concentration1) if isinstance(p, Beta) else Uniform(1 - p.high, 1 - p.low))


def _mean_of_exp(p, scale):
    """E_p[exp(-x / scale)]"""
    if isinstance(p, Exponential):
        return p.rate * scale / (p.rate * scale + 1)
    if isinstance(p, Gamma):
        return (1 + 1 / (p.rate * scale)).pow(-p.concentration)
    if isinstance(p, Normal):
        return torch.exp(0.5 * (p.scale / scale).pow(2) - p.loc / scale)
    return scale / (p.high - p.low) * (torch.exp(-p.low / scale) - torch.exp(-p.high / scale))


def _mean_of_log_density(p, q):
    """E_p[log q], where p has the moments that q's density is made of."""
    if isinstance(q, Beta):
        norm = torch.lgamma(q.concentration1 + q.concentration0) - q.concentration1.lgamma() - q.concentration0.lgamma()
        return norm + (q.concentration1 - 1) * _mean_of_log(p) + (q.concentration0 - 1) * _mean_of_log_rest(p)
    if isinstance(q, ContinuousBernoulli):
        return p.mean * q.logits + torch.log1p(-q.probs) + q._cont_bern_log_norm()
    if isinstance(q, Exponential):
        return q.rate.log() - q.rate * p.mean
    if isinstance(q, Gamma):
        norm = q.concentration * q.rate.log() - q.concentration.lgamma()
        return norm + (q.concentration - 1) * _mean_of_log(p) - q.rate * p.mean
    if isinstance(q, Gumbel):
        return (q.loc - p.mean) / q.scale - q.scale.log() - torch.exp(q.loc / q.scale) * _mean_of_exp(p, q.scale)
    if isinstance(q, Normal):
        spread = p.variance + (p.mean - q.loc).pow(2)
        return -0.5 * (q.scale.pow(2) * 2 * math.pi).log() - 0.5 * spread / q.scale.pow(2)
    if isinstance(q, Pareto):
        return q.alpha.log() + q.alpha * q.scale.log() - (q.alpha + 1) * _mean_of_log(p)
    return -(q.high - q.low).log()


def _outside(p, q):
    """Returns where p's support exceeds q's, or a moment of p is infinite."""
    if isinstance(p, Pareto):
        return p.alpha <= (2 if isinstance(q, Normal) else 1)
    if isinstance(q, Uniform):
        # PyTorch checks the wrong sides of a ContinuousBernoulli: its result is almost always infinite.
        wrong = isinstance(p, ContinuousBernoulli)
        return (q.low >= 0) | (q.high <= 1) if wrong else (q.low > 0) | (q.high < 1)
    if isinstance(p, Uniform) and isinstance(q, ContinuousBernoulli):
        return (p.high >= 1) | (p.low <= 0)
    if isinstance(p, Uniform) and isinstance(q, Beta):
        return (p.high > 1) | (p.low < 0)
    if isinstance(p, Uniform) and not isinstance(q, (Gumbel, Normal)):
        return p.low < (q.scale if isinstance(q, Pareto) else 0)
    return torch.zeros_like(p.mean, dtype=torch.bool)


def _kl_by_moments(p, q):
    """Combines p's entropy and its mean of log q."""
    return torch.where(_outside(p, q), torch.inf, -p.entropy() - _mean_of_log_density(p, q))


def _kl_infinite(p, q):
    return torch.full_like(p.mean, torch.inf)


for _p, _qs in [
    (Beta, (ContinuousBernoulli, Exponential, Gamma, Normal, Uniform)),
    (ContinuousBernoulli, (Exponential, Normal, Uniform)),
    (Exponential, (Gamma, Gumbel, Normal)),
    (Gamma, (Exponential, Gumbel, Normal)),
    (Gumbel, (Normal,)),
    (Laplace, (Normal,)),
    (Normal, (Gumbel,)),
    (Pareto, (Exponential, Gamma, Normal)),
    (Uniform, (Beta, ContinuousBernoulli, Exponential, Gamma, Gumbel, Normal, Pareto)),
]:
    for _q in _qs:
        register_kl(_p, _q)(_kl_by_moments)

for _p, _qs in [
    (Beta, (Pareto,)),
    (ContinuousBernoulli, (Pareto,)),
    (Exponential, (Beta, ContinuousBernoulli, Pareto, Uniform)),
    (Gamma, (Beta, ContinuousBernoulli, Pareto, Uniform)),
    (Gumbel, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Laplace, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Normal, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Pareto, (Beta, ContinuousBernoulli, Uniform)),
    (Poisson, (Bernoulli, Binomial)),
]:
    for _q in _qs:
        register_kl(_p, _q)(_kl_infinite)
