"""Axes' plots of lines, points, bars and areas."""

from matplotlib.artist import (
    AxLine, Area, Band, BarContainer, PathCollection, Segments, _LINE_ALIASES, _MARKERS, _format, _line_properties,
)
from matplotlib.colors import is_color_like
from matplotlib.colors import _colormap as _map_of
from matplotlib.colors import _norm as _norm_of
from matplotlib.patches import Wedge


def _columns_of(column):
    """The columns of a 2-D array; of a 1-D one, itself."""
    if len(column.shape) < 2:
        return [column]
    if len(column.shape) > 2:
        raise ValueError(f"x and y can be no greater than 2D, but have shape {column.shape}")
    rows, count = column.shape
    return [column.part(i, rows * count, count) for i in range(count)]


def _first(*values):
    """The first that was given."""
    for value in values:
        if value is not None:
            return value
    return None


def _each(value, count):
    """Converts to a list with one value per element."""
    if hasattr(value, "shape") and len(value.shape) == 2:
        return [tuple(row) for row in value.tolist()]
    return list(value) if isinstance(value, (list, tuple)) and not is_color_like(value) or getattr(value, "shape", ()) else [value] * count


class StemContainer(tuple):
    """The result of stem: the markers, their lines, and the base line."""

    def __new__(cls, parts, label=None):
        return tuple.__new__(cls, parts)

    def __init__(self, parts, label=None):
        self.markerline, self.stemlines, self.baseline = parts


