"""Windows that are laid over a stretch of a signal. A periodic one of length n is a symmetric one of length n + 1 without its end."""

import torch

__name__ = "torch._operations"


def _window(window_length, periodic, shape, dtype, device, requires_grad):
    """`shape` of the places 0, 1, ..., each divided by the last."""
    if window_length < 0:
        raise RuntimeError(f"requires non-negative window_length, got window_length={window_length}")
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if not dtype.is_floating_point:
        raise RuntimeError("window functions expects floating point dtypes, got: " + str(dtype))
    if window_length <= 1:
        return torch.ones(window_length, dtype=dtype, device=device, requires_grad=requires_grad)
    length = window_length + 1 if periodic else window_length
    places = torch.arange(length, dtype=torch.float64, device=device) / (length - 1)
    return shape(places)[:window_length].to(dtype).requires_grad_(requires_grad)


def _cosines(*coefficients):
    """The sum of a_k (-1)^k cos(2 pi k x)."""
    return lambda x: sum((-1) ** k * a * torch.cos(2 * torch.pi * k * x) for k, a in enumerate(coefficients))


def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=None, requires_grad=False):
    """Hann's window: a raised cosine, 0 at the ends.

    >>> torch.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return _window(window_length, periodic, _cosines(0.5, 0.5), dtype, device, requires_grad)


def hamming_window(
    window_length,
    periodic=True,
    alpha=0.54,
    beta=0.46,
    *,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=None,
    requires_grad=False,
):
    """Hamming's window: alpha - beta cos(2 pi x).

    >>> torch.hamming_window(4)
    tensor([0.0800, 0.5400, 1.0000, 0.5400])
    """
    return _window(window_length, periodic, _cosines(alpha, beta), dtype, device, requires_grad)


def blackman_window(
    window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=None, requires_grad=False
):
    """Blackman's window: the sum of three cosines.

    >>> torch.blackman_window(4)[1:]
    tensor([0.3400, 1.0000, 0.3400])
    """
    return _window(window_length, periodic, _cosines(0.42, 0.5, 0.08), dtype, device, requires_grad)


def bartlett_window(
    window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=None, requires_grad=False
):
    """Bartlett's window: a triangle.

    >>> torch.bartlett_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    return _window(window_length, periodic, lambda x: 1 - (2 * x - 1).abs(), dtype, device, requires_grad)


def kaiser_window(
    window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, pin_memory=None, requires_grad=False
):
    """Kaiser's window: beta trades the width of the main lobe for the height of the side lobes.

    >>> torch.kaiser_window(4, True, 2.)
    tensor([0.4387, 0.8348, 1.0000, 0.8348])
    """
    beta = torch.tensor(float(beta), dtype=torch.float64, device=device)

    def shape(x):
        return torch.i0(beta * torch.sqrt((1 - (2 * x - 1) ** 2).clamp(min=0))) / torch.i0(beta)

    return _window(window_length, periodic, shape, dtype, device, requires_grad)
