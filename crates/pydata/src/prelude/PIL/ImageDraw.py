"""`PIL.ImageDraw`: shapes to Pillow's pixels and texts, on a picture, in place."""

import math

import torch
from PIL import Image, ImageFont, _imaging, _modes


def Draw(im, mode=None):
    """What draws on a picture; mode 'RGBA' lays colours with an alpha over a picture of mode RGB."""
    if mode not in (None, im.mode) and (mode, im.mode) != ("RGBA", "RGB"):
        raise ValueError("mode mismatch")
    return ImageDraw(im, mode)


class ImageDraw:
    """Draws on a picture: line, rectangle, ellipse, polygon, arc, text, ..."""

    font = None

    def __init__(self, im, mode=None):
        self._image = self.im = im
        self.mode = im.mode if mode is None else mode
        self._blends = self.mode != im.mode
        self.fontmode = "1" if self.mode in ("1", "P", "I", "F") else "L"
        self.fill = False

    def getfont(self):
        """The font of texts."""
        return self.font or ImageFont.load_default()

    # colours

    def _ink(self, color):
        """The samples of a colour."""
        if self._image.mode == "P" and color is not None:
            if isinstance(color, str):
                from PIL import ImageColor

                color = ImageColor.getrgb(color)
            if isinstance(color, tuple):
                color = self._image.palette.getcolor(color, self._image)
        if color is None:
            # Pillow's default is -1: black in grey, all bits of several samples.
            color = 255 if self.mode in ("1", "P") else 0 if self.mode == "L" else 1 if self.mode in ("I", "F") else (255,) * _modes.SAMPLES[self.mode]
        return _modes.ink(color, self.mode)

    def _inks(self, outline, fill):
        """The colours of an outline and of an area, of which one may be missing."""
        if outline is None and fill is None:
            return (None, self._ink(None)) if self.fill else (self._ink(None), None)
        return (None if outline is None else self._ink(outline)), (None if fill is None else self._ink(fill))

    def _lay(self, mask, left, top, ink):
        """A colour where a mask is true."""
        samples = self._image._samples
        rows, columns = mask.shape
        part = samples[top : top + rows, left : left + columns]
        if self._blends:
            below, alpha = part.int(), int(ink[3])
            mixed = ink[:3].int() * alpha + below * (255 - alpha) + 128
            color = (((mixed >> 8) + mixed) >> 8).to(samples.dtype)
        else:
            color = ink.to(samples.dtype).expand(rows, columns, len(ink))
        samples[top : top + rows, left : left + columns] = torch.where(mask.unsqueeze(2), color, part)

    def _shape(self, kind, xy, ink, width=0, angles=(0.0, 0.0), within=None):
        """A shape in a colour; a width of 0 fills it."""
        found = _imaging.cover(self._image.width, self._image.height, kind, _flat(xy), float(angles[0]), float(angles[1]), int(width))
        if found is None:
            return
        mask, left, top = found
        if within is not None:
            mask = mask & within[top : top + mask.shape[0], left : left + mask.shape[1]]
        self._lay(mask, left, top, ink)

    def _both(self, kind, xy, fill, outline, width, angles=(0.0, 0.0)):
        """An area and its outline."""
        ink, inside = self._inks(outline, fill)
        box = _box(xy)
        if inside is not None:
            self._shape(kind, box, inside, 0, angles)
        if ink is not None and not _same(ink, inside) and width != 0:
            self._shape(kind, box, ink, width, angles)

    # shapes

    def point(self, xy, fill=None):
        """Points, at [(x, y), ...] or [x, y, ...]."""
        ink = self._inks(fill, None)[0]
        for x, y in _places(xy):
            if 0 <= x < self._image.width and 0 <= y < self._image.height:
                self._lay(torch.ones(1, 1, dtype=torch.bool), x, y, ink)

    def line(self, xy, fill=None, width=1, joint=None):
        """Lines between places; joint='curve' rounds their corners."""
        ink = self._inks(fill, None)[0]
        width = 1 if width is None else width
        if width == 0 and len(_flat(xy)) > 2:
            width = 1
        self._shape("line", xy, ink, width)
        if joint == "curve" and width > 4:
            self._round_joints(_pairs(xy), fill, width)

    def _round_joints(self, points, fill, width):
        for before, point, after in zip(points, points[1:], points[2:]):
            angles = [math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360 for start, end in ((before, point), (point, after))]
            if angles[0] == angles[1]:
                continue
            flipped = angles[1] > angles[0] and angles[1] - 180 > angles[0] or angles[1] < angles[0] and angles[1] + 180 > angles[0]
            start, end = (angles[1] + 90, angles[0] + 90) if flipped else (angles[0] - 90, angles[1] - 90)
            reach = width / 2 - 1
            self.pieslice([(point[0] - reach, point[1] - reach), (point[0] + reach, point[1] + reach)], start - 90, end - 90, fill)
            if width > 8:
                side = 90 if flipped else -90
                self.line([_at_angle(point, angles[0] + side, width), point, _at_angle(point, angles[1] + side, width)], fill, width=3)

    def rectangle(self, xy, fill=None, outline=None, width=1):
        """A rectangle from (left, upper) to (right, lower), both inside."""
        left, upper, right, lower = (int(number) for number in _box(xy))
        ink, inside = self._inks(outline, fill)
        if inside is not None:
            self._fill(left, upper, right, lower, inside)
        if ink is not None and not _same(ink, inside) and width != 0:
            for inset in range(width):
                self._fill(left, upper + inset, right, upper + inset, ink)
                self._fill(left, lower - inset, right, lower - inset, ink)
            # Without the last row; in a box that is too low for two lines these run upwards, as Pillow's do.
            first, end = upper + width, lower - width + 1
            first, last = (first, end - 1) if end > first else (end + 1, first)
            for inset in range(width if end != upper + width else 0):
                self._fill(left + inset, first, left + inset, last, ink)
                self._fill(right - inset, first, right - inset, last, ink)

    def _fill(self, left, upper, right, lower, ink):
        # Both ends are inside.
        left, upper = max(left, 0), max(upper, 0)
        right, lower = min(right, self._image.width - 1), min(lower, self._image.height - 1)
        if right >= left and lower >= upper:
            self._lay(torch.ones(lower - upper + 1, right - left + 1, dtype=torch.bool), left, upper, ink)

    def ellipse(self, xy, fill=None, outline=None, width=1):
        """The ellipse within a box, whose corners are inside."""
        self._both("ellipse", xy, fill, outline, width)

    def circle(self, xy, radius, fill=None, outline=None, width=1):
        """A circle around a centre."""
        self.ellipse((xy[0] - radius, xy[1] - radius, xy[0] + radius, xy[1] + radius), fill, outline, width)

    def arc(self, xy, start, end, fill=None, width=1):
        """A part of an ellipse's line, between angles in degrees with the clock from the right."""
        if width != 0:
            self._shape("arc", _box(xy), self._inks(fill, None)[0], width, (start, end))

    def chord(self, xy, start, end, fill=None, outline=None, width=1):
        """A part of an ellipse that a straight line cuts off."""
        self._both("chord", xy, fill, outline, width, (start, end))

    def pieslice(self, xy, start, end, fill=None, outline=None, width=1):
        """A slice of an ellipse."""
        self._both("pie", xy, fill, outline, width, (start, end))

    def polygon(self, xy, fill=None, outline=None, width=1):
        """The area within corners."""
        if len(_flat(xy)) < 4:
            raise TypeError("coordinate list must contain at least 2 coordinates")
        ink, inside = self._inks(outline, fill)
        if inside is not None:
            self._shape("polygon", xy, inside)
        if ink is None or _same(ink, inside) or width == 0:
            return
        if width == 1:
            return self._shape("polygon", xy, ink, 1)
        # The outline stays within the area.
        within = Image.new("1", self._image.size)
        Draw(within)._shape("polygon", xy, torch.tensor([255], dtype=torch.uint8))
        self._shape("polygon", xy, ink, width * 2 - 1, within=within._samples[:, :, 0] != 0)

    def regular_polygon(self, bounding_circle, n_sides, rotation=0, fill=None, outline=None, width=1):
        """A polygon of equal sides within a circle: (x, y, radius) or ((x, y), radius)."""
        self.polygon(_regular(bounding_circle, n_sides, rotation), fill, outline, width)

    def rounded_rectangle(self, xy, radius=0, fill=None, outline=None, width=1, *, corners=None):
        """A rectangle with round corners."""
        x0, y0, x1, y1 = _box(xy)
        corners = (True,) * 4 if corners is None else corners
        d = min(x1 - x0, y1 - y0, radius * 2)
        x0, y0, x1, y1 = round(x0), round(y0), round(x1), round(y1)
        level = upright = False
        if all(corners):
            level = d >= x1 - x0 - 1
            d = x1 - x0 if level else d
            upright = d >= y1 - y0 - 1
            d = y1 - y0 if upright else d
            if level and upright:
                return self.ellipse(xy, fill, outline, width)
        if d == 0 or not any(corners):
            return self.rectangle(xy, fill, outline, width)
        ink, inside = self._inks(outline, fill)
        round_parts = _round_corners((x0, y0, x1, y1), d, corners, level, upright)
        r = int(d // 2)
        if inside is not None:
            for box, *angles in round_parts:
                self._shape("pie", [int(number) for number in box], inside, 0, angles)
            self._middle((x0, y0, x1, y1), r, corners, level, upright, inside)
        if ink is not None and not _same(ink, inside) and width != 0:
            for box, *angles in round_parts:
                self._shape("arc", [int(number) for number in box], ink, width, angles)
            self._straight((x0, y0, x1, y1), r, corners, level, upright, ink, width)

    def _middle(self, box, r, corners, level, upright, ink):
        x0, y0, x1, y1 = box
        if level:
            self._fill(x0, y0 + r + 1, x1, y1 - r - 1, ink)
        elif x1 - r - 1 >= x0 + r + 1:
            self._fill(x0 + r + 1, y0, x1 - r - 1, y1, ink)
        if not level and not upright:
            self._fill(x0, y0 + (r + 1) * corners[0], x0 + r, y1 - (r + 1) * corners[3], ink)
            self._fill(x1 - r, y0 + (r + 1) * corners[1], x1, y1 - (r + 1) * corners[2], ink)

    def _straight(self, box, r, corners, level, upright, ink, width):
        x0, y0, x1, y1 = box
        if not level:
            self._fill(x0 + (r + 1) * corners[0], y0, x1 - (r + 1) * corners[1], y0 + width - 1, ink)
            self._fill(x0 + (r + 1) * corners[3], y1 - width + 1, x1 - (r + 1) * corners[2], y1, ink)
        if not upright:
            self._fill(x0, y0 + (r + 1) * corners[0], x0 + width - 1, y1 - (r + 1) * corners[3], ink)
            self._fill(x1 - width + 1, y0 + (r + 1) * corners[1], x1, y1 - (r + 1) * corners[2], ink)

    def bitmap(self, xy, bitmap, fill=None):
        """A colour through a mask, whose corner is at xy."""
        ink, inside = self._inks(fill, None)
        self._through(bitmap._samples[:, :, -1], int(xy[0]), int(xy[1]), ink if ink is not None else inside)

    def _through(self, mask, left, top, ink):
        """A colour through a mask of 0 to 255."""
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + mask.shape[1], self._image.width), min(top + mask.shape[0], self._image.height)
        if x1 <= x0 or y1 <= y0:
            return
        weights = mask[y0 - top : y1 - top, x0 - left : x1 - left].int().unsqueeze(2)
        samples = self._image._samples
        below = samples[y0:y1, x0:x1]
        if self._image.mode == "1":
            samples[y0:y1, x0:x1] = torch.where(weights >= 128, ink, below)
            return
        # Pillow mixes the bytes of wide samples one by one.
        parts, color = below.contiguous().view(torch.uint8), ink[: samples.shape[2]].view(torch.uint8).int()
        if self._image.mode in ("LA", "RGBA"):
            weights = _over_clear(weights, parts)
        mixed = color * weights + parts.int() * (255 - weights) + 128
        samples[y0:y1, x0:x1] = (((mixed >> 8) + mixed) >> 8).to(torch.uint8).view(samples.dtype)

    # texts

    def _lines(self, xy, text, font, anchor, spacing, align, stroke_width):
        """Each line with where it is anchored."""
        rows = str(text).split("\n")
        anchor = "la" if anchor is None else anchor
        if len(anchor) != 2:
            raise ValueError("anchor must be a 2 character string")
        if len(rows) > 1 and anchor[1] in "tb":
            raise ValueError("anchor not supported for multiline text")
        if align not in ("left", "center", "right", "justify"):
            raise ValueError('align must be "left", "center", "right" or "justify"')
        high = font.getbbox("A", stroke_width=stroke_width)[3] + stroke_width + spacing
        widths = [font.getlength(row) for row in rows]
        widest, top = max(widths), xy[1]
        if anchor[1] == "m":
            top -= (len(rows) - 1) * high / 2
        elif anchor[1] == "d":
            top -= (len(rows) - 1) * high
        placed = []
        for i, (row, width) in enumerate(zip(rows, widths)):
            spare = widest - width
            left = xy[0] - {"l": 0.0, "m": spare / 2, "r": spare}[anchor[0]]
            left += {"center": spare / 2, "right": spare}.get(align, 0.0)
            placed.append((row, (left, top + i * high), "l" + anchor[1] if len(rows) > 1 and anchor[0] == "l" else anchor))
        return placed

    def text(self, xy, text, fill=None, font=None, anchor=None, spacing=4, align="left", direction=None, features=None, language=None, stroke_width=0,
             stroke_fill=None, embedded_color=False, *, font_size=None):
        """A text, of which xy is the left end of the first line's ascent, or what anchor says."""
        font = font or (ImageFont.load_default(font_size) if font_size is not None else self.getfont())
        ink = self._inks(fill, None)[0]
        for row, place, at in self._lines(xy, text, font, anchor, spacing, align, stroke_width):
            if stroke_width:
                self._letters(row, place, at, font, self._ink(stroke_fill) if stroke_fill is not None else ink, stroke_width)
            if not stroke_width or stroke_fill is not None:
                self._letters(row, place, at, font, ink, 0)

    def _letters(self, row, place, anchor, font, ink, stroke_width):
        left, top, *_ = font.getbbox(row, anchor=anchor, stroke_width=stroke_width)
        mask = font.getmask(row, self.fontmode, stroke_width=stroke_width)
        self._through(mask._samples[:, :, 0], math.floor(place[0]) + left, math.floor(place[1]) + top, ink)

    multiline_text = text

    def textlength(self, text, font=None, direction=None, features=None, language=None, embedded_color=False, *, font_size=None):
        """Pixels to where the next text would begin."""
        if "\n" in text:
            raise ValueError("can't measure length of multiline text")
        return (font or ImageFont.load_default(font_size)).getlength(text)

    def textbbox(self, xy, text, font=None, anchor=None, spacing=4, align="left", direction=None, features=None, language=None, stroke_width=0,
                 embedded_color=False, *, font_size=None):
        """Left, top, right and bottom of what text would draw."""
        font = font or ImageFont.load_default(font_size)
        boxes = []
        for row, (x, y), at in self._lines(xy, text, font, anchor, spacing, align, stroke_width):
            left, top, right, bottom = font.getbbox(row, stroke_width=stroke_width, anchor=at)
            boxes.append((x + left, y + top, x + right, y + bottom))
        return tuple([min(box[0] for box in boxes), min(box[1] for box in boxes), max(box[2] for box in boxes), max(box[3] for box in boxes)])

    multiline_textbbox = textbbox


