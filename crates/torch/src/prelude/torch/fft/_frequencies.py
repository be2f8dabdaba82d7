"""The frequencies of a transform's elements, and their order."""

import torch

__name__ = "torch.fft"


def fftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies of `fft`, in cycles per unit of the spacing `d`.

    >>> torch.fft.fftfreq(5)
    tensor([ 0.0000,  0.2000,  0.4000, -0.4000, -0.2000])
    """
    numbers = torch.arange(n, dtype=dtype or torch.get_default_dtype(), device=device)
    numbers[(n + 1) // 2 :] -= n
    return torch._receive(out, (numbers * (1.0 / (n * d))).requires_grad_(requires_grad))


def rfftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies of `rfft`.

    >>> torch.fft.rfftfreq(5)
    tensor([0.0000, 0.2000, 0.4000])
    """
    numbers = torch.arange(n // 2 + 1, dtype=dtype or torch.get_default_dtype(), device=device)
    return torch._receive(out, (numbers * (1.0 / (n * d))).requires_grad_(requires_grad))


def _dims(input, dim):
    if dim is None:
        return tuple(range(input.dim()))
    return (dim,) if isinstance(dim, int) else tuple(dim)


def fftshift(input, dim=None):
    """Brings the frequency 0 to the middle.

    >>> torch.fft.fftshift(torch.arange(5))
    tensor([3, 4, 0, 1, 2])
    """
    dims = _dims(input, dim)
    return input.roll([input.size(d) // 2 for d in dims], dims)


def ifftshift(input, dim=None):
    """Undoes `fftshift`.

    >>> torch.fft.ifftshift(torch.arange(5))
    tensor([2, 3, 4, 0, 1])
    """
    dims = _dims(input, dim)
    return input.roll([(input.size(d) + 1) // 2 for d in dims], dims)
