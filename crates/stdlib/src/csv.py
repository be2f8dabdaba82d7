# csv: rows of separated text.

from types import GenericAlias

from _tensorcell.csv import _line, _reader, field_size_limit

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    """A row that cannot be read or written."""


class Dialect:
    """How rows are separated and quoted."""

    delimiter = ","
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    """As spreadsheets write."""


class excel_tab(excel):
    """Separated by tabs."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """Everything quoted, lines ended by a line feed."""

    lineterminator = "\n"
    quoting = QUOTE_ALL


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}
_OPTIONS = ("delimiter", "quotechar", "escapechar", "doublequote", "skipinitialspace", "lineterminator", "quoting", "strict")


def register_dialect(name, dialect=excel, **options):
    _dialects[name] = _made(dialect, options)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def _character(made, name, optional):
    value = getattr(made, name)
    if value is None and optional:
        return
    if not isinstance(value, str):
        wanted = "string or None" if optional else "string"
        raise TypeError(f'"{name}" must be {wanted}, not {type(value).__name__}')
    if len(value) > 1 or (not value and not optional):
        raise TypeError(f'"{name}" must be a 1-character string')
    setattr(made, name, value or None)


def _made(dialect, options):
    if isinstance(dialect, str):
        dialect = get_dialect(dialect)
    made = Dialect()
    unquoted = "quotechar" in options and options["quotechar"] is None and "quoting" not in options
    for name in _OPTIONS:
        setattr(made, name, options.pop(name, getattr(dialect, name)))
    if options:
        raise TypeError(f"{next(iter(options))!r} is an invalid keyword argument for this function")
    _character(made, "delimiter", False)
    _character(made, "escapechar", True)
    _character(made, "quotechar", True)
    if not isinstance(made.lineterminator, str):
        raise TypeError(f'"lineterminator" must be a string, not {type(made.lineterminator).__name__}')
    if not isinstance(made.quoting, int):
        raise TypeError('"quoting" must be an integer')
    if made.quoting not in (QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE):
        raise TypeError('bad "quoting" value')
    if unquoted:
        made.quoting = QUOTE_NONE
    if made.quoting != QUOTE_NONE and made.quotechar is None:
        raise TypeError("quotechar must be set if quoting enabled")
    return made


def reader(csvfile, dialect="excel", **options):
    """Iterates over the rows of an iterable of lines."""
    return _reader(iter(csvfile), _made(dialect, options), Error)


class _Writer:
    def __init__(self, csvfile, dialect):
        self.dialect = dialect
        self._write = csvfile.write

    def writerow(self, row):
        """One row."""
        return self._write(_line(row, self.dialect, Error))

    def writerows(self, rows):
        """Several rows."""
        for row in rows:
            self._write(_line(row, self.dialect, Error))


def writer(csvfile, dialect="excel", **options):
    """Writes rows to an object with a method write."""
    return _Writer(csvfile, _made(dialect, options))


class DictReader:
    """Rows as dicts; the names are those of the first row where none are given."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", **options):
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, **options)

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        return self._fieldnames

    @property
    def line_num(self):
        return self.reader.line_num

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while not row:
            row = next(self.reader)
        record = dict(zip(names, row))
        if len(row) > len(names):
            record[self.restkey] = row[len(names) :]
        for name in names[len(row) :]:
            record[name] = self.restval
        return record


class DictWriter:
    """Writes dicts as rows."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", **options):
        self.fieldnames = fieldnames
        self.restval = restval
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, **options)

    def writeheader(self):
        """The names."""
        return self.writer.writerow(self.fieldnames)

    def _row(self, record):
        if self.extrasaction == "raise":
            wrong = [name for name in record if name not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(name) for name in wrong]))
        return [record.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        """One dict."""
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        """Several dicts."""
        return self.writer.writerows([self._row(record) for record in rowdicts])