def _over_clear(weights, below):
    """The weight of each sample: where nothing is seen below, a colour keeps all of it, and only its alpha is mixed."""
    clear = (below[:, :, -1:] == 0) & (weights > 0)
    colors = torch.where(clear, 255, weights).expand(-1, -1, below.shape[2] - 1)
    return torch.cat([colors, weights], 2)


def floodfill(image, xy, value, border=None, thresh=0):
    """In place: fills what is connected with a place and of its colour (within thresh), or what a border encloses."""
    x, y = xy
    if not (0 <= x < image.width and 0 <= y < image.height):
        return
    rows, ink = image._samples.int(), _modes.ink(tuple(value) if isinstance(value, list) else value, image.mode)
    start = rows[y, x]
    if (ink.int() - start).abs().sum() <= thresh:
        return
    if border is None:
        open_ = (rows - start).abs().sum(2) <= thresh
    else:
        edge = _modes.ink(border, image.mode).int()
        open_ = ((rows - edge) != 0).any(2)
    open_ = open_.tolist()
    edge = [(x, y)]
    seen = [[False] * image.width for _ in range(image.height)]
    seen[y][x] = True
    while edge:
        x, y = edge.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            a, b = x + dx, y + dy
            if 0 <= a < image.width and 0 <= b < image.height and open_[b][a] and not seen[b][a]:
                seen[b][a] = True
                edge.append((a, b))
    inside = torch.tensor(seen)
    image._samples = torch.where(inside.unsqueeze(2), ink, image._samples)


