"""Images and tensors alike: their sizes, their samples, and the ways to find values between pixels."""

import enum

from PIL import Image


class InterpolationMode(enum.Enum):
    """The interpolation between pixels."""

    NEAREST = "nearest"
    NEAREST_EXACT = "nearest-exact"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"
    BOX = "box"
    HAMMING = "hamming"
    LANCZOS = "lanczos"


_FILTERS = {"nearest": 0, "nearest-exact": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "box": 4, "hamming": 5}


def _is_picture(img):
    return isinstance(img, Image.Image)


def _name(interpolation):
    return interpolation.value if isinstance(interpolation, InterpolationMode) else interpolation


def get_dimensions(img):
    """[channels, height, width]"""
    if _is_picture(img):
        return [len(img.getbands()), img.height, img.width]
    return [1 if img.dim() == 2 else img.shape[-3], img.shape[-2], img.shape[-1]]


def get_image_size(img):
    """[width, height]"""
    return get_dimensions(img)[:0:-1]


def pil_to_tensor(pic):
    """A picture's samples: uint8 (samples, height, width)."""
    if not _is_picture(pic):
        raise TypeError(f"pic should be PIL Image. Got {type(pic)}")
    return pic._samples.permute(2, 0, 1).contiguous()
