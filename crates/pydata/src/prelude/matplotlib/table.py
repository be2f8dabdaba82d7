"""`matplotlib.table`: tables of texts in axes."""

from matplotlib._data import column
from matplotlib.artist import Artist, _size
from matplotlib.colors import _parse

_PLACES = {
    "best": (0.5, 0.5), "upper right": (1, 1), "upper left": (0, 1), "lower left": (0, 0), "lower right": (1, 0), "center left": (0, 0.5),
    "center right": (1, 0.5), "lower center": (0.5, 0), "upper center": (0.5, 1), "center": (0.5, 0.5), "top right": (1, 1), "top left": (0, 1),
    "bottom left": (0, 0), "bottom right": (1, 0), "right": (1, 0.5), "left": (0, 0.5), "top": (0.5, 1.0), "bottom": (0.5, 0.0),
}
_SHIFT = {"left": 0.02, "center": 0.5, "right": 0.98}


class Cell:
    """A box with a text."""

    def __init__(self, text="", loc="right", facecolor="w", width=0.1, height=0.05, edgecolor="k"):
        self._text, self._loc, self._face, self._edge, self._width, self._height = str(text), loc, facecolor, edgecolor, width, height
        self._color, self._weight = None, "normal"

    def get_text(self):
        """The text, with get_text and set_color."""
        return _CellText(self)

    def set_text_props(self, **kwargs):
        """Colour and weight of the text."""
        self._color = kwargs.get("color", kwargs.get("c", self._color))

    def set_facecolor(self, color):
        """The colour of the box."""
        _parse(color)
        self._face = color

    def get_facecolor(self):
        """The colour of the box."""
        return self._face

    def set_edgecolor(self, color):
        """The colour of its outline."""
        self._edge = color

    def set_color(self, color):
        """Both colours."""
        self._face = self._edge = color

    def set_height(self, h):
        """The height, as a share of the axes."""
        self._height = float(h)

    def set_width(self, w):
        """The width, as a share of the axes."""
        self._width = float(w)

    def get_height(self):
        """The height, as a share of the axes."""
        return self._height

    def get_width(self):
        """The width, as a share of the axes."""
        return self._width


class _CellText:
    def __init__(self, cell):
        self._cell = cell

    def get_text(self):
        return self._cell._text

    def set_text(self, s):
        self._cell._text = str(s)

    def set_color(self, color):
        self._cell._color = color

    def set_fontweight(self, weight):
        self._cell._weight = weight

    set_weight = set_fontweight


