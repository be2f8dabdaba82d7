"""Categories as columns of zeros and ones, or as numbers; columns by their largest values."""

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.utils import Texts


def _values(values):
    return Texts(values) if any(isinstance(value, str) for value in values) else np.array(values)


def _grid(rows):
    mixed = any(isinstance(value, str) or value is None for row in rows for value in row)
    return Texts([Texts(row) for row in rows]) if mixed else np.array(rows)


def _table(X):
    """A table's columns as lists."""
    if hasattr(X, "columns") and hasattr(X, "iloc"):
        return [X[name].tolist() for name in X.columns], [str(name) for name in X.columns]
    rows = [list(row) if isinstance(row, (list, tuple)) else row for row in _list(X)]
    if not rows or not isinstance(rows[0], list):
        raise ValueError("Expected 2D array, got 1D array instead: reshape your data with array.reshape(-1, 1)")
    columns = [list(column) for column in zip(*rows)]
    return columns, [f"x{i}" for i in range(len(columns))]


def _list(values):
    return values.tolist() if hasattr(values, "tolist") else list(values)


class _Encoder:
    def fit_transform(self, X, y=None):
        """Learns from data, and transforms it."""
        return self.fit(X, y).transform(X)

    def fit(self, X, y=None):
        """Learns the categories of each column."""
        columns, self._names = _table(X)
        given = self.categories
        self._known = [sorted(set(column)) for column in columns] if given == "auto" else [list(some) for some in given]
        self.categories_ = [_values(known) for known in self._known]
        self.n_features_in_ = len(columns)
        if self.handle_unknown == "error":
            self._numbers(X)
        return self

    def _numbers(self, X):
        if not hasattr(self, "_known"):
            raise NotFittedError(
                f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate arguments before using "
                "this estimator."
            )
        columns, found = _table(X)[0], []
        for at, (column, known) in enumerate(zip(columns, self._known)):
            places = {value: i for i, value in enumerate(known)}
            unknown = sorted(set(value for value in column if value not in places))
            if unknown and self.handle_unknown == "error":
                raise ValueError(f"Found unknown categories {unknown} in column {at} during transform")
            found.append([places.get(value, -1) for value in column])
        return found


class OneHotEncoder(_Encoder):
    """A column for each category. Its arrays are dense: pass `sparse_output=False`."""

    def __init__(
        self, *, categories="auto", drop=None, sparse_output=True, dtype=np.float64, handle_unknown="error",
        min_frequency=None, max_categories=None, feature_name_combiner="concat",
    ):
        if drop not in (None, "first", "if_binary") or min_frequency is not None or max_categories is not None:
            raise NotImplementedError("OneHotEncoder: drop is None, 'first' or 'if_binary', and rare categories are not joined")
        self.categories, self.drop, self.sparse_output = categories, drop, sparse_output
        self.dtype, self.handle_unknown = dtype, handle_unknown

    def _first(self, known):
        return 1 if self.drop == "first" or (self.drop == "if_binary" and len(known) == 2) else 0

    def transform(self, X):
        """Zeros, and a one at each row's category."""
        if self.sparse_output:
            raise NotImplementedError("OneHotEncoder makes dense arrays, no sparse ones: pass sparse_output=False")
        parts = []
        for numbers, known in zip(self._numbers(X), self._known):
            numbers = np.array(numbers)
            parts.append((numbers[:, None] == np.arange(self._first(known), len(known))).astype(self.dtype))
        return np.concatenate(parts, axis=1)

    def inverse_transform(self, X):
        """Categories of columns."""
        X, columns, at = np.asarray(X), [], 0
        for known in self._known:
            first = self._first(known)
            part = X[:, at : at + len(known) - first]
            at += len(known) - first
            chosen = part.argmax(axis=1) + first
            empty = part.sum(axis=1) == 0
            left = known[0] if first else None
            columns.append([left if none else known[i] for none, i in zip(empty.tolist(), chosen.tolist())])
        return _grid([list(row) for row in zip(*columns)])

    def get_feature_names_out(self, input_features=None):
        """The names of the columns."""
        names = self._names if input_features is None else list(input_features)
        made = [f"{name}_{value}" for name, known in zip(names, self._known) for value in known[self._first(known) :]]
        return Texts(made)


class OrdinalEncoder(_Encoder):
    """Categories as numbers from 0."""

    def __init__(self, *, categories="auto", dtype=np.float64, handle_unknown="error", unknown_value=None):
        self.categories, self.dtype = categories, dtype
        self.handle_unknown, self.unknown_value = handle_unknown, unknown_value

    def transform(self, X):
        """Numbers of categories."""
        numbers = np.array(self._numbers(X)).T.astype(self.dtype)
        return np.where(numbers < 0, self.unknown_value, numbers) if self.unknown_value is not None else numbers

    def inverse_transform(self, X):
        """Categories of numbers."""
        rows = [[known[int(i)] for i, known in zip(row, self._known)] for row in np.asarray(X).tolist()]
        return _grid(rows)


class LabelBinarizer:
    """A column for each label; one column for two labels."""

    def __init__(self, *, neg_label=0, pos_label=1, sparse_output=False):
        if neg_label >= pos_label:
            raise ValueError(f"neg_label={neg_label} must be strictly less than pos_label={pos_label}.")
        self.neg_label, self.pos_label = neg_label, pos_label

    def fit(self, y):
        """Learns which labels there are."""
        self._known = sorted(set(_list(y)))
        self.classes_ = _values(self._known)
        return self

    def fit_transform(self, y):
        """Learns labels, and transforms them."""
        return self.fit(y).transform(y)

    def transform(self, y):
        """Zeros, and a one at each label."""
        return label_binarize(y, classes=self._known, neg_label=self.neg_label, pos_label=self.pos_label)

    def inverse_transform(self, Y, threshold=None):
        """Labels of columns."""
        Y = np.asarray(Y)
        middle = (self.pos_label + self.neg_label) / 2.0 if threshold is None else threshold
        picked = (Y.reshape(-1) > middle).astype(np.int64) if len(self._known) == 2 else Y.argmax(axis=1)
        return self.classes_[picked]


def label_binarize(y, *, classes, neg_label=0, pos_label=1, sparse_output=False):
    """A column for each of the given labels; one column for two labels."""
    labels, known = _list(y), _list(classes)
    columns = known[1:] if len(known) == 2 else known
    rows = [[pos_label if label == one else neg_label for one in columns] for label in labels]
    return np.array(rows, dtype=np.int64)
