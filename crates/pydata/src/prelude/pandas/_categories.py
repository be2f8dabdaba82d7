"""Categories: columns of a few values in an order, and numbers cut into intervals."""

import math

import numpy as np

from pandas._columns import Coded, coded, column, is_missing, of_list, tolist
from pandas._indexes import Index


class Interval:
    """The numbers between two bounds, of which one, both or neither belong to it (closed)."""

    __module__ = "pandas"

    def __init__(self, left, right, closed="right"):
        self.left, self.right, self.closed = left, right, closed

    @property
    def length(self):
        """The distance of the bounds."""
        return self.right - self.left

    @property
    def mid(self):
        """The number in the middle."""
        return (self.left + self.right) / 2

    def __contains__(self, number):
        above = number >= self.left if self.closed in ("left", "both") else number > self.left
        return above and (number <= self.right if self.closed in ("right", "both") else number < self.right)

    def __eq__(self, other):
        return isinstance(other, Interval) and self._parts() == other._parts()

    def _parts(self):
        return self.left, self.right, self.closed

    def __hash__(self):
        return hash(self._parts())

    def __lt__(self, other):
        return (self.left, self.right) < (other.left, other.right)

    def __repr__(self):
        start, end = "[" if self.closed in ("left", "both") else "(", "]" if self.closed in ("right", "both") else ")"
        return f"{start}{self.left}, {self.right}{end}"


class Categories:
    """What a column of categories can do: series.cat.codes."""

    def __init__(self, series):
        self._series = series

    @property
    def categories(self):
        """The categories in their order."""
        return Index(self._series._values.categories)

    @property
    def ordered(self):
        """Whether the categories have an order."""
        return self._series._values.ordered

    @property
    def codes(self):
        """The number of each value's category."""
        made = self._series._like(np.array(self._series._values._codes(), dtype=np.int8))
        return made.rename(None)

    def _with(self, categories, ordered=None):
        kept = self.ordered if ordered is None else ordered
        return self._series._like(coded(self._series._values, list(categories), kept))

    def reorder_categories(self, new_categories, ordered=None):
        """The same categories in another order."""
        return self._with(new_categories, ordered)

    def set_categories(self, new_categories, ordered=None, rename=False):
        """Other categories; values of none of them are gaps."""
        return self.rename_categories(new_categories) if rename else self._with(new_categories, ordered)

    def as_ordered(self):
        """Categories that have an order."""
        return self._with(self.categories, True)

    def as_unordered(self):
        """Categories without an order."""
        return self._with(self.categories, False)

    def remove_categories(self, removals):
        """Without some categories; their values are gaps."""
        gone = set(removals if isinstance(removals, (list, tuple, set, Index)) else [removals])
        return self._with([one for one in self.categories if one not in gone])

    def add_categories(self, new_categories):
        """More categories."""
        return self._with([*self.categories, *([new_categories] if isinstance(new_categories, str) else new_categories)])

    def remove_unused_categories(self):
        """The categories that occur."""
        there = set(self._series.tolist())
        return self._with([one for one in self.categories if one in there])

    def rename_categories(self, new_categories):
        """The same under other names."""
        old = list(self.categories)
        if callable(new_categories):
            new = [new_categories(x) for x in old]
        else:
            new = [new_categories.get(x, x) for x in old] if isinstance(new_categories, dict) else list(new_categories)
        names = dict(zip(old, new))
        values = [value if is_missing(value) else names[value] for value in self._series.tolist()]
        return self._series._like(Coded(values, new, self.ordered))


class _Made(type):
    # What is made of values is a column of categories.
    def __instancecheck__(cls, value):
        return isinstance(value, Coded)


class Categorical(metaclass=_Made):
    """Values as categories."""

    __module__ = "pandas"

    def __new__(cls, values, categories=None, ordered=None, dtype=None, copy=True):
        categories, ordered = (dtype.categories, dtype.ordered) if hasattr(dtype, "categories") else (categories, ordered)
        return coded(column(values), None if categories is None else list(categories), bool(ordered))

    @classmethod
    def from_codes(cls, codes, categories=None, ordered=None, dtype=None, validate=True):
        """Values by the places of their categories; -1 is a gap."""
        categories = list(dtype.categories if categories is None else categories)
        ordered = dtype.ordered if ordered is None and dtype is not None else ordered
        if any([not -1 <= code < len(categories) for code in codes]):
            raise ValueError("codes need to be between -1 and len(categories)-1")
        return Coded([math.nan if code < 0 else categories[int(code)] for code in codes], categories, bool(ordered))


