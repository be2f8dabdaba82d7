"""Fourier transforms of one, two and all dimensions, as ATen's SpectralOps has them."""

import math

import torch
from torch._tensorcell.checks import _scalar_name

__name__ = "torch.fft"

_FORWARD, _BACKWARD, _REAL_TO_HALF, _REAL_TO_WHOLE, _HALF_TO_REAL = range(5)


def _scale(norm, forward, count):
    """Returns the scale factor of a transform of `count` points."""
    if norm is None or norm == "backward":
        return 1.0 if forward else 1.0 / count
    if norm == "forward":
        return 1.0 / count if forward else 1.0
    if norm == "ortho":
        return 1.0 / math.sqrt(count)
    raise RuntimeError(f'Invalid normalization mode: "{norm}"')


def _promoted(input, complex=False):
    """Converts integers to floats, and real numbers to complex ones if required."""
    dtype = input.dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        dtype = torch.get_default_dtype()
    if dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"Unsupported dtype {_scalar_name(dtype)}")
    return input.to(dtype.to_complex() if complex else dtype)


def _check_points(n):
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")


def _resized(input, dims, sizes):
    """Cut, or filled up with zeros."""
    for dim, size in zip(dims, sizes):
        if size < input.size(dim):
            input = input.narrow(dim, 0, size)
        elif size > input.size(dim):
            shape = list(input.shape)
            shape[dim] = size - input.size(dim)
            input = torch.cat([input, input.new_zeros(shape)], dim)
    return input


def _axis(input, dim):
    count = max(input.dim(), 1)
    if not -count <= dim < count:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-count}, {count - 1}], but got {dim})")
    return dim % count


def _points(shape, dims):
    return math.prod(shape[dim] for dim in dims)


def _run(input, dims, norm, forward, kind, length=0):
    count = _points(input.shape, dims) if kind != _HALF_TO_REAL else _points(input.shape, dims[:-1]) * length
    return torch._fft(input, dims, _scale(norm, forward, count), kind, length)


def _complex(input, dims, norm, forward):
    return _run(input, dims, norm, forward, _FORWARD if forward else _BACKWARD)


def _along(input, n, dim):
    """Resizes an input. Returns it with its dimension."""
    dim = _axis(input, dim)
    size = input.size(dim) if n is None else n
    _check_points(size)
    return _resized(input, [dim], [size]), dim


def _only_real(name, input):
    if input.is_complex():
        kind = _scalar_name(input.dtype)
        raise RuntimeError(f"{name} expects a real input tensor, but got {kind}")


def _one(input, n, dim, norm, forward):
    input, dim = _along(_promoted(input), n, dim)
    if input.is_complex():
        return _complex(input, [dim], norm, forward)
    whole = _run(input, [dim], norm, forward, _REAL_TO_WHOLE)
    return whole if forward else whole.conj()


def _to_half(name, input, n, dim, norm, forward):
    _only_real(name, input)
    input, dim = _along(_promoted(input), n, dim)
    half = _run(input, [dim], norm, forward, _REAL_TO_HALF)
    return half if forward else half.conj()


