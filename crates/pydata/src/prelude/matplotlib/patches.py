"""`matplotlib.patches`: shapes for add_patch and legends."""

import math

from matplotlib.artist import Area, Key, Rectangle


def _style(kwargs):
    fill = kwargs.pop("fill", True)
    color = kwargs.pop("color", None)
    face = kwargs.pop("facecolor", kwargs.pop("fc", None)) or color or "C0"
    edge = kwargs.pop("edgecolor", kwargs.pop("ec", None)) or color
    width = kwargs.pop("linewidth", kwargs.pop("lw", 1.0))
    kwargs.pop("linestyle", kwargs.pop("ls", None))
    return {"color": face, "edge": edge, "edge_width": width, "hollow": not fill, **kwargs}


class Patch(Key):
    """A colour in the legend: Patch(color='C0', label='train')."""

    def __init__(self, *, color=None, facecolor=None, edgecolor=None, label=None, alpha=None, zorder=None, **kwargs):
        super().__init__(color or facecolor or "C0", label=label, alpha=alpha, zorder=zorder)


class Polygon(Area):
    """The area within corners: Polygon([(x, y), ...])."""

    def __init__(self, xy, *, closed=True, **kwargs):
        super().__init__([float(corner[0]) for corner in xy], [float(corner[1]) for corner in xy], **_style(kwargs))


class Ellipse(Polygon):
    """Ellipse((x, y), width, height, angle=0)."""

    def __init__(self, xy, width, height, *, angle=0.0, **kwargs):
        turn = math.radians(angle)
        corners = []
        for i in range(72):
            a, b = width / 2 * math.cos(i * math.pi / 36), height / 2 * math.sin(i * math.pi / 36)
            corners.append((xy[0] + a * math.cos(turn) - b * math.sin(turn), xy[1] + a * math.sin(turn) + b * math.cos(turn)))
        super().__init__(corners, **kwargs)


class Circle(Ellipse):
    """Circle((x, y), radius)."""

    def __init__(self, xy, radius=5, **kwargs):
        super().__init__(xy, 2 * radius, 2 * radius, **kwargs)


class Wedge(Polygon):
    """A slice of a disc from theta1 to theta2, in degrees."""

    def __init__(self, center, r, theta1, theta2, *, width=None, **kwargs):
        self.center, self.r, self.theta1, self.theta2, self.width = center, r, theta1, theta2, width
        steps = max(2, int(abs(theta2 - theta1) / 3) + 1)
        angles = [math.radians(theta1 + (theta2 - theta1) * i / steps) for i in range(steps + 1)]
        outer = [(center[0] + r * math.cos(a), center[1] + r * math.sin(a)) for a in angles]
        inner = [center] if width is None else [(center[0] + (r - width) * math.cos(a), center[1] + (r - width) * math.sin(a)) for a in reversed(angles)]
        super().__init__(outer + inner, **kwargs)
