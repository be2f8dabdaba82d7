# csv: rows of separated text. `_csv_sniffer` guesses how a text is separated.

from types import GenericAlias

from _csv_sniffer import Sniffer
from _tensorcell.csv import _line, _reader, field_size_limit

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "QUOTE_STRINGS", "QUOTE_NOTNULL"]
__all__ += ["Error", "Dialect", "excel", "excel_tab", "field_size_limit", "reader", "writer", "register_dialect"]
__all__ += ["get_dialect", "list_dialects", "Sniffer", "unregister_dialect", "DictReader", "DictWriter", "unix_dialect"]
__version__ = "1.0"
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)


class Error(Exception):
    """A row that cannot be read or written."""


Error.__module__ = "_csv"


class _Dialect:
    """How rows are separated and quoted: checked, and not to be changed."""

    __slots__ = (
        "delimiter",
        "quotechar",
        "escapechar",
        "doublequote",
        "skipinitialspace",
        "lineterminator",
        "quoting",
        "strict",
    )

    def __init__(self, dialect=None, **options):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        unknown = [name for name in options if name not in _DEFAULTS]
        if unknown:
            raise TypeError(f"this function got an unexpected keyword argument {unknown[0]!r}")
        values = {name: getattr(dialect, name, default) for name, default in _DEFAULTS.items()} | options
        # Without a quote nothing is quoted, unless someone asks for it.
        says_quoting = "quoting" in options or hasattr(dialect, "quoting")
        if values["quotechar"] is None and not says_quoting:
            values["quoting"] = QUOTE_NONE
        for name in ("doublequote", "skipinitialspace", "strict"):
            values[name] = bool(values[name])
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self):
        self._check_character("delimiter", False)
        self._check_character("escapechar", True)
        self._check_character("quotechar", True)
        if self.lineterminator is None:
            raise TypeError("lineterminator must be set")
        if not isinstance(self.lineterminator, str):
            raise TypeError('"lineterminator" must be a string')
        if type(self.quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if self.quoting not in range(6):
            raise TypeError('bad "quoting" value')
        if self.quoting != QUOTE_NONE and self.quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")
        self._check_uses()

    def _check_character(self, name, optional):
        value = getattr(self, name)
        if value is None and optional:
            return
        if not isinstance(value, str):
            wanted = "string or None" if optional else "string"
            raise TypeError(f'"{name}" must be {wanted}, not {type(value).__name__}')
        if len(value) != 1:
            raise TypeError(f'"{name}" must be a 1-character string')

    def _check_uses(self):
        """No character means two things."""
        for name in ("delimiter", "escapechar", "quotechar"):
            value = getattr(self, name)
            if value in ("\r", "\n") or value == " " and self.skipinitialspace and name != "delimiter":
                raise ValueError(f"bad {name} value")
        for name, other in (("delimiter", "escapechar"), ("delimiter", "quotechar"), ("escapechar", "quotechar")):
            if getattr(self, name) is not None and getattr(self, name) == getattr(self, other):
                raise ValueError(f"bad {name} or {other} value")
        for name in ("delimiter", "escapechar", "quotechar"):
            if getattr(self, name) is not None and getattr(self, name) in self.lineterminator:
                raise ValueError(f"bad {name} or lineterminator value")

    def __setattr__(self, name, value):
        if name not in _DEFAULTS:
            raise AttributeError(f"'_csv.Dialect' object has no attribute {name!r}")
        raise AttributeError(f"attribute {name!r} of '_csv.Dialect' objects is not writable")

    def __delattr__(self, name):
        self.__setattr__(name, None)

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")


_Dialect.__name__ = _Dialect.__qualname__ = "Dialect"
_Dialect.__module__ = "_csv"
_DEFAULTS = {
    "delimiter": ",",
    "quotechar": '"',
    "escapechar": None,
    "doublequote": True,
    "skipinitialspace": False,
    "lineterminator": "\r\n",
    "quoting": QUOTE_MINIMAL,
    "strict": False,
}


class Dialect:
    """Base of classes that say how rows are separated and quoted."""

    _name = ""
    _valid = False
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        if self.__class__ != Dialect:
            self._valid = True
        try:
            _Dialect(self)
        except TypeError as error:
            raise Error(str(error)) from None


class excel(Dialect):
    """As spreadsheets write."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    """Separated by tabs."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """Everything quoted, lines ended by a line feed."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\n"
    quoting = QUOTE_ALL


_dialects = {}


def register_dialect(name, /, dialect=None, **options):
    """Gives a dialect a name."""
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = _made(dialect, options)


def unregister_dialect(name):
    """Forgets a dialect's name."""
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    """The dialect of a name."""
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    """The names of all dialects."""
    return list(_dialects)


def _made(dialect, options):
    if isinstance(dialect, str):
        dialect = get_dialect(dialect)
    return dialect if isinstance(dialect, _Dialect) and not options else _Dialect(dialect, **options)


register_dialect("excel", excel)
register_dialect("excel-tab", excel_tab)
register_dialect("unix", unix_dialect)


def reader(iterable, /, dialect=None, **options):
    """Iterates over the rows of an iterable of lines."""
    return _reader(iter(iterable), _made(dialect, options), Error)


class _Writer:
    """Writes rows."""

    __slots__ = ("_dialect", "_write")

    def __init__(self, file, dialect):
        self._dialect = dialect
        self._write = getattr(file, "write", None)
        if not callable(self._write):
            raise TypeError('argument 1 must have a "write" method')

    @property
    def dialect(self):
        """How rows are separated and quoted."""
        return self._dialect

    def writerow(self, row, /):
        """One row."""
        return self._write(_line(row, self._dialect, Error))

    def writerows(self, rows, /):
        """Several rows."""
        for row in rows:
            self._write(_line(row, self._dialect, Error))


_Writer.__name__ = _Writer.__qualname__ = "writer"
_Writer.__module__ = "_csv"


def writer(fileobj, /, dialect=None, **options):
    """Writes rows to an object with a method write."""
    return _Writer(fileobj, _made(dialect, options))


class DictReader:
    """Rows as dicts; the names are those of the first row where none are given."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", **options):
        # An iterator gives its names once.
        self._fieldnames = list(fieldnames) if fieldnames is not None and iter(fieldnames) is fieldnames else fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, **options)

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

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
        self.fieldnames = list(fieldnames) if fieldnames is not None and iter(fieldnames) is fieldnames else fieldnames
        self.restval = restval
        self.extrasaction = extrasaction.lower()
        if self.extrasaction not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.writer = writer(f, dialect, **options)

    def writeheader(self):
        """The names."""
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

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
        return self.writer.writerows(map(self._row, rowdicts))