def _flat(xy):
    """Coordinates as one list."""
    xy = xy.tolist() if hasattr(xy, "tolist") else list(xy)
    if any(len(each) != 2 for each in xy if isinstance(each, (tuple, list))):
        raise ValueError("incorrect coordinate type")
    flat = [number for each in xy for number in (each if isinstance(each, (tuple, list)) else (each,))]
    if len(flat) % 2:
        raise ValueError("wrong number of coordinates")
    return flat


def _pairs(xy):
    flat = _flat(xy)
    return list(zip(flat[::2], flat[1::2]))


def _places(xy):
    """Pairs of whole coordinates."""
    return [(int(x), int(y)) for x, y in _pairs(xy)]


def _box(xy):
    """Left, upper, right, lower."""
    flat = _flat(xy)
    if len(flat) != 4:
        raise TypeError("coordinate list must contain exactly 2 coordinates")
    if flat[2] < flat[0]:
        raise ValueError("x1 must be greater than or equal to x0")
    if flat[3] < flat[1]:
        raise ValueError("y1 must be greater than or equal to y0")
    return flat


def _same(a, b):
    return b is not None and a.tolist() == b.tolist()


def _at_angle(point, angle, width):
    reach, turn = width / 2 - 1, math.radians(angle - 90)
    whole = lambda part: math.floor(part) if part > 0 else math.ceil(part)
    return point[0] + whole(reach * math.cos(turn)), point[1] + whole(reach * math.sin(turn))


