"""Statistics of moments and spans: the least, the mean, quantiles, and what `describe` says."""

import math

from numpy._times import NAT

from pandas._stamps import NaT, Timedelta, Timestamp


def reduced(array, which, q=0.5, ddof=1):
    """A statistic of the values that are not NaT, as a Timestamp or Timedelta."""
    numbers = sorted([number for number in array._inner.tolist() if number != NAT])
    kind = Timestamp if array._kind == "M" else Timedelta
    if which in ("sum", "std", "var", "sem") and (kind is Timestamp and which != "std" or which == "var"):
        raise TypeError(
            f"'{'DatetimeArray' if kind is Timestamp else 'TimedeltaArray'}' with dtype {array.dtype} does not support operation '{which}'"
        )
    if which == "sum":
        return Timedelta._of(sum(numbers), array._unit)
    if not numbers:
        return NaT
    found = _STATISTICS[which](numbers, q, ddof)
    if kind is Timestamp and which != "std":
        return NaT if found is None else Timestamp._of(found, array._unit, getattr(array, "_zone", None))
    return NaT if found is None else Timedelta._of(found, array._unit)


def _quantile(numbers, q, ddof):
    place = q * (len(numbers) - 1)
    low = math.floor(place)
    high = min(low + 1, len(numbers) - 1)
    return numbers[low] + int((numbers[high] - numbers[low]) * (place - low))


def _mean(numbers, q, ddof):
    total = sum(numbers)
    return abs(total) // len(numbers) * (1 if total >= 0 else -1)


def _deviation(numbers, q, ddof):
    if len(numbers) <= ddof:
        return None
    middle = sum(numbers) / len(numbers)
    return int(math.sqrt(sum([(number - middle) ** 2 for number in numbers]) / (len(numbers) - ddof)))


_STATISTICS = {
    "min": lambda numbers, q, ddof: numbers[0],
    "max": lambda numbers, q, ddof: numbers[-1],
    "mean": _mean,
    "median": lambda numbers, q, ddof: _quantile(numbers, 0.5, ddof),
    "quantile": _quantile,
    "std": _deviation,
}


def described(series):
    """{name: statistic} of a column of moments or spans."""
    array = series._values
    facts = dict(count=series.count(), mean=reduced(array, "mean"))
    if array._kind == "m":
        facts["std"] = reduced(array, "std")
    facts["min"] = reduced(array, "min")
    facts |= {f"{round(q * 100)}%": reduced(array, "quantile", q) for q in (0.25, 0.5, 0.75)}
    return facts | dict(max=reduced(array, "max"))
