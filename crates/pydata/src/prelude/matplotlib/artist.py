"""The objects that are drawn in axes: lines, points, bars, areas, images, texts. Each can be changed until its figure
is shown."""

import math

from matplotlib import rcParams
from matplotlib._data import column as _column
from matplotlib.cm import ScalarMappable
from matplotlib.colors import _parse, to_rgba

# Properties that are accepted without effect, because they concern other renderers.
_HARMLESS = {
    "aa", "agg_filter", "animated", "antialiased", "antialiaseds", "clip_box", "clip_on", "clip_path", "dash_capstyle", "dash_joinstyle",
    "figure", "gid", "in_layout", "mouseover", "path_effects", "picker", "pickradius", "rasterized", "sketch_params",
    "snap", "solid_capstyle", "solid_joinstyle", "capstyle", "joinstyle", "transform", "url", "urls", "fontfamily", "family", "fontname",
    "fontstyle", "style", "fontweight", "weight", "fontstretch", "fontvariant", "hatch", "linespacing", "wrap", "rotation_mode", "math_fontfamily",
}
_SIZES = {"xx-small": 5.79, "x-small": 6.94, "small": 8.33, "medium": 10.0, "large": 12.0, "x-large": 14.4, "xx-large": 17.28}


def _unknown(function, name, known):
    return TypeError(f"{function}() got an unexpected keyword argument '{name}'; there are: {', '.join(sorted(known))}")


def _check(function, kwargs, known):
    """Refuses keywords that would be without effect, but for those that are so everywhere."""
    for name in kwargs:
        if name not in known and name not in _HARMLESS:
            raise _unknown(function, name, known)


def _size(fontsize, usual=10.0):
    """Points of a size by number or by name."""
    if fontsize is None:
        return usual
    if isinstance(fontsize, str):
        if fontsize in ("smaller", "larger"):
            return usual / 1.2 if fontsize == "smaller" else usual * 1.2
        if fontsize not in _SIZES:
            raise ValueError(f"{fontsize!r} is not a size of text; there are {', '.join(_SIZES)} and numbers")
        return _SIZES[fontsize] * rcParams["font.size"] / 10.0
    return float(fontsize)


def _text_size(name, usual):
    """The size set by rcParams, or 0 for their default."""
    wanted = rcParams[name]
    return 0.0 if wanted == usual and rcParams["font.size"] == 10.0 else _size(wanted)


class Artist:
    """Something that is drawn."""

    _order = 1.0
    # The description in words. None: described by its parts. "": described by its container.
    _said = None

    def __init__(self, label=None, alpha=None, zorder=None, visible=True):
        self.axes = None
        self._label = None if label is None else str(label)
        self._alpha = None if alpha is None else float(alpha)
        self._zorder = zorder
        self._visible = visible

    def set(self, **properties):
        """Sets properties by name: set(alpha=0.5, label='loss')."""
        for name, value in properties.items():
            method = getattr(self, f"set_{name}", None)
            if method is None:
                known = [each[4:] for each in dir(self) if each.startswith("set_")]
                raise AttributeError(f"{type(self).__name__}.set() got an unexpected keyword argument '{name}'; there are: {', '.join(known)}")
            method(value)
        return self

    def set_label(self, label):
        """Its name in the legend."""
        self._label = None if label is None else str(label)

    def get_label(self):
        """Its name in the legend."""
        return "" if self._label is None else self._label

    def set_alpha(self, alpha):
        """Sets the opacity, 0..1; None means opaque."""
        self._alpha = alpha

    def get_alpha(self):
        """Returns the opacity, 0..1, or None if it is opaque."""
        return self._alpha

    def set_zorder(self, level):
        """Higher is drawn later."""
        self._zorder = level

    def get_zorder(self):
        """Higher is drawn later."""
        return self._order if self._zorder is None else self._zorder

    def set_visible(self, b):
        """Sets whether it is visible."""
        self._visible = bool(b)

    def get_visible(self):
        """Returns whether it is visible."""
        return self._visible

    def remove(self):
        """Takes it out of its axes."""
        if self.axes is not None:
            self.axes._drop(self)

    def _common(self, own_alpha=None):
        alpha = self._alpha if self._alpha is not None else own_alpha
        spec = {"order": float(self.get_zorder())}
        if alpha is not None:
            spec["opacity"] = float(alpha)
        if self._label is not None:
            spec["label"] = self._label
        if self._said is not None:
            spec["said"] = self._said
        return spec

    # Columns whose numbers the axes limits must include, and values at which a margin ends.
    def _extent(self, which):
        return []

    def _sticky(self, which):
        return []

    def _specs(self):
        return []