def _shortest(edges, digits):
    # As few digits as keep the edges apart.
    for places in range(digits, 20):
        made = [_rounded(edge, places) for edge in edges]
        if len(set(made)) == len(set(edges)):
            return made
    return edges


def _rounded(number, digits):
    if number == 0 or math.isinf(number):
        return number
    whole = int(abs(number))
    return round(number, digits if whole else -int(math.floor(math.log10(abs(number)))) - 1 + digits)


def _named(numbers, edges, labels, precision, lowest, right, retbins, ordered=True):
    places = np.searchsorted(np.array(edges, dtype=np.float64), numbers, side="left" if right else "right").tolist()
    places = [1 if lowest and number == edges[0] else place for number, place in zip(numbers, places)]
    there = [0 < place < len(edges) and number == number for number, place in zip(numbers, places)]
    if labels is False:
        return of_list([place - 1 if ok else math.nan for place, ok in zip(places, there)])
    if labels is None:
        ends = _shortest([float(edge) if not isinstance(edge, int) else edge for edge in edges], precision)
        if lowest and right:
            ends = [_rounded(float(ends[0]) - 10**-precision, precision + 3), *[float(one) for one in ends[1:]]]
        labels = [Interval(a, b, "right" if right else "left") for a, b in zip(ends, ends[1:])]
    if len(labels) != len(edges) - 1:
        raise ValueError("Bin labels must be one fewer than the number of bin edges")
    return Coded([labels[place - 1] if ok else math.nan for place, ok in zip(places, there)], list(labels), ordered)


def _finished(x, made, edges, retbins):
    if hasattr(x, "_values"):
        made = x._like(made)
    return (made, np.array(edges)) if retbins else made


def cut(
    x, bins, right=True, labels=None, retbins=False, precision=3, include_lowest=False, duplicates="raise", ordered=True
):
    """Numbers by the interval in which they are: of given edges, or of so many equal ones."""
    numbers = [float(value) for value in tolist(column(x))]
    edges = list(bins) if hasattr(bins, "__iter__") else None
    edges = [int(one) if isinstance(one, np.integer) else one for one in edges] if edges is not None else edges
    if edges is None:
        known = [number for number in numbers if number == number]
        low, high = min(known), max(known)
        if low == high:
            away = 0.001 * abs(low) if low else 0.001
            low, high = low - away, high + away
        edges = np.linspace(low, high, bins + 1).tolist()
        edges[0 if right else -1] += (high - low) * (-0.001 if right else 0.001)
    if len(set(edges)) < len(edges):
        if duplicates != "drop":
            raise ValueError(f"Bin edges must be unique: {edges!r}.\nYou can drop duplicate edges by setting the 'duplicates' kwarg")
        edges = list(dict.fromkeys(edges))
    return _finished(x, _named(numbers, edges, labels, precision, include_lowest, right, retbins, ordered), edges, retbins)


def qcut(x, q, labels=None, retbins=False, precision=3, duplicates="raise"):
    """Numbers by the quantile in which they are."""
    numbers = [float(value) for value in tolist(column(x))]
    known = np.array([number for number in numbers if number == number])
    shares = list(q) if hasattr(q, "__iter__") else np.linspace(0, 1, q + 1).tolist()
    edges = [float(np.quantile(known, share)) for share in shares]
    if len(set(edges)) < len(edges):
        if duplicates != "drop":
            raise ValueError(
                f"Bin edges must be unique: {edges!r}.\nYou can drop duplicate edges by setting the 'duplicates' kwarg"
            )
        edges = sorted(set(edges))
    return _finished(x, _named(numbers, edges, labels, precision, True, True, retbins), edges, retbins)
