"""The arithmetic of decimal numbers, each operation in a context: part of decimal."""

import _decimal_functions as _functions
from _decimal_context import (
    _ROUNDINGS,
    BY_ZERO,
    CLAMPED,
    IMPOSSIBLE,
    INEXACT,
    INVALID,
    OVERFLOW,
    ROUND_05UP,
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    ROUND_UP,
    ROUNDED,
    SUBNORMAL,
    UNDEFINED,
    UNDERFLOW,
)
from _tensorcell.decimal import _count, _digits

# What a number is.
_FINITE, _INFINITE, _NAN, _SIGNALING = 0, 1, 2, 3

# The class of numbers, which is defined above this module.
_class = []


def _shed(n, drop, sign, rounding):
    """n without its last digits, rounded, and whether any of them was not 0."""
    drop = min(drop, _count(n) + 1)
    unit = 10**drop
    n, rest = divmod(n, unit)
    if rest == 0:
        return n, False
    if rounding == ROUND_HALF_EVEN:
        up = 2 * rest > unit or 2 * rest == unit and n % 2
    elif rounding == ROUND_HALF_UP:
        up = 2 * rest >= unit
    elif rounding == ROUND_HALF_DOWN:
        up = 2 * rest > unit
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_DOWN:
        up = False
    elif rounding == ROUND_CEILING:
        up = not sign
    elif rounding == ROUND_FLOOR:
        up = bool(sign)
    else:
        up = n % 5 == 0
    return n + bool(up), True


def _make(sign, n, e, kind=_FINITE):
    self = object.__new__(_class[0])
    self._sign, self._n, self._e, self._kind = sign, n, e, kind
    return self


def _nan():
    return _make(0, 0, 0, _NAN)


def _infinity(sign):
    return _make(sign, 0, 0, _INFINITE)


def _round(sign, n, e, context, rounding=None):
    """The number that fits a context, and what happened on the way."""
    rounding = rounding or context.rounding
    prec, least, most = context.prec, context.Emin, context.Emax
    tiny, top = least - prec + 1, most - prec + 1
    if n == 0:
        fitting = min(max(e, tiny), top if context.clamp else most)
        return _make(sign, 0, fitting), CLAMPED if fitting != e else 0
    happened = 0
    digits = _count(n)
    drop = digits - prec
    if e + digits - 1 < least:
        happened = SUBNORMAL
        drop = max(drop, tiny - e)
    if drop > 0:
        n, inexact = _shed(n, drop, sign, rounding)
        e += drop
        happened |= ROUNDED
        if inexact:
            happened |= INEXACT | (UNDERFLOW if happened & SUBNORMAL else 0)
        digits = _count(n)
        if digits > prec:
            n, e, digits = n // 10, e + 1, digits - 1
        if n == 0:
            return _make(sign, 0, e), happened | CLAMPED
    if e + digits - 1 > most:
        happened |= OVERFLOW | INEXACT | ROUNDED
        to_largest = {ROUND_DOWN: True, ROUND_05UP: True, ROUND_CEILING: sign == 1, ROUND_FLOOR: sign == 0}
        if to_largest.get(rounding, False):
            return _make(sign, 10**prec - 1, top), happened
        return _infinity(sign), happened
    if context.clamp and e > top:
        n, e, happened = n * 10 ** (e - top), top, happened | CLAMPED
    return _make(sign, n, e), happened


def _finish(sign, n, e, context, rounding=None, happened=0):
    """As `_round`, with the context told."""
    result, more = _round(sign, n, e, context, rounding)
    if happened | more:
        context._note(happened | more)
    return result


def _fail(context, condition, result=None):
    context._note(condition)
    return _nan() if result is None else result


def _of_nans(context, *numbers):
    """What an operation gives where an operand is no number; None where all are."""
    if not any(number._kind >= _NAN for number in numbers):
        return None
    first = next((number for number in numbers if number._kind == _SIGNALING), None)
    if first is None:
        first = next(number for number in numbers if number._kind == _NAN)
    else:
        context._note(INVALID)
    room = context.prec - context.clamp
    return _make(first._sign, first._n % 10**room if room else 0, 0, _NAN)


def _exact(value):
    """An operand; None for what is no whole or decimal number."""
    if isinstance(value, _class[0]):
        return value
    if isinstance(value, int):
        return _make(1 if value < 0 else 0, abs(int(value)), 0)
    return None


def _operand(value):
    """An operand of a method or of a context's."""
    number = _exact(value)
    if number is None:
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")
    return number


