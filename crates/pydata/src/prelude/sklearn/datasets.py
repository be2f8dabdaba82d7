"""`sklearn.datasets`: points that are made by rule and chance, number for number as scikit-learn makes them."""

import numpy as np

from sklearn.utils import check_random_state
from sklearn.utils import shuffle as _shuffle


def _two(n_samples, wrong):
    # The number of points of the first and the second class.
    if isinstance(n_samples, (int, np.integer)):
        return n_samples // 2, n_samples - n_samples // 2
    if len(n_samples) != 2:
        raise ValueError(wrong)
    return tuple(n_samples)


def _labelled(first, second, shuffle, noise, generator):
    # Points of two classes. Noise is added after shuffling.
    points = np.vstack([first, second])
    labels = np.hstack([np.zeros(len(first), dtype=np.int64), np.ones(len(second), dtype=np.int64)])
    if shuffle:
        points, labels = _shuffle(points, labels, random_state=generator)
    if noise is not None:
        points = points + generator.normal(scale=noise, size=points.shape)
    return points, labels


def make_moons(n_samples=100, *, shuffle=True, noise=None, random_state=None):
    """Two half circles that reach into each other."""
    outer, inner = _two(n_samples, "`n_samples` can be either an int or a two-element tuple.")
    outer, inner = np.linspace(0, np.pi, outer), np.linspace(0, np.pi, inner)
    first = np.stack([np.cos(outer), np.sin(outer)], 1)
    second = np.stack([1 - np.cos(inner), 1 - np.sin(inner) - 0.5], 1)
    return _labelled(first, second, shuffle, noise, check_random_state(random_state))


def make_circles(n_samples=100, *, shuffle=True, noise=None, random_state=None, factor=0.8):
    """A circle within a circle, its radius `factor` of the other's."""
    outer, inner = _two(n_samples, "When a tuple, n_samples must have exactly two elements.")
    outer = np.linspace(0, 2 * np.pi, outer, endpoint=False)
    inner = np.linspace(0, 2 * np.pi, inner, endpoint=False)
    first = np.stack([np.cos(outer), np.sin(outer)], 1)
    second = np.stack([np.cos(inner) * factor, np.sin(inner) * factor], 1)
    return _labelled(first, second, shuffle, noise, check_random_state(random_state))


def make_blobs(
    n_samples=100,
    n_features=2,
    *,
    centers=None,
    cluster_std=1.0,
    center_box=(-10.0, 10.0),
    shuffle=True,
    random_state=None,
    return_centers=False,
):
    """Clouds of points, normally distributed about their centres."""
    generator = check_random_state(random_state)
    counted = isinstance(n_samples, (int, np.integer))
    if centers is None:
        centers = 3 if counted else len(n_samples)
    if isinstance(centers, (int, np.integer)):
        centers = generator.uniform(center_box[0], center_box[1], size=(centers, n_features))
    if not counted and len(n_samples) != len(centers):
        raise ValueError(
            f"Length of `n_samples` not consistent with number of centers. Got n_samples = {n_samples} and centers = {centers}"
        )
    centers = np.asarray(centers, dtype=np.float64)
    spreads = [cluster_std] * len(centers) if isinstance(cluster_std, (int, float)) else list(cluster_std)
    if len(spreads) != len(centers):
        raise ValueError(
            "Length of `clusters_std` not consistent with number of centers. "
            f"Got centers = {centers} and cluster_std = {cluster_std}"
        )
    each = _shares(n_samples, len(centers)) if counted else list(n_samples)
    clouds = [
        center + spread * generator.standard_normal(size=(count, centers.shape[1]))
        for center, spread, count in zip(centers, spreads, each)
    ]
    points, labels = np.concatenate(clouds), np.repeat(np.arange(len(centers)), each)
    if shuffle:
        points, labels = _shuffle(points, labels, random_state=generator)
    return (points, labels, centers) if return_centers else (points, labels)


def _shares(total, parts):
    # As even as possible, the larger ones first.
    return [total // parts + (part < total % parts) for part in range(parts)]


def make_regression(
    n_samples=100,
    n_features=100,
    *,
    n_informative=10,
    n_targets=1,
    bias=0.0,
    effective_rank=None,
    tail_strength=0.5,
    noise=0.0,
    shuffle=True,
    coef=False,
    random_state=None,
):
    """Points and the values of a random linear model, with noise."""
    if effective_rank is not None:
        raise NotImplementedError("make_regression(effective_rank=...) is not there: pass None for independent features")
    generator, used = check_random_state(random_state), min(n_features, n_informative)
    points = generator.standard_normal(size=(n_samples, n_features))
    weights = np.zeros((n_features, n_targets))
    weights[:used] = 100 * generator.uniform(size=(used, n_targets))
    targets = points @ weights + bias
    if noise > 0.0:
        targets = targets + generator.normal(scale=noise, size=targets.shape)
    if shuffle:
        points, targets = _shuffle(points, targets, random_state=generator)
        order = np.arange(n_features)
        generator.shuffle(order)
        points, weights = points[:, order], weights[order]
    targets, weights = np.squeeze(targets), np.squeeze(weights)
    return (points, targets, weights) if coef else (points, targets)
