"""`matplotlib.image`: pictures in files, and pictures in axes."""

from matplotlib.artist import AxesImage
from matplotlib.pyplot import imread, imsave

__all__ = ["AxesImage", "imread", "imsave", "pil_to_array"]


def pil_to_array(pilImage):
    """A PIL picture as an array: (rows, columns[, 3 or 4])."""
    import numpy as np

    return np.asarray(pilImage if pilImage.mode in ("RGBA", "RGBX", "RGB", "L") else pilImage.convert("RGBA"))
