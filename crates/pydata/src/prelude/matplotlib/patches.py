"""`matplotlib.patches`: shapes for add_patch and legends."""

import math

import numpy as np
from matplotlib._data import column
from matplotlib.artist import Area, Artist, Key, Rectangle, _check
from matplotlib.colors import _parse, to_rgba
from matplotlib.path import Path


def _style(kwargs):
    fill = kwargs.pop("fill", True)
    color = kwargs.pop("color", None)
    face = kwargs.pop("facecolor", kwargs.pop("fc", None))
    edge = kwargs.pop("edgecolor", kwargs.pop("ec", None))
    width = kwargs.pop("linewidth", kwargs.pop("lw", 1.0))
    kwargs.pop("linestyle", kwargs.pop("ls", None))
    known = {name: kwargs.pop(name) for name in ("label", "alpha", "zorder", "visible") if name in kwargs}
    _check("Patch", kwargs, {"facecolor", "edgecolor", "color", "linewidth", "linestyle", "fill", "label", "alpha", "zorder"})
    face = color if face is None else face
    edge = color if edge is None else edge
    # Without a fill, matplotlib's outline is black.
    edge = "k" if edge is None and not fill else edge
    return {"color": "C0" if face is None else face, "edge": edge, "edge_width": 1.0 if width is None else width, "hollow": not fill, **known}


class Patch(Key):
    """A colour in the legend: Patch(color='C0', label='train')."""

    def __init__(self, *, color=None, facecolor=None, edgecolor=None, label=None, alpha=None, zorder=None, **kwargs):
        super().__init__(color or facecolor or "C0", label=label, alpha=alpha, zorder=zorder)


class _Outline(Area):
    """An area whose corners follow from what it is."""

    def __init__(self, **kwargs):
        corners = self._corners()
        super().__init__([x for x, _ in corners], [y for _, y in corners], **_style(kwargs))

    def _moved(self):
        corners = self._corners()
        self._x, self._y = column([x for x, _ in corners]), column([y for _, y in corners])

    def _outline(self):
        return np.stack([self._x.array(), self._y.array()], axis=1)

    def get_path(self):
        """Its outline."""
        corners = self._outline()
        return Path(np.concatenate([corners, corners[:1]]), closed=True)

    def get_verts(self):
        """Its corners."""
        return self.get_path().vertices

    def contains_point(self, point, radius=None):
        """Whether a point lies within."""
        return self.get_path().contains_point(point)

    def get_facecolor(self):
        """(r, g, b, alpha)"""
        return to_rgba("none" if self._hollow else self._color, self._alpha)

    def get_edgecolor(self):
        """(r, g, b, alpha)"""
        return to_rgba("k" if self._edge is None else self._edge, self._alpha)

    def get_linewidth(self):
        """Points."""
        return float(self._edge_width)

    def set_edgecolor(self, color):
        """The colour of the outline."""
        self._edge = color

    def set_facecolor(self, color):
        """The colour within."""
        self._color = color

    def set_color(self, c):
        """Both colours."""
        self._color = self._edge = c

    def set_linewidth(self, w):
        """Points."""
        self._edge_width = float(w)

    def set_fill(self, b):
        """Whether it is filled."""
        self._hollow = not b

    set_ec, set_fc, set_lw, get_fc, get_ec, get_lw = set_edgecolor, set_facecolor, set_linewidth, get_facecolor, get_edgecolor, get_linewidth


class Polygon(_Outline):
    """The area within corners: Polygon([(x, y), ...])."""

    def __init__(self, xy, *, closed=True, **kwargs):
        self._xy = [(float(corner[0]), float(corner[1])) for corner in xy]
        super().__init__(**kwargs)

    def _corners(self):
        return self._xy

    def get_xy(self):
        """The corners, the first one again at the end."""
        ring = self._xy if len(self._xy) > 1 and self._xy[0] == self._xy[-1] else self._xy + self._xy[:1]
        return np.array(ring)

    def set_xy(self, xy):
        """Sets the corners."""
        self._xy = [(float(corner[0]), float(corner[1])) for corner in xy]
        self._moved()


