"""`torchvision.io`: pictures in files as uint8 tensors (samples, height, width)."""

import enum
import io

import torch
from PIL import Image
from torchvision.transforms import functional as F


class ImageReadMode(enum.Enum):
    """The mode in which an image is read."""

    UNCHANGED = 0
    GRAY = 1
    GRAY_ALPHA = 2
    RGB = 3
    RGB_ALPHA = 4


_MODES = {"GRAY": "L", "GRAY_ALPHA": "LA", "RGB": "RGB", "RGB_ALPHA": "RGBA"}


def decode_image(input, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    """A picture of a file, or of a file's bytes."""
    name = mode.upper() if isinstance(mode, str) else mode.name
    picture = Image.open(io.BytesIO(bytes(input.tolist())) if torch.is_tensor(input) else str(input))
    if name == "UNCHANGED":
        return F.pil_to_tensor(picture)
    if name not in _MODES:
        raise KeyError(name)
    return F.pil_to_tensor(picture.convert(_MODES[name]))


read_image = decode_image


def read_file(path):
    """A file's bytes."""
    with open(path, "rb") as file:
        return torch.tensor(list(file.read()), dtype=torch.uint8)


def _picture(input):
    if input.dtype != torch.uint8:
        raise RuntimeError("Input tensor dtype should be uint8")
    if input.dim() != 3 or input.shape[0] not in (1, 3):
        raise RuntimeError(f"The number of channels should be 1 or 3, got: {input.shape[0] if input.dim() else 0}")
    return F.to_pil_image(input)


def write_png(input, filename, compression_level=6):
    """Writes a uint8 tensor (samples, height, width) as PNG."""
    _picture(input).save(filename, "PNG")


def write_jpeg(input, filename, quality=75):
    """Writes a uint8 tensor (samples, height, width) as JPEG."""
    _picture(input).save(filename, "JPEG", quality=quality)
