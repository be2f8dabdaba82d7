"""Drawing of columns and tables: `plot` and its kinds, `hist`, `boxplot`."""

import numpy as np

from pandas import _columns

# What each kind says of itself, and the axis on which its numbers are.
_KINDS = ("line", "bar", "barh", "hist", "box", "kde", "density", "area", "pie", "scatter", "hexbin")


def _pyplot():
    import matplotlib.pyplot

    return matplotlib.pyplot


class Plot:
    """What `table.plot` is: a call draws lines, or what `kind` names; each kind is a method too."""

    def __init__(self, owner):
        self._owner = owner

    def __call__(self, *args, **options):
        if self._owner.ndim == 1:
            names = ("kind", "ax", "figsize")
        else:
            names = ("x", "y", "kind", "ax")
        options = {**dict(zip(names, args)), **options}
        kind = options.pop("kind", "line")
        if kind not in _KINDS:
            raise ValueError(f"{kind} is not a valid plot kind: {', '.join(_KINDS)}")
        return _Drawing(self._owner, kind, options).drawn()

    def __getattr__(self, name):
        if name not in _KINDS:
            raise AttributeError(f"plot has no kind '{name}': there are {', '.join(_KINDS)}")
        places = ("x", "y") if name not in ("hist", "box", "kde", "density") else ("by",)
        return lambda *args, **options: self(kind=name, **dict(zip(places, args)), **options)


