"""`matplotlib.figure`: a picture of one or several axes."""

from matplotlib import rcParams
from matplotlib._data import column
from matplotlib._draw import bundle, file, text, write
from matplotlib.artist import Text, _check, _size
from matplotlib.axes import Axes
from matplotlib.axes import Legend as _Legend
from matplotlib.axes import _legend
from matplotlib.axes import Axis
from matplotlib.cm import ScalarMappable
from matplotlib.colors import _parse
from matplotlib.gridspec import GridSpec, SubplotSpec

_scheme = "auto"


class Colorbar:
    """The scale of an image's colours, beside its axes."""

    def __init__(self, mappable, owner, label="", level=False, shrink=1.0, ticks=None, format=None):
        self.mappable, self._owner, self._level, self._shrink = mappable, owner, level, shrink
        self.ax = _BarAxes(self)
        self._axis = Axis(_Nowhere(), "x" if level else "y")
        self._axis._name = str(label or "")
        if ticks is not None:
            self.set_ticks(ticks)
        if format is not None:
            self._axis.set_major_formatter(format if not isinstance(format, str) or "{" in format else _percent(format))
        mappable.colorbar = self

    def set_label(self, label, *, loc=None, **kwargs):
        """The text beside it."""
        self._axis._name = str(label)
        if "fontsize" in kwargs or "size" in kwargs:
            self._axis._name_size = _size(kwargs.get("fontsize", kwargs.get("size")))

    def set_ticks(self, ticks, labels=None, *, minor=False, **kwargs):
        """Ticks at these values, with these texts."""
        if not hasattr(ticks, "_places"):
            from matplotlib.ticker import FixedLocator

            ticks = FixedLocator(column(list(ticks)).tolist())
        self._axis._locator = ticks
        self._axis._texts = None if labels is None else [str(label) for label in labels]

    def set_ticklabels(self, ticklabels, **kwargs):
        """Sets the tick labels."""
        self._axis._texts = [str(label) for label in ticklabels]

    def update_normal(self, mappable=None):
        """Nothing: it follows its image."""

    def remove(self):
        """Takes it away."""
        self._owner._bar = None

    def _spec(self):
        norm = self.mappable.norm
        spec = {**self.mappable.cmap._spec(), "level": self._level, "shrink": float(self._shrink)}
        low, high = norm._spec()["low"], norm._spec()["high"]
        self._axis._scale = norm._scale if norm._scale == "log" and low > 0 else "linear"
        if low == high:
            low, high = low - 0.5, high + 0.5
        self._axis._limits = (low, high)
        bounds = norm._spec().get("bounds")
        if bounds is not None:
            spec["bands"] = bounds
            if self._axis._locator is None and len(bounds) <= 12:
                from matplotlib.ticker import FixedLocator

                # All bands have equal length, with the bounds between them.
                even = [low + (high - low) * i / (len(bounds) - 1) for i in range(len(bounds))]
                self._axis._locator, self._axis._texts = FixedLocator(even), [f"{bound:g}".replace("-", "−") for bound in bounds]
        spec["axis"] = self._axis._spec()
        return spec


def _percent(fmt):
    from matplotlib.ticker import FormatStrFormatter

    return FormatStrFormatter(fmt)


class _Nowhere:
    """A placeholder for missing axes."""

    _artists = []

    def _inches(self):
        return 4.96, 3.7

    def _number(self, which, value):
        return float(value)


class _BarAxes:
    """cbar.ax: its texts and ticks."""

    def __init__(self, bar):
        self._bar = bar

    def set_ylabel(self, label, **kwargs):
        """The text beside it."""
        self._bar.set_label(label)

    set_xlabel = set_title = set_ylabel

    def tick_params(self, axis="both", **kwargs):
        """labelsize: the size of its texts."""
        if "labelsize" in kwargs:
            self._bar._axis._size = _size(kwargs["labelsize"])

    def set_yticklabels(self, labels, **kwargs):
        """Sets the tick labels."""
        self._bar.set_ticklabels(labels)

    def set_yticks(self, ticks, labels=None, **kwargs):
        """Ticks at these values."""
        self._bar.set_ticks(ticks, labels)

    set_xticklabels, set_xticks = set_yticklabels, set_yticks

    @property
    def yaxis(self):
        """Its axis."""
        return self._bar._axis


