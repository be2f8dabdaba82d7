"""Numbers with decimal digits, of any precision, rounded as a context says."""

import math as _math
from collections import namedtuple as _namedtuple
from contextvars import ContextVar as _ContextVar
from numbers import Number as _Number
from numbers import Rational as _Rational

import _decimal_functions as _functions

# fmt: off
from _decimal_arithmetic import (
    _FINITE, _INFINITE, _NAN, _SIGNALING, _add, _bits, _class, _compare, _compare_total, _divide, _divmod, _exact,
    _fail, _finish, _floor_divide, _infinity, _make, _multiply, _nan, _of_nans, _operand, _plus, _power,
    _power_modulo, _quantize, _remainder, _rescaled, _signed, _subtract, _to_whole,
)
# fmt: on

from _decimal_context import *

# fmt: off
from _decimal_context import (
    BY_ZERO, CLAMPED, FLOAT, IMPOSSIBLE, INEXACT, INVALID, OVERFLOW, ROUNDED, SUBNORMAL, SYNTAX, UNDEFINED, UNDERFLOW,
    _First, _mask,
)
# fmt: on

from _decimal_context import ContextBase as _ContextBase
from _decimal_text import _float_parts, _formatted, _parts, _pointed
from _tensorcell.decimal import _count, _digits, _number

HAVE_THREADS = HAVE_CONTEXTVAR = True

DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent", module="decimal")


