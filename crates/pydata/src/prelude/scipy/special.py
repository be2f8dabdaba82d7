"""`scipy.special`: functions of arrays, by `torch.special`."""

import numpy as np
import torch


def _by_torch(name):
    function = getattr(torch.special, name)

    def apply(x):
        x = np.asarray(x)
        x = x if np.issubdtype(x.dtype, np.floating) else x.astype(np.float64)
        result = function(torch.from_numpy(np.array(x))).numpy()
        return result if result.ndim else result[()]

    apply.__name__, apply.__doc__ = name, f"`torch.special.{name}` of arrays."
    return apply


expit, logit, erf, erfc, erfinv = (_by_torch(name) for name in ("expit", "logit", "erf", "erfc", "erfinv"))
gammaln, digamma, ndtr, ndtri, i0 = (_by_torch(name) for name in ("gammaln", "digamma", "ndtr", "ndtri", "i0"))
psi = digamma


def logsumexp(a, axis=None, keepdims=False):
    """The logarithm of the sum of exponentials."""
    a = np.asarray(a, dtype=np.float64)
    top = np.max(a, axis=axis, keepdims=True)
    result = np.log(np.sum(np.exp(a - top), axis=axis, keepdims=True)) + top
    return result if keepdims else np.squeeze(result, axis=axis) if axis is not None else result.reshape(-1)[0]


def softmax(x, axis=None):
    """Exponentials by their sum."""
    x = np.asarray(x, dtype=np.float64)
    parts = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return parts / np.sum(parts, axis=axis, keepdims=True)


def log_softmax(x, axis=None):
    """The logarithm of `softmax`."""
    return np.asarray(x, dtype=np.float64) - logsumexp(x, axis=axis, keepdims=True)
