"""Tables one below or beside the other, joined by a column, and labels as columns of flags."""

import math

import numpy as np

from pandas._columns import astype, column, dtype, is_missing, joined, of_list, take, tolist
from pandas._frame import DataFrame, Series
from pandas._indexes import Index, common_name
from pandas._levels import under_keys
from pandas._tables import beside, with_margins


def concat(objs, axis=0, ignore_index=False, keys=None, names=None, sort=False, join="outer"):
    """Tables or columns one below the other, or beside each other; each under its key."""
    if isinstance(objs, dict):
        keys, objs = list(objs) if keys is None else keys, list(objs.values())
    objs = list(objs)
    if keys is not None:
        return _under_keys(objs, list(keys), axis, names)
    if not objs:
        raise ValueError("No objects to concatenate")
    if axis in (1, "columns"):
        named = _numbered(objs)
        parts = _aligned([part.to_frame() if isinstance(part, Series) else part for part in named], join)
        return DataFrame({name: values for part in parts for name, values in part._columns.items()}, index=parts[0].index)
    name = common_name([part.index for part in objs])
    index = None if ignore_index else Index([label for part in objs for label in part.index], name)
    if all([isinstance(part, Series) for part in objs]):
        return Series(joined([part._values for part in objs]), index=index, name=common_name(objs))
    names = list(dict.fromkeys([name for part in objs for name in part._columns]))
    found = {name: joined([part._columns.get(name, [math.nan] * len(part)) for part in objs]) for name in names}
    return DataFrame(found, index=index)


def _numbered(objs):
    # Columns without names are numbered.
    unnamed = iter(range(len(objs)))
    return [part.rename(next(unnamed)) if isinstance(part, Series) and part.name is None else part for part in objs]


def _aligned(parts, join):
    # Tables with the same rows by their labels: all of them, or those that each has.
    index = parts[0].index
    if all([part.index.equals(index) for part in parts]):
        return parts
    known = dict.fromkeys([label for part in parts for label in part.index])
    if join == "inner":
        rest = [set(part.index) for part in parts]
        known = [label for label in index if all([label in labels for labels in rest])]
    return [part.reindex(list(known)) for part in parts]


def _under_keys(objs, keys, axis, names):
    if axis in (1, "columns"):
        if not all([isinstance(part, Series) for part in objs]):
            parts = _aligned([part.to_frame() if isinstance(part, Series) else part for part in objs], "outer")
            return beside(list(zip(keys, parts)), (names or [None])[0])
        return concat([part.rename(key) for part, key in zip(objs, keys)], axis=1)
    made = concat(objs)
    made.index = under_keys(objs, keys, names)
    return made


def get_dummies(data, prefix=None, prefix_sep="_", dummy_na=False, columns=None, drop_first=False, dtype=bool):
    """For each value of a column of texts a column of flags."""
    if not isinstance(data, DataFrame):
        values = column(data)
        index = data.index if isinstance(data, Series) else None
        return DataFrame(dict(_flags(values, lambda value: value, dummy_na, drop_first, dtype)), index=index)
    chosen = [name for name, values in data._columns.items() if isinstance(values, list)] if columns is None else columns
    found = {name: values for name, values in data._columns.items() if name not in chosen}
    for at, name in enumerate(chosen):
        start = (
            name if prefix is None else prefix if isinstance(prefix, str) else prefix[name if isinstance(prefix, dict) else at]
        )
        label = lambda value, start=start: f"{start}{prefix_sep}{value}"  # noqa: E731
        found.update(_flags(data._columns[name], label, dummy_na, drop_first, dtype))
    return DataFrame(found, index=data.index)


def _flags(values, label, dummy_na, drop_first, kind):
    categories = getattr(values, "categories", None)
    values = tolist(values)
    kinds = sorted({value for value in values if not is_missing(value)}) if categories is None else categories
    places = {value: at for at, value in enumerate(kinds)}
    codes = np.array([places.get(value, -1) for value in values], dtype="int64")
    found = [(label(value), codes == at) for value, at in places.items()]
    if dummy_na:
        found.append((label(math.nan), np.array([is_missing(value) for value in values])))
    return [(name, astype(flags, kind)) for name, flags in found[drop_first:]]


