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


def _distances(index):
    # Labels as numbers.
    labels = index.tolist()
    return [(label - labels[0]).total_seconds() for label in labels] if hasattr(index, "_array") else labels


def _reached(values, made, limit, direction, area):
    # The filled values that are near enough to known ones in the direction.
    gap, count = [value != value for value in values], len(values)
    ahead, behind = [0] * count, [0] * count
    for at in range(count):
        ahead[at] = (ahead[at - 1] + 1 if at else math.inf) if gap[at] else 0
        back = count - 1 - at
        behind[back] = (behind[back + 1] + 1 if at else math.inf) if gap[back] else 0
    most = math.inf if limit is None else limit
    inside = lambda at: ahead[at] < math.inf and behind[at] < math.inf  # noqa: E731
    near = {
        "forward": lambda at: ahead[at] < math.inf and ahead[at] <= most,
        "backward": lambda at: behind[at] < math.inf and behind[at] <= most,
        "both": lambda at: min(ahead[at], behind[at]) <= most,
    }[direction]
    stays = lambda at: not gap[at] or near(at) and (area != "outside" or not inside(at))  # noqa: E731
    return [made[at] if stays(at) else math.nan for at in range(count)]


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

    def shift(self, periods=1, freq=None, axis=0, fill_value=math.nan, suffix=None):
        """Values moved along by rows, or labels by steps (freq)."""
        if freq is not None:
            return shifted_labels(self, periods, freq)
        values, gap = self.tolist(), [fill_value] * min(abs(periods), len(self))
        return self._made(gap + values[: len(values) - len(gap)] if periods >= 0 else values[len(gap) :] + gap)

    def diff(self, periods=1):
        """Differences from earlier rows."""
        return self - self.shift(periods)

    def pct_change(self, periods=1, fill_method=None, freq=None):
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

    def cumsum(self, axis=None, skipna=True):
        """Sums so far."""
        return self._cumulated(lambda a, b: a + b, (np.add.accumulate, 0.0))

    def cumprod(self, axis=None, skipna=True):
        """Products so far."""
        return self._cumulated(lambda a, b: a * b, (np.multiply.accumulate, 1.0))

    def cummax(self, axis=None, skipna=True):
        """The largest so far."""
        return self._cumulated(max, (np.maximum.accumulate, -math.inf))

    def cummin(self, axis=None, skipna=True):
        """The least so far."""
        return self._cumulated(min, (np.minimum.accumulate, math.inf))

    def rank(self, axis=0, method="average", numeric_only=False, na_option="keep", ascending=True, pct=False):
        """Places in the order of the values, from 1; equal values share them by `method`."""
        if na_option != "keep":
            raise NotImplementedError(f"rank(na_option={na_option!r}) is not there: use 'keep'")
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

    def nlargest(self, n=5, keep="first"):
        """The rows of the largest values."""
        return self.dropna()._take(_columns.order(self.dropna()._values, False)[:n])

    def nsmallest(self, n=5, keep="first"):
        """The rows of the least values."""
        return self.dropna()._take(_columns.order(self.dropna()._values, True)[:n])

    def clip(self, lower=None, upper=None, axis=None):
        """Not less than one number, not more than another; each may be a column."""
        if hasattr(lower, "_values") or hasattr(upper, "_values"):
            made = self if lower is None else self.where(~(self < lower), lower)
            return made if upper is None else made.where(~(made > upper), upper)
        bounded = lambda x: x if lower is None or not x < lower else lower  # noqa: E731
        return self._made([x if upper is None or not x > upper else upper for x in map(bounded, self.tolist())])

    def where(self, cond, other=math.nan, axis=None, level=None):
        """The values where a condition holds, else another."""
        other = other(self) if callable(other) else other
        flags = _columns.tolist(cond(self)._values if callable(cond) else getattr(cond, "_values", cond))
        listed = hasattr(other, "tolist") and hasattr(other, "__len__") or isinstance(other, list)
        others = (other.tolist() if hasattr(other, "tolist") else other) if listed else [other] * len(self)
        return self._made([a if flag else b for a, flag, b in zip(self.tolist(), flags, others)])

    def mask(self, cond, other=math.nan, axis=None, level=None):
        """Another value where a condition holds."""
        cond = cond(self) if callable(cond) else cond
        return self.where(~(np.asarray(cond) if isinstance(cond, list) else cond), other)

    def ffill(self, limit=None, axis=None, limit_area=None):
        """Gaps filled with the value before."""
        made, last, run = [], math.nan, 0
        for value in self.tolist():
            run = run + 1 if _columns.is_missing(value) else 0
            last = last if run else value
            made.append(value if run and limit is not None and run > limit else last)
        return self._made(made)

    def bfill(self, limit=None, axis=None, limit_area=None):
        """Gaps filled with the value behind."""
        turned = self._like(_columns.of_list(self.tolist()[::-1])).ffill(limit)
        return self._made(turned.tolist()[::-1])

    def interpolate(self, method="linear", axis=0, limit=None, limit_direction="forward", limit_area=None):
        """Gaps filled on straight lines between their ends, by rows, by labels (index) or moments (time)."""
        if method not in ("linear", "index", "values", "time"):
            raise NotImplementedError(f"interpolate(method={method!r}) is not there: use linear, index or time")
        values = _floats(self)
        places = list(range(len(values))) if method == "linear" else _distances(self.index)
        known = [at for at, value in enumerate(values) if value == value]
        made = list(values)
        for one, two in zip(known, known[1:]):
            for at in range(one + 1, two):
                share = (places[at] - places[one]) / (places[two] - places[one])
                made[at] = values[one] + (values[two] - values[one]) * share
        if known and limit_area != "inside":
            made[known[-1] :] = [values[known[-1]]] * (len(values) - known[-1])
            made[: known[0]] = [values[known[0]]] * known[0]
        return self._like(np.array(_reached(values, made, limit, limit_direction, limit_area), dtype=np.float64))

    def rolling(self, window, min_periods=None, center=False, win_type=None, on=None, closed=None, step=None, method="single"):
        """Windows of so many rows, or of a length of time, each ending at its row."""
        if win_type is not None or step is not None:
            raise NotImplementedError("rolling(win_type=, step=) are not there: windows weigh all rows alike, one for each row")
        if not isinstance(window, (int, np.integer)):
            return Windows(self, _time_spans(self.index, window, closed), 1 if min_periods is None else min_periods)
        after = window // 2 if center and window % 2 else (window - 1) // 2 if center else 0
        return Windows(self, Rows(len(self), window, after), window if min_periods is None else min_periods)

    def expanding(self, min_periods=1, method="single"):
        """Windows of all rows up to each row."""
        return Windows(self, [(0, at + 1) for at in range(len(self))], min_periods)

    def ewm(self, com=None, span=None, halflife=None, alpha=None, min_periods=0, adjust=True, ignore_na=False):
        """Windows whose weights fall with the distance."""
        if com is not None:
            alpha = 1 / (1 + com)
        elif span is not None:
            alpha = 2 / (span + 1)
        elif halflife is not None:
            alpha = 1 - math.exp(-math.log(2) / halflife)
        return Weighted(self, alpha, adjust, min_periods, ignore_na)

    def _pairs(self, other):
        other = other if self.index.equals(other.index) else other.reindex(self.index)
        pairs = [(a, b) for a, b in zip(_floats(self), _floats(other)) if a == a and b == b]
        return np.array([a for a, _ in pairs], dtype=np.float64), np.array([b for _, b in pairs], dtype=np.float64)

    def corr(self, other, method="pearson", min_periods=None):
        """The correlation with another column: pearson, spearman, kendall, or a function of two arrays."""
        a, b = self._pairs(other)
        if len(a) < (1 if min_periods is None else min_periods):
            return math.nan
        if callable(method):
            return method(a, b)
        if method == "spearman":
            a, b = (type(self)(one).rank().to_numpy() for one in (a, b))
        elif method == "kendall":
            return _kendall(a, b)
        elif method != "pearson":
            raise ValueError(f"method must be either 'pearson', 'spearman', 'kendall', or a callable, '{method}' was supplied")
        a, b = a - a.mean(), b - b.mean()
        scale = math.sqrt((a * a).sum() * (b * b).sum())
        return np.float64((a * b).sum() / scale) if scale else math.nan

    def cov(self, other, min_periods=None, ddof=1):
        """The covariance with another column."""
        a, b = self._pairs(other)
        return np.float64(((a - a.mean()) * (b - b.mean())).sum() / (len(a) - ddof)) if len(a) > ddof else math.nan

    def _moments(self, skipna=True):
        if not skipna and self.hasnans:
            return 0, [0.0, 0.0, 0.0]
        values = np.array([value for value in _floats(self) if value == value], dtype=np.float64)
        away = values - values.mean()
        return len(values), [float((away**power).sum()) for power in (2, 3, 4)]

    def skew(self, axis=0, skipna=True, numeric_only=False):
        """The skewness, without bias."""
        n, (two, three, _) = self._moments(skipna)
        if n < 3:
            return math.nan
        return n * math.sqrt(n - 1) / (n - 2) * three / two**1.5 if two else 0.0

    def kurt(self, axis=0, skipna=True, numeric_only=False):
        """The excess kurtosis, without bias."""
        n, (two, _, four) = self._moments(skipna)
        if n < 4:
            return math.nan
        rest = 3 * (n - 1) ** 2 / ((n - 2) * (n - 3))
        return n * (n + 1) * (n - 1) * four / ((n - 2) * (n - 3) * two**2) - rest if two else 0.0

    kurtosis = kurt

    def sem(self, axis=None, skipna=True, ddof=1, numeric_only=False):
        """The standard error of the mean."""
        return self.std(skipna=skipna, ddof=ddof) / math.sqrt(self.count())


