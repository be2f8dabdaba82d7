"""`mpl_toolkits.mplot3d.axis3d`: the axes of a box in space, with its panes, grids, ticks and names as matplotlib places them."""

import math

import numpy as np
from matplotlib._data import column
from matplotlib._data import nonsingular as _nonsingular
from matplotlib.axes import Axis as _Flat
from matplotlib.axes import _plain
from matplotlib.colors import _parse
from mpl_toolkits.mplot3d.art3d import _norm_text_angle

# The corners of the box that make its planes: two for each axis.
_PLANES = ((0, 3, 7, 4), (1, 2, 6, 5), (0, 1, 5, 4), (3, 2, 6, 7), (0, 1, 2, 3), (4, 5, 6, 7))
_JUGGLED = {"x": (1, 0, 2), "y": (0, 1, 2), "z": (0, 2, 1)}
_TICKDIR = [1, 0, 0]
# The grey of a pane as an opacity of the ink, which suits dark pages too.
_PANES = {"x": 0.03, "y": 0.06, "z": 0.045}
_VIEW_MARGIN = 1 / 48


# Round steps between ticks, as shares of a power of ten.
_STEPS = (0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0, 20.0)


def _round_places(low, high, bins):
    """Round numbers around limits, in no more than so many parts of what the limits were without their margin."""
    spread, middle = high - low, (high + low) / 2
    offset = math.copysign(10.0 ** math.floor(math.log10(abs(middle))), middle) if abs(middle) / spread >= 100 else 0.0
    scale = 10.0 ** math.floor(math.log10(spread / bins))
    step = next(each * scale for each in _STEPS if each * scale >= spread * (23 / 24) / bins)
    near = lambda share: abs(share - round(share)) < 1e-10
    first, last = (low - offset) / step, (high - offset) / step
    first, last = round(first) if near(first) else math.floor(first), round(last) if near(last) else math.ceil(last)
    return [i * step + offset for i in range(first, last + 1)]


class _Style:
    """The colour of a pane or of an axis' line."""

    def __init__(self, color=None, alpha=None):
        self._color, self._alpha, self.fill, self._edge, self._shown, self._width = color, alpha, True, None, True, 0.8

    def set_color(self, color):
        """The colour of both the area and its outline."""
        self._color = color

    set_facecolor = set_color

    def set_edgecolor(self, color):
        """The colour of the outline."""
        self._edge = color

    def set_alpha(self, alpha):
        """The opacity."""
        self._alpha = alpha

    def set_fill(self, b):
        """Whether the area is filled."""
        self.fill = b

    def set_visible(self, b):
        """Whether it is drawn."""
        self._shown = b

    def set_linewidth(self, w):
        """Points."""
        self._width = float(w)

    set_lw = set_linewidth


