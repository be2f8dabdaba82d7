"""Differences, signals and windows."""

import torch


def histogram2d(x, y, bins=10, range=None, density=False):
    """Counts the points in each cell of a grid, and returns the edges of both axes."""
    points = torch.stack([_tensor(x).double().reshape(-1), _tensor(y).double().reshape(-1)], 1)
    if not isinstance(bins, (int, integer)):
        bins = [b if isinstance(b, int) else _tensor(b).double() for b in bins]
    elif range is None and points.numel():
        bins = [bins, bins]
    if range is not None:
        range = [float(edge) for pair in range for edge in pair]
    hist, edges = torch.histogramdd(points, bins, range=range, density=density)
    return hist.numpy(), edges[0].numpy(), edges[1].numpy()


def ediff1d(ary):
    """Differences of neighbours, of all elements in a row."""
    import numpy

    return numpy.diff(numpy.asarray(ary).reshape(-1))


def correlate(a, v, mode="valid"):
    """Sums of products with v, moved along."""
    import numpy

    return numpy.convolve(a, numpy.asarray(v)[::-1], mode)


def unwrap(p, discont=None, axis=-1, period=6.283185307179586):
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