class RegularPolygon(_Outline):
    """RegularPolygon((x, y), numVertices, radius, orientation=0)."""

    def __init__(self, xy, numVertices, *, radius=5, orientation=0, **kwargs):
        self.xy, self.numvertices, self.radius, self.orientation = xy, numVertices, radius, orientation
        super().__init__(**kwargs)

    def _corners(self):
        angles = [2 * math.pi * i / self.numvertices + math.pi / 2 + self.orientation for i in range(self.numvertices)]
        return [(self.xy[0] + self.radius * math.cos(a), self.xy[1] + self.radius * math.sin(a)) for a in angles]


class CirclePolygon(RegularPolygon):
    """A circle of so many corners."""

    def __init__(self, xy, radius=5, *, resolution=20, **kwargs):
        super().__init__(xy, resolution, radius=radius, **kwargs)


class Ellipse(_Outline):
    """Ellipse((x, y), width, height, angle=0)."""

    def __init__(self, xy, width, height, *, angle=0.0, **kwargs):
        self._center, self._width, self._height, self._angle = tuple(xy), width, height, angle
        super().__init__(**kwargs)

    def _corners(self):
        return _elliptic(self._center, self._width, self._height, self._angle, 0.0, 360.0)[:-1]

    def _set(self, name, value):
        setattr(self, name, value)
        self._moved()

    center = property(lambda self: self._center, lambda self, xy: self._set("_center", tuple(xy)))
    width = property(lambda self: self._width, lambda self, width: self._set("_width", width))
    height = property(lambda self: self._height, lambda self, height: self._set("_height", height))
    angle = property(lambda self: self._angle, lambda self, angle: self._set("_angle", angle))

    def get_center(self):
        """The centre."""
        return self._center

    def set_center(self, xy):
        """Sets the centre."""
        self.center = xy

    def get_width(self):
        """The length of the first axis."""
        return self._width

    def get_height(self):
        """The length of the second axis."""
        return self._height

    def get_angle(self):
        """Degrees by which it is turned."""
        return self._angle

    def set_width(self, width):
        """Sets the length of the first axis."""
        self.width = width

    def set_height(self, height):
        """Sets the length of the second axis."""
        self.height = height

    def set_angle(self, angle):
        """Sets the degrees by which it is turned."""
        self.angle = angle


def _elliptic(center, width, height, angle, theta1, theta2):
    """Points on an ellipse, every five degrees."""
    turn, count = math.radians(angle), max(2, math.ceil(abs(theta2 - theta1) / 5))
    found = []
    for i in range(count + 1):
        t = math.radians(theta1 + (theta2 - theta1) * i / count)
        a, b = width / 2 * math.cos(t), height / 2 * math.sin(t)
        found.append((center[0] + a * math.cos(turn) - b * math.sin(turn), center[1] + a * math.sin(turn) + b * math.cos(turn)))
    return found


class Circle(Ellipse):
    """Circle((x, y), radius)."""

    def __init__(self, xy, radius=5, **kwargs):
        super().__init__(xy, 2 * radius, 2 * radius, **kwargs)

    def get_radius(self):
        """The radius."""
        return self._width / 2

    def set_radius(self, radius):
        """Sets the radius."""
        self._width = self._height = 2 * radius
        self._moved()

    radius = property(get_radius, set_radius)


