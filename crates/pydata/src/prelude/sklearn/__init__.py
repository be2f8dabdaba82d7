"""`sklearn`: generates, splits and scales data for tensors, and scores predictions."""

from sklearn import datasets, metrics, model_selection, preprocessing, utils
