"""What depends on the order of a column's rows: shifts, ranks, cumulative values, gaps that are filled, windows."""

import math
import warnings

import numpy as np

from pandas import _columns


def _floats(series):
    return [math.nan if _columns.is_missing(value) else float(value) for value in series.tolist()]


def shifted_labels(owner, periods, freq):
    """The same rows with labels moved by steps."""
    from pandas._resample import shifted_index

    return shifted_index(owner, periods, freq)


def _time_spans(index, window, closed):
    from pandas._resample import time_spans

    return time_spans(index, window, closed)


def _accumulated(values, accumulate, neutral):
    # Missing values stay, and change nothing.
    gone = _columns.missing(values)
    if not bool(gone.any()):
        return accumulate(values)
    return np.where(gone, math.nan, accumulate(np.where(gone, neutral, values)))


class Ordered:
    """Methods of columns that look at neighbouring rows, or at places in an order."""

    def _made(self, values):
        return self._like(_columns.of_list(values))

    def shift(self, periods=1, fill_value=math.nan, freq=None):
        """Values moved along by rows, or labels by steps (freq)."""
        if freq is not None:
            return shifted_labels(self, periods, freq)
        values, gap = self.tolist(), [fill_value] * min(abs(periods), len(self))
        return self._made(gap + values[: len(values) - len(gap)] if periods >= 0 else values[len(gap) :] + gap)

    def diff(self, periods=1):
        """Differences from earlier rows."""
        return self - self.shift(periods)

    def pct_change(self, periods=1):
        """Relative changes from earlier rows."""
        return self / self.shift(periods) - 1

    def _cumulated(self, combine, accumulate=None):
        if accumulate is not None and isinstance(self._values, np.ndarray) and self._values.dtype.kind in "iuf":
            return self._like(_accumulated(self._values, *accumulate))
        made, total = [], None
        for value in self.tolist():
            if _columns.is_missing(value):
                made.append(value)
                continue
            total = value if total is None else combine(total, value)
            made.append(total)
        return self._made(made)

    def cumsum(self):
        """Sums so far."""
        return self._cumulated(lambda a, b: a + b, (np.add.accumulate, 0.0))

    def cumprod(self):
        """Products so far."""
        return self._cumulated(lambda a, b: a * b, (np.multiply.accumulate, 1.0))

    def cummax(self):
        """The largest so far."""
        return self._cumulated(max, (np.maximum.accumulate, -math.inf))

    def cummin(self):
        """The least so far."""
        return self._cumulated(min, (np.minimum.accumulate, math.inf))

    def rank(self, method="average", ascending=True, pct=False):
        """Places in the order of the values, from 1; equal values share them by `method`."""
        if method not in ("average", "min", "max", "first", "dense"):
            raise ValueError(f"method={method!r} is not one of average, min, max, first, dense")
        values, order = self.tolist(), _columns.order(self._values, ascending)
        order = [place for place in order if not _columns.is_missing(values[place])]
        ranks, at, dense = [math.nan] * len(values), 0, 0
        while at < len(order):
            stop = at + 1
            while stop < len(order) and values[order[stop]] == values[order[at]]:
                stop += 1
            dense += 1
            shared = {"average": (at + 1 + stop) / 2, "min": at + 1, "max": stop, "dense": dense}.get(method)
            for i in range(at, stop):
                ranks[order[i]] = float(i + 1 if shared is None else shared)
            at = stop
        most = dense if method == "dense" else len(order)
        return self._like(np.array([rank / most for rank in ranks] if pct else ranks, dtype=np.float64))

    def nlargest(self, n=5):
        """The rows of the largest values."""
        return self.dropna()._take(_columns.order(self.dropna()._values, False)[:n])

    def nsmallest(self, n=5):
        """The rows of the least values."""
        return self.dropna()._take(_columns.order(self.dropna()._values, True)[:n])

    def clip(self, lower=None, upper=None):
        """Not less than one number, not more than another."""
        bounded = lambda x: x if lower is None or not x < lower else lower  # noqa: E731
        return self._made([x if upper is None or not x > upper else upper for x in map(bounded, self.tolist())])

    def where(self, cond, other=math.nan):
        """The values where a condition holds, else another."""
        flags = _columns.tolist(cond(self)._values if callable(cond) else getattr(cond, "_values", cond))
        others = other.tolist() if hasattr(other, "tolist") and hasattr(other, "__len__") else [other] * len(self)
        return self._made([a if flag else b for a, flag, b in zip(self.tolist(), flags, others)])

    def mask(self, cond, other=math.nan):
        """Another value where a condition holds."""
        return self.where(~(cond(self) if callable(cond) else cond), other)

    def ffill(self, limit=None):
        """Gaps filled with the value before."""
        made, last, run = [], math.nan, 0
        for value in self.tolist():
            run = run + 1 if _columns.is_missing(value) else 0
            last = last if run else value
            made.append(value if run and limit is not None and run > limit else last)
        return self._made(made)

    def bfill(self, limit=None):
        """Gaps filled with the value behind."""
        turned = self._like(_columns.of_list(self.tolist()[::-1])).ffill(limit)
        return self._made(turned.tolist()[::-1])

    def interpolate(self, method="linear"):
        """Gaps filled on straight lines between their ends; behind the last value with it."""
        if method != "linear":
            raise NotImplementedError(f"interpolate(method={method!r}) is not there: use 'linear'")
        values = _floats(self)
        known = [at for at, value in enumerate(values) if value == value]
        for one, two in zip(known, known[1:]):
            for at in range(one + 1, two):
                values[at] = values[one] + (values[two] - values[one]) * (at - one) / (two - one)
        for at in range(known[-1] + 1, len(values)) if known else ():
            values[at] = values[known[-1]]
        return self._like(np.array(values, dtype=np.float64))

    def rolling(self, window, min_periods=None, center=False, on=None, closed=None):
        """Windows of so many rows, or of a length of time, each ending at its row."""
        if not isinstance(window, (int, np.integer)):
            return Windows(self, _time_spans(self.index, window, closed), 1 if min_periods is None else min_periods)
        after = window // 2 if center and window % 2 else (window - 1) // 2 if center else 0
        return Windows(self, Rows(len(self), window, after), window if min_periods is None else min_periods)

    def expanding(self, min_periods=1):
        """Windows of all rows up to each row."""
        return Windows(self, [(0, at + 1) for at in range(len(self))], min_periods)

    def ewm(self, com=None, span=None, halflife=None, alpha=None, adjust=True):
        """Windows whose weights fall with the distance."""
        if com is not None:
            alpha = 1 / (1 + com)
        elif span is not None:
            alpha = 2 / (span + 1)
        elif halflife is not None:
            alpha = 1 - math.exp(-math.log(2) / halflife)
        return Weighted(self, alpha, adjust)

    def _pairs(self, other):
        pairs = [(a, b) for a, b in zip(_floats(self), _floats(other)) if a == a and b == b]
        return np.array([a for a, _ in pairs], dtype=np.float64), np.array([b for _, b in pairs], dtype=np.float64)

    def corr(self, other):
        """The correlation with another column."""
        a, b = self._pairs(other)
        a, b = a - a.mean(), b - b.mean()
        scale = math.sqrt((a * a).sum() * (b * b).sum())
        return float((a * b).sum() / scale) if scale else math.nan

    def cov(self, other, ddof=1):
        """The covariance with another column."""
        a, b = self._pairs(other)
        return float(((a - a.mean()) * (b - b.mean())).sum() / (len(a) - ddof)) if len(a) > ddof else math.nan

    def _moments(self):
        values = np.array([value for value in _floats(self) if value == value], dtype=np.float64)
        away = values - values.mean()
        return len(values), [float((away**power).sum()) for power in (2, 3, 4)]

    def skew(self):
        """The skewness, without bias."""
        n, (two, three, _) = self._moments()
        if n < 3:
            return math.nan
        return n * math.sqrt(n - 1) / (n - 2) * three / two**1.5 if two else 0.0

    def kurt(self):
        """The excess kurtosis, without bias."""
        n, (two, _, four) = self._moments()
        if n < 4:
            return math.nan
        rest = 3 * (n - 1) ** 2 / ((n - 2) * (n - 3))
        return n * (n + 1) * (n - 1) * four / ((n - 2) * (n - 3) * two**2) - rest if two else 0.0

    kurtosis = kurt

    def sem(self, ddof=1):
        """The standard error of the mean."""
        return self.std(ddof) / math.sqrt(self.count())


