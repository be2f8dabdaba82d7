"""`numpy.lib.array_utils`: axes, and where arrays lie in memory."""

import operator

import numpy
import torch

__all__ = ["byte_bounds", "normalize_axis_index", "normalize_axis_tuple"]


def normalize_axis_index(axis, ndim, msg_prefix=None):
    """The axis, counted from the first."""
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise numpy.exceptions.AxisError(axis, ndim, msg_prefix)
    return axis % ndim


def normalize_axis_tuple(axis, ndim, argname=None, allow_duplicate=False):
    """Axes, counted from the first."""
    given = [axis] if hasattr(axis, "__index__") and not isinstance(axis, (tuple, list)) else axis
    axes = tuple([normalize_axis_index(one, ndim, argname) for one in given])
    if not allow_duplicate and len(set(axes)) != len(axes):
        raise ValueError(f"repeated axis in `{argname}` argument" if argname else "repeated axis")
    return axes


def byte_bounds(a):
    """The addresses of an array's first byte, and of the one behind its last."""
    start = torch.as_tensor(a).data_ptr()
    spans = [step * (count - 1) for step, count in zip(a.strides, a.shape)] if a.size else []
    return start + sum(span for span in spans if span < 0), start + sum(span for span in spans if span > 0) + a.itemsize