class _Drawing:
    # One call of `plot`: its data, the axes it draws on, and what is left for the artists.
    def __init__(self, owner, kind, options):
        self.kind, self.single = "kde" if kind == "density" else kind, owner.ndim == 1
        take = lambda name, default=None: options.pop(name, default)  # noqa: E731
        self.ax, self.figsize, self.layout = take("ax"), take("figsize"), take("layout")
        self.subplots, self.sharex, self.sharey = take("subplots", False), take("sharex"), take("sharey", False)
        self.title, self.legend, self.grid = take("title"), take("legend", not self.single), take("grid")
        self.xlabel, self.ylabel, self.rot, self.fontsize = take("xlabel"), take("ylabel"), take("rot"), take("fontsize")
        self.limits = {name: take(name) for name in ("xlim", "ylim", "xticks", "yticks")}
        self.logs = [take("logx", False), take("logy", False), take("loglog", False)]
        self.stacked, self.style, self.use_index = take("stacked", self.kind == "area"), take("style"), take("use_index", True)
        self.secondary, self.colormap, self.mark_right = take("secondary_y", False), take("colormap", take("cmap")), take("mark_right", True)
        self.bins, self.bandwidth, self.points = take("bins", 10), take("bw_method"), take("ind")
        self.x, self.y, self.label, self.by = take("x"), take("y"), take("label"), take("by")
        for name in ("x_compat", "sort_columns", "backend", "include_bool", "table"):
            take(name)
        self.owner, self.options = owner, options

    def drawn(self):
        if self.kind in ("scatter", "hexbin"):
            return self._of_pairs()
        table = self._table()
        axes = self._axes(len(table._columns))
        for at, name in enumerate(table._columns):
            if self.subplots:
                self._draw(axes[at], table[[name]], at)
        if not self.subplots:
            self._draw(axes[0], table, 0)
        return axes[0] if not self.subplots else np.array(axes, dtype=object) if self.layout is None else self._grid_of(axes)

    def _grid_of(self, axes):
        return self.all_axes

    def _table(self):
        # The columns of numbers, under the labels that are drawn against.
        owner = self.owner
        if self.single:
            owner = owner.to_frame("None" if owner.name is None and self.label is None else self.label or owner.name)
        else:
            if self.x is not None:
                owner = owner.set_index(self._name(self.x))
            if self.y is not None:
                many = self.y if isinstance(self.y, (list, tuple)) else [self.y]
                owner = owner[[self._name(one) for one in many]]
                if self.label is not None:
                    owner = owner.set_axis([self.label] if isinstance(self.label, str) else self.label, axis=1)
        kept = owner.infer_objects().select_dtypes(["number", "bool", "datetime", "timedelta"] if self.kind != "box" else ["number"])
        if not kept._columns:
            raise TypeError("no numeric data to plot")
        return kept

    def _name(self, name):
        # A column's name, or that at a place.
        return self.owner.columns[name] if isinstance(name, int) and name not in self.owner else name

    def _axes(self, count):
        # The axes that are given or current, or those of a new figure; with `subplots` one for each column.
        plt = _pyplot()
        if self.subplots:
            rows, columns = _layout(self.layout, count, self.kind)
            if self.ax is not None and hasattr(self.ax, "__iter__"):
                self.all_axes = self.ax
                return list(np.asarray(self.ax, dtype=object).reshape(-1))
            figsize = {} if self.figsize is None else {"figsize": self.figsize}
            shared = self.sharex if self.sharex is not None else self.kind not in ("pie",)
            _, axes = plt.subplots(rows, columns, sharex=bool(shared), sharey=bool(self.sharey), squeeze=False, **figsize)
            self.all_axes = axes
            found = list(axes.reshape(-1))
            for extra in found[count:]:
                extra.set_visible(False)
            return found[:count]
        ax = self.ax
        if ax is None and self.single and plt.get_fignums() and self.figsize is None:
            ax = plt.gca()
        if ax is None:
            _, ax = plt.subplots(**({} if self.figsize is None else {"figsize": self.figsize}))
        return [ax]

    def _draw(self, ax, table, first):
        # One kind on one pair of axes, then what is common to all kinds.
        target = ax
        if self.secondary is True and self.kind != "pie":
            target = ax.twinx()
        getattr(self, f"_{self.kind}")(target, table, first)
        self._adorned(target, first)

    def _adorned(self, ax, first):
        title = self.title[first] if isinstance(self.title, (list, tuple)) else self.title
        if title is not None and self.subplots and not isinstance(self.title, (list, tuple)):
            ax.figure.suptitle(title)
        elif title is not None:
            ax.set_title(title)
        if self.logs[0] or self.logs[2]:
            ax.set_xscale("log")
        if self.logs[1] or self.logs[2]:
            ax.set_yscale("log")
        for name, value in self.limits.items():
            if value is not None:
                getattr(ax, f"set_{name}")(value)
        if self.xlabel is not None:
            ax.set_xlabel(self.xlabel)
        if self.ylabel is not None:
            ax.set_ylabel(self.ylabel)
        if self.grid is not None:
            ax.grid(self.grid)
        turned = self.rot if self.rot is not None else 90 if self.kind == "bar" else None
        side = "y" if self.kind == "barh" else "x"
        if turned is not None:
            ax.tick_params(axis=side, labelrotation=turned)
        if self.fontsize is not None:
            ax.tick_params(axis="both", labelsize=self.fontsize)
        if self.legend and self.kind not in ("pie", "box") and ax.get_legend_handles_labels()[0]:
            ax.legend(title=self.heading if isinstance(self.heading, str) else None, loc="best")

    heading = None

    def _places(self, ax, table):
        # Where rows are along the first axis: their labels, or their numbers where those are texts.
        self.heading = table._heading
        index = table.index
        if not self.use_index:
            return np.arange(len(table)), False
        if index.nlevels > 1:
            return np.arange(len(table)), True
        if hasattr(index, "to_timestamp"):
            return index.to_timestamp().to_numpy(), False
        if hasattr(index, "_array"):
            return index.to_numpy(), False
        labels = index.tolist()
        if all([_columns.is_number(label) for label in labels]):
            return np.asarray(labels), False
        if labels and all([hasattr(label, "year") for label in labels]):
            return np.asarray(index.to_numpy()), False
        return np.arange(len(table)), True

    def _named(self, ax, table, axis="x"):
        # The name of the labels beside the axis.
        names = [name for name in table.index.names if name is not None]
        if names and self.use_index and len(names) == table.index.nlevels:
            getattr(ax, f"set_{axis}label")(",".join(map(str, names)))

    def _look(self, name, at, count):
        # What one column's artist is given: its part of `color`, `style` and the rest.
        options = dict(self.options)
        color = options.pop("color", options.pop("c", None))
        if isinstance(color, dict):
            color = color.get(name)
        elif isinstance(color, (list, tuple, np.ndarray)) and not _is_color(color):
            color = color[at % len(color)]
        if color is None and self.colormap is not None:
            color = _pyplot().get_cmap(self.colormap)(at / max(count - 1, 1))
        if color is None and self.subplots:
            color = f"C{at % 10}"
        return options if color is None else {**options, "color": color}

    def _form(self, name, at):
        # The format of one column's line.
        if isinstance(self.style, dict):
            return self.style.get(name)
        if isinstance(self.style, (list, tuple)):
            return self.style[at] if at < len(self.style) else None
        return self.style

    def _line(self, ax, table, first):
        places, by_number = self._places(ax, table)
        right = self.secondary if isinstance(self.secondary, (list, tuple)) else []
        total = np.zeros(len(table))
        for at, (name, values) in enumerate(table._columns.items(), first):
            target = ax.twinx() if name in right else ax
            form = self._form(name, at)
            label = f"{_text(name)} (right)" if name in right and self.mark_right else _text(name)
            values = np.asarray(values)
            values = total = total + values.astype("float64") if self.stacked else values
            target.plot(places, values, *([] if form is None else [form]), label=label, **self._look(name, at, len(table._columns)))
        if hasattr(table.index, "_array") and len(table) > 1 and (table.index.freq is not None or table.index.inferred_freq is not None):
            ax.set_xlim(places[0], places[-1])
        self._labelled(ax, table, by_number)

    def _labelled(self, ax, table, by_number):
        # The labels of rows where their numbers are.
        if by_number:
            ticks, limits = ax.get_xticks(), ax.get_xlim()
            ax.set_xticks(ticks)
            ax.set_xticklabels([_label_at(table.index, tick) for tick in ticks])
            ax.set_xlim(*limits)
        self._named(ax, table)

    def _area(self, ax, table, first):
        places, by_number = self._places(ax, table)
        below = np.zeros(len(table))
        for at, (name, values) in enumerate(table._columns.items(), first):
            look = self._look(name, at, len(table._columns))
            color = look.pop("color", f"C{at % 10}")
            alpha = look.pop("alpha", None if self.stacked else 0.5)
            numbers = np.nan_to_num(np.asarray(values).astype("float64")) if self.stacked else np.asarray(values)
            top = below + numbers if self.stacked else numbers
            ax.plot(places, top, color=color, label=_text(name), **{**look, "alpha": alpha})
            ax.fill_between(places, below, top, color=color, alpha=alpha)
            below = top if self.stacked else below
        if self.stacked or all([bool((_known(values) >= 0).all()) for values in table._columns.values()]):
            ax.set_ylim(0, None)
        self._labelled(ax, table, by_number)

    def _bars(self, ax, table, first, draw, edge, axis):
        count, width = len(table._columns), self.options.pop("width", 0.5)
        self.heading = table._heading
        log = self.options.pop("log", False)
        shift = width * self.options.pop("position", 0.5)
        places = np.arange(len(table))
        low, high = np.zeros(len(table)), np.zeros(len(table))
        for at, (name, values) in enumerate(table._columns.items(), first):
            numbers = np.nan_to_num(np.asarray(values).astype("float64"))
            look = self._look(name, at, count)
            colors = self.options.get("color")
            if count == 1 and isinstance(colors, (list, tuple, np.ndarray)) and not _is_color(colors):
                look["color"] = [colors[i % len(colors)] for i in range(len(table))]
            error = _errors(look, name)
            wide = width if self.stacked or self.subplots else width / count
            step = 0.5 if self.stacked or self.subplots else at + 0.5
            start = np.where(numbers < 0, low, high) if self.stacked else np.zeros(len(table))
            draw(places - shift + step * wide, numbers, wide, **{edge: start}, label=_text(name), **look, **error)
            if self.stacked:
                low, high = np.where(numbers < 0, low + numbers, low), np.where(numbers < 0, high, high + numbers)
        getattr(ax, f"set_{axis}lim")(-shift - 0.25, len(table) - 1 - shift + 0.25 + width)
        getattr(ax, f"set_{axis}ticks")(places)
        getattr(ax, f"set_{axis}ticklabels")([_text(label) for label in table.index] if self.use_index else [str(at) for at in places])
        self._named(ax, table, axis)
        if log:
            getattr(ax, f"set_{'y' if axis == 'x' else 'x'}scale")("log")

    def _bar(self, ax, table, first):
        self._bars(ax, table, first, ax.bar, "bottom", "x")

    def _barh(self, ax, table, first):
        self._bars(ax, table, first, ax.barh, "left", "y")

    def _hist(self, ax, table, first):
        self.heading = table._heading
        sideways = self.options.get("orientation") == "horizontal"
        bins = self.bins
        if not hasattr(bins, "__iter__"):
            known = np.concatenate([_known(values) for values in self._hist_columns(table)])
            bins = np.histogram_bin_edges(known, bins, self.options.pop("range", None))
        bottom = np.zeros(len(bins) - 1)
        for at, (name, values) in enumerate(table._columns.items(), first):
            look = self._look(name, at, len(table._columns))
            counts, _, _ = ax.hist(_known(values), bins=bins, label=_text(name), **({"bottom": bottom} if self.stacked else {}), **look)
            bottom = bottom + np.asarray(counts) if self.stacked else bottom
        (ax.set_xlabel if sideways else ax.set_ylabel)("Frequency")

    def _hist_columns(self, table):
        return list(table._columns.values())

    def _kde(self, ax, table, first):
        for at, (name, values) in enumerate(table._columns.items(), first):
            points, heights = density(_known(values), self.points, self.bandwidth)
            form = self._form(name, at)
            look = self._look(name, at, len(table._columns))
            ax.plot(points, heights, *([] if form is None else [form]), label=_text(name), **look)
        ax.set_ylabel("Density")

    def _box(self, ax, table, first):
        self.options.pop("color", None)
        vertical = self.options.pop("vert", True)
        ax.boxplot([_known(values) for values in table._columns.values()], **({} if vertical else {"vert": False}), **self.options)
        names = [_text(name) for name in table._columns]
        (ax.set_xticklabels if vertical else ax.set_yticklabels)(names)

    def _pie(self, ax, table, first):
        if len(table._columns) > 1:
            raise ValueError("pie requires either y column or 'subplots=True'")
        (values,) = table._columns.values()
        options = dict(self.options)
        labels = options.pop("labels", [_text(label) for label in table.index])
        found = ax.pie(np.nan_to_num(np.asarray(values)), labels=labels, **options)
        if self.legend and not self.single:
            ax.legend(found[0], [_text(label) for label in table.index], loc="best")

    def _of_pairs(self):
        # Points, or hexagons, of one column against another.
        if self.single or self.x is None or self.y is None:
            raise ValueError(f"{self.kind} requires an x and y column")
        (ax,) = self._axes(1)
        table, options = self.owner, dict(self.options)
        x, y = self._name(self.x), self._name(self.y)
        column = lambda one: table[one] if isinstance(one, str) and one in table or isinstance(one, int) and one in table else one  # noqa: E731
        bar = options.pop("colorbar", None)
        if self.kind == "hexbin":
            shades = options.pop("C", None)
            made = ax.hexbin(np.asarray(table[x]), np.asarray(table[y]), **({} if shades is None else {"C": np.asarray(table[shades])}), cmap=self.colormap or "BuGn", **options)
            shaded = True
        else:
            color = column(options.pop("c", options.pop("color", None)))
            sizes = column(options.pop("s", None))
            shaded = hasattr(color, "_values") and getattr(color.dtype, "kind", "O") in "iuf"
            if hasattr(color, "_values"):
                color = np.asarray(color) if shaded else color.tolist()
            if self.colormap is not None:
                options["cmap"] = self.colormap
            given = {name: value for name, value in (("c", color), ("s", None if sizes is None else np.asarray(sizes))) if value is not None}
            label = {} if self.label is None else {"label": self.label}
            made = ax.scatter(_plain(table[x]), _plain(table[y]), **given, **label, **options)
        if shaded and bar is not False:
            ax.figure.colorbar(made, ax=ax, label=_text(self.options.get("c", "")) if self.kind == "scatter" else "")
        ax.set_xlabel(_text(x))
        ax.set_ylabel(_text(y))
        self.legend = self.label is not None
        self._adorned(ax, 0)
        return ax


