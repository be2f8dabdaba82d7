"""Quantiles, histograms, interpolation, polynomials."""

import torch


def median(a, axis=None, keepdims=False):
    """The middle value; the mean of the two in the middle."""
    return quantile(a, 0.5, axis, keepdims)


def quantile(a, q, axis=None, keepdims=False):
    """Returns quantiles: values below which fractions `q` of the elements are, by linear interpolation."""
    a, dim = _flat_or(_floating(a), axis)
    return _array(torch.quantile(a, torch.as_tensor(asarray(q)).to(a.dtype), dim, keepdim=keepdims))


def percentile(a, q, axis=None, keepdims=False):
    """quantile, in hundredths."""
    return quantile(a, _tensor(q).double() / 100 if not isinstance(q, (int, float)) else q / 100, axis, keepdims)


def average(a, axis=None, weights=None):
    """Mean, each element by its weight."""
    if weights is None:
        return mean(a, axis)
    a, weights = _both(_floating(a), _floating(weights))
    if weights.dim() == 1 and axis is not None:
        weights = weights.reshape([-1 if d == axis % a.dim() else 1 for d in range(a.dim())])
    return sum(a * weights, axis) / sum(torch.broadcast_to(weights, a.shape), axis)


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """Returns the covariance of rows."""
    m = _floating(m)
    if m.dim() == 1:
        m = m.unsqueeze(0)
    elif not rowvar:
        m = m.T
    if y is not None:
        y = _floating(y)
        m = torch.cat([m, y.unsqueeze(0) if y.dim() == 1 else y if rowvar else y.T])
    return torch.cov(m, correction=(0 if bias else 1) if ddof is None else ddof).squeeze().numpy()


def corrcoef(x, y=None, rowvar=True):
    """Returns the correlation of rows, between -1 and 1."""
    c = _tensor(cov(x, y, rowvar))
    if c.dim() == 0:
        return 1.0
    width = torch.sqrt(torch.diagonal(c))
    return (c / width[:, None] / width[None, :]).clamp(-1, 1).numpy()


def histogram(a, bins=10, range=None, density=False, weights=None):
    """Counts the elements in each of `bins` intervals, and returns the intervals' edges."""
    a = _floating(a).reshape(-1).double()
    if isinstance(bins, (int, integer)):
        low, high = (float(a.min()), float(a.max())) if range is None else range
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = _tensor(linspace(low, high, bins + 1))
    else:
        edges = _floating(bins).double()
    place = torch.searchsorted(edges, a, right=True) - 1
    place = torch.where(a == edges[-1], torch.full_like(place, len(edges) - 2), place)
    inside = (place >= 0) & (place < len(edges) - 1)
    weights = None if weights is None else _floating(weights).reshape(-1)[inside]
    counts = torch.bincount(place[inside], weights, minlength=len(edges) - 1)
    if density:
        counts = counts / (edges[1:] - edges[:-1]) / counts.sum()
    return counts.numpy(), edges.numpy()


def bincount(x, weights=None, minlength=0):
    """Counts how often each integer occurs."""
    return torch.bincount(_tensor(x), None if weights is None else _floating(weights), minlength).numpy()


def digitize(x, bins, right=False):
    """The stretch between `bins` that each element is in."""
    return _array(torch.bucketize(_floating(x), _floating(bins).to(_floating(x).dtype), right=not right))


def searchsorted(a, v, side="left"):
    """Returns where elements would be inserted into a sorted array."""
    a, v = _both(a, v)
    return _array(torch.searchsorted(a, v, right=side == "right"))


def interp(x, xp, fp):
    """Values between given points, by straight lines."""
    x, xp, fp = _floating(x).double(), _floating(xp).double(), _floating(fp).double()
    right = torch.searchsorted(xp, x.contiguous()).clamp(1, len(xp) - 1)
    share = ((x - xp[right - 1]) / (xp[right] - xp[right - 1])).clamp(0, 1)
    return _array(fp[right - 1] + share * (fp[right] - fp[right - 1]))


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The area below a line through points."""
    y = _floating(y)
    return _array(torch.trapezoid(y, dx=dx, dim=axis) if x is None else torch.trapezoid(y, _floating(x), dim=axis))


def convolve(a, v, mode="full"):
    """Sums of products of one array and the other turned round."""
    a, v = _both(_floating(a), _floating(v))
    if len(v) > len(a):
        a, v = v, a
    full = torch.nn.functional.conv1d(a[None, None], v.flip(0)[None, None], padding=len(v) - 1)[0, 0]
    if mode == "full":
        return full.numpy()
    cut = (len(v) - 1) // 2 if mode == "same" else len(v) - 1
    return full[cut : cut + (len(a) if mode == "same" else len(a) - len(v) + 1)].numpy()


def polyfit(x, y, deg):
    """The coefficients, highest power first, of the polynomial that fits best."""
    from numpy.linalg import lstsq

    x, y = _floating(x).double(), _floating(y).double()
    powers = torch.stack([x**k for k in range(deg, -1, -1)], 1)
    scale = torch.sqrt((powers * powers).sum(0))
    return (_tensor(lstsq(powers / scale, y)[0]) / scale).numpy()


def polyval(p, x):
    """The value of a polynomial, its coefficients highest power first."""
    value = 0
    for coefficient in _tensor(p).tolist():
        value = value * (_array(_tensor(x))) + coefficient
    return value
