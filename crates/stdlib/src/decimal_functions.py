"""Roots, exponentials and logarithms of whole numbers scaled by powers of ten: part of decimal."""

from math import isqrt

from _tensorcell.decimal import _count

_ln10_known = [0, 0]


def root(n, e, digits):
    """The square root of n * 10**e to so many digits, as (coefficient, exponent); one more digit tells what was cut."""
    if e % 2:
        n, e = n * 10, e - 1
    half = e // 2
    shift = digits - (_count(n) + 1) // 2
    if shift >= 0:
        scaled, rest = n * 100**shift, 0
    else:
        scaled, rest = divmod(n, 100**-shift)
    found = isqrt(scaled)
    if rest == 0 and found * found == scaled:
        while shift > 0 and found % 10 == 0:
            found, shift = found // 10, shift - 1
        return found, half - shift
    return found + (found % 5 == 0), half - shift


def _ln_of_scaled(x, digits):
    """ln(x / 10**digits) * 10**digits, for x at least 10**digits."""
    one = 10**digits
    halvings = 0
    while x - one > one >> 7:
        x = isqrt(x * one)
        halvings += 1
    # ln(x) is twice the area tangent of (x - 1) / (x + 1).
    z = (x - one) * one // (x + one)
    square = z * z // one
    total, power, k = z, z, 1
    while power:
        power = power * square // one
        k += 2
        total += power // k
    return (2 * total) << halvings


def _ln10(digits):
    """ln(10) * 10**digits."""
    if _ln10_known[0] < digits:
        exact = digits + 20
        _ln10_known[:] = [digits, _ln_of_scaled(10 ** (exact + 1), exact) // 10**20]
    return _ln10_known[1] // 10 ** (_ln10_known[0] - digits)


def _scaled(n, e):
    """n * 10**e, cut to a whole number towards zero."""
    if e >= 0:
        return n * 10**e
    return n // 10**-e if n >= 0 else -(-n // 10**-e)


def ln_scaled(n, e, digits):
    """ln(n * 10**e) * 10**digits, near to the last digits."""
    guard = 12 + _count(abs(e) + 1)
    work = digits + guard
    adjusted = e + _count(n) - 1
    if -2 < adjusted < 1:
        # Near one nothing may cancel: the number itself or its inverse is looked at.
        x = _scaled(n, e + work)
        one = 10**work
        value = _ln_of_scaled(x, work) if x >= one else -_ln_of_scaled(one * one // x, work) if x else 0
        return _scaled(value, -guard)
    mantissa = _scaled(n, work - (_count(n) - 1))
    return _scaled(_ln_of_scaled(mantissa, work) + adjusted * _ln10(work), -guard)


def _settled(attempt, digits):
    """What an attempt gives as soon as more digits cannot change how it is rounded to so many: (coefficient, exponent)."""
    extra = 4
    while True:
        coefficient, exponent = attempt(digits + extra)
        count = _count(abs(coefficient))
        cut = count - digits
        if cut > 2:
            unit = 10 ** (cut - 1)
            rest = abs(coefficient) % (5 * unit)
            slack = 10 ** max(cut - 3, 0) + 2
            if slack < rest < 5 * unit - slack or extra > 60:
                return coefficient, exponent
        extra += max(4, digits // 2 if cut <= 2 else 4)


def ln(n, e, digits):
    """ln(n * 10**e) to so many digits and some more."""

    def attempt(wanted):
        # A number near one has a small logarithm, whose digits begin late.
        distance = abs(n - 10**-e) if e < 0 else n - 1
        small = max(0, -e - _count(distance)) if e < 0 and distance and _count(n) + e in (0, 1) else 0
        places = wanted + small + 2
        return ln_scaled(n, e, places), -places

    return _settled(attempt, digits)


def log10(n, e, digits):
    """log10(n * 10**e) to so many digits and some more."""

    def attempt(wanted):
        distance = abs(n - 10**-e) if e < 0 else n - 1
        small = max(0, -e - _count(distance)) if e < 0 and distance and _count(n) + e in (0, 1) else 0
        places = wanted + small + 4
        return ln_scaled(n, e, places) * 10**places // _ln10(places), -places

    return _settled(attempt, digits)


def exp_scaled(x, digits, work):
    """exp(x / 10**work) as (coefficient, exponent) with so many digits."""
    one = 10**work
    tens, rest = divmod(x, _ln10(work))
    halvings = 8
    small = rest >> halvings
    total, term, k = one + small, small, 1
    while term:
        k += 1
        term = term * small // (one * k)
        total += term
    for _ in range(halvings):
        total = total * total // one
    return total // 10 ** (work - digits), tens - digits


def exp(n, e, digits):
    """exp(n * 10**e) to so many digits and some more."""

    def attempt(wanted):
        work = wanted + 12 + max(0, _count(abs(n)) + e)
        return exp_scaled(_scaled(n, e + work), wanted, work)

    return _settled(attempt, digits)


def power(n, e, m, f, digits):
    """(n * 10**e) ** (m * 10**f) to so many digits and some more."""

    def attempt(wanted):
        size = max(0, _count(abs(m)) + f) + max(0, _count(abs(e) + _count(n)) + 1)
        work = wanted + 14 + size
        exact = work + max(0, _count(abs(m)) + f) + 2
        product = ln_scaled(n, e, exact) * m
        return exp_scaled(_scaled(product, f + work - exact), wanted, work)

    return _settled(attempt, digits)
