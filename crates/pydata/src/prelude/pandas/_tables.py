"""What tables do besides columns and rows: reshaping, expressions, other forms of text."""

import math

from pandas import _columns
from pandas._expressions import evaluate
from pandas._groups import name_of
from pandas._indexes import Index, MultiIndex, labelled, named


def _list(value):
    return [] if value is None else list(value) if isinstance(value, (list, tuple, Index)) else [value]


def _variables(depth):
    # The names that a program's `@name` means: those of the function that asks.
    import sys

    frame = sys._getframe(depth)
    return {**frame.f_globals, **frame.f_locals}


class Shaped:
    """Methods of tables that give another table, or a text."""

    def pipe(self, func, *args, **kwargs):
        """A function of the table."""
        return func(self, *args, **kwargs)

    def query(self, expr, inplace=False, **options):
        """The rows where an expression of columns holds."""
        made = self.loc[evaluate(self, expr, {**_variables(2), **options.get("local_dict", {})})]
        return self._become(made) if inplace else made

    def eval(self, expr, inplace=False, **options):
        """The value of an expression of columns, or the table with it as a column; one on each line."""
        variables, made = _variables(2), self
        for line in [line for line in expr.strip().splitlines() if line.strip()]:
            made = evaluate(made, line, {**variables, **options.get("local_dict", {})})
        return self._become(made) if inplace else made

    def nlargest(self, n, columns, keep="first"):
        """The rows of the largest values."""
        return self.sort_values(columns, ascending=False).head(n)

    def nsmallest(self, n, columns, keep="first"):
        """The rows of the least values."""
        return self.sort_values(columns).head(n)

    def transform(self, func, axis=0, *args, **kwargs):
        """A function of each column that gives as many values; of several a column each."""
        if isinstance(func, (list, tuple)):
            func = dict.fromkeys(self._columns, list(func))
        if isinstance(func, dict):
            parts = {}
            for name, ways in func.items():
                for way in ways if isinstance(ways, (list, tuple)) else [ways]:
                    key = (name, name_of(way)) if isinstance(ways, (list, tuple)) else name
                    parts[key] = self[name].transform(way)._values
            return type(self)(parts, index=self.index)
        return self._each(lambda column: column.transform(func, 0, *args, **kwargs))

    def hist(self, column=None, by=None, **options):
        """Draws how often values of each column are in each of some intervals."""
        from pandas._plotting import hist_of_table

        return hist_of_table(self, column, by, **options)

    def boxplot(self, column=None, by=None, **options):
        """Draws a box for each column, or with `by` one for each of its values."""
        from pandas._plotting import boxplot

        return boxplot(self, column, by, **options)

    def duplicated(self, subset=None, keep="first"):
        """Returns which rows stood before, by all columns or some."""
        names = list(self._columns) if subset is None else _list(subset)
        rows = list(zip(*[_columns.tolist(self._column(name)) for name in names]))
        return self._rows_as(again(rows, keep))

    def _rows_as(self, values):
        from pandas._series import Series

        return Series(_columns.of_list(values), index=self.index)

    def drop_duplicates(self, subset=None, keep="first", ignore_index=False):
        """The rows without those that stood before."""
        left = self[~self.duplicated(subset, keep)]
        return left.reset_index(drop=True) if ignore_index else left

    def value_counts(self, subset=None, normalize=False, sort=True, ascending=False, dropna=True):
        """Counts how often each row occurs, the most frequent first."""
        names = list(self._columns) if subset is None else _list(subset)
        counts = self.groupby(names, sort=not sort, dropna=dropna).size()
        counts = counts.sort_values(ascending=ascending) if sort else counts
        counts = counts / counts.sum() if normalize else counts
        return counts.rename("proportion" if normalize else "count")

    def filter(self, items=None, like=None, regex=None, axis=1):
        """The columns, or the rows (axis=0), of some names."""
        import re

        labels = self.index.tolist() if axis in (0, "index") else list(self._columns)
        keeps = lambda n: (like is None or like in str(n)) and (regex is None or re.search(regex, str(n)))  # noqa: E731
        names = [n for n in labels if keeps(n)] if items is None else [n for n in items if n in set(labels)]
        return self.loc[names] if axis in (0, "index") else self[names]

    def squeeze(self, axis=None):
        """A table of one column as the column, one of one row as the row, one of one value as the value."""
        made = self[next(iter(self._columns))] if len(self._columns) == 1 and axis in (None, 1, "columns") else self
        return made.iloc[0] if len(self) == 1 and axis in (None, 0, "index") else made

    def explode(self, column, ignore_index=False):
        """A row for each element of a column's lists."""
        places, values = [], []
        for at, value in enumerate(_columns.tolist(self._column(column))):
            parts = list(value) if isinstance(value, (list, tuple, set)) else [value]
            places += [at] * max(len(parts), 1)
            values += parts or [math.nan]
        made = self._take(places)
        made._columns[column] = _columns.of_list(values)
        return made.reset_index(drop=True) if ignore_index else made

    def melt(self, id_vars=None, value_vars=None, var_name=None, value_name="value", col_level=None, ignore_index=True):
        """Columns below each other: their names in one column, their values in another."""
        kept = _list(id_vars)
        names = [n for n in self._columns if n not in kept] if value_vars is None else _list(value_vars)
        columns = {name: _columns.joined([self._column(name)] * len(names)) for name in kept}
        columns[var_name or self._heading or "variable"] = [name for name in names for _ in range(len(self))]
        columns[value_name] = _columns.joined([self._column(name) for name in names])
        return type(self)(columns, index=None if ignore_index else self.index.take([*range(len(self))] * len(names)))

    def unstack(self, level=-1, fill_value=None, sort=True):
        """One level of the rows' labels becomes the inner level of the columns' names."""
        if self.index.nlevels == 1:
            return self.T.stack()
        return beside([(name, self[name].unstack(level, fill_value)) for name in self._columns], self._heading)

    def stack(self, level=-1, dropna=False, sort=False, future_stack=True):
        """The columns below each other, their names as the last level of the labels."""
        from pandas._series import Series

        if self.columns.nlevels > 1:
            levels = [self.columns.level(one) for one in _list(level)]
            made = self
            for done, at in enumerate(levels):
                at -= len([one for one in levels[:done] if one < at])
                rest = [one for one in range(made.columns.nlevels) if one != at] if hasattr(made, "columns") else []
                made = made._renamed(made.columns.kept([*rest, at]))._stacked_level() if rest else made.stack()
            return made
        rows = list(zip(*[_columns.tolist(column) for column in self._columns.values()]))
        labels = [(*_tuple(label), name) for label in self.index for name in self._columns]
        names = [*[name for name, _ in self.index.levels_of()], self._heading]
        index = labelled(labels, names)
        outer = [self.index.levels[at] for at in range(self.index.nlevels)] if self.index.nlevels > 1 else [self.index]
        index.in_orders([*outer, self.columns])
        return Series(_columns.of_list([value for row in rows for value in row]), index=index)

    def _stacked_level(self):
        # The innermost level of the columns' names becomes the last level of the labels.
        inner = list(dict.fromkeys([name[-1] for name in self._columns]))
        outer = list(dict.fromkeys([name[:-1] for name in self._columns]))
        cells = {name: _columns.tolist(column) for name, column in self._columns.items()}
        cell = lambda first, last, at: cells[(*first, last)][at] if (*first, last) in cells else math.nan  # noqa: E731
        made = {
            first if len(first) > 1 else first[0]: _columns.of_list(
                [cell(first, last, at) for at in range(len(self)) for last in inner]
            )
            for first in outer
        }
        names = self._heading if isinstance(self._heading, list) else [None] * self.columns.nlevels
        labels = [(*_tuple(label), last) for label in self.index for last in inner]
        index = labelled(labels, [*[name for name, _ in self.index.levels_of()], names[-1]])
        outer = list(self.index.levels) if self.index.nlevels > 1 else [self.index]
        found = type(self)(made, index=index.in_orders([*outer, inner]))
        return self._headed(found, names[:-1] if len(names) > 2 else names[0])

    def pivot(self, columns, index=None, values=None):
        """A row for each label, a column for each name, values where they meet."""
        if isinstance(columns, list) and len(columns) == 1:
            (columns,) = columns
        if isinstance(columns, list):
            keys = [*_list(index), *columns]
            found = self.set_index(keys)[values if values is not None else [n for n in self._columns if n not in keys]]
            return found.unstack([*range(len(_list(index)), len(keys))])
        if values is None or isinstance(values, list):
            left = [name for name in self._columns if name not in (*_list(index), columns)] if values is None else values
            return beside([(name, self.pivot(columns, index, name)) for name in left], None)
        names = _list(index)
        keys = self.index.tolist() if index is None else list(zip(*[_columns.tolist(self._column(n)) for n in names]))
        keys = keys if index is None or len(names) > 1 else [key for (key,) in keys]
        heads = _columns.tolist(self._column(columns))
        if len(set(zip(keys, heads))) < len(keys):
            raise ValueError("Index contains duplicate entries, cannot reshape")
        cells = dict(zip(zip(keys, heads), _columns.tolist(self._column(values))))
        return crossed(cells, names or [self.index.name], columns, math.nan)

    def pivot_table(
        self,
        values=None,
        index=None,
        columns=None,
        aggfunc="mean",
        fill_value=None,
        margins=False,
        dropna=True,
        margins_name="All",
        observed=True,
        sort=True,
    ):
        """Aggregates for each label and each name."""
        rows, heads = _key_list(index), _key_list(columns)
        if isinstance(aggfunc, list):
            each = lambda one: self.pivot_table(values, index, columns, one, fill_value, margins, dropna, margins_name)  # noqa: E731
            return beside([(name_of(one), each(one)) for one in aggfunc], None)
        keys = [name for name in map(_key_name, [*rows, *heads])]
        given = _list(values) or list(aggfunc if isinstance(aggfunc, dict) else self._columns)
        kept = sorted([name for name in given if name not in keys], key=str)
        if values is None and not isinstance(aggfunc, dict) and isinstance(aggfunc, str) and aggfunc not in _OF_ALL_KINDS:
            numbers = self.select_dtypes(["number", "bool"])._columns
            kept = [name for name in kept if name in numbers]
        if heads and rows and not isinstance(values, list) and values is not None:
            return self._pivoted(values, rows, heads, aggfunc, fill_value, margins, margins_name, observed)
        if heads and rows:
            own = aggfunc if isinstance(aggfunc, dict) else dict.fromkeys(kept, aggfunc)
            parts = [(name, self.pivot_table(name, index, columns, own[name], fill_value, margins, dropna, margins_name)) for name in kept]
            return beside(parts, None)
        made = self.groupby(_one_or_all(rows or heads), observed=observed)[kept].agg(aggfunc)
        made = made if fill_value is None else made.fillna(fill_value)
        if margins:
            own = aggfunc if isinstance(aggfunc, dict) else dict.fromkeys(kept, aggfunc)
            whole = [self[name].agg(own[name]) for name in made._columns]
            made = _with_row(made, whole, margins_name)
        return made if rows else made.T

    def _pivoted(self, values, rows, heads, aggfunc, fill, margins, margins_name, observed):
        # One column's aggregates by labels and names, with those of all rows and columns where there are margins.
        found = self.groupby([*rows, *heads], observed=observed)[values].agg(aggfunc)
        levels = list(range(len(rows), len(rows) + len(heads)))
        made = found.unstack(levels if len(heads) > 1 else -1)
        if margins:
            across = self.groupby(_one_or_all(rows))[values].agg(aggfunc)
            down = self.groupby(_one_or_all(heads))[values].agg(aggfunc)
            made = with_margins(made, across, down, self[values].agg(aggfunc), margins_name)
        if fill is None:
            return made
        filled = made.fillna(fill)
        return filled.astype(found.dtype) if isinstance(fill, int) and found.dtype.kind in "iu" else filled

    def join(self, other, on=None, how="left", lsuffix="", rsuffix="", sort=False, validate=None):
        """The columns of another table beside, by the labels of the rows."""
        from pandas._reshape import joined_by_labels

        return joined_by_labels(self, other, on, how, lsuffix, rsuffix)

    def reindex(
        self,
        labels=None,
        index=None,
        columns=None,
        axis=0,
        method=None,
        copy=True,
        level=None,
        fill_value=math.nan,
        limit=None,
        tolerance=None,
    ):
        """The rows or columns of these labels; new ones hold gaps, or what `method` takes from neighbours."""
        if labels is not None and axis in (1, "columns"):
            columns = labels
        elif labels is not None:
            index = labels
        made = self
        if columns is not None:
            empty = lambda: _columns.of_list([fill_value] * len(self))  # noqa: E731
            made = self._like({name: self._columns[name] if name in self._columns else empty() for name in columns})
            if hasattr(columns, "names"):
                made.columns = columns
        if index is None:
            return made
        index = index if hasattr(index, "_labels") else self.index._like(list(index)) if self.index.nlevels > 1 else Index(index, self.index.name)
        options = dict(method=method, fill_value=fill_value, limit=limit, tolerance=tolerance)
        found = type(self)({n: made[n].reindex(index, **options)._values for n in made._columns}, index=index)
        return self._headed(found, made._heading)

    def replace(self, to_replace=None, value=None, regex=False):
        """Some values in place of others; of each column its own; with `regex` parts of texts that match patterns."""
        if regex is not False and regex is not True:
            to_replace, regex = regex, True
        if isinstance(to_replace, dict) and value is not None:
            own = lambda name: self[name].replace(to_replace[name], value[name] if isinstance(value, dict) else value, regex=regex)  # noqa: E731
            return self._like({n: own(n)._values if n in to_replace else c for n, c in self._columns.items()})
        if isinstance(to_replace, dict) and [one for one in to_replace.values() if isinstance(one, dict)]:
            return self._like(
                {n: self[n].replace(to_replace[n], regex=regex)._values if n in to_replace else c for n, c in self._columns.items()}
            )
        return self._each(lambda column: column.replace(to_replace, value, regex=regex))

    def where(self, cond, other=math.nan, axis=None, level=None):
        """The values where a condition holds, else another."""
        cond = cond(self) if callable(cond) else cond
        other = other(self) if callable(other) else other
        if hasattr(cond, "nbytes") and getattr(cond, "ndim", 0) == 2:
            cond = type(self)(cond, index=self.index, columns=list(self._columns))
        part = lambda one, name: one[name] if hasattr(one, "_columns") else one  # noqa: E731
        return self._like({n: self[n].where(part(cond, n), part(other, n))._values for n in self._columns})

    def mask(self, cond, other=math.nan, axis=None, level=None):
        """Another value where a condition holds."""
        return self.where(~(cond(self) if callable(cond) else cond), other)

    def quantile(self, q=0.5, axis=0, numeric_only=False, interpolation="linear", method="single"):
        """The value of each column, or row (axis=1), below which a fraction of its values is."""
        from pandas._series import Series

        if axis in (1, "columns"):
            return self.T.quantile(q, 0, numeric_only, interpolation)
        kept = list((self.select_dtypes("number") if numeric_only else self)._columns)
        if isinstance(q, (list, tuple)):
            return type(self)({name: self[name].quantile(q, interpolation)._values for name in kept}, index=list(q))
        return Series([self[name].quantile(q, interpolation) for name in kept], index=named(kept, self._heading), name=q)

    def cov(self, min_periods=None, ddof=1, numeric_only=False):
        """Returns the covariances of columns."""
        kept = self.select_dtypes("number") if numeric_only else self
        pairs = {a: [kept[a].cov(kept[b], ddof=ddof) for b in kept._columns] for a in kept._columns}
        return type(self)(pairs, index=kept.columns)

    def to_string(self, index=True):
        """The whole table as text."""
        from pandas import _printing

        return _printing.whole(self._columns, self.index, _columns.take, len(self), self._heading, index)

    def to_html(self, index=True):
        """The table as HTML."""
        from pandas import _printing

        return _printing.page(self._columns, self.index, _columns.take, len(self), self._heading, index)

    def to_markdown(self, index=True):
        """The table in Markdown."""
        columns = [("", self.index.tolist())] if index else []
        columns += [(str(name), _columns.tolist(values)) for name, values in self._columns.items()]
        return "\n".join(
            [
                "| " + " | ".join(row) + " |" if at != 1 else "|" + "|".join(row) + "|"
                for at, row in enumerate(zip(*map(_markdown, columns)))
            ]
        )

    @property
    def style(self):
        """Refused: there are no styled tables."""
        raise NotImplementedError("DataFrame.style is not there: tables are displayed plainly")


