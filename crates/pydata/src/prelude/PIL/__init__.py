"""`PIL`: pictures."""

from PIL import Image

__version__ = "13.0.0"
UnidentifiedImageError = Image.UnidentifiedImageError
