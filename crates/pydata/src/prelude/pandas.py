"""`pandas`, as much as reads a table: `read_csv` and `read_parquet`, columns, `values`. For more there are tensors."""

import numpy
import torch

from pandas import _files


class Series:
    """A column: an array of numbers, or a list of text."""

    def __init__(self, data, name=None):
        self.values = data
        self.name = name

    def to_numpy(self, dtype=None):
        """The numbers."""
        array = numpy.array(self.values) if isinstance(self.values, list) else self.values
        return array if dtype is None else array.astype(dtype)

    def tolist(self):
        """The values."""
        return list(self.values) if isinstance(self.values, list) else self.values.tolist()

    @property
    def shape(self):
        """(rows,)"""
        return (len(self.values),)

    def unique(self):
        """Each value once, in the order of their first places."""
        return list(dict.fromkeys(self.tolist()))

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return iter(self.tolist())

    def __getitem__(self, index):
        return self.values[index]

    def __getattr__(self, name):
        if name in ("mean", "sum", "min", "max", "std"):
            return getattr(self.values, name)
        raise AttributeError(f"'Series' object has no attribute '{name}': this is as much of pandas as reads a table")


class DataFrame:
    """Columns by name."""

    def __init__(self, data):
        self._columns = {name: column.values if isinstance(column, Series) else column for name, column in data.items()}
        lengths = {len(column) for column in self._columns.values()}
        if len(lengths) > 1:
            raise ValueError("All arrays must be of the same length")

    @property
    def columns(self):
        """The columns' names."""
        return list(self._columns)

    def _ipython_key_completions_(self):
        return self.columns

    @property
    def shape(self):
        """(rows, columns)"""
        return (len(self), len(self._columns))

    def __len__(self):
        for column in self._columns.values():
            return len(column)
        return 0

    def __getitem__(self, key):
        if isinstance(key, list):
            return DataFrame({name: self._column(name) for name in key})
        return Series(self._column(key), key)

    def _column(self, name):
        if name not in self._columns:
            raise KeyError(name)
        return self._columns[name]

    def __getattr__(self, name):
        if name in self.__dict__.get("_columns", {}):
            return Series(self._columns[name], name)
        raise AttributeError(f"'DataFrame' object has no attribute '{name}': this is as much of pandas as reads a table")

    def drop(self, labels=None, axis=0, columns=None):
        """Without some columns."""
        gone = columns if columns is not None else labels
        gone = [gone] if isinstance(gone, str) else list(gone)
        for name in gone:
            if name not in self._columns:
                raise KeyError(f"{gone} not found in axis")
        return DataFrame({name: column for name, column in self._columns.items() if name not in gone})

    def head(self, n=5):
        """The first rows."""
        return DataFrame({name: column[:n] for name, column in self._columns.items()})

    def to_numpy(self, dtype=None):
        """The numbers: (rows, columns)."""
        for name, column in self._columns.items():
            if isinstance(column, list):
                raise TypeError(f"column '{name}' holds text, which is not a number")
        array = torch.stack([torch.as_tensor(column) for column in self._columns.values()], 1).numpy()
        return array if dtype is None else array.astype(dtype)

    @property
    def values(self):
        """The numbers: (rows, columns)."""
        return self.to_numpy()

    def __repr__(self):
        rows = [[str(name) for name in self._columns]]
        shown = min(len(self), 10)
        rows += [[str(column[i]) for column in self._columns.values()] for i in range(shown)]
        index = [""] + [str(i) for i in range(shown)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self._columns))]
        edge = max(len(text) for text in index)
        lines = [
            f"{at:<{edge}}  " + "  ".join([f"{text:>{width}}" for text, width in zip(row, widths)])
            for at, row in zip(index, rows)
        ]
        if shown < len(self):
            lines.append(f"[{self.shape[0]} rows x {self.shape[1]} columns]")
        return "\n".join(lines)


def read_csv(filepath_or_buffer, sep=",", header="infer", names=None, usecols=None, skiprows=0, nrows=None, dtype=None):
    """The table in a text file: columns of whole numbers, numbers or text."""
    found = _files.read_csv(filepath_or_buffer, sep, header is not None and names is None or header == 0, skiprows, nrows)
    columns = dict(zip(names, found.values())) if names is not None else found
    if usecols is not None:
        columns = {name: columns[name] for name in usecols}
    if dtype is not None:
        columns = {name: column.astype(dtype) for name, column in columns.items()}
    return DataFrame(columns)


def read_parquet(path, columns=None):
    """The table in a Parquet file."""
    found = {name: column for name, column in _files.read_parquet(path).items() if name != "__index_level_0__"}
    return DataFrame(found if columns is None else {name: found[name] for name in columns})
