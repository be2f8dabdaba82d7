"""`read_csv` and `read_table`: tables from text files, with pandas' rules for names, missing values and types."""

import io
import math
import re
import warnings

from pandas import _files
from pandas._columns import astype, is_missing, of_list, tolist
from pandas._dates import to_datetime
from pandas._frame import DataFrame
from pandas._indexes import Index, MultiIndex
from pandas.errors import EmptyDataError, ParserError, ParserWarning

# Texts that stand for missing values, pandas' STR_NA_VALUES.
MISSING = frozenset(
    ["", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL"]
    + ["NaN", "None", "n/a", "nan", "null"]
)


def read_csv(
    filepath_or_buffer,
    *,
    sep=",",
    delimiter=None,
    header="infer",
    names=None,
    index_col=None,
    usecols=None,
    dtype=None,
    engine=None,
    converters=None,
    true_values=None,
    false_values=None,
    skipinitialspace=False,
    skiprows=None,
    skipfooter=0,
    nrows=None,
    na_values=None,
    keep_default_na=True,
    na_filter=True,
    skip_blank_lines=True,
    parse_dates=None,
    date_format=None,
    dayfirst=False,
    cache_dates=True,
    iterator=False,
    chunksize=None,
    compression="infer",
    thousands=None,
    decimal=".",
    lineterminator=None,
    quotechar='"',
    quoting=0,
    doublequote=True,
    escapechar=None,
    comment=None,
    encoding=None,
    encoding_errors="strict",
    dialect=None,
    on_bad_lines="error",
    low_memory=True,
    memory_map=False,
    float_precision=None,
    storage_options=None,
):
    """The table in a text file: columns of whole numbers, numbers, flags or text."""
    if isinstance(header, (list, tuple)):
        raise NotImplementedError("read_csv: names in several rows are not read here; header is one row's number, or None")
    if isinstance(header, bool):
        raise TypeError(
            "Passing a bool to header is invalid. Use header=None for no header or header=int or list-like of ints to "
            "specify the row(s) making up the column names"
        )
    if dialect is not None:
        raise NotImplementedError("read_csv: give sep, quotechar and the like in place of a dialect")
    if on_bad_lines not in ("error", "warn", "skip"):
        raise ValueError(f"on_bad_lines is 'error', 'warn' or 'skip' here, not {on_bad_lines!r}")
    if header == "infer":
        header = 0 if names is None else None
    text = _bytes_of(filepath_or_buffer, encoding or "utf-8", encoding_errors, compression)
    separator, text, quotechar = _separated(text, sep if delimiter is None else delimiter, None if quoting == 3 else quotechar)
    skiprows = 0 if skiprows is None else skiprows
    try:
        fields = _files.split(
            text,
            separator,
            quotechar,
            doublequote,
            escapechar,
            comment,
            lineterminator,
            skipinitialspace,
            skip_blank_lines,
            skiprows if isinstance(skiprows, int) or callable(skiprows) else list(skiprows),
            header,
            None if nrows is None else nrows + (0 if header is None else header + 1),
            on_bad_lines,
            usecols is not None,
        )
    except UnicodeDecodeError:
        raise
    except ValueError as error:
        raise ParserError(str(error)) from None
    for text in fields.warnings():
        warnings.warn(text, ParserWarning, stacklevel=2)
    layout = _Layout(fields, header, names, index_col, usecols)
    kinds = dtype if isinstance(dtype, dict) else dict.fromkeys(layout.labels, dtype)
    missing = _Missing(na_values, keep_default_na, na_filter)
    texts = true_values or (), false_values or (), thousands, decimal

    def read(label, place, rows):
        convert = _given_for(converters or {}, label, place)
        if convert is not None:
            return of_list([convert(text) for text in fields.column(place, *rows, (), (), (), None, ".", True)])
        kind = _given_for(kinds, label, place)
        values = fields.column(place, *rows, missing.of(label), *texts, _is_text(kind))
        return values if kind is None else _cast(values, kind, place)

    def frame(first, last):
        table = DataFrame({label: read(label, place, (first, last)) for label, place in layout.wanted})
        if parse_dates and parse_dates is not True:
            table = _with_dates(table, parse_dates, date_format, dayfirst)
        table = layout.indexed(table, first - layout.first)
        return _dated_index(table, date_format, dayfirst) if parse_dates is True and index_col is not None else table

    rows = layout.first, max(fields.rows() - skipfooter, layout.first)
    return _Chunks(frame, rows, chunksize) if chunksize or iterator else frame(*rows)


def read_table(filepath_or_buffer, *, sep="\t", **options):
    """Like `read_csv`, for columns separated by tabs."""
    return read_csv(filepath_or_buffer, sep=sep, **options)


class _Layout:
    """Which columns there are, by what names, and which are the index."""

    def __init__(self, fields, header, names, index_col, usecols):
        if fields.rows() == 0:
            raise EmptyDataError("No columns to parse from file")
        if header is not None and header >= fields.rows():
            raise ParserError(f"Passed header={header} but only {fields.rows()} lines in file")
        self.first = 0 if header is None else header + 1
        read = fields.row(min(self.first, fields.rows() - 1))
        if names is not None:
            self.labels = list(names)
            if len(set(self.labels)) != len(self.labels):
                raise ValueError("Duplicate names are not allowed.")
        elif header is None:
            self.labels = list(range(len(read)))
        else:
            self.labels = _distinct(fields.row(header))
        self._index = index_col
        beyond = len(read) - len(self.labels)
        # Columns without a name before the others are the index.
        self._leading = beyond if beyond > 0 and usecols is None and index_col is None else 0
        if beyond > 0 and index_col is False and any(read[len(self.labels) :]):
            warnings.warn(
                "Length of header or names does not match length of data. This leads to a loss of data with index_col=False.",
                ParserWarning,
                stacklevel=3,
            )
        places = [(label, self._leading + at) for at, label in enumerate(self.labels)]
        hidden = [(f"__index_level_{at}__", at) for at in range(self._leading)]
        self.wanted = hidden + (places if usecols is None else _chosen(places, usecols))

    def indexed(self, table, start):
        """The table with its index, by default row numbers from `start`."""
        if self._leading:
            return _nameless(table.set_index(list(table.columns)[: self._leading]))
        if self._index is None or self._index is False:
            if start:
                table.index = Index(list(range(start, start + len(table))))
            return table
        given = self._index if isinstance(self._index, (list, tuple)) else [self._index]
        keys = [self._label(key, table) for key in given]
        table = table.set_index(keys)
        return _nameless(table) if len(keys) == 1 and re.fullmatch(r"Unnamed: \d+", str(keys[0])) else table

    def _label(self, key, table):
        labels = list(table.columns)
        if key in labels:
            return key
        if isinstance(key, int) and -len(labels) <= key < len(labels):
            return labels[key]
        raise ValueError(f"Index {key} invalid")


def _nameless(table):
    """The table with an index whose levels have no names."""
    if table.index.nlevels > 1:
        table.index = MultiIndex(table.index.tolist(), [None] * table.index.nlevels)
    else:
        table.index.name = None
    return table


def _distinct(names):
    # Columns without a name are Unnamed: 0, repeated ones a.1, a.2.
    names = [name or f"Unnamed: {at}" for at, name in enumerate(names)]
    seen, found = {}, []
    for name in names:
        own, count = name, seen.get(name, 0)
        while own in seen or count and own in names:
            own, count = f"{name}.{count or 1}", count + 1
        seen[name], seen[own] = max(count, 1), seen.get(own, 0)
        found.append(own)
    return found


def _chosen(places, usecols):
    if callable(usecols):
        return [(label, place) for label, place in places if usecols(label)]
    wanted = list(usecols)
    if all(isinstance(each, int) for each in wanted):
        beyond = [at for at in wanted if not 0 <= at < len(places)]
        if beyond:
            raise ParserError(f"Defining usecols with out-of-bounds indices is not allowed. {beyond} are out of bounds.")
        return [places[at] for at in sorted(set(wanted))]
    labels = [label for label, _ in places]
    absent = [name for name in wanted if name not in labels]
    if absent:
        raise ValueError(f"Usecols do not match columns, columns expected but not found: {absent}")
    return [(label, place) for label, place in places if label in wanted]


def _given_for(given, label, place):
    found = given.get(label)
    return given.get(place) if found is None else found


class _Missing:
    """Which texts stand for missing values, by column."""

    def __init__(self, given, keeps_default, is_on):
        self._default = MISSING if keeps_default and is_on else frozenset()
        self._given = given if is_on and given is not None else ()

    def of(self, label):
        if not isinstance(self._given, dict):
            return self._default | _as_texts(self._given)
        # A column that is not named has the default.
        return self._default | _as_texts(self._given[label]) if label in self._given else self._default


def _as_texts(values):
    values = [values] if isinstance(values, (str, int, float)) else values
    found = set()
    for value in values:
        found.add(str(value))
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value == value:
            found.add(str(float(value)))
            found |= {str(int(value))} if float(value).is_integer() else set()
    return frozenset(found)


def _is_text(kind):
    return getattr(kind, "name", kind) in (str, "str", "string", object, "object")


def _cast(values, kind, place):
    whole = getattr(kind, "name", str(getattr(kind, "__name__", kind))).startswith(("int", "uint"))
    if whole and any(is_missing(value) for value in tolist(values)):
        raise ValueError(f"Integer column has NA values in column {place}")
    return astype(values, kind)


def _with_dates(table, columns, form, dayfirst):
    for name in columns:
        name = list(table.columns)[name] if isinstance(name, int) else name
        if name not in table:
            raise ValueError(f"Missing column provided to 'parse_dates': '{name}'")
        found = _dates_of(table[name], form.get(name) if isinstance(form, dict) else form, dayfirst)
        table = table if found is None else table.assign(**{name: found}) if isinstance(name, str) else _put(table, name, found)
    return table


def _put(table, name, found):
    table[name] = found
    return table


def _dates_of(series, form, dayfirst):
    # A column of texts as dates, or None where they are none.
    if series.dtype.kind in "Mm":
        return None
    values = series if series.dtype.kind == "O" else series.astype(str)
    try:
        return to_datetime(values, format=form, dayfirst=dayfirst)
    except (ValueError, TypeError):
        return None


def _dated_index(table, form, dayfirst):
    # The labels as dates where all of them are.
    found = None if table.index.nlevels > 1 else _dates_of(table.index.to_series(), form, dayfirst)
    if found is not None:
        table.index = Index(found, table.index.name)
    return table


class _Chunks:
    """A table in pieces of some rows: iterate it, or call get_chunk."""

    def __init__(self, frame, rows, size):
        self._frame, (self._at, self._end), self._size = frame, rows, size

    def __iter__(self):
        return self

    def __next__(self):
        if self._at >= self._end:
            raise StopIteration
        return self.get_chunk()

    def get_chunk(self, size=None):
        """The next rows."""
        first, self._at = self._at, min(self._at + (size or self._size or self._end), self._end)
        return self._frame(first, self._at)

    read = get_chunk

    def close(self):
        """Nothing: the file was read."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


# --- bytes and separators
def _bytes_of(source, encoding, errors, compression):
    data = source.read() if hasattr(source, "read") else _contents(source, compression)
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    elif errors != "strict" or re.sub("[-_]", "", encoding).lower() not in ("utf8", "utf8sig"):
        data = data.decode(encoding, errors).encode("utf-8", "surrogatepass")
    return data.removeprefix(b"\xef\xbb\xbf")


def _contents(source, compression):
    name = str(source)
    if name.startswith(("http://", "https://")):
        from urllib.request import urlopen

        with urlopen(name) as answer:
            data = answer.read()
    else:
        with open(source, "rb") as file:
            data = file.read()
    if isinstance(compression, dict):
        compression = compression.get("method")
    if compression == "infer":
        endings = {".gz": "gzip", ".bz2": "bz2", ".zip": "zip", ".xz": "xz"}
        compression = next((kind for end, kind in endings.items() if name.endswith(end)), None)
    return data if compression is None else _unpacked(data, compression)


def _unpacked(data, compression):
    if compression == "zip":
        import zipfile

        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if len(names) != 1:
                raise ValueError(f"Multiple files found in ZIP file. Only one file per ZIP: {names}")
            return archive.read(names[0])
    if compression not in ("gzip", "bz2", "xz"):
        raise ValueError(f"Unrecognized compression type: {compression}")
    module = __import__({"xz": "lzma"}.get(compression, compression))
    return module.decompress(data)


def _separated(text, separator, quote):
    """The separator as one character or None for blanks, and the text and quote that go with it."""
    if separator is None:
        import csv

        separator = csv.Sniffer().sniff(text[:65536].decode("utf-8", "replace").partition("\n")[0]).delimiter
    if separator == "\\s+":
        return None, text, quote
    if len(separator) == 1:
        return separator, text, quote
    pattern = re.compile(separator)
    lines = [pattern.sub("\x1f", line.strip("\r")) for line in text.decode().split("\n")]
    return "\x1f", "\n".join(lines).encode(), None