def _kendall(a, b):
    # Kendall's tau-b: how many pairs agree in their order.
    signs = [np.sign(one[:, None] - one[None, :]) for one in (a, b)]
    scale = math.sqrt(float((signs[0] ** 2).sum()) * float((signs[1] ** 2).sum()))
    return np.float64((signs[0] * signs[1]).sum() / scale) if scale else math.nan


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

    def apply(self, func, raw=False, engine=None, args=(), kwargs=None):
        """A function of each window's column."""
        if args or kwargs:
            given, extra = func, kwargs or {}
            func = lambda part: given(part, *args, **extra)  # noqa: E731
        if self._owner.ndim == 2:
            return self._owner._each(lambda column: Windows(column, self._spans, self._least).apply(func, raw))
        return self._owner._like(np.array([self._one(func, raw, *span) for span in self._spans], dtype=np.float64))

    def _one(self, func, raw, start, stop):
        part = self._owner._take(range(max(start, 0), min(stop, len(self._owner))))
        if part.count() < self._least:
            return math.nan
        return float(func(part.to_numpy() if raw else part))

    def agg(self, func, *args, **options):
        """A function of each window, by its name; of several a column each, of a table each column's own."""
        from pandas._frame import DataFrame
        from pandas._groups import name_of

        if isinstance(func, dict):
            found = {name: self[name].agg(how) for name, how in func.items()}
            return DataFrame(found, index=self._owner.index)
        if isinstance(func, (list, tuple)) and self._owner.ndim == 1:
            return DataFrame({name_of(one): self.agg(one) for one in func}, index=self._owner.index)
        if isinstance(func, (list, tuple)):
            made = {(name, name_of(one)): self[name].agg(one) for name in self._owner._columns for one in func}
            return DataFrame(made, index=self._owner.index)
        return getattr(self, func)(*args, **options) if isinstance(func, str) else self.apply(func)

    aggregate = agg

    def _of_two(self, which, other, options):
        # A statistic of each window of two columns; of a table with one column, each of its columns.
        owner = self._owner
        if owner.ndim == 2 and other is None:
            raise NotImplementedError(f"rolling.{which}() of all pairs of columns is not there: pass the other column")
        if owner.ndim == 2:
            part = lambda name: other[name] if hasattr(other, "_columns") else other  # noqa: E731
            return owner._each(lambda column: Windows(column, self._spans, self._least)._of_two(which, part(column.name), options))
        other, found = other.reindex(owner.index), []
        both = owner.notna() & other.notna()
        for start, stop in self._spans:
            places = range(max(start, 0), min(stop, len(owner)))
            enough = both._take(places).sum() >= max(self._least, 1)
            found.append(getattr(owner._take(places), which)(other._take(places), **options) if enough else math.nan)
        return owner._like(np.array(found, dtype=np.float64))

    def corr(self, other=None, pairwise=None):
        """The correlation of each window with another column's."""
        return self._of_two("corr", other, {})

    def cov(self, other=None, pairwise=None, ddof=1):
        """The covariance of each window with another column's."""
        return self._of_two("cov", other, {"ddof": ddof})

    def count(self, numeric_only=False):
        """How many values each window has."""
        return Windows(self._owner, self._spans, 0).apply(lambda part: part.count())

    def __getitem__(self, name):
        return Windows(self._owner[name], self._spans, self._least)

    def __getattr__(self, name):
        if name not in ("sum", "mean", "median", "min", "max", "std", "var", "skew", "kurt", "quantile", "sem", "rank"):
            raise AttributeError(f"windows have no '{name}'")
        if name == "rank":
            return lambda **options: self.apply(lambda part: part.rank(**options).iloc[-1])
        return lambda *args, **options: self._reduced(name, args, options)

    def _reduced(self, name, args, options):
        options = {key: value for key, value in options.items() if key not in ("numeric_only", "engine", "engine_kwargs")}
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

    def __init__(self, series, alpha, adjust, least, ignore_na):
        self._series, self._alpha, self._adjust, self._least, self._skips = series, alpha, adjust, least, ignore_na

    def _weights(self):
        # (values so far, their weights) at each row.
        values, weights, keep = [], np.zeros(0), 1 - self._alpha
        for value in _floats(self._series):
            known = value == value
            if known or not self._skips:
                weights = weights * keep
            if known:
                new = 1.0 if self._adjust or not values else self._alpha
                values, weights = [*values, value], np.append(weights, new)
            yield np.array(values), weights

    def mean(self, numeric_only=False):
        """The weighted means so far."""
        made, total, weight, keep, count = [], 0.0, 0.0, 1 - self._alpha, 0
        for value in _floats(self._series):
            new = 1.0 if self._adjust or weight == 0 else self._alpha
            if value == value or not self._skips:
                total, weight = total * keep, weight * keep
            if value == value:
                total, weight, count = total + new * value, weight + new, count + 1
            made.append(total / weight if weight and count >= self._least else math.nan)
        return self._series._like(np.array(made, dtype=np.float64))

    def var(self, bias=False, numeric_only=False):
        """The weighted variances so far."""
        made = []
        for values, weights in self._weights():
            if len(values) < max(self._least, 1 if bias else 2):
                made.append(math.nan)
                continue
            total = weights.sum()
            found = (weights * (values - (weights * values).sum() / total) ** 2).sum() / total
            made.append(found if bias else found * total**2 / (total**2 - (weights**2).sum()))
        return self._series._like(np.array(made, dtype=np.float64))

    def std(self, bias=False, numeric_only=False):
        """The weighted standard deviations so far."""
        return self.var(bias) ** 0.5

    def sum(self, numeric_only=False):
        """The weighted sums so far."""
        found = [float((values * weights).sum()) if len(values) >= max(self._least, 1) else math.nan for values, weights in self._weights()]
        return self._series._like(np.array(found, dtype=np.float64))
