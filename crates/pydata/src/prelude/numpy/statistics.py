"""Quantiles, histograms, interpolation, polynomials."""

import math

import torch


# How each method places a quantile among n sorted elements: alpha and beta of Hyndman and Fan.
_PLOTTING = {
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "linear": (1.0, 1.0),
    "median_unbiased": (1 / 3.0, 1 / 3.0),
    "normal_unbiased": (3 / 8.0, 3 / 8.0),
}


def _virtual(method, n, q):
    """The place of a quantile among n sorted elements, as its whole part and its fraction."""
    if method in _PLOTTING:
        alpha, beta = _PLOTTING[method]
        place = (n - 1) * q if method == "linear" else n * q + (alpha + q * (1 - alpha - beta)) - 1
    elif method in ("lower", "higher", "nearest", "midpoint"):
        place = (n - 1) * q
        below, above = torch.floor(place), torch.ceil(place)
        place = {"lower": below, "higher": above, "nearest": torch.round(place), "midpoint": 0.5 * (below + above)}[method]
    elif method in ("inverted_cdf", "averaged_inverted_cdf", "closest_observation"):
        place = n * q - 1 - (0.5 if method == "closest_observation" else 0)
        whole = torch.floor(place)
        share = place - whole
        some = {"inverted_cdf": share > 0, "averaged_inverted_cdf": torch.where(share == 0, 0.5, 1.0), "closest_observation": (share > 0) | (whole % 2 == 0)}[method]
        place = whole + some.double()
    else:
        names = sorted([*_PLOTTING, "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "lower", "higher", "midpoint", "nearest"])
        raise ValueError(f"{method!r} is not a valid method. Use one of: {set(names)!r}")
    place = place.clamp(0, n - 1)
    whole = torch.floor(place)
    return whole.long(), place - whole


def _sorted_rows(a, axis):
    """The elements of each reduction as sorted rows, with the shape of the rest."""
    rows, widths = _rows_of(_floating(a), axis)
    return _tensor(sort(rows)), widths


def _rows_of(a, axis):
    """The elements of each reduction as rows, with the shape of the rest."""
    axes = list(_distinct_axes(axis, a.dim()))
    kept = [d for d in range(a.dim()) if d not in axes]
    rows = a.permute((*kept, *axes)).reshape([a.shape[d] for d in kept] + [-1])
    return rows, [1 if d in axes else a.shape[d] for d in range(a.dim())]


def _quantiles(a, q, axis, out, method, keepdims):
    rows, widths = _sorted_rows(a, axis)
    n = rows.shape[-1]
    if n == 0:
        return _given_to(out, _array(torch.full(q.shape + rows.shape[:-1], torch.nan, dtype=rows.dtype)))
    whole, share = _virtual(method, n, q.reshape(-1))
    low, high = rows[..., whole], rows[..., (whole + 1).clamp(max=n - 1)]
    share = share.to(rows.dtype)
    between = high - low
    found = torch.where(share >= 0.5, high - between * (1 - share), low + between * share)
    found = torch.where(share == 0, low, found)
    found = torch.where(torch.isnan(rows[..., -1:]), torch.nan, found)
    found = found.movedim(-1, 0).reshape(tuple(q.shape) + (tuple(widths) if keepdims else tuple(rows.shape[:-1])))
    return _given_to(out, _array(found))


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle value; the mean of the two in the middle."""
    rows, widths = _sorted_rows(a, axis)
    n = rows.shape[-1]
    if n == 0:
        found = torch.full(rows.shape[:-1], torch.nan, dtype=rows.dtype)
    else:
        found = rows[..., (n - 1) // 2 : n // 2 + 1].mean(-1)
        found = torch.where(torch.isnan(rows[..., -1]), torch.nan, found)
    return _given_to(out, _array(found.reshape(widths) if keepdims else found))


def _weighted(a, q, axis, out, method, keepdims, weights, skips_nan=False):
    """Quantiles of elements that count as much as their weights."""
    if method != "inverted_cdf":
        raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    a, weights = asarray(a), asarray(weights)
    if weights.shape != a.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        dims = _distinct_axes(axis, a.ndim, "axis")
        if weights.shape != tuple(a.shape[d] for d in dims):
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        weights = weights.reshape([a.shape[d] if d in dims else 1 for d in range(a.ndim)])
    if bool((weights < 0).any()):
        raise ValueError("Weights must be non-negative.")
    rows, widths = _rows_of(_floating(a), axis)
    shares, _ = _rows_of(torch.broadcast_to(_tensor(weights).double(), tuple(a.shape)), axis)
    order = torch.argsort(rows, stable=True)
    sums = torch.cumsum(torch.take_along_dim(shares, order, -1), -1)
    # The first element up to which the weights make the fraction.
    places = torch.searchsorted(sums / sums[..., -1:], q.reshape(-1).expand(*rows.shape[:-1], -1).contiguous()).clamp(max=rows.shape[-1] - 1)
    found = torch.take_along_dim(torch.take_along_dim(rows, order, -1), places, -1)
    if not skips_nan:
        found = torch.where(torch.isnan(rows).any(-1, keepdim=True), torch.nan, found)
    found = found.movedim(-1, 0)
    found = found.reshape([*q.shape, *widths] if keepdims else [*q.shape, *rows.shape[:-1]])
    return _given_to(out, found.to(_tensor(a).dtype).numpy())


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """Returns quantiles: values below which fractions `q` of the elements are, by linear interpolation or another method."""
    q = _tensor(asarray(q)).double()
    if bool(((q < 0) | (q > 1)).any()):
        raise ValueError("Quantiles must be in the range [0, 1]")
    if weights is not None:
        return _weighted(a, q, axis, out, method, keepdims, weights)
    return _quantiles(a, q, axis, out, method, keepdims)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """quantile, in hundredths."""
    q = _tensor(asarray(q)).double() / 100
    if bool(((q < 0) | (q > 1)).any()):
        raise ValueError("Percentiles must be in the range [0, 100]")
    if weights is not None:
        return _weighted(a, q, axis, out, method, keepdims, weights)
    return _quantiles(a, q, axis, out, method, keepdims)


def _without_nan(function, a, axis, keepdims, out):
    """A statistic of the elements that are numbers, of each slice."""
    a = asarray(a)
    if axis is None:
        rest = ravel(a)
        found = function(rest[~isnan(rest)])
        return _given_to(out, reshape(found, shape(found) + (1,) * a.ndim) if keepdims else found)
    axes = list(_distinct_axes(axis, a.ndim))
    kept = [d for d in range(a.ndim) if d not in axes]
    rows = transpose(a, kept + axes).reshape(tuple(a.shape[d] for d in kept) + (-1,))
    found = [asarray(function(row[~isnan(row)])) for row in rows.reshape(-1, rows.shape[-1])]
    result = stack(found, -1).reshape(found[0].shape + rows.shape[:-1])
    if keepdims:
        result = result.reshape(found[0].shape + tuple(1 if d in axes else a.shape[d] for d in range(a.ndim)))
    return _given_to(out, result[()] if result.ndim == 0 else result)


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle of the elements that are numbers."""
    return _without_nan(median, a, axis, keepdims, out)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """Quantiles of the elements that are numbers."""
    if weights is not None:
        known = ~isnan(asarray(a))
        return _weighted(a, _tensor(asarray(q)).double(), axis, out, method, keepdims, where(known, weights, 0), True)
    return _without_nan(lambda row: quantile(row, q, method=method), a, axis, keepdims, out)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    """nanquantile, in hundredths."""
    if weights is not None:
        return nanquantile(a, asarray(q) / 100, axis, out, method=method, keepdims=keepdims, weights=weights)
    return _without_nan(lambda row: percentile(row, q, method=method), a, axis, keepdims, out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """Mean, each element by its weight."""
    _distinct_axes(axis, ndim(a), "axis")
    if weights is None:
        found = mean(a, axis, keepdims=keepdims)
        return (found, full_like(found, size(a) / size(found))[()]) if returned else found
    a, weights = _both(_floating(a), _floating(weights))
    if weights.shape != a.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        if weights.dim() != 1 or weights.shape[0] != a.shape[axis]:
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        weights = weights.reshape([-1 if d == axis % a.dim() else 1 for d in range(a.dim())])
    total = sum(torch.broadcast_to(weights, a.shape), axis, keepdims=keepdims)
    if any(total == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    found = sum(a * weights, axis, keepdims=keepdims) / total
    return (found, total) if returned else found


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    """Returns the covariance of rows."""
    m = _floating(m)
    if m.dim() == 1:
        m = m.unsqueeze(0)
    elif not rowvar:
        m = m.T
    if y is not None:
        y = _floating(y)
        m = torch.cat([m, y.unsqueeze(0) if y.dim() == 1 else y if rowvar else y.T])
    if dtype is not None:
        m = m.to(_tensor(zeros(0, dtype=dtype)).dtype)
    weights = {name: _tensor(w) if name == "fweights" else _floating(w) for name, w in (("fweights", fweights), ("aweights", aweights)) if w is not None}
    return torch.cov(m, correction=(0 if bias else 1) if ddof is None else ddof, **weights).squeeze().numpy()


def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    """Returns the correlation of rows, between -1 and 1."""
    c = _tensor(cov(x, y, rowvar, dtype=dtype))
    if c.dim() == 0:
        return 1.0
    width = torch.sqrt(torch.diagonal(c))
    return (c / width[:, None] / width[None, :]).clamp(-1, 1).numpy()


def _bin_count(x, low, high, rule, whole):
    """How many bins a rule gives."""
    n, spread = size(x), max(x) - min(x) if size(x) else 0.0
    if n == 0:
        return 1
    quartiles = subtract(*percentile(x, [75, 25]))
    widths = {
        "sqrt": lambda: spread / sqrt(n),
        "sturges": lambda: spread / (log2(n) + 1.0),
        "rice": lambda: spread / (2.0 * n ** (1.0 / 3)),
        "scott": lambda: (24.0 * pi**0.5 / n) ** (1.0 / 3.0) * std(x),
        "fd": lambda: 2.0 * quartiles * n ** (-1.0 / 3.0),
    }
    widths["doane"] = lambda: _doane(x, n, spread)
    widths["stone"] = lambda: _stone(x, n, spread)
    widths["auto"] = lambda: _builtins.min(_builtins.max(widths["fd"](), widths["sqrt"]() / 2), widths["sturges"]())
    if rule not in widths:
        raise ValueError(f"{rule!r} is not a valid estimator for `bins`")
    width = widths[rule]()
    width = 1 if whole and 0 < width < 1 else width
    return int(ceil((high - low) / width)) if width else 1


def _doane(x, n, spread):
    if n <= 2:
        return 0.0
    deviation = std(x)
    if not deviation > 0:
        return 0.0
    skew = mean(((x - mean(x)) / deviation) ** 3)
    return spread / (1.0 + log2(n) + log2(1.0 + absolute(skew) / sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)))))


def _stone(x, n, spread):
    if n <= 1 or spread == 0:
        return 0.0

    def risk(bins):
        shares = histogram(x, bins, (float(min(x)), float(max(x))))[0] / n
        return (2 - (n + 1) * float(dot(shares, shares))) / (spread / bins)

    most = _builtins.max(100, int(sqrt(n)))
    return spread / _builtins.min(_builtins.range(1, most + 1), key=risk)


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The edges of a histogram's intervals."""
    whole = not _inexact(_tensor(a))
    a = _floating(a).reshape(-1).double()
    if not isinstance(bins, (int, integer, str)):
        edges = _floating(bins).double()
        if edges.dim() != 1:
            raise ValueError("`bins` must be 1d, when an array")
        if bool((edges[1:] < edges[:-1]).any()):
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges.numpy()
    if not isinstance(bins, str) and bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if range is not None:
        low, high = range
        if low > high:
            raise ValueError("max must be larger than min in range parameter.")
    else:
        low, high = (float(a.min()), float(a.max())) if a.numel() else (0.0, 1.0)
    if not (math.isfinite(low) and math.isfinite(high)):
        raise ValueError(f"autodetected range of [{low}, {high}] is not finite" if range is None else f"supplied range of [{low}, {high}] is not finite")
    if low == high:
        low, high = low - 0.5, high + 0.5
    if isinstance(bins, str):
        inside = a if range is None else a[(a >= low) & (a <= high)]
        bins = _bin_count(inside.numpy(), low, high, bins, whole)
    return linspace(low, high, int(bins) + 1)


def histogram(a, bins=10, range=None, density=False, weights=None):
    """Counts the elements in each of `bins` intervals, and returns the intervals' edges."""
    edges = _tensor(histogram_bin_edges(a, bins, range, weights))
    a = _floating(a).reshape(-1).double()
    place = torch.searchsorted(edges, a, right=True) - 1
    place = torch.where(a == edges[-1], torch.full_like(place, len(edges) - 2), place)
    inside = (place >= 0) & (place < len(edges) - 1)
    weights = None if weights is None else _tensor(weights).reshape(-1)[inside]
    exact = weights is not None and not _inexact(weights)
    counts = torch.bincount(place[inside], weights if weights is None or not exact else weights.double(), minlength=len(edges) - 1)
    counts = counts.to(weights.dtype) if exact else counts
    if density:
        counts = counts / (edges[1:] - edges[:-1]) / counts.sum()
    return counts.numpy(), edges.numpy()


def bincount(x, weights=None, minlength=0):
    """Counts how often each integer occurs."""
    return torch.bincount(_tensor(x), None if weights is None else _floating(weights), minlength).numpy()


def digitize(x, bins, right=False):
    """The stretch between `bins` that each element is in."""
    bins = _floating(bins)
    x = _floating(x).to(bins.dtype)
    falls = bins.numel() > 1 and bool((bins[1:] < bins[:-1]).any())
    if falls and bool((bins[1:] > bins[:-1]).any()):
        raise ValueError("bins must be monotonically increasing or decreasing")
    if falls:
        return _array(bins.numel() - torch.bucketize(x, bins.flip(0), right=right))
    return _array(torch.bucketize(x, bins, right=not right))


def searchsorted(a, v, side="left", sorter=None):
    """Returns where elements would be inserted into a sorted array."""
    if side not in ("left", "right"):
        raise ValueError(f"search side must be one of 'left' or 'right' (got '{side}')")
    a, v = _both(a, v)
    return _array(torch.searchsorted(a if sorter is None else a[_tensor(sorter)], v, right=side == "right"))


def interp(x, xp, fp, left=None, right=None, period=None):
    """Values between given points, by straight lines."""
    given, xp, fp = _floating(x).double(), _floating(xp).double(), _floating(fp)
    fp = fp if fp.dtype.is_complex else fp.double()
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")
    if len(xp) == 0:
        raise ValueError("array of sample points is empty")
    if period is not None:
        if period == 0:
            raise ValueError("period must be a non-zero value")
        period, left, right = _builtins.abs(period), None, None
        given, xp = given % period, xp % period
        order = torch.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = torch.cat([xp[-1:] - period, xp, xp[:1] + period])
        fp = torch.cat([fp[-1:], fp, fp[:1]])
    if len(xp) == 1:
        found = fp[0].expand(given.shape).clone()
    else:
        after = torch.searchsorted(xp, given.contiguous(), right=True).clamp(1, len(xp) - 1)
        slope = (fp[after] - fp[after - 1]) / (xp[after] - xp[after - 1])
        found = slope * (given - xp[after - 1]) + fp[after - 1]
        found = torch.where(given <= xp[0], fp[0], torch.where(given >= xp[-1], fp[-1], found))
    found = found if left is None else torch.where(given < xp[0], torch.as_tensor(left, dtype=fp.dtype), found)
    found = found if right is None else torch.where(given > xp[-1], torch.as_tensor(right, dtype=fp.dtype), found)
    return _array(torch.where(torch.isnan(given), torch.as_tensor(torch.nan, dtype=fp.dtype), found))


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The area below a line through points."""
    y = _floating(y)
    return _array(torch.trapezoid(y, dx=dx, dim=axis) if x is None else torch.trapezoid(y, _floating(x), dim=axis))


def convolve(a, v, mode="full"):
    """Sums of products of one array and the other turned round."""
    a, v = _both(atleast_1d(a), atleast_1d(v))
    for name, one in (("a", a), ("v", v)):
        if one.dim() != 1:
            raise ValueError("object too deep for desired array")
        if len(one) == 0:
            raise ValueError(f"{name} cannot be empty")
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    if len(v) > len(a):
        a, v = v, a
    full = _sums_of_shifted(a, v)
    if mode == "full":
        return full.numpy()
    cut = (len(v) - 1) // 2 if mode == "same" else len(v) - 1
    return full[cut : cut + (len(a) if mode == "same" else len(a) - len(v) + 1)].numpy()


def _sums_of_shifted(a, v):
    """The longer array times each element of the other, moved by its place."""
    if a.dtype in (torch.float32, torch.float64):
        return torch.nn.functional.conv1d(a[None, None], v.flip(0)[None, None], padding=len(v) - 1)[0, 0]
    full = torch.zeros(len(a) + len(v) - 1, dtype=a.dtype)
    for i in range(len(v)):
        part = full[i : i + len(a)]
        full[i : i + len(a)] = part | (a & v[i]) if a.dtype == torch.bool else part + a * v[i]
    return full
