"""`numpy.lib.stride_tricks`: windows over the memory of arrays."""

import numpy
import torch

__all__ = ["as_strided", "sliding_window_view"]

broadcast_to, broadcast_arrays, broadcast_shapes = numpy.broadcast_to, numpy.broadcast_arrays, numpy.broadcast_shapes


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """Windows that move along an array, sharing its memory."""
    x = torch.as_tensor(numpy.asarray(x))
    window = (window_shape,) if isinstance(window_shape, (int, numpy.integer)) else tuple(window_shape)
    axes = tuple(range(x.dim())) if axis is None else numpy._axes(axis, x.dim())
    if len(axes) != len(window):
        if axis is None:
            raise ValueError(f"Since axis is `None`, must provide window_shape for all dimensions of `x`; got {len(window)} window_shape elements and `x.ndim` is {x.dim()}.")
        raise ValueError(f"Must provide matching length window_shape and axis; got {len(window)} window_shape elements and {len(axes)} axes elements.")
    for d, width in zip(axes, window):
        if width < 0:
            raise ValueError("`window_shape` cannot contain negative values")
        if x.shape[d] < width:
            raise ValueError("window shape cannot be larger than input array shape")
        x = x.unfold(d, int(width), 1)
    return x.numpy()


def as_strided(x, shape=None, strides=None, subok=False, writeable=True, *, check_bounds=False):
    """An array's memory in another shape, with steps in bytes."""
    x = torch.as_tensor(numpy.asarray(x))
    size = x.element_size()
    shape = tuple(x.shape) if shape is None else tuple(shape)
    steps = x.stride() if strides is None else [int(step) // size for step in strides]
    return torch.as_strided(x, shape, tuple(steps)).numpy()
