"""Tables and columns as text and as HTML."""

import html

import numpy as np

from pandas._columns import is_missing, tolist

# The display options, which `set_option` changes.
SETTINGS = {
    "display.max_rows": 60,
    "display.min_rows": 10,
    "display.max_columns": 20,
    "display.width": 80,
    "display.precision": 6,
}


def _setting(name):
    return float("inf") if SETTINGS[name] is None else SETTINGS[name]


def texts(values):
    """Each value of a column as text, with room for a sign before it."""
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        return _floats(values.tolist())
    return [_text(value) for value in tolist(values)]


def _text(value):
    if is_missing(value):
        return " NaN"
    if isinstance(value, float):
        shown = f"{value: .{SETTINGS['display.precision']}f}".rstrip("0")
        return shown + "0" if shown.endswith(".") else shown
    if isinstance(value, (list, tuple)):
        ends = "[]" if isinstance(value, list) else "()"
        return f" {ends[0]}{', '.join([str(one) for one in value])}{ends[1]}"
    return f"{value: d}" if isinstance(value, int) and not isinstance(value, bool) else f" {value}"


def _floats(values):
    digits = SETTINGS["display.precision"]
    known = [value for value in values if value == value]
    plain = [f"{value: .{digits}f}" for value in known if abs(value) != float("inf")]
    small = any([0 < abs(value) < 10**-digits for value in known])
    large = any([abs(value) > 1e6 for value in known])
    wide = max([len(text) for text in plain], default=0) > digits + 6
    if small or wide and large:
        return ["NaN" if value != value else f"{value: .{digits}e}" for value in values]
    cut = min([len(text) - len(text.rstrip("0")) for text in plain], default=0)
    decimals = max(1, digits - cut)
    return ["NaN" if value != value else f"{value: .{decimals}f}" for value in values]


def _labels(values, take, places):
    # Labels as text, without space for signs.
    cells = _cells(values, take, places)
    if any([cell is not None and cell.startswith("-") for cell in cells]):
        return cells
    return [cell and cell.removeprefix(" ") for cell in cells]


def _edge(labels, take, places, gap):
    # Texts of the labels, and of their names; levels side by side, each label once.
    if labels.nlevels == 1:
        title = None if labels.name is None else str(labels.name)
        return _labels(labels.values, take, places), title
    known = [None if place is None else labels[place] for place in places]
    columns = []
    for level, name in enumerate(labels.names):
        cells, last = [], None
        for label in known:
            again = (
                last is not None
                and label is not None
                and level < labels.nlevels - 1
                and last[: level + 1] == label[: level + 1]
            )
            cells.append("..." if label is None else "" if again else _text(label[level]).removeprefix(" "))
            last = label
        title = "" if name is None else str(name)
        width = max([len(text) for text in [*cells, title]])
        columns.append([title.ljust(width), *[text.ljust(width) for text in cells]])
    title, *rows = [gap.join(parts) for parts in zip(*columns)]
    return rows, title if any([name is not None for name in labels.names]) else None


def _shown(count):
    # The shown positions: all, or the first and last ones with None in between.
    if count <= _setting("display.max_rows"):
        return list(range(count))
    half = min(SETTINGS["display.min_rows"], SETTINGS["display.max_rows"]) // 2
    return [*range(half), None, *range(count - half, count)]


def _cells(values, take, places):
    # Texts of the positions, None where others are left out.
    known = [place for place in places if place is not None]
    found = iter(texts(take(values, known)))
    return [None if place is None else next(found) for place in places]


def series(labels, values, take, footer):
    """Prints a column with its labels and type."""
    if not len(values):
        return f"Series([], {footer})"
    places = _shown(len(values))
    rows, (names, title) = _cells(values, take, places), _edge(labels, take, places, "  ")
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
    return "\n".join([*lines, footer])


def _grid(columns, labels, take, count, heading=None):
    # Texts of the cells: each column with its name on top, and the labels as first column.
    places, names = _shown(count), list(columns)
    if len(names) > _setting("display.max_columns"):
        half = SETTINGS["display.max_columns"] // 2
        names = [*names[:half], None, *names[-half:]]
    edge, title = _edge(labels, take, places, " ")
    grid = [["" if heading is None else str(heading), *edge]]
    for name in names:
        if name is None:
            grid.append([" ..."] * (len(places) + 1))
            continue
        room = " " if isinstance(columns[name], np.ndarray) else ""
        grid.append([f"{room}{name}", *_cells(columns[name], take, places)])
    grid = [_dotted(column, "" if at == 0 else " ") for at, column in enumerate(grid)]
    if title is not None:
        grid[0].insert(1, title)
        for column in grid[1:]:
            column.insert(1, "")
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
    kept = dict(SETTINGS)
    SETTINGS.update({"display.max_rows": None, "display.max_columns": None, "display.width": None})
    try:
        text = frame(columns, labels, take, count, heading)
        edge = max([len(line) for line in _edge(labels, take, range(count), " ")[0]], default=0)
    finally:
        SETTINGS.update(kept)
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
    kept = dict(SETTINGS)
    SETTINGS.update({"display.max_rows": None, "display.max_columns": None})
    try:
        grid, _ = _grid(columns, labels, take, count, heading)
    finally:
        SETTINGS.update(kept)
    cells = [[html.escape(text.strip()) for text in column] for column in (grid if index else grid[1:])]
    heads = len(cells[0]) - count
    lines = ['<table border="1" class="dataframe">', "  <thead>"]
    for row in range(heads):
        lines += [
            '    <tr style="text-align: right;">' if row == 0 else "    <tr>",
            *[f"      <th>{column[row]}</th>" for column in cells],
            "    </tr>",
        ]
    lines += ["  </thead>", "  <tbody>"]
    for row in range(heads, heads + count):
        tags = ["th" if index and at == 0 else "td" for at in range(len(cells))]
        lines += ["    <tr>", *[f"      <{tag}>{column[row]}</{tag}>" for tag, column in zip(tags, cells)], "    </tr>"]
    return "\n".join([*lines, "  </tbody>", "</table>"])


def frame_html(columns, labels, take, count, heading=None):
    """A table as HTML."""
    grid, cut = _grid(columns, labels, take, count, heading)
    head = "".join([f"<th>{html.escape(column[0])}</th>" for column in grid])
    rows = []
    for row in range(1, len(grid[0])):
        cells = "".join([f"<td>{html.escape(column[row])}</td>" for column in grid[1:]])
        rows.append(f"<tr><th>{html.escape(grid[0][row])}</th>{cells}</tr>")
    size = f"<p>{count} rows × {len(columns)} columns</p>" if cut else ""
    table = f'<table border="1" class="dataframe"><thead><tr style="text-align: right;">{head}</tr></thead>'
    return f"<div>{table}<tbody>{''.join(rows)}</tbody></table>{size}</div>"