def merge(
    left,
    right,
    how="inner",
    on=None,
    left_on=None,
    right_on=None,
    left_index=False,
    right_index=False,
    sort=False,
    suffixes=("_x", "_y"),
    indicator=False,
    validate=None,
):
    """The rows of two tables that have a column's value in common."""
    if how not in ("inner", "left", "right", "outer", "cross"):
        raise ValueError(f"'{how}' is not a valid Merge type: left, right, inner, outer, cross")
    left, right = (one.to_frame() if isinstance(one, Series) else one for one in (left, right))
    left_name, right_name = left.index.name, right.index.name
    if left_index or right_index:
        left, left_on = _by_labels(left, left_index, left_on or on)
        right, right_on = _by_labels(right, right_index, right_on or on)
    elif on is None and left_on is None and how != "cross":
        on = [name for name in left._columns if name in right._columns]
        if not on:
            raise ValueError(
                "No common columns to perform merge on. Merge options: left_on=None, right_on=None, left_index=False, right_index=False"
            )
    first, second = ([], []) if how == "cross" else (_names(left_on or on), _names(right_on or on))
    keys, others = _keys(left, first), _keys(right, second)
    _validate(validate, keys, others)
    pairs = _pairs(keys, others, how)
    if how == "outer" or sort:
        key_of = lambda pair: keys[pair[0]] if pair[0] is not None else others[pair[1]]  # noqa: E731
        pairs.sort(key=key_of)
    made = _side_by_side(left, right, first, second, pairs, suffixes)
    if indicator:
        words = ["both" if None not in pair else "left_only" if pair[1] is None else "right_only" for pair in pairs]
        made["_merge" if indicator is True else indicator] = words
    if left_index and right_index:
        labels = made._columns.pop(first[0])
        return DataFrame(
            made._columns,
            index=Index(
                tolist(labels),
                left_name if left_name == right_name or right_name is None else None if left_name else right_name,
            ),
        )
    return made


def _by_labels(table, whether, names):
    # A table whose labels are a column where it is joined by them.
    if not whether:
        return table, names
    return DataFrame({"\0": table.index.values, **table._columns}), ["\0"]


def _validate(how, keys, others):
    for side, (text, found) in enumerate([("left", keys), ("right", others)]):
        one = how is not None and (how.split(":")[0 if side == 0 else 1] if ":" in how else how.split("_to_")[side]) in (
            "1",
            "one",
        )
        if one and len(set(found)) < len(found):
            raise ValueError(
                f"Merge keys are not unique in {text} dataset; not a {how.replace('1', 'one').replace(':', '-to-')} merge"
            )


def _pairs(keys, others, how):
    # Places in both tables of each row of the result.
    places = {}
    for place, key in enumerate(keys if how == "right" else others):
        places.setdefault(key, []).append(place)
    alone = [None] if how in ("left", "right", "outer") else []
    if how == "right":
        return [(a, b) for b, key in enumerate(others) for a in places.get(key, alone)]
    pairs = [(a, b) for a, key in enumerate(keys) for b in places.get(key, alone)]
    if how == "outer":
        known = set(keys)
        pairs += [(None, b) for b, key in enumerate(others) if key not in known]
    return pairs


def _side_by_side(left, right, first, second, pairs, suffixes):
    shared = set(left._columns) & set(right._columns) - {a for a, b in zip(first, second) if a == b}
    ends = ["" if end is None else end for end in suffixes]
    same = {a: b for a, b in zip(first, second) if a == b}
    found = {}
    for name, values in left._columns.items():
        if name in same:
            theirs = tolist(right._column(name))
            mine = tolist(values)
            found[name] = of_list([mine[a] if a is not None else theirs[b] for a, b in pairs])
        else:
            found[f"{name}{ends[0]}" if name in shared else name] = _picked(values, [a for a, _ in pairs])
    for name, values in right._columns.items():
        if name not in same:
            found[f"{name}{ends[1]}" if name in shared else name] = _picked(values, [b for _, b in pairs])
    return DataFrame(found)