_LINE_ALIASES = {
    "c": "color", "lw": "linewidth", "ls": "linestyle", "ms": "markersize", "mfc": "markerfacecolor", "mec": "markeredgecolor",
    "mew": "markeredgewidth", "ds": "drawstyle",
}
_LINE_NAMES = {
    "color", "linewidth", "linestyle", "marker", "markersize", "markerfacecolor", "markeredgecolor", "markeredgewidth", "markevery", "alpha",
    "label", "zorder", "drawstyle", "visible", "fillstyle", "dashes", "scalex", "scaley", "data",
}
_STYLES = {"-", "--", ":", "-.", "", " ", "None", "none", "solid", "dashed", "dotted", "dashdot"}
_MARKERS = "o.,sv^<>Ddph H*xX+P|_1234".replace(" ", "") + "8"


def _line_properties(function, kwargs, aliases=_LINE_ALIASES, names=_LINE_NAMES):
    """Keywords by their long names, each known."""
    found = {}
    for name, value in kwargs.items():
        full = aliases.get(name, name)
        if full not in names:
            if name in _HARMLESS:
                continue
            raise _unknown(function, name, names | set(aliases))
        if full in found:
            raise TypeError(f"Got both '{full}' and '{name}', which are aliases of one another")
        found[full] = value
    return found


def _format(fmt):
    """'r--o' as colour, style, marker; None for each that it leaves out."""
    whole = fmt
    if fmt in ("None", "none", " ", ""):
        return None, "None", "None"
    try:
        if fmt not in _MARKERS and len(fmt) > 1 or fmt in "bgrcmykw" or fmt == "":
            _parse(fmt)
            return fmt, None, None
    except ValueError:
        pass
    colour = style = marker = None
    while fmt:
        if fmt[:2] in ("--", "-.") and style is None:
            style, fmt = fmt[:2], fmt[2:]
        elif fmt[0] in "-:" and style is None:
            style, fmt = fmt[0], fmt[1:]
        elif fmt[0] in _MARKERS and marker is None:
            marker, fmt = fmt[0], fmt[1:]
        elif fmt[0] in "bgrcmykw" and colour is None:
            colour, fmt = fmt[0], fmt[1:]
        elif fmt[0] == "C" and fmt[1:2].isdigit() and colour is None:
            colour, fmt = fmt[:2], fmt[2:]
        else:
            raise ValueError(f"{whole!r} is not a valid format string (unrecognized character {fmt[0]!r})")
    return colour, style, marker


