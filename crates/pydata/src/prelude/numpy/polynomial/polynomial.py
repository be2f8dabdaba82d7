"""Polynomials as sums of powers of x."""

import numpy as np
from numpy.polynomial._polybase import _RAISED, ABCPolyBase, of_family
from numpy.polynomial._series import Family, define
from numpy.polynomial.polyutils import _beside_points, _floats

_functions = define(
    Family("poly", "power", [-1.0, 1.0], lambda n: (1, 0, 0, 1), lambda n: (n + 1, 0, 0), product=np.convolve),
    globals(),
)


def polyvalfromroots(x, r, tensor=True):
    """The value at `x` of the polynomial with the roots `r`."""
    roots = _floats(r)
    points = np.asarray(x) if isinstance(x, (tuple, list)) else x
    is_array = isinstance(points, np.ndarray)
    if is_array and not tensor and points.ndim >= roots.ndim:
        raise ValueError("x.ndim must be < r.ndim when tensor == False")
    if is_array and tensor:
        roots = _beside_points(roots, points)
    return np.prod(points - roots, axis=0)


@of_family("poly", _functions)
class Polynomial(ABCPolyBase):
    """A sum of powers: `Polynomial([1, 2, 3])` is 1 + 2x + 3x².

    >>> from numpy.polynomial import Polynomial
    >>> print(Polynomial([1, 2, 3]).deriv())
    2.0 + 6.0·x
    """

    @classmethod
    def _str_term_unicode(cls, i, arg_str):
        return f"·{arg_str}" + ("" if i == "1" else i.translate(_RAISED))

    @staticmethod
    def _str_term_ascii(i, arg_str):
        return f" {arg_str}" + ("" if i == "1" else f"**{i}")

    @staticmethod
    def _repr_latex_term(i, arg_str, needs_parens):
        arg_str = rf"\left({arg_str}\right)" if needs_parens else arg_str
        return "1" if i == 0 else arg_str if i == 1 else f"{arg_str}^{{{i}}}"


__all__ = [*_functions, "polyvalfromroots", "Polynomial"]
