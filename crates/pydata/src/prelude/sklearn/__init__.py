"""`sklearn`: generates, splits and scales data for tensors, and scores predictions."""

from sklearn import datasets, exceptions, metrics, model_selection, preprocessing, utils

__version__ = "1.9.1"
