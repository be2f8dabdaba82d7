"""`torchvision`: data sets of pictures, transforms, models, and operations on boxes."""

from torchvision import datasets, io, models, ops, transforms, tv_tensors, utils

__version__ = "0.26.0"
