"""`matplotlib.streamplot`: lines along a field, evenly spaced, found as matplotlib finds them."""

import math

import numpy as np


class _Outside(Exception):
    """A place beyond the grid."""


class _Still(Exception):
    """A place where nothing flows, or the field is unknown."""


class _Taken(Exception):
    """A cell through which a line goes already."""


def _line_of(values, axis, name):
    """The places of a grid along one axis, which are evenly spaced."""
    values = np.asarray(values, dtype=float)
    if values.ndim == 2:
        lines = values if axis == 0 else values.T
        if not np.allclose(lines[0], lines):
            raise ValueError(f"The {'rows' if axis == 0 else 'columns'} of '{name}' must be equal")
        values = lines[0]
    if not (np.diff(values) > 0).all():
        raise ValueError(f"'{name}' must be strictly increasing")
    if not np.allclose(np.diff(values), (values[-1] - values[0]) / (len(values) - 1)):
        raise ValueError(f"'{name}' values must be equally spaced")
    return values.tolist()


class Field:
    """A field on a grid, and which cells of a coarser one have lines."""

    def __init__(self, x, y, u, v, density):
        self.x, self.y = _line_of(x, 0, "x"), _line_of(y, 1, "y")
        self.columns, self.rows = len(self.x), len(self.y)
        u, v = np.asarray(u, dtype=float), np.asarray(v, dtype=float)
        if u.shape != (self.rows, self.columns) or v.shape != (self.rows, self.columns):
            raise ValueError("'u' and 'v' must match the shape of the (x, y) grid")
        across, up = density if hasattr(density, "__len__") else (density, density)
        self.wide, self.high = int(30 * across), int(30 * up)
        if self.wide < 0 or self.high < 0:
            raise ValueError("'density' must be positive")
        self.step = (self.x[1] - self.x[0], self.y[1] - self.y[0])
        u, v = u / self.step[0], v / self.step[1]
        speed = np.sqrt((u / (self.columns - 1)) ** 2 + (v / (self.rows - 1)) ** 2)
        self._u, self._v, self._speed = u.tolist(), v.tolist(), speed.tolist()
        self._cells = [[False] * self.wide for _ in range(self.high)]
        self._ratio = ((self.wide - 1) / (self.columns - 1), (self.high - 1) / (self.rows - 1))

    def at(self, grid, x, y):
        """A grid's value between its points."""
        i, j = int(x), int(y)
        right, above = min(i + 1, self.columns - 1), min(j + 1, self.rows - 1)
        s, t = x - i, y - j
        low, high = grid[j], grid[above]
        value = (low[i] * (1 - s) + low[right] * s) * (1 - t) + (high[i] * (1 - s) + high[right] * s) * t
        if value != value:
            raise _Still
        return value

    def holds(self, x, y):
        """Whether a place is on the grid."""
        return 0 <= x <= self.columns - 1 and 0 <= y <= self.rows - 1

    def flow(self, x, y, way):
        """The direction at a place, of a length of 1 across the axes."""
        if not self.holds(x, y):
            raise _Outside
        speed = self.at(self._speed, x, y)
        if speed == 0:
            raise _Still
        return way * self.at(self._u, x, y) / speed, way * self.at(self._v, x, y) / speed

    def cell(self, x, y):
        """The coarser grid's cell of a place."""
        return round(x * self._ratio[0]), round(y * self._ratio[1])

    def _enter(self, x, y, broken):
        cell = self.cell(x, y)
        if cell == self._now:
            return
        if not self._cells[cell[1]][cell[0]]:
            self._own.append(cell)
            self._cells[cell[1]][cell[0]] = True
            self._now = cell
        elif broken:
            raise _Taken

    def line(self, x, y, least, most, direction, broken, steps, errors):
        """The line through a place; None where it would be short."""
        self._own, self._now, whole, way = [], getattr(self, "_now", None), 0.0, []
        try:
            self._enter(x, y, broken)
        except _Taken:
            return None
        if direction in ("both", "backward"):
            length, back = self._follow(x, y, -1.0, most, broken, steps, errors)
            whole, way = whole + length, way + back[::-1]
        if direction in ("both", "forward"):
            self._now = self.cell(x, y)
            length, on = self._follow(x, y, 1.0, most, broken, steps, errors)
            whole, way = whole + length, way + on[1:]
        if whole > least:
            return way
        for column, row in self._own:
            self._cells[row][column] = False
        return None

    def _follow(self, x, y, way, most, broken, steps, errors):
        """Follows the flow by Heun's method, with steps as short as the errors demand."""
        worst, longest = 0.003 * errors, min(1.0 / self.wide, 1.0 / self.high, 0.1) * steps
        step, whole, points = longest, 0.0, []
        while True:
            try:
                if not self.holds(x, y):
                    raise _Outside
                points.append((x, y))
                ax, ay = self.flow(x, y, way)
                bx, by = self.flow(x + step * ax, y + step * ay, way)
            except _Outside:
                return whole + (self._to_edge(points, way) if points else 0.0), points
            except _Still:
                return whole, points
            dx, dy = step * 0.5 * (ax + bx), step * 0.5 * (ay + by)
            error = math.hypot((dx - step * ax) / (self.columns - 1), (dy - step * ay) / (self.rows - 1))
            if error < worst:
                x, y = x + dx, y + dy
                try:
                    if not self.holds(x, y):
                        raise _Taken
                    self._enter(x, y, broken)
                except _Taken:
                    return whole, points
                if whole + step > most:
                    return whole, points
                whole += step
            step = longest if error == 0 else min(longest, 0.85 * step * (worst / error) ** 0.5)

    def _to_edge(self, points, way):
        """Goes straight on to the grid's edge; returns how far."""
        x, y = points[-1]
        cx, cy = self.flow(x, y, way)
        reach = lambda at, by, last: math.inf if by == 0 else at / -by if by < 0 else (last - at) / by
        step = min(reach(x, cx, self.columns - 1), reach(y, cy, self.rows - 1))
        points.append((x + cx * step, y + cy * step))
        return step

    def _start(self, x, y):
        """A place in the axes' values as one of the grid."""
        if not (self.x[0] <= x <= self.x[-1] and self.y[0] <= y <= self.y[-1]):
            raise ValueError(f"Starting point ({x}, {y}) outside of data boundaries")
        across, up = (x - self.x[0]) / self.step[0], (y - self.y[0]) / self.step[1]
        return min(max(across, 0.0), self.columns - 1.0), min(max(up, 0.0), self.rows - 1.0)

    def is_free(self, column, row):
        """Whether no line goes through a cell."""
        return not self._cells[row][column]

    def spiral(self):
        """All cells, from the edge inwards."""
        left, low, right, high = 0, 1, self.wide - 1, self.high - 1
        x = y = 0
        way = "right"
        for _ in range(self.wide * self.high):
            yield x, y
            if way == "right":
                x += 1
                if x >= right:
                    right, way = right - 1, "up"
            elif way == "up":
                y += 1
                if y >= high:
                    high, way = high - 1, "left"
            elif way == "left":
                x -= 1
                if x <= left:
                    left, way = left + 1, "down"
            else:
                y -= 1
                if y <= low:
                    low, way = low + 1, "right"

    def placed(self, points):
        """A line's places in the axes' values."""
        return [(x * self.step[0] + self.x[0], y * self.step[1] + self.y[0]) for x, y in points]


class StreamplotSet:
    """The lines of a stream plot and their arrows."""

    def __init__(self, lines, arrows):
        self.lines, self.arrows = lines, arrows
