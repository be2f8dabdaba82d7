"""The functions that pickles of arrays refer to."""

import numpy


def _reconstruct(subtype, shape, dtype):
    """An empty array, which takes its elements by `__setstate__`."""
    return numpy.zeros(0)


def scalar(dtype, data):
    """Rebuilds a scalar from its bytes."""
    return numpy.frombuffer(data, dtype=dtype)[0]


def __getattr__(name):
    return getattr(numpy, name)