class Rows:
    """The spans of windows of so many rows."""

    def __init__(self, count, window, after):
        self.count, self.window, self.after = count, window, after

    def __iter__(self):
        return iter([(at + 1 + self.after - self.window, at + 1 + self.after) for at in range(self.count)])

    def reduced(self, values, reduce, least):
        """A reduction along the windows of an array, NaN where fewer than `least` values are known."""
        ends = [np.full(count, math.nan) for count in (self.window - 1 - self.after, self.after)]
        padded = np.concatenate([ends[0], values.astype("float64"), ends[1]])
        # So many windows at once that their elements fit the processor's caches.
        step = max(1, (1 << 20) // self.window)
        parts = [self._part(padded[at : at + step + self.window - 1], reduce, least) for at in range(0, self.count, step)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _part(self, padded, reduce, least):
        views = np.lib.stride_tricks.sliding_window_view(padded, self.window)
        known = self.window - np.isnan(views).sum(1)
        with warnings.catch_warnings():
            # Of windows without a known value.
            warnings.simplefilter("ignore", RuntimeWarning)
            return np.where(known >= max(least, 1), reduce(views), math.nan)


# Reductions of windows, along the second dimension and without missing values.
_REDUCTIONS = {
    "sum": lambda views: np.nansum(views, 1),
    "mean": lambda views: np.nanmean(views, 1),
    "median": lambda views: np.nanmedian(views, 1),
    "min": lambda views: np.nanmin(views, 1),
    "max": lambda views: np.nanmax(views, 1),
    "std": lambda views, ddof=1: np.nanstd(views, 1, ddof=ddof),
    "var": lambda views, ddof=1: np.nanvar(views, 1, ddof=ddof),
}


class Windows:
    """The windows of a column's or of a table's rows."""

    def __init__(self, owner, spans, least):
        self._owner, self._spans, self._least = owner, spans, least

    def apply(self, func, raw=False):
        """A function of each window's column."""
        if self._owner.ndim == 2:
            return self._owner._each(lambda column: Windows(column, self._spans, self._least).apply(func, raw))
        return self._owner._like(np.array([self._one(func, raw, *span) for span in self._spans], dtype=np.float64))

    def _one(self, func, raw, start, stop):
        part = self._owner._take(range(max(start, 0), min(stop, len(self._owner))))
        if part.count() < self._least:
            return math.nan
        return float(func(part.to_numpy() if raw else part))

    def agg(self, func):
        """A function of each window, by its name."""
        return getattr(self, func)() if isinstance(func, str) else self.apply(func)

    def count(self):
        """How many values each window has."""
        return Windows(self._owner, self._spans, 0).apply(lambda part: part.count())

    def __getitem__(self, name):
        return Windows(self._owner[name], self._spans, self._least)

    def __getattr__(self, name):
        if name not in ("sum", "mean", "median", "min", "max", "std", "var", "skew", "kurt", "quantile"):
            raise AttributeError(f"windows have no '{name}'")
        return lambda *args, **options: self._reduced(name, args, options)

    def _reduced(self, name, args, options):
        if self._owner.ndim == 2:
            return self._owner._each(lambda column: Windows(column, self._spans, self._least)._reduced(name, args, options))
        values = self._owner._values
        known = isinstance(values, np.ndarray) and values.dtype.kind in "iuf" and isinstance(self._spans, Rows)
        if known and name in _REDUCTIONS and self._least:
            reduce = _REDUCTIONS[name]
            return self._owner._like(self._spans.reduced(values, lambda views: reduce(views, *args, **options), self._least))
        return self.apply(lambda part: getattr(part, name)(*args, **options))


class Weighted:
    """Averages whose weights fall by a factor from row to row."""

    def __init__(self, series, alpha, adjust):
        self._series, self._alpha, self._adjust = series, alpha, adjust

    def mean(self):
        """The weighted means so far."""
        made, total, weight, keep = [], 0.0, 0.0, 1 - self._alpha
        for value in _floats(self._series):
            new = 1.0 if self._adjust or weight == 0 else self._alpha
            total, weight = total * keep, weight * keep
            if value == value:
                total, weight = total + new * value, weight + new
            made.append(total / weight if weight else math.nan)
        return self._series._like(np.array(made, dtype=np.float64))