class Wedge(_Outline):
    """A slice of a disc from theta1 to theta2, in degrees."""

    def __init__(self, center, r, theta1, theta2, *, width=None, **kwargs):
        self.center, self.r, self.theta1, self.theta2, self.width = center, r, theta1, theta2, width
        super().__init__(**kwargs)

    def _corners(self):
        first, last = self.theta1, self.theta2
        last = last if first <= last <= first + 360 else first + (last - first) % 360
        outer = _elliptic(self.center, 2 * self.r, 2 * self.r, 0.0, first, last)
        hole = 0 if self.width is None else 2 * (self.r - self.width)
        inner = [tuple(self.center)] if self.width is None else _elliptic(self.center, hole, hole, 0.0, first, last)[::-1]
        return outer + inner

    def _reset(self, name, value):
        setattr(self, name, value)
        self._moved()

    def set_center(self, center):
        """Sets the centre."""
        self._reset("center", center)

    def set_radius(self, radius):
        """Sets the radius."""
        self._reset("r", radius)

    def set_theta1(self, theta1):
        """Sets the first angle."""
        self._reset("theta1", theta1)

    def set_theta2(self, theta2):
        """Sets the last angle."""
        self._reset("theta2", theta2)

    def set_width(self, width):
        """Sets the width of the ring."""
        self._reset("width", width)


class Annulus(Wedge):
    """A ring: Annulus((x, y), r, width)."""

    def __init__(self, xy, r, width, angle=0.0, **kwargs):
        super().__init__(xy, r, 0.0, 360.0, width=width, **kwargs)


class PathPatch(_Outline):
    """The area within a path, of which gaps are holes."""

    def __init__(self, path, **kwargs):
        self._path = path
        super().__init__(**kwargs)

    def _corners(self):
        lines = [points for points, _ in self._path._lines()]
        # A hole begins and ends at the first corner, so that all is one outline.
        return [point for line in lines for point in (*line, *(line[:1] if len(lines) > 1 else ()), *(lines[0][:1] if len(lines) > 1 else ()))]

    def get_path(self):
        """Its path."""
        return self._path

    def set_path(self, path):
        """Sets its path."""
        self._path = path
        self._moved()


class _Stroke(Artist):
    """A line in the axes' values that is not filled."""

    def __init__(self, points, color, width, style, **common):
        super().__init__(**common)
        self._points, self._color, self._line, self._style = points, color, width, style

    def _extent(self, which):
        return [column([point[0 if which == "x" else 1] for point in self._points])]

    def _outline(self):
        return np.array(self._points)

    def get_edgecolor(self):
        """(r, g, b, alpha)"""
        return to_rgba(self._color, self._alpha)

    def set_color(self, c):
        """Its colour."""
        self._color = c

    set_edgecolor = set_color

    def set_linewidth(self, w):
        """Points."""
        self._line = float(w)

    set_lw = set_linewidth


class Arc(_Stroke):
    """A part of an ellipse's line: Arc((x, y), width, height, angle=0, theta1=0, theta2=360)."""

    def __init__(self, xy, width, height, *, angle=0.0, theta1=0.0, theta2=360.0, color=None, edgecolor=None, ec=None, linewidth=None, lw=None, linestyle=None,
                 ls=None, label=None, alpha=None, zorder=None, **kwargs):
        _check("Arc", kwargs, {"angle", "theta1", "theta2", "color", "linewidth", "linestyle", "alpha", "label", "zorder"})
        self.center, self.width, self.height, self.angle, self.theta1, self.theta2 = tuple(xy), width, height, angle, theta1, theta2
        stop = theta2 if theta1 <= theta2 <= theta1 + 360 else theta1 + (theta2 - theta1) % 360
        width_of = lw if linewidth is None else linewidth
        super().__init__(_elliptic(xy, width, height, angle, theta1, stop), color or edgecolor or ec or "k", 1.0 if width_of is None else width_of,
                         linestyle or ls or "-", label=label, alpha=alpha, zorder=zorder)

    def _specs(self):
        code, own = _parse(self._color)
        x, y = [point[0] for point in self._points], [point[1] for point in self._points]
        return [{**self._common(own), "kind": "line", "x": column(x), "y": column(y), "colour": code, "width": float(self._line), "style": self._style}]


