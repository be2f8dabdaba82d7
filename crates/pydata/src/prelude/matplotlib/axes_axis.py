"""Axes: the sides of their frame, and each axis with its limits, scale, ticks and name."""

import math

from matplotlib import rcParams
from matplotlib._data import column as _column
from matplotlib._data import nonsingular as _nonsingular
from matplotlib._data import ticks as _ticks
from matplotlib.artist import Text, _check, _size, _text_size
from matplotlib.colors import _parse
from matplotlib.dates import AutoDateFormatter, AutoDateLocator, _day_limits
from matplotlib.ticker import (
    FixedLocator,
    Formatter,
    FuncFormatter,
    Locator,
    MaxNLocator,
    NullFormatter,
    NullLocator,
    ScalarFormatter,
    StrMethodFormatter,
)


class Spine:
    """One side of the frame."""

    def __init__(self):
        self._shown = True

    def set_visible(self, b):
        """Sets whether it is visible."""
        self._shown = bool(b)

    def get_visible(self):
        """Returns whether it is visible."""
        return self._shown

    def set_color(self, c):
        """'none' hides it; other colours are accepted and stay the frame's."""
        self._shown = c != "none"

    def set(self, **properties):
        """set(visible=False)"""
        if "visible" in properties:
            self._shown = bool(properties["visible"])

    def set_linewidth(self, w):
        """0 hides it."""
        self._shown = w > 0

    def set_position(self, position):
        """Accepted: the sides stay at the edges."""


class Spines:
    """The sides of the frame: ax.spines['top'], ax.spines.right, ax.spines[['top', 'right']]."""

    def __init__(self):
        self._all = {side: Spine() for side in ("left", "right", "bottom", "top")}
        for side in self._all:
            self._all[side]._shown = bool(rcParams[f"axes.spines.{side}"])

    def __getitem__(self, key):
        if isinstance(key, (list, tuple)):
            return _Several([self._all[side] for side in key])
        if isinstance(key, slice):
            return _Several(list(self._all.values()))
        return self._all[key]

    def __getattr__(self, name):
        if name in ("left", "right", "bottom", "top"):
            return self._all[name]
        raise AttributeError(f"'Spines' object has no attribute '{name}'")

    def __iter__(self):
        return iter(self._all)

    def keys(self):
        """The sides' names."""
        return self._all.keys()

    def values(self):
        """The sides."""
        return self._all.values()

    def items(self):
        """Names and sides."""
        return self._all.items()


class _Several:
    def __init__(self, spines):
        self._spines = spines

    def set_visible(self, b):
        for spine in self._spines:
            spine.set_visible(b)

    def set_color(self, c):
        for spine in self._spines:
            spine.set_color(c)

    def set_linewidth(self, w):
        for spine in self._spines:
            spine.set_linewidth(w)


def _alike(texts, places):
    # Numbers with as many decimals as the longest has.
    if any(["e" in text or "n" in text for text in texts]):
        return texts
    decimals = max([len(text.partition(".")[2]) for text in texts], default=0)
    return [f"{place:.{decimals}f}" for place in places]


