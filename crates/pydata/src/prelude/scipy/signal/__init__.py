"""`scipy.signal`: convolutions of matrices, and windows."""

import numpy as np
import torch

from scipy.signal import windows


def _kept(full, first, second, mode, later):
    """The part of the full convolution that a mode keeps, one later where the middle is between two."""
    if mode == "full":
        return full
    if mode == "same":
        size = first
    elif mode == "valid":
        size = [abs(a - b) + 1 for a, b in zip(first, second)]
    else:
        raise ValueError("Acceptable mode flags are 'valid', 'same', or 'full'.")
    start = [(have - want + later) // 2 for have, want in zip(full.shape, size)]
    return full[tuple(slice(at, at + want) for at, want in zip(start, size))]


def _convolved(name, a, b, mode, boundary, fillvalue, later=0):
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError(f"{name} inputs must both be 2-D arrays")
    if boundary != "fill" or fillvalue != 0:
        raise NotImplementedError(f"{name}: only zeros stand outside of a matrix here")
    kind = np.result_type(a, b)
    x, kernel = (torch.from_numpy(np.array(m, dtype=np.float64))[None, None] for m in (a, b))
    padding = [n - 1 for n in b.shape]
    full = torch.nn.functional.conv2d(x, kernel.flip(2, 3), padding=padding)[0, 0].numpy()
    full = np.rint(full) if np.issubdtype(kind, np.integer) else full
    return _kept(full.astype(kind), a.shape, b.shape, mode, later)


def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """The convolution of two matrices.

    >>> from scipy.signal import convolve2d
    >>> convolve2d([[1, 2], [3, 4]], [[1, 1]]).tolist()
    [[1, 3, 2], [3, 7, 4]]
    """
    return _convolved("convolve2d", np.asarray(in1), np.asarray(in2), mode, boundary, fillvalue)


def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """The correlation of two matrices: the convolution with the second one turned round.

    >>> from scipy.signal import correlate2d
    >>> correlate2d([[1, 2], [3, 4]], [[1, 0]], mode="same").tolist()
    [[1, 2], [3, 4]]
    """
    turned = np.asarray(in2)[::-1, ::-1] if np.ndim(in2) == 2 else np.asarray(in2)
    return _convolved("correlate2d", np.asarray(in1), turned, mode, boundary, fillvalue, later=1)
