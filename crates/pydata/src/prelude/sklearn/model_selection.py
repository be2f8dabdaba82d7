"""`sklearn.model_selection`: data in parts for training and for testing."""

import math

import numpy as np

from sklearn.utils import InvalidParameterError, check_random_state
from sklearn.utils import rows as _rows


def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    """Each array in two parts, of the same rows: for training, and for testing."""
    if not arrays:
        raise ValueError("At least one array required as input")
    lengths = [len(array) for array in arrays]
    if len(set(lengths)) > 1:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {lengths}")
    for_training, for_testing = _sizes(lengths[0], test_size, train_size)
    if not shuffle:
        if stratify is not None:
            raise ValueError("Stratified train/test split is not implemented for shuffle=False")
        train, test = np.arange(for_training), np.arange(for_training, for_training + for_testing)
    elif stratify is not None:
        train, test = _stratified(np.asarray(stratify), for_training, for_testing, check_random_state(random_state))
    else:
        order = check_random_state(random_state).permutation(lengths[0])
        train, test = order[for_testing : for_testing + for_training], order[:for_testing]
    return [part for array in arrays for part in (_rows(array, train), _rows(array, test))]


def _is_share(size):
    return isinstance(size, (float, np.floating))


def _sizes(count, test_size, train_size):
    # The number of rows for training and for testing.
    if test_size is None and train_size is None:
        test_size = 0.25
    for name, size in (("test_size", test_size), ("train_size", train_size)):
        if size is not None and not (0 < size < 1 if _is_share(size) else size >= 1):
            raise InvalidParameterError(
                f"The '{name}' parameter of train_test_split must be a float in the range (0.0, 1.0), an int in the range "
                f"[1, inf) or None. Got {size!r} instead."
            )
        if size is not None and size >= count:
            raise ValueError(
                f"{name}={size} should be either positive and smaller than the number of samples {count} "
                "or a float in the (0, 1) range"
            )
    if _is_share(test_size) and _is_share(train_size) and test_size + train_size > 1:
        raise ValueError(
            f"The sum of test_size and train_size = {test_size + train_size}, should be in the (0, 1) range. "
            "Reduce test_size and/or train_size."
        )
    test = math.ceil(test_size * count) if _is_share(test_size) else test_size
    train = math.floor(train_size * count) if _is_share(train_size) else train_size
    train = count - test if train is None else train
    test = count - train if test is None else test
    if train + test > count:
        raise ValueError(
            f"The sum of train_size and test_size = {train + test}, should be smaller than the number of samples {count}. "
            "Reduce test_size and/or train_size."
        )
    if train == 0:
        raise ValueError(
            f"With n_samples={count}, test_size={test_size} and train_size={train_size}, the resulting train set will "
            "be empty. Adjust any of the aforementioned parameters."
        )
    return int(train), int(test)


def _stratified(labels, for_training, for_testing, generator):
    # Each class in the same proportion as in the whole.
    classes, places, counts = np.unique(labels, return_inverse=True, return_counts=True)
    if counts.min() < 2:
        raise ValueError(
            "The least populated classes in y have only 1 member, which is too few. The minimum number of groups for any "
            f"class cannot be less than 2. Classes with too few members are: {classes[counts < 2].tolist()}"
        )
    for name, size in (("train_size", for_training), ("test_size", for_testing)):
        if size < len(classes):
            raise ValueError(f"The {name} = {size} should be greater or equal to the number of classes = {len(classes)}")
    training = _most_likely(counts, for_training, generator)
    testing = _most_likely(counts - training, for_testing, generator)
    train, test = [], []
    for at in range(len(classes)):
        members = np.where(places == at)[0][generator.permutation(int(counts[at]))].tolist()
        train += members[: training[at]]
        test += members[training[at] : training[at] + testing[at]]
    return generator.permutation(train), generator.permutation(test)


def _most_likely(counts, draws, generator):
    # The most likely counts of `draws` without replacement. Ties are broken at random.
    exact = counts / counts.sum() * draws
    whole = np.floor(exact)
    missing, rest = int(draws - whole.sum()), exact - whole
    for value in np.sort(np.unique(rest))[::-1]:
        if missing == 0:
            break
        tied = np.where(rest == value)[0]
        picked = generator.choice(tied, size=min(len(tied), missing), replace=False)
        whole[picked] += 1
        missing -= len(picked)
    return whole.astype(int)


class KFold:
    """Splits in which each row is for testing once."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        if n_splits < 2:
            raise ValueError(
                "k-fold cross-validation requires at least one train/test split by setting n_splits=2 or more, "
                f"got n_splits={n_splits}."
            )
        self.n_splits, self.shuffle, self.random_state = n_splits, shuffle, random_state

    def get_n_splits(self, X=None, y=None, groups=None):
        """Returns the number of splits."""
        return self.n_splits

    def split(self, X, y=None, groups=None):
        """(rows for training, rows for testing), one after the other."""
        count = len(X)
        if self.n_splits > count:
            raise ValueError(
                f"Cannot have number of splits n_splits={self.n_splits} greater than the number of samples: n_samples={count}."
            )
        order = np.arange(count)
        if self.shuffle:
            check_random_state(self.random_state).shuffle(order)
        start = 0
        for part in range(self.n_splits):
            end = start + count // self.n_splits + (part < count % self.n_splits)
            tested = np.zeros(count, dtype=bool)
            tested[order[start:end]] = True
            yield np.where(~tested)[0], np.where(tested)[0]
            start = end
