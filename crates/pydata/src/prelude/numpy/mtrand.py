"""The old generator under the module's name that packages reach for: `numpy.random.mtrand._rand` draws the functions' numbers."""

from numpy.random import (
    RandomState, beta, binomial, bytes, chisquare, choice, dirichlet, exponential, gamma, get_state, multinomial, multivariate_normal,
    normal, permutation, poisson, rand, randint, randn, random, random_sample, seed, set_state, shuffle, standard_normal, uniform,
)

_rand = RandomState.__new__(RandomState)
_rand._own = None
