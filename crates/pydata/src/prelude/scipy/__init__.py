"""`scipy`: the few functions that programs with tensors meet."""

from scipy import integrate, linalg, signal, spatial, special, stats

__version__ = "1.17.1"
