"""`sklearn.linear_model`: weighted sums of columns, found by least squares."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin, columns

__all__ = ["LinearRegression", "Ridge"]


class _Linear(RegressorMixin, BaseEstimator):
    def predict(self, X):
        """Weighted sums of the columns, and the intercept."""
        self._check("coef_")
        return columns(X) @ self.coef_.T + self.intercept_

    def _centred(self, X, y, weights):
        """Returns data and targets about their means, rows scaled by the roots of their weights, and the means."""
        X, y = columns(X), np.asarray(y)
        y = y if y.dtype in (np.float32, np.float64) else y.astype(np.float64)
        if len(X) != len(y):
            raise ValueError(f"Found input variables with inconsistent numbers of samples: {[len(X), len(y)]}")
        self.n_features_in_ = X.shape[1]
        weights = None if weights is None else np.asarray(weights, dtype=np.float64) * np.ones(len(X))
        middle = np.zeros(X.shape[1]), y.mean(axis=0) * 0
        if self.fit_intercept:
            middle = np.average(X, axis=0, weights=weights), np.average(y, axis=0, weights=weights)
        X, y = X - middle[0], y - middle[1]
        if weights is not None:
            roots = np.sqrt(weights)
            X, y = X * roots[:, None], y * (roots[:, None] if y.ndim > 1 else roots)
        return X, y, middle

    def _keep(self, coef, middle):
        self.coef_ = coef.T
        self.intercept_ = middle[1] - middle[0] @ coef if self.fit_intercept else 0.0
        return self


class LinearRegression(_Linear):
    """Ordinary least squares."""

    def __init__(self, *, fit_intercept=True, copy_X=True, tol=1e-6, n_jobs=None, positive=False):
        if positive:
            raise NotImplementedError("LinearRegression: positive=True is not supported; fit without it")
        self.fit_intercept, self.copy_X, self.tol, self.n_jobs, self.positive = fit_intercept, copy_X, tol, n_jobs, positive

    def fit(self, X, y, sample_weight=None):
        """Learns the coefficients."""
        X, y, middle = self._centred(X, y, sample_weight)
        coef, _, self.rank_, self.singular_ = np.linalg.lstsq(X, y, rcond=None)
        return self._keep(coef, middle)


class Ridge(_Linear):
    """Least squares with `alpha` times the squared length of the coefficients added."""

    def __init__(
        self, alpha=1.0, *, fit_intercept=True, copy_X=True, max_iter=None, tol=1e-4, solver="auto", positive=False,
        random_state=None,
    ):  # fmt: skip
        if positive:
            raise NotImplementedError("Ridge: positive=True is not supported; fit without it")
        self.alpha, self.fit_intercept, self.copy_X, self.max_iter = alpha, fit_intercept, copy_X, max_iter
        self.tol, self.solver, self.positive, self.random_state = tol, solver, positive, random_state

    def fit(self, X, y, sample_weight=None):
        """Learns the coefficients."""
        X, y, middle = self._centred(X, y, sample_weight)
        return self._keep(np.linalg.solve(X.T @ X + self.alpha * np.eye(X.shape[1]), X.T @ y), middle)