class Line2D(Artist):
    """A line through points, with or without markers."""

    _order = 2.0

    def __init__(self, xdata, ydata, *, linewidth=None, linestyle=None, color=None, marker=None, markersize=None, markerfacecolor=None,
                 markeredgecolor=None, markeredgewidth=None, markevery=None, drawstyle=None, fillstyle=None, dashes=None, label=None,
                 alpha=None, zorder=None, visible=True, **kwargs):
        kwargs = _line_properties("Line2D", kwargs)
        super().__init__(label, alpha, zorder, visible)
        self.set_data(xdata, ydata)
        self.set_color("C0" if color is None and "color" not in kwargs else kwargs.get("color", color))
        self.set_linewidth(kwargs.get("linewidth", rcParams["lines.linewidth"] if linewidth is None else linewidth))
        self.set_linestyle(kwargs.get("linestyle", rcParams["lines.linestyle"] if linestyle is None else linestyle))
        self.set_marker(rcParams["lines.marker"] if marker is None else marker)
        self.set_markersize(kwargs.get("markersize", rcParams["lines.markersize"] if markersize is None else markersize))
        self._face, self._edge, self._edge_width = markerfacecolor, markeredgecolor, markeredgewidth
        self._every = markevery
        self._drawstyle = drawstyle or "default"
        self._hollow = fillstyle == "none"
        self._dashes = dashes

    def set_data(self, x, y):
        """Its points."""
        self._x, self._y = _column(x), _column(y)

    def set_xdata(self, x):
        """The points' x."""
        self._x = _column(x)

    def set_ydata(self, y):
        """The points' y."""
        self._y = _column(y)

    def get_xdata(self, orig=True):
        """The points' x."""
        return self._x.array()

    def get_ydata(self, orig=True):
        """The points' y."""
        return self._y.array()

    def get_data(self):
        """The points' x and y."""
        return self.get_xdata(), self.get_ydata()

    def set_color(self, color):
        """Its colour."""
        _parse(color)
        self._color = color

    set_c = set_color

    def get_color(self):
        """Its colour."""
        return self._color

    get_c = get_color

    def set_linewidth(self, w):
        """Points."""
        self._width = float(w)

    set_lw = set_linewidth

    def get_linewidth(self):
        """Points."""
        return self._width

    get_lw = get_linewidth

    def set_linestyle(self, ls):
        """'-', '--', ':', '-.', '' for none, or (offset, lengths)."""
        if isinstance(ls, str) and ls not in _STYLES:
            raise ValueError(f"{ls!r} is not a valid value for ls; supported values are '-', '--', '-.', ':', 'None', ' ', '', 'solid', 'dashed', 'dashdot', 'dotted'")
        self._style = ls

    set_ls = set_linestyle

    def get_linestyle(self):
        """The way it is dashed."""
        return self._style

    def set_marker(self, marker):
        """The sign at each point: 'o', 's', '^', 'x', ...; '' for none."""
        if marker in (None, "", " ", "None", "none"):
            marker = "None"
        elif not isinstance(marker, str) or marker not in _MARKERS and not marker.startswith("$"):
            raise ValueError(f"Unrecognized marker style {marker!r}; there are: {' '.join(_MARKERS)}")
        self._marker = "o" if marker.startswith("$") else marker

    def get_marker(self):
        """The sign at each point."""
        return self._marker

    def set_markersize(self, sz):
        """Points."""
        self._marker_size = float(sz)

    set_ms = set_markersize

    def get_markersize(self):
        """Points."""
        return self._marker_size

    def set_drawstyle(self, drawstyle):
        """'default', or 'steps-pre', 'steps-mid', 'steps-post'."""
        self._drawstyle = drawstyle

    def _extent(self, which):
        return [self._x if which == "x" else self._y]

    def _marker_spec(self, code):
        if self._marker == "None":
            return None
        spec = {"shape": self._marker, "size": self._marker_size, "hollow": self._hollow}
        if self._face is not None and self._face != "auto":
            face = _parse(self._face)[0]
            if face == "none":
                spec["hollow"] = True
            else:
                spec["face"] = face
        if self._edge is not None and self._edge != "auto":
            spec["edge"] = _parse(self._edge)[0]
        elif self._face is not None and spec["hollow"] is False:
            spec["edge"] = code
        if self._edge_width is not None:
            spec["edge_width"] = float(self._edge_width)
            spec.setdefault("edge", code)
        return spec

    def _specs(self):
        code, own = _parse(self._color)
        x, y = self._stepped()
        unlined = self._style in ("", " ", "None", "none") or code == "none" or self._width == 0
        style = self._style
        if isinstance(style, (tuple, list)):
            style = [float(length) for length in style[1] or ()]
        if self._dashes:
            style = [float(length) / max(self._width, 0.1) for length in self._dashes]
        spec = {
            **self._common(own), "kind": "line", "x": x, "y": y, "colour": code, "width": self._width, "style": style, "unlined": unlined,
            "marker": self._marker_spec(code),
        }
        if isinstance(self._every, int):
            spec["every"] = self._every
        elif isinstance(self._every, float):
            spec["every"] = max(1, round(self._y.size * self._every))
        return [spec]

    def _stepped(self):
        if not self._drawstyle.startswith("steps"):
            return self._x, self._y
        x, y = self._x.tolist(), self._y.tolist()
        xs, ys = x[:1], y[:1]
        for i in range(1, len(x)):
            if self._drawstyle == "steps-post":
                corners = [(x[i], y[i - 1]), (x[i], y[i])]
            elif self._drawstyle == "steps-mid":
                middle = (x[i - 1] + x[i]) / 2
                corners = [(middle, y[i - 1]), (middle, y[i]), (x[i], y[i])]
            else:
                corners = [(x[i - 1], y[i]), (x[i], y[i])]
            xs += [corner[0] for corner in corners]
            ys += [corner[1] for corner in corners]
        return _column(xs), _column(ys)

    def __repr__(self):
        name = self.get_label()
        return f"Line2D({name})" if name and not name.startswith("_") else f"<matplotlib.lines.Line2D of {self._y.size} points>"