class Table(Artist):
    """Rows and columns of cells: table[row, column], of which row 0 has the columns' names and column -1 the rows'."""

    _order = 4.0

    def __init__(self, loc="bottom", bbox=None):
        super().__init__()
        self._cells, self._loc, self._bbox, self._fontsize, self._scale = {}, loc, bbox, 10.0, (1.0, 1.0)

    def add_cell(self, row, col, *, width=0.1, height=0.05, text="", loc="right", facecolor="w", edgecolor="k"):
        """Adds a cell."""
        self._cells[row, col] = Cell(text, loc, facecolor, width, height, edgecolor)
        return self._cells[row, col]

    def __getitem__(self, position):
        return self._cells[position]

    def get_celld(self):
        """All cells by row and column."""
        return self._cells

    def auto_set_font_size(self, value=True):
        """Accepted: the size stays."""

    def set_fontsize(self, size):
        """Points."""
        self._fontsize = _size(size)

    def auto_set_column_width(self, col):
        """Columns as wide as their longest texts."""
        for each in col if hasattr(col, "__iter__") else [col]:
            cells = [cell for (_, column), cell in self._cells.items() if column == each]
            for cell in cells:
                cell._width = max(len(other._text) for other in cells) * self._fontsize * 0.65 / (self.axes._inches()[0] * 72) + 0.03

    def scale(self, xscale, yscale):
        """Makes cells wider and higher."""
        for cell in self._cells.values():
            cell._width, cell._height = cell._width * xscale, cell._height * yscale

    def _lines(self):
        """The left edge and width of each column, the top and height of each row, from the table's upper left corner."""
        wide, high = {}, {}
        for (row, col), cell in self._cells.items():
            wide[col], high[row] = max(wide.get(col, 0.0), cell._width), max(high.get(row, 0.0), cell._height)
        lefts, tops, at = {}, {}, 0.0
        for col in sorted(wide):
            lefts[col], at = at, at + wide[col]
        width, at = at, 0.0
        for row in sorted(high):
            tops[row], at = at, at + high[row]
        return lefts, wide, width, tops, high, at

    def _specs(self):
        if not self._cells:
            return []
        lefts, wide, width, tops, high, height = self._lines()
        if self._bbox is not None:
            left, bottom, w, h = [float(part) for part in self._bbox]
            across, up = w / width, h / height
        else:
            across = up = 1.0
            share = _PLACES[self._loc]
            names = wide.get(-1, 0.0)
            left = {0: 0.0, 0.5: 0.5 - (width - names) / 2 - names, 1: 1.0 - width}[share[0]]
            bottom = {0: 0.02, 0.5: 0.5 - height / 2, 1: 0.98 - height}[share[1]]
            bottom = {"top": 1.0, "bottom": -height}.get(self._loc, bottom)
        specs = []
        for (row, col), cell in sorted(self._cells.items()):
            x0, y1 = left + lefts[col] * across, bottom + (height - tops[row]) * up
            specs += self._cell_specs(cell, x0, y1 - high[row] * up, x0 + wide[col] * across, y1)
        return specs

    def _cell_specs(self, cell, x0, y0, x1, y1):
        face, edge = _parse(cell._face)[0], _parse(cell._edge)[0]
        box = {**self._common(), "kind": "polygons", "space": "axes", "x": column([x0, x1, x1, x0]), "y": column([y0, y0, y1, y1]), "said": "", "width": 0.8,
               "colours": ["ground" if face == "#ffffff" else face], "edges": ["ink" if edge == "#000000" else edge], "hollow": face == "none"}
        text = {"kind": "text", "space": "axes", "text": cell._text, "x": x0 + (x1 - x0) * _SHIFT[cell._loc], "y": (y0 + y1) / 2, "size": self._fontsize,
                "level": cell._loc, "upright": "center", "turn": 0.0, "order": self._order}
        if cell._color is not None:
            text["colour"] = _parse(cell._color)[0]
        return [box, text]


def table(ax, cellText=None, cellColours=None, cellLoc="right", colWidths=None, rowLabels=None, rowColours=None, rowLoc="left", colLabels=None, colColours=None,
          colLoc="center", loc="bottom", bbox=None, edges="closed", **kwargs):
    """Adds a table to axes: cellText by rows, colLabels above and rowLabels at the left."""
    if cellColours is None and cellText is None:
        raise ValueError("At least one argument from 'cellColours' or 'cellText' must be provided to create a table.")
    cells = [[str(text) for text in row] for row in (cellText if cellText is not None else [[""] * len(row) for row in cellColours])]
    rows, columns = len(cells), len(cells[0])
    if any(len(row) != columns for row in cells):
        raise ValueError(f"Each row in 'cellText' must have {columns} columns")
    colours = cellColours if cellColours is not None else [["w"] * columns] * rows
    widths = colWidths if colWidths is not None else [1.0 / columns] * columns
    made = Table(loc, bbox)
    edge = "none" if edges in ("", "open") else "k"
    height = 10.0 / 72.0 / ax._inches()[1] * 1.2
    above = 1 if colLabels is not None else 0
    for j in range(columns) if above else ():
        made.add_cell(0, j, width=widths[j], height=height, text=colLabels[j], loc=colLoc, facecolor="w" if colColours is None else colColours[j], edgecolor=edge)
    for i in range(rows):
        for j in range(columns):
            made.add_cell(i + above, j, width=widths[j], height=height, text=cells[i][j], loc=cellLoc, facecolor=colours[i][j], edgecolor=edge)
        if rowLabels is not None:
            wide = max(len(str(label)) for label in rowLabels) * 6.5 / (ax._inches()[0] * 72) + 0.02
            made.add_cell(i + above, -1, width=wide, height=height, text=rowLabels[i], loc=rowLoc, facecolor="w" if rowColours is None else rowColours[i], edgecolor=edge)
    return ax.add_artist(made)
