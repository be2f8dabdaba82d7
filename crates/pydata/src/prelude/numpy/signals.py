"""Differences, signals and windows."""

import torch


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """Counts the points in each cell of a grid, and returns the edges of both axes."""
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    count = len(bins) if hasattr(bins, "__len__") else 1
    counts, edges = histogramdd([x, y], bins if count in (1, 2) else [asarray(bins)] * 2, range, density, weights)
    return counts, edges[0], edges[1]


def ediff1d(ary, to_end=None, to_begin=None):
    """Differences of neighbours, of all elements in a row, with others before and behind them."""
    ary = asarray(ary).reshape(-1)
    parts = [diff(ary)]
    for place, name, added in ((0, "to_begin", to_begin), (2, "to_end", to_end)):
        if added is not None:
            added = asarray(added)
            if not can_cast(added.dtype, ary.dtype, "same_kind"):
                raise TypeError(f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule.")
            parts.insert(place, added.reshape(-1).astype(ary.dtype))
    return concatenate(parts)


def correlate(a, v, mode="valid"):
    """Sums of products with v's conjugate, moved along."""
    a, v = (asarray(one) for one in (a, v))
    swapped = a.ndim == v.ndim == 1 and len(v) > len(a)
    found = convolve(a, conj(v[::-1]) if v.ndim else v, mode)
    # NumPy moves the shorter along the longer; the middle of an even number of sums depends on it.
    if swapped and mode == "same" and len(a) % 2 == 0:
        found = convolve(a, conj(v[::-1]), "full")[len(a) // 2 :][: len(v)]
    return found


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    """Angles without jumps of more than half a period."""
    import numpy

    p = numpy.asarray(p, dtype="float64")
    steps = numpy.diff(p, axis=axis)
    half = period / 2
    moved = (steps + half) % period - half
    moved = numpy.where((moved == -half) & (steps > 0), half, moved)
    added = numpy.where(numpy.abs(steps) < (half if discont is None else discont), 0.0, moved - steps)
    start = numpy.zeros_like(numpy.take(p, [0], axis=axis))
    return p + numpy.concatenate([start, numpy.cumsum(added, axis=axis)], axis=axis)


def _window(function, M, *options):
    return function(M, False, *options, dtype=torch.float64).numpy()


def hanning(M):
    """Hann's window."""
    return _window(torch.hann_window, M)


def hamming(M):
    """Hamming's window."""
    return _window(torch.hamming_window, M)


def blackman(M):
    """Blackman's window."""
    return _window(torch.blackman_window, M)


def bartlett(M):
    """Bartlett's window."""
    return _window(torch.bartlett_window, M)


def kaiser(M, beta):
    """Kaiser's window."""
    return _window(torch.kaiser_window, M, beta)
