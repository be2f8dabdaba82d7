"""A part of `numpy._core`: its functions are those of `numpy`."""


def __getattr__(name):
    import numpy

    return getattr(numpy, name)
