"""`sklearn.linear_model`: weighted sums of columns, found by least squares; and of labels, by logistic losses."""

import warnings

import numpy as np
import torch
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, columns
from sklearn.exceptions import ConvergenceWarning

__all__ = ["LinearRegression", "LogisticRegression", "Ridge"]


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


class LogisticRegression(ClassifierMixin, BaseEstimator):
    """Labels by the largest of weighted sums, which the logistic loss and a penalty (squares of the coefficients, divided by
    2 `C`) fit. Always fitted by L-BFGS to small gradients."""

    def __init__(
        self, penalty="deprecated", *, C=1.0, l1_ratio=0.0, dual=False, tol=1e-4, fit_intercept=True, intercept_scaling=1,
        class_weight=None, random_state=None, solver="lbfgs", max_iter=100, verbose=0, warm_start=False, n_jobs=None,
    ):  # fmt: skip
        self.penalty, self.C, self.l1_ratio, self.dual, self.tol, self.fit_intercept = penalty, C, l1_ratio, dual, tol, fit_intercept
        self.intercept_scaling, self.class_weight, self.random_state, self.solver = intercept_scaling, class_weight, random_state, solver
        self.max_iter, self.verbose, self.warm_start, self.n_jobs = max_iter, verbose, warm_start, n_jobs

    def _strength(self):
        if self.penalty not in ("deprecated", "l2", None) or self.l1_ratio:
            raise NotImplementedError(f"LogisticRegression: penalty={self.penalty!r}, l1_ratio={self.l1_ratio} is not supported; use 'l2' or None")
        if self.class_weight is not None:
            raise NotImplementedError("LogisticRegression: class_weight is not supported; pass sample_weight to fit")
        return 0.0 if self.penalty is None else 1.0 / self.C

    def fit(self, X, y, sample_weight=None):
        """Learns the coefficients."""
        X, y = columns(X), np.asarray(y)
        strength = self._strength()
        self.classes_, labels = np.unique(y, return_inverse=True)
        self.n_features_in_, count = X.shape[1], len(self.classes_)
        if count < 2:
            raise ValueError(
                f"This solver needs samples of at least 2 classes in the data, but the data contains only one class: {self.classes_[0]!r}"
            )
        rows = 1 if count == 2 else count
        given, target = torch.tensor(X, dtype=torch.float64), torch.tensor(labels)
        weights = torch.ones(len(X), dtype=torch.float64) if sample_weight is None else torch.tensor(np.asarray(sample_weight, dtype=np.float64))
        w = torch.zeros(rows, X.shape[1], dtype=torch.float64, requires_grad=True)
        b = torch.zeros(rows, dtype=torch.float64, requires_grad=self.fit_intercept)

        def loss():
            sums = given @ w.T + b
            if rows == 1:
                lost = torch.nn.functional.binary_cross_entropy_with_logits(sums[:, 0], target.double(), reduction="none")
            else:
                lost = torch.nn.functional.cross_entropy(sums, target, reduction="none")
            return ((lost * weights).sum() + 0.5 * strength * w.square().sum()) / weights.sum()

        self.n_iter_ = np.array([_descend(loss, [w, b] if self.fit_intercept else [w], self.max_iter, self.tol)], dtype=np.int32)
        self.coef_, self.intercept_ = w.detach().numpy(), b.detach().numpy()
        return self

    def decision_function(self, X):
        """The weighted sums: one for two classes, else one for each class."""
        self._check("coef_")
        sums = columns(X) @ self.coef_.T + self.intercept_
        return sums[:, 0] if len(self.classes_) == 2 else sums

    def predict(self, X):
        """The most likely label of each row."""
        sums = self.decision_function(X)
        return self.classes_[(sums > 0).astype(int) if sums.ndim == 1 else sums.argmax(axis=1)]

    def predict_proba(self, X):
        """The probability of each label."""
        sums = torch.tensor(self.decision_function(X))
        if sums.ndim == 1:
            likely = torch.sigmoid(sums)
            return torch.stack([1 - likely, likely], 1).numpy()
        return torch.softmax(sums, 1).numpy()

    def predict_log_proba(self, X):
        """The logarithm of the probability of each label."""
        return np.log(self.predict_proba(X))


def _descend(loss, parameters, most, tol):
    """Minimises a loss, and returns the number of steps."""
    optimizer = torch.optim.LBFGS(
        parameters, max_iter=most, tolerance_grad=min(tol, 1e-4) * 1e-2, tolerance_change=0.0, line_search_fn="strong_wolfe"
    )

    def closure():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    optimizer.step(closure)
    steps = optimizer.state[parameters[0]]["n_iter"]
    if steps >= most and max([float(p.grad.abs().max()) for p in parameters]) > tol:
        warnings.warn(
            f"lbfgs failed to converge after {steps} iteration(s) (status=1):\nSTOP: TOTAL NO. OF ITERATIONS REACHED LIMIT\n\n"
            f"Increase the number of iterations to improve the convergence (max_iter={most}).",
            ConvergenceWarning,
            stacklevel=2,
        )
    return steps
