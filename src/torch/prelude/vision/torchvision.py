"""`torchvision`: data sets of pictures, and transforms."""

from torchvision import datasets, transforms, utils

__version__ = "0.26.0"