class ConnectionStyle:
    """How an arrow goes: 'arc3,rad=0.2', 'arc3', 'angle3' and the like, of which arc3 bends here."""

    def __init__(self, stylename, **kwargs):
        parts = stylename.replace(" ", "").split(",")
        options = {**dict(part.split("=") for part in parts[1:]), **kwargs}
        if parts[0] not in ("arc3", "angle3", "angle", "arc", "bar"):
            raise ValueError(f"Unknown style: {stylename!r}")
        self.name, self.rad = parts[0], float(options.get("rad", 0.0)) if parts[0] == "arc3" else 0.0


_HEADS = {
    "-": (0, 0, 0), "->": (0, 1, 0), "<-": (1, 0, 0), "<->": (1, 1, 0), "-|>": (0, 1, 1), "<|-": (1, 0, 1), "<|-|>": (1, 1, 1), "simple": (0, 1, 1),
    "fancy": (0, 1, 1), "wedge": (0, 0, 0), "]-[": (0, 0, 0), "-[": (0, 0, 0), "]-": (0, 0, 0), "|-|": (0, 0, 0),
}


class ArrowStyle:
    """What an arrow ends in: '-', '->', '-|>', '<->', ..."""

    def __init__(self, stylename="-", **kwargs):
        self.name = stylename.name if isinstance(stylename, ArrowStyle) else stylename.split(",")[0].strip()
        if self.name not in _HEADS:
            raise ValueError(f"Unknown style: {stylename!r}")


class FancyArrowPatch(_Stroke):
    """An arrow between two places, with its head's size and what is left out at its ends in points."""

    def __init__(self, posA=None, posB=None, *, path=None, arrowstyle="simple", connectionstyle="arc3", patchA=None, patchB=None, shrinkA=2, shrinkB=2,
                 mutation_scale=1, mutation_aspect=1, color=None, edgecolor=None, ec=None, facecolor=None, fc=None, linewidth=None, lw=None, linestyle=None, ls=None,
                 label=None, alpha=None, zorder=None, **kwargs):
        _check("FancyArrowPatch", kwargs, {"arrowstyle", "connectionstyle", "shrinkA", "shrinkB", "mutation_scale", "color", "linewidth", "linestyle", "alpha"})
        if (path is None) == (posA is None or posB is None):
            raise ValueError("Either posA and posB, or path need to be provided")
        self.set_arrowstyle(arrowstyle)
        self._bend = connectionstyle if callable(connectionstyle) or isinstance(connectionstyle, ConnectionStyle) else ConnectionStyle(connectionstyle)
        self.shrinkA, self.shrinkB, self._scale = shrinkA, shrinkB, mutation_scale
        points = [tuple(posA), tuple(posB)] if path is None else [point for line, _ in path._lines() for point in line]
        width = lw if linewidth is None else linewidth
        given = next((each for each in (color, edgecolor, ec, facecolor, fc) if each is not None), "k")
        super().__init__(points, given, 1.0 if width is None else width, linestyle or ls or "-", label=label, alpha=alpha, zorder=zorder)

    def set_arrowstyle(self, arrowstyle=None, **kwargs):
        """What it ends in."""
        self._heads = _HEADS[(arrowstyle if isinstance(arrowstyle, ArrowStyle) else ArrowStyle(arrowstyle)).name]

    def set_positions(self, posA, posB):
        """Sets both ends."""
        self._points = [tuple(posA) if posA is not None else self._points[0], tuple(posB) if posB is not None else self._points[-1]]

    def set_mutation_scale(self, scale):
        """The size of its head."""
        self._scale = scale

    def _way(self):
        """The points in the axes' values that it goes through."""
        if not callable(self._bend):
            return self._points
        ends = [self.axes.transData.transform(np.array([float(part) for part in point])) for point in self._points]
        lines = self._bend(*ends)._lines()
        return [tuple(self.axes.transData.inverted().transform(np.array(point)).tolist()) for line, _ in lines for point in line]

    def _specs(self):
        code, own = _parse(self._color.tolist() if hasattr(self._color, "tolist") else self._color)
        way = self._way()
        x, y = ([self.axes._number(which, point[i]) for point in way] for i, which in enumerate("xy"))
        first, last, filled = self._heads
        return [{**self._common(own), "kind": "arrow", "x": column(x), "y": column(y), "colour": code, "width": float(self._line), "style": self._style,
                 "bend": getattr(self._bend, "rad", 0.0), "shrink_a": float(self.shrinkA), "shrink_b": float(self.shrinkB), "head_a": bool(first),
                 "head_b": bool(last), "filled": bool(filled), "scale": float(self._scale)}]