class AxLine(Line2D):
    """A line across the axes: axhline, axvline."""

    def __init__(self, level, at, low, high, **properties):
        super().__init__([at], [at], **properties)
        self._level, self._at, self._from, self._to = level, float(at), low, high

    def _extent(self, which):
        return [self._y] if which == ("y" if self._level else "x") else []

    def _specs(self):
        code, own = _parse(self._color)
        return [{**self._common(own), "kind": "rule", "level": self._level, "at": self._at, "from": self._from, "to": self._to, "colour": code,
                 "width": self._width, "style": self._style}]


class Band(Artist):
    """A band across the axes: axhspan, axvspan."""

    def __init__(self, level, low, high, share, color, **common):
        super().__init__(**common)
        self._level, self._low, self._high, self._share, self._color = level, float(low), float(high), share, color

    def _extent(self, which):
        return [_column([self._low, self._high])] if which == ("y" if self._level else "x") else []

    def _specs(self):
        code, own = _parse(self._color)
        return [{**self._common(own), "kind": "band", "level": self._level, "low": self._low, "high": self._high, "from": self._share[0],
                 "to": self._share[1], "colour": code}]


class PathCollection(Artist, ScalarMappable):
    """The points of a scatter plot."""

    def __init__(self, x, y, sizes, colours, values, marker, edge, edge_width, hollow, norm, cmap, **common):
        Artist.__init__(self, **common)
        ScalarMappable.__init__(self, norm, cmap)
        self._x, self._y, self._sizes, self._colours, self._marker = x, y, sizes, colours, marker
        self._edge, self._edge_width, self._hollow = edge, edge_width, hollow
        if values is not None:
            self.set_array(values)

    def set_offsets(self, offsets):
        """The points, as rows of x and y."""
        flat = _column(offsets)
        self._x, self._y = flat.part(0, flat.size, 2), flat.part(1, flat.size, 2)

    def get_offsets(self):
        """The points, as rows of x and y."""
        import numpy as np

        return np.array([[x, y] for x, y in zip(self._x.tolist(), self._y.tolist())])

    def set_sizes(self, sizes):
        """Areas in square points."""
        self._sizes = _column(sizes)

    def get_sizes(self):
        """Areas in square points."""
        return self._sizes.array()

    def legend_elements(self, prop="colors", num="auto", **kwargs):
        """Returns handles and labels of a legend for the values of its colours."""
        values = sorted(set(self._values.tolist())) if self._values is not None else []
        if len(values) > 9:
            values = [values[round(i * (len(values) - 1) / 7)] for i in range(8)]
        texts = [f"{value:g}" for value in values]
        handles = [Line2D([0], [0], linestyle="", marker="o", color=self.cmap(float(self.norm(value))), label=text) for value, text in zip(values, texts)]
        return handles, texts

    def _extent(self, which):
        return [self._x if which == "x" else self._y]

    def _specs(self):
        spec = {**self._common(), "kind": "points", "x": self._x, "y": self._y, "sizes": self._sizes}
        marker = {"shape": self._marker, "hollow": self._hollow}
        if self._edge is not None:
            marker["edge"] = _parse(self._edge)[0]
            marker["edge_width"] = self._edge_width
        spec["marker"] = marker
        if self._values is not None:
            spec.update(values=self._values, **self.cmap._spec(), **self.norm._spec())
        else:
            parsed = [_parse(colour) for colour in self._colours]
            spec["colours"] = [code for code, _ in parsed]
            if parsed and parsed[0][1] is not None:
                spec.setdefault("opacity", parsed[0][1])
        return [spec]

    def __repr__(self):
        return f"<matplotlib.collections.PathCollection of {self._x.size} points>"


