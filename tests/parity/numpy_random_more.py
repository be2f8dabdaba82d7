# cpu only: NumPy's arrays are in the host's memory
# Numbers of many distributions, by both of NumPy's generators; and writing through slices that go backwards.
import numpy as np

for name, r in (("newer", np.random.default_rng(5)), ("older", np.random)):
    np.random.seed(11)
    print(name)
    print(r.exponential(2.0, 4), r.standard_exponential(3), r.exponential([1.0, 10.0]))
    for shape in (0.3, 1.0, 2.5, 40.0):
        print(shape, r.gamma(shape, 1.5, 3), r.standard_gamma(shape, 2), r.chisquare(shape, 2))
    print(r.beta(0.5, 0.3, 4), r.beta(2.0, 3.0, 3), r.beta(0.5, 3.0, (2, 2)))
    for lam in (0.0, 0.5, 9.0, 12.0, 150.0, 5000.0):
        print(lam, r.poisson(lam, 8))
    print(r.poisson([1.0, 20.0, 300.0]))
    for n, p in ((0, 0.5), (5, 0.3), (10, 0.9), (100, 0.5), (1000, 0.7), (100000, 0.2)):
        print(n, p, r.binomial(n, p, 8))
    print(r.geometric(0.1, 6), r.geometric(0.6, 6))
    print(r.laplace(1.0, 2.0, 3), r.logistic(1.0, 2.0, 3), r.gumbel(1.0, 2.0, 3))
    print(r.lognormal(0.5, 0.3, 3), r.rayleigh(2.0, 3), r.weibull(1.5, 3), r.pareto(3.0, 3), r.power(2.0, 3))
    print(r.standard_cauchy(3), r.standard_t(4.0, 3), r.f(3.0, 5.0, 3), r.triangular(0.0, 0.3, 1.0, 3))
    print(r.multinomial(20, [0.2, 0.3, 0.5]), r.multinomial(7, [0.5, 0.5], size=3))
    print(r.dirichlet([1.0, 2.0, 3.0]), r.dirichlet([0.5, 0.5], size=2))
    for wrong in (lambda: r.exponential(-1.0), lambda: r.gamma(-1.0), lambda: r.poisson(-1.0), lambda: r.binomial(3, 1.5), lambda: r.triangular(1.0, 0.0, 2.0), lambda: r.beta(0.0, 1.0)):
        try:
            wrong()
        except ValueError as error:
            print(error)
print(np.random.default_rng(2).permuted([3, 1, 4, 1, 5]))
a = np.arange(5)
a[::-1] = [10, 11, 12, 13, 14]
print(a)
a[3:0:-1] += 100
print(a)
b = np.zeros((3, 4))
b[::-1, ::-2] = np.arange(6).reshape(3, 2)
print(b)
b[..., ::-1] = [1, 2, 3, 4]
print(b)
b[0, ::-3] = -1
print(b)
a[::-1] = a
print(a)