def _signed(number):
    return -number._n if number._sign else number._n


def _is_odd(number):
    """Whether a whole number is odd."""
    return number._e <= 0 and number._n // 10 ** min(-number._e, _count(number._n)) % 2 == 1


def _is_whole(number):
    if number._kind or number._e >= 0 or number._n == 0:
        return number._kind == _FINITE
    return -number._e < _count(number._n) and number._n % 10**-number._e == 0


def _add(a, b, context, negated=False):
    sign = b._sign ^ negated
    found = _of_nans(context, a, b)
    if found is not None:
        return found
    if a._kind:
        return _fail(context, INVALID) if b._kind and a._sign != sign else _infinity(a._sign)
    if b._kind:
        return _infinity(sign)
    e = min(a._e, b._e)
    far = 2 * context.prec + max(_count(a._n), _count(b._n)) + 3
    x, y = a._n, b._n
    if a._e - b._e > far + _count(b._n) and x and y:
        # The smaller is far below the last digit kept: that it is there is all that matters.
        e, y = a._e - far, 1
        x *= 10**far
    elif b._e - a._e > far + _count(a._n) and x and y:
        e, x = b._e - far, 1
        y *= 10**far
    elif x == 0 or y == 0:
        low, high = (x, a._e) if x else (y, b._e)
        if low:
            # A zero leaves the other as it is, but for the exponent as far as there is room.
            target = max(e, high - max(context.prec + 1 - _count(low), 0))
            x, y = (x * 10 ** (high - target) if x else 0), (y * 10 ** (high - target) if y else 0)
            e = min(target, high)
    else:
        x, y = x * 10 ** (a._e - e), y * 10 ** (b._e - e)
    total = (-x if a._sign else x) + (-y if sign else y)
    if total == 0:
        negative = a._sign and sign or a._sign != sign and context.rounding == ROUND_FLOOR
        return _finish(1 if negative else 0, 0, e, context)
    return _finish(1 if total < 0 else 0, abs(total), e, context)


def _multiply(a, b, context):
    sign = a._sign ^ b._sign
    found = _of_nans(context, a, b)
    if found is not None:
        return found
    if a._kind or b._kind:
        if not a and not a._kind or not b and not b._kind:
            return _fail(context, INVALID)
        return _infinity(sign)
    return _finish(sign, a._n * b._n, a._e + b._e, context)


def _divide(a, b, context):
    sign = a._sign ^ b._sign
    found = _of_nans(context, a, b)
    if found is not None:
        return found
    if a._kind:
        return _fail(context, INVALID) if b._kind else _infinity(sign)
    if b._kind:
        return _fail(context, CLAMPED, _make(sign, 0, context.Etiny()))
    if b._n == 0:
        return _fail(context, UNDEFINED) if a._n == 0 else _fail(context, BY_ZERO, _infinity(sign))
    if a._n == 0:
        return _finish(sign, 0, a._e - b._e, context)
    shift = max(_count(b._n) - _count(a._n) + context.prec + 1, 0)
    n, rest = divmod(a._n * 10**shift, b._n)
    e = a._e - b._e - shift
    if rest:
        n += n % 5 == 0
    else:
        while e < a._e - b._e and n % 10 == 0:
            n, e = n // 10, e + 1
    return _finish(sign, n, e, context)


def _divide_whole(a, b, context):
    """The whole quotient and the remainder of finite numbers; None where the quotient is too long."""
    sign = a._sign ^ b._sign
    e = min(a._e, b._e)
    distance = a.adjusted() - b.adjusted()
    if a._n == 0 or distance < -1:
        return _make(sign, 0, 0), _rescaled(a, e, context)
    if distance > context.prec:
        return None
    quotient, rest = divmod(a._n * 10 ** (a._e - e), b._n * 10 ** (b._e - e))
    if _count(quotient) > context.prec:
        return None
    return _make(sign, quotient, 0), _make(a._sign, rest, e)


def _rescaled(number, e, context):
    """The number with a smaller exponent, as far as there is room for its digits."""
    if number._n == 0:
        return _make(number._sign, 0, e)
    if number._e - e > context.prec:
        return number
    return _make(number._sign, number._n * 10 ** (number._e - e), e)