class Axis(_Flat):
    """One of the three axes."""

    def __init__(self, axes, which):
        super().__init__(axes, "x" if which == "z" else which)
        self._which, self._index = which, "xyz".index(which)
        if which == "z":
            self._margin = 0.0
        self.labelpad, self._rotate, self._pad = 4.0, None, 3.5
        self.pane, self.line = _Style(), _Style()
        self._axinfo = {"grid": {"color": None, "linewidth": 0.8, "linestyle": "-"}, "label": {}, "tick": {"inward_factor": 0.2, "outward_factor": 0.1}}

    def set_pane_color(self, color, alpha=None):
        """The colour of the plane behind."""
        _, own = _parse(color)
        self.pane.set_color(color)
        self.pane.set_alpha(own if alpha is None else alpha)

    def set_rotate_label(self, val):
        """Whether the name lies along the axis; None: if it has more than four letters."""
        self._rotate = val

    def get_rotate_label(self, text):
        """Whether the name lies along the axis."""
        return len(text) > 4 if self._rotate is None else self._rotate

    def _automatic(self):
        """The limits that show all data, by matplotlib's rules for axes in space."""
        found = [column.bounds(self._scale == "log") for axis in self._shared for artist in axis.axes._artists if artist._visible
                 for column in artist._extent(self._which)]
        found = [bounds for bounds in found if bounds is not None]
        if not found:
            low, high = self._even([0.0, 1.0] if self._scale == "linear" else [1.0, 10.0])
        else:
            low, high = self._even(_nonsingular(min(bounds[0] for bounds in found), max(bounds[1] for bounds in found)))
            room = (high - low) * max(axis._margin for axis in self._shared)
            low, high = low - room, high + room
        room = (high - low) * _VIEW_MARGIN
        low, high = self._uneven([low - room, high + room])
        return (high, low) if self._inverted else (low, high)

    def _even(self, values):
        return [math.log10(value) for value in values] if self._scale == "log" else list(values)

    def _uneven(self, values):
        return [10.0**value for value in values] if self._scale == "log" else list(values)

    def _forward(self, values):
        """Values as the box is even in them."""
        return np.log10(np.where(values > 0, values, math.nan)) if self._scale == "log" else values

    def _length(self):
        return min(self.axes._inches()) * 72

    def _places(self):
        if self._locator is not None or self._categories or self._scale != "linear":
            return super()._places()
        low, high = sorted(self._get())
        return _round_places(low, high, min(9, max(1, int(self._length() // 30))))

    def _shown(self):
        """Places and texts of the ticks between the limits."""
        low, high = sorted(self._get())
        places = self._places()
        written = self._texts is not None or self._formatter is not None or self._categories or self._dates
        texts = self._said(places) if written else _plain(places, low, high)
        near = 1e-9 * (high - low)
        return [(place, text) for place, text in zip(places, texts) if low - near <= place <= high + near]

    # drawing

    def _pane_spec(self, box):
        plane = _PLANES[2 * self._index + (1 if box.highs[self._index] else 0)]
        x, y = [float(box.corners[i, 0]) for i in plane], [float(box.corners[i, 1]) for i in plane]
        spec = {"kind": "area", "x": column(x), "y": column(y), "order": -30.0, "said": "", "opacity": _PANES[self._which], "colour": "ink"}
        if self.pane._color is not None:
            code, own = _parse(self.pane._color)
            given = self.pane._alpha if self.pane._alpha is not None else own
            spec.update(colour=code, opacity=1.0 if given is None else given, hollow=code == "none")
        elif self.pane._alpha is not None:
            spec["opacity"] = spec["opacity"] * 2 * self.pane._alpha
        if not self.pane.fill or not self.pane._shown:
            spec["hollow"] = True
        if self.pane._edge is not None and _parse(self.pane._edge)[0] != "none":
            spec.update(edge=_parse(self.pane._edge)[0], edge_width=0.8)
        return spec

    def _grid_spec(self, box):
        style = self._axinfo["grid"]
        color, own = ("grid", None) if style["color"] is None else _parse(style["color"])
        i = self._index
        points = []
        for place, _ in self._shown():
            corner = list(box.inner)
            corner[i] = self._even([place])[0]
            first, last = list(corner), list(corner)
            first[i - 2], last[i - 1] = box.outer[i - 2], box.outer[i - 1]
            points += [first, corner, last, [math.nan] * 3]
        return self._strokes(box, points, -20.0, color, float(style["linewidth"]), style["linestyle"], own)

    def _strokes(self, box, points, order, color, width, style="-", alpha=None):
        if not points:
            return []
        x, y, _ = box.project(*np.array(points).T)
        spec = {"kind": "line", "x": column(x), "y": column(y), "colour": color, "width": width, "style": style, "order": order, "said": "",
                "unlined": color == "none"}
        return [spec if alpha is None else {**spec, "opacity": alpha}]

    def _line_specs(self, box):
        """The axis itself, its ticks with their texts, and its name."""
        first, last = self._edge_points(box)
        color = "ink" if self.line._color is None else _parse(self.line._color)[0]
        specs = self._strokes(box, [first, last], -10.0, color, self.line._width) if self.line._shown else []
        across = self._tick_direction()
        delta = box.deltas[across] if box.highs[across] else -box.deltas[across]
        info, marks = self._axinfo["tick"], []
        pad = [(self._pad + 8.0) * box.per_point * each for each in box.deltas]
        for place, text in self._shown():
            at = list(first)
            at[self._index] = self._even([place])[0]
            out, into = list(at), list(at)
            out[across] += info["outward_factor"] * delta
            into[across] -= info["inward_factor"] * delta
            marks += [out, into, [math.nan] * 3]
            if self._labels:
                specs.append(self._text(box, self._away(box, at, pad), text, self._size or 10.0, "top"))
        if self._marks:
            specs += self._strokes(box, marks, -10.0, color, 0.8)
        return specs + self._name_specs(box, first, last)

    def _text(self, box, at, text, size, upright, turn=0.0):
        x, y, _ = box.project(*[np.array([each]) for each in at])
        return {"kind": "text", "text": text, "x": float(x[0]), "y": float(y[0]), "space": "data", "size": size, "level": "center", "upright": upright,
                "turn": turn, "said": "", "order": 3.0}

    def _name_specs(self, box, first, last):
        if not self._name:
            return []
        pad = [(self.labelpad + 21.0) * box.per_point * each for each in box.deltas]
        at = self._away(box, [(a + b) / 2 for a, b in zip(first, last)], pad)
        turn = 0.0
        if self.get_rotate_label(self._name):
            x, y, _ = box.project(*np.array([first, last]).T)
            turn = _norm_text_angle(math.degrees(math.atan2(float(y[1] - y[0]), float(x[1] - x[0]))))
        spec = self._text(box, at, self._name, self._name_size or 10.0, "center", turn)
        if self._name_color is not None:
            spec["colour"] = _parse(self._name_color)[0]
        return [spec]

    def _away(self, box, at, by):
        """A point moved away from the middle of the box, across this axis."""
        moved = list(at)
        for i in range(3):
            if i != self._index:
                moved[i] += math.copysign(by[i], at[i] - box.centers[i])
        return moved

    def _edge_points(self, box):
        """The ends of the edge of the box on which the axis lies."""
        pairs = [[box.inner, box.outer], [box.outer, box.inner]]
        kinds = [[0, 1, 1], [1, 1, 0], [0, 0, 0]]
        near, far = pairs[kinds[self.axes._vertical_axis][self._index]]
        a, b, _ = _JUGGLED[self._which]
        first = list(near)
        first[a] = far[a]
        last = list(first)
        last[b] = far[b]
        return first, last

    def _tick_direction(self):
        j = self.axes._vertical_axis - 2
        return np.roll([0, 1, 2], -j)[np.roll(_TICKDIR, j)][self._index].item()


class Box:
    """The box that the limits make in space, as the eye sees it."""

    def __init__(self, axes, project):
        self.project = project
        lows, highs = zip(*[sorted(axis._even(axis._get())) for axis in axes._three()])
        self.mins, self.maxs = list(lows), list(highs)
        x = [(0, 1, 1, 0, 0, 1, 1, 0), (0, 0, 1, 1, 0, 0, 1, 1), (0, 0, 0, 0, 1, 1, 1, 1)]
        self.corners = np.stack(project(*[np.array([(lows[i], highs[i])[end] for end in x[i]]) for i in range(3)]), axis=1)
        self.highs = self._far_planes()
        self.centers = [(a + b) / 2 for a, b in zip(lows, highs)]
        self.deltas = [(b - a) * 0.08 for a, b in zip(lows, highs)]
        self.inner = [b if high else a for a, b, high in zip(lows, highs, self.highs)]
        self.outer = [a if high else b for a, b, high in zip(lows, highs, self.highs)]
        side = axes._side()
        self.per_point = 48 / (2 * 72 * side)

    def _far_planes(self):
        """For each axis, whether its plane at the upper end is the farther one."""
        far = self.corners[:, 2]
        means = [float(np.mean(far[list(plane)])) for plane in _PLANES]
        highs = [means[2 * i] < means[2 * i + 1] for i in range(3)]
        equal = [abs(means[2 * i] - means[2 * i + 1]) <= 2.220446049250313e-16 for i in range(3)]
        if sum(equal) == 2:
            # The eye looks straight at one plane.
            upright = equal.index(False)
            highs = [[highs[0], False, False], [True, highs[1], False], [True, True, highs[2]]][upright]
        return highs
