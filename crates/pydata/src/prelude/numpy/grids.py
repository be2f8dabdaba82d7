"""Grids of coordinates and indices."""

import torch

class _Grid:
    """Coordinates, from slices: `np.mgrid[0:3, 0:2]`."""

    def __init__(self, whole):
        self._whole = whole

    def __getitem__(self, key):
        import numpy

        slices = key if isinstance(key, tuple) else (key,)
        axes = [numpy.arange(s.start or 0, s.stop, s.step or 1) for s in slices]
        grids = numpy.meshgrid(*axes, indexing="ij") if self._whole else ix_(*axes)
        if not isinstance(key, tuple):
            return grids[0]
        return numpy.stack(grids) if self._whole else tuple(grids)


mgrid = _Grid(True)
ogrid = _Grid(False)


class _Joined:
    """Arrays side by side, in brackets: `np.c_[a, b]` as columns, `np.r_[a, b]` one after the other."""

    def __init__(self, columns):
        self._columns = columns

    def __getitem__(self, key):
        import numpy

        parts = []
        for part in key if isinstance(key, tuple) else (key,):
            if isinstance(part, slice):
                step = part.step if part.step is not None else 1
                part = numpy.arange(part.start or 0, part.stop, step)
            part = numpy.atleast_1d(part)
            parts.append(part.reshape(-1, 1) if self._columns and part.ndim == 1 else part)
        return numpy.concatenate(parts, axis=-1 if self._columns else 0)


c_ = _Joined(True)
r_ = _Joined(False)


def fromfunction(function, shape, *, dtype="float64", like=None, **kwargs):
    """An array of a function of its indices."""
    import numpy

    return function(*[grid.astype(dtype) for grid in numpy.indices(shape)], **kwargs)


def ix_(*args):
    """Vectors that index a grid of rows and columns."""
    import numpy

    vectors = [numpy.asarray(x) for x in args]
    return tuple(x.reshape([-1 if i == d else 1 for d in range(len(vectors))]) for i, x in enumerate(vectors))


def ndindex(*shape):
    """All indices of a shape, the last running fastest."""
    import itertools

    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    return itertools.product(*[range(n) for n in shape])


def ndenumerate(arr):
    """Pairs of an index and its element."""
    import numpy

    arr = numpy.asarray(arr)
    return ((index, arr[index]) for index in ndindex(arr.shape))


def extract(condition, arr):
    """The elements where a condition holds."""
    import numpy

    return numpy.asarray(arr).reshape(-1)[numpy.asarray(condition).reshape(-1) != 0]


def lexsort(keys, axis=-1):
    """The order by the last key, then by those before it."""
    import numpy

    order = None
    for key in keys:
        key = numpy.asarray(key)
        if order is None:
            order = numpy.argsort(key, axis, kind="stable")
        else:
            inside = numpy.argsort(numpy.take_along_axis(key, order, axis), axis, kind="stable")
            order = numpy.take_along_axis(order, inside, axis)
    return order


def resize(a, new_shape):
    """The elements over and over, in another shape."""
    import numpy

    a = numpy.asarray(a).reshape(-1)
    shape = (new_shape,) if isinstance(new_shape, (int, integer)) else tuple(new_shape)
    count = numpy.prod(shape)
    return numpy.tile(a, -(-int(count) // a.size))[: int(count)].reshape(shape)


def tril_indices(n, k=0, m=None):
    """The positions at and below a diagonal of a matrix of n rows.

    >>> import numpy as np
    >>> [index.tolist() for index in np.tril_indices(2)]
    [[0, 1, 1], [0, 0, 1]]
    """
    return tuple(index.numpy() for index in torch.tril_indices(n, n if m is None else m, k))


def triu_indices(n, k=0, m=None):
    """The positions at and above a diagonal of a matrix of n rows.

    >>> import numpy as np
    >>> [index.tolist() for index in np.triu_indices(2)]
    [[0, 0, 1], [0, 1, 1]]
    """
    return tuple(index.numpy() for index in torch.triu_indices(n, n if m is None else m, k))


def tril_indices_from(arr, k=0):
    """The positions at and below a diagonal of a matrix."""
    return tril_indices(len(arr), k, arr.shape[1])


def triu_indices_from(arr, k=0):
    """The positions at and above a diagonal of a matrix."""
    return triu_indices(len(arr), k, arr.shape[1])


class IndexExpression:
    """An index as an object: `np.s_[2:5, ...]`."""

    def __init__(self, maketuple):
        self.maketuple = maketuple

    def __getitem__(self, item):
        return (item,) if self.maketuple and not isinstance(item, tuple) else item


index_exp = IndexExpression(True)
s_ = IndexExpression(False)


class broadcast:
    """Arrays of one shape, element by element."""

    def __init__(self, *args):
        import numpy

        self._arrays = numpy.broadcast_arrays(*args)
        self.shape = numpy.broadcast_shapes(*[numpy.shape(x) for x in args])
        self.ndim = self.nd = len(self.shape)
        self.numiter, self.index = len(args), 0
        self.size = 1
        for n in self.shape:
            self.size *= n

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= self.size:
            raise StopIteration
        self.index += 1
        return tuple(x.reshape(-1)[self.index - 1] for x in self._arrays)

    def reset(self):
        """Starts again."""
        self.index = 0
