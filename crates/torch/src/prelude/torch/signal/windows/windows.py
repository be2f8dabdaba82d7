"""`torch.signal.windows`: windows of M places, symmetric ones (`sym`) or such as repeat after M."""

import math

import torch
from torch._operations.windows import _cosines, _window


def _made(name, M, sym, shape, dtype, device, requires_grad):
    """`shape` of the places, 0 to 1."""
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if dtype not in (torch.float32, torch.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return _window(M, not sym, shape, dtype, device, requires_grad)


def _span(M, sym):
    """The last place, in steps."""
    return M - 1 if sym else M


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Bartlett's window: a triangle.

    >>> torch.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _made("bartlett", M, sym, lambda x: 1 - (2 * x - 1).abs(), dtype, device, requires_grad)


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """A sum of cosines with these coefficients, of alternating signs."""
    if not isinstance(a, (list, tuple)):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    return _made("general_cosine", M, sym, _cosines(*a), dtype, device, requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Blackman's window: the sum of three cosines."""
    return _made("blackman", M, sym, _cosines(0.42, 0.5, 0.08), dtype, device, requires_grad)


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Half a wave of a sine.

    >>> torch.signal.windows.cosine(4)
    tensor([0.3827, 0.9239, 0.9239, 0.3827])
    """
    last = _span(M, sym)
    return _made("cosine", M, sym, lambda x: torch.sin(math.pi * (x * last + 0.5) / (last + 1)), dtype, device, requires_grad)


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Falling exponentially to both sides of `center`."""
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    last = _span(M, sym)
    center = last / 2 if center is None else center
    return _made("exponential", M, sym, lambda x: torch.exp(-(x * last - center).abs() / tau), dtype, device, requires_grad)


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Gauss's bell of deviation `std`.

    >>> torch.signal.windows.gaussian(5)
    tensor([0.1353, 0.6065, 1.0000, 0.6065, 0.1353])
    """
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    last = _span(M, sym)
    return _made("gaussian", M, sym, lambda x: torch.exp(-0.5 * ((x - 0.5) * last / std) ** 2), dtype, device, requires_grad)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """alpha - (1 - alpha) cos(2 pi x)."""
    return _made("general_cosine", M, sym, _cosines(alpha, 1.0 - alpha), dtype, device, requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Hamming's window."""
    return general_hamming(M, sym=sym, dtype=dtype, device=device, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Hann's window: a raised cosine.

    >>> torch.signal.windows.hann(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, device=device, requires_grad=requires_grad)


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Kaiser's window: beta trades the width of the main lobe for the height of the side lobes."""
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    top = torch.tensor(float(beta), dtype=torch.float64, device=device)
    bell = lambda x: torch.i0(top * torch.sqrt((1 - (2 * x - 1) ** 2).clamp(min=0))) / torch.i0(top)
    return _made("kaiser", M, sym, bell, dtype, device, requires_grad)


def nuttall(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    """Nuttall's window: the sum of four cosines."""
    return _made("general_cosine", M, sym, _cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411), dtype, device, requires_grad)
