"""`PIL.ImageDraw`: points, lines and rectangles on a picture, in place."""

from PIL import _modes


def Draw(im, mode=None):
    """What draws on a picture."""
    if mode not in (None, im.mode):
        raise ValueError("mode mismatch")
    return ImageDraw(im)


class ImageDraw:
    """Draws on a picture: point, line, rectangle."""

    def __init__(self, im):
        self._image = self.im = im
        self.mode = im.mode

    def __getattr__(self, name):
        if name in ("text", "multiline_text", "textbbox", "textlength", "ellipse", "circle", "polygon", "arc", "chord", "pieslice"):
            raise NotImplementedError(f"ImageDraw.{name} is not here; matplotlib draws texts and shapes over a picture")
        raise AttributeError(f"'ImageDraw' object has no attribute {name!r}")

    def _color(self, color):
        if color is None:
            # Pillow's default is -1: black in grey, all bits of several samples.
            color = 0 if self.mode == "L" else (255,) * self._image._samples.shape[2]
        return _modes.ink(color, self.mode)

    def _fill(self, left, upper, right, lower, color):
        # Both ends are inside.
        samples = self._image._samples
        if right >= left and lower >= upper and right >= 0 and lower >= 0:
            samples[max(upper, 0) : lower + 1, max(left, 0) : right + 1] = color

    def point(self, xy, fill=None):
        """Points, at [(x, y), ...] or [x, y, ...]."""
        color = self._color(fill)
        for x, y in _places(xy):
            self._fill(x, y, x, y, color)

    def line(self, xy, fill=None, width=0, joint=None):
        """Lines between places, one pixel wide."""
        places, color = _places(xy), self._color(fill)
        if width > 1:
            raise NotImplementedError("ImageDraw.line: lines of several pixels are not here; rectangle draws upright ones")
        for (x, y), (to_x, to_y) in zip(places, places[1:]):
            self._thin_line(x, y, to_x, to_y, color)
        if places:
            self._fill(*places[-1], *places[-1], color)

    def _thin_line(self, x, y, to_x, to_y, color):
        # Bresenham's, without its last point.
        across, down = abs(to_x - x), abs(to_y - y)
        step_x, step_y = (1 if to_x >= x else -1), (1 if to_y >= y else -1)
        if across == 0 or down == 0:
            self._fill(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y), color)
            return
        is_flat = across > down
        long, short = (across, down) if is_flat else (down, across)
        error = 2 * short - long
        for _ in range(long):
            self._fill(x, y, x, y, color)
            if error >= 0:
                x, y = (x, y + step_y) if is_flat else (x + step_x, y)
                error -= 2 * long
            error += 2 * short
            x, y = (x + step_x, y) if is_flat else (x, y + step_y)

    def rectangle(self, xy, fill=None, outline=None, width=1):
        """A rectangle from (left, upper) to (right, lower), both inside."""
        (left, upper), (right, lower) = _places(xy)
        if right < left:
            raise ValueError("x1 must be greater than or equal to x0")
        if lower < upper:
            raise ValueError("y1 must be greater than or equal to y0")
        if fill is not None:
            self._fill(left, upper, right, lower, self._color(fill))
        if (outline is not None or fill is None) and width != 0:
            color = self._color(outline)
            for inset in range(width):
                self._fill(left, upper + inset, right, upper + inset, color)
                self._fill(left, lower - inset, right, lower - inset, color)
                self._fill(left + inset, upper, left + inset, lower, color)
                self._fill(right - inset, upper, right - inset, lower, color)


def _places(xy):
    """Pairs of whole coordinates."""
    xy = xy.tolist() if hasattr(xy, "tolist") else list(xy)
    flat = [number for each in xy for number in (each if isinstance(each, (tuple, list)) else (each,))]
    if len(flat) % 2:
        raise ValueError("wrong number of coordinates")
    return [(int(x), int(y)) for x, y in zip(flat[::2], flat[1::2])]
