"""`sklearn.base`: what estimators share: their parameters, and their text."""

import copy
import inspect

import numpy as np
from sklearn.exceptions import NotFittedError

__all__ = ["BaseEstimator", "ClassifierMixin", "ClusterMixin", "RegressorMixin", "TransformerMixin", "clone"]


class BaseEstimator:
    """An estimator whose parameters are the arguments of `__init__`."""

    @classmethod
    def _defaults(cls):
        given = list(inspect.signature(cls.__init__).parameters.values())[1:]
        return {p.name: p.default for p in given if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}

    def get_params(self, deep=True):
        """The parameters by name."""
        return {name: getattr(self, name) for name in sorted(self._defaults())}

    def set_params(self, **params):
        """Changes parameters."""
        known = sorted(self._defaults())
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"Invalid parameter {name!r} for estimator {self}. Valid parameters are: {known}.")
            setattr(self, name, value)
        return self

    def __repr__(self):
        defaults = self._defaults()
        given = {name: getattr(self, name, default) for name, default in defaults.items()}
        changed = [f"{name}={given[name]!r}" for name in sorted(given) if repr(given[name]) != repr(defaults[name])]
        return f"{type(self).__name__}({', '.join(changed)})"

    def _check(self, attribute):
        if not hasattr(self, attribute):
            name = type(self).__name__
            raise NotFittedError(
                f"This {name} instance is not fitted yet. Call 'fit' with appropriate arguments before using this estimator."
            )


class TransformerMixin:
    """An estimator that transforms data."""

    def fit_transform(self, X, y=None, **fit_params):
        """Learns from data, and transforms it."""
        return (self.fit(X, **fit_params) if y is None else self.fit(X, y, **fit_params)).transform(X)


def _weights(sample_weight):
    return {} if sample_weight is None else {"sample_weight": sample_weight}


class RegressorMixin:
    """An estimator of numbers."""

    def score(self, X, y, sample_weight=None):
        """The coefficient of determination of the predictions."""
        from sklearn.metrics import r2_score

        return r2_score(y, self.predict(X), **_weights(sample_weight))


class ClassifierMixin:
    """An estimator of labels."""

    def score(self, X, y, sample_weight=None):
        """The accuracy of the predictions."""
        from sklearn.metrics import accuracy_score

        return accuracy_score(y, self.predict(X), **_weights(sample_weight))


class ClusterMixin:
    """An estimator of groups."""

    def fit_predict(self, X, y=None, **kwargs):
        """Learns from data, and returns its groups."""
        return self.fit(X, **kwargs).labels_


def clone(estimator, *, safe=True):
    """An estimator with the same parameters that has learned nothing."""
    if isinstance(estimator, (list, tuple, set, frozenset)):
        return type(estimator)([clone(each, safe=safe) for each in estimator])
    if not hasattr(estimator, "get_params"):
        if safe:
            raise TypeError(
                f"Cannot clone object '{estimator!r}' (type {type(estimator)}): it does not seem to be a scikit-learn "
                "estimator as it does not implement a 'get_params' method."
            )
        return copy.deepcopy(estimator)
    return type(estimator)(**{name: clone(value, safe=False) for name, value in estimator.get_params(deep=False).items()})


def columns(X):
    """Data as floating-point columns."""
    X = np.asarray(X)
    X = X if X.dtype in (np.float32, np.float64) else X.astype(np.float64)
    if X.ndim != 2:
        kind = "scalar" if X.ndim == 0 else f"{X.ndim}D"
        raise ValueError(
            f"Expected 2D array, got {kind} array instead:\narray={X}.\nReshape your data either using array.reshape(-1, 1) "
            "if your data has a single feature or array.reshape(1, -1) if it contains a single sample."
        )
    return X
