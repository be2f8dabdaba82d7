"""`PIL.ImagePalette`: the colours of pictures of mode P."""


class ImagePalette:
    """Colours one after the other: bytes of red, green and blue (and alpha in mode RGBA)."""

    def __init__(self, mode="RGB", palette=None):
        self.mode, self.rawmode, self.dirty = mode, None, None
        self.palette = bytearray(palette or b"")

    @property
    def colors(self):
        """The place of each colour."""
        size, found = len(self.mode), {}
        for i in range(0, len(self.palette), size):
            found.setdefault(tuple(self.palette[i : i + size]), i // size)
        return found

    def copy(self):
        """Another one like it."""
        return ImagePalette(self.mode, bytes(self.palette))

    def tobytes(self):
        """The colours as bytes."""
        return bytes(self.palette)

    tostring = tobytes

    def getdata(self):
        """The mode and the bytes."""
        return self.mode, bytes(self.palette)

    def _rgb(self):
        """Red, green and blue of all colours."""
        if self.mode == "RGB":
            return bytes(self.palette)
        return bytes(part for i, part in enumerate(self.palette) if i % 4 < 3)

    def getcolor(self, color, image=None):
        """The place of a colour, which is added if it is not there."""
        if not isinstance(color, tuple):
            raise ValueError(f"unknown color specifier: {color!r}")
        if self.mode == "RGB" and len(color) == 4:
            if color[3] != 255:
                raise ValueError("cannot add non-opaque RGBA color to RGB palette")
            color = color[:3]
        elif self.mode == "RGBA" and len(color) == 3:
            color = color + (255,)
        known = self.colors
        if color in known:
            return known[color]
        if len(self.palette) >= 256 * len(self.mode):
            raise ValueError("cannot allocate more than 256 colors")
        self.palette += bytes(color)
        return len(self.palette) // len(self.mode) - 1


def raw(rawmode, data):
    """A palette of bytes."""
    return ImagePalette("RGBA" if "A" in rawmode else "RGB", data)


def negative(mode="RGB"):
    """From white to black."""
    return ImagePalette(mode, bytes(255 - i for i in range(256) for _ in range(len(mode))))


def wedge(mode="RGB"):
    """From black to white."""
    return ImagePalette(mode, bytes(i for i in range(256) for _ in range(len(mode))))


def random(mode="RGB"):
    """Any colours."""
    from random import randint

    return ImagePalette(mode, bytes(randint(0, 255) for _ in range(256 * len(mode))))
