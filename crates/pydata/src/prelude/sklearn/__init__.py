"""`sklearn`: data that is made, split and scaled for tensors, and how well it was told apart."""

from sklearn import datasets, metrics, model_selection, preprocessing, utils
