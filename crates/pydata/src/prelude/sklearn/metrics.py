"""`sklearn.metrics`: how well labels and numbers were guessed."""

import numpy as np
from sklearn.metrics._ranking import auc, average_precision_score, log_loss, precision_recall_curve, roc_auc_score, roc_curve


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


def balanced_accuracy_score(y_true, y_pred, *, sample_weight=None, adjusted=False):
    """The mean of the labels' recalls."""
    counts = confusion_matrix(y_true, y_pred, sample_weight=sample_weight).astype(np.float64)
    there = counts.sum(axis=1)
    recalls = (np.diag(counts) / _not_zero(there))[there > 0]
    score = float(recalls.mean())
    chance = 1 / len(recalls)
    return (score - chance) / (1 - chance) if adjusted else score


def mean_absolute_percentage_error(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """The mean of absolute errors as shares of the true numbers."""
    y_true, y_pred = _numbers(y_true, y_pred)
    return _mean(abs(y_pred - y_true) / np.maximum(abs(y_true), np.finfo(np.float64).eps), multioutput)


def median_absolute_error(y_true, y_pred, *, multioutput="uniform_average", sample_weight=None):
    """The median of absolute errors."""
    y_true, y_pred = _numbers(y_true, y_pred)
    by_column = np.median(abs(y_true - y_pred), axis=0)
    return by_column if multioutput == "raw_values" else float(np.mean(by_column))


def max_error(y_true, y_pred):
    """The largest error."""
    y_true, y_pred = _numbers(y_true, y_pred)
    return float(abs(y_true - y_pred).max())


def zero_one_loss(y_true, y_pred, *, normalize=True, sample_weight=None):
    """The share of labels that were not guessed, or their number."""
    right = accuracy_score(y_true, y_pred, normalize=normalize, sample_weight=sample_weight)
    return 1 - right if normalize else len(np.asarray(y_true)) - right


def hamming_loss(y_true, y_pred, *, sample_weight=None):
    """The share of labels that were not guessed."""
    y_true, y_pred = _pair(y_true, y_pred)
    return float((y_true != y_pred).mean())


def matthews_corrcoef(y_true, y_pred, *, sample_weight=None):
    """The correlation of labels and guesses."""
    counts = confusion_matrix(y_true, y_pred, sample_weight=sample_weight).astype(np.float64)
    there, guessed, right, total = counts.sum(axis=1), counts.sum(axis=0), np.trace(counts), counts.sum()
    both = right * total - (there * guessed).sum()
    spread = (total**2 - (guessed * guessed).sum()) * (total**2 - (there * there).sum())
    return 0.0 if spread == 0 else float(both / np.sqrt(spread))


def fbeta_score(y_true, y_pred, *, beta, average="binary", **options):
    """The mean of precision and recall in which recall counts `beta` times."""
    return precision_recall_fscore_support(y_true, y_pred, beta=beta, average=average, **options)[2]


def _report_rows(y_true, y_pred, labels, names, zero_division):
    scores = precision_recall_fscore_support(y_true, y_pred, labels=labels, average=None, zero_division=zero_division)
    rows = {name: [float(x) for x in row] for name, row in zip(names, zip(*[score.tolist() for score in scores]))}
    total = float(scores[3].sum())
    for kind in ("micro", "macro", "weighted"):
        mean = precision_recall_fscore_support(y_true, y_pred, labels=labels, average=kind, zero_division=zero_division)
        rows[f"{kind} avg"] = [*mean[:3], total]
    return rows


def classification_report(
    y_true, y_pred, *, labels=None, target_names=None, sample_weight=None, digits=2, output_dict=False, zero_division="warn"
):
    """Precision, recall, F1 and number of each label, and their means: as text, or as a dictionary."""
    if sample_weight is not None:
        raise NotImplementedError("weights of rows are not there: leave sample_weight out")
    y_true, y_pred = _pair(y_true, y_pred)
    found = _labels(y_true, y_pred)
    chosen = found if labels is None else list(labels)
    if target_names is not None and len(target_names) != len(chosen):
        if labels is None:
            raise ValueError(
                f"Number of classes, {len(chosen)}, does not match size of target_names, {len(target_names)}. "
                "Try specifying the labels parameter"
            )
    names = [str(label) for label in chosen] if target_names is None else [str(name) for name in target_names]
    rows = _report_rows(y_true, y_pred, chosen, names, zero_division)
    whole = labels is None or set(chosen) >= set(found)
    micro = rows.pop("micro avg")
    means = {("accuracy" if whole else "micro avg"): micro}
    for kind in ("macro avg", "weighted avg"):
        means[kind] = rows.pop(kind)
    if output_dict:
        return _report_dict(rows, means)
    return _report_text(rows, means, digits)


def _report_dict(rows, means):
    keys = ("precision", "recall", "f1-score", "support")
    result = {name: dict(zip(keys, row)) for name, row in {**rows, **means}.items()}
    if "accuracy" in means:
        result["accuracy"] = means["accuracy"][0]
    return result


def _report_text(rows, means, digits):
    wide = max([len(name) for name in rows] + [len("weighted avg"), digits])
    head = ("precision", "recall", "f1-score", "support")
    text = " " * wide + " " + "".join([f" {name:>9}" for name in head]) + "\n\n"

    def line(name, row):
        return f"{name:>{wide}} " + "".join([f" {x:>9.{digits}f}" for x in row[:3]]) + f" {int(row[3]):>9}\n"

    text += "".join([line(name, row) for name, row in rows.items()]) + "\n"
    for name, row in means.items():
        if name == "accuracy":
            text += f"{name:>{wide}} " + " " * 20 + f" {row[0]:>9.{digits}f} {int(row[3]):>9}\n"
        else:
            text += line(name, row)
    return text