class Boxes(Artist):
    """Boxes that are drawn together: bars, histograms."""

    def __init__(self, boxes, colours, edge=None, edge_width=1.0, hollow=False, sticky=(), **common):
        super().__init__(**common)
        self._boxes = boxes
        self._colours, self._edge, self._edge_width, self._hollow, self._sticky_at = colours, edge, edge_width, hollow, sticky

    def _extent(self, which):
        at = 0 if which == "x" else 1
        size = self._boxes.size
        return [self._boxes.part(at, size, 4), self._boxes.part(at + 2, size, 4)]

    def _sticky(self, which):
        return [value for name, value in self._sticky_at if name == which]

    def _specs(self):
        parsed = [_parse(colour) for colour in self._colours]
        spec = {**self._common(parsed[0][1] if parsed else None), "kind": "boxes", "boxes": self._boxes, "colours": [code for code, _ in parsed]}
        spec["hollow"] = self._hollow or all(code == "none" for code, _ in parsed)
        if self._edge is not None and _parse(self._edge)[0] != "none":
            spec.update(edge=_parse(self._edge)[0], edge_width=float(self._edge_width))
        return [spec]


class Rectangle(Artist):
    """One bar of a bar container, or a separate box: Rectangle((x, y), width, height)."""

    _order = 1.0

    def __init__(self, xy, width, height, *, angle=0.0, facecolor=None, edgecolor=None, color=None, linewidth=None, lw=None, fill=True,
                 ec=None, fc=None, ls=None, linestyle=None, label=None, alpha=None, zorder=None, visible=True, **kwargs):
        _check("Rectangle", kwargs, {"facecolor", "edgecolor", "color", "linewidth", "fill", "label", "alpha", "zorder"})
        super().__init__(label, alpha, zorder, visible)
        self._owner = None
        self._xy, self._w, self._h = (float(xy[0]), float(xy[1])), float(width), float(height)
        self._face = facecolor or fc or color or "C0"
        self._edge = edgecolor or ec or color
        self._line = lw if linewidth is None else linewidth
        self._fill, self._angle = fill, float(angle)

    def get_x(self):
        """Left edge."""
        return self._xy[0]

    def get_y(self):
        """Lower edge."""
        return self._xy[1]

    def get_width(self):
        """Width, negative to the left."""
        return self._w

    def get_height(self):
        """Height, negative downwards."""
        return self._h

    def get_xy(self):
        """The lower left corner."""
        return self._xy

    def set_xy(self, xy):
        """Sets the lower left corner."""
        self._xy = (float(xy[0]), float(xy[1]))
        if self._owner is not None:
            self._owner._replace()

    def set_x(self, x):
        """Sets the left edge."""
        self.set_xy((x, self._xy[1]))

    def set_y(self, y):
        """Sets the lower edge."""
        self.set_xy((self._xy[0], y))

    def set_bounds(self, left, bottom, width, height):
        """Sets its edge, width and height."""
        self._w, self._h = float(width), float(height)
        self.set_xy((left, bottom))

    def get_edgecolor(self):
        """(r, g, b, alpha)"""
        return to_rgba("k" if self._edge is None else self._edge)

    def _outline(self):
        """Its four corners, turned by its angle about the first."""
        import numpy as np

        a, b, c, d = self._corners()
        turn = math.radians(self._angle)
        around = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        return (np.array([[a, b], [c, b], [c, d], [a, d]]) - np.array([a, b])) @ around + np.array([a, b])

    def get_facecolor(self):
        """(r, g, b, alpha)"""
        return to_rgba(self._face)

    def set_color(self, color):
        """Its fill."""
        self.set_facecolor(color)

    def set_facecolor(self, color):
        """Its fill."""
        _parse(color)
        self._face = color
        if self._owner is not None:
            self._owner._recolour()

    def set_edgecolor(self, color):
        """Its outline."""
        self._edge = color
        if self._owner is not None:
            self._owner._edge = color

    def set_height(self, h):
        """Sets the height."""
        self._h = float(h)
        if self._owner is not None:
            self._owner._replace()

    def set_width(self, w):
        """Sets the width."""
        self._w = float(w)
        if self._owner is not None:
            self._owner._replace()

    def _corners(self):
        x, y = self._xy
        return [x, y, x + self._w, y + self._h]

    def _extent(self, which):
        return [_column(self._outline()[:, 0 if which == "x" else 1])]

    def _specs(self):
        code, own = _parse(self._face)
        if self._angle:
            return self._turned(code, own)
        spec = {**self._common(own), "kind": "boxes", "boxes": _column(self._corners()), "colours": [code], "hollow": not self._fill or code == "none"}
        if self._edge is not None and _parse(self._edge)[0] != "none":
            spec.update(edge=_parse(self._edge)[0], edge_width=1.0 if self._line is None else float(self._line))
        return [spec]

    def _turned(self, code, own):
        corners = self._outline()
        spec = {**self._common(own), "kind": "area", "x": _column(corners[:, 0]), "y": _column(corners[:, 1]), "colour": code, "hollow": not self._fill or code == "none"}
        if self._edge is not None and _parse(self._edge)[0] != "none":
            spec.update(edge=_parse(self._edge)[0], edge_width=1.0 if self._line is None else float(self._line))
        return [spec]

    def __repr__(self):
        return f"Rectangle(xy=({self._xy[0]:g}, {self._xy[1]:g}), width={self._w:g}, height={self._h:g}, angle=0)"


