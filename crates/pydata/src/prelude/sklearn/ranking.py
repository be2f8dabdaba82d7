"""Scores of an order: curves over all thresholds, and the areas below them."""

import numpy as np
from sklearn.exceptions import UndefinedMetricWarning


def auc(x, y):
    """The area below a curve, by trapezoids."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if len(x) < 2:
        raise ValueError(f"At least 2 points are needed to compute area under curve, but x.shape = {len(x)}")
    steps = np.diff(x)
    sign = 1.0
    if (steps < 0).any():
        if not (steps <= 0).all():
            raise ValueError(f"x is neither increasing nor decreasing : {x}.")
        sign = -1.0
    return float(sign * (steps * (y[1:] + y[:-1]) / 2.0).sum())


def _is_positive(y_true, pos_label):
    y_true = np.asarray(y_true)
    if pos_label is None:
        labels = sorted(set(y_true.tolist()))
        if len(labels) > 2:
            raise ValueError("multiclass format is not supported")
        if not set(labels) <= {0, 1} and not set(labels) <= {-1, 1}:
            raise ValueError(
                f"y_true takes value in {{{', '.join([str(label) for label in labels])}}} and pos_label is not specified: "
                "either make y_true take value in {0, 1} or {-1, 1} or pass pos_label explicitly."
            )
        pos_label = 1
    return y_true == pos_label


def _curve(y_true, y_score, pos_label, sample_weight):
    """At each threshold: positives that are not taken for such, those that are, and the threshold."""
    positive, scores = _is_positive(y_true, pos_label), np.asarray(y_score, dtype=np.float64)
    if len(positive) != len(scores):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: [{len(positive)}, {len(scores)}]")
    order = np.argsort(scores, kind="stable")[::-1]
    positive, scores = positive[order].astype(np.float64), scores[order]
    weights = np.ones(len(scores)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)[order]
    ends = np.append(np.where(np.diff(scores))[0], len(scores) - 1)
    right = np.cumsum(positive * weights)[ends]
    wrong = np.cumsum((1 - positive) * weights)[ends]
    return wrong, right, scores[ends]


def roc_curve(y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=True):
    """The shares of negatives and of positives that are taken for positive, at falling thresholds."""
    wrong, right, thresholds = _curve(y_true, y_score, pos_label, sample_weight)
    if drop_intermediate and len(wrong) > 2:
        bent = np.logical_or(np.diff(wrong, 2) != 0, np.diff(right, 2) != 0)
        kept = np.where(np.concatenate([[True], bent, [True]]))[0]
        wrong, right, thresholds = wrong[kept], right[kept], thresholds[kept]
    wrong, right = np.concatenate([[0.0], wrong]), np.concatenate([[0.0], right])
    return _of_all(wrong, "negative"), _of_all(right, "positive"), np.concatenate([[np.inf], thresholds])


def _of_all(counts, kind):
    if counts[-1] > 0:
        return counts / counts[-1]
    import warnings

    other = "false" if kind == "negative" else "true"
    warnings.warn(
        f"No {kind} samples in y_true, {other} positive value should be meaningless", UndefinedMetricWarning
    )
    return np.full(counts.shape, np.nan)


def precision_recall_curve(y_true, y_score=None, *, pos_label=None, sample_weight=None, drop_intermediate=False):
    """Precision and recall at rising thresholds; the last are 1 and 0."""
    wrong, right, thresholds = _curve(y_true, y_score, pos_label, sample_weight)
    taken = right + wrong
    precision = np.where(taken != 0, right / np.where(taken == 0, 1.0, taken), 0.0)
    recall = np.ones(len(right)) if right[-1] == 0 else right / right[-1]
    return np.append(precision[::-1], 1.0), np.append(recall[::-1], 0.0), thresholds[::-1].copy()


def average_precision_score(y_true, y_score, *, average="macro", pos_label=1, sample_weight=None):
    """The mean of precisions, weighed by the steps of recall."""
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.ndim == 2:
        columns = [average_precision_score(t, s, pos_label=pos_label) for t, s in zip(y_true.T, y_score.T)]
        return np.array(columns) if average is None else float(np.mean(columns))
    precision, recall, _ = precision_recall_curve(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return float(max(0.0, -(np.diff(recall) * precision[:-1]).sum()))


def _binary_area(y_true, y_score, sample_weight):
    labels = sorted(set(np.asarray(y_true).tolist()))
    if len(labels) != 2:
        import warnings

        warnings.warn(
            "Only one class is present in y_true. ROC AUC score is not defined in that case.", UndefinedMetricWarning
        )
        return float("nan")
    wrong, right, _ = roc_curve(np.asarray(y_true) == labels[1], y_score, pos_label=True, sample_weight=sample_weight)
    return auc(wrong, right)


def _pairs_area(y_true, y_score, labels):
    parts, shares = [], []
    for i, first in enumerate(labels):
        for j in range(i + 1, len(labels)):
            among = (y_true == first) | (y_true == labels[j])
            one = _binary_area(y_true[among] == first, y_score[among, i], None)
            other = _binary_area(y_true[among] == labels[j], y_score[among, j], None)
            parts.append((one + other) / 2)
            shares.append(float(among.mean()))
    return np.array(parts), np.array(shares)


def roc_auc_score(y_true, y_score, *, average="macro", sample_weight=None, max_fpr=None, multi_class="raise", labels=None):
    """The area below the ROC curve; of several classes, the mean of each against the rest or of all pairs."""
    if max_fpr not in (None, 1):
        raise NotImplementedError("roc_auc_score(max_fpr=...) is not there: leave max_fpr out")
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.ndim == 2:
        columns = np.array([_binary_area(t, s, sample_weight) for t, s in zip(y_true.T, y_score.T)])
        return columns if average is None else float(columns.mean())
    classes = sorted(set(y_true.tolist())) if labels is None else list(labels)
    if len(classes) <= 2 and y_score.ndim == 1:
        return _binary_area(y_true, y_score, sample_weight)
    if multi_class == "raise":
        raise ValueError("multi_class must be in ('ovo', 'ovr')")
    if y_score.ndim != 2 or not np.allclose(1, y_score.sum(axis=1)):
        raise ValueError("Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum up to 1.0 over classes")
    if multi_class == "ovo":
        areas, shares = _pairs_area(y_true, y_score, classes)
    else:
        areas = np.array([_binary_area(y_true == label, y_score[:, i], sample_weight) for i, label in enumerate(classes)])
        shares = np.array([float((y_true == label).mean()) for label in classes])
    if average is None:
        return areas
    return float((areas * shares).sum() / shares.sum()) if average == "weighted" else float(areas.mean())


def log_loss(y_true, y_pred, *, normalize=True, sample_weight=None, labels=None):
    """The mean of the negative logarithms of the true labels' probabilities."""
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred, dtype=np.float64)
    classes = sorted(set(y_true.tolist() if labels is None else list(labels)))
    if len(classes) < 2:
        raise ValueError(
            f"y_true contains only one label ({classes[0]!r}). Please provide the list of all expected class labels explicitly "
            "through the labels argument."
        )
    y_pred = np.stack([1 - y_pred, y_pred], 1) if y_pred.ndim == 1 else y_pred
    if y_pred.shape[1] != len(classes):
        raise ValueError(
            f"The number of classes in labels is different from that in y_pred. Classes found in labels: {np.array(classes)}"
        )
    least = np.finfo(np.float64).eps
    y_pred = np.clip(y_pred, least, 1 - least)
    at = {label: i for i, label in enumerate(classes)}
    chosen = y_pred[np.arange(len(y_true)), np.array([at[label] for label in y_true.tolist()])]
    losses = -np.log(chosen)
    weights = np.ones(len(losses)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    return float((losses * weights).sum() / weights.sum()) if normalize else float((losses * weights).sum())
