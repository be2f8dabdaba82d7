"""Axes' plots of distributions: histograms, boxes, error bars, violins."""

from matplotlib._data import column, density, histogram, quantiles
from matplotlib.artist import Area, Boxes, Line2D, Segments, _check
from matplotlib.colors import is_color_like


def _groups(x):
    """A sequence of data sets: of numbers, one; of sequences, one for each; a 2-D array has one in each column."""
    if isinstance(x, (list, tuple)) and len(x) and (isinstance(x[0], (list, tuple, range)) or getattr(x[0], "shape", ()) not in ((), None) and len(x[0].shape)):
        return [column(each) for each in x]
    x = column(x)
    if len(x.shape) == 2:
        rows, count = x.shape
        return [x.part(i, rows * count, count) for i in range(count)]
    return [x]


class _Statistics:
    """Histograms, boxes, error bars."""

    def hist(self, x, bins=None, *, range=None, density=False, weights=None, cumulative=False, bottom=None, histtype="bar", align="mid",
             orientation="vertical", rwidth=None, log=False, color=None, label=None, stacked=False, data=None, alpha=None, edgecolor=None, linewidth=None,
             zorder=None, facecolor=None, ec=None, lw=None, fill=True, **kwargs):
        """Counts the numbers in each interval; returns counts, edges and the bars.

        bins: how many intervals (10), or their edges; range: from and to; density: areas that add up to 1; several data sets stand side by
        side, or on each other with stacked=True; histtype: 'bar', 'step', 'stepfilled'.
        """
        _check("hist", kwargs, {"bins", "range", "density", "weights", "cumulative", "histtype", "orientation", "rwidth", "log", "color", "label", "stacked", "alpha", "edgecolor", "linewidth"})
        if histtype not in ("bar", "barstacked", "step", "stepfilled"):
            raise ValueError(f"{histtype!r} is not a valid value for histtype; supported values are 'bar', 'barstacked', 'step', 'stepfilled'")
        groups = _groups(x)
        stacked = stacked or histtype == "barstacked"
        low, high = range if range is not None else (None, None)
        if range is None:
            bounds = [each.bounds() for each in groups]
            lows, highs = [each[0] for each in bounds if each], [each[1] for each in bounds if each]
            low, high = (min(lows), max(highs)) if lows else (0.0, 1.0)
        bins = 10 if bins is None else bins
        if isinstance(bins, str):
            count = max(each.size for each in groups)
            wanted = {"auto": count ** (1 / 3) * 1.6 + 1, "sqrt": count**0.5, "sturges": count.bit_length() + 1, "fd": count ** (1 / 3) * 1.7, "rice": 2 * count ** (1 / 3),
                      "scott": count ** (1 / 3) * 1.4, "doane": count.bit_length() + 1}
            if bins not in wanted:
                raise ValueError(f"{bins!r} is not a valid estimator for `bins`; there are {', '.join(wanted)}")
            bins = max(1, round(wanted[bins]))
        if isinstance(bins, float) and bins == int(bins):
            bins = int(bins)
        if isinstance(bins, int) and bins < 1:
            raise ValueError("`bins` must be positive, when an integer")
        edges = bins + 1 if isinstance(bins, int) else column(bins)
        counted, places = [], None
        for i, each in enumerate(groups):
            own = None if weights is None else column(weights[i] if len(groups) > 1 else weights)
            counts, places = histogram(each, edges, float(low), float(high), own)
            counted.append(counts)
        widths = [b - a for a, b in zip(places, places[1:])]
        if density and not stacked:
            counted = [[n / (sum(counts) * w) if sum(counts) else 0.0 for n, w in zip(counts, widths)] for counts in counted]
        elif density:
            total = sum(sum(counts) for counts in counted)
            counted = [[n / (total * w) if total else 0.0 for n, w in zip(counts, widths)] for counts in counted]
        if cumulative:
            for i, counts in enumerate(counted):
                running, summed = 0.0, []
                for n, w in zip(counts, widths):
                    running += n * w if density else n
                    summed.append(running)
                counted[i] = summed
        level = orientation == "horizontal"
        base = [0.0] * len(widths) if bottom is None else [float(bottom)] * len(widths) if isinstance(bottom, (int, float)) else column(bottom).tolist()
        colours = [color] if color is not None and is_color_like(color) else list(color) if color is not None else [facecolor] if facecolor is not None else []
        colours = colours if len(colours) == len(groups) else [colours[0] if colours else self._color() for _ in groups]
        labels = list(label) if isinstance(label, (list, tuple)) else [label] * 1 + [None] * (len(groups) - 1)
        share = (0.8 if len(groups) > 1 and not stacked and rwidth is None else 1.0 if rwidth is None else rwidth)
        filled, tops, made = histtype in ("bar", "barstacked", "stepfilled"), [], []
        shift = {"mid": 0.0, "left": -0.5, "right": 0.5}[align]
        below = base
        for i, counts in enumerate(counted):
            above = [b + n for b, n in zip(below, counts)]
            if histtype.startswith("step"):
                corners = [(places[0], below[0])]
                for left, right, top in zip(places, places[1:], above):
                    corners += [(left, top), (right, top)]
                corners += [(places[-1], below[-1])]
                if filled:
                    corners += [(right, low) for right, low in zip(reversed(places), reversed([below[0]] + below))]
                xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
                xs, ys = (ys, xs) if level else (xs, ys)
                if filled:
                    artist = Area(xs, ys, colours[i], edgecolor or ec, linewidth or lw or 1.0, sticky=[("x" if level else "y", 0.0)], label=labels[i], alpha=alpha, zorder=zorder)
                else:
                    artist = Line2D(xs, ys, color=edgecolor or ec or colours[i], linewidth=linewidth or lw or 1.5, label=labels[i], alpha=alpha, zorder=zorder)
                    artist._sticky = lambda which, level=level: [0.0] if which == ("x" if level else "y") else []
            else:
                side = len(groups) if not stacked else 1
                boxes = []
                for left, width, low_, top in zip(places, widths, below, above):
                    each = width * share / side
                    start = left + width * (1 - share) / 2 + width * shift + (each * i if side > 1 else 0.0)
                    boxes += [low_, start, top, start + each] if level else [start, low_, start + each, top]
                artist = Boxes(column(boxes), [colours[i]], edgecolor or ec, (linewidth if linewidth is not None else lw if lw is not None else 1.0), not fill,
                               [("x" if level else "y", value) for value in sorted(set(below))[:1]], label=labels[i], alpha=alpha, zorder=zorder)
                artist.patches = _Bars(boxes, artist)
            made.append(self._add(artist))
            tops.append(above if stacked else counts)
            below = above if stacked else base
        if log:
            (self.set_xscale if level else self.set_yscale)("log")
        import numpy as np

        arrays = [np.array(counts) for counts in tops]
        bars = [getattr(artist, "patches", [artist]) for artist in made]
        return (arrays[0], np.array(places), bars[0]) if len(groups) == 1 else (arrays, np.array(places), bars)

    def hist2d(self, x, y, bins=10, range=None, density=False, weights=None, cmin=None, cmax=None, *, data=None, **kwargs):
        """Counts the points in each box of a grid and shows them as colours."""
        import numpy as np

        x, y = self._numbers("x", x), self._numbers("y", y)
        columns, rows = bins if isinstance(bins, (tuple, list)) else (bins, bins)
        xs = histogram(x, columns + 1)[1] if range is None else histogram(x, columns + 1, float(range[0][0]), float(range[0][1]))[1]
        ys = histogram(y, rows + 1)[1] if range is None else histogram(y, rows + 1, float(range[1][0]), float(range[1][1]))[1]
        place = lambda value, edges: min(len(edges) - 2, int((value - edges[0]) / (edges[-1] - edges[0]) * (len(edges) - 1)))
        counts = [[0.0] * columns for _ in _range(rows)]
        for a, b in zip(x.tolist(), y.tolist()):
            if xs[0] <= a <= xs[-1] and ys[0] <= b <= ys[-1]:
                counts[place(b, ys)][place(a, xs)] += 1
        image = self.imshow(np.array(counts), origin="lower", extent=(xs[0], xs[-1], ys[0], ys[-1]), aspect="auto", interpolation="nearest", **kwargs)
        return np.array(counts).T, np.array(xs), np.array(ys), image

    def errorbar(self, x, y, yerr=None, xerr=None, fmt="", *, ecolor=None, elinewidth=None, capsize=None, barsabove=False, capthick=None,
                 errorevery=1, data=None, **kwargs):
        """Points with bars of their errors: a number, one for each point, or two rows, below and above."""
        x, y = self._numbers("x", x), self._numbers("y", y)
        line = None
        if fmt != "none":
            line = self.plot(x, y, *([fmt] if fmt else []), **kwargs)[0]
        own = ecolor if ecolor is not None else line.get_color() if line is not None else kwargs.get("color") or self._color("line")
        xs, ys = x.tolist(), y.tolist()
        width = 1.5 if elinewidth is None else elinewidth
        bars = []
        for errors, level in ((yerr, False), (xerr, True)):
            if errors is None:
                continue
            found = [errors] if isinstance(errors, (int, float)) else column(errors)
            if isinstance(found, list):
                below = above = [float(errors)] * len(xs)
            elif len(found.shape) == 2:
                below, above = found.part(0, len(xs)).tolist(), found.part(len(xs), 2 * len(xs)).tolist()
            else:
                below = above = found.tolist() * (len(xs) if found.size == 1 else 1)
            if any(value < 0 for value in below + above):
                raise ValueError(f"'{'x' if level else 'y'}err' must not contain negative values")
            if len(below) != len(xs):
                raise ValueError(f"'{'x' if level else 'y'}err' (shape: {found.shape}) must be a scalar or a 1D or (2, n) array-like whose shape matches the points ({len(xs)})")
            ends, caps = [], ([], [])
            for i in _range(0, len(xs), errorevery):
                a, b = xs[i], ys[i]
                ends += [a - below[i], b, a + above[i], b] if level else [a, b - below[i], a, b + above[i]]
                for at in ((a - below[i], b), (a + above[i], b)) if level else ((a, b - below[i]), (a, b + above[i])):
                    caps[0].append(at[0])
                    caps[1].append(at[1])
            bars.append(self._add(Segments(ends, [own], width, alpha=kwargs.get("alpha"))))
            if capsize:
                self._add(Line2D(caps[0], caps[1], linestyle="None", marker="|" if level else "_", markersize=2 * capsize, color=own,
                                 markeredgewidth=capthick or width))
        return line, (), tuple(bars)

    def boxplot(self, x, notch=None, sym=None, vert=None, whis=1.5, positions=None, widths=None, patch_artist=False, *, tick_labels=None, labels=None,
                showmeans=False, showfliers=True, showcaps=True, medianprops=None, boxprops=None, whiskerprops=None, flierprops=None, capprops=None,
                meanprops=None, orientation="vertical", data=None, **kwargs):
        """Median, quartiles, whiskers (to the last point within whis quartile ranges) and outliers."""
        _check("boxplot", kwargs, {"positions", "widths", "patch_artist", "tick_labels", "showmeans", "showfliers", "whis", "orientation"})
        groups = _groups(x)
        level = orientation == "horizontal" or vert is False
        at = [float(p) for p in positions] if positions is not None else [float(i + 1) for i in _range(len(groups))]
        wide = [0.5] * len(groups) if widths is None else [float(widths)] * len(groups) if isinstance(widths, (int, float)) else list(widths)
        parts = {"boxes": [], "medians": [], "whiskers": [], "caps": [], "fliers": [], "means": []}
        flip = lambda xs, ys: (ys, xs) if level else (xs, ys)

        def line(kind, xs, ys, color, props, **more):
            made = Line2D(*flip(xs, ys), **{"color": color, "linewidth": 1.2, **more, **(props or {})})
            made._said = ""
            parts[kind].append(self._add(made))

        names = tick_labels if tick_labels is not None else labels
        names = [str(name) for name in names] if names is not None else [f"{p:g}" for p in at]
        for name, each, p, w in zip(names, groups, at, wide):
            low, middle, high = quantiles(each, [0.25, 0.5, 0.75])
            if middle != middle:
                continue
            reach = whis * (high - low)
            values = [v for v in each.tolist() if v == v]
            bottom = min([v for v in values if low - reach <= v <= low] or [low])
            top = max([v for v in values if high <= v <= high + reach] or [high])
            left, right = p - w / 2, p + w / 2
            xs, ys = [left, right, right, left, left], [low, low, high, high, low]
            beyond = [v for v in values if v < bottom or v > top]
            if patch_artist:
                props = dict(boxprops or {})
                parts["boxes"].append(self._add(Area(*flip(xs, ys), props.get("facecolor", "C0"), props.get("edgecolor", props.get("color", "k")), 1.2, alpha=props.get("alpha"))))
            else:
                line("boxes", xs, ys, "k", boxprops)
            line("medians", [left, right], [middle, middle], "C1", medianprops, linewidth=1.8)
            for end, edge in ((bottom, low), (top, high)):
                line("whiskers", [p, p], [edge, end], "k", whiskerprops)
                if showcaps:
                    line("caps", [p - w / 4, p + w / 4], [end, end], "k", capprops)
            parts["boxes"][-1]._said = f"box '{name}': median {middle:.4g}, quartiles {low:.4g} and {high:.4g}, whiskers {bottom:.4g} to {top:.4g}" + (f", {len(beyond)} beyond" if beyond else "")
            if showfliers and sym != "":
                line("fliers", [p] * len(beyond), beyond, "k", flierprops, linestyle="None", marker="o", markersize=5, fillstyle="none")
            if showmeans:
                line("means", [p], [sum(values) / len(values)], "C2", meanprops, linestyle="None", marker="^")
        axis = self.yaxis if level else self.xaxis
        axis.set_ticks(at, names)
        axis._set(min(at) - 0.5, max(at) + 0.5)
        return parts

    def violinplot(self, dataset, positions=None, vert=None, widths=0.5, showmeans=False, showextrema=True, showmedians=False, quantiles=None, points=100,
                   *, orientation="vertical", data=None, **kwargs):
        """Each data set's density, on both sides of a line."""
        _check("violinplot", kwargs, {"positions", "widths", "showmeans", "showextrema", "showmedians", "quantiles", "points", "orientation"})
        groups = _groups(dataset)
        made = {"bodies": []}
        at = [float(p) for p in positions] if positions is not None else [float(i + 1) for i in _range(len(groups))]
        wide = [widths] * len(groups) if isinstance(widths, (int, float)) else list(widths)
        level = orientation == "horizontal" or vert is False
        asked = [] if quantiles is None else list(quantiles)
        asked = [asked] if asked and isinstance(asked[0], (int, float)) else asked
        if asked and len(asked) != len(groups):
            raise ValueError("List of violinplot statistics and quantiles values must have the same length")
        color = self._color("line")

        def lines(kind, ends):
            if level:
                ends = [ends[i + 1 - 2 * (i % 2)] for i in _range(len(ends))]
            made[kind] = part = self._add(Segments(ends, [color]))
            part._said = ""

        across = {"cmeans": [], "cmins": [], "cmaxes": [], "cbars": [], "cmedians": [], "cquantiles": []}
        for i, (each, p, width) in enumerate(zip(groups, at, wide)):
            bounds = each.bounds()
            if bounds is None:
                continue
            low, high = bounds
            middle = _quantiles(each, [0.5])[0]
            values = [v for v in each.tolist() if v == v]
            bar = lambda value: [p - width / 4, value, p + width / 4, value]
            across["cmeans"] += bar(sum(values) / len(values)) if showmeans else []
            across["cmedians"] += bar(middle) if showmedians else []
            across["cmins"] += bar(low) if showextrema else []
            across["cmaxes"] += bar(high) if showextrema else []
            across["cbars"] += [p, low, p, high] if showextrema else []
            across["cquantiles"] += [end for value in _quantiles(each, asked[i]) for end in bar(value)] if asked and asked[i] else []
            places = [low + (high - low) * i / (points - 1) for i in _range(points)]
            dense = density(each, column(places))
            scale = width / 2 / (max(dense) or 1.0)
            outline = [p - d * scale for d in dense] + [p + d * scale for d in reversed(dense)]
            sides = (places + places[::-1], outline) if level else (outline, places + places[::-1])
            body = self._add(Area(*sides, color, alpha=0.35))
            body._said = f"violin at {p:g}: median {middle:.4g}, from {low:.4g} to {high:.4g}"
            made["bodies"].append(body)
        for kind, ends in across.items():
            if ends:
                lines(kind, ends)
        return made

    def ecdf(self, x, weights=None, *, complementary=False, orientation="vertical", compress=False, data=None, **kwargs):
        """The share of numbers up to each."""
        values = sorted(v for v in column(x).tolist() if v == v)
        shares = [(i + 1) / len(values) for i in _range(len(values))]
        return self.plot([values[0]] + values, [0.0] + shares, drawstyle="steps-post", **kwargs)[0]