def _plain(series):
    return np.asarray(series) if not isinstance(series._values, list) else series.tolist()


def _errors(look, name):
    # The error bars of one column.
    found = {}
    for key in ("yerr", "xerr"):
        given = look.pop(key, None)
        if given is not None:
            found[key] = np.asarray(given[name] if hasattr(given, "_columns") or isinstance(given, dict) else given)
    return found


def _is_color(value):
    return isinstance(value, tuple) and len(value) in (3, 4) and all([isinstance(one, (int, float)) for one in value])


def _text(label):
    if isinstance(label, tuple):
        return f"({', '.join(map(_text, label))})"
    return str(label)


def _label_at(index, tick):
    at = int(tick)
    return _text(index[at]) if at == tick and 0 <= at < len(index) else ""


def _known(values):
    # The present values of a column.
    array = np.asarray(values)
    return array[~_columns.missing(array)]


def _layout(layout, count, kind):
    if layout is None:
        return (count, 1)
    rows, columns = layout
    return (-(-count // columns) if rows < 0 else rows, -(-count // rows) if columns < 0 else columns)


def density(values, points=None, bandwidth=None):
    """The points and heights of an estimate of a density: a normal curve around each value."""
    values = np.asarray(values).astype("float64")
    count = len(values)
    factor = {"silverman": (count * 3 / 4) ** -0.2}.get(bandwidth, count**-0.2) if not isinstance(bandwidth, (int, float)) else bandwidth
    width = float(values.std(ddof=1)) * factor
    if points is None or isinstance(points, int):
        reach = float(values.max() - values.min())
        points = np.linspace(values.min() - 0.5 * reach, values.max() + 0.5 * reach, 1000 if points is None else points)
    points, heights = np.asarray(points), []
    for start in range(0, len(points), 100):
        away = (points[start : start + 100, None] - values[None, :]) / width
        heights.append(np.exp(-0.5 * away * away).sum(1) / (count * width * np.sqrt(2 * np.pi)))
    return points, np.concatenate(heights)


def _squares(count):
    # The rows and columns of as many axes as pandas lays them out.
    known = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2)}
    if count in known:
        return known[count]
    side = int(np.ceil(np.sqrt(count)))
    return (side - 1, side) if side * (side - 1) >= count else (side, side)


