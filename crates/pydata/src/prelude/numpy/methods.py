"""Methods of arrays: NumPy's functions."""

import numpy


def sum(self, axis=None, dtype=None, out=None, keepdims=False):
    """Sum over all elements, or along axes."""
    return numpy.sum(self, axis, dtype, out, keepdims)


def conj(self):
    """The conjugate: real numbers are their own."""
    return numpy.conj(self)


def conjugate(self):
    """The conjugate: real numbers are their own."""
    return numpy.conj(self)


def mean(self, axis=None, dtype=None, out=None, keepdims=False):
    """Mean of all elements, or along axes."""
    return numpy.mean(self, axis, dtype, out, keepdims)


def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Variance: squared distances from the mean over n - ddof."""
    return numpy.var(self, axis, dtype, out, ddof, keepdims)


def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Standard deviation: the root of the variance."""
    return numpy.std(self, axis, dtype, out, ddof, keepdims)


def max(self, axis=None, out=None, keepdims=False):
    """Largest of all elements, or along axes."""
    return numpy.max(self, axis, out, keepdims)


def min(self, axis=None, out=None, keepdims=False):
    """Smallest of all elements, or along axes."""
    return numpy.min(self, axis, out, keepdims)


def prod(self, axis=None, dtype=None, out=None, keepdims=False):
    """Product of all elements, or along axes."""
    return numpy.prod(self, axis, dtype, out, keepdims)


def all(self, axis=None, out=None, keepdims=False):
    """True where all are not 0."""
    return numpy.all(self, axis, out, keepdims)


def any(self, axis=None, out=None, keepdims=False):
    """True where one is not 0."""
    return numpy.any(self, axis, out, keepdims)


def argmax(self, axis=None, out=None, keepdims=False):
    """Position of the largest."""
    return numpy.argmax(self, axis, out, keepdims)


def argmin(self, axis=None, out=None, keepdims=False):
    """Position of the smallest."""
    return numpy.argmin(self, axis, out, keepdims)


def cumsum(self, axis=None):
    """Sums of the elements so far."""
    return numpy.cumsum(self, axis)


def cumprod(self, axis=None):
    """Products of the elements so far."""
    return numpy.cumprod(self, axis)


def clip(self, min=None, max=None):
    """Not less than min, not more than max."""
    return numpy.clip(self, min, max)


def round(self, decimals=0):
    """Rounded to so many digits after the point."""
    return numpy.round(self, decimals)


def dot(self, b):
    """The product of vectors or matrices."""
    return numpy.dot(self, b)


def ravel(self):
    """The elements in one dimension."""
    return numpy.ravel(self)


def transpose(self, *axes):
    """Dimensions reversed, or in this order."""
    axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], (int, numpy.integer)) else axes
    return numpy.transpose(self, axes or None)


def swapaxes(self, axis1, axis2):
    """Two dimensions exchanged."""
    return numpy.swapaxes(self, axis1, axis2)


def squeeze(self, axis=None):
    """Without dimensions of size 1."""
    return numpy.squeeze(self, axis)


def repeat(self, repeats, axis=None):
    """Each element several times."""
    return numpy.repeat(self, repeats, axis)


def take(self, indices, axis=None):
    """The elements at indices, or slices along an axis."""
    return numpy.take(self, indices, axis)


def nonzero(self):
    """Returns the positions of nonzero elements, one array per dimension."""
    return numpy.nonzero(self)


def argsort(self, axis=-1, kind=None):
    """Positions in ascending order."""
    return numpy.argsort(self, axis, kind)


def sort(self, axis=-1):
    """Sorts in ascending order, in place."""
    self[...] = numpy.sort(self, axis)


def fill(self, value):
    """Fills with one value, in place."""
    self[...] = value


def searchsorted(self, v, side="left"):
    """Returns where elements would be inserted into the sorted array."""
    return numpy.searchsorted(self, v, side)


def trace(self, offset=0):
    """The sum of the diagonal."""
    return numpy.trace(self, offset)


def diagonal(self, offset=0):
    """The diagonal of a matrix."""
    return numpy.diagonal(self, offset)


def ptp(self, axis=None):
    """Largest minus smallest."""
    return numpy.ptp(self, axis)


def tobytes(self):
    """The bytes of the elements, row by row."""
    import torch

    return bytes(torch.as_tensor(self).contiguous().reshape(-1).view(torch.uint8).tolist())


def __abs__(self):
    """abs(array)"""
    return numpy.abs(self)


def __reduce__(self):
    """Returns the pickle form."""
    from numpy._core.multiarray import _reconstruct

    return _reconstruct, (numpy.ndarray, (0,), b"b"), (1, self.shape, self.dtype, False, self.tobytes())


def _restored(state):
    _, shape, dtype, by_columns, data = state
    flat = numpy.frombuffer(data, dtype=dtype) if data else numpy.zeros(0, dtype=dtype)
    return flat.reshape(tuple(shape)[::-1]).T if by_columns else flat.reshape(shape)


# NumPy's type codes; "<" is the byte order.
def _dtype_reduced(self):
    name = self.name if self.kind == "b" else f"{self.kind}{self.itemsize}"
    return numpy.dtype, (name, False, True), (3, "<", None, None, None, -1, -1, 0)


numpy.dtype.__reduce__ = _dtype_reduced
numpy.dtype.__setstate__ = lambda self, state: None