class BarContainer(Boxes):
    """The bars of one call of bar; a sequence of rectangles."""

    def __init__(self, patches, errorbar=None, orientation="vertical", **boxes):
        self.patches, self.errorbar, self.orientation = patches, errorbar, orientation
        super().__init__(self._column(), [patch._face for patch in patches], **boxes)
        for patch in patches:
            patch._owner = self

    def _column(self):
        return _column([corner for patch in self.patches for corner in patch._corners()])

    def _replace(self):
        self._boxes = self._column()

    def _recolour(self):
        self._colours = [patch._face for patch in self.patches]

    def __iter__(self):
        return iter(self.patches)

    def __len__(self):
        return len(self.patches)

    def __getitem__(self, index):
        return self.patches[index]

    def __repr__(self):
        return f"<BarContainer object of {len(self.patches)} artists>"


class Area(Artist):
    """A filled outline: fill, fill_between, wedges."""

    def __init__(self, x, y, color, edge=None, edge_width=1.0, hollow=False, sticky=(), **common):
        super().__init__(**common)
        self._x, self._y, self._color, self._edge, self._edge_width = _column(x), _column(y), color, edge, edge_width
        self._hollow, self._sticky_at = hollow, sticky

    def _extent(self, which):
        return [self._x if which == "x" else self._y]

    def _sticky(self, which):
        return [value for name, value in self._sticky_at if name == which]

    def set_color(self, color):
        """Its fill."""
        self._color = color

    set_facecolor = set_color

    def _specs(self):
        code, own = _parse(self._color)
        spec = {**self._common(own), "kind": "area", "x": self._x, "y": self._y, "colour": code, "hollow": self._hollow or code == "none"}
        if self._edge is not None and _parse(self._edge)[0] != "none":
            spec.update(edge=_parse(self._edge)[0], edge_width=float(self._edge_width))
        return [spec]


