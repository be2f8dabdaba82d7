# Draws for a seed.
import torch
from torch import distributions as D

torch.manual_seed(11)
s = torch.tensor([0.5, 2.0])
m = torch.tensor([0.1, -1.0])
for d in (D.Laplace(m, s), D.Cauchy(m, s), D.Gumbel(m, s), D.Uniform(m, m + 4), D.Exponential(s), D.HalfNormal(s), D.LogNormal(m, s), D.Pareto(s, s), D.Weibull(s, s), D.Poisson(s * 8),
          D.Multinomial(7, torch.tensor([0.2, 0.3, 0.5])), D.Dirichlet(s), D.MultivariateNormal(m, torch.diag(s)), D.Kumaraswamy(s, s), D.NegativeBinomial(5, torch.tensor([0.3, 0.6]))):
    print(type(d).__name__, [[round(v, 3) for v in row] for row in d.sample((3,)).tolist()], d.has_rsample)
