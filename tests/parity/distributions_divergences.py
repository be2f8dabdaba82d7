# Every pair of distributions for which PyTorch has a divergence.
import torch
from torch.distributions import *

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def t(*values):
    return torch.tensor(values, device=device)


def show(name, values):
    print(name, [round(v, 3) for v in values.detach().cpu().double().flatten().tolist()])


some = [
    Bernoulli(t(0.2, 0.7)), Beta(t(2.0, 0.5), t(3.0, 1.5)), Binomial(4, t(0.3, 0.5)), Categorical(t(0.2, 0.3, 0.5)), Cauchy(t(0.0, 1.0), t(1.0, 2.0)),
    ContinuousBernoulli(t(0.2, 0.7)), Dirichlet(t(1.0, 2.0, 3.0)), Exponential(t(0.5, 2.0)), Gamma(t(2.0, 0.5), t(1.0, 3.0)),
    Geometric(t(0.2, 0.7)), Gumbel(t(0.0, 1.0), t(1.0, 2.0)), HalfNormal(t(1.0, 2.0)), Laplace(t(0.0, 1.0), t(1.0, 2.0)),
    Normal(t(0.0, 1.0), t(1.0, 2.0)), OneHotCategorical(t(0.2, 0.3, 0.5)), Pareto(t(1.0, 0.5), t(3.0, 1.5)), Poisson(t(0.5, 2.0)),
    Uniform(t(0.2, 0.0), t(0.6, 1.0)), Chi2(t(3.0, 1.0)), LogNormal(t(0.0, 1.0), t(1.0, 2.0)), StudentT(t(3.0, 5.0)),
]
others = [
    Bernoulli(t(0.5, 0.6)), Beta(t(1.0, 1.5), t(2.0, 0.5)), Binomial(4, t(0.6, 0.2)), Categorical(t(0.5, 0.3, 0.2)), Cauchy(t(0.5, 1.0), t(2.0, 1.0)),
    ContinuousBernoulli(t(0.6, 0.1)), Dirichlet(t(2.0, 1.0, 0.5)), Exponential(t(1.5, 0.2)), Gamma(t(1.0, 2.5), t(2.0, 0.3)),
    Geometric(t(0.5, 0.1)), Gumbel(t(0.5, 1.0), t(2.0, 1.0)), HalfNormal(t(2.0, 1.0)), Laplace(t(0.5, 1.0), t(2.0, 1.0)),
    Normal(t(0.5, 1.0), t(2.0, 1.0)), OneHotCategorical(t(0.5, 0.3, 0.2)), Pareto(t(0.1, 0.2), t(2.0, 1.5)), Poisson(t(1.5, 1.0)),
    Uniform(t(-0.5, 0.0), t(1.5, 1.0)), Chi2(t(2.0, 4.0)), LogNormal(t(0.0, 1.0), t(2.0, 3.0)), StudentT(t(3.0, 5.0)),
]
for p in some:
    for q in others:
        pair = type(p).__name__ + " " + type(q).__name__
        try:
            show(pair, kl_divergence(p, q))
        except NotImplementedError:
            print(pair, "is not known")
diagonal = LowRankMultivariateNormal(t(0.0, 0.5, 1.0), torch.ones(3, 1, device=device), t(1.0, 2.0, 0.5))
wide = LowRankMultivariateNormal(torch.ones(2, 3, device=device), t(0.5, 0.0, 1.0).unsqueeze(-1), t(0.5, 1.0, 2.0))
full = MultivariateNormal(t(0.5, 0.5, 0.0), torch.eye(3, device=device) + 0.5)
for p in (diagonal, wide, full):
    for q in (diagonal, wide, full):
        show(type(p).__name__ + " " + type(q).__name__, kl_divergence(p, q))
covariance = torch.eye(2, device=device) + 0.3
show("Wishart", kl_divergence(Wishart(4.0, covariance), Wishart(5.5, torch.eye(2, device=device))))
