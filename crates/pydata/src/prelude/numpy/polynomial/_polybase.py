"""The class of series that the six families of polynomials share."""

import numbers
import os

import numpy as np
from numpy.polynomial import polyutils as pu

__all__ = ["ABCPolyBase"]

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_OPERATIONS = ("add", "sub", "mul", "div", "pow", "val", "int", "der", "fit", "line", "roots", "fromroots")


def of_family(prefix, functions):
    """Gives a class the functions of its family."""

    def finish(cls):
        for name in _OPERATIONS:
            setattr(cls, "_" + name, staticmethod(functions[prefix + name]))
        cls.domain = np.array(functions[prefix + "domain"])
        cls.window = np.array(functions[prefix + "domain"])
        return cls

    return finish


def _interval(given, what):
    [given] = pu.as_series([given], trim=False)
    if len(given) != 2:
        raise ValueError(f"{what} has wrong number of elements.")
    return given


class ABCPolyBase:
    """A series: coefficients in order of increasing degree, and the line that maps `domain` on `window`."""

    __hash__ = None
    __array_ufunc__ = None
    maxpower = 100
    basis_name = None
    _use_unicode = os.name != "nt"

    def __init__(self, coef, domain=None, window=None, symbol="x"):
        [self.coef] = pu.as_series([coef], trim=False)
        if domain is not None:
            self.domain = _interval(domain, "Domain")
        if window is not None:
            self.window = _interval(window, "Window")
        if not isinstance(symbol, str):
            raise TypeError("Symbol must be a non-empty string")
        if not symbol.isidentifier():
            raise ValueError("Symbol string must be a valid Python identifier")
        self._symbol = symbol

    @property
    def symbol(self):
        """The variable's name in texts."""
        return self._symbol

    def _like(self, coef):
        return self.__class__(coef, self.domain, self.window, self.symbol)

    def has_samecoef(self, other):
        """Returns whether the coefficients are the same."""
        return len(self.coef) == len(other.coef) and np.all(self.coef == other.coef)

    def has_samedomain(self, other):
        """Returns whether the domains are the same."""
        return np.all(self.domain == other.domain)

    def has_samewindow(self, other):
        """Returns whether the windows are the same."""
        return np.all(self.window == other.window)

    def has_sametype(self, other):
        """Returns whether the other is of this class."""
        return isinstance(other, self.__class__)

    def _get_coefficients(self, other):
        """The coefficients of another series of this kind; anything else as it is."""
        if not isinstance(other, ABCPolyBase):
            return other
        if not isinstance(other, self.__class__):
            raise TypeError("Polynomial types differ")
        if not np.all(self.domain == other.domain):
            raise TypeError("Domains differ")
        if not np.all(self.window == other.window):
            raise TypeError("Windows differ")
        if self.symbol != other.symbol:
            raise ValueError("Polynomial symbols differ")
        return other.coef

    def __repr__(self):
        coef, domain, window = (repr(one)[6:-1] for one in (self.coef, self.domain, self.window))
        return f"{self.__class__.__name__}({coef}, domain={domain}, window={window}, symbol='{self.symbol}')"

    def __format__(self, fmt_str):
        if fmt_str == "":
            return str(self)
        if fmt_str not in ("ascii", "unicode"):
            raise ValueError(
                f"Unsupported format string '{fmt_str}' passed to {self.__class__}.__format__. Valid options are 'ascii' and 'unicode'"
            )
        return self._generate_string(self._str_term_ascii if fmt_str == "ascii" else self._str_term_unicode)

    def __str__(self):
        return self._generate_string(self._str_term_unicode if self._use_unicode else self._str_term_ascii)

    def _generate_string(self, term_method):
        """The sum of all terms, in lines of the width that is printed."""
        width = max(np.get_printoptions().get("linewidth", 75), 1)
        out = pu.format_float(self.coef[0])
        variable, needs_parens = self._format_term(pu.format_float, *self.mapparms())
        variable = f"({variable})" if needs_parens else variable
        for i, coef in enumerate(self.coef[1:]):
            term = _signed(coef) + term_method(str(i + 1), variable)
            # All terms but the last are followed by a sign.
            length = len((out + " ").split("\n")[-1]) + len(term) + (2 if i < len(self.coef) - 2 else 0)
            out += " " + (term.replace(" ", "\n", 1) if length >= width else term)
        return out

    @classmethod
    def _str_term_unicode(cls, i, arg_str):
        if cls.basis_name is None:
            raise NotImplementedError(
                "Subclasses must define either a basis_name, or override _str_term_unicode(cls, i, arg_str)"
            )
        return f"·{cls.basis_name}{i.translate(_LOWERED)}({arg_str})"

    @classmethod
    def _str_term_ascii(cls, i, arg_str):
        if cls.basis_name is None:
            raise NotImplementedError(
                "Subclasses must define either a basis_name, or override _str_term_ascii(cls, i, arg_str)"
            )
        return f" {cls.basis_name}_{i}({arg_str})"

    @classmethod
    def _repr_latex_term(cls, i, arg_str, needs_parens):
        if cls.basis_name is None:
            raise NotImplementedError(
                "Subclasses must define either a basis name, or override _repr_latex_term(i, arg_str, needs_parens)"
            )
        return f"{{{cls.basis_name}}}_{{{i}}}({arg_str})"

    @staticmethod
    def _repr_latex_scalar(x, parens=False):
        return rf"\text{{{pu.format_float(x, parens=parens)}}}"

    def _format_term(self, scalar_format, off, scale):
        """The variable as the window has it, and whether it is a sum or a product."""
        if off == 0 and scale == 1:
            return self.symbol, False
        start = "" if off == 0 else f"{scalar_format(off)} + "
        return f"{start}{'' if scale == 1 else scalar_format(scale)}{self.symbol}", True

    def _repr_latex_(self):
        term, needs_parens = self._format_term(self._repr_latex_scalar, *self.mapparms())
        parts = []
        for i, c in enumerate(self.coef):
            part, power = self._latex_coefficient(i, c), self._repr_latex_term(i, term, needs_parens)
            part = part if power == "1" else rf"{part}\,{power}"
            parts.append(rf"\color{{LightGray}}{{{part}}}" if c == 0 else part)
        return rf"${self.symbol} \mapsto {''.join(parts)}$"

    def _latex_coefficient(self, i, c):
        if i == 0:
            return self._repr_latex_scalar(c)
        if not isinstance(c, numbers.Real):
            return f" + ({self._repr_latex_scalar(c)})"
        return f" {'+' if c >= 0 else '-'} {self._repr_latex_scalar(c if c >= 0 else -c, parens=True)}"

    def __getstate__(self):
        return {
            **self.__dict__,
            "coef": self.coef.copy(),
            "domain": self.domain.copy(),
            "window": self.window.copy(),
            "symbol": self.symbol,
        }

    def __setstate__(self, state):
        self.__dict__.update({name: value for name, value in state.items() if name != "symbol"})

    def __call__(self, arg):
        return self._val(pu.mapdomain(arg, self.domain, self.window), self.coef)

    def __iter__(self):
        return iter(self.coef)

    def __len__(self):
        return len(self.coef)

    def __neg__(self):
        return self._like(-self.coef)

    def __pos__(self):
        return self

    def _computed(self, operation, one, other):
        """The series of a result, or NotImplemented where the other has no coefficients."""
        try:
            coef = operation(one, other)
        except Exception:
            return NotImplemented
        return self._like(coef)

    def __add__(self, other):
        return self._computed(self._add, self.coef, self._get_coefficients(other))

    def __radd__(self, other):
        return self._computed(self._add, other, self.coef)

    def __sub__(self, other):
        return self._computed(self._sub, self.coef, self._get_coefficients(other))

    def __rsub__(self, other):
        return self._computed(self._sub, other, self.coef)

    def __mul__(self, other):
        return self._computed(self._mul, self.coef, self._get_coefficients(other))

    def __rmul__(self, other):
        return self._computed(self._mul, other, self.coef)

    def __truediv__(self, other):
        if not isinstance(other, numbers.Number) or isinstance(other, bool):
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return self // other

    def __rtruediv__(self, other):
        return NotImplemented

    def _divided(self, one, other):
        try:
            quotient, rest = self._div(one, other)
        except ZeroDivisionError:
            raise
        except Exception:
            return NotImplemented
        return self._like(quotient), self._like(rest)

    def __divmod__(self, other):
        return self._divided(self.coef, self._get_coefficients(other))

    def __rdivmod__(self, other):
        return self._divided(other, self.coef)

    def __floordiv__(self, other):
        result = self.__divmod__(other)
        return result if result is NotImplemented else result[0]

    def __rfloordiv__(self, other):
        result = self.__rdivmod__(other)
        return result if result is NotImplemented else result[0]

    def __mod__(self, other):
        result = self.__divmod__(other)
        return result if result is NotImplemented else result[1]

    def __rmod__(self, other):
        result = self.__rdivmod__(other)
        return result if result is NotImplemented else result[1]

    def __pow__(self, other):
        return self._like(self._pow(self.coef, other, maxpower=self.maxpower))

    def __eq__(self, other):
        return (
            isinstance(other, self.__class__)
            and np.all(self.domain == other.domain)
            and np.all(self.window == other.window)
            and self.coef.shape == other.coef.shape
            and np.all(self.coef == other.coef)
            and self.symbol == other.symbol
        )

    def __ne__(self, other):
        return not self.__eq__(other)

    def copy(self):
        """A copy."""
        return self._like(self.coef)

    def degree(self):
        """One less than the number of coefficients."""
        return len(self) - 1

    def cutdeg(self, deg):
        """The series up to a degree."""
        return self.truncate(deg + 1)

    def trim(self, tol=0):
        """The series without small coefficients at its end."""
        return self._like(pu.trimcoef(self.coef, tol))

    def truncate(self, size):
        """The series' first coefficients."""
        whole = int(size)
        if whole != size or whole < 1:
            raise ValueError("size must be a positive integer")
        return self._like(self.coef[:whole])

    def convert(self, domain=None, kind=None, window=None):
        """The same function as a series of another class, domain or window."""
        kind = self.__class__ if kind is None else kind
        domain = kind.domain if domain is None else domain
        window = kind.window if window is None else window
        return self(kind.identity(domain, window=window, symbol=self.symbol))

    def mapparms(self):
        """Offset and factor of the line that maps `domain` on `window`."""
        return pu.mapparms(self.domain, self.window)

    def integ(self, m=1, k=(), lbnd=None):
        """The integral of order `m` from `lbnd`, with the constants `k`."""
        off, scl = self.mapparms()
        return self._like(self._int(self.coef, m, k, 0 if lbnd is None else off + scl * lbnd, 1.0 / scl))

    def deriv(self, m=1):
        """The derivative of order `m`."""
        return self._like(self._der(self.coef, m, self.mapparms()[1]))

    def roots(self):
        """The roots."""
        return pu.mapdomain(self._roots(self.coef), self.window, self.domain)

    def linspace(self, n=100, domain=None):
        """Points at equal distances in the domain, and the values there."""
        domain = self.domain if domain is None else domain
        x = np.linspace(domain[0], domain[1], n)
        return x, self(x)

    @classmethod
    def _intervals(cls, domain, window):
        domain = cls.domain if domain is None or isinstance(domain, (list, tuple)) and len(domain) == 0 else domain
        return domain, cls.window if window is None else window

    @classmethod
    def fit(cls, x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol="x"):
        """The series that fits points best, by least squares; its domain holds them, unless one is given."""
        if domain is None:
            domain = pu.getdomain(x)
            if domain[0] == domain[1]:
                domain[0] -= 1
                domain[1] += 1
        domain, window = cls._intervals(domain, window)
        found = cls._fit(pu.mapdomain(x, domain, window), y, deg, w=w, rcond=rcond, full=full)
        made = cls(found[0] if full else found, domain=domain, window=window, symbol=symbol)
        return (made, found[1]) if full else made

    @classmethod
    def fromroots(cls, roots, domain=(), window=None, symbol="x"):
        """The series with these roots."""
        [roots] = pu.as_series([roots], trim=False)
        domain, window = cls._intervals(pu.getdomain(roots) if domain is None else domain, window)
        off, scl = pu.mapparms(domain, window)
        return cls(cls._fromroots(off + scl * roots) / scl ** len(roots), domain=domain, window=window, symbol=symbol)

    @classmethod
    def identity(cls, domain=None, window=None, symbol="x"):
        """The series whose value at x is x."""
        domain, window = cls._intervals(domain, window)
        return cls(cls._line(*pu.mapparms(window, domain)), domain, window, symbol)

    @classmethod
    def basis(cls, deg, domain=None, window=None, symbol="x"):
        """The family's polynomial of a degree."""
        domain, window = cls._intervals(domain, window)
        whole = int(deg)
        if whole != deg or whole < 0:
            raise ValueError("deg must be non-negative integer")
        return cls([0] * whole + [1], domain, window, symbol)

    @classmethod
    def cast(cls, series, domain=None, window=None):
        """Another class's series as one of this class."""
        domain, window = cls._intervals(domain, window)
        return series.convert(domain, cls, window)


def _signed(coef):
    # Complex numbers and objects have no order.
    try:
        positive = bool(coef >= 0)
    except TypeError:
        return f"+ {coef}"
    return f"+ {pu.format_float(coef, parens=True)}" if positive else f"- {pu.format_float(-coef, parens=True)}"
