"""`numpy.typing`: names for annotations."""

import typing

import numpy

ArrayLike = typing.Any
DTypeLike = typing.Any


class NDArray:
    """`NDArray[np.float32]`, in annotations."""

    def __class_getitem__(cls, item):
        return numpy.ndarray
