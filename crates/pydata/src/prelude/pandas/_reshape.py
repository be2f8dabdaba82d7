"""Tables one below or beside the other, joined by a column, and labels as columns of flags."""

import math

import numpy as np

from pandas._columns import astype, column, dtype, is_missing, joined, of_list, take, tolist
from pandas._frame import DataFrame, Series
from pandas._indexes import Index, MultiIndex, common_name
from pandas._levels import under_keys
from pandas._tables import beside


def concat(
    objs,
    axis=0,
    join="outer",
    ignore_index=False,
    keys=None,
    levels=None,
    names=None,
    verify_integrity=False,
    sort=False,
    copy=True,
):
    """Tables or columns one below the other, or beside each other; each under its key."""
    if isinstance(objs, (DataFrame, Series)):
        raise TypeError(
            f'first argument must be an iterable of pandas objects, you passed an object of type "{type(objs).__name__}"'
        )
    if isinstance(objs, dict):
        keys, objs = list(objs) if keys is None else keys, [objs[key] for key in (list(objs) if keys is None else keys)]
    objs = [one for one in objs if one is not None]
    if not objs:
        raise ValueError("No objects to concatenate")
    if keys is not None:
        made = _under_keys(objs, list(keys), axis, names, join)
    elif axis in (1, "columns"):
        made = _beside(objs, join, ignore_index)
    else:
        made = _below(objs, join, ignore_index, sort)
    if verify_integrity and not made.index.is_unique:
        repeated = made.index[made.index.duplicated()].unique()
        raise ValueError(f"Indexes have overlapping values: {repeated!r}")
    return made


def _beside(objs, join, ignore_index):
    named = _numbered(objs)
    parts = _aligned([part.to_frame() if isinstance(part, Series) else part for part in named], join)
    columns = [(name, values) for part in parts for name, values in part._columns.items()]
    found = dict(enumerate([values for _, values in columns])) if ignore_index else dict(columns)
    made = DataFrame(found, index=parts[0].index)
    return made._headed(made, parts[0]._heading)


def _below(objs, join, ignore_index, sort):
    index = None if ignore_index else objs[0].index.append([part.index for part in objs[1:]])
    if all([isinstance(part, Series) for part in objs]):
        return Series(joined([part._values for part in objs]), index=index, name=common_name(objs))
    parts = [part.to_frame(0 if part.name is None else part.name) if isinstance(part, Series) else part for part in objs]
    full = [part for part in parts if part._columns or len(part)] or parts
    names = list(dict.fromkeys([name for part in full for name in part._columns]))
    if join == "inner":
        names = [name for name in names if all([name in part._columns for part in full])]
    names = sorted(names) if sort else names
    found = {name: joined([part._columns.get(name, [math.nan] * len(part)) for part in parts if len(part)] or [[]]) for name in names}
    made = DataFrame(found, index=index)
    return made._headed(made, full[0]._heading)


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
    labels = index._like(list(known)) if index.nlevels > 1 else Index(list(known), common_name([part.index for part in parts]))
    labels = labels.sort_values() if hasattr(index, "_array") and join == "outer" else labels
    return [part.reindex(labels) for part in parts]


