"""`numpy.fft`: Fourier transforms of arrays, by `torch.fft`."""

import torch

from numpy import _array, _tensor
from numpy._operations import into

__all__ = [
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "rfftn", "irfftn", "rfft2", "irfft2", "fft2", "ifft2", "fftn", "ifftn",
    "fftshift", "ifftshift", "fftfreq", "rfftfreq",
]


def _numbers(a):
    """Whole numbers and halves become float64, as NumPy computes them."""
    x = _tensor(a)
    if x.dtype == torch.float16:
        return x.float()
    return x if x.dtype.is_floating_point or x.dtype.is_complex else x.double()


def _stored(out, result):
    """The transform, in `out` where there is one."""
    return into(out, _array(result), "output array has wrong shape.")


def _one(function, takes_real, name, doc):
    def transform(a, n=None, axis=-1, norm=None, out=None):
        x = _numbers(a)
        if n is not None and n < 1:
            raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
        if takes_real and x.is_complex():
            raise TypeError(
                f"ufunc '{name}_n_even' did not contain a loop with signature matching types "
                f"(dtype('complex128'), dtype('float64')) -> None"
            )
        return _stored(out, function(x, n, axis, norm))

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = doc
    return transform


def _several(function, axes, name, doc):
    def transform(a, s=None, axes=axes, norm=None, out=None):
        return _stored(out, function(_numbers(a), s, axes, norm))

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = doc
    return transform


fft = _one(torch.fft.fft, False, "fft", "The transform of one axis.")
ifft = _one(torch.fft.ifft, False, "ifft", "The inverse transform of one axis.")
rfft = _one(torch.fft.rfft, True, "rfft", "The first half of the transform of real numbers.")
irfft = _one(torch.fft.irfft, False, "irfft", "The real numbers of which `rfft` gives this half.")
hfft = _one(torch.fft.hfft, False, "hfft", "The real transform of a signal that mirrors itself.")
ihfft = _one(torch.fft.ihfft, True, "ihfft", "The first half of the inverse transform of real numbers.")
fftn = _several(torch.fft.fftn, None, "fftn", "The transform over several axes (default: all).")
ifftn = _several(torch.fft.ifftn, None, "ifftn", "The inverse transform over several axes.")
rfftn = _several(torch.fft.rfftn, None, "rfftn", "The transform of real numbers over several axes, the last one halved.")
irfftn = _several(torch.fft.irfftn, None, "irfftn", "The inverse of `rfftn`.")
fft2 = _several(torch.fft.fft2, (-2, -1), "fft2", "The transform over two axes (default: the last ones).")
ifft2 = _several(torch.fft.ifft2, (-2, -1), "ifft2", "The inverse transform over two axes.")
rfft2 = _several(torch.fft.rfft2, (-2, -1), "rfft2", "The transform of real numbers over two axes, the last one halved.")
irfft2 = _several(torch.fft.irfft2, (-2, -1), "irfft2", "The inverse of `rfft2`.")


def fftfreq(n, d=1.0, device=None):
    """The frequencies of `fft`, in cycles per unit of the spacing `d`."""
    return _array(torch.fft.fftfreq(n, d, dtype=torch.float64))


def rfftfreq(n, d=1.0, device=None):
    """The frequencies of `rfft`."""
    return _array(torch.fft.rfftfreq(n, d, dtype=torch.float64))


def fftshift(x, axes=None):
    """Brings the frequency 0 to the middle."""
    return _array(torch.fft.fftshift(_tensor(x), axes))


def ifftshift(x, axes=None):
    """Undoes `fftshift`."""
    return _array(torch.fft.ifftshift(_tensor(x), axes))