# What can be said of values of all kinds.
_OF_ALL_KINDS = ("count", "size", "nunique", "first", "last", "min", "max")


def _key_list(keys):
    # What rows are grouped by: names, functions, or values of their own.
    if keys is None:
        return []
    many = isinstance(keys, (list, tuple)) and not (isinstance(keys, tuple) and keys and isinstance(keys[0], int))
    return list(keys) if many else [keys]


def _key_name(key):
    return getattr(key, "name", None) if hasattr(key, "_values") or hasattr(key, "_labels") else getattr(key, "key", None) if hasattr(key, "spans") else key if not hasattr(key, "nbytes") else None


def _one_or_all(keys):
    return keys if len(keys) > 1 else keys[0]


def _margin(index, name):
    # The label of a margin: of several levels it has the name in the first.
    return name if index.nlevels == 1 else (name, *[""] * (index.nlevels - 1))


def _with_row(made, row, name):
    labels = [*made.index, _margin(made.index, name)]
    columns = {head: _columns.of_list([*_columns.tolist(column), row[at]]) for at, (head, column) in enumerate(made._columns.items())}
    index = made.index._like(labels) if made.index.nlevels > 1 else Index(labels, made.index.name)
    return made._headed(type(made)(columns, index=index), made._heading)


def with_margins(made, across, down, whole, name):
    """A table with a column and a row of aggregates."""
    heads, heading = list(made._columns), made._heading
    table = type(made)(dict(made._columns), index=made.index)
    known = dict(zip(across.index.tolist(), across.tolist()))
    corner = _margin(made.columns, name)
    table._columns[corner] = _columns.of_list([known[label] for label in made.index])
    below = dict(zip(down.index.tolist(), down.tolist()))
    return _with_row(made._headed(table, heading), [*[below.get(head, math.nan) for head in heads], whole], name)