def _division(a, b, context):
    """The parts of a division by whole numbers, or what it fails with."""
    found = _of_nans(context, a, b)
    if found is not None:
        return found, found
    sign = a._sign ^ b._sign
    if a._kind:
        rest = _fail(context, INVALID)
        return (rest, rest) if b._kind else (_infinity(sign), rest)
    if b._kind:
        return _make(sign, 0, 0), _finish(a._sign, a._n, a._e, context)
    if b._n == 0:
        if a._n == 0:
            rest = _fail(context, UNDEFINED)
            return rest, rest
        return None
    parts = _divide_whole(a, b, context)
    if parts is None:
        rest = _fail(context, IMPOSSIBLE)
        return rest, rest
    return parts[0], _finish(parts[1]._sign, parts[1]._n, parts[1]._e, context)


def _floor_divide(a, b, context):
    found = _of_nans(context, a, b)
    if found is not None:
        return found
    sign = a._sign ^ b._sign
    if a._kind:
        return _fail(context, INVALID) if b._kind else _infinity(sign)
    if not b._kind and b._n == 0:
        return _fail(context, UNDEFINED) if a._n == 0 else _fail(context, BY_ZERO, _infinity(sign))
    return _division(a, b, context)[0]


def _remainder(a, b, context):
    found = _of_nans(context, a, b)
    if found is not None:
        return found
    if a._kind:
        return _fail(context, INVALID)
    if not b._kind and b._n == 0:
        return _fail(context, UNDEFINED if a._n == 0 else INVALID)
    return _division(a, b, context)[1]


def _divmod(a, b, context):
    found = _of_nans(context, a, b)
    if found is not None:
        return found, found
    if not a._kind and not b._kind and b._n == 0:
        if a._n == 0:
            rest = _fail(context, UNDEFINED)
            return rest, rest
        context._note(BY_ZERO | INVALID)
        return _infinity(a._sign ^ b._sign), _nan()
    return _division(a, b, context)


def _compare(a, b):
    """-1, 0 or 1 for two that are no NaN."""
    if a._kind or b._kind:
        x = 0 if not a._kind else -1 if a._sign else 1
        y = 0 if not b._kind else -1 if b._sign else 1
        return (x > y) - (x < y)
    if a._n == 0 or b._n == 0:
        x, y = _signed(a), _signed(b)
        return (x > y) - (x < y)
    if a._sign != b._sign:
        return -1 if a._sign else 1
    p, q = a._e + _count(a._n), b._e + _count(b._n)
    if p == q:
        e = min(a._e, b._e)
        p, q = a._n * 10 ** (a._e - e), b._n * 10 ** (b._e - e)
    order = (p > q) - (p < q)
    return -order if a._sign else order


def _compare_total(a, b):
    """The order of representations: NaNs, infinities, and equal numbers by their exponents."""
    if a._sign != b._sign:
        return -1 if a._sign else 1
    direction = -1 if a._sign else 1
    ranks = {_FINITE: 0, _INFINITE: 1, _SIGNALING: 2, _NAN: 3}
    p, q = ranks[a._kind], ranks[b._kind]
    if p == q:
        if a._kind >= _NAN:
            p, q = a._n, b._n
        else:
            p, q = _compare(a, b) * direction, 0
            if p == 0:
                p, q = a._e, b._e
    return direction * ((p > q) - (p < q))


def _quantize(a, b, rounding, context):
    found = _of_nans(context, a, b)
    if found is not None:
        return found
    if a._kind or b._kind:
        return _infinity(a._sign) if a._kind and b._kind else _fail(context, INVALID)
    if rounding not in _ROUNDINGS:
        raise TypeError(
            "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
            "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]"
        )
    e = b._e
    if not context.Etiny() <= e <= (context.Etop() if context.clamp else context.Emax):
        return _fail(context, INVALID)
    if a._n == 0:
        return _make(a._sign, 0, e)
    if a.adjusted() - e + 1 > context.prec:
        return _fail(context, INVALID)
    happened = 0
    if a._e >= e:
        n = a._n * 10 ** (a._e - e)
    else:
        n, inexact = _shed(a._n, e - a._e, a._sign, rounding)
        happened = ROUNDED | (INEXACT if inexact else 0)
    if _count(n) > context.prec or n and _count(n) + e - 1 > context.Emax:
        return _fail(context, INVALID)
    if n and _count(n) + e - 1 < context.Emin:
        happened |= SUBNORMAL
    if happened:
        context._note(happened)
    return _make(a._sign, n, e)


