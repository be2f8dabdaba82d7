"""`scipy.spatial`: distances."""

import numpy as np

from scipy.spatial import distance


def minkowski_distance_p(x, y, p=2.0):
    """The distance of rows in the norm `p`, without the root at the end."""
    apart = np.abs(np.asarray(x, dtype=np.float64) - np.asarray(y, dtype=np.float64))
    if p == np.inf:
        return np.amax(apart, axis=-1)
    return np.sum(apart, axis=-1) if p == 1 else np.sum(apart**p, axis=-1)


def minkowski_distance(x, y, p=2.0):
    """The distance of rows in the norm `p`."""
    apart = minkowski_distance_p(x, y, p)
    return apart if p in (np.inf, 1) else apart ** (1.0 / p)


def distance_matrix(x, y, p=2.0, threshold=1000000):
    """The distance of every row of `x` from every row of `y`.

    >>> from scipy.spatial import distance_matrix
    >>> distance_matrix([[0, 0], [0, 1]], [[1, 0], [1, 1]]).tolist()
    [[1.0, 1.4142135623730951], [1.4142135623730951, 1.0]]
    """
    x, y = np.asarray(x), np.asarray(y)
    if x.shape[-1] != y.shape[-1]:
        raise ValueError(
            f"x contains {x.shape[-1]}-dimensional vectors but y contains {y.shape[-1]}-dimensional vectors"
        )
    return minkowski_distance(x[:, np.newaxis, :], y[np.newaxis, :, :], p)
