# csv: rows of separated text.

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


def _made(dialect, options):
    if isinstance(dialect, str):
        dialect = get_dialect(dialect)
    made = Dialect()
    for name in _OPTIONS:
        setattr(made, name, options.pop(name, getattr(dialect, name)))
    if options:
        raise TypeError(f"{next(iter(options))!r} is an invalid keyword argument for this function")
    if not isinstance(made.delimiter, str) or len(made.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    if made.quotechar is not None and len(made.quotechar) != 1:
        raise TypeError('"quotechar" must be a 1-character string')
    return made


class reader:
    """Iterates over the rows of an iterable of lines."""

    def __init__(self, csvfile, dialect="excel", **options):
        self.dialect = _made(dialect, options)
        self._lines = iter(csvfile)
        self.line_num = 0

    def __iter__(self):
        return self

    def _field(self, text, quoted):
        if self.dialect.quoting == QUOTE_NONNUMERIC and not quoted:
            return float(text)
        return text

    def __next__(self):
        d = self.dialect
        row, field = [], []
        inside = quoted = started = False
        line = next(self._lines)
        self.line_num += 1
        while True:
            at = 0
            while at < len(line):
                c = line[at]
                at += 1
                if inside:
                    if d.escapechar is not None and c == d.escapechar:
                        field.append(line[at : at + 1])
                        at += 1
                    elif c == d.quotechar:
                        if d.doublequote and line[at : at + 1] == d.quotechar:
                            field.append(c)
                            at += 1
                        else:
                            inside = False
                    else:
                        field.append(c)
                elif c in "\r\n":
                    break
                elif c == d.delimiter:
                    row.append(self._field("".join(field), quoted))
                    field, quoted, started = [], False, False
                    continue
                elif d.escapechar is not None and c == d.escapechar:
                    field.append(line[at : at + 1])
                    at += 1
                elif c == d.quotechar and d.quoting != QUOTE_NONE and not started:
                    inside = quoted = True
                elif c == " " and d.skipinitialspace and not started:
                    continue
                else:
                    field.append(c)
                started = True
            if not inside:
                break
            line = next(self._lines, None)
            if line is None:
                if d.strict:
                    raise Error("unexpected end of data")
                break
            self.line_num += 1
        if row or field or quoted:
            row.append(self._field("".join(field), quoted))
        return row


class _Writer:
    def __init__(self, csvfile, dialect):
        self.dialect = dialect
        self._write = csvfile.write

    def _text(self, value, alone):
        d = self.dialect
        if value is None:
            text = ""
        elif isinstance(value, float):
            text = repr(value)
        else:
            text = str(value)
        special = any(c in text for c in (d.delimiter, d.quotechar or "", d.escapechar or d.delimiter, "\r", "\n") if c)
        quote = d.quoting == QUOTE_ALL or special or (alone and not text)
        if d.quoting == QUOTE_NONNUMERIC:
            quote = not isinstance(value, (int, float))
        if d.quoting == QUOTE_NONE:
            if special:
                if d.escapechar is None:
                    raise Error("need to escape, but no escapechar set")
                for c in (d.escapechar, d.delimiter, d.quotechar):
                    if c:
                        text = text.replace(c, d.escapechar + c)
            return text
        if not quote:
            return text
        return d.quotechar + text.replace(d.quotechar, d.quotechar * 2) + d.quotechar

    def writerow(self, row):
        """One row."""
        try:
            values = list(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        text = self.dialect.delimiter.join([self._text(value, len(values) == 1) for value in values])
        return self._write(text + self.dialect.lineterminator)

    def writerows(self, rows):
        """Several rows."""
        for row in rows:
            self.writerow(row)


def writer(csvfile, dialect="excel", **options):
    """Writes rows to an object with a method write."""
    return _Writer(csvfile, _made(dialect, options))


class DictReader:
    """Rows as dicts; the names are those of the first row where none are given."""

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


def field_size_limit(new_limit=None):
    return 131072
