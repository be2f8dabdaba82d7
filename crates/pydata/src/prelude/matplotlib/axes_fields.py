"""Axes' plots of fields and of triangles, and their tables."""

import bisect

from matplotlib._areas import bands as _bands_of
from matplotlib.streamplot import Field, StreamplotSet
from matplotlib.tri import Triangulation


def _three_corners(triangulation, values):
    """The values at the corners of all triangles, one after the other."""
    return column(values[triangulation.get_masked_triangles()].ravel())


class _Fields:
    """Stream lines, triangles, tables."""

    def table(self, **kwargs):
        """A table of texts; see matplotlib.table.table."""
        from matplotlib.table import table

        return table(self, **kwargs)

    def streamplot(self, x, y, u, v, density=1, linewidth=None, color=None, cmap=None, norm=None, arrowsize=1, arrowstyle="-|>", minlength=0.1, transform=None,
                   zorder=None, start_points=None, maxlength=4.0, integration_direction="both", broken_streamlines=True, *, integration_max_step_scale=1.0,
                   integration_max_error_scale=1.0, num_arrows=1, data=None):
        """Lines along a field (u, v) on an even grid, with arrows; color and linewidth may be numbers on the grid."""
        import numpy as np

        if integration_direction not in ("both", "forward", "backward"):
            raise ValueError(f"{integration_direction!r} is not a valid value for integration_direction; supported values are 'both', 'forward', 'backward'")
        field = Field(x, y, u, v, density)
        most = maxlength / 2 if integration_direction == "both" else maxlength
        options = (minlength, most, integration_direction, broken_streamlines, integration_max_step_scale, integration_max_error_scale)
        if start_points is None:
            starts = ((column / field._ratio[0], row / field._ratio[1]) for column, row in field.spiral() if field.is_free(column, row))
        else:
            starts = [field._start(*point) for point in np.asarray(start_points, dtype=float).tolist()]
        ways = [way for way in (field.line(a, b, *options) for a, b in starts) if way is not None]
        return self._streams(field, ways, color, linewidth, cmap, norm, arrowsize, arrowstyle, zorder, num_arrows)

    def _streams(self, field, ways, color, linewidth, cmap, norm, arrowsize, arrowstyle, zorder, num_arrows):
        """Draws the lines of a field."""
        import numpy as np
        from matplotlib.collections import LineCollection, PatchCollection
        from matplotlib.patches import FancyArrowPatch

        numbers = color.tolist() if isinstance(color, np.ndarray) else None
        widths = linewidth.tolist() if isinstance(linewidth, np.ndarray) else None
        plain = None if numbers is not None else color if color is not None else self._color("line")
        width = float(np.mean(linewidth)) if widths is not None else rcParams["lines.linewidth"] if linewidth is None else linewidth
        norm = _norm(norm, None, None)
        if numbers is not None:
            norm.autoscale_None(column(color))
        lines, values, arrows = [], [], []
        for way in ways:
            points = field.placed(way)
            if numbers is not None or widths is not None:
                lines += [pair for pair in zip(points, points[1:])]
            else:
                lines.append(points)
            own = [field.at(numbers, *point) for point in way] if numbers is not None else []
            values += own[:-1]
            lengths, whole = [], 0.0
            for (x0, y0), (x1, y1) in zip(points, points[1:]):
                whole += math.hypot(x1 - x0, y1 - y0)
                lengths.append(whole)
            for i in range(1, num_arrows + 1):
                at = min(bisect.bisect_left(lengths, whole * i / (num_arrows + 1)), len(points) - 2)
                tip = tuple((a + b) / 2 for a, b in zip(points[at], points[at + 1]))
                shade = plain if numbers is None else _colormap(cmap)(float(norm(own[at])))
                arrows.append(FancyArrowPatch(points[at], tip, arrowstyle=arrowstyle, mutation_scale=10 * arrowsize, color=shade, linewidth=width, shrinkA=0, shrinkB=0,
                                              zorder=2 if zorder is None else zorder))
        made = LineCollection(lines, color=plain, linewidth=width, cmap=cmap, norm=norm, zorder=2 if zorder is None else zorder)
        if numbers is not None:
            made.set_array(values)
        ends = {"x": [field.x[0], field.x[-1]], "y": [field.y[0], field.y[-1]]}
        made._sticky = lambda which: ends[which]
        self.figure._mappable = self._add(made) if numbers is not None else self.figure._mappable
        if numbers is None:
            self._add(made)
        for arrow in arrows:
            self._add(arrow)._said = ""
        return StreamplotSet(made, PatchCollection(arrows))

    def triplot(self, *args, **kwargs):
        """The edges of triangles, and their corners: triplot(x, y), triplot(x, y, triangles), triplot(triangulation)."""
        import numpy as np

        found, args, kwargs = Triangulation.get_from_args_and_kwargs(*args, **kwargs)
        gap = np.full((len(found.edges), 1), math.nan)
        xs, ys = (np.concatenate([each[found.edges], gap], axis=1).ravel() for each in (found.x, found.y))
        fmt = args[0] if args else ""
        color, style, marker = _format(fmt) if fmt else (None, None, None)
        own = dict(kwargs)
        if color is None and not {"color", "c"} & set(own):
            color = self._color("line")
        if color is not None:
            own["color"] = color
        edges = self.plot(xs, ys, **{**own, "marker": "None", "linestyle": own.get("linestyle", own.get("ls", style or "-"))})
        points = self.plot(found.x, found.y, **{**own, "marker": own.get("marker", marker or "None"), "linestyle": "None", "label": "_nolegend_"})
        points[0]._said = ""
        edges[0]._said = f"{len(found.edges)} edges of {len(found.get_masked_triangles())} triangles"
        return edges + points

    def tripcolor(self, *args, alpha=1.0, norm=None, cmap=None, vmin=None, vmax=None, shading="flat", facecolors=None, edgecolors="none", **kwargs):
        """Triangles in colours by the numbers of their corners, or by facecolors of their own."""
        import numpy as np
        from matplotlib.collections import TriMesh

        found, args, kwargs = Triangulation.get_from_args_and_kwargs(*args, **kwargs)
        _check("tripcolor", kwargs, {"alpha", "norm", "cmap", "vmin", "vmax", "shading", "facecolors", "edgecolors", "linewidth"})
        corners = found.get_masked_triangles()
        values = np.asarray(args[0] if facecolors is None else facecolors, dtype=float)
        if facecolors is None and len(values) == len(found.x):
            values = values[corners].mean(axis=1)
        elif len(values) != len(corners):
            raise ValueError("The length of c must match either the number of points or the number of triangles")
        made = TriMesh(np.stack([found.x[corners], found.y[corners]], axis=2), cmap=cmap, norm=_norm(norm, vmin, vmax), alpha=None if alpha == 1.0 else alpha,
                       edgecolors=edgecolors, linewidths=kwargs.get("linewidth", 1.0))
        made.set_array(values)
        self.figure._mappable = self._add(made)
        return made

    def tricontour(self, *args, **kwargs):
        """Lines of equal value through triangles: tricontour(x, y, z, levels)."""
        return self._tri_levels(False, args, kwargs)

    def tricontourf(self, *args, **kwargs):
        """Bands between values over triangles: tricontourf(x, y, z, levels)."""
        return self._tri_levels(True, args, kwargs)

    def _tri_levels(self, filled, args, kwargs):
        import numpy as np

        found, args, kwargs = Triangulation.get_from_args_and_kwargs(*args, **kwargs)
        known = {"levels", "colors", "cmap", "norm", "vmin", "vmax", "alpha", "linewidths", "linestyles", "extend"}
        _check("tricontourf" if filled else "tricontour", kwargs, known)
        z = np.asarray(args[0], dtype=float)
        norm = _norm(kwargs.get("norm"), kwargs.get("vmin"), kwargs.get("vmax"))
        levels = self._levels(column(z), kwargs.get("levels", args[1] if len(args) > 1 else None), filled, norm)
        norm.autoscale_None(column(levels))
        made = ContourSet(self, levels, filled, norm, _colormap(kwargs.get("cmap")))
        corners = [_three_corners(found, each) for each in (found.x, found.y, z)]
        places = [(a + b) / 2 for a, b in zip(levels, levels[1:])] if filled else levels
        for i, place in enumerate(places):
            colors = kwargs.get("colors")
            color = to_hex(made.cmap(float(norm(place)))) if colors is None else colors if isinstance(colors, str) else list(colors)[i % len(colors)]
            artist = self._tri_band(corners, levels[i], levels[i + 1], color, kwargs) if filled else self._tri_line(corners, place, color, kwargs)
            artist._extent = lambda which: [column(found.x if which == "x" else found.y)]
            artist._sticky = lambda which: list(column(found.x if which == "x" else found.y).bounds() or [])
            artist._said = "" if i else "lines of equal value at " + ", ".join(f"{each:.4g}" for each in levels)
            made._lines.append(self._add(artist))
        self.figure._mappable = made
        return made

    def _tri_band(self, corners, low, high, color, kwargs):
        from matplotlib.collections import PolyCollection

        x, y = _bands_of(*corners, low, high)
        made = PolyCollection([], facecolors=color, alpha=kwargs.get("alpha"))
        made._flat = lambda: (x, y)
        made._lines = [None]
        return made

    def _tri_line(self, corners, level, color, kwargs):
        """Where a value lies on the edges of triangles."""
        ends = []
        x, y, z = ([each[i : i + 3] for i in range(0, len(each), 3)] for each in (part.tolist() for part in corners))
        for xs, ys, zs in zip(x, y, z):
            crossings = []
            for a, b in ((0, 1), (1, 2), (2, 0)):
                if (zs[a] < level) != (zs[b] < level):
                    share = (level - zs[a]) / (zs[b] - zs[a])
                    crossings += [xs[a] + (xs[b] - xs[a]) * share, ys[a] + (ys[b] - ys[a]) * share]
            ends += crossings
        width, style = kwargs.get("linewidths", 1.5), kwargs.get("linestyles")
        width = width if isinstance(width, (int, float)) else list(width)[0]
        style = style if isinstance(style, str) else "--" if isinstance(kwargs.get("colors"), str) and level < 0 else "-"
        return Segments(ends, [color], width, style, limits=False, alpha=kwargs.get("alpha"))
