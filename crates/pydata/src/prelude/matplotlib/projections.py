"""`matplotlib.projections`: polar axes, whose x is an angle and whose y is the distance from the centre."""

import math

import numpy as np
from matplotlib._data import column
from matplotlib.axes import Axes, Axis

_COMPASS = {"N": 90, "NW": 135, "W": 180, "SW": 225, "S": 270, "SE": 315, "E": 0, "NE": 45}


class ThetaAxis(Axis):
    """The axis of angles."""

    def _automatic(self):
        return (0.0, 2 * math.pi)

    def _places(self):
        if self._locator is not None:
            return super()._places()
        low, high = (math.degrees(end) for end in self._get())
        return [math.radians(degrees) for degrees in range(0, 360, 45)] if high - low >= 360 else [math.radians(low + (high - low) * i / 6) for i in range(7)]

    def _said(self, places):
        if self._texts is not None or self._formatter is not None or self._categories:
            return super()._said(places)
        return [f"{round(math.degrees(place), 6):g}°" for place in places]


class RadialAxis(Axis):
    """The axis of distances."""

    def _automatic(self):
        low, high = super()._automatic()
        bounds = [column.bounds() for artist in self.axes._artists for column in artist._extent("y")]
        bounds = [each for each in bounds if each is not None]
        return (0.0, high) if not bounds or min(low for low, _ in bounds) >= 0 else (low, high)

    def _places(self):
        low = min(self._get())
        return [place for place in super()._places() if place > low]


