"""Legendre series."""

from numpy.polynomial._polybase import ABCPolyBase, of_family
from numpy.polynomial._series import Family, define

_functions = define(
    Family(
        "leg",
        "Legendre",
        [-1.0, 1.0],
        lambda n: (2 * n + 1, 0, n, n + 1),
        lambda n: (2 * n + 1, 0, 2 * n + 1 if n > 1 else 0),
        weight=lambda x: x * 0.0 + 1.0,
        mass=2.0,
    ),
    globals(),
)


@of_family("leg", _functions)
class Legendre(ABCPolyBase):
    """A Legendre series, of the polynomials P₀(x), P₁(x), P₂(x) and so on."""

    basis_name = "P"


__all__ = [*_functions, "Legendre"]