def _many_axes(count, layout, figsize, sharex=False, sharey=False):
    plt = _pyplot()
    rows, columns = _squares(count) if layout is None else _layout(layout, count, "hist")
    figsize = {} if figsize is None else {"figsize": figsize}
    figure, axes = plt.subplots(rows, columns, squeeze=False, sharex=sharex, sharey=sharey, **figsize)
    found = list(axes.reshape(-1))
    for extra in found[count:]:
        extra.set_visible(False)
    return figure, axes, found


def hist_of_column(series, by=None, ax=None, grid=True, xrot=None, yrot=None, figsize=None, bins=10, legend=False, **options):
    """Draws how often values of a column are in each of some intervals."""
    if by is not None:
        groups = list(series.groupby(by))
        _, axes, found = _many_axes(len(groups), options.pop("layout", None), figsize)
        for target, (key, part) in zip(found, groups):
            target.hist(_known(part._values), bins=bins, **options)
            target.set_title(_text(key))
        return axes
    plt = _pyplot()
    if ax is None:
        figure = plt.gcf() if figsize is None else plt.figure(figsize=figsize)
        ax = figure.gca()
    if legend:
        options.setdefault("label", _text(series.name))
    ax.hist(_known(series._values), bins=bins, **options)
    ax.grid(grid)
    _turned(ax, xrot, yrot)
    if legend:
        ax.legend()
    return ax


