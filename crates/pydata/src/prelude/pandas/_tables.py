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

    def query(self, expr):
        """The rows where an expression of columns holds."""
        return self[evaluate(self, expr, _variables(2))]

    def eval(self, expr):
        """The value of an expression of columns, or the table with it as a column."""
        return evaluate(self, expr, _variables(2))

    def nlargest(self, n, columns):
        """The rows of the largest values."""
        return self.sort_values(columns, ascending=False).head(n)

    def nsmallest(self, n, columns):
        """The rows of the least values."""
        return self.sort_values(columns).head(n)

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

    def value_counts(self, subset=None, normalize=False):
        """Counts how often each row occurs, the most frequent first."""
        names = list(self._columns) if subset is None else _list(subset)
        counts = self.groupby(names, sort=False).size().sort_values(ascending=False)
        counts = counts / counts.sum() if normalize else counts
        return counts.rename("proportion" if normalize else "count")

    def filter(self, items=None, like=None, regex=None):
        """The columns of some names."""
        import re

        names = [n for n in self._columns if (items is None or n in items) and (like is None or like in str(n))]
        return self[[name for name in names if regex is None or re.search(regex, str(name))]]

    def squeeze(self):
        """A table of one column as the column."""
        return self[next(iter(self._columns))] if len(self._columns) == 1 else self

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

    def melt(self, id_vars=None, value_vars=None, var_name=None, value_name="value"):
        """Columns below each other: their names in one column, their values in another."""
        kept = _list(id_vars)
        names = [n for n in self._columns if n not in kept] if value_vars is None else _list(value_vars)
        columns = {name: _columns.joined([self._column(name)] * len(names)) for name in kept}
        columns[var_name or self._heading or "variable"] = [name for name in names for _ in range(len(self))]
        columns[value_name] = _columns.joined([self._column(name) for name in names])
        return type(self)(columns)

    def unstack(self, level=-1, fill_value=None):
        """One level of the rows' labels becomes the inner level of the columns' names."""
        return beside([(name, self[name].unstack(level, fill_value)) for name in self._columns], self._heading)

    def stack(self, level=-1, future_stack=True):
        """The columns below each other, their names as the last level of the labels."""
        from pandas._series import Series

        if self.columns.nlevels > 1:
            return self._stacked_level()
        rows = list(zip(*[_columns.tolist(column) for column in self._columns.values()]))
        labels = [(*_tuple(label), name) for label in self.index for name in self._columns]
        names = [*[name for name, _ in self.index.levels_of()], self._heading]
        return Series(_columns.of_list([value for row in rows for value in row]), index=labelled(labels, names))

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
        found = type(self)(made, index=labelled(labels, [*[name for name, _ in self.index.levels_of()], names[-1]]))
        return self._headed(found, names[:-1] if len(names) > 2 else names[0])

    def pivot(self, columns, index=None, values=None):
        """A row for each label, a column for each name, values where they meet."""
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
        self, values=None, index=None, columns=None, aggfunc="mean", fill_value=None, margins=False, margins_name="All"
    ):
        """Aggregates for each label and each name."""
        rows, heads = _list(index), _list(columns)
        if margins and (len(rows) != 1 or len(heads) != 1 or isinstance(values, list)):
            raise NotImplementedError("pivot_table(margins=True) takes one of values, index and columns")
        if isinstance(aggfunc, list):
            parts = [(name_of(one), self.pivot_table(values, index, columns, one, fill_value)) for one in aggfunc]
            return beside(parts, None)
        given = _list(values) or list(aggfunc if isinstance(aggfunc, dict) else self.select_dtypes("number")._columns)
        kept = sorted([name for name in given if name not in (*rows, *heads)])
        if not heads:
            return self.groupby(rows if len(rows) > 1 else rows[0])[kept].agg(aggfunc)
        if isinstance(values, list) or values is None:
            own = aggfunc if isinstance(aggfunc, dict) else dict.fromkeys(kept, aggfunc)
            return beside([(name, self.pivot_table(name, index, columns, own[name], fill_value)) for name in kept], None)
        found = self.groupby([*rows, *heads])[values].agg(aggfunc)
        made = found.unstack(heads if len(heads) > 1 else -1)
        made = made if fill_value is None else made.fillna(fill_value).astype(found.dtype)
        if not margins:
            return made
        name = _list(values)[0]
        across, down = (self.groupby(one)[name].agg(aggfunc) for one in (rows[0], heads[0]))
        return with_margins(made, across, down, self[name].agg(aggfunc), margins_name)

    def join(self, other, on=None, how="left", lsuffix="", rsuffix=""):
        """The columns of another table beside, by the labels of the rows."""
        from pandas._reshape import joined_by_labels

        return joined_by_labels(self, other, on, how, lsuffix, rsuffix)

    def reindex(self, labels=None, index=None, columns=None, fill_value=math.nan):
        """The rows or columns of these labels; new ones hold gaps."""
        index, made = labels if index is None else index, self
        if columns is not None:
            empty = lambda: _columns.of_list([fill_value] * len(self))  # noqa: E731
            made = self._like({name: self._columns[name] if name in self._columns else empty() for name in columns})
        if index is None:
            return made
        return type(self)(
            {n: made[n].reindex(index, fill_value)._values for n in made._columns}, index=Index(index, self.index.name)
        )

    def replace(self, to_replace, value=None):
        """Some values in place of others."""
        if isinstance(to_replace, dict) and [one for one in to_replace.values() if isinstance(one, dict)]:
            return self._like(
                {n: self[n].replace(to_replace[n])._values if n in to_replace else c for n, c in self._columns.items()}
            )
        return self._each(lambda column: column.replace(to_replace, value))

    def where(self, cond, other=math.nan):
        """The values where a condition holds, else another."""
        part = lambda one, name: one[name] if hasattr(one, "_columns") else one  # noqa: E731
        return self._like({n: self[n].where(part(cond, n), part(other, n))._values for n in self._columns})

    def mask(self, cond, other=math.nan):
        """Another value where a condition holds."""
        return self.where(~cond, other)

    def quantile(self, q=0.5, numeric_only=False):
        """The value of each column below which a fraction of its values is."""
        from pandas._series import Series

        kept = list((self.select_dtypes("number") if numeric_only else self)._columns)
        if isinstance(q, (list, tuple)):
            return type(self)({name: self[name].quantile(q)._values for name in kept}, index=list(q))
        return Series([self[name].quantile(q) for name in kept], index=named(kept, self._heading), name=q)

    def cov(self, numeric_only=False):
        """Returns the covariances of columns."""
        kept = self.select_dtypes("number") if numeric_only else self
        pairs = {a: [kept[a].cov(kept[b]) for b in kept._columns] for a in kept._columns}
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


def with_margins(made, across, down, whole, name):
    """A table with a column and a row of aggregates."""
    columns = {head: _columns.of_list([*_columns.tolist(column), down[head]]) for head, column in made._columns.items()}
    columns[name] = _columns.of_list([*[across[label] for label in made.index], whole])
    table = type(made)(columns, index=Index([*made.index, name], made.index.name))
    object.__setattr__(table, "_heading", made._heading)
    return table


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


def crossed(cells, names, heading, fill):
    """A table of cells by (label, column)."""
    from pandas._frame import DataFrame

    labels, heads = sorted({label for label, _ in cells}), sorted({head for _, head in cells})
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
    return crossed(
        cells, [index.names[at] for at in kept], names if len(names) > 1 else names[0], math.nan if fill is None else fill
    )


def beside(parts, name):
    """Tables beside each other, the columns of each under its key: (key, table) pairs."""
    from pandas._frame import DataFrame

    columns = {(key, *_tuple(inner)): column for key, part in parts for inner, column in part._columns.items()}
    first = parts[0][1]
    inner = first._heading if isinstance(first._heading, list) else [first._heading]
    made = DataFrame(columns, index=first.index)
    object.__setattr__(made, "_heading", [name, *inner])
    return made