class Axis:
    """One of the two axes: its limits, scale, ticks and name."""

    def __init__(self, axes, which):
        self.axes, self._which = axes, which
        self._scale, self._threshold = "linear", 2.0
        self._limits = None
        self._inverted = False
        self._margin = rcParams[f"axes.{which}margin"]
        self._locator = self._formatter = None
        self._texts = None
        self._name, self._name_size, self._name_color = "", _text_size("axes.labelsize", "medium"), None
        self._turn, self._size = 0.0, _text_size(f"{which}tick.labelsize", "medium")
        self._labels = self._marks = True
        self._far = False
        self._grid = bool(rcParams["axes.grid"]) and rcParams["axes.grid.axis"] in ("both", which)
        self._grid_style = {}
        self._categories = {}
        self._dates, self._date_locator = False, None
        # Axes that share these limits, including this one.
        self._shared = [self]

    # limits

    def _automatic(self):
        """Sets the limits from the drawn data, by matplotlib's rules."""
        low = high = None
        sticky = []
        positive = self._scale == "log"
        for axis in self._shared:
            for artist in axis.axes._artists:
                if not artist._visible:
                    continue
                for column in artist._extent(self._which):
                    bounds = column.bounds(positive)
                    if bounds is not None:
                        low = bounds[0] if low is None else min(low, bounds[0])
                        high = bounds[1] if high is None else max(high, bounds[1])
                sticky += artist._sticky(self._which)
            for held in axis.axes._held:
                values = held[0 if self._which == "x" else 1]
                low = min(values) if low is None else min(low, *values)
                high = max(values) if high is None else max(high, *values)
        if low is None and self._dates:
            return _day_limits()
        if low is None:
            return (1.0, 10.0) if positive else (0.0, 1.0)
        if positive:
            if low == high:
                low, high = 10.0 ** math.floor(math.log10(low)), 10.0 ** (math.floor(math.log10(low)) + 1)
        else:
            low, high = _nonsingular(low, high)
        near = 1e-5 * max(abs(low), abs(high))
        below = [value for value in sticky if value <= low + near]
        above = [value for value in sticky if value >= high - near]
        if positive:
            room = (math.log10(high) - math.log10(low)) * self._margin
            wide_low, wide_high = low / 10**room, high * 10**room
        elif self._scale == "symlog":
            room = max(abs(low), abs(high)) * 0.2
            wide_low, wide_high = low - (room if low < 0 else 0), high + room
        else:
            room = (high - low) * self._margin
            wide_low, wide_high = low - room, high + room
        low = max(wide_low, max(below)) if below else wide_low
        high = min(wide_high, min(above)) if above else wide_high
        return (high, low) if self._inverted else (low, high)

    def _get(self):
        for axis in self._shared:
            if axis._limits is not None:
                low, high = axis._limits
                if low is None or high is None:
                    own = sorted(self._automatic())
                    low, high = own[0] if low is None else low, own[1] if high is None else high
                return low, high
        return self._automatic()

    def _set(self, low, high):
        if isinstance(low, (tuple, list)) and high is None:
            low, high = low
        low = None if low is None else self.axes._number(self._which, low)
        high = None if high is None else self.axes._number(self._which, high)
        for name, value in (("low", low), ("high", high)):
            if value is not None and (value != value or value in (math.inf, -math.inf)):
                raise ValueError("Axis limits cannot be NaN or Inf")
        before = self._get()
        low = before[0] if low is None else low
        high = before[1] if high is None else high
        if self._scale == "log":
            low = before[0] if low <= 0 else low
            high = before[1] if high <= 0 else high
        if low == high:
            low, high = _nonsingular(low, high)
        for axis in self._shared:
            axis._limits = None
        self._limits = (float(low), float(high))
        return self._limits

    # ticks

    def _date_units(self):
        """Makes it an axis of dates, which are days since 1970."""
        for axis in self._shared:
            axis._dates = True

    def axis_date(self, tz=None):
        """Makes it an axis of dates."""
        self._date_units()

    def _finder(self):
        """What places its ticks, if that is not the usual rule."""
        if self._locator is None and self._dates:
            self._date_locator = self._date_locator or AutoDateLocator()
            return self._date_locator
        return self._locator

    def set_major_locator(self, locator):
        """Sets the tick locator."""
        locator = locator() if isinstance(locator, type) else locator
        if hasattr(locator, "_axis_dates"):
            self._date_units()
        if not isinstance(locator, Locator):
            raise TypeError(f"locator must be an instance of matplotlib.ticker.Locator, not a {type(locator).__name__}")
        self._locator, self._texts = locator, None

    def set_major_formatter(self, formatter):
        """Sets the tick labels: a formatter, a function of value and position, or '{x:.1f}'."""
        if isinstance(formatter, str):
            formatter = StrMethodFormatter(formatter)
        elif not isinstance(formatter, Formatter):
            formatter = FuncFormatter(formatter)
        self._formatter = formatter

    def set_minor_locator(self, locator):
        """Accepted: logarithmic axes have their minor ticks."""

    def set_minor_formatter(self, formatter):
        """Accepted: minor ticks have no labels."""

    def get_minor_locator(self):
        """Returns the locator of minor ticks: there are none."""
        return NullLocator()

    def get_major_formatter(self):
        """Returns the formatter of tick labels."""
        return self._formatter or ScalarFormatter()

    def get_minor_formatter(self):
        """Returns the formatter of minor ticks' labels: they have none."""
        return NullFormatter()

    def get_major_locator(self):
        """Returns the tick locator."""
        return self._locator or MaxNLocator()

    def set_ticks(self, ticks, labels=None, *, minor=False, **kwargs):
        """Ticks at these places, with these texts."""
        if minor:
            return
        ticks = [self.axes._number(self._which, tick) for tick in list(ticks)]
        self._locator = FixedLocator(ticks)
        self._texts = None
        if labels is not None:
            self.set_ticklabels(labels, **kwargs)
        # As in matplotlib, ticks beyond the limits widen them.
        if ticks and self.axes._artists:
            low, high = self._get()
            if min(ticks) < min(low, high) or max(ticks) > max(low, high):
                lower, upper = min(min(ticks), low, high), max(max(ticks), low, high)
                self._set(*((upper, lower) if low > high else (lower, upper)))

    def set_ticklabels(self, labels, *, rotation=None, fontsize=None, size=None, color=None, minor=False, ha=None, va=None, **kwargs):
        """Sets the tick labels."""
        _check("set_ticklabels", kwargs, {"rotation", "fontsize", "color", "ha"})
        texts = [each.get_text() if isinstance(each, Text) else str(each) for each in labels]
        places = self._places()
        if isinstance(self._locator, FixedLocator) and len(texts) != len(places):
            raise ValueError(f"The number of FixedLocator locations ({len(places)}), usually from a call to set_ticks, does not match the number of labels ({len(texts)}).")
        if self._locator is None:
            self._locator = FixedLocator(places)
        self._texts = texts
        if rotation is not None:
            self._turn = {"vertical": 90.0, "horizontal": 0.0}.get(rotation, rotation)
        if fontsize is not None or size is not None:
            self._size = _size(fontsize if fontsize is not None else size)

    def _length(self):
        return self.axes._inches()[0 if self._which == "x" else 1] * 72

    def _places(self):
        low, high = sorted(self._get())
        if self._categories and self._locator is None:
            return [float(i) for i in range(len(self._categories))]
        room = max(1, int(self._length() // (30 if self._which == "x" else 20)))
        finder = self._finder()
        if finder is None:
            return _ticks(self._scale, low, high, room)[0]
        return finder._places(self._scale, low, high, room)

    def get_ticklocs(self, *, minor=False):
        """Returns the tick positions."""
        return _column([] if minor else self._places()).array()

    def get_ticklabels(self, minor=False):
        """Returns the tick labels as texts."""
        return [Text(0, 0, text) for text in self._said(self._places())]

    def get_majorticklabels(self):
        """Returns the tick labels as texts."""
        return self.get_ticklabels()

    def _said(self, places):
        if self._texts is not None:
            return self._texts
        if self._categories and self._locator is None:
            return list(self._categories)
        formatter = self._formatter
        if formatter is None and self._dates:
            formatter = AutoDateFormatter(self._finder())
        if formatter is not None:
            return formatter.format_ticks(places)
        return [text.replace("-", "−") for text in _alike([f"{place:g}" for place in places], places)]

    def set_label_text(self, label):
        """Its name."""
        self._name = str(label)

    def set_label_position(self, position):
        """'left', 'right', 'top' or 'bottom'."""
        self._far = position in ("right", "top")

    def set_ticks_position(self, position):
        """'left', 'right', 'top' or 'bottom'; 'default' is left or bottom. Ticks are on one side."""
        near, far = ("bottom", "top") if self._which == "x" else ("left", "right")
        if position in ("both", "none"):
            raise NotImplementedError(f"set_ticks_position({position!r}): ticks are on one side; give {near!r} or {far!r}")
        if position not in (near, far, "default"):
            raise ValueError(f"{position!r} is not a valid value for position; supported values are {near!r}, {far!r}, 'default'")
        self._far = position == far

    def tick_right(self):
        """Ticks at the right."""
        self._far = True

    def tick_left(self):
        """Ticks at the left."""
        self._far = False

    def tick_top(self):
        """Ticks at the top."""
        self._far = True

    def tick_bottom(self):
        """Ticks at the bottom."""
        self._far = False

    def set_visible(self, b):
        """Sets whether its ticks and labels are visible."""
        self._labels = self._marks = bool(b)

    def set_inverted(self, inverted):
        """Sets whether it is inverted."""
        low, high = self._get()
        if (low > high) != bool(inverted):
            self._invert()

    def _invert(self):
        self._inverted = not self._inverted
        for axis in self._shared:
            if axis._limits is not None:
                axis._limits = (axis._limits[1], axis._limits[0])

    def get_inverted(self):
        """Returns whether it is inverted."""
        low, high = self._get()
        return low > high

    def grid(self, visible=None, which="major", **kwargs):
        """Grid lines at its ticks."""
        style = {"color": kwargs.pop("color", kwargs.pop("c", None)), "alpha": kwargs.pop("alpha", None),
                 "linestyle": kwargs.pop("linestyle", kwargs.pop("ls", None)), "linewidth": kwargs.pop("linewidth", kwargs.pop("lw", None))}
        _check("grid", kwargs, {"visible", "which", "axis", "color", "alpha", "linestyle", "linewidth", "zorder"})
        given = {name: value for name, value in style.items() if value is not None}
        self._grid = bool(given) or not self._grid if visible is None else bool(visible)
        if which in ("minor", "both"):
            given["minor"] = self._grid
        self._grid_style.update(given)

    def _spec(self):
        low, high = self._get()
        spec = {"low": float(low), "high": float(high), "scale": self._scale, "threshold": self._threshold, "name": self._name,
                "name_size": self._name_size, "turn": float(self._turn), "size": self._size, "no_labels": not self._labels,
                "no_marks": not self._marks, "far": self._far, "grid": self._grid}
        if self._name_color is not None:
            spec["name_colour"] = _parse(self._name_color)[0]
        style = self._grid_style
        spec["grid_style"] = style.get("linestyle", rcParams["grid.linestyle"])
        spec["grid_width"] = float(style.get("linewidth", rcParams["grid.linewidth"]))
        alpha = style.get("alpha", rcParams["grid.alpha"])
        if "color" in style:
            spec["grid_colour"] = _parse(style["color"])[0]
            spec["grid_opacity"] = float(alpha)
        elif alpha < 1:
            # The grid's own colour is as light as a grid with an alpha should be.
            spec["grid_opacity"] = max(0.6, float(alpha))
        spec["grid_minor"] = bool(style.get("minor", False))
        integer = isinstance(self._locator, MaxNLocator) and self._locator._integer and self._formatter is None
        if integer and self._locator._room == 9:
            spec["integer"] = True
        elif self._locator is not None or self._formatter is not None or self._texts is not None or self._categories or self._dates:
            places = self._places()
            written = self._texts is not None or self._formatter is not None or self._dates or self._categories and self._locator is None
            texts = self._said(places) if written else None
            self._offset = getattr(self._formatter, "get_offset", str)()
            if texts is None:
                texts = _plain(places, low, high)
            spec["ticks"], spec["texts"] = _column([float(place) for place in places]), texts
            if self._offset and not self._name:
                spec["name"] = self._offset
        return spec


def _plain(places, low, high):
    """Texts with as many digits as the places need."""
    digits = 0
    while digits < 12 and any(abs(place - round(place, digits)) > 1e-9 * max(1e-3, abs(place)) for place in places):
        digits += 1
    if any(place and (abs(place) >= 1e6 or abs(place) < 1e-4) for place in places):
        return [text.replace("-", "−") for text in _alike([f"{place:g}" for place in places], places)]
    return [f"{place:.{digits}f}".replace("-", "−") for place in places]