def _under_keys(objs, keys, axis, names, join):
    if axis in (1, "columns"):
        if not all([isinstance(part, Series) for part in objs]):
            parts = _aligned([part.to_frame() if isinstance(part, Series) else part for part in objs], join)
            made = beside(list(zip(keys, parts)), (names or [None])[0])
            return made._headed(made, list(names)) if names and len(names) == made.columns.nlevels else made
        return concat([part.rename(key) for part, key in zip(objs, keys)], axis=1, join=join)
    made = concat(objs, join=join)
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
    copy=True,
):
    """The rows of two tables that have a column's value in common."""
    if how not in ("inner", "left", "right", "outer", "cross"):
        raise ValueError(f"'{how}' is not a valid Merge type: left, right, inner, outer, cross")
    left, right = (one.to_frame() if isinstance(one, Series) else one for one in (left, right))
    left_name, right_name, left_names = left.index.name, right.index.name, list(left.index.names)
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
    if left_index != right_index:
        made = _under_labels_of_one(made, left, right, pairs, left_index)
    if indicator:
        words = ["both" if None not in pair else "left_only" if pair[1] is None else "right_only" for pair in pairs]
        made["_merge" if indicator is True else indicator] = words
    if left_index and right_index:
        labels = list(zip(*[tolist(made._columns.pop(name)) for name in first]))
        if len(first) > 1:
            return DataFrame(made._columns, index=MultiIndex(labels, left_names))
        name = left_name if left_name == right_name or right_name is None else None if left_name else right_name
        return DataFrame(made._columns, index=Index([label for (label,) in labels], name))
    return made


def _under_labels_of_one(made, left, right, pairs, left_index):
    # The labels of the table that is joined by its columns, without those of the other.
    owner, side = (right, 1) if left_index else (left, 0)
    columns = {name: values for name, values in made._columns.items() if not str(name).startswith("\0")}
    labels = [math.nan if pair[side] is None else owner.index[pair[side]] for pair in pairs]
    return DataFrame(columns, index=owner.index._like(labels) if owner.index.nlevels > 1 else Index(labels, owner.index.name))


def _by_labels(table, whether, names):
    # A table whose labels are a column where it is joined by them.
    if not whether:
        return table, names
    levels = {f"\0{at}": table.index.column_of(at) for at in range(table.index.nlevels)}
    return DataFrame({**levels, **table._columns}, index=table.index), list(levels)


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
    if isinstance(right, (list, tuple)):
        made = concat([left, *right], axis=1, join="inner" if how == "inner" else "outer")
        return made.reindex(left.index) if how == "left" else made
    right = right.to_frame() if isinstance(right, Series) else right
    if shared := [name for name in left._columns if name in right._columns and not (lsuffix or rsuffix)]:
        raise ValueError(f"columns overlap but no suffix specified: {Index(shared)!r}")
    if on is None:
        keys = left.index.tolist()
    else:
        parts = [tolist(left._level_or_column(name)) for name in _names(on)]
        keys = list(zip(*parts)) if len(parts) > 1 else parts[0]
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
    # The values of each row by which it is joined: of columns, of levels of the labels, or given ones.
    given = lambda name: hasattr(name, "_values") or hasattr(name, "nbytes")  # noqa: E731
    columns = [column(name) if given(name) else table._level_or_column(name) for name in names]
    return list(zip(*map(tolist, columns))) if names else [()] * len(table)


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


def crosstab(
    index,
    columns,
    values=None,
    rownames=None,
    colnames=None,
    aggfunc=None,
    margins=False,
    margins_name="All",
    dropna=True,
    normalize=False,
):
    """How often values occur together, or an aggregate of others there."""
    rows, heads = _parts_of(index, rownames, "row"), _parts_of(columns, colnames, "col")
    table = _aligned_columns([*rows, *heads])
    names, titles = [name for name, _ in rows], [name for name, _ in heads]
    if values is None:
        table["\0"], aggfunc = 1, "sum"
    else:
        table["\0"] = values
    fill = 0 if values is None else None
    made = table.pivot_table("\0", names, titles, aggfunc, fill, margins and not normalize, margins_name)
    if not normalize:
        return made
    return _shares(table, made, normalize, margins, margins_name)


def _aligned_columns(parts):
    # Columns of keys with the same rows.
    series = [part for _, part in parts if isinstance(part, Series)]
    index = series[0].index if series else None
    return DataFrame({name: part if isinstance(part, Series) else column(part) for name, part in parts}, index=index)


def _parts_of(given, names, word):
    # (name, values) of each key.
    many = isinstance(given, (list, tuple)) and given and any([hasattr(one, "__iter__") and not isinstance(one, str) for one in given])
    parts = list(given) if many else [given]
    found = [getattr(part, "name", None) for part in parts] if names is None else list(names)
    return [(f"{word}_{at}" if name is None else name, part) for at, (name, part) in enumerate(zip(found, parts))]


