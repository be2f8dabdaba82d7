"""Laguerre series."""

import numpy as np
from numpy.polynomial._polybase import ABCPolyBase, of_family
from numpy.polynomial._series import Family, define

_functions = define(
    Family(
        "lag",
        "Laguerre",
        [0.0, 1.0],
        lambda n: (-1, 2 * n + 1, n, n + 1),
        lambda n: (-1, 1, 0),
        weight=lambda x: np.exp(-x),
        mass=1.0,
    ),
    globals(),
)


@of_family("lag", _functions)
class Laguerre(ABCPolyBase):
    """A Laguerre series, of the polynomials L₀(x), L₁(x), L₂(x) and so on."""

    basis_name = "L"


__all__ = [*_functions, "Laguerre"]
