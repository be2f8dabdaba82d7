"""`sklearn`: generates, splits and scales data for tensors, and scores predictions."""

from sklearn import base, datasets, decomposition, exceptions, linear_model, manifold, metrics, model_selection
from sklearn import preprocessing, utils

__version__ = "1.9.1"