def _tuple(label):
    return label if isinstance(label, tuple) else (label,)


def _markdown(column):
    # A column's lines: its name, a rule, its values; numbers to the right.
    name, values = column
    numbers = all([_columns.is_number(value) for value in values])
    texts = [f"{value:g}" if isinstance(value, float) else str(value) for value in values]
    if numbers and any(["." in text for text in texts]):
        decimals = max([len(text.partition(".")[2]) for text in texts])
        ends = [text.partition(".")[2] for text in texts]
        texts = [text + " " * (decimals - len(end) + (not end)) for text, end in zip(texts, ends)]
    width = max([len(name) + 2, *[len(text) for text in texts]])
    if numbers:
        return [name.rjust(width), "-" * (width + 1) + ":", *[text.rjust(width) for text in texts]]
    return [name.ljust(width), ":" + "-" * (width + 1), *[text.ljust(width) for text in texts]]


def again(rows, keep):
    """Whether each row stood before, or stands later, or either (keep=False)."""
    if keep == "last":
        return again(rows[::-1], "first")[::-1]
    counts = {}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1
    if keep is False:
        return [counts[row] > 1 for row in rows]
    seen = set()
    return [row in seen or seen.add(row) is not None for row in rows]


def crossed(cells, names, heading, fill, orders=(None, None)):
    """A table of cells by (label, column)."""
    from pandas._frame import DataFrame

    labels = sorted({label for label, _ in cells}, key=orders[0])
    heads = sorted({head for _, head in cells}, key=orders[1])
    columns = {head: _columns.of_list([cells.get((label, head), fill) for label in labels]) for head in heads}
    if fill != fill and len(cells) < len(labels) * len(heads):
        columns = {head: column.astype("float64") if hasattr(column, "astype") else column for head, column in columns.items()}
    made = DataFrame(columns, index=labelled(labels, names))
    object.__setattr__(made, "_heading", heading)
    return made


