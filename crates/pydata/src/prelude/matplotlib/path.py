"""`matplotlib.path`: outlines of straight lines and curves, by points and codes."""

import math

import numpy as np

_PARTS = {0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 79: 1}
# How many straight pieces stand for a curve.
_PIECES = 24


class Path:
    """Points and what leads to each: MOVETO, LINETO, CURVE3 and CURVE4 (with their control points), CLOSEPOLY."""

    STOP, MOVETO, LINETO, CURVE3, CURVE4, CLOSEPOLY = 0, 1, 2, 3, 4, 79
    code_type = np.uint8

    def __init__(self, vertices, codes=None, _interpolation_steps=1, closed=False, readonly=False):
        self.vertices = np.asarray(vertices, dtype=float).reshape(-1, 2)
        if codes is not None:
            codes = np.asarray([int(code) for code in (codes.tolist() if hasattr(codes, "tolist") else codes)], dtype=np.uint8)
            if len(codes) != len(self.vertices):
                raise ValueError(f"'codes' must be a 1D list or array with the same length of 'vertices'. Your vertices have shape {self.vertices.shape} but your codes have shape {codes.shape}")
            if len(codes) and codes[0] != 1:
                raise ValueError(f"The first element of 'code' must be equal to 'MOVETO' (1).  Your first code is {codes[0]}")
        elif closed and len(self.vertices):
            codes = np.full(len(self.vertices), 2, dtype=np.uint8)
            codes[0], codes[-1] = 1, 79
        self.codes = codes
        self._interpolation_steps = _interpolation_steps

    def __len__(self):
        return len(self.vertices)

    def __repr__(self):
        return f"Path({self.vertices!r}, {self.codes!r})"

    def _steps(self):
        """The code of each step with the numbers of its points."""
        codes = [1] + [2] * (len(self) - 1) if self.codes is None else self.codes.tolist()
        at = 0
        while at < len(codes):
            count = max(1, _PARTS[codes[at]])
            yield codes[at], self.vertices[at : at + count]
            at += count

    def iter_segments(self, *args, **kwargs):
        """Each step: its points as one array, and its code."""
        for code, points in self._steps():
            yield points.ravel(), code

    def _lines(self):
        """Straight lines that stand for it: each a list of points, and whether it is closed."""
        lines = []
        for code, points in self._steps():
            points = [tuple(point) for point in points.tolist()]
            if code == Path.MOVETO or code != Path.STOP and not lines:
                lines.append([[points[0]], False])
            elif code == Path.LINETO:
                lines[-1][0].append(points[0])
            elif code in (Path.CURVE3, Path.CURVE4):
                lines[-1][0].extend(_curve([lines[-1][0][-1], *points]))
            elif code == Path.CLOSEPOLY:
                lines[-1][1] = True
        return lines

    def to_polygons(self, transform=None, width=0, height=0, closed_only=True):
        """Its parts as arrays of points, the first repeated at the end of closed ones."""
        found = []
        for points, closed in self._lines():
            if len(points) > (2 if closed_only else 0):
                ring = (closed or closed_only) and points[0] != points[-1]
                found.append(np.array(points + points[:1] if ring else points))
        return found

    def contains_point(self, point, transform=None, radius=0.0):
        """Whether a point lies within."""
        return bool(self.contains_points([point])[0])

    def contains_points(self, points, transform=None, radius=0.0):
        """Whether each of several points lies within."""
        points = np.asarray(points, dtype=float).reshape(-1, 2)
        x, y = points[:, 0], points[:, 1]
        inside = np.zeros(len(points), dtype=bool)
        for corners, _ in self._lines():
            for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1]):
                if y0 != y1:
                    inside = inside ^ (((y0 > y) != (y1 > y)) & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0))
        return inside

    def get_extents(self, transform=None, **kwargs):
        """The box around it."""
        points = np.array([point for line, _ in self._lines() for point in line])
        return Bbox([points.min(axis=0).tolist(), points.max(axis=0).tolist()])

    def transformed(self, transform):
        """It at the places that a transform gives."""
        return Path(transform.transform(self.vertices), self.codes)

    def interpolated(self, steps):
        """It with steps - 1 points more on each line."""
        if steps == 1 or not len(self):
            return self
        parts = [a + (b - a) * i / steps for a, b in zip(self.vertices[:-1], self.vertices[1:]) for i in range(steps)]
        return Path(np.array([part.tolist() for part in parts] + [self.vertices[-1].tolist()]))

    @classmethod
    def make_compound_path(cls, *args):
        """One path of several."""
        codes = [code for path in args for code in ([1] + [2] * (len(path) - 1) if path.codes is None else path.codes.tolist())]
        return cls(np.concatenate([path.vertices for path in args]), codes)

    @classmethod
    def unit_rectangle(cls):
        """From (0, 0) to (1, 1)."""
        return cls([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], [1, 2, 2, 2, 79])

    @classmethod
    def unit_regular_polygon(cls, numVertices):
        """With corners on the unit circle."""
        angles = [2 * math.pi * i / numVertices + math.pi / 2 for i in range(numVertices + 1)]
        return cls([[math.cos(a), math.sin(a)] for a in angles], closed=True)

    @classmethod
    def circle(cls, center=(0.0, 0.0), radius=1.0, readonly=False):
        """A circle of curves."""
        path = cls.arc(0, 360)
        return cls(path.vertices * radius + np.array([float(part) for part in center]), path.codes)

    @classmethod
    def unit_circle(cls):
        """The circle of radius 1."""
        return cls.circle()

    @classmethod
    def arc(cls, theta1, theta2, n=None, is_wedge=False):
        """A part of the unit circle, in degrees."""
        span = theta2 - theta1 - 360 * math.floor((theta2 - theta1) / 360)
        span = 360.0 if theta2 != theta1 and span <= 1e-12 else span
        n = int(2 ** math.ceil(span / 90)) if n is None else n
        points, codes = [], []
        for i in range(n):
            a, b = (math.radians(theta1 + span * k / n) for k in (i, i + 1))
            k = 4 / 3 * math.tan((b - a) / 4)
            if not i:
                points.append((math.cos(a), math.sin(a)))
                codes.append(1)
            points += [(math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a)), (math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b)),
                       (math.cos(b), math.sin(b))]
            codes += [4, 4, 4]
        if is_wedge:
            points, codes = [(0.0, 0.0), *points, (0.0, 0.0), (0.0, 0.0)], [1, 2, *codes[1:], 2, 79]
        return cls(points, codes)

    @classmethod
    def wedge(cls, theta1, theta2, n=None):
        """A slice of the unit circle, in degrees."""
        return cls.arc(theta1, theta2, n, True)


def _curve(points):
    """Points on a curve of two or three degrees, after the first."""
    made = []
    for i in range(1, _PIECES + 1):
        t, layer = i / _PIECES, points
        while len(layer) > 1:
            layer = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in zip(layer, layer[1:])]
        made.append(layer[0])
    return made


class Bbox:
    """A box: x0, y0, x1, y1."""

    def __init__(self, points):
        (self.x0, self.y0), (self.x1, self.y1) = points

    @property
    def width(self):
        """From left to right."""
        return self.x1 - self.x0

    @property
    def height(self):
        """From bottom to top."""
        return self.y1 - self.y0

    @property
    def bounds(self):
        """Left, bottom, width, height."""
        return self.x0, self.y0, self.width, self.height

    @property
    def extents(self):
        """Left, bottom, right, top."""
        return np.array([self.x0, self.y0, self.x1, self.y1])

    def __repr__(self):
        return f"Bbox([[{self.x0}, {self.y0}], [{self.x1}, {self.y1}]])"
