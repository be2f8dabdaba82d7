"""`sklearn.preprocessing`: columns brought to one scale, labels as numbers."""

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.base import columns as _columns
from sklearn.preprocessing._encoders import LabelBinarizer, OneHotEncoder, OrdinalEncoder, label_binarize
from sklearn.utils import Texts


class _Transformer(TransformerMixin, BaseEstimator):
    """A transformer of columns."""


def _without_zeros(scale):
    return np.where(scale == 0, np.ones_like(scale), scale)


class StandardScaler(_Transformer):
    """Columns of mean 0 and standard deviation 1."""

    def __init__(self, *, copy=True, with_mean=True, with_std=True):
        self.copy, self.with_mean, self.with_std = copy, with_mean, with_std

    def fit(self, X, y=None):
        """Learns means and deviations."""
        X = _columns(X)
        wide = X.astype(np.float64)
        self.mean_, self.var_ = wide.mean(axis=0), wide.var(axis=0)
        self.scale_ = _without_zeros(np.sqrt(self.var_)) if self.with_std else None
        self.n_samples_seen_, self.n_features_in_ = len(X), X.shape[1]
        return self

    def transform(self, X):
        """Data on the scale that was learned."""
        self._check("mean_")
        X = _columns(X)
        moved = X - self.mean_.astype(X.dtype) if self.with_mean else X
        return moved / self.scale_.astype(X.dtype) if self.with_std else moved

    def inverse_transform(self, X):
        """Converts data back to the original scale."""
        self._check("mean_")
        X = _columns(X)
        wide = X * self.scale_.astype(X.dtype) if self.with_std else X
        return wide + self.mean_.astype(X.dtype) if self.with_mean else wide


class MinMaxScaler(_Transformer):
    """Columns between two numbers, 0 and 1 unless others are given."""

    def __init__(self, feature_range=(0, 1), *, copy=True, clip=False):
        self.feature_range, self.copy, self.clip = feature_range, copy, clip

    def fit(self, X, y=None):
        """Learns the least and the largest numbers."""
        X, (low, high) = _columns(X), self.feature_range
        self.data_min_, self.data_max_ = X.min(axis=0), X.max(axis=0)
        self.data_range_ = self.data_max_ - self.data_min_
        self.scale_ = (high - low) / _without_zeros(self.data_range_)
        self.min_ = low - self.data_min_ * self.scale_
        return self

    def transform(self, X):
        """Data on the scale that was learned."""
        self._check("scale_")
        moved = _columns(X) * self.scale_ + self.min_
        return np.clip(moved, *self.feature_range) if self.clip else moved

    def inverse_transform(self, X):
        """Converts data back to the original scale."""
        self._check("scale_")
        return (_columns(X) - self.min_) / self.scale_


class MaxAbsScaler(_Transformer):
    """Columns by their largest absolute values."""

    def __init__(self, *, copy=True):
        self.copy = copy

    def fit(self, X, y=None):
        """Learns the largest absolute values."""
        X = _columns(X)
        self.max_abs_ = abs(X).max(axis=0)
        self.scale_ = _without_zeros(self.max_abs_)
        self.n_samples_seen_, self.n_features_in_ = len(X), X.shape[1]
        return self

    def transform(self, X):
        """Data on the scale that was learned."""
        self._check("scale_")
        return _columns(X) / self.scale_

    def inverse_transform(self, X):
        """Converts data back to the original scale."""
        self._check("scale_")
        return _columns(X) * self.scale_


class RobustScaler(_Transformer):
    """Columns less their medians, by the ranges of their middle halves."""

    def __init__(self, *, with_centering=True, with_scaling=True, quantile_range=(25.0, 75.0), copy=True):
        self.copy = copy
        self.with_centering, self.with_scaling, self.quantile_range = with_centering, with_scaling, quantile_range

    def fit(self, X, y=None):
        """Learns medians and ranges."""
        X = _columns(X)
        low, high = self.quantile_range
        self.center_ = np.median(X, axis=0) if self.with_centering else None
        spread = np.percentile(X, high, axis=0) - np.percentile(X, low, axis=0)
        self.scale_ = _without_zeros(spread) if self.with_scaling else None
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        """Data on the scale that was learned."""
        self._check("scale_")
        X = _columns(X)
        X = X - self.center_ if self.with_centering else X
        return X / self.scale_ if self.with_scaling else X

    def inverse_transform(self, X):
        """Converts data back to the original scale."""
        self._check("scale_")
        X = _columns(X)
        X = X * self.scale_ if self.with_scaling else X
        return X + self.center_ if self.with_centering else X


def normalize(X, norm="l2", *, axis=1, copy=True, return_norm=False):
    """Rows of length 1."""
    if norm not in ("l1", "l2", "max"):
        raise ValueError(f"norm should be 'l1', 'l2' or 'max', got {norm!r}")
    X = _columns(X)
    lengths = {
        "l1": lambda: abs(X).sum(axis=axis, keepdims=True),
        "l2": lambda: np.sqrt((X * X).sum(axis=axis, keepdims=True)),
        "max": lambda: abs(X).max(axis=axis, keepdims=True),
    }[norm]()
    result = X / _without_zeros(lengths)
    return (result, lengths.reshape(-1)) if return_norm else result


class Normalizer(_Transformer):
    """Rows of length 1."""

    def __init__(self, norm="l2", *, copy=True):
        self.norm, self.copy = norm, copy

    def fit(self, X, y=None):
        """Learns nothing."""
        self.n_features_in_ = _columns(X).shape[1]
        return self

    def transform(self, X):
        """Rows of length 1."""
        return normalize(X, self.norm)


def scale(X, *, axis=0, with_mean=True, with_std=True, copy=True):
    """Columns of mean 0 and standard deviation 1."""
    return StandardScaler(with_mean=with_mean, with_std=with_std).fit_transform(X)


def minmax_scale(X, feature_range=(0, 1), *, axis=0, copy=True):
    """Columns between two numbers."""
    return MinMaxScaler(feature_range).fit_transform(X)


def _plain(labels):
    return labels.tolist() if hasattr(labels, "tolist") else list(labels)


def _values(labels):
    return Texts(labels) if any([isinstance(label, str) for label in labels]) else np.array(labels)


class LabelEncoder(_Transformer):
    """Labels as numbers from 0, in their order."""

    def fit(self, y):
        """Learns which labels there are."""
        self._labels = sorted(set(_plain(y)))
        self.classes_ = _values(self._labels)
        return self

    def transform(self, y):
        """Numbers of labels."""
        self._check("classes_")
        places = {label: at for at, label in enumerate(self._labels)}
        labels = _plain(y)
        unknown = [label for label in labels if label not in places]
        if unknown:
            raise ValueError(f"y contains previously unseen labels: {unknown[0]!r}")
        return np.array([places[label] for label in labels], dtype=np.int64)

    def inverse_transform(self, y):
        """Labels of numbers."""
        self._check("classes_")
        return _values([self._labels[at] for at in _plain(y)])