class Segments(Artist):
    """Straight lines that are drawn together: vlines, hlines, error bars, contours."""

    _order = 2.0

    def __init__(self, ends, colours, width=1.5, style="-", limits=True, **common):
        super().__init__(**common)
        self._ends, self._colours, self._width, self._style, self._limits = _column(ends), colours, width, style, limits

    def get_segments(self):
        """The lines: each a list of its two points."""
        ends = self._ends.tolist()
        return [[(ends[i], ends[i + 1]), (ends[i + 2], ends[i + 3])] for i in range(0, len(ends), 4)]

    def set_color(self, c):
        """One colour for all, or one per element."""
        self._colours = [c] if isinstance(c, (str, tuple)) else list(c)

    set_colors = set_edgecolor = set_color

    def set_linewidth(self, lw):
        """In points."""
        self._width = lw

    set_lw = set_linewidths = set_linewidth

    def set_linestyle(self, ls):
        """'-', '--', ':', '-.'"""
        self._style = ls

    set_ls = set_linestyles = set_linestyle

    def _extent(self, which):
        if not self._limits:
            return []
        at = 0 if which == "x" else 1
        return [self._ends.part(at, self._ends.size, 4), self._ends.part(at + 2, self._ends.size, 4)]

    def _specs(self):
        parsed = [_parse(colour) for colour in self._colours]
        own = parsed[0][1] if parsed else None
        return [{**self._common(own), "kind": "segments", "ends": self._ends, "colours": [code for code, _ in parsed], "width": float(self._width),
                 "style": self._style}]


class AxesImage(Artist, ScalarMappable):
    """An image, or numbers as colours."""

    _order = 0.0

    def __init__(self, values, extent, origin, smooth, norm, cmap, **common):
        Artist.__init__(self, **common)
        ScalarMappable.__init__(self, norm, cmap)
        self._wanted_extent, self._origin, self._smooth = extent, origin, smooth
        self._words = ""
        self.set_data(values)

    def set_data(self, A):
        """The numbers or colours."""
        data = _column(A)
        shape = data.shape
        if len(shape) == 3 and shape[2] == 1:
            import numpy as np

            data = _column(np.array(A).reshape(shape[0], shape[1]) if not hasattr(A, "reshape") else A.reshape(shape[0], shape[1]))
            shape = data.shape
        if len(shape) not in (2, 3) or len(shape) == 3 and shape[2] not in (3, 4):
            raise TypeError(f"Invalid shape {shape} for image data" + (
                "; a tensor of an image has its channels first: use x.permute(1, 2, 0)" if len(shape) == 3 and shape[0] in (1, 3, 4) else ""))
        self._values = data
        self._bytes = "int" in str(getattr(A, "dtype", "")) or isinstance(A, list) and len(shape) == 3 and (data.bounds() or (0, 0))[1] > 1
        if len(shape) == 2:
            self.norm.autoscale_None(data)

    set_array = set_data

    def get_extent(self):
        """Left, right, bottom and top edge."""
        if self._wanted_extent is not None:
            return self._wanted_extent
        rows, columns = self._values.shape[:2]
        bottom, top = (rows - 0.5, -0.5) if self._origin == "upper" else (-0.5, rows - 0.5)
        return (-0.5, columns - 0.5, bottom, top)

    def set_extent(self, extent):
        """Left, right, bottom and top edge."""
        self._wanted_extent = tuple(float(edge) for edge in extent)

    def _extent(self, which):
        left, right, bottom, top = self.get_extent()
        return [_column([left, right] if which == "x" else [bottom, top])]

    def _sticky(self, which):
        left, right, bottom, top = self.get_extent()
        return [left, right] if which == "x" else [bottom, top]

    def _specs(self):
        spec = {**self._common(), "kind": "image", "values": self._values, "extent": [float(edge) for edge in self.get_extent()],
                "origin": self._origin, "smooth": self._smooth, "bytes": self._bytes, "words": self._words}
        if len(self._values.shape) == 2:
            spec.update(**self.cmap._spec(), **self.norm._spec())
        return [spec]

    def __repr__(self):
        return f"<matplotlib.image.AxesImage of {self._values.shape[1]} x {self._values.shape[0]}>"
