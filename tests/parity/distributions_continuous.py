# Other distributions of real numbers: densities, cdfs, moments.
import torch
from torch.distributions import Cauchy, Exponential, Gumbel, HalfCauchy, HalfNormal, Kumaraswamy, Laplace, LogNormal, Pareto, Uniform, Weibull

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
s = torch.tensor([0.5, 2.0], device=device)
m = torch.tensor([0.1, -1.0], device=device)
x = torch.tensor([0.6, 2.5], device=device)
for d in (Laplace(m, s), Cauchy(m, s), Gumbel(m, s), Uniform(m, m + 4), Exponential(s), HalfNormal(s), HalfCauchy(s), LogNormal(m, s), Pareto(s, s + 2), Weibull(s, s)):
    print(d)
    print("  ", [round(v, 5) for v in d.log_prob(x).tolist()], [round(v, 5) for v in d.cdf(x).tolist()], [round(v, 4) for v in d.mean.tolist()], [round(v, 2) for v in d.variance.tolist()])
    print("  ", [round(v, 5) for v in d.entropy().tolist()], [round(v, 4) for v in d.icdf(torch.tensor([0.25, 0.75], device=device)).tolist()], [round(v, 4) for v in d.mode.tolist()])
k = Kumaraswamy(s, s)
print([round(v, 5) for v in k.log_prob(torch.tensor([0.2, 0.7], device=device)).tolist()], [round(v, 5) for v in k.mean.tolist()], [round(v, 5) for v in k.variance.tolist()])
