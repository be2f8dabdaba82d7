"""`PIL`: pictures."""

from PIL import Image

UnidentifiedImageError = Image.UnidentifiedImageError
