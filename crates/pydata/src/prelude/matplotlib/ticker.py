"""`matplotlib.ticker`: tick positions and tick labels."""

from matplotlib._data import ticks as _ticks


class Locator:
    """Computes tick positions. An axis calls _places(scale, low, high, room)."""


class MaxNLocator(Locator):
    """At most nbins intervals between round numbers; whole ones with integer=True."""

    def __init__(self, nbins=9, *, integer=False, steps=None, prune=None, min_n_ticks=2, symmetric=False):
        self._room = 9 if nbins == "auto" else int(nbins)
        self._integer = integer

    def tick_values(self, vmin, vmax):
        """The ticks for these limits."""
        return _ticks("linear", float(vmin), float(vmax), self._room, self._integer)[0]

    def _places(self, scale, low, high, room):
        return _ticks(scale, low, high, min(self._room, room) if self._room == 9 else self._room, self._integer)[0]


class AutoLocator(MaxNLocator):
    """The default of axes: round numbers."""


class MultipleLocator(Locator):
    """At the multiples of base."""

    def __init__(self, base=1.0, offset=0.0):
        self._base, self._offset = float(base), float(offset)

    def tick_values(self, vmin, vmax):
        """The ticks for these limits."""
        return self._places("linear", min(vmin, vmax), max(vmin, vmax), 9)

    def _places(self, scale, low, high, room):
        first = int((low - self._offset) // self._base)
        count = int((high - low) / self._base) + 3
        if count > 1000:
            raise ValueError(f"a tick at each multiple of {self._base} would be {count} ticks")
        return [(first + i) * self._base + self._offset for i in range(count)]


class FixedLocator(Locator):
    """At these places."""

    def __init__(self, locs, nbins=None):
        self._locs = [float(loc) for loc in locs]

    def _places(self, scale, low, high, room):
        return self._locs


class NullLocator(Locator):
    """No ticks."""

    def _places(self, scale, low, high, room):
        return []


class LinearLocator(Locator):
    """A fixed number of ticks from end to end."""

    def __init__(self, numticks=11, presets=None):
        self._count = max(2, numticks)

    def _places(self, scale, low, high, room):
        return [low + (high - low) * i / (self._count - 1) for i in range(self._count)]


class LogLocator(Locator):
    """At powers of ten."""

    def __init__(self, base=10.0, subs=(1.0,), *, numticks=None):
        self._room = numticks or 9

    def _places(self, scale, low, high, room):
        return _ticks("log", low, high, self._room)[0]


class Formatter:
    """Formats tick labels: formatter(value, position)."""

    def __call__(self, x, pos=None):
        return f"{x:g}"

    def format_ticks(self, values):
        """The texts of all ticks."""
        return [str(self(value, i)) for i, value in enumerate(values)]

    def get_offset(self):
        """What belongs to all texts."""
        return ""


class ScalarFormatter(Formatter):
    """The default of axes: plain numbers."""

    def __init__(self, useOffset=None, useMathText=None, useLocale=None):
        pass


class NullFormatter(Formatter):
    """No texts."""

    def __call__(self, x, pos=None):
        return ""


class FuncFormatter(Formatter):
    """Labels returned by func(value, position)."""

    def __init__(self, func):
        self._func = func

    def __call__(self, x, pos=None):
        return self._func(x, pos)


class FormatStrFormatter(Formatter):
    """fmt % value."""

    def __init__(self, fmt):
        self._fmt = fmt

    def __call__(self, x, pos=None):
        return self._fmt % x


class StrMethodFormatter(Formatter):
    """fmt.format(x=value, pos=position)."""

    def __init__(self, fmt):
        self._fmt = fmt

    def __call__(self, x, pos=None):
        return self._fmt.format(x=x, pos=pos)


class FixedFormatter(Formatter):
    """The given texts, in order."""

    def __init__(self, seq):
        self._texts = list(seq)

    def __call__(self, x, pos=None):
        return self._texts[pos] if pos is not None and pos < len(self._texts) else ""


class PercentFormatter(Formatter):
    """Shares of xmax as per cent."""

    def __init__(self, xmax=100, decimals=None, symbol="%", is_latex=False):
        self._max, self._decimals, self._symbol = xmax, decimals, symbol

    def __call__(self, x, pos=None):
        share = 100.0 * x / self._max
        text = f"{share:g}" if self._decimals is None else f"{share:.{self._decimals}f}"
        return text + (self._symbol or "")


class EngFormatter(Formatter):
    """With the prefixes k, M, G, m, µ."""

    def __init__(self, unit="", places=None, sep=" "):
        self._unit, self._places, self._sep = unit, places, sep

    def __call__(self, x, pos=None):
        power = 0
        while abs(x) >= 1000 and power < 4:
            x, power = x / 1000, power + 1
        while x and abs(x) < 1 and power > -4:
            x, power = x * 1000, power - 1
        text = f"{x:g}" if self._places is None else f"{x:.{self._places}f}"
        return (text + self._sep + "pnµm kMGT"[power + 4].strip() + self._unit).strip()
