"""`sklearn.metrics`: how well labels and numbers were guessed."""

import numpy as np


def _pair(y_true, y_pred):
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    if len(y_true) != len(y_pred):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: [{len(y_true)}, {len(y_pred)}]")
    return y_true, y_pred


def accuracy_score(y_true, y_pred, *, normalize=True, sample_weight=None):
    """The share of labels that were guessed, or their number."""
    y_true, y_pred = _pair(y_true, y_pred)
    right = (y_true == y_pred).astype(np.float64)
    right = right if right.ndim == 1 else (right.mean(axis=1) == 1).astype(np.float64)
    weights = np.ones(len(right)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    sum_right = float((right * weights).sum())
    if normalize:
        return sum_right / float(weights.sum())
    return sum_right


def confusion_matrix(y_true, y_pred, *, labels=None, sample_weight=None, normalize=None):
    """Counts how often a label (row) was predicted as each label (column)."""
    y_true, y_pred = _pair(y_true, y_pred)
    labels = _labels(y_true, y_pred) if labels is None else list(labels)
    places = {label: at for at, label in enumerate(labels)}
    whole = sample_weight is None
    weights = np.ones(len(y_true)) if whole else np.asarray(sample_weight, dtype=np.float64)
    counts = np.zeros((len(labels), len(labels)))
    for label, guess, weight in zip(y_true.tolist(), y_pred.tolist(), weights.tolist()):
        if label in places and guess in places:
            counts[places[label], places[guess]] += weight
    if normalize is None:
        return counts.astype(np.int64) if whole else counts
    total = {"true": counts.sum(axis=1, keepdims=True), "pred": counts.sum(axis=0, keepdims=True), "all": counts.sum()}
    return np.nan_to_num(counts / total[normalize])


def _labels(y_true, y_pred):
    return sorted(set(y_true.tolist()) | set(y_pred.tolist()))


def _counts(y_true, y_pred, labels):
    # For each label: correct predictions, all predictions, occurrences.
    y_true, y_pred = _pair(y_true, y_pred)
    labels = _labels(y_true, y_pred) if labels is None else list(labels)
    right = [((y_true == label) & (y_pred == label)).sum() for label in labels]
    guessed, there = [(y_pred == label).sum() for label in labels], [(y_true == label).sum() for label in labels]
    return labels, *[np.array([float(n) for n in counts]) for counts in (right, guessed, there)]


def _share(part, whole, zero_division):
    zero = 0.0 if zero_division == "warn" else float(zero_division)
    return np.where(whole == 0, np.full_like(whole, zero), part / np.where(whole == 0, np.ones_like(whole), whole))


def _of_label(counts, labels, label):
    if label in labels:
        at = labels.index(label)
        return counts[at : at + 1]
    if len(labels) >= 2:
        raise ValueError(f"pos_label={label} is not a valid label. It should be one of {labels}")
    return np.zeros(1)


def precision_recall_fscore_support(
    y_true, y_pred, *, beta=1.0, labels=None, pos_label=1, average=None, sample_weight=None, zero_division="warn"
):
    """For each label: precision, recall, F1 and number of occurrences."""
    if sample_weight is not None:
        raise NotImplementedError("weights of rows are not there: leave sample_weight out")
    chosen, right, guessed, there = _counts(y_true, y_pred, labels)
    if average == "binary":
        if len(chosen) > 2:
            raise ValueError(
                "Target is multiclass but average='binary'. Please choose another average setting, "
                "one of [None, 'micro', 'macro', 'weighted']."
            )
        right, guessed, there = [_of_label(counts, chosen, pos_label) for counts in (right, guessed, there)]
    elif average == "micro":
        right, guessed, there = [counts.sum(keepdims=True) for counts in (right, guessed, there)]
    precision, recall = _share(right, guessed, zero_division), _share(right, there, zero_division)
    both = _share((1 + beta**2) * right, beta**2 * there + guessed, zero_division)
    if average is None:
        return precision, recall, both, there.astype(np.int64)
    weights = there if average == "weighted" else np.ones_like(there)
    return *[float((share * weights).sum() / weights.sum()) for share in (precision, recall, both)], None


def precision_score(y_true, y_pred, *, average="binary", **options):
    """The share of a label's guesses that is right."""
    return precision_recall_fscore_support(y_true, y_pred, average=average, **options)[0]


def recall_score(y_true, y_pred, *, average="binary", **options):
    """The share of a label that was guessed."""
    return precision_recall_fscore_support(y_true, y_pred, average=average, **options)[1]


def f1_score(y_true, y_pred, *, average="binary", **options):
    """The harmonic mean of precision and recall."""
    return precision_recall_fscore_support(y_true, y_pred, average=average, **options)[2]


def _mean(losses, multioutput):
    by_column = losses.mean(axis=0)
    return by_column if multioutput == "raw_values" else float(by_column.mean())


def _numbers(y_true, y_pred):
    return [np.asarray(values, dtype=np.float64) for values in _pair(y_true, y_pred)]


def mean_squared_error(y_true, y_pred, *, multioutput="uniform_average"):
    """The mean of squared differences."""
    y_true, y_pred = _numbers(y_true, y_pred)
    return _mean((y_true - y_pred) ** 2, multioutput)


def root_mean_squared_error(y_true, y_pred):
    """The root of the mean of squared differences, and of several columns their mean."""
    y_true, y_pred = _numbers(y_true, y_pred)
    return float(np.sqrt(((y_true - y_pred) ** 2).mean(axis=0)).mean())


def mean_absolute_error(y_true, y_pred, *, multioutput="uniform_average"):
    """The mean absolute error."""
    y_true, y_pred = _numbers(y_true, y_pred)
    return _mean(abs(y_true - y_pred), multioutput)


def r2_score(y_true, y_pred):
    """The share of the variance that was guessed."""
    y_true, y_pred = _numbers(y_true, y_pred)
    left = ((y_true - y_pred) ** 2).sum(axis=0)
    total = ((y_true - y_true.mean(axis=0)) ** 2).sum(axis=0)
    shares = np.where(total == 0, np.where(left == 0, np.ones_like(left), np.zeros_like(left)), 1 - left / _not_zero(total))
    return float(shares.mean())


def _not_zero(total):
    return np.where(total == 0, np.ones_like(total), total)