def _turned(ax, xrot, yrot):
    for side, angle in (("x", xrot), ("y", yrot)):
        if angle is not None:
            ax.tick_params(axis=side, labelrotation=angle)


def hist_of_table(
    table, column=None, by=None, grid=True, xrot=None, yrot=None, ax=None, sharex=False, sharey=False, figsize=None, layout=None, bins=10, legend=False, **options
):  # fmt: skip
    """Draws how often values of each column are in each of some intervals."""
    if by is not None:
        return hist_of_column(table[column] if isinstance(column, str) else table[column[0]], table[by], ax, grid, xrot, yrot, figsize, bins, layout=layout, **options)
    kept = table if column is None else table[column if isinstance(column, list) else [column]]
    kept = kept.select_dtypes(["number", "datetime"])
    if not kept._columns:
        raise ValueError("hist method requires numerical or datetime columns, nothing to plot.")
    if ax is not None:
        axes, found = ax, list(np.asarray(ax, dtype=object).reshape(-1))
    else:
        figure, axes, found = _many_axes(len(kept._columns), layout, figsize, sharex, sharey)
        figure.subplots_adjust(wspace=0.3, hspace=0.3)
    for target, (name, values) in zip(found, kept._columns.items()):
        target.hist(_known(values), bins=bins, **options)
        target.set_title(_text(name))
        target.grid(grid)
        _turned(target, xrot, yrot)
    return axes


