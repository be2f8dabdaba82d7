"""`numpy.polynomial`: series of powers, and of Chebyshev's, Legendre's, Hermite's and Laguerre's polynomials."""

from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial, polyutils
from numpy.polynomial.chebyshev import Chebyshev
from numpy.polynomial.hermite import Hermite
from numpy.polynomial.hermite_e import HermiteE
from numpy.polynomial.laguerre import Laguerre
from numpy.polynomial.legendre import Legendre
from numpy.polynomial.polynomial import Polynomial

__all__ = [
    "set_default_printstyle",
    "polynomial",
    "Polynomial",
    "chebyshev",
    "Chebyshev",
    "legendre",
    "Legendre",
    "hermite",
    "Hermite",
    "hermite_e",
    "HermiteE",
    "laguerre",
    "Laguerre",
]


def set_default_printstyle(style):
    """Prints powers and indices of series as 'unicode', or as 'ascii'."""
    from numpy.polynomial._polybase import ABCPolyBase

    if style not in ("unicode", "ascii"):
        raise ValueError(f"Unsupported format string '{style}'. Valid options are 'ascii' and 'unicode'")
    ABCPolyBase._use_unicode = style == "unicode"
