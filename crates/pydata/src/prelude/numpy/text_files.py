"""NumPy's functions that read and write texts and bytes of numbers."""


def _opened(fname, encoding):
    """The lines of a path, a file, or a list of lines."""
    if isinstance(fname, str) or hasattr(fname, "__fspath__"):
        path = str(fname)
        if path.endswith(".gz"):
            import gzip

            with gzip.open(path, "rt", encoding=encoding or "utf-8") as file:
                return file.read().splitlines()
        try:
            with open(path, encoding=encoding or "utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            raise FileNotFoundError(f"{path} not found.") from None
    try:
        lines = iter(fname)
    except TypeError:
        raise TypeError("fname must be a string, filehandle, list of strings,\nor generator. Got %s instead." % type(fname)) from None
    return [(line.decode(encoding or "latin1") if isinstance(line, bytes) else line).rstrip("\r\n") for line in lines]


def _without_comment(line, comments):
    for mark in comments:
        line = line.split(mark, 1)[0]
    return line


def _marks(comments):
    given = [comments] if isinstance(comments, (str, bytes)) else list(comments or ())
    return [mark.decode("latin1") if isinstance(mark, bytes) else mark for mark in given]


def _fields(line, delimiter, quote):
    if quote is not None and quote in line:
        import csv

        if delimiter is not None:
            return next(csv.reader([line], delimiter=delimiter, quotechar=quote))
        return [field for field in next(csv.reader([line], delimiter=" ", quotechar=quote)) if field]
    return line.split() if delimiter is None else line.split(delimiter)


def _number(text, dtype):
    """A field as a number of an element type."""
    text = text.strip()
    if dtype.kind == "c":
        return complex(text.replace(" ", "").replace("i", "j"))
    if dtype.kind == "b":
        return bool(int(text))
    if dtype.kind in "iu":
        return int(text)
    return float.fromhex(text) if "0x" in text.lower() else float(text)


def _columns(usecols):
    if usecols is None:
        return None
    chosen = [usecols] if isinstance(usecols, (int, integer)) else list(usecols)
    for one in chosen:
        if not isinstance(one, (int, integer)):
            raise TypeError(f"usecols must be an int or a sequence of ints but it contains at least one element of type '{type(one).__name__}'")
    return [int(one) for one in chosen]


def _with_dims(made, ndmin, unpack):
    """An array with the dimensions that loadtxt gives it."""
    if made.ndim > ndmin:
        made = made.reshape(tuple(n for n in made.shape if n != 1))
    if made.ndim < ndmin:
        made = atleast_1d(made) if ndmin == 1 else atleast_2d(made).T
    return made.T if unpack else made


def _as_converters(converters, chosen, width):
    """A function for each column that has one."""
    if callable(converters):
        return {i: converters for i in range(width)}
    return {i % width if i < 0 else i: function for i, function in (converters or {}).items()}


def loadtxt(
    fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0, encoding=None, max_rows=None, *, quotechar=None, like=None
):
    """Numbers of a text file, one row for each line."""
    if ndmin not in (0, 1, 2):
        raise ValueError(f"Illegal value of ndmin keyword: {ndmin}")
    plain = isinstance(fname, str) and not fname.endswith(".gz") and comments == "#"
    if plain and converters is usecols is encoding is max_rows is quotechar is None and not unpack and ndmin == 0:
        return _loadtxt(fname, dtype, "#", delimiter, skiprows)
    kind, chosen, marks = globals()["dtype"](dtype), _columns(usecols), _marks(comments)
    rows, width = [], None
    for line in _opened(fname, encoding)[skiprows:]:
        if max_rows is not None and len(rows) >= max_rows:
            break
        line = _without_comment(line, marks)
        if not line.strip():
            continue
        fields = _fields(line.strip() if delimiter is None else line, delimiter, quotechar)
        if width is not None and len(fields) != width and chosen is None:
            raise ValueError(
                f"the number of columns changed from {width} to {len(fields)} at row {len(rows) + 1}; use `usecols` to select a "
                "subset and avoid this error"
            )
        width = len(fields)
        rows.append(_row(fields, kind, chosen, _as_converters(converters, chosen, width), len(rows)))
    if not rows:
        import warnings

        warnings.warn(f'loadtxt: input contained no data: "{fname}"', UserWarning, stacklevel=2)
        return _with_dims(zeros(0, dtype=kind), ndmin, unpack)
    return _with_dims(array(rows, dtype=kind), ndmin, unpack)


def _row(fields, kind, chosen, converters, at):
    numbers = []
    for i in range(len(fields)) if chosen is None else chosen:
        if not -len(fields) <= i < len(fields):
            raise ValueError(f"invalid column index {i} at row {at + 1} with {len(fields)} columns")
        i = i % len(fields)
        try:
            numbers.append(converters[i](fields[i]) if i in converters else _number(fields[i], kind))
        except ValueError as error:
            if i in converters:
                raise
            raise ValueError(f"could not convert string '{fields[i].strip()}' to {kind} at row {at}, column {i + 1}.") from error
    return numbers


def _is_missing(text, missing):
    return text.strip() == "" or text.strip() in missing


def _option_of(options, name, i, default):
    """A column's own value of an option that may be a dictionary, a list or one value."""
    if isinstance(options, dict):
        return options.get(i, options.get(name, default))
    if isinstance(options, (list, tuple)):
        return options[i] if i < len(options) else default
    return default if options is None else options


def genfromtxt(
    fname,
    dtype=float,
    comments="#",
    delimiter=None,
    skip_header=0,
    skip_footer=0,
    converters=None,
    missing_values=None,
    filling_values=None,
    usecols=None,
    names=None,
    excludelist=None,
    deletechars=" !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space="_",
    autostrip=False,
    case_sensitive=True,
    defaultfmt="f%i",
    unpack=None,
    usemask=False,
    loose=True,
    invalid_raise=True,
    max_rows=None,
    encoding=None,
    *,
    ndmin=0,
    like=None,
):
    """Numbers of a text file, where some may be missing; records, where columns have names or types of their own.

    `names` are a text with commas, a list, or True for those of the first line. `dtype=None` finds each column's type.
    """
    lines = _opened(fname, encoding)[skip_header:]
    lines = lines[: len(lines) - skip_footer] if skip_footer else lines
    marks = _marks(comments)
    parts = [part for part in (_split_line(line, marks, delimiter, autostrip) for line in lines) if part is not None]
    header = parts.pop(0) if names is True and parts else None
    given = header or ([name.strip() for name in names.split(",")] if isinstance(names, str) else names)
    names = None if given is None else _clean_names(given, excludelist, deletechars, replace_space, case_sensitive)
    kind = None if dtype is None else globals()["dtype"](dtype) if not isinstance(dtype, tuple) else dtype
    if max_rows is not None:
        parts = parts[:max_rows]
    chosen = _chosen_columns(usecols, names)
    _check_widths(parts, chosen, invalid_raise, skip_header)
    if not parts:
        import warnings

        warnings.warn(f'genfromtxt: Empty input file: "{fname}"', stacklevel=2)
        return zeros(0)
    width = len(parts[0])
    rows = [row for row in parts if len(row) == width or chosen is not None]
    columns = range(width) if chosen is None else chosen
    options = {"converters": converters, "missing_values": missing_values, "filling_values": filling_values, "loose": loose}
    if names is not None or isinstance(kind, tuple) or getattr(kind, "names", None) or kind is None and _is_mixed(rows, columns, options):
        if usemask:
            raise NotImplementedError("records have no masks here: leave usemask out, and compare with filling_values")
        return _records_of(rows, columns, kind, names, defaultfmt, options, unpack)
    return _gathered(rows, columns, dtype, names, **options, usemask=usemask, unpack=unpack, ndmin=ndmin)


def _clean_names(names, excluded, deleted, space, case_sensitive):
    """Names of columns as names of fields: without signs, and each once."""
    excluded = {*(excluded or ()), "return", "file", "print"}
    change = {False: str.upper, "upper": str.upper, "lower": str.lower}.get(case_sensitive, str)
    found, counts, empty = [], {}, 0
    for name in names:
        name = change(name).strip().replace(" ", space)
        name = "".join([sign for sign in name if sign not in {*deleted, '"'}])
        if name == "":
            while f"f{empty}" in names:
                empty += 1
            name, empty = f"f{empty}", empty + 1
        elif name in excluded:
            name += "_"
        count = counts.get(name, 0)
        found.append(f"{name}_{count}" if count else name)
        counts[name] = count + 1
    return found


def _fields_of(rows, i, kind, names, options):
    """One column's values, of a type or of the type that they have."""
    texts, name = [row[i] for row in rows], names[i] if names and i < len(names) else None
    if kind is None and not {i, name} & {*(options["converters"] or ())}:
        missing = _option_of(options["missing_values"], name, i, ())
        missing = [missing] if isinstance(missing, str) else list(missing)
        kind = _type_of_texts([text for text in texts if not _is_missing(text, missing)])
    if kind is not None and kind.kind == "U":
        return array(texts, dtype=kind)
    values = [_value(text, kind or globals()["dtype"](float), 0, i, names, **options)[0] for text in texts]
    return array(values) if kind is None else array(values, dtype=kind)


def _type_of_texts(texts):
    """The simplest type that all texts have: truth values, numbers, or texts of the longest's width."""
    if texts and {text.upper() for text in texts} <= {"TRUE", "FALSE"}:
        return globals()["dtype"]("bool")
    return _kind_of(texts) or asarray(texts or [""]).dtype


def _is_mixed(rows, columns, options):
    kinds = [_fields_of(rows, i, None, None, options).dtype for i in columns]
    return len({"U" if kind.kind == "U" else str(kind) for kind in kinds}) > 1


def _records_of(rows, columns, kind, names, pattern, options, unpack):
    """An array of records, or its columns."""
    columns = list(columns)
    if names and len(names) != len(rows[0]) and len(columns) == len(rows[0]):
        raise ValueError(f"could not assign tuple of length {len(columns)} to structure with {len(names)} fields.")
    named = getattr(kind, "names", None)
    types = [kind[name] for name in named] if named else [globals()["dtype"](one) for one in kind] if isinstance(kind, tuple) else [kind] * len(columns)
    made = [_fields_of(rows, i, one, names, options) for i, one in zip(columns, types)]
    if unpack:
        return made
    chosen = [names[i] if i < len(names) else pattern % i for i in columns] if names else list(named) if named else [pattern % i for i in range(len(columns))]
    found = array(list(zip(*[column.tolist() for column in made])), dtype=[(name, column.dtype) for name, column in zip(chosen, made)])
    return found.reshape(()) if len(rows) == 1 else found


def _split_line(line, marks, delimiter, strips):
    """The fields of a line, None if it has none. White space around them belongs to texts, unless the delimiter is white space."""
    line = _without_comment(line, marks)
    if not line.strip():
        return None
    if isinstance(delimiter, (int, integer)):
        fields = [line[i : i + delimiter] for i in range(0, len(line), delimiter)]
        return [field.strip() for field in fields] if strips else fields
    if isinstance(delimiter, (list, tuple)):
        fields, at = [], 0
        for width in delimiter:
            fields.append(line[at : at + width].strip() if strips else line[at : at + width])
            at += width
        return fields
    fields = _fields(line.strip() if delimiter is None else line.strip("\r\n"), delimiter, None)
    return [field.strip() for field in fields] if strips or delimiter is None else fields


def _chosen_columns(usecols, names):
    if usecols is None:
        return None
    given = [one.strip() for one in usecols.split(",")] if isinstance(usecols, str) else [usecols] if isinstance(usecols, (int, integer)) else list(usecols)
    return [names.index(one) if isinstance(one, str) and names else int(one) for one in given]


def _check_widths(parts, chosen, raises, skipped):
    if not parts or chosen is not None:
        return
    width = len(parts[0])
    wrong = [(at, len(row)) for at, row in enumerate(parts) if len(row) != width]
    if wrong and raises:
        texts = "\n".join([f"    Line #{at + skipped + 1} (got {count} columns instead of {width})" for at, count in wrong])
        raise ValueError(f"Some errors were detected !\n{texts}")


def _gathered(rows, columns, dtype, names, converters, missing_values, filling_values, usemask, loose, unpack, ndmin):
    kind = globals()["dtype"](float if dtype is None else dtype)
    if dtype is None:
        kind = _guessed(rows, columns)
    made, hidden = [], []
    for row in rows:
        numbers, missing = [], []
        for place, i in enumerate(columns):
            number, absent = _value(row[i], kind, place, i, names, converters, missing_values, filling_values, loose)
            numbers.append(number)
            missing.append(absent)
        made.append(numbers)
        hidden.append(missing)
    made = _squeezed(array(made, dtype=kind), ndmin)
    if usemask:
        from numpy import ma

        made = ma.MaskedArray(made, _squeezed(array(hidden), ndmin))
    return made.T if unpack else made


def _squeezed(made, ndmin):
    return made.reshape(tuple(n for n in made.shape if n != 1)) if made.ndim > ndmin and 1 in made.shape and ndmin == 0 else made


def _guessed(rows, columns):
    """The smallest of int, float and complex that all fields have."""
    return _type_of_texts([row[i] for row in rows for i in columns if row[i] != ""])


def _kind_of(texts):
    for name in ("int64", "float64", "complex128"):
        kind = globals()["dtype"](name)
        try:
            for text in texts:
                _number(text, kind)
            return kind
        except ValueError:
            pass
    return None


def _value(text, kind, place, i, names, converters, missing_values, filling_values, loose):
    name = names[i] if names and i < len(names) else None
    default = {"i": -1, "u": -1, "b": False}.get(kind.kind, nan)
    fill = _option_of(filling_values, name, i, default)
    missing = _option_of(missing_values, name, i, ())
    missing = [missing] if isinstance(missing, str) else list(missing)
    function = _option_of(converters, name, i, None) if isinstance(converters, dict) else None
    if _is_missing(text, missing):
        return fill, True
    if function is not None:
        return function(text), False
    if kind.kind == "U":
        return text, False
    if kind.kind == "b" and text.strip().upper() in ("TRUE", "FALSE"):
        return text.strip().upper() == "TRUE", False
    try:
        return _number(text, kind), False
    except ValueError:
        if loose:
            return fill, False
        raise ValueError(f"Cannot convert string '{text}'") from None


def fromregex(file, regexp, dtype, encoding=None):
    """An array of records: the groups of each place of a text where a regular expression matches."""
    import re

    text = "".join(_opened_whole(file, encoding))
    kind = globals()["dtype"](dtype)
    if getattr(kind, "names", None) is None:
        raise TypeError("dtype must be a structured datatype")
    found = (regexp if hasattr(regexp, "findall") else re.compile(regexp)).findall(text)
    rows = [(one,) if isinstance(one, str) else one for one in found]
    columns = [array([row[i] for row in rows]).astype(kind[name]).tolist() for i, name in enumerate(kind.names)]
    return array(list(zip(*columns)), dtype=kind)


def _opened_whole(file, encoding):
    if hasattr(file, "read"):
        data = file.read()
        return [data.decode(encoding or "latin1") if isinstance(data, bytes) else data]
    with open(file, encoding=encoding or "latin1") as opened:
        return [opened.read()]


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    """Writes rows of numbers as text."""
    rows = asarray(X)
    if rows.ndim == 0 or rows.ndim > 2:
        raise ValueError(f"Expected 1D or 2D array, got {rows.ndim}D array instead")
    rows = rows.reshape(-1, 1) if rows.ndim == 1 else rows
    pattern = _line_format(fmt, delimiter, rows.shape[1], rows.dtype.kind == "c")
    lines = []
    for row in rows.tolist():
        values = tuple(part for number in row for part in (number.real, number.imag)) if rows.dtype.kind == "c" else tuple(row)
        try:
            line = pattern % values
        except TypeError as error:
            raise TypeError(f"Mismatch between array dtype ('{rows.dtype}') and format specifier ('{pattern}')") from error
        lines.append(line.replace("+-", "-") if rows.dtype.kind == "c" else line)
    mark = lambda text: [comments + text.replace("\n", "\n" + comments)] if text else []
    text = "".join([line + newline for line in mark(header) + lines + mark(footer)])
    _write_text(fname, text, encoding)


def _line_format(fmt, delimiter, columns, is_complex):
    """The format of one line."""
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != columns:
            raise AttributeError(f"fmt has wrong shape.  {fmt}")
        return delimiter.join(fmt)
    if fmt.count("%") == 1:
        return delimiter.join([f" ({fmt}+{fmt}j)" if is_complex else fmt] * columns)
    if fmt.count("%") not in (columns, 2 * columns if is_complex else columns):
        raise ValueError(f"fmt has wrong number of % formats:  {fmt}")
    return fmt


def _write_text(fname, text, encoding):
    if isinstance(fname, str) and fname.endswith(".gz"):
        import gzip

        with gzip.open(fname, "wt", encoding=encoding or "latin1") as file:
            file.write(text)
    elif isinstance(fname, str) or hasattr(fname, "__fspath__"):
        _replace(fname, text.encode(encoding or "latin1"))
    else:
        try:
            fname.write(text)
        except TypeError:
            fname.write(text.encode(encoding or "latin1"))


def fromfile(file, dtype=float, count=-1, sep="", offset=0, *, like=None):
    """The numbers of a file: their bytes, or texts with a separator."""
    opened = isinstance(file, str) or hasattr(file, "__fspath__")
    stream = open(file, "rb") if opened else file
    try:
        if offset:
            stream.seek(offset, 0 if opened else 1)
        size = globals()["dtype"](dtype).itemsize
        data = stream.read() if count < 0 or sep else stream.read(count * size)
    finally:
        if opened:
            stream.close()
    if sep:
        return fromstring(data.decode(), dtype, count, sep=sep)
    return frombuffer(data[: len(data) // size * size], dtype).copy()


def fromstring(string, dtype=float, count=-1, *, sep, like=None):
    """The numbers of a text with a separator."""
    if sep == "":
        raise ValueError("The binary mode of fromstring is removed, use frombuffer instead")
    kind = globals()["dtype"](dtype)
    fields = string.split() if not sep.strip() else [field for field in string.split(sep.strip())]
    fields = fields[:-1] if fields and not fields[-1].strip() else fields
    try:
        numbers = [_number(field, kind) for field in fields[: None if count < 0 else count]]
    except ValueError:
        raise ValueError("string or file could not be read to its end due to unmatched data") from None
    return array(numbers, dtype=kind)


def memmap(filename, dtype="uint8", mode="r+", offset=0, shape=None, order="C"):
    """The numbers of a file, read into memory. Writing through to the file is refused."""
    if mode not in ("r", "r+", "w+", "c", "readonly", "readwrite", "write", "copyonwrite"):
        raise ValueError(f"mode must be one of ['r', 'c', 'r+', 'w+', 'readonly', 'copyonwrite', 'readwrite', 'write'] (got {mode!r})")
    if mode in ("w+", "write", "r+", "readwrite"):
        raise NotImplementedError(f"memmap(mode={mode!r}) would write to the file: here mode='r' and 'c' are read; write with tofile or save")
    made = fromfile(filename, dtype, offset=offset)
    if shape is None:
        return made
    sizes = (shape,) if isinstance(shape, (int, integer)) else tuple(shape)
    count = int(prod(asarray(sizes, dtype="int64")))
    return made[:count].reshape(sizes, order=order)
