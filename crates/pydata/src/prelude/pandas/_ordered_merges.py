"""Joins of tables in order: `merge_asof` takes the nearest row, `merge_ordered` keeps all in order."""

import bisect
import math

from pandas import _columns
from pandas._frame import DataFrame


def _many(names):
    return [] if names is None else list(names) if isinstance(names, (list, tuple)) else [names]


def merge_asof(
    left,
    right,
    on=None,
    left_on=None,
    right_on=None,
    left_index=False,
    right_index=False,
    by=None,
    left_by=None,
    right_by=None,
    suffixes=("_x", "_y"),
    tolerance=None,
    allow_exact_matches=True,
    direction="backward",
):
    """The rows of the left table, each with the row of the right one whose key is the last before, first behind or nearest."""
    if direction not in ("backward", "forward", "nearest"):
        raise ValueError(f"direction invalid: {direction}")
    first, second = _many(left_by or by), _many(right_by or by)
    mine = left.index.tolist() if left_index else left[left_on or on].tolist()
    theirs = right.index.tolist() if right_index else right[right_on or on].tolist()
    for side, keys in (("left", mine), ("right", theirs)):
        if any([b < a for a, b in zip(keys, keys[1:])]):
            raise ValueError(f"{side} keys must be sorted")
    groups = {}
    for at, (key, group) in enumerate(zip(theirs, _groups(right, second))):
        found = groups.setdefault(group, ([], []))
        found[0].append(key)
        found[1].append(at)
    places = []
    for key, group in zip(mine, _groups(left, first)):
        keys, rows = groups.get(group, ([], []))
        at = _nearest(keys, key, direction, allow_exact_matches)
        close = at is not None and (tolerance is None or abs(keys[at] - key) <= tolerance)
        places.append(rows[at] if close else None)
    gone = {*second, *([on] if on is not None else []), *([right_on] if right_on is not None and right_on == left_on else [])}
    made, shared = {}, [name for name in left._columns if name in right._columns and name not in gone]
    for name, values in left._columns.items():
        made[f"{name}{suffixes[0]}" if name in shared else name] = values
    for name, values in right._columns.items():
        if name not in gone:
            known = _columns.tolist(values)
            made[f"{name}{suffixes[1]}" if name in shared else name] = _columns.of_list(
                [math.nan if at is None else known[at] for at in places]
            )
    return DataFrame(made, index=left.index if left_index or right_index else None)


def _groups(table, names):
    return list(zip(*[table[name].tolist() for name in names])) if names else [()] * len(table)


def _nearest(keys, key, direction, exact):
    # The place of the key that belongs to another, or None.
    before = (bisect.bisect_right if exact else bisect.bisect_left)(keys, key) - 1
    behind = (bisect.bisect_left if exact else bisect.bisect_right)(keys, key)
    before, behind = before if before >= 0 else None, behind if behind < len(keys) else None
    if direction == "backward" or behind is None and direction == "nearest":
        return before
    if direction == "forward" or before is None:
        return behind
    return before if key - keys[before] <= keys[behind] - key else behind


def merge_ordered(
    left, right, on=None, left_on=None, right_on=None, left_by=None, right_by=None, fill_method=None, suffixes=("_x", "_y"), how="outer"
):
    """The rows of both tables in the order of their keys; fill_method="ffill" fills gaps."""
    from pandas._reshape import concat, merge

    if fill_method not in (None, "ffill"):
        raise ValueError("fill_method must be 'ffill' or None")
    if left_by is not None or right_by is not None:
        owner, names = (left, _many(left_by)) if left_by is not None else (right, _many(right_by))
        parts = []
        for key, part in owner.groupby(names):
            pair = (part.drop(columns=names), right) if left_by is not None else (left, part.drop(columns=names))
            one = merge_ordered(*pair, on, left_on, right_on, None, None, fill_method, suffixes, how)
            parts.append(one.assign(**dict(zip(names, key))))
        return concat(parts, ignore_index=True)
    made = merge(left, right, how, on, left_on, right_on, suffixes=suffixes, sort=True)
    return made.ffill() if fill_method == "ffill" else made
