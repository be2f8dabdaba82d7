"""`sklearn.datasets`: points that are made by rule and chance, number for number as scikit-learn makes them; small tables."""

import numpy as np

from sklearn._tables import load_breast_cancer, load_digits, load_iris, load_wine
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


def _without_replacement(population, count, generator):
    """Different integers below `population`: drawn by one of three methods, as their share decides."""
    share = count / population if population else 1.0
    if 0.01 < share < 0.99:
        return generator.permutation(population)[:count]
    if share < 0.2:
        drawn = []
        while len(drawn) < count:
            one = int(generator.randint(population))
            if one not in drawn:
                drawn.append(one)
        return np.array(drawn)
    kept = list(range(count))
    for i in range(count, population):
        place = int(generator.randint(0, i + 1))
        if place < count:
            kept[place] = i
    return np.array(kept)


def _corners(count, dimensions, generator):
    """Different corners of a cube."""
    if dimensions > 30:
        return np.hstack([generator.randint(2, size=(count, dimensions - 30)), _corners(count, 30, generator)])
    numbers = _without_replacement(2**dimensions, count, generator)
    return np.stack([(numbers >> bit) & 1 for bit in range(dimensions - 1, -1, -1)], 1)


def _counts_of_clusters(n_samples, weights, n_classes, n_clusters, per_class):
    counts = [int(n_samples * weights[k % n_classes] / per_class) for k in range(n_clusters)]
    for i in range(n_samples - sum(counts)):
        counts[i % n_clusters] += 1
    return counts


def _weights_of(weights, n_classes):
    if weights is None:
        return [1.0 / n_classes] * n_classes
    if len(weights) not in (n_classes, n_classes - 1):
        raise ValueError("Weights specified but incompatible with number of classes.")
    weights = [float(weight) for weight in weights]
    return weights + [1.0 - sum(weights)] if len(weights) == n_classes - 1 else weights


def make_classification(
    n_samples=100,
    n_features=20,
    *,
    n_informative=2,
    n_redundant=2,
    n_repeated=0,
    n_classes=2,
    n_clusters_per_class=2,
    weights=None,
    flip_y=0.01,
    class_sep=1.0,
    hypercube=True,
    shift=0.0,
    scale=1.0,
    shuffle=True,
    random_state=None,
):
    """Clouds about corners of a cube, of which several make a class; useless features beside them, wrong labels among them."""
    generator = check_random_state(random_state)
    used, clusters = n_informative + n_redundant + n_repeated, n_classes * n_clusters_per_class
    if used > n_features:
        raise ValueError(
            "Number of informative, redundant and repeated features must sum to less than the number of total features"
        )
    if n_informative < np.log2(clusters):
        raise ValueError(
            f"n_classes({n_classes}) * n_clusters_per_class({n_clusters_per_class}) must be smaller or equal "
            f"2**n_informative({n_informative})={2**n_informative}"
        )
    weights = _weights_of(weights, n_classes)
    counts = _counts_of_clusters(n_samples, weights, n_classes, clusters, n_clusters_per_class)
    points, labels = np.zeros((n_samples, n_features)), np.zeros(n_samples, dtype=np.int64)
    centres = _corners(clusters, n_informative, generator).astype(np.float64) * (2 * class_sep) - class_sep
    if not hypercube:
        centres = centres * generator.uniform(size=(clusters, 1))
        centres = centres * generator.uniform(size=(1, n_informative))
    points[:, :n_informative] = generator.standard_normal(size=(n_samples, n_informative))
    stop = 0
    for cluster in range(clusters):
        start, stop = stop, stop + counts[cluster]
        labels[start:stop] = cluster % n_classes
        mix = 2 * generator.uniform(size=(n_informative, n_informative)) - 1
        points[start:stop, :n_informative] = points[start:stop, :n_informative] @ mix + centres[cluster]
    if n_redundant > 0:
        mix = 2 * generator.uniform(size=(n_informative, n_redundant)) - 1
        points[:, n_informative : n_informative + n_redundant] = points[:, :n_informative] @ mix
    if n_repeated > 0:
        before = n_informative + n_redundant
        chosen = ((before - 1) * generator.uniform(size=n_repeated) + 0.5).astype(np.int64)
        points[:, before : before + n_repeated] = points[:, chosen]
    if n_features > used:
        points[:, used:] = generator.standard_normal(size=(n_samples, n_features - used))
    if flip_y >= 0.0:
        flipped = generator.uniform(size=n_samples) < flip_y
        labels[flipped] = generator.randint(n_classes, size=int(flipped.sum()))
    if shift is None:
        shift = (2 * generator.uniform(size=n_features) - 1) * class_sep
    points = points + shift
    if scale is None:
        scale = 1 + 100 * generator.uniform(size=n_features)
    points = points * scale
    if shuffle:
        points, labels = _shuffle(points, labels, random_state=generator)
        order = np.arange(n_features)
        generator.shuffle(order)
        points = points[:, order]
    return points, labels


def make_swiss_roll(n_samples=100, *, noise=0.0, random_state=None, hole=False):
    """Points of a rolled plane, and how far along the roll they are."""
    generator = check_random_state(random_state)
    if hole:
        corners = [[np.pi * (1.5 + i), j * 7] for i in range(3) for j in range(3) if (i, j) != (1, 1)]
        chosen = generator.choice(8, n_samples)
        within = generator.uniform(size=(2, n_samples)) * np.array([[np.pi], [7]])
        along, across = np.array(corners)[chosen].T + within
    else:
        along = 1.5 * np.pi * (1 + 2 * generator.uniform(size=n_samples))
        across = 21 * generator.uniform(size=n_samples)
    points = np.vstack([along * np.cos(along), across, along * np.sin(along)])
    points = points + noise * generator.standard_normal(size=(3, n_samples))
    return points.T, along


def make_s_curve(n_samples=100, *, noise=0.0, random_state=None):
    """Points of a plane bent to an S, and how far along it they are."""
    generator = check_random_state(random_state)
    along = 3 * np.pi * (generator.uniform(size=(1, n_samples)) - 0.5)[0]
    across = 2.0 * generator.uniform(size=n_samples)
    points = np.stack([np.sin(along), across, np.sign(along) * (np.cos(along) - 1)], 1)
    return points + noise * generator.standard_normal(size=(3, n_samples)).T, along
