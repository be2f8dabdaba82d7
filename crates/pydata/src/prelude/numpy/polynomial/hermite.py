"""Hermite series of the physicists: their weight is exp(-x²)."""

import numpy as np
from numpy.polynomial._polybase import ABCPolyBase, of_family
from numpy.polynomial._series import Family, define

_functions = define(
    Family(
        "herm",
        "Hermite",
        [-1.0, 1.0],
        lambda n: (2, 0, 2 * n, 1),
        lambda n: (2 * (n + 1), 0, 0),
        weight=lambda x: np.exp(-(x**2)),
        mass=np.sqrt(np.pi),
    ),
    globals(),
)


@of_family("herm", _functions)
class Hermite(ABCPolyBase):
    """A Hermite series, of the polynomials H₀(x), H₁(x), H₂(x) and so on."""

    basis_name = "H"


__all__ = [*_functions, "Hermite"]
