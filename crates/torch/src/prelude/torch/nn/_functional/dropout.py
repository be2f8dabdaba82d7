"""Dropout as functions."""

import math

import torch

__name__ = "torch.nn.functional"


def _check_p(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _kept(input, p, shape):
    with torch.no_grad():
        return torch.empty(shape, dtype=input.dtype, device=input.device).bernoulli_(1 - p)


def dropout(input, p=0.5, training=True, inplace=False):
    """Zeroes elements with probability p while training, and scales the rest by 1 / (1 - p).

    Shapes: the input's
    Errors: ValueError for an invalid probability: `F.dropout(torch.ones(2), p=2.)`

    >>> F.dropout(torch.ones(3), p=0.5, training=False)
    tensor([1., 1., 1.])
    """
    _check_p(p)
    if not torch.is_tensor(input):
        raise TypeError(f"dropout(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    with torch.no_grad():
        kept = torch.empty_like(input).bernoulli_(1 - p).div_(1 - p)
    return input.mul_(kept) if inplace else input * kept


def _feature_dropout(input, p, training, inplace):
    _check_p(p)
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    kept = _kept(input, p, list(input.shape[:2]) + [1] * (input.dim() - 2)).div_(1 - p)
    return input.mul_(kept) if inplace else input * kept


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, L) or (C, L)."""
    _check_p(p)
    if input.dim() not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D input. Note that dropout1d exists to "
            "provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional "
            "batch dimension (i.e. 2D or 3D inputs)."
        )
    if input.dim() == 2:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
        result = _feature_dropout(input, p, training, inplace)
        return result.squeeze_(0) if inplace else result.squeeze(0)
    return _feature_dropout(input, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, H, W)."""
    return _feature_dropout(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """Zeroes whole channels of (N, C, D, H, W)."""
    if input.dim() == 4:
        return _feature_dropout(input.unsqueeze(0), p, training, inplace).squeeze(0)
    return _feature_dropout(input, p, training, inplace)


_ALPHA = 1.7580993408473766


def _alpha_dropout(input, p, training, inplace, shape):
    _check_p(p)
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(0) if inplace else input * 0
    kept = _kept(input, p, shape)
    a = 1.0 / math.sqrt((_ALPHA * _ALPHA * p + 1) * (1 - p))
    b = (kept - 1) * (_ALPHA * a) + _ALPHA * a * p
    return input.mul_(kept * a).add_(b) if inplace else input * (kept * a) + b


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps mean and variance of self-normalising networks: elements become SELU's least value."""
    return _alpha_dropout(input, p, training, inplace, list(input.shape))


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels."""
    return _alpha_dropout(input, p, training, inplace, list(input.shape[:2]) + [1] * (input.dim() - 2))
