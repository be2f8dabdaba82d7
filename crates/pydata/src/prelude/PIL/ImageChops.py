"""`PIL.ImageChops`: arithmetic of pictures, sample by sample, to Pillow's roundings."""

import torch
from PIL import Image


def _both(image1, image2, change):
    """A picture of what two have in common, of samples that a function makes of both."""
    if image1.mode != image2.mode:
        raise ValueError("images do not match")
    rows, columns = min(image1.height, image2.height), min(image1.width, image2.width)
    first, second = (image._samples[:rows, :columns] for image in (image1, image2))
    return Image._like(change(first.int(), second.int()).clamp(0, 255).to(torch.uint8), image1)


def _by_255(value):
    value = value + 128
    return ((value >> 8) + value) >> 8


def constant(image, value):
    """A picture of one grey."""
    return Image.new("L", image.size, value)


def duplicate(image):
    """A copy."""
    return image.copy()


def invert(image):
    """255 less each sample."""
    return Image._like(255 - image._samples, image)


def lighter(image1, image2):
    """The larger of both."""
    return _both(image1, image2, torch.maximum)


def darker(image1, image2):
    """The smaller of both."""
    return _both(image1, image2, torch.minimum)


def difference(image1, image2):
    """How far both are apart."""
    return _both(image1, image2, lambda a, b: (a - b).abs())


def multiply(image1, image2):
    """The product: white leaves the other."""
    return _both(image1, image2, lambda a, b: torch.div(a * b, 255, rounding_mode="floor"))


def screen(image1, image2):
    """The product of what lacks to white."""
    return _both(image1, image2, lambda a, b: 255 - torch.div((255 - a) * (255 - b), 255, rounding_mode="floor"))


def soft_light(image1, image2):
    """The second as a soft light on the first."""
    whole = lambda a, b: torch.div(a, b, rounding_mode="floor")
    return _both(image1, image2, lambda a, b: whole((255 - a) * (a * b), 65536) + whole(a * (255 - whole((255 - a) * (255 - b), 255)), 255))


def hard_light(image1, image2):
    """The second as a hard light on the first."""
    whole = lambda a: torch.div(a, 127, rounding_mode="floor")
    return _both(image1, image2, lambda a, b: torch.where(b < 128, whole(a * b), 255 - whole((255 - b) * (255 - a))))


def overlay(image1, image2):
    """Hard light with both exchanged."""
    whole = lambda a: torch.div(a, 127, rounding_mode="floor")
    return _both(image1, image2, lambda a, b: torch.where(a < 128, whole(a * b), 255 - whole((255 - a) * (255 - b))))


def add(image1, image2, scale=1.0, offset=0):
    """(a + b) / scale + offset."""
    return _both(image1, image2, lambda a, b: ((a + b).float() / scale + offset).trunc())


def subtract(image1, image2, scale=1.0, offset=0):
    """(a - b) / scale + offset."""
    return _both(image1, image2, lambda a, b: ((a - b).float() / scale + offset).trunc())


def add_modulo(image1, image2):
    """The sum, without what is beyond a byte."""
    return _both(image1, image2, lambda a, b: (a + b) & 255)


def subtract_modulo(image1, image2):
    """The difference, without what is beyond a byte."""
    return _both(image1, image2, lambda a, b: (a - b) & 255)


def _flags(image1, image2, change):
    for image in (image1, image2):
        if image.mode != "1":
            raise ValueError("image has wrong mode")
    return _both(image1, image2, lambda a, b: change(a != 0, b != 0).int() * 255)


def logical_and(image1, image2):
    """White where both are, in pictures of mode 1."""
    return _flags(image1, image2, torch.logical_and)


def logical_or(image1, image2):
    """White where one is, in pictures of mode 1."""
    return _flags(image1, image2, torch.logical_or)


def logical_xor(image1, image2):
    """White where only one is, in pictures of mode 1."""
    return _flags(image1, image2, torch.logical_xor)


def blend(image1, image2, alpha):
    """See Image.blend."""
    return Image.blend(image1, image2, alpha)


def composite(image1, image2, mask):
    """See Image.composite."""
    return Image.composite(image1, image2, mask)


def offset(image, xoffset, yoffset=None):
    """Moved, with what leaves at one side coming in at the other."""
    yoffset = xoffset if yoffset is None else yoffset
    return Image._like(torch.roll(image._samples, (yoffset, xoffset), (0, 1)), image)