def _to_real(input, n, dim, norm, forward):
    input = _promoted(input, complex=True)
    dim = _axis(input, dim)
    length = 2 * (input.size(dim) - 1) if n is None else n
    _check_points(length)
    if n is not None:
        input = _resized(input, [dim], [n // 2 + 1])
    return _run(input.conj() if forward else input, [dim], norm, forward, _HALF_TO_REAL, length)


def _shape_and_dims(input, s, dim):
    """The sizes and dimensions of a transform over several."""
    s = [s] if isinstance(s, int) else s
    if dim is not None:
        dims = [_axis(input, d) for d in ([dim] if isinstance(dim, int) else dim)]
        if len(set(dims)) != len(dims):
            raise RuntimeError("FFT dims must be unique")
    if s is not None:
        if dim is not None and len(dims) != len(s):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
        if len(s) > input.dim():
            raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {input.dim()} dimensions.")
        if dim is None:
            dims = list(range(input.dim() - len(s), input.dim()))
        sizes = [input.size(d) if size == -1 else size for size, d in zip(s, dims)]
    else:
        if dim is None:
            dims = list(range(input.dim()))
        sizes = [input.size(d) for d in dims]
    for size in sizes:
        _check_points(size)
    return sizes, dims


def _several(input, s, dim, norm, forward):
    sizes, dims = _shape_and_dims(input, s, dim)
    return _complex(_resized(_promoted(input, complex=True), dims, sizes), dims, norm, forward)


def _halved(name, input, s, dim):
    _only_real(name, input)
    sizes, dims = _shape_and_dims(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    return _resized(_promoted(input), dims, sizes), dims


def _restored(name, input, s, dim):
    """Halves in their sizes, their dimensions, and how many real numbers there will be in the last."""
    sizes, dims = _shape_and_dims(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    asked = s is not None and (s if isinstance(s, int) else s[-1]) != -1
    length = sizes[-1] if asked else 2 * (input.size(dims[-1]) - 1)
    _check_points(length)
    sizes[-1] = length // 2 + 1
    return _resized(_promoted(input, complex=True), dims, sizes), dims, length


def fft(input, n=None, dim=-1, norm=None, *, out=None):
    """The transform of one dimension.

    >>> torch.fft.fft(torch.arange(4.))
    tensor([ 6.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    return torch._receive(out, _one(input, n, dim, norm, True))


def ifft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse transform of one dimension.

    >>> torch.fft.ifft(torch.tensor([6.+0.j, -2.+2.j, -2.+0.j, -2.-2.j]))
    tensor([0.+0.j, 1.+0.j, 2.+0.j, 3.+0.j])
    """
    return torch._receive(out, _one(input, n, dim, norm, False))


def rfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The transform of real numbers: the first half, of which the rest is the mirror image.

    >>> torch.fft.rfft(torch.arange(4.))
    tensor([ 6.+0.j, -2.+2.j, -2.+0.j])
    """
    return torch._receive(out, _to_half("rfft", input, n, dim, norm, True))


def irfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The real numbers of which `rfft` gives this half; `n` of them, by default 2 * (size - 1).

    >>> torch.fft.irfft(torch.tensor([6.+0.j, -2.+2.j, -2.+0.j]))
    tensor([0., 1., 2., 3.])
    """
    return torch._receive(out, _to_real(input, n, dim, norm, False))


def hfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The real transform of a signal that mirrors itself, given by its first half.

    >>> torch.fft.hfft(torch.tensor([1.+0.j, 2.+1.j, 3.+0.j]))
    tensor([ 8.,  0.,  0., -4.])
    """
    return torch._receive(out, _to_real(input, n, dim, norm, True))


def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The first half of the inverse transform of real numbers.

    >>> torch.fft.ihfft(torch.arange(4.))
    tensor([ 1.5000-0.0000j, -0.5000-0.5000j, -0.5000-0.0000j])
    """
    return torch._receive(out, _to_half("ihfft", input, n, dim, norm, False))


def fftn(input, s=None, dim=None, norm=None, *, out=None):
    """The transform over several dimensions (default: all)."""
    return torch._receive(out, _several(input, s, dim, norm, True))


def ifftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse transform over several dimensions (default: all)."""
    return torch._receive(out, _several(input, s, dim, norm, False))


def rfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The transform of real numbers over several dimensions, the last one halved (default: all)."""
    sized, dims = _halved("rfftn", input, s, dim)
    return torch._receive(out, _run(sized, dims, norm, True, _REAL_TO_HALF))


def irfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse of `rfftn` (default: all)."""
    sized, dims, length = _restored("irfftn", input, s, dim)
    return torch._receive(out, _run(sized, dims, norm, False, _HALF_TO_REAL, length))


def hfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The real transform over several dimensions of a signal that mirrors itself (default: all)."""
    sized, dims, length = _restored("hfftn", input, s, dim)
    if len(dims) > 1:
        sized = _complex(sized, dims[:-1], norm, True)
    return torch._receive(out, _run(sized.conj(), dims[-1:], norm, True, _HALF_TO_REAL, length))


def ihfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse transform of real numbers over several dimensions, the last one halved (default: all)."""
    sized, dims = _halved("ihfftn", input, s, dim)
    half = _run(sized, dims[-1:], norm, False, _REAL_TO_HALF).conj()
    if len(dims) > 1:
        half = _complex(half, dims[:-1], norm, False)
    return torch._receive(out, half)


def fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The transform over two dimensions (default: the last two)."""
    return fftn(input, s, dim, norm, out=out)


def ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse transform over two dimensions (default: the last two)."""
    return ifftn(input, s, dim, norm, out=out)


def rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The transform of real numbers over two dimensions, the last one halved (default: the last two)."""
    return rfftn(input, s, dim, norm, out=out)


def irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse of `rfft2` (default: the last two)."""
    return irfftn(input, s, dim, norm, out=out)


def hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The real transform over two dimensions of a signal that mirrors itself (default: the last two)."""
    return hfftn(input, s, dim, norm, out=out)


def ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse transform of real numbers over two dimensions, the last one halved (default: the last two)."""
    return ihfftn(input, s, dim, norm, out=out)
