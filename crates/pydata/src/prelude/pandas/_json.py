"""Tables as JSON, to the character of pandas' writer, and back."""

import datetime
import json
import math

import numpy as np

from pandas import _columns
from pandas._indexes import Index, RangeIndex, labelled

_EPOCH = datetime.datetime(1970, 1, 1)
_UNITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}
_ORIENTS = {
    "frame": ("split", "records", "index", "columns", "values", "table"),
    "series": ("split", "records", "index", "values", "table"),
}


def _real(value, digits):
    # A number with at most so many decimals. Numbers beyond 1e16, and those too small to show, keep so many digits instead.
    if value != value or math.isinf(value):
        return "null"
    size, sign = abs(value), "-" if value < 0 else ""
    if size > 1e16 or 0 < size < 1e-15:
        return f"{value:.{digits}g}"
    whole = int(size)
    if digits == 0:
        return f"{sign}{int(size + 0.5)}"
    scaled = (size - whole) * 10**digits
    part = int(scaled)
    rest = scaled - part
    part += rest > 0.5 or rest == 0.5 and (part == 0 or part % 2 == 1)
    if part >= 10**digits:
        whole, part = whole + 1, 0
    decimals = f"{part:0{digits}d}".rstrip("0") or "0"
    return f"{sign}{whole}.{decimals}"


class _Writer:
    # Writes values; `indent` is the number of spaces for each level, or None for one line.
    def __init__(self, digits, ascii_only, iso, unit, default, indent):
        self.digits, self.ascii_only, self.iso, self.unit, self.default = digits, ascii_only, iso, unit, default
        self.indent = indent or None

    def write(self, value, depth=0):
        if value is None or value is True or value is False:
            return {None: "null", True: "true", False: "false"}[value]
        if isinstance(value, (str, int)):
            return self._quoted(value) if isinstance(value, str) else str(int(value))
        if isinstance(value, float):
            return _real(value, self.digits)
        if isinstance(value, dict):
            inner = [f"{self._quoted(self._key(name))}:{self.write(one, depth + 1)}" for name, one in value.items()]
            return self._block("{", inner, "}", depth)
        if isinstance(value, (list, tuple, set)):
            return self._block("[", [self.write(one, depth + 1) for one in value], "]", depth)
        return self._other(value, depth)

    def _block(self, start, inner, end, depth):
        if self.indent is None or not inner:
            return start + ",".join(inner) + end
        room = "\n" + " " * self.indent * (depth + 1)
        return start + room + ("," + room).join(inner) + "\n" + " " * self.indent * depth + end

    def _quoted(self, text):
        return json.dumps(text, ensure_ascii=self.ascii_only).replace("/", "\\/")

    def _other(self, value, depth):
        if isinstance(value, datetime.timedelta):
            return self.write(f"P{value}" if self.iso else self._ticks(value))
        if isinstance(value, datetime.date):
            time = value if isinstance(value, datetime.datetime) else datetime.datetime(value.year, value.month, value.day)
            digits = {0: "seconds", 3: "milliseconds"}.get(_UNITS[self.unit], "microseconds")
            return self._quoted(time.isoformat(timespec=digits)) if self.iso else self.write(self._ticks(time - _EPOCH))
        if self.default is not None:
            return self.write(self.default(value), depth)
        if isinstance(value, (np.ndarray, np.generic)):
            return self.write(value.tolist(), depth)
        if isinstance(value, complex):
            return self.write({"imag": value.imag, "real": value.real}, depth)
        return self.write({name: one for name, one in vars(value).items() if not name.startswith("_")}, depth)

    def _key(self, name):
        if isinstance(name, (datetime.date, datetime.timedelta)):
            return json.loads(self.write(name)) if self.iso else self.write(name)
        return _key(name)

    def _ticks(self, span):
        return (span.days * 86400 + span.seconds) * 10 ** _UNITS[self.unit] + span.microseconds * 10 ** _UNITS[
            self.unit
        ] // 10**6


def _key(name):
    # Moments and spans are written as the program asks; all else by its text.
    return name if isinstance(name, (str, datetime.date, datetime.timedelta)) else str(name)


def _plain(values):
    # A column's values, None where they are missing.
    return [None if _columns.is_missing(value) else value for value in _columns.tolist(values)]


def _labels(index):
    return [list(label) if isinstance(label, tuple) else label for label in index.tolist()]


def _form(columns, index, name, orient, kept):
    # A table as the lists and dicts of an orientation. `name` is a single column's, else `columns` is a table.
    rows = list(zip(*[_plain(values) for values in columns.values()])) if columns else [() for _ in index]
    names, labels = list(columns), index.tolist()
    if orient == "table":
        return _described(columns, index, rows)
    if orient == "records":
        return [row[0] for row in rows] if name is not None else [dict(zip(names, row)) for row in rows]
    if orient == "values":
        return [row[0] if name is not None else list(row) for row in rows]
    if orient == "split":
        head = {"columns": names} if name is None else {"name": name[0]}
        data = [list(row) for row in rows] if name is None else [row[0] for row in rows]
        return {**head, **({"index": _labels(index)} if kept else {}), "data": data}
    if name is not None:
        return {_key(label): row[0] for label, row in zip(labels, rows)}
    if orient == "index":
        return {_key(label): dict(zip(names, row)) for label, row in zip(labels, rows)}
    return {n: {_key(label): row[at] for label, row in zip(labels, rows)} for at, n in enumerate(names)}


