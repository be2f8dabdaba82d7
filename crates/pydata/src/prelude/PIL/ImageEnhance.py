"""`PIL.ImageEnhance`: colour, contrast, brightness and sharpness by a factor."""

from PIL import Image, ImageFilter


class _Enhance:
    def enhance(self, factor):
        """The picture with a factor: 0.0 has none of it, 1.0 is the picture."""
        return Image.blend(self.degenerate, self.image, factor)

    def _with_alpha(self):
        if self.image.mode in ("LA", "RGBA"):
            self.degenerate.putalpha(self.image.getchannel("A"))


class Color(_Enhance):
    """Saturation."""

    def __init__(self, image):
        self.image = image
        mode = "LA" if "A" in image.getbands() else "L"
        self.degenerate = image.convert(mode).convert(image.mode)


class Contrast(_Enhance):
    """Contrast, around the mean grey."""

    def __init__(self, image):
        self.image = image
        mean = int(float(image.convert("L")._samples.double().mean()) + 0.5)
        self.degenerate = Image.new("L", image.size, mean).convert(image.mode)
        self._with_alpha()


class Brightness(_Enhance):
    """Brightness, from black."""

    def __init__(self, image):
        self.image = image
        self.degenerate = Image.new(image.mode, image.size, 0)
        self._with_alpha()


class Sharpness(_Enhance):
    """Sharpness, from a smoothed picture."""

    def __init__(self, image):
        self.image = image
        self.degenerate = image.filter(ImageFilter.SMOOTH)
        self._with_alpha()