_range = range
_quantiles = quantiles


class _Bars:
    """The boxes of a histogram, one by one."""

    def __init__(self, boxes, owner):
        self._boxes, self._owner = boxes, owner

    def __len__(self):
        return len(self._boxes) // 4

    def __getitem__(self, i):
        from matplotlib.artist import Rectangle

        if i < 0:
            i += len(self)
        if not 0 <= i < len(self):
            raise IndexError("index out of range")
        x0, y0, x1, y1 = self._boxes[4 * i : 4 * i + 4]
        return _Bar(self._owner, i, len(self), (x0, y0), x1 - x0, y1 - y0)

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])


class _Bar:
    """One box of a histogram."""

    def __init__(self, owner, index, count, xy, width, height):
        self._owner, self._index, self._count, self._xy, self._w, self._h = owner, index, count, xy, width, height

    def get_height(self):
        """Its height."""
        return self._h

    def get_width(self):
        """Its width."""
        return self._w

    def get_x(self):
        """Its left edge."""
        return self._xy[0]

    def get_y(self):
        """Its lower edge."""
        return self._xy[1]

    def set_facecolor(self, color):
        """Its fill."""
        if len(self._owner._colours) == 1:
            self._owner._colours = self._owner._colours * self._count
        self._owner._colours[self._index] = color

    set_color = set_facecolor
