"""Tables and columns as text and as HTML."""

import html

import numpy as np

from pandas._columns import is_missing, of_list, tolist
from pandas._indexes import levels_of_names
from numpy._times import TimeArray

from pandas._stamps import NaT, Timedelta, Timestamp
from pandas._time_texts import column_texts
from pandas._options import SETTINGS, option_context

# The options of what prints all of a table.
UNCUT = {"display.max_rows": None, "display.max_columns": None, "display.max_colwidth": None, "display.width": None}


def _setting(name):
    return float("inf") if SETTINGS[name] is None else SETTINGS[name]


def texts(values):
    """Each value of a column as text, with room for a sign before it."""
    if isinstance(values, TimeArray):
        return column_texts(values)
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        return _floats(values.tolist())
    return [_text(value) for value in tolist(values)]


def _cut(text):
    # Cuts a cell, with room for a sign before it, to the width that columns may have.
    most = SETTINGS["display.max_colwidth"]
    return text if most is None or most <= 3 or len(text) <= most else text[: most - 3] + "..."


def _formatted(value):
    # A number by the program's own function.
    return str(SETTINGS["display.float_format"](value))


def _text(value):
    if value is None or value is NaT:
        return f" {value}"
    if is_missing(value):
        return " NaN"
    if isinstance(value, float):
        if SETTINGS["display.float_format"] is not None:
            return _formatted(value)
        shown = f"{value: .{SETTINGS['display.precision']}f}".rstrip("0")
        return shown + "0" if shown.endswith(".") else shown
    if isinstance(value, (list, tuple, dict, str)):
        return " " + _pretty(value)
    return f"{value: d}" if isinstance(value, int) and not isinstance(value, bool) else f" {value}"


def _pretty(value, quoted=False):
    # Values in values: texts are quoted in dicts alone, and their ends of lines are written out.
    if isinstance(value, dict):
        return "{" + ", ".join([f"{_pretty(key, True)}: {_pretty(one, True)}" for key, one in value.items()]) + "}"
    if isinstance(value, (list, tuple)):
        inside = ", ".join([_pretty(one, quoted) for one in value])
        return f"[{inside}]" if isinstance(value, list) else f"({inside})" if len(value) != 1 else f"({inside},)"
    if not isinstance(value, str):
        return str(value)
    text = value.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
    return f"'{text}'" if quoted else text


def _floats(values):
    if SETTINGS["display.float_format"] is not None:
        return ["NaN" if value != value else _formatted(value) for value in values]
    digits = SETTINGS["display.precision"]
    known = [value for value in values if value == value]
    plain = [f"{value: .{digits}f}" for value in known if abs(value) != float("inf")]
    small = any([0 < abs(value) < 10**-digits for value in known])
    large = any([abs(value) > 1e6 for value in known])
    cut = min([len(text) - len(text.rstrip("0")) for text in plain], default=0)
    decimals = max(1, digits - cut)
    wide = max([len(text) for text in plain], default=0) - digits + decimals > digits + 6
    if small or wide and large:
        return ["NaN" if value != value else f"{value: .{digits}e}" for value in values]
    return ["NaN" if value != value else f"{value: .{decimals}f}" for value in values]


def _labels(values, take, places, cut):
    # Labels as text, without space for signs.
    cells = _cells(values, take, places, False)
    if not any([cell is not None and cell.startswith("-") for cell in cells]):
        cells = [cell and cell.removeprefix(" ") for cell in cells]
    return [cell and _cut(cell) for cell in cells] if cut else cells


