"""Images and contours of axes, and their annotations: texts, arrows, the legend."""

import math

from matplotlib import rcParams
from matplotlib._data import column, contours, fine
from matplotlib.artist import AxesImage, Boxes, Segments, Text, _check, _size
from matplotlib.cm import ScalarMappable
from matplotlib.colors import BoundaryNorm, Normalize, _colormap, _norm, to_hex

_SMOOTH = {"bilinear", "bicubic", "gaussian", "lanczos", "spline16", "spline36", "hanning", "hamming", "hermite", "kaiser", "quadric", "catrom", "mitchell", "sinc", "bessel"}
_SHARP = {None, "nearest", "none", "antialiased", "auto"}


_STEPS = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


def _even_levels(low, high, most):
    """Multiples of a round step around low..high, in no more than so many parts."""
    if not high > low:
        return [low]
    power = 10.0 ** (math.log10((high - low) / most) // 1)
    steps = [step * power for step in (*[each / 10 for each in _STEPS[:-1]], *_STEPS, 10 * _STEPS[1])]
    wanted = (high - low) / most
    step = min([each for each in steps if each >= wanted], default=steps[-1])
    near = lambda share: abs(share - round(share)) < 1e-10
    base = math.floor(low / step) * step
    first, last = (low - base) / step, (high - base) / step
    first = round(first) if near(first) else math.floor(first)
    last = round(last) if near(last) else math.ceil(last)
    return [base + i * step for i in range(first, last + 1)]


class Legend:
    """The box of names."""

    # The axes whose artists it names.
    _owner = None

    def __init__(self, place, title, columns, framed, size, anchor, only):
        self._place, self._title, self._columns, self._framed = place, title, columns, framed
        self._size, self._anchor, self._only = size, anchor, only

    def set_title(self, title, prop=None):
        """The text above the names."""
        self._title = str(title)

    def get_texts(self):
        """The names."""
        shown = self._only
        if shown is None:
            shown = self._owner.get_legend_handles_labels()[1] if self._owner is not None else []
        return [Text(0, 0, text) for text in shown]

    def remove(self):
        """Accepted."""
        self._only = []

    def set_visible(self, b):
        """Whether it is drawn."""
        self._only = self._only if b else []

    def _spec(self):
        spec = {"place": str(self._place), "title": self._title or "", "columns": int(self._columns), "framed": bool(self._framed), "size": self._size}
        if self._anchor is not None:
            spec["anchor"] = [float(part) for part in self._anchor[:2]]
        if self._only is not None:
            spec["only"] = self._only
        return spec


def _legend(owner, args, kwargs):
    """Reads the arguments of legend(); handles of their own are added to the axes."""
    loc = kwargs.pop("loc", rcParams["legend.loc"])
    handles, labels = kwargs.pop("handles", None), kwargs.pop("labels", None)
    title, columns = kwargs.pop("title", None), kwargs.pop("ncol", kwargs.pop("ncols", 1))
    framed, size = kwargs.pop("frameon", rcParams["legend.frameon"]), kwargs.pop("fontsize", None)
    anchor = kwargs.pop("bbox_to_anchor", None)
    known = {"loc", "handles", "labels", "title", "ncol", "frameon", "fontsize", "bbox_to_anchor"}
    for accepted in ("shadow", "fancybox", "framealpha", "markerscale", "borderpad", "labelspacing", "handlelength", "columnspacing", "title_fontsize",
                     "borderaxespad", "numpoints", "scatterpoints", "facecolor", "edgecolor", "prop", "handletextpad", "labelcolor", "mode", "alignment", "draggable", "bbox_transform", "handler_map", "handleheight", "reverse", "markerfirst"):
        kwargs.pop(accepted, None)
    _check("legend", kwargs, known)
    if len(args) == 2:
        handles, labels = args
    elif len(args) == 1:
        labels = args[0]
    only = None
    if handles is not None:
        handles = [handle[0] if isinstance(handle, (list, tuple)) and handle else handle for handle in handles]
        for i, handle in enumerate(handles):
            if labels is not None and i < len(labels):
                handle.set_label(labels[i])
            if handle.axes is None:
                _guest(owner, handle)
        only = [handle.get_label() for handle in handles]
    elif labels is not None:
        shown = [artist for artist in owner._artists if type(artist).__name__ in ("Line2D", "PathCollection", "BarContainer", "Boxes", "Area")]
        for artist, label in zip(shown, labels):
            artist.set_label(label)
        only = [str(label) for label in labels]
    if not isinstance(loc, (str, int)):
        anchor, loc = loc, "lower left"
    return Legend(loc, title, columns, framed, 0.0 if size is None and rcParams["legend.fontsize"] == "medium" else _size(size if size is not None else rcParams["legend.fontsize"]), anchor, only)


def _guest(axes, handle):
    """A handle that is only in the legend: without a place among the data."""
    handle._extent = lambda which: []
    if type(handle).__name__ in ("Line2D",):
        handle.set_data([], [])
        axes._add(handle)
    else:
        from matplotlib.artist import Key

        color = getattr(handle, "_color", None) or getattr(handle, "_face", "C0")
        axes._add(Key(color, label=handle.get_label(), alpha=handle.get_alpha()))


class ContourSet(ScalarMappable):
    """The lines or bands of contour and contourf."""

    def __init__(self, axes, levels, filled, norm, cmap):
        super().__init__(norm, cmap)
        self.axes, self.levels, self.filled = axes, levels, filled
        self._values = column(levels)
        self._lines = []

    def clabel(self, *args, **kwargs):
        """Writes each line's value on it."""
        return self.axes.clabel(self, *args, **kwargs)


class _Images:
    """Images, contours, texts, the legend."""

    def imshow(self, X, cmap=None, norm=None, *, aspect=None, interpolation=None, alpha=None, vmin=None, vmax=None, origin=None, extent=None,
               interpolation_stage=None, filternorm=True, filterrad=4.0, resample=None, url=None, data=None, label=None, zorder=None, **kwargs):
        """An image (rows, columns, 3 or 4), or numbers (rows, columns) as colours of cmap from vmin to vmax.

        origin: 'upper' (the first row on top) or 'lower'; aspect: 'equal', 'auto' or a number; interpolation: 'nearest' or 'bilinear';
        extent: left, right, bottom and top edge in the axes' values.
        """
        _check("imshow", kwargs, {"cmap", "norm", "aspect", "interpolation", "alpha", "vmin", "vmax", "origin", "extent"})
        interpolation = rcParams["image.interpolation"] if interpolation is None else interpolation
        if interpolation not in _SHARP and interpolation not in _SMOOTH:
            raise ValueError(f"{interpolation!r} is not a valid value for interpolation; supported values are 'nearest', 'bilinear', 'bicubic', ...")
        origin = rcParams["image.origin"] if origin is None else origin
        if origin not in ("upper", "lower"):
            raise ValueError(f"{origin!r} is not a valid value for origin; supported values are 'upper', 'lower'")
        extent = None if extent is None else tuple(float(edge) for edge in extent)
        image = AxesImage(X, extent, origin, interpolation in _SMOOTH, _norm(norm, vmin, vmax), _colormap(cmap), label=label, alpha=alpha, zorder=zorder)
        self.set_aspect("equal" if aspect is None else aspect)
        self._add(image)
        if self.yaxis._limits is None:
            left, right, bottom, top = image.get_extent()
            if top < bottom and self.xaxis._limits is None and len(self.images) == 1:
                self.yaxis._inverted = True
        self.figure._mappable = image
        return image

    def matshow(self, Z, **kwargs):
        """A matrix as colours, its columns' numbers on top."""
        image = self.imshow(Z, **{"interpolation": "nearest", **kwargs})
        self.xaxis._far = True
        from matplotlib.ticker import MaxNLocator

        for axis in (self.xaxis, self.yaxis):
            axis.set_major_locator(MaxNLocator(9, integer=True))
        return image

    def spy(self, Z, precision=0, **kwargs):
        """Shows where a matrix is not zero."""
        z = column(Z)
        import numpy as np

        marks = np.array([1.0 if abs(v) > precision else 0.0 for v in z.tolist()]).reshape(z.shape)
        return self.matshow(marks, cmap="binary", **kwargs)

    def pcolormesh(self, *args, cmap=None, norm=None, vmin=None, vmax=None, alpha=None, shading=None, edgecolors=None, data=None, **kwargs):
        """Numbers as coloured boxes: pcolormesh(C) or pcolormesh(x, y, C), x and y the edges or the middles."""
        _check("pcolormesh", kwargs, {"cmap", "norm", "vmin", "vmax", "alpha", "shading", "edgecolors", "linewidth"})
        c = column(args[-1])
        if len(c.shape) != 2:
            raise ValueError(f"C must be 2-D, not of shape {c.shape}")
        rows, columns = c.shape
        if len(args) == 1:
            xs, ys = [float(i) for i in range(columns + 1)], [float(i) for i in range(rows + 1)]
        else:
            xs, ys = _edges(self._numbers("x", args[0]), columns, 0), _edges(self._numbers("y", args[1]), rows, 1)
        even = lambda edges: max(abs((edges[i + 1] - edges[i]) - (edges[-1] - edges[0]) / (len(edges) - 1)) for i in range(len(edges) - 1)) <= 1e-6 * abs(edges[-1] - edges[0])
        mapping = _norm(norm, vmin, vmax), _colormap(cmap)
        if even(xs) and even(ys) and self.xaxis._scale == "linear" and self.yaxis._scale == "linear":
            image = AxesImage(c, (xs[0], xs[-1], ys[0], ys[-1]), "lower", shading == "gouraud", *mapping, alpha=alpha)
            self.figure._mappable = self._add(image)
            return image
        mapping[0].autoscale_None(c)
        boxes, colours, values = [], [], c.tolist()
        for i in range(rows):
            for j in range(columns):
                boxes += [xs[j], ys[i], xs[j + 1], ys[i + 1]]
                colours.append(to_hex(mapping[1](float(mapping[0](values[i * columns + j])))))
        self._add(Boxes(column(boxes), colours, sticky=[("x", xs[0]), ("x", xs[-1]), ("y", ys[0]), ("y", ys[-1])], alpha=alpha))
        found = ScalarMappable(*mapping)
        found.axes = self
        self.figure._mappable = found
        return found

    pcolor = pcolormesh

    def _grid_of(self, function, args):
        """x, y, z and levels from the arguments of contour."""
        args = list(args)
        levels = None
        if len(args) in (2, 4):
            levels = args.pop()
        z = column(args[-1])
        if len(z.shape) != 2 or min(z.shape) < 2:
            raise TypeError(f"Input z must be at least a (2, 2) shaped array, but has shape {z.shape}")
        rows, columns = z.shape
        if len(args) == 1:
            return column(range(columns)), column(range(rows)), z, levels
        x, y = self._numbers("x", args[0]), self._numbers("y", args[1])
        x = x.part(0, columns) if len(x.shape) == 2 else x
        y = y.part(0, rows * columns, columns) if len(y.shape) == 2 else y
        if x.size != columns or y.size != rows:
            raise TypeError(f"Length of x ({x.size}) must match number of columns in z ({columns}), and length of y ({y.size}) its rows ({rows})")
        return x, y, z, levels

    def _levels(self, z, levels, filled, norm):
        if levels is not None and not isinstance(levels, int):
            return [float(level) for level in column(levels).tolist()]
        from matplotlib._data import ticks

        bounds = z.bounds(norm._scale == "log") or (0.0, 1.0)
        low = bounds[0] if norm.vmin is None else norm.vmin
        high = bounds[1] if norm.vmax is None else norm.vmax
        count = (7 if levels is None else levels) + 1
        if not high > low:
            # For constant data, make levels close around the value.
            low, high = low - 1e-13 * (abs(low) or 1.0), high + 1e-13 * (abs(high) or 1.0)
        found = ticks(norm._scale, low, high, count)[0] if norm._scale == "log" else _even_levels(low, high, count)
        if len(found) < 2:
            return found or [(low + high) / 2]
        # From the last level below the values to the first above them.
        first = max([i for i, level in enumerate(found) if level < low], default=0)
        last = min([i for i, level in enumerate(found) if level > high], default=len(found) - 1)
        return found[first : last + 1] if last + 1 - first >= 3 else found

    def contour(self, *args, levels=None, colors=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None, linewidths=None, linestyles=None,
                origin=None, extent=None, zorder=None, data=None, **kwargs):
        """Lines of equal value: contour(z), contour(x, y, z, levels)."""
        _check("contour", kwargs, {"levels", "colors", "cmap", "norm", "vmin", "vmax", "alpha", "linewidths", "linestyles"})
        x, y, z, own = self._grid_of("contour", args)
        norm = _norm(norm, vmin, vmax)
        levels = self._levels(z, levels if levels is not None else own, False, norm)
        norm.autoscale_None(column(levels))
        made = ContourSet(self, levels, False, norm, _colormap(cmap))
        for i, level in enumerate(levels):
            if colors is not None:
                color = colors if isinstance(colors, str) else list(colors)[i % len(colors)]
            else:
                color = to_hex(made.cmap(float(norm(level))))
            style = linestyles if isinstance(linestyles, str) else linestyles[i % len(linestyles)] if linestyles else "--" if isinstance(colors, str) and level < 0 else "-"
            width = linewidths if isinstance(linewidths, (int, float)) else linewidths[i % len(linewidths)] if linewidths else 1.5
            ends = contours(z, x, y, level)
            line = Segments(ends, [color], width, style, limits=False, alpha=alpha, zorder=zorder)
            line._grid = (x, y)
            line._extent = lambda which, x=x, y=y: [x if which == "x" else y]
            line._sticky = lambda which, x=x, y=y: list((x if which == "x" else y).bounds() or [])
            line._said = "" if i else "lines of equal value at " + ", ".join(f"{each:.4g}" for each in levels)
            made._lines.append(self._add(line))
        self.figure._mappable = made
        return made

    def contourf(self, *args, levels=None, colors=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None, extend="neither", antialiased=True,
                 origin=None, extent=None, zorder=None, data=None, **kwargs):
        """Bands between values: contourf(z), contourf(x, y, z, levels)."""
        _check("contourf", kwargs, {"levels", "colors", "cmap", "norm", "vmin", "vmax", "alpha", "extend"})
        x, y, z, own = self._grid_of("contourf", args)
        norm = _norm(norm, vmin, vmax)
        levels = self._levels(z, levels if levels is not None else own, True, norm)
        if len(levels) < 2:
            raise ValueError("Filled contours require at least 2 levels.")
        middles = [(a + b) / 2 for a, b in zip(levels, levels[1:])]
        norm.vmin = levels[0] if norm.vmin is None else norm.vmin
        norm.vmax = levels[-1] if norm.vmax is None else norm.vmax
        cmap = _colormap(cmap)
        if colors is not None:
            codes = [colors] if isinstance(colors, str) else list(colors)
            codes = [to_hex(codes[i % len(codes)]) for i in range(len(middles))]
        else:
            codes = [to_hex(cmap(float(norm(middle)))) for middle in middles]
        from matplotlib.colors import Colormap

        bands = Colormap("bands", codes, True)
        dense = fine(z, 420, 320)
        if extend == "neither":
            import numpy as np

            lost = float("nan")
            dense = column(np.array([v if levels[0] <= v <= levels[-1] else lost for v in dense.tolist()]).reshape(dense.shape)) if (z.bounds() or (0, 0))[0] < levels[0] or (z.bounds() or (0, 0))[1] > levels[-1] else dense
        xs, ys = x.tolist(), y.tolist()
        image = AxesImage(dense, (xs[0], xs[-1], ys[0], ys[-1]), "lower", False, BoundaryNorm(levels, len(codes)), bands, alpha=alpha, zorder=zorder)
        image._words = f"bands of {z.shape[1]} × {z.shape[0]} values between {levels[0]:g} and {levels[-1]:g}"
        self._add(image)
        made = ContourSet(self, levels, True, BoundaryNorm(levels, len(codes)), bands)
        self.figure._mappable = made
        return made

    def clabel(self, CS, levels=None, *, fontsize=None, fmt="%g", inline=True, colors=None, **kwargs):
        """Writes each line's value on it."""
        texts = []
        for level, line in zip(CS.levels, CS._lines):
            ends = line._ends.tolist()
            if ends:
                at = len(ends) // 8 * 4
                text = fmt(level) if callable(fmt) else fmt.get(level, "") if isinstance(fmt, dict) else fmt % level
                texts.append(self.text(ends[at], ends[at + 1], text, ha="center", va="center", fontsize=fontsize or 8,
                                       color=colors or line._colours[0], bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.7}))
        return texts

    def quiver(self, *args, color=None, scale=None, width=None, angles=None, scale_units=None, alpha=None, cmap=None, norm=None, pivot="tail", **kwargs):
        """Arrows (u, v) at (x, y): quiver(u, v), quiver(x, y, u, v); one argument more gives each a number for its colour."""
        if not 2 <= len(args) <= 5:
            raise TypeError(f"quiver() takes 2 to 5 positional arguments, but {len(args)} were given")
        grids = [column(arg) for arg in args]
        numbers = grids.pop().tolist() if len(grids) in (3, 5) else None
        u, v = grids[-2:]
        if u.size != v.size:
            raise ValueError(f"u and v must be of one size, but have {u.size} and {v.size} numbers")
        if len(grids) == 2:
            rows, columns = u.shape
            xs, ys = [float(j) for _ in range(rows) for j in range(columns)], [float(i) for i in range(rows) for _ in range(columns)]
        else:
            xs, ys = grids[0].tolist(), grids[1].tolist()
            if len(u.shape) == 2 and len(xs) != u.size:
                rows, columns = u.shape
                xs, ys = [x for _ in range(rows) for x in xs], [y for y in ys for _ in range(columns)]
        us, vs = u.tolist(), v.tolist()
        reach = max([(a * a + b * b) ** 0.5 for a, b in zip(us, vs) if a == a and b == b] or [0.0])
        longest = reach or 1.0
        spread = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
        unit = 1.0 / scale if scale and (scale_units == "xy" or angles == "xy") else spread / max(1.0, len(xs) ** 0.5) / longest
        ends, back = [], {"tail": 0.0, "mid": 0.5, "middle": 0.5, "tip": 1.0}.get(pivot, 0.0)
        for x, y, a, b in zip(xs, ys, us, vs):
            x, y = x - back * a * unit, y - back * b * unit
            tip = (x + a * unit, y + b * unit)
            ends += [x, y, tip[0], tip[1]]
            for side in (1, -1):
                ends += [tip[0], tip[1], tip[0] - 0.2 * unit * (a + side * 0.45 * b), tip[1] - 0.2 * unit * (b - side * 0.45 * a)]
        colors = [color or "k"]
        if numbers is not None:
            scaled = _norm(norm, None, None)
            scaled.autoscale_None(column(numbers))
            shades = _colormap(cmap)
            colors = [to_hex(shades(float(scaled(number)))) for number in numbers for _ in range(3)]
        made = self._add(Segments(ends, colors, 1.5, alpha=alpha))
        made._said = f"{len(us)} arrows, the longest of {reach:.4g}"
        return made

    # written

    def text(self, x, y, s, fontdict=None, *, transform=None, **kwargs):
        """A text at a position. ha and va say which side of the text is there."""
        space = str(transform) if transform in ("axes", "figure", "data") else "data"
        return self._add(Text(x, y, s, fontdict=fontdict, space=space, **kwargs))

    def annotate(self, text, xy, xytext=None, xycoords="data", textcoords=None, arrowprops=None, annotation_clip=None, **kwargs):
        """A text for a place; with arrowprops, and an arrow to it from xytext."""
        coords = textcoords or xycoords
        points = coords in ("offset points", "offset pixels")
        at = xy if xytext is None or points else xytext
        space = {"axes fraction": "axes", "figure fraction": "figure"}.get(xycoords if xytext is None or points else coords, "data")
        made = Text(at[0], at[1], text, space=space, **kwargs)
        if points and xytext is not None:
            made._shift = xytext
        if arrowprops is not None:
            style = arrowprops.get("arrowstyle", "->")
            made._arrow = (xy, arrowprops.get("color", arrowprops.get("facecolor", arrowprops.get("fc", "k"))), style != "-")
        return self._add(made)

    def arrow(self, x, y, dx, dy, *, color=None, width=0.001, head_width=None, head_length=None, length_includes_head=False, **kwargs):
        """An arrow from (x, y) by (dx, dy)."""
        made = Text(x, y, "", color=color)
        made._arrow = ((x + dx, y + dy), color or kwargs.get("fc") or "k", True)
        self._add(Segments([x, y, x + dx, y + dy], [color or "k"], 1.0))
        return self._add(made)

    def legend(self, *args, **kwargs):
        """The box of names: legend(), legend(loc='upper left', ncol=2, title='...'), legend(['a', 'b']), legend(handles, labels)."""
        self._legend = _legend(self, args, kwargs)
        self._legend._owner = self
        return self._legend

    def get_legend(self):
        """The box of names."""
        return self._legend

    def get_legend_handles_labels(self):
        """Returns the entries of the legend: artists and their names."""
        named = [artist for artist in self._artists if artist.get_label() and not artist.get_label().startswith("_")]
        return named, [artist.get_label() for artist in named]


def _edges(given, count, which):
    """Returns box edges: unchanged, or computed from centres."""
    if len(given.shape) == 2:
        rows, columns = given.shape
        given = given.part(0, columns) if which == 0 else given.part(0, rows * columns, columns)
    values = given.tolist()
    if len(values) == count + 1:
        return values
    if len(values) != count:
        raise TypeError(f"Dimensions of C ({count}) should be one smaller than X ({len(values)}) or the same")
    if count == 1:
        return [values[0] - 0.5, values[0] + 0.5]
    middles = [(a + b) / 2 for a, b in zip(values, values[1:])]
    return [2 * values[0] - middles[0]] + middles + [2 * values[-1] - middles[-1]]
