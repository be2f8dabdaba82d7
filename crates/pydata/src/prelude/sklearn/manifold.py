"""`sklearn.manifold`: points of many dimensions on a plane, neighbours beside neighbours."""

import numpy as np
import torch
from sklearn.base import BaseEstimator, columns
from sklearn.utils import check_random_state

__all__ = ["TSNE"]


class TSNE(BaseEstimator):
    """t-distributed stochastic neighbour embedding, by the exact gradient: time and memory grow with the square of the
    number of points."""

    def __init__(
        self, n_components=2, *, perplexity=30.0, early_exaggeration=12.0, learning_rate="auto", max_iter=1000,
        n_iter_without_progress=300, min_grad_norm=1e-7, metric="euclidean", metric_params=None, init="pca", verbose=0,
        random_state=None, method="barnes_hut", angle=0.5, n_jobs=None,
    ):  # fmt: skip
        self.n_components, self.perplexity, self.early_exaggeration = n_components, perplexity, early_exaggeration
        self.learning_rate, self.max_iter, self.n_iter_without_progress = learning_rate, max_iter, n_iter_without_progress
        self.min_grad_norm, self.metric, self.metric_params, self.init = min_grad_norm, metric, metric_params, init
        self.verbose, self.random_state, self.method, self.angle, self.n_jobs = verbose, random_state, method, angle, n_jobs

    def fit(self, X, y=None):
        """Learns the places of the points."""
        self.fit_transform(X)
        return self

    def fit_transform(self, X, y=None):
        """Returns the places of the points."""
        X = columns(X)
        self.n_features_in_ = X.shape[1]
        if self.perplexity >= len(X):
            raise ValueError(f"perplexity ({self.perplexity}) must be less than n_samples ({len(X)})")
        place = torch.tensor(self._start(X), dtype=torch.float64)
        with torch.no_grad():
            near = _neighbours(self._distances(X), float(self.perplexity))
            self._descend(near, place, len(X))
        self.embedding_ = place.to(torch.float32).numpy()
        return self.embedding_

    def _distances(self, X):
        """Squares of distances, or the distances that were given."""
        if self.metric == "precomputed":
            return torch.tensor(X, dtype=torch.float64).square()
        if self.metric != "euclidean":
            raise NotImplementedError(f"TSNE: metric={self.metric!r} is not supported; use 'euclidean' or 'precomputed'")
        points = torch.tensor(X, dtype=torch.float64)
        return torch.cdist(points, points).square()

    def _start(self, X):
        if not isinstance(self.init, str):
            return np.asarray(self.init)
        state = check_random_state(self.random_state)
        if self.init == "random":
            return 1e-4 * state.standard_normal(size=(len(X), self.n_components))
        if self.init != "pca":
            raise ValueError(f"init={self.init!r} must be 'pca', 'random' or an array")
        from sklearn.decomposition import PCA

        start = PCA(self.n_components).fit_transform(X)
        return start / start[:, 0].std() * 1e-4

    def _descend(self, near, place, count):
        rate = self.learning_rate
        self.learning_rate_ = max(count / self.early_exaggeration / 4, 50) if rate == "auto" else float(rate)
        speed, gains = torch.zeros_like(place), torch.ones_like(place)
        early = min(250, self.max_iter)
        for step in range(self.max_iter):
            exaggeration, momentum = (self.early_exaggeration, 0.5) if step < early else (1.0, 0.8)
            gradient = _gradient(near * exaggeration, place)
            slower = speed * gradient < 0.0
            gains = torch.where(slower, gains + 0.2, gains * 0.8).clamp_(min=0.01)
            speed = momentum * speed - self.learning_rate_ * gains * gradient
            place += speed
            if step > early and step % 50 == 49 and gradient.norm() <= self.min_grad_norm:
                break
        self.n_iter_ = step
        q = _closeness(place)
        self.kl_divergence_ = float((near * (near / (q / q.sum()).clamp(min=1e-300)).log()).nansum())


def _closeness(place):
    q = 1.0 / (1.0 + torch.cdist(place, place).square())
    return q.fill_diagonal_(0.0)


def _gradient(near, place):
    q = _closeness(place)
    pull = (near - q / q.sum()) * q
    return 4.0 * (pull.sum(1, keepdim=True) * place - pull @ place)


def _neighbours(squares, perplexity):
    """Joint probabilities of neighbours: normal distributions about the points, each as wide as the perplexity demands."""
    count = len(squares)
    low, high = torch.zeros(count, 1, dtype=torch.float64), torch.full((count, 1), torch.inf, dtype=torch.float64)
    beta, wanted = torch.ones(count, 1, dtype=torch.float64), float(np.log(perplexity))
    for _ in range(100):
        p = torch.exp(-squares * beta).fill_diagonal_(0.0)
        total = p.sum(1, keepdim=True).clamp(min=1e-300)
        entropy = total.log() + beta * (squares * p).sum(1, keepdim=True) / total
        wide = entropy > wanted
        low, high = torch.where(wide, beta, low), torch.where(wide, high, beta)
        beta = torch.where(torch.isinf(high), beta * 2, (low + high) / 2)
    p = p / total
    joint = p + p.T
    return joint / joint.sum()