def _levels(labels, take, places, cut):
    # The labels as columns of text, one for each level, each under its name or None; a label that is the one above is "".
    if labels.nlevels == 1:
        title = None if labels.name is None else str(labels.name)
        return [(title, _labels(getattr(labels, "_array", labels.values), take, places, cut))]
    known = [None if place is None else labels[place] for place in places]
    columns = []
    for level, name in enumerate(labels.names):
        cells, last = [], None
        written = _level_texts([label[level] for label in known if label is not None])
        for label in known:
            again = (
                last is not None
                and label is not None
                and level < labels.nlevels - 1
                and last[: level + 1] == label[: level + 1]
            )
            text = None if label is None else next(written)
            cells.append("..." if label is None else "" if again else text)
            last = label
        columns.append((None if name is None else str(name), cells))
    return columns


def _level_texts(values):
    # The texts of a level's labels: of moments all alike.
    found = of_list(values)
    return iter(column_texts(found) if isinstance(found, TimeArray) else [_text(value).removeprefix(" ") for value in values])


def _heads(columns):
    # The texts of columns' names: of moments all alike.
    names, levels = list(columns), levels_of_names(columns)
    if levels > 1:
        parts = [_heads_of([name[level] for name in names]) for level in range(levels)]
        return dict(zip(names, zip(*parts)))
    return {name: (text,) for name, text in zip(names, _heads_of(names))}


def _heads_of(names):
    timed = any([isinstance(name, (Timestamp, Timedelta)) for name in names])
    found = of_list(names) if timed else None
    return column_texts(found) if isinstance(found, TimeArray) else [str(name) for name in names]


def _without_repeats(heads):
    # The names of columns by level: one that stands in the column before, under the same outer names, is "".
    shown, last = [], None
    for head in heads:
        again = [last is not None and head is not None and head[: at + 1] == last[: at + 1] for at in range(len(head or ()))]
        shown.append(head and tuple(["" if same and at < len(head) - 1 else text for at, (same, text) in enumerate(zip(again, head))]))
        last = head
    return shown


def _edge(labels, take, places, gap, cut=False):
    # Texts of the labels, and of their names; levels side by side.
    columns = _levels(labels, take, places, cut)
    if len(columns) == 1:
        return columns[0][1], columns[0][0]
    padded = []
    for title, cells in columns:
        width = max([len(text) for text in [*cells, title or ""]])
        padded.append([text.ljust(width) for text in [title or "", *cells]])
    title, *rows = [gap.join(parts) for parts in zip(*padded)]
    return rows, title if any([name is not None for name, _ in columns]) else None


def _shown(count):
    # The shown positions: all, or the first and last ones with None in between.
    if count <= _setting("display.max_rows"):
        return list(range(count))
    half = min(SETTINGS["display.min_rows"], SETTINGS["display.max_rows"]) // 2
    return [*range(half), None, *range(count - half, count)]


def _cells(values, take, places, cut=True):
    # Texts of the positions, None where others are left out.
    known = [place for place in places if place is not None]
    found = texts(take(values, known))
    found = iter([_cut(text) for text in found] if cut else found)
    return [None if place is None else next(found) for place in places]


def series(labels, values, take, footer):
    """Prints a column with its labels and type."""
    if not len(values):
        return f"Series([], {footer})"
    places = _shown(len(values))
    rows, (names, title) = _cells(values, take, places), _edge(labels, take, places, "  ")
    if getattr(labels, "freq", None) is not None and footer:
        footer = f"Freq: {labels.freqstr}, {footer}"
    if None in rows:
        at = rows.index(None)
        rows[at], names[at] = "...".center(len(rows[at - 1])), ""
        footer = footer.replace("dtype:", f"Length: {len(values)}, dtype:")
    edge, width = max([len(name) for name in names]), max([len(row) for row in rows])
    lines = [f"{name:<{edge}}   {row:>{width}}" for name, row in zip(names, rows)]
    if title is not None:
        lines.insert(0, title)
    if getattr(values, "categories", None) is not None:
        footer += "\n" + values.described()
    return "\n".join([*lines, footer] if footer else lines)


def whole_series(labels, values, take):
    """Prints all of a column with its labels."""
    with option_context("display.max_rows", None):
        return series(labels, values, take, "")