class Decimal:
    """Construct a new Decimal object. 'value' can be an integer, string, tuple,
    or another Decimal object. If no value is given, return Decimal('0'). The
    context does not affect the conversion and is only passed to determine if
    the InvalidOperation trap is active.
    """

    __slots__ = ("_sign", "_n", "_e", "_kind")

    def __new__(cls, value="0", context=None):
        self = object.__new__(cls)
        self._sign, self._n, self._e, self._kind = _parts(value, context or getcontext())
        return self

    @classmethod
    def from_float(cls, f, /):
        """Class method that converts a float to a decimal number, exactly."""
        if isinstance(f, int):
            number = _exact(f)
        elif isinstance(f, float):
            number = _make(*_float_parts(f))
        else:
            raise TypeError("argument must be int or float")
        return number if cls is Decimal else cls(number)

    def adjusted(self):
        """Return the adjusted exponent of the number: that of its first digit."""
        return 0 if self._kind else self._e + _count(self._n) - 1

    def as_tuple(self):
        """Return a tuple representation of the number."""
        if self._kind == _INFINITE:
            return DecimalTuple(self._sign, (0,), "F")
        if self._kind >= _NAN:
            digits = tuple(map(int, _digits(self._n))) if self._n else ()
            return DecimalTuple(self._sign, digits, "n" if self._kind == _NAN else "N")
        return DecimalTuple(self._sign, tuple(map(int, _digits(self._n))), self._e)

    def as_integer_ratio(self):
        """Decimal.as_integer_ratio() -> (int, int)"""
        if self._kind == _INFINITE:
            raise OverflowError("cannot convert Infinity to integer ratio")
        if self._kind:
            raise ValueError("cannot convert NaN to integer ratio")
        if self._e >= 0:
            return _signed(self) * 10**self._e, 1
        unit = 10**-self._e
        shared = _math.gcd(self._n, unit)
        return _signed(self) // shared, unit // shared

    def __repr__(self):
        return f"Decimal('{self}')"

    def __str__(self):
        return self._text(getcontext().capitals)

    def to_eng_string(self, context=None):
        """Convert to an engineering-type string."""
        return self._text((context or getcontext()).capitals, True)

    def _text(self, capitals, engineering=False):
        sign = "-" if self._sign else ""
        if self._kind == _INFINITE:
            return sign + "Infinity"
        if self._kind:
            return sign + ("sNaN" if self._kind == _SIGNALING else "NaN") + (_digits(self._n) if self._n else "")
        digits = _digits(self._n)
        places = len(digits) + self._e
        if self._e <= 0 and places > -6:
            point = places
        elif not engineering:
            point = 1
        elif self._n == 0:
            point = (places + 1) % 3 - 1
        else:
            point = (places - 1) % 3 + 1
        whole, part = _pointed(digits, point)
        if places == point:
            return sign + whole + part
        return f"{sign}{whole}{part}{'E' if capitals else 'e'}{places - point:+d}"

    def __bool__(self):
        return self._kind != _FINITE or self._n != 0

    def _ordered(self, other, test, equality=False):
        if isinstance(other, _Rational) and not isinstance(other, int):
            # The denominator goes to the other side.
            if not self._kind:
                self = _make(self._sign, self._n * other.denominator, self._e)
            other = other.numerator
        other = _compared(other, equality)
        if other is NotImplemented:
            return other
        if self._kind >= _NAN or other._kind >= _NAN:
            if not equality or _SIGNALING in (self._kind, other._kind):
                getcontext()._note(INVALID)
            return False
        return test(_compare(self, other))

    def __eq__(self, other):
        return self._ordered(other, lambda order: order == 0, True)

    def __lt__(self, other):
        return self._ordered(other, lambda order: order < 0)

    def __le__(self, other):
        return self._ordered(other, lambda order: order <= 0)

    def __gt__(self, other):
        return self._ordered(other, lambda order: order > 0)

    def __ge__(self, other):
        return self._ordered(other, lambda order: order >= 0)

    def __hash__(self):
        if self._kind == _SIGNALING:
            raise TypeError("Cannot hash a signaling NaN value")
        if self._kind == _NAN:
            return object.__hash__(self)
        if self._kind == _INFINITE:
            return -314159 if self._sign else 314159
        prime = 2**61 - 1
        hashed = self._n * pow(10, self._e, prime) % prime
        return hash(-hashed if self._sign else hashed)

    def _binary(self, other, operation, swapped=False):
        other = _exact(other)
        if other is None:
            return NotImplemented
        return operation(other, self, getcontext()) if swapped else operation(self, other, getcontext())

    def __add__(self, other):
        return self._binary(other, _add)

    def __radd__(self, other):
        return self._binary(other, _add, True)

    def __sub__(self, other):
        return self._binary(other, _subtract)

    def __rsub__(self, other):
        return self._binary(other, _subtract, True)

    def __mul__(self, other):
        return self._binary(other, _multiply)

    def __rmul__(self, other):
        return self._binary(other, _multiply, True)

    def __truediv__(self, other):
        return self._binary(other, _divide)

    def __rtruediv__(self, other):
        return self._binary(other, _divide, True)

    def __floordiv__(self, other):
        return self._binary(other, _floor_divide)

    def __rfloordiv__(self, other):
        return self._binary(other, _floor_divide, True)

    def __mod__(self, other):
        return self._binary(other, _remainder)

    def __rmod__(self, other):
        return self._binary(other, _remainder, True)

    def __divmod__(self, other):
        return self._binary(other, _divmod)

    def __rdivmod__(self, other):
        return self._binary(other, _divmod, True)

    def __pow__(self, other, modulo=None):
        if modulo is None:
            return self._binary(other, _power)
        other, modulo = _exact(other), _exact(modulo)
        if other is None or modulo is None:
            return NotImplemented
        return _power_modulo(self, other, modulo, getcontext())

    def __rpow__(self, other):
        return self._binary(other, _power, True)

    def __neg__(self):
        return _plus(self.copy_negate(), getcontext())

    def __pos__(self):
        return _plus(self, getcontext())

    def __abs__(self):
        return _plus(self.copy_abs() if self._kind < _NAN else self, getcontext())

    def __int__(self):
        if self._kind == _INFINITE:
            raise OverflowError("cannot convert Infinity to integer")
        if self._kind:
            raise ValueError("cannot convert NaN to integer")
        n = self._n * 10**self._e if self._e >= 0 else self._n // 10 ** min(-self._e, _count(self._n))
        return -n if self._sign else n

    __trunc__ = __int__

    def __float__(self):
        if self._kind == _SIGNALING:
            raise ValueError("cannot convert signaling NaN to float")
        if self._kind == _NAN:
            return float("-nan" if self._sign else "nan")
        return float(self._text(1))

    def __complex__(self):
        return complex(float(self))

    def _whole(self, rounding):
        if self._kind:
            return int(self)
        return int(_to_whole(self, rounding, getcontext(), False))

    def __floor__(self):
        return self._whole(ROUND_FLOOR)

    def __ceil__(self):
        return self._whole(ROUND_CEILING)

    def __round__(self, ndigits=None):
        if ndigits is None:
            return self._whole(ROUND_HALF_EVEN)
        if not isinstance(ndigits, int):
            raise TypeError("optional arg must be an integer")
        context = getcontext()
        return _quantize(self, _make(0, 1, -ndigits), context.rounding, context)

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)

    def conjugate(self):
        """Return self."""
        return self

    def canonical(self):
        """Return the canonical encoding of the argument."""
        return self

    def radix(self):
        """Return Decimal(10), the radix in which all arithmetic is done."""
        return Decimal(10)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return (type(self), (str(self),))

    def copy_abs(self):
        """Return the absolute value of the argument."""
        return _make(0, self._n, self._e, self._kind)

    def copy_negate(self):
        """Return the negation of the argument."""
        return _make(1 - self._sign, self._n, self._e, self._kind)

    def copy_sign(self, other, context=None):
        """Return a copy of the first operand with the sign of the second."""
        return _make(_operand(other)._sign, self._n, self._e, self._kind)

    def is_canonical(self):
        """Return True: the encoding always is."""
        return True

    def is_finite(self):
        """Return True if the argument is a finite number."""
        return self._kind == _FINITE

    def is_infinite(self):
        """Return True if the argument is either positive or negative infinity."""
        return self._kind == _INFINITE

    def is_nan(self):
        """Return True if the argument is a (quiet or signaling) NaN."""
        return self._kind >= _NAN

    def is_qnan(self):
        """Return True if the argument is a quiet NaN."""
        return self._kind == _NAN

    def is_snan(self):
        """Return True if the argument is a signaling NaN."""
        return self._kind == _SIGNALING

    def is_signed(self):
        """Return True if the argument has a negative sign."""
        return self._sign == 1

    def is_zero(self):
        """Return True if the argument is a zero."""
        return not self

    def is_normal(self, context=None):
        """Return True if the argument is a normal finite non-zero number."""
        return self._kind == _FINITE and self._n != 0 and self.adjusted() >= (context or getcontext()).Emin

    def is_subnormal(self, context=None):
        """Return True if the argument is subnormal."""
        return self._kind == _FINITE and self._n != 0 and self.adjusted() < (context or getcontext()).Emin

    def number_class(self, context=None):
        """Return a string describing the class of the operand."""
        if self._kind >= _NAN:
            return "sNaN" if self._kind == _SIGNALING else "NaN"
        sign = "-" if self._sign else "+"
        if self._kind:
            return sign + "Infinity"
        if self._n == 0:
            return sign + "Zero"
        return sign + ("Subnormal" if self.is_subnormal(context) else "Normal")

    def compare(self, other, context=None):
        """Compare self to other. Return a decimal value."""
        other, context = _operand(other), context or getcontext()
        found = _of_nans(context, self, other)
        return _exact(_compare(self, other)) if found is None else found

    def compare_signal(self, other, context=None):
        """Identical to compare, except that all NaNs signal."""
        other, context = _operand(other), context or getcontext()
        if self._kind == _NAN or other._kind == _NAN:
            context._note(INVALID)
        return self.compare(other, context)

    def compare_total(self, other, context=None):
        """Compare two operands using their abstract representation."""
        return _exact(_compare_total(self, _operand(other)))

    def compare_total_mag(self, other, context=None):
        """As compare_total, ignoring the signs."""
        return _exact(_compare_total(self.copy_abs(), _operand(other).copy_abs()))

    def _best(self, other, context, wanted, by_size):
        other, context = _operand(other), context or getcontext()
        quiet = (self._kind == _NAN, other._kind == _NAN)
        if _SIGNALING not in (self._kind, other._kind) and quiet in ((True, False), (False, True)):
            return _plus(other if quiet[0] else self, context)
        found = _of_nans(context, self, other)
        if found is not None:
            return found
        a, b = (self.copy_abs(), other.copy_abs()) if by_size else (self, other)
        order = _compare(a, b) or _compare(self, other) or _compare_total(self, other)
        return _plus(self if order * wanted > 0 else other, context)

    def max(self, other, context=None):
        """Maximum of self and other; of a number and a quiet NaN the number."""
        return self._best(other, context, 1, False)

    def min(self, other, context=None):
        """Minimum of self and other; of a number and a quiet NaN the number."""
        return self._best(other, context, -1, False)

    def max_mag(self, other, context=None):
        """As max, of the absolute values."""
        return self._best(other, context, 1, True)

    def min_mag(self, other, context=None):
        """As min, of the absolute values."""
        return self._best(other, context, -1, True)

    def fma(self, other, third, context=None):
        """Fused multiply-add. Return self*other+third with no rounding of the intermediate product."""
        other, third, context = _operand(other), _operand(third), context or getcontext()
        wide = context._with(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, clamp=0)
        if _SIGNALING in (self._kind, other._kind) or _NAN not in (self._kind, other._kind) and third._kind == _SIGNALING:
            return _of_nans(context, self, other, third)
        product = _multiply(self, other, wide)
        if wide._flags & INVALID:
            return _fail(context, INVALID)
        return _add(product, third, context)

    def remainder_near(self, other, context=None):
        """Return the remainder from dividing self by other, by the nearest whole quotient."""
        other, context = _operand(other), context or getcontext()
        found = _of_nans(context, self, other)
        if found is not None:
            return found
        if self._kind:
            return _fail(context, INVALID)
        if other._kind:
            return _plus(self, context)
        if other._n == 0:
            return _fail(context, UNDEFINED if self._n == 0 else INVALID)
        e = min(self._e, other._e)
        if self._n == 0:
            return _finish(self._sign, 0, e, context)
        distance = self.adjusted() - other.adjusted()
        if distance > context.prec:
            return _fail(context, IMPOSSIBLE)
        if distance <= -2:
            rest = _rescaled(self, e, context)
            return _finish(rest._sign, rest._n, rest._e, context)
        by = other._n * 10 ** (other._e - e)
        quotient, rest = divmod(self._n * 10 ** (self._e - e), by)
        sign = self._sign
        if 2 * rest + quotient % 2 > by:
            rest, quotient = rest - by, quotient + 1
        if _count(quotient) > context.prec:
            return _fail(context, IMPOSSIBLE)
        if rest < 0:
            sign, rest = 1 - sign, -rest
        return _finish(sign, rest, e, context)

    def quantize(self, exp, rounding=None, context=None):
        """Return a value equal to the first operand after rounding and having the exponent of the second operand."""
        context = context or getcontext()
        return _quantize(self, _operand(exp), rounding or context.rounding, context)

    def same_quantum(self, other, context=None):
        """Test whether self and other have the same exponent or whether both are NaN."""
        other = _operand(other)
        if self._kind or other._kind:
            return min(self._kind, _NAN) == min(other._kind, _NAN)
        return self._e == other._e

    def to_integral_value(self, rounding=None, context=None):
        """Round to the nearest integer without signaling Inexact or Rounded."""
        return _to_whole(self, rounding, context or getcontext(), False)

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        """Round to the nearest integer, signaling Inexact or Rounded as appropriate."""
        return _to_whole(self, rounding, context or getcontext(), True)

    def normalize(self, context=None):
        """Normalize the number by stripping trailing 0s."""
        context = context or getcontext()
        number = _plus(self, context)
        if number._kind:
            return number
        if number._n == 0:
            return _make(number._sign, 0, 0)
        n, e = number._n, number._e
        most = context.Etop() if context.clamp else context.Emax
        while n % 10 == 0 and e < most:
            n, e = n // 10, e + 1
        return _make(number._sign, n, e)

    def sqrt(self, context=None):
        """Return the square root of the argument to full precision."""
        context = context or getcontext()
        found = _of_nans(context, self)
        if found is not None:
            return found
        if not self._kind and self._n == 0:
            return _finish(self._sign, 0, self._e // 2, context)
        if self._sign:
            return _fail(context, INVALID)
        if self._kind:
            return _infinity(0)
        n, e = _functions.root(self._n, self._e, context.prec + 1)
        happened = ROUNDED | INEXACT if _count(n) > context.prec else 0
        return _finish(0, n, e, context, ROUND_HALF_EVEN, happened)

    def exp(self, context=None):
        """Return the value of the (natural) exponential function e**x."""
        context = context or getcontext()
        found = _of_nans(context, self)
        if found is not None:
            return found
        if self._kind:
            return _make(0, 0, 0) if self._sign else _infinity(0)
        if self._n == 0:
            return _make(0, 1, 0)
        if self.adjusted() > _count(3 * context.Emax + 3 * abs(context.Etiny())):
            return _finish(0, 1, context.Etiny() - 2 if self._sign else context.Emax + 1, context, ROUND_HALF_EVEN)
        if self.adjusted() < -context.prec - 2:
            # So near to one that only the direction is seen.
            n = 10 ** (context.prec + 2) + (-1 if self._sign else 1)
            return _finish(0, n, -context.prec - 2, context, ROUND_HALF_EVEN)
        n, e = _functions.exp(_signed(self), self._e, context.prec)
        return _finish(0, n, e, context, ROUND_HALF_EVEN, INEXACT | ROUNDED)

    def _logarithm(self, context, function, exact):
        found = _of_nans(context, self)
        if found is not None:
            return found
        if not self._kind and self._n == 0:
            return _infinity(1)
        if self._sign:
            return _fail(context, INVALID)
        if self._kind:
            return _infinity(0)
        power = exact(self)
        if power is not None:
            return _plus(_exact(power), context, ROUND_HALF_EVEN)
        n, e = function(self._n, self._e, context.prec)
        return _finish(1 if n < 0 else 0, abs(n), e, context, ROUND_HALF_EVEN, INEXACT | ROUNDED)

    def ln(self, context=None):
        """Return the natural (base e) logarithm of the operand."""
        one = _make(0, 1, 0)
        return self._logarithm(context or getcontext(), _functions.ln, lambda x: 0 if _compare(x, one) == 0 else None)

    def log10(self, context=None):
        """Return the base ten logarithm of the operand."""
        exact = lambda x: x.adjusted() if x._n == 10 ** (_count(x._n) - 1) else None
        return self._logarithm(context or getcontext(), _functions.log10, exact)

    def logb(self, context=None):
        """Return the adjusted exponent of the operand as a Decimal instance."""
        context = context or getcontext()
        found = _of_nans(context, self)
        if found is not None:
            return found
        if self._kind:
            return _infinity(0)
        if self._n == 0:
            return _fail(context, BY_ZERO, _infinity(1))
        return _plus(_exact(self.adjusted()), context)

    def scaleb(self, other, context=None):
        """Return the first operand with the exponent adjusted the second."""
        other, context = _operand(other), context or getcontext()
        found = _of_nans(context, self, other)
        if found is not None:
            return found
        limit = 2 * (context.Emax + context.prec)
        if other._kind or other._e != 0 or other._n > limit:
            return _fail(context, INVALID)
        if self._kind:
            return _infinity(self._sign)
        return _finish(self._sign, self._n, self._e + _signed(other), context)

    def _turned(self, other, context, turn):
        other, context = _operand(other), context or getcontext()
        found = _of_nans(context, self, other)
        if found is not None:
            return found
        if other._kind or other._e != 0 or other._n > context.prec:
            return _fail(context, INVALID)
        if self._kind:
            return _infinity(self._sign)
        digits = _digits(self._n)[-context.prec :].rjust(context.prec, "0")
        return _make(self._sign, _number(turn(digits, _signed(other))), self._e)

    def shift(self, other, context=None):
        """Shift the digits of the first operand by the second."""
        prec = (context or getcontext()).prec
        return self._turned(other, context, lambda digits, by: (digits + "0" * by)[-prec:] if by >= 0 else digits[:by] or "0")

    def rotate(self, other, context=None):
        """Rotate the digits of the first operand by the second."""
        return self._turned(other, context, lambda digits, by: digits[by:] + digits[:by])

    def _logical(self, other, context, operation):
        context = context or getcontext()
        a, b = _bits(self, context), _bits(_operand(other), context)
        if a is None or b is None:
            return _fail(context, INVALID)
        width = max(len(a), len(b))
        pairs = zip(a.rjust(width, "0"), b.rjust(width, "0"))
        return _make(0, _number("".join(str(operation(int(x), int(y))) for x, y in pairs)), 0)

    def logical_and(self, other, context=None):
        """Return the digit-wise 'and' of the two (logical) operands."""
        return self._logical(other, context, lambda x, y: x & y)

    def logical_or(self, other, context=None):
        """Return the digit-wise 'or' of the two (logical) operands."""
        return self._logical(other, context, lambda x, y: x | y)

    def logical_xor(self, other, context=None):
        """Return the digit-wise 'exclusive or' of the two (logical) operands."""
        return self._logical(other, context, lambda x, y: x ^ y)

    def logical_invert(self, context=None):
        """Return the digit-wise inversion of the (logical) operand."""
        context = context or getcontext()
        return self.logical_xor(_make(0, _number("1" * context.prec), 0), context)

    def _neighbour(self, context, up):
        context = context or getcontext()
        found = _of_nans(context, self)
        if found is not None:
            return found
        if self._kind:
            if self._sign != up:
                return _infinity(self._sign)
            return _make(self._sign, 10**context.prec - 1, context.Etop())
        rounding = ROUND_CEILING if up else ROUND_FLOOR
        quiet = context._with(rounding=rounding)
        number = _plus(self, quiet)
        if _compare(number, self):
            return number
        return _add(self, _make(1 - up, 1, context.Etiny() - 1), quiet)

    def next_plus(self, context=None):
        """Return the smallest number representable in the given context that is larger than the operand."""
        return self._neighbour(context, 1)

    def next_minus(self, context=None):
        """Return the largest number representable in the given context that is smaller than the operand."""
        return self._neighbour(context, 0)

    def next_toward(self, other, context=None):
        """Return the number closest to the first operand, in the direction of the second."""
        other, context = _operand(other), context or getcontext()
        found = _of_nans(context, self, other)
        if found is not None:
            return found
        order = _compare(self, other)
        if order == 0:
            return self.copy_sign(other)
        number = self._neighbour(context, 1 if order < 0 else 0)
        if number._kind:
            context._note(OVERFLOW | INEXACT | ROUNDED)
        elif number.adjusted() < context.Emin:
            context._note(UNDERFLOW | SUBNORMAL | INEXACT | ROUNDED | (0 if number._n else CLAMPED))
        return number

    def __format__(self, specifier, /):
        """Formats the Decimal according to specifier."""
        return _formatted(self, specifier, getcontext())


_Number.register(Decimal)


def _compared(other, equality):
    """The other side of a comparison, floats and fractions too."""
    number = _exact(other)
    if number is not None:
        return number
    if isinstance(other, float):
        context = getcontext()
        if equality:
            object.__setattr__(context, "_flags", context._flags | FLOAT)
        else:
            context._note(FLOAT)
        return _make(*_float_parts(other))
    if equality and isinstance(other, complex) and other.imag == 0:
        return _make(*_float_parts(other.real))
    return NotImplemented


class Context(_ContextBase):
    """What operations are done with: precision, rounding, limits, and which conditions raise."""

    def _template(self):
        return DefaultContext

    def create_decimal(self, num="0", /):
        """Create a new Decimal instance from num, using self as the context."""
        number = Decimal(num, self)
        if number._kind >= _NAN and _count(number._n) > self.prec - self.clamp:
            return _fail(self, SYNTAX)
        return _rounded(number, self)

    def create_decimal_from_float(self, f, /):
        """Create a new Decimal instance from float f, using self as the context."""
        return _rounded(Decimal.from_float(f), self)

    def radix(self):
        """Return Decimal(10), the radix in which all arithmetic is done."""
        return Decimal(10)

    def copy_decimal(self, x, /):
        """Return a copy of the Decimal x."""
        return _operand(x)

    def power(self, a, b, modulo=None):
        """Compute a**b; with three arguments (a**b) % modulo."""
        if modulo is None:
            return _power(_operand(a), _operand(b), self)
        return _power_modulo(_operand(a), _operand(b), _operand(modulo), self)

    def to_sci_string(self, x, /):
        """Convert a number to a string using scientific notation."""
        return _operand(x)._text(self.capitals)

    def to_eng_string(self, x, /):
        """Convert a number to a string, using engineering notation."""
        return _operand(x)._text(self.capitals, True)

    def quantize(self, x, y, /):
        """Return a value equal to x after rounding and having the exponent of y."""
        return _quantize(_operand(x), _operand(y), self.rounding, self)

    def abs(self, x, /):
        """Return the absolute value of x."""
        number = _operand(x)
        return _plus(number.copy_abs() if number._kind < _NAN else number, self)

    def minus(self, x, /):
        """Minus corresponds to the unary prefix minus operator in Python, but applies the context to the result."""
        number = _operand(x)
        return _plus(number.copy_negate() if number._kind < _NAN else number, self)

    def plus(self, x, /):
        """Plus corresponds to the unary prefix plus operator in Python, but applies the context to the result."""
        return _plus(_operand(x), self)


def _operations():
    """The methods of a context that are those of a number, or operators."""

    def operator(name, operation):
        def method(self, x, y, /):
            return operation(_operand(x), _operand(y), self)

        return method

    def of_number(name, takes_context):
        def method(self, x, /, *others):
            given = {"context": self} if takes_context else {}
            return getattr(_operand(x), name)(*map(_operand, others), **given)

        return method

    operators = dict(
        add=_add,
        subtract=_subtract,
        multiply=_multiply,
        divide=_divide,
        divide_int=_floor_divide,
        remainder=_remainder,
        divmod=_divmod,
    )
    in_context = """compare compare_signal compare_total compare_total_mag copy_sign exp fma is_normal is_subnormal ln log10
        logb logical_and logical_invert logical_or logical_xor max max_mag min min_mag next_minus next_plus next_toward
        normalize number_class remainder_near rotate same_quantum scaleb shift sqrt to_integral to_integral_exact
        to_integral_value"""
    plain = """canonical copy_abs copy_negate is_canonical is_finite is_infinite is_nan is_qnan is_signed is_snan is_zero"""
    for name, operation in operators.items():
        yield name, operator(name, operation)
    for name in in_context.split():
        yield name, of_number(name, True)
    for name in plain.split():
        yield name, of_number(name, False)


for _name, _method in _operations():
    _method.__name__, _method.__qualname__ = _name, f"Context.{_name}"
    _method.__doc__ = getattr(Decimal, _name).__doc__ if hasattr(Decimal, _name) else f"Compute the operation {_name!r}."
    setattr(Context, _name, _method)


def _rounded(number, context):
    """The number in a context, its sign kept."""
    if number._kind:
        return _make(number._sign, number._n, 0, number._kind)
    return _finish(number._sign, number._n, number._e, context)


_class.append(Decimal)
DefaultContext = _First
DefaultContext = Context(traps=_First._traps)
BasicContext = Context(9, ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(9, ROUND_HALF_EVEN, traps=[])
_current = _ContextVar("decimal_context", default=None)


def getcontext():
    """Get the current default context."""
    context = _current.get()
    if context is None:
        _current.set(context := DefaultContext.copy())
    return context


def setcontext(context, /):
    """Set a new default context."""
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    shared = (DefaultContext, BasicContext, ExtendedContext)
    if any(context is template for template in shared):
        context = context.copy()
        context.clear_flags()
    _current.set(context)


class _ContextManager:
    """Sets a copy of a context for a with block."""

    def __init__(self, context):
        self._context = context

    def __enter__(self):
        self._outer = getcontext()
        setcontext(self._context)
        return self._context

    def __exit__(self, *error):
        setcontext(self._outer)


def localcontext(ctx=None, **kwargs):
    """Return a context manager that will set the default context to a copy of ctx on entry."""
    if ctx is not None and not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    context = (getcontext() if ctx is None else ctx).copy()
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        if name in ("flags", "traps"):
            object.__setattr__(context, "_" + name, _mask(value))
        else:
            setattr(context, name, value)
    return _ContextManager(context)