def _field(name, values):
    # A column's entry in a table schema.
    kind = _columns.dtype(values)
    if isinstance(values, _columns.Coded):
        return {"name": name, "type": "any", "constraints": {"enum": values.categories}, "ordered": values.ordered}
    sorts = {"i": "integer", "u": "integer", "f": "number", "b": "boolean"}
    field = {"name": name, "type": sorts.get(kind.kind, "string")}
    return {**field, "extDtype": "str"} if str(kind) == "str" else field


def _described(columns, index, rows):
    levels = index.levels_of()
    names = [
        name if name is not None else "index" if len(levels) == 1 else f"level_{at}" for at, (name, _) in enumerate(levels)
    ]
    fields = [_field(name, _columns.column(list(labels))) for name, (_, labels) in zip(names, levels)]
    if isinstance(index, RangeIndex) or not len(index):
        fields[0] = {"name": names[0], "type": "integer"}
    fields += [_field(name, values) for name, values in columns.items()]
    schema = {"fields": fields, "primaryKey": names, "pandas_version": "1.4.0"}
    labels = [label if isinstance(label, tuple) else (label,) for label in index.tolist()]
    data = [{**dict(zip(names, label)), **dict(zip(columns, row))} for label, row in zip(labels, rows)]
    return {"schema": schema, "data": data}


def _checked(kind, orient, index, lines, mode, labels):
    if orient not in _ORIENTS[kind]:
        raise ValueError(f"Invalid value '{orient}' for option 'orient'")
    if lines and orient != "records":
        raise ValueError("'lines' keyword only valid when 'orient' is records")
    if mode not in ("w", "a"):
        raise ValueError(f"mode={mode} is not a valid option.Only 'w' and 'a' are currently supported.")
    if mode == "a" and not (lines and orient == "records"):
        raise ValueError("mode='a' (append) is only supported when lines is True and orient is 'records'")
    if index is True and orient in ("records", "values"):
        raise ValueError("'index=True' is only valid when 'orient' is 'split', 'table', 'index', or 'columns'.")
    if index is False and orient in ("index", "columns"):
        raise ValueError("'index=False' is only valid when 'orient' is 'split', 'table', 'records', or 'values'.")
    if orient in ("index", "columns") and len(set(labels)) < len(labels):
        thing = "DataFrame" if kind == "frame" else "Series"
        raise ValueError(f"{thing} index must be unique for orient='{orient}'.")


def to_json(
    path_or_buf,
    obj,
    orient=None,
    date_format=None,
    double_precision=10,
    force_ascii=True,
    date_unit="ms",
    default_handler=None,
    lines=False,
    index=None,
    indent=0,
    mode="w",
):
    """Writes a table or a column as JSON: to a file, or as the returned text."""
    whole = hasattr(obj, "_columns")
    orient = orient or ("columns" if whole else "index")
    _checked("frame" if whole else "series", orient, index, lines, mode, obj.index.tolist())
    columns = obj._columns if whole else {("values" if obj.name is None else obj.name): obj._values}
    iso = (date_format or ("iso" if orient == "table" else "epoch")) == "iso"
    writer = _Writer(double_precision, force_ascii, iso, date_unit, default_handler, indent)
    form = _form(columns, obj.index, None if whole or orient == "table" else [obj.name], orient, index is not False)
    text = "".join([writer.write(row) + "\n" for row in form]) if lines else writer.write(form)
    if path_or_buf is None:
        return text
    if hasattr(path_or_buf, "write"):
        path_or_buf.write(text)
        return None
    if mode == "w":
        return np._replace(path_or_buf, text.encode())
    with open(path_or_buf, mode, encoding="utf-8") as file:
        file.write(text)


def _numbers(labels):
    # Labels that are all whole numbers or numbers, as such.
    for kind in (int, float):
        try:
            return [kind(label) for label in labels]
        except (TypeError, ValueError):
            continue
    return labels


def _guessed(values):
    # A column of whole numbers, numbers, flags or whatever it holds: texts of numbers count as numbers.
    known = [value for value in values if value is not None]
    if known and all([isinstance(value, str) for value in known]):
        try:
            return _whole(np.array([math.nan if value is None else float(value) for value in values]))
        except ValueError:
            return _columns.of_list(values)
    if not known or len(known) < len(values) and all([isinstance(value, bool) for value in known]):
        return np.array([math.nan if value is None else float(value) for value in values])
    return _whole(_columns.of_list(values))


def _whole(column):
    # Whole numbers as such.
    is_real = isinstance(column, np.ndarray) and column.dtype.kind == "f" and len(column)
    if is_real and all([value.is_integer() and abs(value) < 2**63 for value in column.tolist()]):
        return column.astype(np.int64)
    return column


