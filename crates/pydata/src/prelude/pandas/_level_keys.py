"""Which rows a key means where labels have several levels: first levels, lists, slices, `pandas.IndexSlice`."""

import numpy as np

from pandas.errors import UnsortedIndexError


class _Slices:
    """Slices of several levels as a key: table.loc[pandas.IndexSlice[:, "b":"d"], :]."""

    def __getitem__(self, key):
        return key


IndexSlice = _Slices()


def _tuple(label):
    return label if isinstance(label, tuple) else (label,)


def is_many(part):
    """Whether a part of a key means several labels of its level."""
    return isinstance(part, (slice, list, np.ndarray)) or hasattr(part, "_values") or hasattr(part, "_labels")


def places_of(index, key):
    """(places, whether they are one row) of a key."""
    if isinstance(key, slice):
        return _between(index, key), False
    if is_many(key):
        return _of_list(index, key), False
    parts = _tuple(key)
    if len(parts) > index.nlevels:
        raise KeyError(f"Key length ({len(parts)}) exceeds index depth ({index.nlevels})")
    if any([is_many(part) for part in parts]):
        return _of_levels(index, parts), False
    places, _ = index.within(parts)
    return places, len(parts) == index.nlevels and len(places) == 1


def _of_list(index, key):
    # The rows of each label of a list, or of each first level.
    wanted = list(getattr(key, "_labels", None) or getattr(key, "_values", key))
    found = {}
    widths = {len(_tuple(one)) for one in wanted}
    for at, label in enumerate(index):
        for width in widths:
            found.setdefault(label[:width], []).append(at)
    unknown = [one for one in wanted if _tuple(one) not in found]
    if unknown:
        raise KeyError(f"{unknown} not in index")
    return [at for one in wanted for at in found[_tuple(one)]]


def _of_levels(index, parts):
    # The rows whose levels have labels of each part.
    places = list(range(len(index)))
    for level, part in enumerate(parts):
        if isinstance(part, slice) and part == slice(None):
            continue
        labels = [label[level] for label in index]
        keeps = _test(part, labels)
        places = [at for at in places if keeps(at, labels[at])]
        if not places and not is_many(part):
            raise KeyError(part)
    return places


def _test(part, labels):
    # Whether a row with a label of the level is meant.
    if isinstance(part, slice):
        known = sorted(set(labels))
        start, stop = part.start, part.stop
        return lambda at, label: (start is None or not label < _like(start, known)) and (stop is None or not _like(stop, known) < label)
    if is_many(part):
        values = list(getattr(part, "_values", part))
        if values and isinstance(values[0], (bool, np.bool_)):
            return lambda at, label: values[at]
        known = {_like(value, labels) for value in values}
        return lambda at, label: label in known
    wanted = _like(part, labels)
    return lambda at, label: label == wanted


def _like(value, labels):
    # Texts of moments as moments, where the level has such.
    from pandas._stamps import Timestamp

    return Timestamp(value) if isinstance(value, str) and labels and isinstance(labels[0], Timestamp) else value


def _between(index, key):
    # The rows from one label to another; labels may be the first levels alone.
    if key.start is None and key.stop is None:
        return list(range(len(index))[:: key.step])
    labels = index.tolist()
    widths = [len(_tuple(bound)) for bound in (key.start, key.stop) if bound is not None]
    firsts = [label[: max(widths)] for label in labels]
    if any([b < a for a, b in zip(firsts, firsts[1:])]):
        raise UnsortedIndexError(f"'Key length ({max(widths)}) was greater than MultiIndex lexsort depth (0)'".strip("'"))
    start = None if key.start is None else _tuple(key.start)
    stop = None if key.stop is None else _tuple(key.stop)
    found = [
        at
        for at, label in enumerate(labels)
        if (start is None or not label[: len(start)] < start) and (stop is None or not stop < label[: len(stop)])
    ]
    return found[:: key.step]
