"""Hermite series of the probabilists: their weight is exp(-x²/2)."""

import numpy as np
from numpy.polynomial._polybase import ABCPolyBase, of_family
from numpy.polynomial._series import Family, define

_functions = define(
    Family(
        "herme",
        "Hermite",
        [-1.0, 1.0],
        lambda n: (1, 0, n, 1),
        lambda n: (n + 1, 0, 0),
        weight=lambda x: np.exp(-0.5 * x**2),
        mass=np.sqrt(2 * np.pi),
    ),
    globals(),
)


@of_family("herme", _functions)
class HermiteE(ABCPolyBase):
    """A Hermite series, of the polynomials He₀(x), He₁(x), He₂(x) and so on."""

    basis_name = "He"


__all__ = [*_functions, "HermiteE"]