def _columns_shown(columns):
    # The shown columns' names: all, or the first and last ones with None in between.
    names = list(columns)
    if len(names) <= _setting("display.max_columns"):
        return names
    half = SETTINGS["display.max_columns"] // 2
    return [*names[:half], None, *names[-half:]]


def _body(columns, names, take, places):
    # Texts of the cells, None where rows are left out: each column with its name on top.
    grid, heads = [], _heads(columns)
    shown = _without_repeats([None if name is None else heads[name] for name in names])
    for name, head in zip(names, shown):
        if name is None:
            grid.append([" ..."] * (len(places) + levels_of_names(columns)))
            continue
        signed = len(head) == 1 and isinstance(columns[name], np.ndarray) and not isinstance(columns[name], TimeArray)
        grid.append([*[" " + text if signed else text for text in head], *_cells(columns[name], take, places)])
    return grid


def title(name):
    """A name as it is printed: parts of several levels without quotes."""
    return f"({', '.join(map(str, name))})" if isinstance(name, tuple) else str(name)


def _titles(columns, heading):
    # The names of the levels of the columns' names.
    given = heading if isinstance(heading, list) else [heading]
    return [("" if name is None else str(name)) for name in (given * levels_of_names(columns))[: levels_of_names(columns)]]


def _grid(columns, labels, take, count, heading):
    # Texts of the cells: each column with its name on top, and the labels as first column.
    places, names = _shown(count), _columns_shown(columns)
    edge, title = _edge(labels, take, places, " ", cut=True)
    grid = [
        _dotted([*_titles(columns, heading), *edge], ""),
        *[_dotted(column, " ") for column in _body(columns, names, take, places)],
    ]
    if title is not None:
        levels = levels_of_names(columns)
        grid[0].insert(levels, title)
        for column in grid[1:]:
            column.insert(levels, "")
    return grid, None in places or None in names


def _dotted(column, room):
    # A column with dots where rows are left out.
    width = max([len(text) for text in column if text is not None])
    dots = room + "..." if width > 3 else ".."
    return [dots if text is None else text for text in column]


def frame(columns, labels, take, count, heading=None):
    """A table as text, in parts where it is wide."""
    if not columns or not count:
        names, rows = ", ".join([str(name) for name in columns]), ", ".join([str(label) for label in labels])
        return f"Empty DataFrame\nColumns: [{names}]\nIndex: [{rows}]"
    grid, cut = _grid(columns, labels, take, count, heading)
    edge = max([len(text) for text in grid[0]])
    first = [f"{text:<{edge}}" for text in grid[0]]
    padded = [[f" {text:>{max([len(t) for t in column])}}" for text in column] for column in grid[1:]]
    parts = _parts(padded, edge)
    blocks = []
    for at, part in enumerate(parts):
        lines = ["".join(row) for row in zip(first, *part)]
        if len(parts) > 1:
            more = at < len(parts) - 1
            lines = [line + ("  \\" if more and row == 0 else "   " if more else "  ") for row, line in enumerate(lines)]
        blocks.append("\n".join(lines))
    text = "\n\n".join(blocks)
    return f"{text}\n\n[{count} rows x {len(columns)} columns]" if cut else text


def whole(columns, labels, take, count, heading, index):
    """All of a table as text, in one part, with or without the labels."""
    with option_context(UNCUT):
        text = frame(columns, labels, take, count, heading)
        edge = max([len(line) for line in _edge(labels, take, range(count), " ")[0]], default=0)
    lines = [line if index else line[edge + 1 :] for line in text.split("\n")]
    room = 0 if index else min([len(line) - len(line.lstrip()) for line in lines if line], default=0)
    return "\n".join([line[room:] for line in lines])


def _parts(padded, edge):
    # As many columns per part as fit into the width.
    room = _setting("display.width")
    if edge + sum([len(column[0]) for column in padded]) <= room:
        return [padded]
    parts, used = [[]], edge
    for column in padded:
        if parts[-1] and used + len(column[0]) + 2 > room:
            parts.append([])
            used = edge
        parts[-1].append(column)
        used += len(column[0])
    return parts