def _to_whole(a, rounding, context, tell):
    found = _of_nans(context, a)
    if found is not None:
        return found
    if a._kind or a._e >= 0:
        return _make(a._sign, a._n, a._e, a._kind)
    n, inexact = _shed(a._n, -a._e, a._sign, rounding or context.rounding)
    if tell:
        context._note(ROUNDED | (INEXACT if inexact else 0) if a._n else 0)
    return _make(a._sign, n, 0)


def _log_size(a):
    """An exponent of ten that the logarithm of a positive number reaches, to the base of ten."""
    adjusted = a.adjusted()
    if adjusted not in (0, -1):
        return _count(abs(adjusted)) - 2
    # Near one the logarithm is as small as the distance from it.
    distance = abs(a._n - 10**-a._e) if a._e < 0 else a._n - 1
    return _count(distance) + min(a._e, 0) - 2


def _power(a, b, context):
    found = _of_nans(context, a, b)
    if found is not None:
        return found
    if not b._kind and b._n == 0:
        return _fail(context, INVALID) if not a._kind and a._n == 0 else _make(0, 1, 0)
    whole = _is_whole(b)
    sign = 1 if a._sign and whole and b._kind == _FINITE and _is_odd(b) else 0
    if not a._kind and a._n == 0:
        return _infinity(sign) if b._sign else _make(sign, 0, 0)
    if a._kind:
        if a._sign and not (whole and b._kind == _FINITE):
            return _fail(context, INVALID)
        return _make(sign, 0, 0) if b._sign else _infinity(sign)
    if a._sign and not whole:
        return _fail(context, INVALID)
    size = _make(0, a._n, a._e)
    order = _compare(size, _make(0, 1, 0))
    if b._kind:
        if a._sign:
            return _fail(context, INVALID)
        if order == 0:
            return _finish(0, 10 ** (context.prec - 1), 1 - context.prec, context, None, INEXACT | ROUNDED)
        return _make(0, 0, 0) if (order > 0) == bool(b._sign) else _infinity(0)
    if order == 0:
        if whole:
            times = b._n * 10**b._e if b._e >= 0 else b._n // 10**-b._e
            wanted = 0 if b._sign else a._e * times
            e = max(wanted, 1 - context.prec)
            return _finish(sign, 10**-e, e, context, None, ROUNDED if e != wanted else 0)
        return _finish(0, 10 ** (context.prec - 1), 1 - context.prec, context, None, INEXACT | ROUNDED)
    # Far outside the limits nothing has to be computed.
    if _log_size(size) + b.adjusted() > _count(context.Emax) + 1:
        grows = (order > 0) != bool(b._sign)
        return _finish(sign, 1, context.Emax + 1 if grows else context.Etiny() - 2, context)
    if whole:
        times = b._n * 10**b._e if b._e >= 0 else b._n // 10**-b._e
        if times * _count(a._n) <= 10 * context.prec + 400:
            n, e = a._n**times, a._e * times
            if not b._sign:
                return _finish(sign, n, e, context)
            return _divide(_make(0, 1, 0), _make(sign, n, e), context)
    n, e = _functions.power(a._n, a._e, _signed(b), b._e, context.prec + 1)
    return _finish(sign, n, e, context, None, INEXACT | ROUNDED)


def _power_modulo(a, b, modulus, context):
    found = _of_nans(context, a, b, modulus)
    if found is not None:
        return found
    numbers = (a, b, modulus)
    if not all(_is_whole(number) for number in numbers) or b._sign and b._n or modulus._n == 0:
        return _fail(context, INVALID)
    base, exponent, by = (number._n * 10**number._e if number._e >= 0 else number._n // 10**-number._e for number in numbers)
    if _count(by) > context.prec or base == 0 and exponent == 0:
        return _fail(context, INVALID)
    return _make(1 if a._sign and exponent % 2 else 0, pow(base, exponent, by), 0)


def _bits(a, context):
    """The digits of a logical operand, as text; None where it is none."""
    if a._kind or a._sign or a._e:
        return None
    digits = _digits(a._n)
    return None if digits.strip("01") else digits[-context.prec :]


def _subtract(a, b, context):
    return _add(a, b, context, True)


def _plus(number, context, rounding=None):
    """The number rounded to a context; a zero loses its sign."""
    found = _of_nans(context, number)
    if found is not None:
        return found
    if number._kind:
        return _infinity(number._sign)
    sign = number._sign
    if number._n == 0 and context.rounding != ROUND_FLOOR:
        sign = 0
    return _finish(sign, number._n, number._e, context, rounding)