def unstacked(series, level, fill):
    """A column whose labels have several levels as a table: one level, or some, become the columns."""
    index = series.index
    if not isinstance(index, MultiIndex):
        raise ValueError(f"index must be a MultiIndex to unstack, {type(index)} was passed")
    chosen = [index.level(one) for one in (level if isinstance(level, list) else [level])]
    kept = [at for at in range(index.nlevels) if at not in chosen]
    cells = dict(zip(zip(index.parts(kept), index.parts(chosen)), series.tolist()))
    names = [index.names[at] for at in chosen]
    fill = math.nan if fill is None else fill
    orders = [_order_of(index, kept), _order_of(index, chosen)]
    return crossed(cells, [index.names[at] for at in kept], names if len(names) > 1 else names[0], fill, orders)


def _order_of(index, levels):
    # What orders labels of some levels: the order of each level; None where it is the ascending one.
    if index._orders is None:
        return None
    ranks = [index.ranks(at) for at in levels]
    return lambda label: tuple([rank[part] for rank, part in zip(ranks, label if len(levels) > 1 else (label,))])


def beside(parts, name):
    """Tables beside each other, the columns of each under its key: (key, table) pairs."""
    from pandas._frame import DataFrame

    columns = {(key, *_tuple(inner)): column for key, part in parts for inner, column in part._columns.items()}
    first = parts[0][1]
    inner = first._heading if isinstance(first._heading, list) else [first._heading]
    made = DataFrame(columns, index=first.index)
    object.__setattr__(made, "_heading", [name, *inner])
    return made
