"""`PIL.ImageFont`: texts as masks. Letters are drawn by this project's own rasterizer, so that pixels and lengths are near
to those of Pillow's FreeType, not equal; the default font is DejaVu Sans here, where Pillow has Aileron."""

import enum
import os

import torch
from PIL import Image, _imaging


class Layout(enum.IntEnum):
    """Ways of laying out a line, of which the basic one is here."""

    BASIC = 0
    RAQM = 1


class FreeTypeFont:
    """A font of a size in pixels."""

    def __init__(self, font=None, size=10, index=0, encoding="", layout_engine=None):
        if size <= 0:
            raise ValueError(f"font size must be greater than 0, not {size}")
        self.path, self.size, self.index, self.encoding, self.layout_engine = font, size, index, encoding, Layout.BASIC
        self._data = _font_data(font)
        self._line("x")

    def _line(self, text):
        """Mask, left, top, advance, ascent and descent of one line."""
        return _imaging.letters(str(text), float(self.size), self._data)

    def getname(self):
        """The family and the style."""
        return ("DejaVu Sans", "Book") if self._data is None else (os.path.splitext(os.path.basename(str(self.path)))[0], "Regular")

    def getmetrics(self):
        """From the base line up to the highest letter, and down to the lowest."""
        *_, ascent, descent = self._line("x")
        return int(ascent), int(descent)

    def getlength(self, text, mode="", direction=None, features=None, language=None):
        """Pixels to where the next text would begin."""
        return float(self._line(text)[3])

    def getbbox(self, text, mode="", direction=None, features=None, language=None, stroke_width=0, anchor=None):
        """Left, top, right and bottom of what is drawn at (0, 0)."""
        mask, left, top, advance, ascent, descent = self._line(text)
        dx, dy = _anchored(anchor, advance, ascent, descent, top, mask.shape[0])
        wide = stroke_width
        return left + dx - wide, top + dy - wide, max(left + mask.shape[1], round(advance) if not mask.shape[1] else 0) + dx + wide, top + mask.shape[0] + dy + wide

    def getmask(self, text, mode="", direction=None, features=None, language=None, stroke_width=0, anchor=None, ink=0, start=None):
        """How much of each pixel letters cover, as a picture of mode L."""
        return self.getmask2(text, mode, stroke_width=stroke_width)[0]

    def getmask2(self, text, mode="", direction=None, features=None, language=None, stroke_width=0, anchor=None, ink=0, start=None, *args, **kwargs):
        """The mask, and where it begins."""
        mask, left, top, *_ = self._line(text)
        mask = _stroked(mask, stroke_width)
        if mode == "1":
            mask = torch.where(mask >= 128, 255, 0).to(torch.uint8)
        return Image.Image(mask.unsqueeze(2), "L"), (left - stroke_width, top - stroke_width)

    def font_variant(self, font=None, size=None, index=None, encoding=None, layout_engine=None):
        """The same font in another size."""
        return FreeTypeFont(self.path if font is None else font, self.size if size is None else size)


ImageFont = FreeTypeFont


def _font_data(font):
    """The bytes of a font's file; None for the font here."""
    if font is None:
        return None
    if hasattr(font, "read"):
        return font.read()
    name = os.fspath(font)
    if os.path.exists(name):
        with open(name, "rb") as file:
            return file.read()
    if os.path.splitext(os.path.basename(name))[0].lower() in ("dejavusans", "dejavu sans"):
        return None
    raise OSError("cannot open resource")


def _anchored(anchor, advance, ascent, descent, top, high):
    """How far an anchor moves a line whose place is its left end at its ascent."""
    anchor = "la" if anchor is None else anchor
    if len(anchor) != 2 or anchor[0] not in "lmr" or anchor[1] not in "atmsbd":
        raise ValueError(f"bad anchor specified {anchor!r}" if len(anchor) == 2 else "anchor must be a 2 character string")
    across = {"l": 0.0, "m": advance / 2, "r": advance}[anchor[0]]
    down = {"a": 0.0, "t": top, "m": (ascent + descent) / 2, "s": ascent, "b": top + high, "d": ascent + descent}[anchor[1]]
    return -round(across), -round(down)


def _stroked(mask, width):
    """A mask with a stroke around it."""
    width = int(width)
    if width <= 0 or not mask.numel():
        return mask
    rows, columns = mask.shape
    found = torch.zeros(rows + 2 * width, columns + 2 * width, dtype=torch.uint8)
    for dy in range(-width, width + 1):
        for dx in range(-width, width + 1):
            if dx * dx + dy * dy <= width * width + 0.5:
                part = found[width + dy : width + dy + rows, width + dx : width + dx + columns]
                found[width + dy : width + dy + rows, width + dx : width + dx + columns] = torch.maximum(part, mask)
    return found


def load_default(size=None):
    """The font here, of 10 pixels if no size is given."""
    return FreeTypeFont(None, 10 if size is None else size)


def truetype(font=None, size=10, index=0, encoding="", layout_engine=None):
    """A font from a TrueType or OpenType file."""
    return FreeTypeFont(font, size, index, encoding, layout_engine)


def load(filename):
    """Not here: fonts of pixels."""
    raise OSError("cannot find glyph data file")