def page(columns, labels, take, count, heading, index):
    """All of a table as HTML, a line for each cell."""
    with option_context(UNCUT):
        return _page(columns, labels, take, count, heading, index)[0]


def _page(columns, labels, take, count, heading, index=True):
    # The table as HTML, and whether rows or columns are left out.
    places, names = _shown(count), _columns_shown(columns)
    levels = _levels(labels, take, places, False) if index else []
    body = [[_cell(text) for text in column] for column in _body(columns, names, take, places)]
    depth = levels_of_names(columns)
    corners = [[*[""] * (len(levels) - 1), title] if levels else [] for title in _titles(columns, heading)]
    heads = [[f"      <th>{text}</th>" for text in corner] for corner in corners]
    for at, row in enumerate(heads):
        row += _merged([column[at] for column in body]) if at < depth - 1 else [f"      <th>{column[at]}</th>" for column in body]
    if any([title is not None for title, _ in levels]):
        heads.append([f"      <th>{text}</th>" for text in [*[title or "" for title, _ in levels], *["" for _ in body]]])
    lines = ['<table border="1" class="dataframe">', "  <thead>"]
    for at, row in enumerate(heads):
        start = '    <tr style="text-align: right;">' if at == 0 and depth == 1 else "    <tr>"
        lines += [start, *row, "    </tr>"]
    lines += ["  </thead>", "  <tbody>"]
    edges = [[_cell(text) for text in cells] for _, cells in levels]
    edges = [*[_spans(cells) for cells in edges[:-1]], *[[f"      <th>{text}</th>" for text in cells] for cells in edges[-1:]]]
    for row in range(len(places)):
        cells = [edge[row] for edge in edges if edge[row]]
        lines += ["    <tr>", *cells, *[f"      <td>{column[row + depth]}</td>" for column in body], "    </tr>"]
    return "\n".join([*lines, "  </tbody>", "</table>"]), None in places or None in names


def _merged(texts):
    # The heads of an outer level: one for all columns that repeat it.
    cells, at = [], 0
    while at < len(texts):
        count = next((n for n, other in enumerate(texts[at + 1 :], 1) if other != ""), len(texts) - at)
        span = f' colspan="{count}" halign="left"' if count > 1 else ""
        cells.append(f"      <th{span}>{texts[at]}</th>")
        at += count
    return cells


def _cell(text):
    return "..." if text is None else html.escape(text.strip())


def _spans(cells):
    # Cells of an outer level: a label spans the rows below that repeat it, which have no cell.
    spans = []
    for at, text in enumerate(cells):
        below = next((n for n, other in enumerate(cells[at + 1 :]) if other != ""), len(cells) - at - 1)
        span = f' rowspan="{below + 1}" valign="top"' if below else ""
        spans.append(None if text == "" and at else f"      <th{span}>{text}</th>")
    return spans


# Pandas' own style of a displayed table; {head} is where its columns' names are.
_STYLE = """<style scoped>
    .dataframe tbody tr th:only-of-type {
        vertical-align: middle;
    }

    .dataframe tbody tr th {
        vertical-align: top;
    }

{head}
        text-align: right;
    }
</style>"""
_HEAD = "    .dataframe thead th {"
_HEADS = """    .dataframe thead tr th {
        text-align: left;
    }

    .dataframe thead tr:last-of-type th {"""


def frame_html(columns, labels, take, count, heading=None):
    """A table as HTML, as a notebook displays it: with its first and last rows where there are many."""
    table, cut = _page(columns, labels, take, count, heading)
    size = f"<p>{count} rows × {len(columns)} columns</p>\n" if cut else ""
    style = _STYLE.replace("{head}", _HEADS if levels_of_names(columns) > 1 else _HEAD)
    return f"<div>\n{style}\n{table}\n{size}</div>"
