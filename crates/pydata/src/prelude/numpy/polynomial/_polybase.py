"""The class of series that the six families of polynomials share."""

import numbers
import os

import numpy as np
from numpy.polynomial.polyutils import as_series, format_float, getdomain, mapdomain, mapparms, trimcoef

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
    [given] = as_series([given], trim=False)
    if len(given) != 2:
        raise ValueError(f"{what} has wrong number of elements.")
    return given


def _identifier(symbol):
    if not isinstance(symbol, str):
        raise TypeError("Symbol must be a non-empty string")
    if symbol.isidentifier():
        return symbol
    raise ValueError("Symbol string must be a valid Python identifier")


def _with_other(operation, make):
    """An operator of a series and another one, and that for a series on its right. `make` is the method that gives the result."""

    def from_left(self, other):
        return make(self, getattr(self, operation), self.coef, self._coefficients_of(other))

    def from_right(self, other):
        return make(self, getattr(self, operation), other, self.coef)

    return from_left, from_right


def _part_of(division, index):
    """The operator that gives the quotient, 0, or the rest, 1, of a division."""

    def part(self, other):
        both = division(self, other)
        return both if both is NotImplemented else both[index]

    return part


class ABCPolyBase:
    """A series: coefficients in order of increasing degree, and the line that maps `domain` on `window`."""

    __hash__ = None
    __array_ufunc__ = None
    maxpower = 100
    basis_name = None
    _use_unicode = os.name != "nt"

    def __init__(self, coef, domain=None, window=None, symbol="x"):
        [self.coef] = as_series([coef], trim=False)
        if domain is not None:
            self.domain = _interval(domain, "Domain")
        if window is not None:
            self.window = _interval(window, "Window")
        self._symbol = _identifier(symbol)

    @property
    def symbol(self):
        """The variable's name in texts."""
        return self._symbol

    def _like(self, coef):
        return type(self)(coef, self.domain, self.window, symbol=self.symbol)

    def has_samecoef(self, other):
        """Returns whether the coefficients are the same."""
        return len(self.coef) == len(other.coef) and np.all(self.coef == other.coef)

    def has_samedomain(self, other):
        """Returns whether the domains are the same."""
        return np.all(np.equal(self.domain, other.domain))

    def has_samewindow(self, other):
        """Returns whether the windows are the same."""
        return np.all(np.equal(self.window, other.window))

    def has_sametype(self, other):
        """Returns whether the other is of this class."""
        return isinstance(other, type(self))

    def _coefficients_of(self, other):
        """The coefficients of another series of this kind; anything else as it is."""
        if not isinstance(other, ABCPolyBase):
            return other
        if not self.has_sametype(other):
            raise TypeError("Polynomial types differ")
        for what, is_same in (("Domains", self.has_samedomain), ("Windows", self.has_samewindow)):
            if not is_same(other):
                raise TypeError(f"{what} differ")
        if other.symbol == self.symbol:
            return other.coef
        raise ValueError("Polynomial symbols differ")

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
        return self._text(self._str_term_ascii if fmt_str == "ascii" else self._str_term_unicode)

    def __str__(self):
        return self._text(self._str_term_unicode if self._use_unicode else self._str_term_ascii)

    def _text(self, term_of):
        """The sum of all terms, in lines of the width that is printed."""
        width = max(np.get_printoptions().get("linewidth", 75), 1)
        variable, needs_parens = self._variable(format_float)
        variable = f"({variable})" if needs_parens else variable
        text, last = format_float(self.coef[0]), len(self.coef) - 1
        for power in range(1, last + 1):
            term = _signed(self.coef[power]) + term_of(str(power), variable)
            # All terms but the last are followed by a sign.
            length = len(text) - text.rfind("\n") + len(term) + (2 if power < last else 0)
            text += " " + (term.replace(" ", "\n", 1) if length >= width else term)
        return text

    @classmethod
    def _name_of_basis(cls, name, method):
        if cls.basis_name is not None:
            return cls.basis_name
        raise NotImplementedError(f"Subclasses must define either a {name}, or override {method}")

    @classmethod
    def _str_term_unicode(cls, i, arg_str):
        name = cls._name_of_basis("basis_name", "_str_term_unicode(cls, i, arg_str)")
        return f"·{name}{i.translate(_LOWERED)}({arg_str})"

    @classmethod
    def _str_term_ascii(cls, i, arg_str):
        name = cls._name_of_basis("basis_name", "_str_term_ascii(cls, i, arg_str)")
        return f" {name}_{i}({arg_str})"

    @classmethod
    def _repr_latex_term(cls, i, arg_str, needs_parens):
        name = cls._name_of_basis("basis name", "_repr_latex_term(i, arg_str, needs_parens)")
        return f"{{{name}}}_{{{i}}}({arg_str})"

    def _variable(self, text_of):
        """The variable as the window has it, and whether it is a sum or a product."""
        offset, factor = self.mapparms()
        parts = [] if offset == 0 else [text_of(offset)]
        parts.append(self.symbol if factor == 1 else text_of(factor) + self.symbol)
        return " + ".join(parts), parts != [self.symbol]

    def _repr_latex_(self):
        variable = self._variable(_latex_number)
        parts = [self._latex_part(power, *variable) for power in range(len(self.coef))]
        return rf"${self.symbol} \mapsto {''.join(parts)}$"

    def _latex_part(self, power, variable, needs_parens):
        """A coefficient and its polynomial, grey if it does not count."""
        coef, shown = self.coef[power], self._repr_latex_term(power, variable, needs_parens)
        part = _latex_coefficient(power, coef) + ("" if shown == "1" else rf"\,{shown}")
        return rf"\color{{LightGray}}{{{part}}}" if coef == 0 else part

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
        return self._val(mapdomain(arg, self.domain, self.window), self.coef)

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

    __add__, __radd__ = _with_other("_add", _computed)
    __sub__, __rsub__ = _with_other("_sub", _computed)
    __mul__, __rmul__ = _with_other("_mul", _computed)

    def __truediv__(self, other):
        if isinstance(other, bool) or not isinstance(other, numbers.Number):
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return self // other

    def __rtruediv__(self, other):
        return NotImplemented

    def _divided(self, operation, one, other):
        """Quotient and rest as series, or NotImplemented where the other has no coefficients."""
        try:
            parts = operation(one, other)
        except ZeroDivisionError:
            raise
        except Exception:
            return NotImplemented
        return tuple(map(self._like, parts))

    __divmod__, __rdivmod__ = _with_other("_div", _divided)
    __floordiv__, __rfloordiv__ = _part_of(__divmod__, 0), _part_of(__rdivmod__, 0)
    __mod__, __rmod__ = _part_of(__divmod__, 1), _part_of(__rdivmod__, 1)

    def __pow__(self, other):
        return self._like(self._pow(self.coef, other, maxpower=self.maxpower))

    def __eq__(self, other):
        return (
            self.has_sametype(other)
            and self.has_samedomain(other)
            and self.has_samewindow(other)
            and self.has_samecoef(other)
            and other.symbol == self.symbol
        )

    def copy(self):
        """A copy."""
        return self._like(self.coef)

    def degree(self):
        """One less than the number of coefficients."""
        return len(self) - 1

    def cutdeg(self, deg):
        """The series up to a degree."""
        return self.truncate(size=deg + 1)

    def trim(self, tol=0):
        """The series without small coefficients at its end."""
        return self._like(trimcoef(self.coef, tol))

    def truncate(self, size):
        """The series' first coefficients."""
        whole = int(size)
        if whole == size and whole > 0:
            return self._like(self.coef[:whole])
        raise ValueError("size must be a positive integer")

    def convert(self, domain=None, kind=None, window=None):
        """The same function as a series of another class, domain or window."""
        kind = self.__class__ if kind is None else kind
        domain = kind.domain if domain is None else domain
        window = kind.window if window is None else window
        line = kind.identity(domain, window, self.symbol)
        return self(line)

    def mapparms(self):
        """Offset and factor of the line that maps `domain` on `window`."""
        return mapparms(old=self.domain, new=self.window)

    def integ(self, m=1, k=(), lbnd=None):
        """The integral of order `m` from `lbnd`, with the constants `k`."""
        offset, factor = self.mapparms()
        begin = 0 if lbnd is None else offset + factor * lbnd
        return self._like(self._int(self.coef, m, k, begin, 1.0 / factor))

    def deriv(self, m=1):
        """The derivative of order `m`."""
        return self._like(self._der(self.coef, m, self.mapparms()[1]))

    def roots(self):
        """The roots."""
        return mapdomain(self._roots(self.coef), self.window, self.domain)

    def linspace(self, n=100, domain=None):
        """Points at equal distances in the domain, and the values there."""
        first, last = self.domain if domain is None else domain
        points = np.linspace(first, last, n)
        return points, self(points)

    @classmethod
    def _intervals(cls, domain, window):
        domain = cls.domain if domain is None or isinstance(domain, (list, tuple)) and len(domain) == 0 else domain
        return domain, cls.window if window is None else window

    @classmethod
    def fit(cls, x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol="x"):
        """The series that fits points best, by least squares; its domain holds them, unless one is given."""
        if domain is None:
            domain = low, high = getdomain(x)
            if low == high:
                domain = np.array([low - 1, high + 1])
        domain, window = cls._intervals(domain, window)
        found = cls._fit(mapdomain(x, domain, window), y, deg, w=w, rcond=rcond, full=full)
        made = cls(found[0] if full else found, domain=domain, window=window, symbol=symbol)
        return (made, found[1]) if full else made

    @classmethod
    def fromroots(cls, roots, domain=(), window=None, symbol="x"):
        """The series with these roots."""
        [zeros] = as_series([roots], trim=False)
        domain, window = cls._intervals(getdomain(zeros) if domain is None else domain, window)
        offset, factor = mapparms(domain, window)
        coef = cls._fromroots(offset + factor * zeros) / factor ** len(zeros)
        return cls(coef, domain, window, symbol)

    @classmethod
    def identity(cls, domain=None, window=None, symbol="x"):
        """The series whose value at x is x."""
        domain, window = cls._intervals(domain, window)
        return cls(cls._line(*mapparms(window, domain)), domain, window, symbol)

    @classmethod
    def basis(cls, deg, domain=None, window=None, symbol="x"):
        """The family's polynomial of a degree."""
        domain, window = cls._intervals(domain, window)
        whole = int(deg)
        if whole == deg and whole >= 0:
            return cls([0] * whole + [1], domain, window, symbol)
        raise ValueError("deg must be non-negative integer")

    @classmethod
    def cast(cls, series, domain=None, window=None):
        """Another class's series as one of this class."""
        domain, window = cls._intervals(domain, window)
        return series.convert(domain=domain, kind=cls, window=window)


def _signed(coef):
    # Complex numbers and objects have no order.
    try:
        positive = bool(coef >= 0)
    except TypeError:
        return f"+ {coef}"
    return f"+ {format_float(coef, parens=True)}" if positive else f"- {format_float(-coef, parens=True)}"


def _latex_number(x, parens=False):
    return rf"\text{{{format_float(x, parens=parens)}}}"


def _latex_coefficient(power, coef):
    """A coefficient, with a sign before it unless it is the first one."""
    if power == 0:
        return _latex_number(coef)
    if not isinstance(coef, numbers.Real):
        return f" + ({_latex_number(coef)})"
    sign, size = ("+", coef) if coef >= 0 else ("-", -coef)
    return f" {sign} {_latex_number(size, parens=True)}"
