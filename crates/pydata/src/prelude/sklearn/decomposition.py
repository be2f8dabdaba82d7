"""`sklearn.decomposition`: data in the directions of its largest variance."""

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, columns

__all__ = ["PCA", "TruncatedSVD"]


def _signed(u, vt):
    """Singular vectors with the largest component of each right one positive."""
    signs = np.sign(vt[np.arange(len(vt)), abs(vt).argmax(axis=1)])
    return u * signs, vt * signs[:, None]


def _solver(given, shape):
    """The name of the method that scikit-learn takes for as many components as there may be."""
    if given != "auto":
        return given
    return "covariance_eigh" if shape[1] <= 1000 and shape[0] >= 10 * shape[1] else "full"


class PCA(TransformerMixin, BaseEstimator):
    """Projections on the principal components. `n_components`: their number, or the share of the variance that they hold."""

    def __init__(
        self, n_components=None, *, copy=True, whiten=False, svd_solver="auto", tol=0.0, iterated_power="auto",
        n_oversamples=10, power_iteration_normalizer="auto", random_state=None,
    ):  # fmt: skip
        self.n_components, self.copy, self.whiten, self.svd_solver, self.tol = n_components, copy, whiten, svd_solver, tol
        self.iterated_power, self.n_oversamples = iterated_power, n_oversamples
        self.power_iteration_normalizer, self.random_state = power_iteration_normalizer, random_state

    def fit(self, X, y=None):
        """Learns the components."""
        self._decomposed(X)
        return self

    def fit_transform(self, X, y=None):
        """Learns the components, and returns the projections."""
        u, s = self._decomposed(X)
        return u * np.sqrt(self.n_samples_ - 1) if self.whiten else u * s

    def _decomposed(self, X):
        X = columns(X)
        self.n_samples_, self.n_features_in_ = X.shape
        self.mean_ = X.mean(axis=0)
        u, s, vt = np.linalg.svd(X - self.mean_, full_matrices=False)
        u, vt = _signed(u, vt)
        variance = s**2 / (self.n_samples_ - 1)
        share = variance / variance.sum()
        n = self._count(share, X.shape)
        self.n_components_, self.components_, self.singular_values_ = n, vt[:n], s[:n]
        self.explained_variance_, self.explained_variance_ratio_ = variance[:n], share[:n]
        self.noise_variance_ = variance[n:].mean() if n < min(X.shape) else 0.0
        return u[:, :n], s[:n]

    def _count(self, share, shape):
        n, most = self.n_components, min(shape)
        if n is None:
            return most
        if isinstance(n, float) and 0 < n < 1:
            return int(np.searchsorted(np.cumsum(share), n, side="right")) + 1
        if not isinstance(n, (int, np.integer)):
            raise NotImplementedError(f"PCA: n_components={n!r} is not supported; give a number or a share of the variance")
        if not 0 <= n <= most:
            raise ValueError(
                f"n_components={n} must be between 0 and min(n_samples, n_features)={most} with "
                f"svd_solver={_solver(self.svd_solver, shape)!r}"
            )
        return int(n)

    def transform(self, X):
        """Projects data on the components."""
        self._check("components_")
        projected = (columns(X) - self.mean_) @ self.components_.T
        return projected / np.sqrt(self.explained_variance_) if self.whiten else projected

    def inverse_transform(self, X):
        """Converts projections back to columns."""
        self._check("components_")
        scale = np.sqrt(self.explained_variance_)[:, None] if self.whiten else 1.0
        return np.asarray(X) @ (scale * self.components_) + self.mean_


class TruncatedSVD(TransformerMixin, BaseEstimator):
    """Projections on right singular vectors, of data that is not centred."""

    def __init__(
        self, n_components=2, *, algorithm="randomized", n_iter=5, n_oversamples=10, power_iteration_normalizer="auto",
        random_state=None, tol=0.0,
    ):  # fmt: skip
        self.n_components, self.algorithm, self.n_iter, self.n_oversamples = n_components, algorithm, n_iter, n_oversamples
        self.power_iteration_normalizer, self.random_state, self.tol = power_iteration_normalizer, random_state, tol

    def fit(self, X, y=None):
        """Learns the singular vectors."""
        self.fit_transform(X)
        return self

    def fit_transform(self, X, y=None):
        """Learns the singular vectors, and returns the projections."""
        X = columns(X)
        if self.n_components > X.shape[1]:
            raise ValueError(f"n_components({self.n_components}) must be <= n_features({X.shape[1]}).")
        u, s, vt = np.linalg.svd(X, full_matrices=False)
        u, vt = _signed(u, vt)
        n = self.n_components
        self.components_, self.singular_values_, self.n_features_in_ = vt[:n], s[:n], X.shape[1]
        projected = X @ self.components_.T
        self.explained_variance_ = projected.var(axis=0)
        self.explained_variance_ratio_ = self.explained_variance_ / X.var(axis=0).sum()
        return projected

    def transform(self, X):
        """Projects data on the singular vectors."""
        self._check("components_")
        return columns(X) @ self.components_.T

    def inverse_transform(self, X):
        """Converts projections back to columns."""
        self._check("components_")
        return np.asarray(X) @ self.components_
