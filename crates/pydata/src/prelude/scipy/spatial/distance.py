"""`scipy.spatial.distance`: distances between vectors, and between all rows of matrices."""

import numpy as np


def _vector(u):
    u = np.asarray(u, dtype=np.float64)
    if u.ndim != 1:
        raise ValueError("Input vector should be 1-D.")
    return u


def _by_norm(order):
    def apart(x, y):
        return np.linalg.norm(x - y, ord=order, axis=-1)

    return apart


def _cosine(x, y):
    lengths = np.linalg.norm(x, axis=-1) * np.linalg.norm(y, axis=-1)
    return 1.0 - np.sum(x * y, axis=-1) / lengths


# Distances between rows of two arrays, by name.
_METRICS = {
    "euclidean": _by_norm(2),
    "sqeuclidean": lambda x, y: np.sum((x - y) ** 2, axis=-1),
    "cityblock": _by_norm(1),
    "chebyshev": _by_norm(np.inf),
    "cosine": _cosine,
    "correlation": lambda x, y: _cosine(x - x.mean(-1, keepdims=True), y - y.mean(-1, keepdims=True)),
    "hamming": lambda x, y: np.mean(x != y, axis=-1),
}


def _metric(metric):
    if callable(metric):
        return lambda x, y: np.asarray([[metric(a, b) for b in y[0]] for a in x[:, 0]])
    if metric not in _METRICS:
        raise ValueError(f"Unknown Distance Metric: {metric}")
    return _METRICS[metric]


def euclidean(u, v):
    """The length of the difference."""
    return _METRICS["euclidean"](_vector(u), _vector(v))


def sqeuclidean(u, v):
    """The square of the length of the difference."""
    return _METRICS["sqeuclidean"](_vector(u), _vector(v))


def cityblock(u, v):
    """The sum of the differences."""
    return _METRICS["cityblock"](_vector(u), _vector(v))


def chebyshev(u, v):
    """The largest of the differences."""
    return _METRICS["chebyshev"](_vector(u), _vector(v))


def cosine(u, v):
    """One minus the cosine of the angle."""
    return _METRICS["cosine"](_vector(u), _vector(v))


def correlation(u, v):
    """One minus the correlation."""
    return _METRICS["correlation"](_vector(u), _vector(v))


def hamming(u, v):
    """The share of elements that differ."""
    return _METRICS["hamming"](_vector(u), _vector(v))


def cdist(XA, XB, metric="euclidean"):
    """The distance of every row of one matrix from every row of another."""
    a, b = np.asarray(XA, dtype=np.float64), np.asarray(XB, dtype=np.float64)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError(f"{'XA' if a.ndim != 2 else 'XB'} must be a 2-dimensional array.")
    if a.shape[1] != b.shape[1]:
        raise ValueError("XA and XB must have the same number of columns (i.e. feature dimension.)")
    return _metric(metric)(a[:, np.newaxis], b[np.newaxis])


def pdist(X, metric="euclidean"):
    """The distances between the rows of a matrix: of the first from the second, third, ..., of the second from the third, ..."""
    rows = cdist(X, X, metric)
    return rows[np.triu_indices(len(rows), 1)]


def squareform(X):
    """The matrix of the distances that `pdist` gives, or those of a matrix."""
    X = np.asarray(X)
    if X.ndim == 2:
        return X[np.triu_indices(len(X), 1)]
    n = int(np.ceil(np.sqrt(len(X) * 2)))
    if n * (n - 1) != 2 * len(X):
        raise ValueError("Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2.")
    matrix = np.zeros((n, n), dtype=X.dtype)
    matrix[np.triu_indices(n, 1)] = X
    return matrix + matrix.T