class PolarAxes(Axes):
    """Axes around a centre: x are angles in radians, y distances."""

    name = "polar"

    def __init__(self, figure, place, sharex=None, sharey=None, facecolor=None, projection="polar", polar=True, *, theta_offset=0, theta_direction=1, rlabel_position=22.5,
                 **kwargs):
        self._offset, self._direction, self._label_angle = float(theta_offset), theta_direction, float(rlabel_position)
        super().__init__(figure, place, sharex, sharey, facecolor, **kwargs)

    def clear(self):
        """Without anything drawn, as new."""
        super().clear()
        self.xaxis, self.yaxis = ThetaAxis(self, "x"), RadialAxis(self, "y")
        self.xaxis._grid = self.yaxis._grid = True
        self._origin = None

    cla = clear

    def set_theta_offset(self, offset):
        """Where the angle 0 is, in radians against the clock from the right."""
        self._offset = float(offset)

    def get_theta_offset(self):
        """Where the angle 0 is, in radians against the clock from the right."""
        return self._offset

    def set_theta_zero_location(self, loc, offset=0.0):
        """Where the angle 0 is: 'N', 'NW', 'W', ..."""
        self._offset = math.radians(_COMPASS[loc] + offset)

    def set_theta_direction(self, direction):
        """1 or 'counterclockwise', -1 or 'clockwise'."""
        known = {"clockwise": -1, -1: -1, "counterclockwise": 1, "anticlockwise": 1, 1: 1}
        if direction not in known:
            raise ValueError(f"{direction!r} is not a valid value for direction; supported values are -1, 1, 'clockwise', 'counterclockwise', 'anticlockwise'")
        self._direction = known[direction]

    def get_theta_direction(self):
        """1 against the clock, -1 with it."""
        return float(self._direction)

    def set_thetamin(self, thetamin):
        """The first angle, in degrees."""
        self.set_xlim(math.radians(thetamin), None)

    def set_thetamax(self, thetamax):
        """The last angle, in degrees."""
        self.set_xlim(None, math.radians(thetamax))

    def get_thetamin(self):
        """The first angle, in degrees."""
        return math.degrees(self.get_xlim()[0])

    def get_thetamax(self):
        """The last angle, in degrees."""
        return math.degrees(self.get_xlim()[1])

    def set_thetalim(self, *args, **kwargs):
        """The first and last angle, in radians."""
        return self.set_xlim(*args, **kwargs)

    def set_rmax(self, rmax):
        """The largest distance."""
        self.set_ylim(None, rmax)

    def set_rmin(self, rmin):
        """The smallest distance."""
        self.set_ylim(rmin, None)

    def get_rmax(self):
        """The largest distance."""
        return max(self.get_ylim())

    def get_rmin(self):
        """The smallest distance."""
        return min(self.get_ylim())

    def set_rlim(self, bottom=None, top=None, **kwargs):
        """The smallest and largest distance."""
        return self.set_ylim(kwargs.pop("rmin", bottom), kwargs.pop("rmax", top))

    def set_rorigin(self, rorigin):
        """The distance of the centre."""
        self._origin = rorigin

    def set_rscale(self, *args, **kwargs):
        """'linear', 'log' or 'symlog'."""
        return self.set_yscale(*args, **kwargs)

    def set_rticks(self, *args, **kwargs):
        """The distances that have a circle."""
        return self.set_yticks(*args, **kwargs)

    def set_rgrids(self, radii, labels=None, angle=None, fmt=None, **kwargs):
        """The distances that have a circle, with their texts and where these are."""
        self.set_yticks(radii, labels)
        self._label_angle = self._label_angle if angle is None else float(angle)

    def set_thetagrids(self, angles, labels=None, fmt=None, **kwargs):
        """The angles that have a line, in degrees, with their texts."""
        self.set_xticks([math.radians(angle) for angle in angles], labels)

    def set_rlabel_position(self, value):
        """The angle at which the distances' texts are, in degrees."""
        self._label_angle = float(value)

    def get_rlabel_position(self):
        """The angle at which the distances' texts are, in degrees."""
        return self._label_angle

    # drawing

    def _bent(self, theta, r):
        """Places on the page, of which the outer circle has the radius 1."""
        theta, r = np.asarray(theta, dtype=float), np.asarray(r, dtype=float)
        low, high = self.get_ylim()
        if self.yaxis._scale == "log":
            low, high, r = math.log10(low), math.log10(high), np.log10(np.where(r > 0, r, math.nan))
        elif self._origin is not None:
            low = float(self._origin)
        share = (r - low) / (high - low)
        share = np.where(share < 0, math.nan, share)
        angle = theta * self._direction + self._offset
        return share * np.cos(angle), share * np.sin(angle)

    def _bent_columns(self, theta, r):
        x, y = self._bent(theta, r)
        return {"x": column(x), "y": column(y)}

    def _sector(self, x0, y0, x1, y1):
        """The outline of a box of angles and distances, with a gap after it."""
        count = max(2, math.ceil(abs(x1 - x0) / (2 * math.pi) * 180))
        along = [x0 + (x1 - x0) * i / count for i in range(count + 1)]
        low = min(self.get_ylim()) if self._origin is None else float(self._origin)
        y0, y1 = max(y0, low), max(y1, low)
        return along + along[::-1] + [math.nan], [y0] * len(along) + [y1] * len(along) + [math.nan]

    def _sectors(self, boxes):
        parts = [self._sector(*boxes[i : i + 4]) for i in range(0, len(boxes), 4)]
        return self._bent_columns([t for theta, _ in parts for t in theta], [r for _, radii in parts for r in radii])

    def _bent_spec(self, spec):
        """A description in the axes' values as one on the page."""
        kind, spec = spec["kind"], dict(spec)
        if kind in ("line", "points", "area", "polygons", "arrow") and spec.get("space", "data") == "data":
            spec.update(self._bent_columns(spec["x"].array(), spec["y"].array()))
        elif kind == "boxes":
            edge = spec.pop("edge", None)
            spec.update(kind="polygons", **self._sectors(spec.pop("boxes").tolist()), edges=[edge] if edge else [], width=spec.pop("edge_width", 1.0))
        elif kind == "segments":
            ends = spec["ends"].array().reshape(-1, 2)
            spec["ends"] = column(np.stack(self._bent(ends[:, 0], ends[:, 1]), axis=1).ravel())
        elif kind == "text" and spec["space"] == "data":
            x, y = self._bent([spec["x"]], [spec["y"]])
            spec.update(x=float(x[0]), y=float(y[0]))
        elif kind == "rule":
            low, high = self.get_ylim()
            span = np.linspace(spec["from"] * 2 * math.pi, spec["to"] * 2 * math.pi, 181)
            ends = [low + (high - low) * spec["from"], low + (high - low) * spec["to"]]
            where = self._bent_columns(span, np.full(181, spec["at"])) if spec["level"] else self._bent_columns([spec["at"]] * 2, ends)
            spec.update(kind="line", **where)
        elif kind == "image":
            spec = self._bent_image(spec)
        elif kind == "band":
            low, high = self.get_ylim()
            ends = [0.0, spec["low"], 2 * math.pi, spec["high"]] if spec["level"] else [spec["low"], low, spec["high"], high]
            spec.update(kind="polygons", colours=[spec["colour"]], **self._sectors(ends))
        return spec

    def _bent_image(self, spec):
        rows, columns = spec["values"].shape[:2]
        left, right, bottom, top = spec["extent"]
        x, y = np.linspace(left, right, columns + 1).tolist(), np.linspace(bottom, top, rows + 1).tolist()
        boxes = [part for i in range(rows) for j in range(columns) for part in (x[j], y[i], x[j + 1], y[i + 1])]
        return {**spec, "kind": "polygons", **self._sectors(boxes), "values": column(spec["values"].array().ravel())}

    def _circle(self, radius, order, color, width, **more):
        first, last = self.get_xlim()
        turn = np.linspace(first, last, 181)
        return {"kind": "line", **self._bent_columns(turn, np.full(181, radius)), "colour": color, "width": width, "order": order, "said": "", **more}

    def _text(self, theta, r, text, axis, shift=0.0):
        x, y = self._bent([theta], [r])
        x, y = float(x[0]), float(y[0])
        out = 1.0 + shift / max(math.hypot(x, y), 1e-9)
        return {"kind": "text", "text": text, "x": x * out, "y": y * out, "space": "data", "size": axis._size or 10.0, "level": "center", "upright": "center",
                "turn": 0.0, "said": "", "order": 3.0}

    def _grid_style(self, axis):
        style = axis._grid_style
        from matplotlib.colors import _parse

        return {"colour": _parse(style["color"])[0] if "color" in style else "grid", "width": float(style.get("linewidth", 0.8)),
                "style": style.get("linestyle", "-"), "opacity": float(style.get("alpha", 1.0))}

    def _frame_specs(self):
        low, high = self.get_ylim()
        specs, last = [], self.get_xlim()[1]
        radii = [(place, text) for place, text in zip(self.yaxis._places(), self._radial_texts()) if min(low, high) <= place <= max(low, high)]
        angles = list(zip(self.xaxis._places(), self.xaxis._said(self.xaxis._places())))
        if self.yaxis._grid:
            own = self._grid_style(self.yaxis)
            specs += [self._circle(place, -20.0, own["colour"], own["width"], style=own["style"], opacity=own["opacity"]) for place, _ in radii]
        if self.xaxis._grid:
            own = self._grid_style(self.xaxis)
            specs += [{"kind": "line", **self._bent_columns([place] * 2, [low, high]), "order": -20.0, "said": "", **own} for place, _ in angles]
        if self.spines["top"]._shown:
            specs.append(self._circle(high, 2.4, "ink", 0.8))
        if last - self.get_xlim()[0] < 2 * math.pi - 1e-9:
            specs += [{"kind": "line", **self._bent_columns([end] * 2, [low, high]), "order": 2.4, "said": "", "colour": "ink", "width": 0.8} for end in self.get_xlim()]
        if self.xaxis._labels:
            specs += [self._text(place, high, text, self.xaxis, 0.11) for place, text in angles]
        if self.yaxis._labels:
            specs += [self._text(math.radians(self._label_angle), place, text, self.yaxis) for place, text in radii]
        return specs

    def _radial_texts(self):
        from matplotlib._data import ticks

        axis = self.yaxis
        if axis._locator is None and axis._formatter is None and axis._texts is None:
            low, high = sorted(axis._get())
            room = max(1, int(axis._length() // 20))
            known = dict(zip(*ticks(axis._scale, low, high, room)))
            return [known[place] for place in axis._places()]
        return axis._spec()["texts"]

    def _spec(self, numbers):
        spec = super()._spec(numbers)
        artists = [self._bent_spec(each) for each in spec["artists"]]
        flat = {"scale": "linear", "no_labels": True, "no_marks": True}
        spec["artists"] = ([] if self._bare else self._frame_specs()) + artists
        spec.update(bare=True, aspect=1.0, x={**flat, "low": -1.22, "high": 1.22}, y={**flat, "low": -1.18, "high": 1.18})
        return spec