def _axes_class(projection, polar):
    """The class of axes with a projection."""
    if polar and projection not in (None, "polar"):
        raise ValueError(f"polar={polar}, yet projection={projection!r}. Only one of these arguments should be supplied.")
    name = "polar" if polar else projection
    if name in (None, "rectilinear"):
        return Axes
    if name == "3d":
        from mpl_toolkits.mplot3d.axes3d import Axes3D

        return Axes3D
    if name == "polar":
        from matplotlib.projections import PolarAxes

        return PolarAxes
    known = ("3d", "polar", "rectilinear")
    raise ValueError(f"Unknown projection {name!r}" if name not in ("aitoff", "hammer", "lambert", "mollweide") else f"projection {name!r} is not here; there are {', '.join(map(repr, known))}")


class _Canvas:
    """What a figure is drawn on: `fig.canvas.draw()` draws nothing yet."""

    def __init__(self, figure):
        self.figure = figure

    def draw(self):
        """Nothing: figures are drawn when they are shown."""

    draw_idle = flush_events = draw

    def mpl_connect(self, s, func):
        """Accepted: pictures have no events."""
        return 0

    def get_width_height(self, *, physical=False):
        """Pixels."""
        return tuple(int(side * self.figure.dpi) for side in self.figure._inches)


class Figure:
    """A picture: axes on a grid or placed freely. figsize is inches, of which one is 100 pixels (dpi)."""

    def __init__(self, figsize=None, dpi=None, *, facecolor=None, edgecolor=None, linewidth=0.0, frameon=None, layout=None, constrained_layout=None,
                 tight_layout=None, num=None, **kwargs):
        _check("figure", kwargs, {"figsize", "dpi", "facecolor", "layout", "num"})
        size = rcParams["figure.figsize"] if figsize is None else figsize
        self.set_size_inches(*size)
        self.dpi = float(rcParams["figure.dpi"] if dpi is None else dpi)
        self.axes = []
        self.number = num
        self._facecolor = facecolor
        self._title, self._title_size = "", None
        self._current = self._mappable = self._legend = self._bar = None
        self._texts = []
        self._changed, self._shown = False, False
        self._grid = None
        self.canvas = _Canvas(self)

    def set_size_inches(self, w, h=None):
        """Width and height in inches."""
        w, h = w if h is None else (w, h)
        if not (0 < w < 500 and 0 < h < 500):
            raise ValueError(f"figure size must be positive finite not ({w}, {h})")
        self._inches = (float(w), float(h))

    def get_size_inches(self):
        """Width and height in inches."""
        import numpy as np

        return np.array(list(self._inches))

    def set_figwidth(self, val):
        """Width in inches."""
        self._inches = (float(val), self._inches[1])

    def set_figheight(self, val):
        """Height in inches."""
        self._inches = (self._inches[0], float(val))

    def set_dpi(self, val):
        """Pixels of an inch."""
        self.dpi = float(val)

    def get_dpi(self):
        """Pixels of an inch."""
        return self.dpi

    # axes

    def add_subplot(self, *args, projection=None, polar=False, sharex=None, sharey=None, facecolor=None, label="", **kwargs):
        """Axes in a cell: add_subplot(2, 3, 1), add_subplot(231), add_subplot(grid[0, :])."""
        place = self._cell(args)
        self._changed = True
        axes = _axes_class(projection, polar)(self, place, sharex, sharey, facecolor, label=label, **kwargs)
        self.axes.append(axes)
        self._current = axes
        return axes

    def _cell(self, args):
        if len(args) == 1 and isinstance(args[0], SubplotSpec):
            spec = args[0]
            return {"rows": spec.grid.height_ratios, "columns": spec.grid.width_ratios, "row": list(spec.row), "column": list(spec.column)}
        if not args:
            args = (1, 1, 1)
        if len(args) == 1 and isinstance(args[0], int) and 111 <= args[0] <= 999:
            args = tuple(int(digit) for digit in str(args[0]))
        if len(args) != 3:
            raise ValueError(f"Single argument to subplot must be a three-digit integer, not {args[0]!r}" if len(args) == 1 else f"add_subplot() takes 1 or 3 positional arguments but {len(args)} were given")
        rows, columns, index = args
        first, last = index if isinstance(index, (tuple, list)) else (index, index)
        if not (1 <= first <= last <= rows * columns):
            raise ValueError(f"num must be an integer with 1 <= num <= {rows * columns}, not {index}")
        first, last = first - 1, last - 1
        across = sorted((first % columns, last % columns))
        return {"rows": [1.0] * rows, "columns": [1.0] * columns, "row": [first // columns, last // columns + 1], "column": [across[0], across[1] + 1]}

    def add_axes(self, rect=(0.125, 0.11, 0.775, 0.77), *, projection=None, polar=False, **kwargs):
        """Axes at [left, bottom, width, height], shares of the figure."""
        if isinstance(rect, Axes):
            if all(each is not rect for each in self.axes):
                self.axes.append(rect)
            self._current, self._changed = rect, True
            return rect
        axes = _axes_class(projection, polar)(self, {"box": [float(part) for part in rect]}, **kwargs)
        self.axes.append(axes)
        self._current, self._changed = axes, True
        return axes

    def add_gridspec(self, nrows=1, ncols=1, **kwargs):
        """Returns a grid whose cells add_subplot accepts."""
        return GridSpec(nrows, ncols, **kwargs)

    def subplots(self, nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, width_ratios=None, height_ratios=None, subplot_kw=None, gridspec_kw=None):
        """A grid of axes; returns one, or an array of them."""
        options = {"width_ratios": width_ratios, "height_ratios": height_ratios, **(gridspec_kw or {})}
        grid = GridSpec(nrows, ncols, **options)
        made = []
        for i in range(nrows):
            row = []
            for j in range(ncols):
                first = {True: (0, 0), "all": (0, 0), "row": (i, 0), "col": (0, j)}
                own = dict(subplot_kw or {})
                for name, shared in (("sharex", sharex), ("sharey", sharey)):
                    at = first.get(shared if shared != "none" else False)
                    if at is not None and at != (i, j):
                        own[name] = row[at[1]] if at[0] == i else made[at[0]][at[1]]
                axes = self.add_subplot(grid[i, j], **own)
                if sharex in (True, "all", "col") and i < nrows - 1:
                    axes.xaxis._labels = False
                if sharey in (True, "all", "row") and j > 0:
                    axes.yaxis._labels = False
                row.append(axes)
            made.append(row)
        if made:
            self._current = made[0][0] if nrows * ncols == 1 else made[-1][-1]
        if squeeze and nrows == ncols == 1:
            return made[0][0]
        if squeeze and (nrows == 1 or ncols == 1):
            return AxesArray([axes for row in made for axes in row], None)
        return AxesArray([axes for row in made for axes in row], ncols)

    def subplot_mosaic(self, mosaic, *, sharex=False, sharey=False, width_ratios=None, height_ratios=None, **kwargs):
        """Axes by name from a picture of the grid: [['a', 'a'], ['b', 'c']] or 'aa;bc'."""
        if isinstance(mosaic, str):
            mosaic = [list(line.strip()) for line in mosaic.replace(";", "\n").split("\n") if line.strip()]
        grid = GridSpec(len(mosaic), len(mosaic[0]), width_ratios=width_ratios, height_ratios=height_ratios)
        cells = {}
        for i, row in enumerate(mosaic):
            for j, name in enumerate(row):
                if name != ".":
                    cells.setdefault(name, []).append((i, j))
        found = {}
        for name, places in cells.items():
            rows, columns = [i for i, _ in places], [j for _, j in places]
            found[name] = self.add_subplot(grid[min(rows) : max(rows) + 1, min(columns) : max(columns) + 1])
        return found

    def gca(self):
        """The current axes; new ones where there are none."""
        return self._current if self._current is not None else self.add_subplot()

    def sca(self, a):
        """Makes axes the current ones."""
        self._current = a

    def delaxes(self, ax):
        """Takes axes away."""
        self.axes = [each for each in self.axes if each is not ax]
        if self._current is ax:
            self._current = self.axes[-1] if self.axes else None

    def clear(self, keep_observers=False):
        """Without axes, as new."""
        self.axes, self._current, self._title, self._bar, self._legend = [], None, "", None, None
        self._texts = []

    clf = clear

    def get_axes(self):
        """All axes."""
        return list(self.axes)

    # around them

    def suptitle(self, t, **kwargs):
        """The text above all axes."""
        self._title = str(t)
        return Text(0.5, 0.98, t)

    def supxlabel(self, t, **kwargs):
        """The name of all x axes."""
        self._texts.append(Text(0.5, 0.01, t, ha="center", va="bottom", space="figure"))

    def supylabel(self, t, **kwargs):
        """The name of all y axes."""
        self._texts.append(Text(0.01, 0.5, t, ha="center", va="center", rotation=90, space="figure"))

    def text(self, x, y, s, **kwargs):
        """A text at a place, shares of the figure."""
        made = Text(x, y, s, space="figure", **kwargs)
        self._texts.append(made)
        return made

    def legend(self, *args, **kwargs):
        """One legend for all axes."""
        loc = kwargs.setdefault("loc", "upper right")
        self._legend = _legend(self.gca(), args, kwargs)
        return self._legend

    def colorbar(self, mappable, cax=None, ax=None, *, label="", orientation="vertical", shrink=1.0, fraction=0.15, pad=0.05, aspect=20, ticks=None,
                 format=None, extend=None, location=None, **kwargs):
        """The scale of an image's colours, beside its axes (or beside all, where ax names several)."""
        level = orientation == "horizontal" or location in ("bottom", "top")
        several = ax is not None and not isinstance(ax, Axes)
        if cax is not None and isinstance(cax, Axes):
            owner = getattr(mappable, "axes", None) or self.gca()
            self.delaxes(cax)
        elif several:
            owner = self
        else:
            owner = ax if ax is not None else getattr(mappable, "axes", None) or self.gca()
        owner._bar = Colorbar(mappable, owner, label, level, shrink, ticks, format)
        return owner._bar

    def tight_layout(self, *, pad=1.08, h_pad=None, w_pad=None, rect=None):
        """Nothing: axes never run into each other."""

    def subplots_adjust(self, left=None, bottom=None, right=None, top=None, wspace=None, hspace=None):
        """Does nothing: space between axes is computed from their contents."""

    def set_layout_engine(self, layout=None, **kwargs):
        """Nothing: axes never run into each other."""

    set_tight_layout = set_constrained_layout = set_layout_engine

    def autofmt_xdate(self, bottom=0.2, rotation=30, ha="right", which="major"):
        """Turns the texts of all x axes."""
        for axes in self.axes:
            axes.xaxis._turn = float(rotation)
            if "row" in axes._place and axes._place["row"][1] < len(axes._place["rows"]):
                axes.xaxis._labels, axes.xaxis._name = False, ""

    def align_labels(self, axs=None):
        """Nothing: names are aligned."""

    def set_facecolor(self, color):
        """The colour behind all."""
        _parse(color)
        self._facecolor = color

    def show(self, warn=True):
        """Shows the figure now."""
        from matplotlib.pyplot import _show

        _show(self)

    def savefig(self, fname, *, dpi="figure", format=None, bbox_inches=None, pad_inches=0.1, facecolor=None, edgecolor=None, transparent=None, metadata=None,
                **kwargs):
        """Writes a PNG or an SVG inside the notebook's folder. The name or `format` selects the type."""
        _check("savefig", kwargs, {"dpi", "format", "bbox_inches", "facecolor", "transparent"})
        if format is None:
            name = str(fname) if not hasattr(fname, "write") else ""
            format = name.rsplit(".", 1)[-1].lower() if "." in name.rsplit("/", 1)[-1] else "png"
            if not hasattr(fname, "write") and "." not in name.rsplit("/", 1)[-1]:
                fname = f"{name}.png"
        if format not in ("png", "svg"):
            raise ValueError(f"Format '{format}' is not supported (supported formats: png, svg)")
        spec = self._spec()
        if facecolor is not None:
            spec["ground"] = _parse(facecolor)[0]
        # Files use a light page, whatever theme the notebook has.
        if spec["scheme"] == "auto" and format == "png":
            spec["scheme"] = "light"
        write(fname, file(spec, format))

    def _spec(self):
        numbers = {id(axes): i for i, axes in enumerate(self.axes)}
        panels = [axes._spec(numbers) for axes in self.axes if not getattr(axes, "_hidden", False)]
        scale = self.dpi / 100.0
        if panels and self._texts:
            for each in self._texts:
                panels[-1]["artists"] = panels[-1]["artists"] + each._specs()
        spec = {"width": self._inches[0] * 100 * scale, "height": self._inches[1] * 100 * scale, "scheme": _scheme, "title": self._title, "panels": panels}
        # A higher resolution would only make everything larger: pictures are sharp at any size.
        if scale > 1.0:
            spec["width"], spec["height"] = self._inches[0] * 100, self._inches[1] * 100
        face = self._facecolor if self._facecolor is not None else rcParams["figure.facecolor"]
        code = _parse(face)[0]
        if code not in ("#ffffff", "none"):
            spec["ground"] = code
        if self._legend is not None:
            spec["legend"] = self._legend._spec()
        if self._bar is not None:
            spec["bar"] = self._bar._spec()
        return spec

    def _repr_mimebundle_(self, include=None, exclude=None):
        self._shown, self._changed = True, False
        return bundle(self._spec())

    def __repr__(self):
        return f"<Figure size {self._inches[0] * self.dpi:g}x{self._inches[1] * self.dpi:g} with {len(self.axes)} Axes>"


class AxesArray:
    """Axes of a grid, as numpy would hold them: axes[0, 1], axes[0][1], axes.flat, axes.ravel(), for ax in axes.flatten()."""

    def __init__(self, axes, columns):
        self._axes, self._columns = axes, columns

    @property
    def shape(self):
        """Rows and columns, or how many."""
        count = len(self._axes)
        return (count,) if self._columns is None else (count // self._columns, self._columns)

    @property
    def size(self):
        """The number of elements."""
        return len(self._axes)

    @property
    def ndim(self):
        """1 or 2."""
        return len(self.shape)

    @property
    def flat(self):
        """All, row by row."""
        return AxesArray(self._axes, None)

    def ravel(self, order="C"):
        """All, row by row."""
        return AxesArray(self._axes, None)

    flatten = ravel

    def tolist(self):
        """Converts to lists."""
        return list(self._axes) if self._columns is None else [row.tolist() for row in self]

    def reshape(self, *shape):
        """Reshapes the grid."""
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        return AxesArray(self._axes, None if len(shape) == 1 else shape[1] if shape[1] > 0 else len(self._axes) // shape[0])

    @property
    def T(self):
        """Rows as columns."""
        if self._columns is None:
            return self
        rows, columns = self.shape
        return AxesArray([self._axes[i * columns + j] for j in range(columns) for i in range(rows)], rows)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __getitem__(self, key):
        if self._columns is None:
            found = self._axes[key]
            return AxesArray(found, None) if isinstance(key, slice) else found
        rows = [self._axes[i : i + self._columns] for i in range(0, len(self._axes), self._columns)]
        if not isinstance(key, tuple):
            found = rows[key]
            return AxesArray([axes for row in found for axes in row], self._columns) if isinstance(key, slice) else AxesArray(found, None)
        across = key[1]
        if isinstance(key[0], slice):
            chosen = [row[across] for row in rows[key[0]]]
            return AxesArray([axes for row in chosen for axes in row], len(chosen[0]) if chosen else 1) if isinstance(across, slice) else AxesArray(chosen, None)
        found = rows[key[0]][across]
        return AxesArray(found, None) if isinstance(across, slice) else found

    def __repr__(self):
        return f"array({self.tolist()!r}, dtype=object)"
