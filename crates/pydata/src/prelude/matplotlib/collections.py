"""`matplotlib.collections`: lines, areas and shapes that are drawn together."""

import math

import numpy as np
from matplotlib._data import column
from matplotlib.artist import Artist, PathCollection, _check
from matplotlib.cm import ScalarMappable
from matplotlib.colors import _parse, is_color_like, to_rgba_array


def _first(*given):
    return next((each for each in given if each is not None), None)


def _codes(colors):
    """The renderer's codes of one colour or several, and the opacity of the first."""
    if isinstance(colors, str) or is_color_like(colors):
        code, alpha = _parse(colors)
        return [code], alpha
    parsed = [_parse(each.tolist() if hasattr(each, "tolist") else each) for each in colors]
    return [code for code, _ in parsed], parsed[0][1] if parsed else None


def _one(value):
    """The first of several widths or styles."""
    return value[0] if isinstance(value, list) and value else float(value.ravel()[0]) if getattr(value, "shape", ()) else value


class Collection(Artist, ScalarMappable):
    """What collections share: colours for all or for each, by name or by numbers."""

    def __init__(self, *, facecolors=None, facecolor=None, edgecolors=None, edgecolor=None, colors=None, color=None, linewidths=None, linewidth=None, lw=None,
                 linestyles=None, linestyle=None, ls=None, alpha=None, cmap=None, norm=None, label=None, zorder=None, array=None, visible=True, **kwargs):
        _check(type(self).__name__, kwargs, {"facecolors", "edgecolors", "color", "linewidths", "linestyles", "alpha", "cmap", "norm", "label", "zorder"})
        Artist.__init__(self, label, alpha, zorder, visible)
        ScalarMappable.__init__(self, norm, cmap)
        both = _first(colors, color)
        self._face, self._edge = _first(facecolors, facecolor, both), _first(edgecolors, edgecolor, both)
        self._width = float(_one(_first(linewidths, linewidth, lw, self._usual_width)))
        self._style = _one(_first(linestyles, linestyle, ls, "-"))
        self._lines = []
        if array is not None:
            self.set_array(array)

    _usual_width = 1.0

    def set_cmap(self, cmap):
        """The colour map; None for the usual one."""
        super().set_cmap(cmap)

    def set_facecolor(self, c):
        """The colour of areas."""
        self._face = c

    def set_edgecolor(self, c):
        """The colour of lines and outlines."""
        self._edge = c

    def set_color(self, c):
        """The colour of all."""
        self._face = self._edge = c

    set_facecolors = set_fc = set_facecolor
    set_edgecolors = set_ec = set_edgecolor
    set_colors = set_color

    def set_linewidth(self, lw):
        """Points."""
        self._width = float(_one(lw))

    set_linewidths = set_lw = set_linewidth

    def get_linewidth(self):
        """Points, as a list."""
        return [self._width]

    get_linewidths = get_lw = get_linewidth

    def set_linestyle(self, ls):
        """'-', '--', ':', '-.'"""
        self._style = _one(ls)

    set_linestyles = set_ls = set_dashes = set_linestyle

    def _shades(self, own, usual):
        """The colours as rows of (r, g, b, alpha)."""
        if self._values is not None:
            return self.to_rgba(self._values.array(), self._alpha)
        return to_rgba_array(usual if own is None else own, self._alpha) if own != "none" else np.zeros((0, 4))

    def get_facecolor(self):
        """(r, g, b, alpha) of each area."""
        return self._shades(self._face, "C0")

    def get_edgecolor(self):
        """(r, g, b, alpha) of each line."""
        return self._shades(self._edge, "C0")

    get_facecolors, get_edgecolors = get_facecolor, get_edgecolor
    get_color = get_colors = get_edgecolor

    def _extent(self, which):
        at = 0 if which == "x" else 1
        return [column(line[:, at]) for line in self._lines]

    def _flat(self):
        """x and y of all lines, with gaps between them."""
        gap = np.full((1, 2), math.nan)
        whole = np.concatenate([part for line in self._lines for part in (line, gap)]) if self._lines else np.zeros((0, 2))
        return column(whole[:, 0]), column(whole[:, 1])