class _Plots:
    """Lines, points, bars, areas."""

    def plot(self, *args, scalex=True, scaley=True, data=None, **kwargs):
        """Lines through points: plot(y), plot(x, y), plot(x, y, 'r--o'), plot(x1, y1, x2, y2).

        x and y are lists, arrays or tensors; a 2-D one has a line in each column. The format is a colour (r, g, b, c, m, y, k, w, C0),
        a line ('-', '--', ':', '-.') and a marker ('o', 's', '^', 'x', ...), in any order. By keyword: color, linewidth (lw),
        linestyle (ls), marker, markersize (ms), alpha, label, zorder, drawstyle.
        """
        properties = _line_properties("plot", kwargs)
        if data is not None:
            args = [data[arg] if isinstance(arg, str) and arg in data else arg for arg in args]
        args, made = list(args), []
        while args:
            group = [args.pop(0)]
            if args and not isinstance(args[0], str):
                group.append(args.pop(0))
            fmt = None
            if args and isinstance(args[0], str):
                fmt = args.pop(0)
            elif len(group) == 2 and isinstance(group[1], str):
                fmt = group.pop()
            made += self._plot_one(group, fmt, properties)
        return made

    def _plot_one(self, group, fmt, properties):
        from matplotlib.artist import Line2D
        from matplotlib._data import column

        color, style, marker = _format(fmt) if fmt is not None else (None, None, None)
        y = self._numbers("y", group[-1])
        x = self._numbers("x", group[0]) if len(group) == 2 else column(range(y.shape[0] if y.shape else 1))
        if (x.shape[0] if x.shape else 1) != (y.shape[0] if y.shape else 1):
            raise ValueError(f"x and y must have same first dimension, but have shapes {x.shape} and {y.shape}")
        xs, ys = _columns_of(x), _columns_of(y)
        count = max(len(xs), len(ys))
        if len(xs) not in (1, count) or len(ys) not in (1, count):
            raise ValueError(f"x has {len(xs)} columns and y {len(ys)}: they should be equal, or one of them 1")
        lines = []
        for i in range(count):
            own = dict(properties)
            if marker is not None or style is not None:
                own.setdefault("linestyle", style if style is not None else "None")
                own.setdefault("marker", marker)
            if own.get("color") is None:
                own["color"] = color if color is not None else self._color("line")
            label = own.get("label")
            if isinstance(label, (list, tuple)) and count > 1:
                own["label"] = label[i]
            lines.append(self._add(Line2D(xs[i % len(xs)], ys[i % len(ys)], **own)))
        return lines

    def semilogy(self, *args, **kwargs):
        """plot with a logarithmic y axis."""
        self.set_yscale("log")
        return self.plot(*args, **kwargs)

    def semilogx(self, *args, **kwargs):
        """plot with a logarithmic x axis."""
        self.set_xscale("log")
        return self.plot(*args, **kwargs)

    def loglog(self, *args, **kwargs):
        """plot with two logarithmic axes."""
        self.set_xscale("log")
        self.set_yscale("log")
        return self.plot(*args, **kwargs)

    def step(self, x, y, *args, where="pre", data=None, **kwargs):
        """A line in steps; where='pre', 'mid' or 'post' says where a value begins."""
        if where not in ("pre", "mid", "post"):
            raise ValueError(f"{where!r} is not a valid value for where; supported values are 'pre', 'post', 'mid'")
        return self.plot(x, y, *args, drawstyle=f"steps-{where}", **kwargs)

    def scatter(self, x, y, s=None, c=None, *, marker=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None, linewidths=None,
                edgecolors=None, plotnonfinite=False, data=None, label=None, zorder=None, color=None, facecolors=None, linewidth=None,
                edgecolor=None, facecolor=None, lw=None, **kwargs):
        """Points at x and y. s: areas in square points; c: a colour, colours, or numbers for cmap from vmin to vmax."""
        from matplotlib._data import column
        from matplotlib.artist import _check

        _check("scatter", kwargs, {"s", "c", "marker", "cmap", "norm", "vmin", "vmax", "alpha", "linewidths", "edgecolors", "label", "zorder"})
        x, y = self._numbers("x", x), self._numbers("y", y)
        if x.size != y.size:
            raise ValueError("x and y must be the same size")
        sizes = column([36.0] if s is None else [float(s)] if isinstance(s, (int, float)) else s)
        if sizes.size not in (1, x.size):
            raise ValueError("s must be a scalar, or float array-like with the same size as x and y")
        hollow, values = False, None
        if c is None:
            c = _first(color, facecolors, facecolor)
        if isinstance(c, str) and c == "none":
            hollow, c = True, None
        if c is None:
            colours = [edgecolors if hollow and edgecolors is not None else self._color()]
        elif isinstance(c, str):
            colours = [c]
        elif isinstance(c, (list, tuple)) and all(isinstance(each, (str, tuple, list)) for each in c) and len(c):
            colours = list(c)
        elif isinstance(c, tuple) and len(c) in (3, 4) and x.size != len(c) and is_color_like(c):
            colours = [c]
        else:
            found = column(c)
            if len(found.shape) == 2 and found.shape[1] in (3, 4):
                parts = found.tolist()
                wide = found.shape[1]
                colours = [tuple(parts[i : i + wide]) for i in range(0, len(parts), wide)]
            else:
                if found.size != x.size:
                    raise ValueError(f"'c' argument has {found.size} elements, which is inconsistent with 'x' and 'y' with size {x.size}.")
                values, colours = found, ["C0"]
        marker = "o" if marker is None else marker
        if marker not in _MARKERS:
            raise ValueError(f"Unrecognized marker style {marker!r}; there are: {' '.join(_MARKERS)}")
        edge = edgecolors if edgecolors is not None else edgecolor
        if isinstance(edge, str) and edge in ("face", "none"):
            edge = None
        if isinstance(edge, (list, tuple)) and not is_color_like(edge):
            edge = edge[0] if edge else None
        width = next((w for w in (linewidths, linewidth, lw) if w is not None), 1.5 if hollow else 1.0)
        width = float(width[0] if isinstance(width, (list, tuple)) else width)
        points = PathCollection(x, y, sizes, colours, values, marker, edge if width > 0 else None, width, hollow,
                                _norm_of(norm, vmin, vmax), _map_of(cmap), label=label, alpha=alpha, zorder=zorder)
        self.figure._mappable = points if values is not None else self.figure._mappable
        return self._add(points)

    def _bars(self, level, places, lengths, thick, base, align, color, edgecolor, linewidth, tick_label, errors, capsize, ecolor, error_kw, log,
              label, alpha, zorder, fill=True):
        which, other = ("y", "x") if level else ("x", "y")
        places, lengths = self._numbers(which, places), self._numbers(other, lengths)
        count = max(places.size, lengths.size)
        at, size = places.tolist(), lengths.tolist()
        at, size = at * count if len(at) == 1 else at, size * count if len(size) == 1 else size
        if len(at) != len(size):
            raise ValueError(f"shape mismatch: objects cannot be broadcast to a single shape. Mismatch is between {places.shape} and {lengths.shape}.")
        from matplotlib._data import column

        broad = [float(t) for t in (column(thick).tolist() if not isinstance(thick, (int, float)) else [thick] * count)]
        bases = [0.0 if base is None else float(base)] * count if base is None or isinstance(base, (int, float)) else column(base).tolist()
        colours = _each(color if color is not None else self._color(), count)
        labels = list(label) if isinstance(label, (list, tuple)) else None
        from matplotlib.artist import Rectangle

        patches = []
        for i in range(count):
            start = at[i] - broad[i] / 2 if align == "center" else at[i]
            corner, wide, high = ((bases[i], start), size[i], broad[i]) if level else ((start, bases[i]), broad[i], size[i])
            patches.append(Rectangle(corner, wide, high, facecolor=colours[i % len(colours)], edgecolor=edgecolor))
        edge = edgecolor[0] if isinstance(edgecolor, (list, tuple)) and not is_color_like(edgecolor) else edgecolor
        sticky = [(other, base) for base in sorted(set(bases))]
        bars = BarContainer(patches, orientation="horizontal" if level else "vertical", edge=edge, edge_width=1.0 if linewidth is None else linewidth,
                            hollow=not fill, sticky=sticky, label=None if labels else label, alpha=alpha, zorder=zorder)
        if log:
            (self.set_xscale if level else self.set_yscale)("log")
        self._add(bars)
        if labels:
            from matplotlib.artist import Key

            for text, colour in zip(labels, colours):
                self._add(Key(colour, label=text, alpha=alpha))
        if tick_label is not None:
            texts = [tick_label] * count if isinstance(tick_label, str) else list(tick_label)
            self._axis(which).set_ticks(at, texts)
        if errors is not None:
            ends = [base + length for base, length in zip(bases, size)]
            style = {"ecolor": ecolor or "k", "capsize": capsize, **(error_kw or {})}
            x, y = (ends, at) if level else (at, ends)
            bars.errorbar = self.errorbar(x, y, fmt="none", **{"xerr" if level else "yerr": errors}, **style)
        return bars

    def bar(self, x, height, width=0.8, bottom=None, *, align="center", color=None, edgecolor=None, linewidth=None, tick_label=None, yerr=None,
            capsize=0, ecolor=None, error_kw=None, log=False, label=None, alpha=None, zorder=None, data=None, fill=True, facecolor=None, lw=None,
            ec=None, fc=None, xerr=None, **kwargs):
        """Bars of these heights at x (numbers or names), from bottom; yerr draws error bars."""
        from matplotlib.artist import _check

        _check("bar", kwargs, {"width", "bottom", "align", "color", "edgecolor", "linewidth", "tick_label", "yerr", "capsize", "label", "alpha"})
        return self._bars(False, x, height, width, bottom, align, _first(color, facecolor, fc), _first(edgecolor, ec), linewidth if linewidth is not None else lw,
                          tick_label, yerr, capsize, ecolor, error_kw, log, label, alpha, zorder, fill)

    def barh(self, y, width, height=0.8, left=None, *, align="center", color=None, edgecolor=None, linewidth=None, tick_label=None, xerr=None,
             capsize=0, ecolor=None, error_kw=None, log=False, label=None, alpha=None, zorder=None, data=None, fill=True, facecolor=None, **kwargs):
        """Level bars of these widths at y (numbers or names), from left."""
        from matplotlib.artist import _check

        _check("barh", kwargs, {"height", "left", "align", "color", "edgecolor", "linewidth", "tick_label", "xerr", "capsize", "label", "alpha"})
        return self._bars(True, y, width, height, left, align, _first(color, facecolor), edgecolor, linewidth, tick_label, xerr, capsize, ecolor, error_kw,
                          log, label, alpha, zorder, fill)

    def bar_label(self, container, labels=None, *, fmt="%g", label_type="edge", padding=0, **kwargs):
        """Writes each bar's value at its end (or in its middle, with label_type='center')."""
        texts = []
        for i, patch in enumerate(container):
            level = container.orientation == "horizontal"
            value = patch._w if level else patch._h
            text = labels[i] if labels is not None else fmt(value) if callable(fmt) else fmt.format(value) if "{" in fmt else fmt % value
            x, y = patch._xy[0] + patch._w / 2, patch._xy[1] + patch._h / 2
            own = {"ha": "center", "va": "center"}
            shift = (0.0, 0.0)
            if label_type == "edge":
                x, y = (patch._xy[0] + patch._w, y) if level else (x, patch._xy[1] + patch._h)
                away = padding + 2
                own = {"ha": "left" if value >= 0 else "right", "va": "center"} if level else {"ha": "center", "va": "bottom" if value >= 0 else "top"}
                shift = (away if value >= 0 else -away, 0.0) if level else (0.0, away if value >= 0 else -away)
            made = self.text(x, y, text, **{**own, **kwargs})
            made._shift = shift
            texts.append(made)
        return texts

    def stem(self, *args, linefmt=None, markerfmt=None, basefmt=None, bottom=0, label=None, orientation="vertical", data=None):
        """Lines from bottom to each point, with a marker on it."""
        y = args[-1] if not isinstance(args[-1], str) else args[-2]
        x = args[0] if len(args) > 1 and not isinstance(args[1], str) else range(len(y))
        color, style, _ = _format(linefmt) if linefmt else (None, None, None)
        color = color or self._color("line")
        level = orientation == "horizontal"
        rules = (self.hlines if level else self.vlines)(x, bottom, y, colors=color, linestyles=style or "-")
        rules._said = ""
        head, _, marker = _format(markerfmt) if markerfmt else (None, None, None)
        points = (y, x) if level else (x, y)
        tips = self.plot(*points, linestyle="None", marker=marker or "o", color=head or color, label=label)[0]
        bounds = self._numbers("y" if level else "x", x).bounds() or (0.0, 0.0)
        base, base_style, _ = _format(basefmt) if basefmt else (None, None, None)
        ends = (list(bounds), [bottom, bottom])
        line = self.plot(*(ends[::-1] if level else ends), color=base or "C3", linestyle=base_style or "-")[0]
        line._said = ""
        return StemContainer((tips, rules, line), label)

    def fill_between(self, x, y1, y2=0, where=None, interpolate=False, step=None, *, data=None, color=None, facecolor=None, edgecolor=None, alpha=None,
                     label=None, linewidth=None, zorder=None, lw=None, fc=None, ec=None, **kwargs):
        """The area between y1 and y2 over x, where `where` is true."""
        return self._between("x", x, y1, y2, where, _first(color, facecolor, fc), _first(edgecolor, ec), alpha, label, linewidth if linewidth is not None else lw, zorder, step, kwargs)

    def fill_betweenx(self, y, x1, x2=0, where=None, step=None, interpolate=False, *, data=None, color=None, facecolor=None, edgecolor=None,
                      alpha=None, label=None, linewidth=None, zorder=None, **kwargs):
        """The area between x1 and x2 over y."""
        return self._between("y", y, x1, x2, where, _first(color, facecolor), edgecolor, alpha, label, linewidth, zorder, step, kwargs)

    def _between(self, along, at, first, second, where, color, edge, alpha, label, width, zorder, step, kwargs):
        from matplotlib.artist import _check

        _check("fill_between", kwargs, {"where", "color", "alpha", "label", "edgecolor", "linewidth", "step"})
        at = self._numbers(along, at).tolist()
        other = "y" if along == "x" else "x"
        sides = [self._numbers(other, side).tolist() for side in (first, second)]
        sides = [side * len(at) if len(side) == 1 else side for side in sides]
        if any(len(side) != len(at) for side in sides):
            raise ValueError(f"'{along}' has size {len(at)}, but the sides of the area have {len(sides[0])} and {len(sides[1])}")
        chosen = [True] * len(at) if where is None else [bool(each) for each in self._numbers("y", where).tolist()]
        color = color if color is not None else self._color()
        finite = lambda value: value == value and abs(value) != float("inf")
        made, run = None, []
        for i in range(len(at) + 1):
            if i < len(at) and chosen[i] and finite(at[i]) and finite(sides[0][i]) and finite(sides[1][i]):
                run.append(i)
                continue
            if len(run) > 1:
                corners = [(at[k], sides[0][k]) for k in run], [(at[k], sides[1][k]) for k in run]
                if step is not None:
                    corners = _stairs(corners[0], step), _stairs(corners[1], step)
                outline = corners[0] + corners[1][::-1]
                x, y = [corner[0] for corner in outline], [corner[1] for corner in outline]
                x, y = (x, y) if along == "x" else (y, x)
                area = Area(x, y, color, edge, 1.0 if width is None else width, label=label if made is None else None, alpha=alpha, zorder=zorder)
                made = made or area
                self._add(area)
            run = []
        return made

    def fill(self, *args, color=None, facecolor=None, edgecolor=None, alpha=None, label=None, linewidth=None, zorder=None, **kwargs):
        """The area within corners: fill(x, y), fill(x, y, 'r')."""
        from matplotlib.artist import _check

        _check("fill", kwargs, {"color", "alpha", "label", "edgecolor", "linewidth"})
        args, made = list(args), []
        while args:
            x, y = self._numbers("x", args.pop(0)), self._numbers("y", args.pop(0))
            own = args.pop(0) if args and isinstance(args[0], str) else None
            chosen = color or facecolor or own or self._color()
            made.append(self._add(Area(x, y, chosen, edgecolor, 1.0 if linewidth is None else linewidth, label=label, alpha=alpha, zorder=zorder)))
        return made

    def stackplot(self, x, *args, labels=(), colors=None, baseline="zero", data=None, alpha=None, **kwargs):
        """Areas on top of each other."""
        rows = args[0] if len(args) == 1 and not isinstance(args[0][0], (int, float)) else args
        x = self._numbers("x", x).tolist()
        below, made = [0.0] * len(x), []
        for i, row in enumerate(rows):
            above = [low + more for low, more in zip(below, self._numbers("y", row).tolist())]
            label = labels[i] if i < len(labels) else None
            color = colors[i % len(colors)] if colors else self._color()
            made.append(self.fill_between(x, below, above, color=color, label=label, alpha=alpha))
            below = above
        return made

    def axhline(self, y=0, xmin=0, xmax=1, **kwargs):
        """A level line across the axes."""
        properties = _line_properties("axhline", kwargs)
        properties.setdefault("color", "C0")
        return self._add(AxLine(True, self._number("y", y), float(xmin), float(xmax), **properties))

    def axvline(self, x=0, ymin=0, ymax=1, **kwargs):
        """An upright line across the axes."""
        properties = _line_properties("axvline", kwargs)
        properties.setdefault("color", "C0")
        return self._add(AxLine(False, self._number("x", x), float(ymin), float(ymax), **properties))

    def axhspan(self, ymin, ymax, xmin=0, xmax=1, *, color=None, facecolor=None, alpha=None, label=None, zorder=None, **kwargs):
        """A level band across the axes."""
        return self._add(Band(True, ymin, ymax, (float(xmin), float(xmax)), color or facecolor or "C0", alpha=alpha, label=label, zorder=zorder))

    def axvspan(self, xmin, xmax, ymin=0, ymax=1, *, color=None, facecolor=None, alpha=None, label=None, zorder=None, **kwargs):
        """An upright band across the axes."""
        return self._add(Band(False, xmin, xmax, (float(ymin), float(ymax)), color or facecolor or "C0", alpha=alpha, label=label, zorder=zorder))

    def _rules(self, level, at, low, high, colors, linestyles, label, alpha, linewidth, zorder):
        at = self._numbers("y" if level else "x", at).tolist()
        ends = [self._numbers("x" if level else "y", end).tolist() for end in (low, high)]
        ends = [end * len(at) if len(end) == 1 else end for end in ends]
        corners = []
        for place, start, stop in zip(at, ends[0], ends[1]):
            corners += [start, place, stop, place] if level else [place, start, place, stop]
        return self._add(Segments(corners, _each(colors or "C0", 1), 1.5 if linewidth is None else linewidth, linestyles or "-", label=label,
                                  alpha=alpha, zorder=zorder))

    def hlines(self, y, xmin, xmax, colors=None, linestyles="solid", label="", *, data=None, alpha=None, linewidth=None, linewidths=None, color=None,
               lw=None, linestyle=None, zorder=None):
        """Level lines from xmin to xmax."""
        return self._rules(True, y, xmin, xmax, colors or color, linestyle or linestyles, label or None, alpha, linewidth or linewidths or lw, zorder)

    def vlines(self, x, ymin, ymax, colors=None, linestyles="solid", label="", *, data=None, alpha=None, linewidth=None, linewidths=None, color=None,
               lw=None, linestyle=None, zorder=None):
        """Upright lines from ymin to ymax."""
        return self._rules(False, x, ymin, ymax, colors or color, linestyle or linestyles, label or None, alpha, linewidth or linewidths or lw, zorder)

    def axline(self, xy1, xy2=None, *, slope=None, **kwargs):
        """A straight line through two points, as far as the axes reach now."""
        if slope is None:
            slope = (xy2[1] - xy1[1]) / (xy2[0] - xy1[0])
        low, high = self.get_xlim()
        keep = self.get_ylim()
        made = self.plot([low, high], [xy1[1] + slope * (low - xy1[0]), xy1[1] + slope * (high - xy1[0])], **kwargs)[0]
        self.set_xlim(low, high)
        self.set_ylim(*keep)
        return made

    def pie(self, x, explode=None, labels=None, colors=None, autopct=None, pctdistance=0.6, shadow=False, labeldistance=1.1, startangle=0, radius=1,
            counterclock=True, wedgeprops=None, textprops=None, center=(0, 0), frame=False, rotatelabels=False, *, normalize=True, hatch=None,
            data=None):
        """A disc in slices; autopct='%.1f%%' writes each one's share."""
        values = self._numbers("y", x).tolist()
        total = sum(values)
        if any(value < 0 for value in values):
            raise ValueError("Wedge sizes 'x' must be non negative values")
        if total <= 0:
            raise ValueError("the slices of a pie must add up to more than 0")
        total = max(total, 1.0) if not normalize else total
        self._aspect, self._bare = 1.0, not frame
        angle, wedges, texts, shares = startangle / 360, [], [], []
        import math

        own = {"edgecolor": "white", "linewidth": 1.0, **(wedgeprops or {})}
        for i, value in enumerate(values):
            share = value / total
            end = angle + share if counterclock else angle - share
            middle = 2 * math.pi * (angle + end) / 2
            out = 0.0 if explode is None else explode[i]
            cx, cy = center[0] + out * math.cos(middle), center[1] + out * math.sin(middle)
            color = colors[i % len(colors)] if colors else self._color()
            first, last = sorted((angle * 360, end * 360))
            wedges.append(self._add(Wedge((cx, cy), radius, first, last, color=None, facecolor=color, label=labels[i] if labels else None, **own)))
            wedges[-1]._said = f"slice '{labels[i]}': {100 * share:.3g} %" if labels else f"slice of {100 * share:.3g} %"
            if labels:
                side = math.cos(middle)
                align = "left" if side > 0 else "right"
                texts.append(self.text(cx + labeldistance * radius * side, cy + labeldistance * radius * math.sin(middle), labels[i], ha=align, va="center", **(textprops or {})))
                texts[-1]._said = ""
            if autopct is not None:
                text = autopct(100 * share) if callable(autopct) else autopct % (100 * share)
                shares.append(self.text(cx + pctdistance * radius * math.cos(middle), cy + pctdistance * radius * math.sin(middle), text, ha="center", va="center", **(textprops or {})))
                shares[-1]._ground = color
            angle = end
        self.set_xlim(center[0] - 1.25 * radius, center[0] + 1.25 * radius)
        self.set_ylim(center[1] - 1.25 * radius, center[1] + 1.25 * radius)
        self.set_xticks([])
        self.set_yticks([])
        for text in shares:
            text._said = ""
        return (wedges, texts) if autopct is None else (wedges, texts, shares)


def _stairs(corners, step):
    """A side of an area in steps."""
    made = corners[:1]
    for (x0, y0), (x1, y1) in zip(corners, corners[1:]):
        if step == "post":
            made += [(x1, y0), (x1, y1)]
        elif step == "mid":
            made += [((x0 + x1) / 2, y0), ((x0 + x1) / 2, y1), (x1, y1)]
        else:
            made += [(x0, y1), (x1, y1)]
    return made