class ConnectionPatch(FancyArrowPatch):
    """A line between places of one pair of axes."""

    def __init__(self, xyA, xyB, coordsA="data", coordsB=None, *, axesA=None, axesB=None, arrowstyle="-", shrinkA=0.0, shrinkB=0.0, **kwargs):
        if axesA is not axesB or coordsA != "data":
            raise NotImplementedError("ConnectionPatch between two pairs of axes: there are lines within one")
        super().__init__(xyA, xyB, arrowstyle=arrowstyle, shrinkA=shrinkA, shrinkB=shrinkB, **kwargs)


class FancyArrow(Polygon):
    """A filled arrow from (x, y) by (dx, dy), in the axes' values."""

    def __init__(self, x, y, dx, dy, *, width=0.001, length_includes_head=False, head_width=None, head_length=None, shape="full", overhang=0,
                 head_starts_at_zero=False, **kwargs):
        wide = 3 * width if head_width is None else head_width
        head = 1.5 * wide if head_length is None else head_length
        length = math.hypot(dx, dy)
        reach = length if length_includes_head else length + head
        neck = reach - head
        # Along the arrow and across it, from the tail around the tip.
        shape_of = [(0, width / 2), (neck, width / 2), (neck, wide / 2), (reach, 0), (neck, -wide / 2), (neck, -width / 2), (0, -width / 2)]
        ux, uy = (dx / length, dy / length) if length else (0.0, 0.0)
        super().__init__([(x + a * ux - b * uy, y + a * uy + b * ux) for a, b in shape_of] if length else [(x, y)], **kwargs)


class Arrow(Polygon):
    """An arrow from (x, y) by (dx, dy), whose head is a part of it."""

    def __init__(self, x, y, dx, dy, *, width=1.0, **kwargs):
        shape_of = [(0.0, 0.1), (0.0, -0.1), (0.8, -0.1), (0.8, -0.3), (1.0, 0.0), (0.8, 0.3), (0.8, 0.1)]
        length = math.hypot(dx, dy) or 1.0
        ux, uy = dx / length, dy / length
        super().__init__([(x + a * dx - b * width * uy, y + a * dy + b * width * ux) for a, b in shape_of], **kwargs)


class FancyBboxPatch(_Outline):
    """A box with room around it, and round corners for boxstyle 'round'."""

    def __init__(self, xy, width, height, boxstyle="round", *, mutation_scale=1, mutation_aspect=1, **kwargs):
        parts = boxstyle.replace(" ", "").split(",")
        options = dict(part.split("=") for part in parts[1:])
        pad = float(options.get("pad", 0.3)) * mutation_scale
        self._box = (xy[0] - pad, xy[1] - pad, width + 2 * pad, height + 2 * pad)
        usual = pad if parts[0].startswith("round") else 0.0
        self._round = float(options.get("rounding_size", 0) or 0) * mutation_scale or usual
        super().__init__(**kwargs)

    def _corners(self):
        x, y, w, h = self._box
        r = min(self._round, w / 2, h / 2)
        if not r:
            return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        turns = [((x + w - r, y + h - r), 0), ((x + r, y + h - r), 90), ((x + r, y + r), 180), ((x + w - r, y + r), 270)]
        return [point for at, start in turns for point in _elliptic(at, 2 * r, 2 * r, 0.0, start, start + 90)]