class LineCollection(Collection):
    """Lines of points, each with its colour or number: LineCollection([[(x, y), ...], ...])."""

    _order = 2.0
    _usual_width = 1.5

    def __init__(self, segments, *, zorder=2, **kwargs):
        super().__init__(zorder=zorder, **kwargs)
        self.set_segments(segments)

    def set_segments(self, segments):
        """Its lines."""
        self._lines = [np.asarray(line, dtype=float).reshape(-1, 2) for line in segments]

    set_verts = set_paths = set_segments

    def get_segments(self):
        """Its lines, each an array of points."""
        return list(self._lines)

    def get_paths(self):
        """Its lines as paths."""
        from matplotlib.path import Path

        return [Path(line) for line in self._lines]

    def _specs(self):
        codes, alpha = _codes("C0" if self._edge is None else self._edge)
        if self._values is not None:
            codes, alpha = _codes(self.to_rgba(self._values.array()))
        common = {**self._common(alpha), "width": self._width, "style": self._style, "said": f"{len(self._lines)} lines"}
        if not self._lines or not codes or codes[0] == "none":
            return []
        if len(codes) == 1:
            x, y = self._flat()
            return [{**common, "kind": "line", "x": x, "y": y, "colour": codes[0]}]
        ends, colours = [], []
        for i, line in enumerate(self._lines):
            ends += np.concatenate([line[:-1], line[1:]], axis=1).ravel().tolist()
            colours += [codes[i % len(codes)]] * (len(line) - 1)
        return [{**common, "kind": "segments", "ends": column(ends), "colours": colours}]


class PolyCollection(Collection):
    """Areas within corners: PolyCollection([[(x, y), ...], ...])."""

    def __init__(self, verts, sizes=None, *, closed=True, **kwargs):
        super().__init__(**kwargs)
        self.set_verts(verts)

    def set_verts(self, verts, closed=True):
        """The corners of its areas."""
        self._lines = [np.asarray(line, dtype=float).reshape(-1, 2) for line in verts]

    def get_paths(self):
        """Its outlines as paths."""
        from matplotlib.path import Path

        return [Path(np.concatenate([line, line[:1]]), closed=True) for line in self._lines]

    def _specs(self):
        if not self._lines:
            return []
        x, y = self._flat()
        codes, alpha = _codes("C0" if self._face is None else self._face)
        spec = {**self._common(alpha), "kind": "polygons", "x": x, "y": y, "width": self._width, "said": f"{len(self._lines)} areas"}
        if self._values is not None:
            spec.update(values=self._values, **self.cmap._spec(), **self.norm._spec())
        elif codes[:1] == ["none"]:
            spec["hollow"] = True
        else:
            spec["colours"] = [codes[i % len(codes)] for i in range(len(self._lines))] if len(codes) > 1 else codes
        edges = [] if self._edge is None or isinstance(self._edge, str) and self._edge == "face" else _codes(self._edge)[0]
        if edges and edges[0] != "none":
            spec["edges"] = [edges[i % len(edges)] for i in range(len(self._lines))] if len(edges) > 1 else edges
        return [spec]


class PatchCollection(PolyCollection):
    """Patches drawn together, with one look or with numbers as colours."""

    def __init__(self, patches, *, match_original=False, **kwargs):
        patches = list(patches)
        if match_original:
            kwargs["facecolors"] = [patch.get_facecolor() for patch in patches]
        super().__init__([patch._outline() for patch in patches], **kwargs)


class TriMesh(PolyCollection):
    """Triangles with colours by numbers."""


class QuadMesh(PolyCollection):
    """Boxes with colours by numbers."""


class EllipseCollection(PolyCollection):
    """Ellipses of widths and heights in the axes' values at offsets."""

    def __init__(self, widths, heights, angles, *, units="points", offsets=(), **kwargs):
        from matplotlib.patches import Ellipse

        if units != "xy":
            raise NotImplementedError(f"EllipseCollection(units={units!r}): there is 'xy'")
        parts = zip(*np.broadcast_arrays(widths, heights, angles), offsets)
        super().__init__([Ellipse(at, float(w), float(h), angle=float(angle))._outline() for w, h, angle, at in parts], **kwargs)