def boxplot(
    table, column=None, by=None, ax=None, fontsize=None, rot=0, grid=True, figsize=None, layout=None, return_type=None, **options
):
    """Draws a box for each column, or with `by` one for each of its values."""
    plt = _pyplot()
    if by is not None:
        return _boxes_of_groups(table, column, by, ax, rot, grid, figsize, layout, options)
    kept = (table if column is None else table[column if isinstance(column, list) else [column]]).select_dtypes("number")
    if ax is None:
        ax = plt.gca() if figsize is None else plt.figure(figsize=figsize).gca()
    made = ax.boxplot([_known(values) for values in kept._columns.values()], **options)
    ax.set_xticklabels([_text(name) for name in kept._columns], rotation=rot)
    _sized(ax, grid, fontsize)
    return made if return_type == "dict" else ax


def _sized(ax, grid, fontsize):
    ax.grid(grid)
    if fontsize is not None:
        ax.tick_params(axis="both", labelsize=fontsize)


def _boxes_of_groups(table, column, by, ax, rot, grid, figsize, layout, options):
    names = by if isinstance(by, list) else [by]
    given = column if isinstance(column, (list, tuple)) else [column] if column is not None else None
    kept = [name for name in table.select_dtypes("number")._columns if name not in names] if given is None else list(given)
    if ax is not None:
        axes, found, figure = ax, list(np.asarray(ax, dtype=object).reshape(-1)), None
    else:
        figure, axes, found = _many_axes(len(kept), layout, figsize, False, True)
    for target, name in zip(found, kept):
        groups = list(table.groupby(by)[name])
        target.boxplot([_known(part._values) for _, part in groups], **options)
        target.set_xticklabels([_text(key) for key, _ in groups], rotation=rot)
        target.set_title(_text(name))
        target.set_xlabel(_text(by) if not isinstance(by, list) else f"[{', '.join(map(_text, by))}]")
        target.grid(grid)
    found[0].figure.suptitle(f"Boxplot grouped by {_text(by) if not isinstance(by, list) else ', '.join(map(_text, by))}")
    return found[0] if len(kept) == 1 else axes
