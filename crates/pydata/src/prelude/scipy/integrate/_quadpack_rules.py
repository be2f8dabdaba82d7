"""Areas over an interval by points of Gauss and Kronrod, with the difference of both as the error (Piessens, de Doncker-Kapenga,
Ueberhuber and Kahaner, QUADPACK, 1983)."""

import sys

_UNIT, _TINY = sys.float_info.epsilon, sys.float_info.min

# (place, weight by Kronrod, weight by Gauss or 0) of the points right of the middle, from the outermost one on; the middle's weights.
_POINTS_21 = (
    (0.9956571630258081, 0.011694638867371874, 0.0),
    (0.9739065285171717, 0.032558162307964725, 0.06667134430868814),
    (0.9301574913557082, 0.054755896574351995, 0.0),
    (0.8650633666889845, 0.07503967481091996, 0.1494513491505806),
    (0.7808177265864169, 0.0931254545836976, 0.0),
    (0.6794095682990244, 0.10938715880229764, 0.21908636251598204),
    (0.5627571346686047, 0.12349197626206584, 0.0),
    (0.4333953941292472, 0.13470921731147334, 0.26926671930999635),
    (0.2943928627014602, 0.14277593857706009, 0.0),
    (0.14887433898163122, 0.14773910490133849, 0.29552422471475287),
)
_MIDDLE_21 = 0.1494455540029169
_POINTS_15 = (
    (0.9914553711208126, 0.022935322010529224, 0.0),
    (0.9491079123427585, 0.06309209262997856, 0.1294849661688697),
    (0.8648644233597691, 0.10479001032225019, 0.0),
    (0.7415311855993945, 0.14065325971552592, 0.27970539148927664),
    (0.5860872354676911, 0.1690047266392679, 0.0),
    (0.4058451513773972, 0.19035057806478542, 0.3818300505051189),
    (0.20778495500789848, 0.20443294007529889, 0.0),
)
_MIDDLE_15, _MIDDLE_7 = 0.20948214108472782, 0.4179591836734694
# The points of both rules first, for the sums of the rule of 21 points.
_ORDER_21 = (1, 3, 5, 7, 9, 0, 2, 4, 6, 8)


class Estimate:
    """An area with its error, the area of the magnitudes, and that of the differences to the mean."""

    __slots__ = ("area", "error", "magnitude", "spread")

    def __init__(self, kronrod, gauss, magnitude, spread, half):
        length = abs(half)
        self.area = kronrod * half
        self.magnitude, self.spread = magnitude * length, spread * length
        error = abs((kronrod - gauss) * half)
        if self.spread != 0.0 and error != 0.0:
            error = self.spread * min(1.0, (200.0 * error / self.spread) ** 1.5)
        if self.magnitude > _TINY / (50.0 * _UNIT):
            error = max(50.0 * _UNIT * self.magnitude, error)
        self.error = error


def _estimate(at_middle, pairs, middle, points, order, gauss):
    """(Kronrod's sum, Gauss' sum, sum of magnitudes, sum of differences to the mean)."""
    kronrod = middle * at_middle
    magnitude = abs(kronrod)
    for j in order:
        (left, right), (_, weight, gauss_weight) = pairs[j], points[j]
        both = left + right
        gauss += gauss_weight * both
        kronrod += weight * both
        magnitude += weight * (abs(left) + abs(right))
    mean = kronrod * 0.5
    spread = middle * abs(at_middle - mean)
    for (left, right), (_, weight, _) in zip(pairs, points):
        spread += weight * (abs(left - mean) + abs(right - mean))
    return kronrod, gauss, magnitude, spread


def kronrod_21(function):
    """The rule of 21 points for a function."""

    def estimate(a, b):
        center, half = 0.5 * (a + b), 0.5 * (b - a)
        at_middle = function(center)
        pairs = [None] * 10
        for j in _ORDER_21:
            reach = half * _POINTS_21[j][0]
            pairs[j] = function(center - reach), function(center + reach)
        return Estimate(*_estimate(at_middle, pairs, _MIDDLE_21, _POINTS_21, _ORDER_21, 0.0), half)

    return estimate


def kronrod_15(function, bound, direction):
    """The rule of 15 points for a function up to (`direction` 1) or down to (-1) infinity from a bound, or over all numbers (2), after
    `x = bound + (1 - s) / s` for `s` between 0 and 1."""
    is_whole, sign = direction == 2, min(1, direction)

    def at(s):
        x = bound + sign * (1.0 - s) / s
        return (function(x) + function(-x) if is_whole else function(x)) / s / s

    def estimate(a, b):
        center, half = 0.5 * (a + b), 0.5 * (b - a)
        at_middle = at(center)
        pairs = [(at(center - half * place), at(center + half * place)) for place, _, _ in _POINTS_15]
        sums = _estimate(at_middle, pairs, _MIDDLE_15, _POINTS_15, range(7), _MIDDLE_7 * at_middle)
        return Estimate(*sums, half)

    return estimate


def _full(points, middle, middle_gauss):
    """(places, weights by Kronrod, weights by Gauss) of all points, from the last one to the first."""
    gauss = [weight for _, _, weight in points if weight]
    places = [place for place, _, _ in points]
    weights = [weight for _, weight, _ in points]
    backward = [-place for place in reversed(places)]
    return (
        (*places, 0.0, *backward),
        (*weights, middle, *reversed(weights)),
        (*gauss, *([middle_gauss] if middle_gauss else []), *reversed(gauss)),
    )


FULL_21 = _full(_POINTS_21, _MIDDLE_21, None)
FULL_15 = _full(_POINTS_15, _MIDDLE_15, _MIDDLE_7)