def _shares(table, made, normalize, margins, name):
    # Counts as parts of all, of their row's or of their column's; with those of the margins.
    if normalize not in (True, "all", "index", "columns"):
        raise ValueError("Not a valid normalize argument")
    whole = made.to_numpy().astype(np.float64)
    across, down, total = whole.sum(1), whole.sum(0), whole.sum()
    by = {"index": across[:, None], "columns": down}.get(normalize, total)
    shares = whole / by
    found = made._like({one: shares[:, at] for at, one in enumerate(made._columns)})
    if not margins:
        return found
    if normalize != "index":
        found[name] = across / total
    if normalize != "columns":
        row = [*(down / total), *([] if normalize == "index" else [1.0])]
        last = DataFrame([row], index=Index([name], made.index.name), columns=list(found._columns))
        found = found._headed(concat([found, last]), made._heading)
    return found


def factorize(values, sort=False, use_na_sentinel=True, size_hint=None):
    """The number of each value, and the values in the order of their first places."""
    found = [value for value in dict.fromkeys(tolist(column(values))) if not is_missing(value)]
    found = sorted(found) if sort else found
    places = {value: at for at, value in enumerate(found)}
    return np.array([places.get(value, -1) for value in tolist(column(values))], dtype=np.int64), Index(found)


def to_numeric(arg, errors="raise", downcast=None):
    """Texts as numbers, in the smallest type of a kind that holds them (downcast)."""
    if downcast is not None:
        return _downcast(to_numeric(arg, errors), downcast)
    if isinstance(arg, str):
        return to_numeric([arg], errors)[0]

    def number(text):
        try:
            return float(text) if "." in str(text) or "e" in str(text).lower() else int(text)
        except ValueError:
            if errors == "coerce":
                return math.nan
            raise ValueError(f'Unable to parse string "{text}" at position {position[0]}') from None
        finally:
            position[0] += 1

    position = [0]

    if dtype(column(arg)).kind != "O":
        return arg
    made = of_list([value if is_missing(value) else number(value) for value in tolist(column(arg))])
    return arg._like(made) if isinstance(arg, Series) else made


def _downcast(made, kind):
    # The smallest type of whole numbers or of floats that holds all values.
    if kind not in ("integer", "signed", "unsigned", "float"):
        raise ValueError("invalid downcasting method provided")
    values = np.asarray(column(made))
    types = ["float32"] if kind == "float" else ["uint8"] if kind == "unsigned" else ["int8", "int16", "int32", "int64"]
    for name in types:
        if bool((values == values).all()) and bool((values.astype(name).astype(values.dtype) == values).all()):
            return made.astype(name)
    return made


def wide_to_long(df, stubnames, i, j, sep="", suffix=r"\d+"):
    """Columns whose names begin alike below each other: what their names end with is a label."""
    import re

    stubs = list(stubnames) if isinstance(stubnames, (list, tuple)) else [stubnames]
    keys = list(i) if isinstance(i, (list, tuple)) else [i]
    ends = lambda stub: [re.fullmatch(re.escape(f"{stub}{sep}") + f"({suffix})", str(name)) for name in df._columns]  # noqa: E731
    found = {stub: {match.group(1): name for name, match in zip(df._columns, ends(stub)) if match} for stub in stubs}
    used = {name for names in found.values() for name in names.values()}
    rest = [name for name in df._columns if name not in used and name not in keys]
    parts = []
    for end in dict.fromkeys([end for names in found.values() for end in names]):
        part = df[[*keys, *rest]].assign(**{j: int(end) if end.isdecimal() else end})
        for stub, names in found.items():
            part[stub] = df[names[end]]._values if end in names else math.nan
        parts.append(part)
    return concat(parts).set_index([*keys, j])
