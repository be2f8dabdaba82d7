# datetime: how its classes are ordered, and sums of parts that are no small ints.

import operator as _operator


def _comparisons(cls, key, kind, mixed=lambda a, b: None):
    """Orders a class by a key; mixed says why two of that kind have no order (they are merely unequal).

    In one zone, objects of one class compare by their places.
    """

    def compare(operation, equality=False):
        def method(self, other):
            if self.__class__ is other.__class__ and self._tzinfo is other._tzinfo:
                return operation(self._place, other._place)
            if not isinstance(other, kind):
                return NotImplemented
            problem = mixed(self, other)
            if problem is not None:
                if equality:
                    return False
                raise TypeError(problem)
            return operation(key(self), key(other))

        return method

    cls.__lt__ = compare(_operator.lt)
    cls.__le__ = compare(_operator.le)
    cls.__gt__ = compare(_operator.gt)
    cls.__ge__ = compare(_operator.ge)
    cls.__eq__ = compare(_operator.eq, True)
    cls.__hash__ = lambda self: hash(key(self))
    return cls


def _halves_to_even(numerator, denominator):
    quotient, remainder = divmod(numerator, denominator)
    twice = 2 * remainder
    if twice > denominator or (twice == denominator and quotient % 2):
        quotient += 1
    return quotient


_PARTS = {
    "days": 86400000000,
    "seconds": 1000000,
    "microseconds": 1,
    "milliseconds": 1000,
    "minutes": 60000000,
    "hours": 3600000000,
    "weeks": 604800000000,
}


def _exact_total(*values):
    """The microseconds of the parts of a duration, some of which are floats or large."""
    total, numerator, denominator = 0, 0, 1
    for value, (name, unit) in zip(values, _PARTS.items()):
        if isinstance(value, int):
            total += value * unit
        elif not isinstance(value, float):
            raise TypeError(f"unsupported type for timedelta {name} component: {type(value).__name__}")
        else:
            n, d = value.as_integer_ratio()
            numerator, denominator = numerator * d + n * unit * denominator, denominator * d
    return total + _halves_to_even(numerator, denominator)