def _round_corners(box, d, corners, level, upright):
    """The boxes of a rounded rectangle's corners with their angles."""
    x0, y0, x1, y1 = box
    if level:
        return [((x0, y0, x0 + d, y0 + d), 180, 360), ((x0, y1 - d, x0 + d, y1), 0, 180)]
    if upright:
        return [((x0, y0, x0 + d, y0 + d), 90, 270), ((x1 - d, y0, x1, y0 + d), 270, 90)]
    all_four = [((x0, y0, x0 + d, y0 + d), 180, 270), ((x1 - d, y0, x1, y0 + d), 270, 360), ((x1 - d, y1 - d, x1, y1), 0, 90), ((x0, y1 - d, x0 + d, y1), 90, 180)]
    return [part for part, wanted in zip(all_four, corners) if wanted]


def _regular(circle, n_sides, rotation):
    """The corners of a polygon of equal sides."""
    if not isinstance(n_sides, int):
        raise TypeError("n_sides should be an int")
    if n_sides < 3:
        raise ValueError("n_sides should be an int > 2")
    (x, y), radius = (circle[0], circle[1]) if len(circle) == 2 else (circle[:2], circle[2])
    if radius <= 0:
        raise ValueError("bounding_circle radius should be > 0")
    angle, corners = 270 - 0.5 * (360 / n_sides) + rotation, []
    for _ in range(n_sides):
        turn = math.radians(360 - angle)
        corners.append((round(radius * math.cos(turn) + x, 2), round(radius * math.sin(turn) + y, 2)))
        angle += 360 / n_sides
        angle -= 360 if angle > 360 else 0
    return corners