def _opened(source):
    if hasattr(source, "read"):
        return source.read()
    with open(source, encoding="utf-8") as file:
        return file.read()


def _parsed(text, lines):
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()] if lines else json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"Expected object or value at position {error.pos}") from None


def read_json(
    path_or_buf, *, orient=None, typ="frame", dtype=None, convert_axes=None, lines=False, encoding="utf-8", nrows=None
):
    """Reads a table from JSON text in a file: by columns, or in the orientation that is named."""
    from pandas._frame import DataFrame, Series

    if encoding.lower().replace("-", "") != "utf8":
        raise NotImplementedError(f"read_json reads UTF-8, not {encoding}")
    if nrows is not None and not lines:
        raise ValueError("nrows can only be passed if lines=True")
    data = _parsed(_opened(path_or_buf), lines)
    data = data[:nrows] if nrows is not None else data
    if orient == "table":
        return _from_table(data)
    axis = _numbers if convert_axes is not False else list
    if typ == "series":
        values = data["data"] if orient == "split" else list(data.values()) if isinstance(data, dict) else data
        labels = data["index"] if orient == "split" else axis(list(data)) if isinstance(data, dict) else None
        return Series(_guessed(values), index=labels, name=data.get("name") if orient == "split" else None)
    made = _table(data, orient, axis)
    for name in list(made._columns):
        kind = dtype.get(name) if isinstance(dtype, dict) else dtype
        if kind is not False:
            values = _plain(made._columns[name])
            made._columns[name] = _guessed(values) if kind in (None, True) else _columns.astype(_guessed(values), kind)
    return made if isinstance(made, DataFrame) else DataFrame(made)


def _table(data, orient, axis):
    from pandas._frame import DataFrame

    if orient == "split":
        return DataFrame(data["data"], index=data.get("index"), columns=data.get("columns"))
    if isinstance(data, list):
        made = DataFrame(data)
        made.columns = axis(list(made._columns)) if made._columns else []
        return made
    if orient == "index":
        return DataFrame(list(data.values()), index=axis(list(data)))
    labels = list(dict.fromkeys([label for one in data.values() if isinstance(one, dict) for label in one]))
    if not labels:
        return DataFrame(dict(zip(axis(list(data)), data.values())))
    columns = {name: [one.get(label) for label in labels] for name, one in zip(axis(list(data)), data.values())}
    return DataFrame(columns, index=axis(labels))


def _from_table(data):
    from pandas._frame import DataFrame

    keys, rows = data["schema"].get("primaryKey", []), data["data"]
    keys = [keys] if isinstance(keys, str) else keys
    names = [field["name"] for field in data["schema"]["fields"]]
    columns = {name: _columns.of_list([row.get(str(name)) for row in rows]) for name in names if name not in keys}
    if not keys:
        return DataFrame(columns)
    labels = [tuple([row[key] for key in keys]) if len(keys) > 1 else row[keys[0]] for row in rows]
    titles = [None if key == "index" else key for key in keys]
    return DataFrame(columns, index=labelled(labels, titles) if len(keys) > 1 else Index(labels, titles[0]))


def json_normalize(data, record_path=None, meta=None, meta_prefix=None, record_prefix=None, errors="raise", sep=".", max_level=None):
    """Nested dictionaries as rows: the names of inner values are joined; `record_path` takes the rows of a list inside."""
    from pandas._frame import DataFrame

    rows = data.tolist() if hasattr(data, "_values") else [data] if isinstance(data, dict) else list(data)
    if record_path is None:
        return DataFrame([_flat(row, sep, max_level) for row in rows])
    path = record_path if isinstance(record_path, list) else [record_path]
    kept = [one if isinstance(one, list) else [one] for one in ([] if meta is None else meta if isinstance(meta, list) else [meta])]
    found = []
    for row in rows:
        facts = {(meta_prefix or "") + sep.join(names): _inside(row, names, errors) for names in kept}
        for record in _records(row, path):
            flat = _flat(record, sep, max_level) if isinstance(record, dict) else {0: record}
            found.append({**{f"{record_prefix or ''}{name}" if record_prefix else name: value for name, value in flat.items()}, **facts})
    return DataFrame(found)


def _flat(row, sep, most, depth=0):
    # One dictionary of a nested one.
    made = {}
    for name, value in row.items():
        if isinstance(value, dict) and (most is None or depth < most):
            inner = _flat(value, sep, most, depth + 1)
            made.update({f"{name}{sep}{one}": part for one, part in inner.items()})
        else:
            made[name] = value
    return made


def _inside(row, names, errors):
    for name in names:
        if errors == "ignore" and name not in row:
            return float("nan")
        if name not in row:
            raise KeyError(f"Key {name!r} not found. To replace missing values of {name!r} with np.nan, pass in errors='ignore'")
        row = row[name]
    return row


def _records(row, path):
    # The rows of lists inside lists.
    first, *rest = path
    inner = row[first]
    return [record for part in inner for record in _records(part, rest)] if rest else inner
