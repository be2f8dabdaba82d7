"""`scipy.signal.windows`: weights that fall off towards both ends, by `torch.signal.windows`."""

import numpy as np
import torch


def _window(name, M, sym, **options):
    return getattr(torch.signal.windows, name)(M, sym=sym, dtype=torch.float64, **options).numpy()


def bartlett(M, sym=True):
    """A triangle."""
    return _window("bartlett", M, sym)


def blackman(M, sym=True):
    """Blackman's window."""
    return _window("blackman", M, sym)


def boxcar(M, sym=True):
    """Ones."""
    return np.ones(M)


def cosine(M, sym=True):
    """Half a wave of the sine."""
    return _window("cosine", M, sym)


def gaussian(M, std, sym=True):
    """A normal density scaled to a maximum of 1."""
    return _window("gaussian", M, sym, std=std)


def hamming(M, sym=True):
    """Hamming's window.

    >>> from scipy.signal.windows import hamming
    >>> hamming(3).round(2).tolist()
    [0.08, 1.0, 0.08]
    """
    return _window("hamming", M, sym)


def hann(M, sym=True):
    """Hann's window."""
    return _window("hann", M, sym)


def kaiser(M, beta, sym=True):
    """Kaiser's window."""
    return _window("kaiser", M, sym, beta=beta)


def nuttall(M, sym=True):
    """Nuttall's window."""
    return _window("nuttall", M, sym)
