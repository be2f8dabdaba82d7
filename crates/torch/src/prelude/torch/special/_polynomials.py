"""Orthogonal polynomials, by their recurrences. PyTorch has no gradients of them."""

import torch
from torch._tensorcell.checks import _not_implemented
from torch.special._checks import _float, _one_number

__name__ = "torch.special"


def _chebyshev(k, x, before, last):
    return 2 * x * last - before


# The polynomial of degree 1, and that of degree k + 1 from the two before it. That of degree 0 is 1.
_RECURRENCES = {
    "chebyshev_polynomial_t": (lambda x: x, _chebyshev),
    "chebyshev_polynomial_u": (lambda x: 2 * x, _chebyshev),
    "chebyshev_polynomial_v": (lambda x: 2 * x - 1, _chebyshev),
    "chebyshev_polynomial_w": (lambda x: 2 * x + 1, _chebyshev),
    "hermite_polynomial_h": (lambda x: 2 * x, lambda k, x, before, last: 2 * x * last - 2 * k * before),
    "hermite_polynomial_he": (lambda x: x, lambda k, x, before, last: x * last - k * before),
    "laguerre_polynomial_l": (lambda x: 1 - x, lambda k, x, before, last: ((2 * k + 1 - x) * last - k * before) / (k + 1)),
    "legendre_polynomial_p": (lambda x: x, lambda k, x, before, last: ((2 * k + 1) * x * last - k * before) / (k + 1)),
}


def _polynomial(name, input, n):
    _one_number(name, x=input, n=n)
    x = _float(input).detach()
    if x.dtype in (torch.float16, torch.bfloat16):
        _not_implemented(f"{name}_cpu", x.dtype)
    x = x.to(n.device) if torch.is_tensor(n) and not torch.is_tensor(input) else x
    plain = name.removeprefix("shifted_")
    x, recurrence = x if plain == name else 2 * x - 1, _RECURRENCES[plain]
    if not torch.is_tensor(n):
        return _of_degree(int(n), x, *recurrence)
    x, n = torch.broadcast_tensors(x, n.detach())
    values = torch.zeros_like(x)
    for degree in torch._whole(n).unique().tolist():
        values = torch.where(n == degree, _of_degree(int(degree), x, *recurrence), values)
    return values


def _of_degree(degree, x, first, step):
    if degree < 0:
        return torch.zeros_like(x)
    before, last = torch.ones_like(x), first(x)
    for k in range(1, degree):
        before, last = last, step(k, x, before, last)
    return last if degree else before


def chebyshev_polynomial_t(input, n, *, out=None):
    """The Chebyshev polynomial of the first kind.

    >>> torch.special.chebyshev_polynomial_t(torch.tensor([0.5, 1.]), 3)
    tensor([-1.,  1.])
    """
    return torch._receive(out, _polynomial("chebyshev_polynomial_t", input, n))


def chebyshev_polynomial_u(input, n, *, out=None):
    """The Chebyshev polynomial of the second kind.

    >>> torch.special.chebyshev_polynomial_u(torch.tensor([0.5, 1.]), 3)
    tensor([-1.,  4.])
    """
    return torch._receive(out, _polynomial("chebyshev_polynomial_u", input, n))


def chebyshev_polynomial_v(input, n, *, out=None):
    """The Chebyshev polynomial of the third kind.

    >>> torch.special.chebyshev_polynomial_v(torch.tensor([0.5, 1.]), 3)
    tensor([-1.,  1.])
    """
    return torch._receive(out, _polynomial("chebyshev_polynomial_v", input, n))


def chebyshev_polynomial_w(input, n, *, out=None):
    """The Chebyshev polynomial of the fourth kind.

    >>> torch.special.chebyshev_polynomial_w(torch.tensor([0.5, 1.]), 3)
    tensor([-1.,  7.])
    """
    return torch._receive(out, _polynomial("chebyshev_polynomial_w", input, n))


def hermite_polynomial_h(input, n, *, out=None):
    """The physicists' Hermite polynomial.

    >>> torch.special.hermite_polynomial_h(torch.tensor([0.5, 1.]), 3)
    tensor([-5., -4.])
    """
    return torch._receive(out, _polynomial("hermite_polynomial_h", input, n))


def hermite_polynomial_he(input, n, *, out=None):
    """The probabilists' Hermite polynomial.

    >>> torch.special.hermite_polynomial_he(torch.tensor([0.5, 1.]), 3)
    tensor([-1.3750, -2.0000])
    """
    return torch._receive(out, _polynomial("hermite_polynomial_he", input, n))


def laguerre_polynomial_l(input, n, *, out=None):
    """The Laguerre polynomial.

    >>> torch.special.laguerre_polynomial_l(torch.tensor([0.5, 1.]), 3)
    tensor([-0.1458, -0.6667])
    """
    return torch._receive(out, _polynomial("laguerre_polynomial_l", input, n))


def legendre_polynomial_p(input, n, *, out=None):
    """The Legendre polynomial.

    >>> torch.special.legendre_polynomial_p(torch.tensor([0.5, 1.]), 3)
    tensor([-0.4375,  1.0000])
    """
    return torch._receive(out, _polynomial("legendre_polynomial_p", input, n))


def shifted_chebyshev_polynomial_t(input, n, *, out=None):
    """The Chebyshev polynomial of the first kind at 2 x - 1.

    >>> torch.special.shifted_chebyshev_polynomial_t(torch.tensor([0.5, 1.]), 3)
    tensor([-0., 1.])
    """
    return torch._receive(out, _polynomial("shifted_chebyshev_polynomial_t", input, n))


def shifted_chebyshev_polynomial_u(input, n, *, out=None):
    """The Chebyshev polynomial of the second kind at 2 x - 1.

    >>> torch.special.shifted_chebyshev_polynomial_u(torch.tensor([0.5, 1.]), 3)
    tensor([-0., 4.])
    """
    return torch._receive(out, _polynomial("shifted_chebyshev_polynomial_u", input, n))


def shifted_chebyshev_polynomial_v(input, n, *, out=None):
    """The Chebyshev polynomial of the third kind at 2 x - 1.

    >>> torch.special.shifted_chebyshev_polynomial_v(torch.tensor([0.5, 1.]), 3)
    tensor([1., 1.])
    """
    return torch._receive(out, _polynomial("shifted_chebyshev_polynomial_v", input, n))


def shifted_chebyshev_polynomial_w(input, n, *, out=None):
    """The Chebyshev polynomial of the fourth kind at 2 x - 1.

    >>> torch.special.shifted_chebyshev_polynomial_w(torch.tensor([0.5, 1.]), 3)
    tensor([-1.,  7.])
    """
    return torch._receive(out, _polynomial("shifted_chebyshev_polynomial_w", input, n))
