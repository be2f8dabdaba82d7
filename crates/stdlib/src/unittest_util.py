# unittest.util: values in messages, and what differs between collections.

from collections import Counter
from os.path import commonprefix

_MAX_LENGTH = 80
_PLACEHOLDER_LEN, _MIN_BEGIN_LEN, _MIN_END_LEN, _MIN_COMMON_LEN = 12, 5, 5, 5
_MIN_DIFF_LEN = _MAX_LENGTH - (_MIN_BEGIN_LEN + _PLACEHOLDER_LEN + _MIN_COMMON_LEN + _PLACEHOLDER_LEN + _MIN_END_LEN)


def _shorten(text, prefix, suffix):
    skipped = len(text) - prefix - suffix
    if skipped <= _PLACEHOLDER_LEN:
        return text
    return f"{text[:prefix]}[{skipped} chars]{text[len(text) - suffix :]}"


def _common_shorten_repr(*args):
    """Representations, shortened where they are alike."""
    texts = tuple(map(safe_repr, args))
    longest = max(map(len, texts))
    if longest <= _MAX_LENGTH:
        return texts
    prefix = commonprefix(texts)
    common = _MAX_LENGTH - (longest - len(prefix) + _MIN_BEGIN_LEN + _PLACEHOLDER_LEN)
    if common > _MIN_COMMON_LEN:
        prefix_text = _shorten(prefix, _MIN_BEGIN_LEN, common)
        return tuple(prefix_text + text[len(prefix) :] for text in texts)
    prefix_text = _shorten(prefix, _MIN_BEGIN_LEN, _MIN_COMMON_LEN)
    return tuple(prefix_text + _shorten(text[len(prefix) :], _MIN_DIFF_LEN, _MIN_END_LEN) for text in texts)


def safe_repr(obj, short=False):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    if not short or len(text) < _MAX_LENGTH:
        return text
    return text[:_MAX_LENGTH] + " [truncated]..."


def strclass(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


def sorted_list_difference(expected, actual):
    """What each of two sorted lists has and the other has not."""
    return [item for item in expected if item not in actual], [item for item in actual if item not in expected]


def unorderable_list_difference(expected, actual):
    missing = []
    while expected:
        item = expected.pop()
        try:
            actual.remove(item)
        except ValueError:
            missing.append(item)
    return missing, actual


def three_way_cmp(x, y):
    return (x > y) - (x < y)


def count_diff(first, second):
    """(count in the first, count in the second, item) of the items that the lists do not have as often."""
    try:
        one, two = Counter(first), Counter(second)
    except TypeError:
        return _count_diff_slowly(first, second)
    differing = [(count, two.get(item, 0), item) for item, count in one.items() if count != two.get(item, 0)]
    return differing + [(0, count, item) for item, count in two.items() if item not in one]


def _count_diff_slowly(first, second):
    differing, seen = [], []
    for item in [*first, *second]:
        if any(item == known for known in seen):
            continue
        seen.append(item)
        one, two = sum(item == other for other in first), sum(item == other for other in second)
        if one != two:
            differing.append((one, two, item))
    return differing