def joined_by_labels(left, right, on, how, lsuffix, rsuffix):
    """Two tables beside each other, by the labels of the right one's rows."""
    right = right.to_frame() if isinstance(right, Series) else right
    if shared := [name for name in left._columns if name in right._columns and not (lsuffix or rsuffix)]:
        raise ValueError(f"columns overlap but no suffix specified: {Index(shared)!r}")
    keys = left.index.tolist() if on is None else tolist(left._column(on))
    pairs = _pairs(keys, right.index.tolist(), how)
    if how == "outer":
        pairs.sort(key=lambda pair: keys[pair[0]] if pair[0] is not None else right.index[pair[1]])
    made = _side_by_side(left, right, [], [], pairs, (lsuffix, rsuffix))
    labels = [(left.index[a] if a is not None else right.index[b]) for a, b in pairs]
    made.index = left.index._like(labels) if left.index.nlevels > 1 else Index(labels, left.index.name)
    return made


def _names(given):
    return list(given) if isinstance(given, (list, tuple)) else [given]


def _keys(table, names):
    return list(zip(*[tolist(table._column(name)) for name in names])) if names else [()] * len(table)


def _picked(values, places):
    if None not in places:
        return take(values, places)
    values = tolist(values)
    return of_list([math.nan if place is None else values[place] for place in places])


def melt(frame, *args, **options):
    """Columns of a table below each other."""
    return frame.melt(*args, **options)


def pivot(data, *args, **options):
    """A row for each label, a column for each name."""
    return data.pivot(*args, **options)


def pivot_table(data, *args, **options):
    """Aggregates for each label and each name."""
    return data.pivot_table(*args, **options)


def crosstab(index, columns, values=None, aggfunc=None, normalize=False, margins=False, margins_name="All"):
    """How often each two values occur together, or an aggregate of others there."""
    rows, heads = getattr(index, "name", None) or "row_0", getattr(columns, "name", None) or "col_0"
    table = DataFrame({rows: column(index), heads: column(columns)})
    counts = table.groupby([rows, heads]).size() if values is None else _aggregated(table, values, rows, heads, aggfunc)
    made = counts.unstack(fill_value=0 if values is None else None)
    if margins and values is None and not normalize:
        return with_margins(made, made.sum(axis=1), made.sum(), len(table), margins_name)
    if not normalize:
        return made
    cells = made.to_numpy().astype(np.float64)
    sums = {"index": lambda: cells.sum(1, keepdims=True), "columns": lambda: cells.sum(0, keepdims=True)}
    shares = cells / sums.get(normalize, cells.sum)()
    return made._like({name: shares[:, at] for at, name in enumerate(made._columns)})


def _aggregated(table, values, rows, heads, aggfunc):
    return table.assign(**{"\0": values}).groupby([rows, heads])["\0"].agg(aggfunc)


def factorize(values, sort=False):
    """The number of each value, and the values in the order of their first places."""
    found = [value for value in dict.fromkeys(tolist(column(values))) if not is_missing(value)]
    found = sorted(found) if sort else found
    places = {value: at for at, value in enumerate(found)}
    return np.array([places.get(value, -1) for value in tolist(column(values))], dtype=np.int64), Index(found)


def to_numeric(arg, errors="raise"):
    """Texts as numbers."""

    def number(text):
        try:
            return float(text) if "." in str(text) or "e" in str(text).lower() else int(text)
        except ValueError:
            if errors == "coerce":
                return math.nan
            raise ValueError(f'Unable to parse string "{text}"') from None

    if dtype(column(arg)).kind != "O":
        return arg
    made = of_list([value if is_missing(value) else number(value) for value in tolist(column(arg))])
    return arg._like(made) if isinstance(arg, Series) else made
