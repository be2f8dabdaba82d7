"""Axes: their contents, limits, scales, names, and position in the figure."""

# The file before this one defines Axis, Spines and their helpers.

from matplotlib.artist import Line2D, Rectangle, _text_properties
from matplotlib.dates import _days

_TITLE = {"left": 0.0, "center": 0.5, "right": 1.0}


class _Space(str):
    """A way of giving places: "data" or "axes", and from there to matplotlib's pixels and back."""

    def __new__(cls, name, owner, back=False):
        made = str.__new__(cls, name)
        made._owner, made._back = owner, back
        return made

    def inverted(self):
        """The way back."""
        return _Space(str(self), self._owner, not self._back)

    def transform(self, values):
        """Places in the other unit: rows of x and y, or one of them."""
        import numpy as np

        values = np.asarray(values, dtype=float)
        origin, scale = (np.array([float(part) for part in pair]) for pair in self._owner._pixels(str(self)))
        return (values - origin) / scale if self._back else values * scale + origin

    def transform_point(self, point):
        """One place in the other unit."""
        return self.transform(point)

    def transform_path(self, path):
        """A path in the other unit."""
        return path.transformed(self)


class _Label(Text):
    """A title or name as a text: changes of it change what it names."""

    def __init__(self, owner, name, own):
        super().__init__(0.5, 1.0, getattr(owner, name), **{key: own[key] for key in ("color", "fontsize", "fontweight", "fontstyle", "rotation") if key in own})
        self._owner, self._called = owner, name

    def set_text(self, s):
        """Sets the text."""
        super().set_text(s)
        setattr(self._owner, self._called, self._text)

    def set_fontsize(self, fontsize):
        """Points."""
        super().set_fontsize(fontsize)
        setattr(self._owner, self._called + "_size", _size(fontsize))

    set_size = set_fontsize

    def set_color(self, color):
        """Its colour."""
        super().set_color(color)
        setattr(self._owner, self._called + "_color", color)

    set_c = set_color


class _Base:
    """Limits, scales, ticks, names, frame."""

    def __init__(self, figure, place, sharex=None, sharey=None, facecolor=None, projection=None, polar=False, **kwargs):
        self.figure = figure
        self._place = place
        self._twin = None
        self.set_label(kwargs.pop("label", ""))
        self.clear()
        self._facecolor = facecolor
        if sharex is not None:
            self._share(sharex, "x")
        if sharey is not None:
            self._share(sharey, "y")
        if kwargs:
            self.set(**kwargs)

    def clear(self):
        """Without anything drawn, as new."""
        self._artists, self._held = [], []
        self.xaxis, self.yaxis = Axis(self, "x"), Axis(self, "y")
        self.spines = Spines()
        self._title, self._title_size, self._title_color, self._title_at = "", _text_size("axes.titlesize", "large"), None, 0.5
        self._legend = None
        self._bare = False
        self._aspect = None
        self._next = {"line": 0, "fill": 0}
        self._bar = None

    cla = clear

    def _share(self, other, which):
        own, others = self._axis(which), other._axis(which)
        others._shared.append(own)
        own._shared = others._shared
        own._scale = others._scale

    def _axis(self, which):
        return self.xaxis if which == "x" else self.yaxis

    # what is drawn

    def _add(self, artist):
        artist.axes = self
        self._artists.append(artist)
        self.figure._changed = True
        return artist

    def _drop(self, artist):
        self._artists = [each for each in self._artists if each is not artist]

    def add_artist(self, a):
        """Adds something to draw."""
        return self._add(a)

    add_patch = add_line = add_artist

    def add_collection(self, collection, autolim=True):
        """Adds lines, areas or shapes."""
        return self._add(collection)

    def update_datalim(self, xys, updatex=True, updatey=True):
        """Makes the limits hold these places too."""
        xys = [[float(part) for part in each] for each in xys]
        self._held.append(([each[0] for each in xys], [each[1] for each in xys]))

    def _color(self, kind="fill"):
        """The next colour of the cycle; lines and filled shapes count by themselves, so that a line and its band are alike."""
        owner = self if self._twin is None else self._twin[0]
        owner._next[kind] += 1
        return f"C{owner._next[kind] - 1}"

    def _number(self, which, value):
        """A place on an axis as a number: names count from 0."""
        if isinstance(value, str):
            categories = self._axis(which)._categories
            for axis in self._axis(which)._shared:
                if axis._categories:
                    categories = axis._categories
            return float(categories.setdefault(value, len(categories)))
        days = _days(value)
        if days is not None:
            self._axis(which)._date_units()
            value = days
        column = _column(value)
        if column.size != 1:
            raise ValueError(f"one number is wanted for {which}, not {column.size}")
        return column.tolist()[0]

    def _numbers(self, which, data):
        """Converts data to a column. Names are numbered from 0 in order of appearance."""
        if isinstance(data, str):
            data = [data]
        if not isinstance(data, (list, tuple, range)) and not hasattr(data, "shape") and not hasattr(data, "__array__") and hasattr(data, "__iter__"):
            data = list(data)
        if isinstance(data, (list, tuple)) and any(isinstance(each, str) for each in data):
            return _column([self._number(which, str(each)) for each in data])
        days = _days(data)
        if days is not None:
            self._axis(which)._date_units()
            return _column(days)
        return _column(data)

    @property
    def lines(self):
        """Its lines."""
        return [artist for artist in self._artists if isinstance(artist, Line2D)]

    @property
    def patches(self):
        """Its boxes."""
        found = []
        for artist in self._artists:
            if isinstance(artist, Rectangle) or hasattr(artist, "_outline"):
                found.append(artist)
            found += list(getattr(artist, "patches", []))
        return found

    @property
    def images(self):
        """Its images."""
        return [artist for artist in self._artists if type(artist).__name__ == "AxesImage"]

    @property
    def texts(self):
        """Its texts."""
        return [artist for artist in self._artists if isinstance(artist, Text)]

    @property
    def collections(self):
        """Its scatter plots and areas."""
        return [artist for artist in self._artists if type(artist).__name__.endswith("Collection") or type(artist).__name__ in ("Area", "Segments")]

    def get_children(self):
        """All that is drawn in it."""
        return list(self._artists)

    def get_lines(self):
        """Its lines."""
        return self.lines

    def has_data(self):
        """Whether anything is drawn in it."""
        return bool(self._artists)

    # limits and scales

    def get_xlim(self):
        """The ends of the x axis."""
        return self.xaxis._get()

    def get_ylim(self):
        """The ends of the y axis."""
        return self.yaxis._get()

    def set_xlim(self, left=None, right=None, *, emit=True, auto=False, xmin=None, xmax=None):
        """The ends of the x axis."""
        return self.xaxis._set(left if left is not None else xmin, right if right is not None else xmax)

    def set_ylim(self, bottom=None, top=None, *, emit=True, auto=False, ymin=None, ymax=None):
        """The ends of the y axis."""
        return self.yaxis._set(bottom if bottom is not None else ymin, top if top is not None else ymax)

    set_xbound = set_xlim
    set_ybound = set_ylim

    def margins(self, *margins, x=None, y=None, tight=True):
        """The room around data, as a share of it."""
        if len(margins) == 1:
            x = y = margins[0]
        elif len(margins) == 2:
            x, y = margins
        if x is not None:
            self.xaxis._margin = float(x)
        if y is not None:
            self.yaxis._margin = float(y)

    def autoscale(self, enable=True, axis="both", tight=None):
        """Limits from the data again; tight without room around it."""
        for which in "xy" if axis == "both" else axis:
            if enable:
                self._axis(which)._limits = None
            if tight:
                self._axis(which)._margin = 0.0

    def autoscale_view(self, tight=None, scalex=True, scaley=True):
        """Nothing: limits follow the data."""

    def relim(self, visible_only=False):
        """Nothing: limits follow the data."""

    def _set_scale(self, axis, value, kwargs):
        if value not in ("linear", "log", "symlog"):
            raise ValueError(f"{value!r} is not a valid value for scale; there are 'linear', 'log' and 'symlog'")
        _check("set_scale", kwargs, {"base", "linthresh", "linscale", "nonpositive", "subs"})
        if kwargs.get("base", 10) != 10:
            raise ValueError(f"logarithmic axes have the base 10 here, not {kwargs['base']}")
        for each in axis._shared:
            each._scale, each._threshold = value, float(kwargs.get("linthresh", 2.0))

    def set_xscale(self, value, **kwargs):
        """'linear', 'log' or 'symlog'."""
        self._set_scale(self.xaxis, value, kwargs)

    def set_yscale(self, value, **kwargs):
        """'linear', 'log' or 'symlog'."""
        self._set_scale(self.yaxis, value, kwargs)

    def get_xscale(self):
        """'linear', 'log' or 'symlog'."""
        return self.xaxis._scale

    def get_yscale(self):
        """'linear', 'log' or 'symlog'."""
        return self.yaxis._scale

    def get_xaxis(self):
        """The x axis: its ticks, labels and grid."""
        return self.xaxis

    def get_yaxis(self):
        """The y axis: its ticks, labels and grid."""
        return self.yaxis

    def invert_xaxis(self):
        """Turns the x axis round."""
        self.xaxis._invert()

    def invert_yaxis(self):
        """Turns the y axis round."""
        self.yaxis._invert()

    def xaxis_inverted(self):
        """Returns whether the x axis is inverted."""
        return self.xaxis.get_inverted()

    def yaxis_inverted(self):
        """Returns whether the y axis is inverted."""
        return self.yaxis.get_inverted()

    def set_aspect(self, aspect, adjustable=None, anchor=None, share=False):
        """'equal' for units of one length, 'auto' to fill the room, or y's length over x's."""
        self._aspect = {"equal": 1.0, "auto": None}.get(aspect, aspect)

    def get_aspect(self):
        """y's length over x's, or 'auto'."""
        return "auto" if self._aspect is None else self._aspect

    def set_box_aspect(self, aspect=None):
        """The height of the axes over their width."""
        self._box_aspect = aspect

    @property
    def axison(self):
        """Whether the frame, ticks and names of the axes are drawn."""
        return not self._bare

    def axis(self, arg=None, /, *, emit=True, **limits):
        """axis('off'), axis('equal'), axis('tight'), axis([x0, x1, y0, y1]); returns the limits."""
        if isinstance(arg, (bool, int)) and not isinstance(arg, str):
            arg = "on" if arg else "off"
        if isinstance(arg, str):
            arg = arg.lower()
            if arg in ("off", "on"):
                self._bare = arg == "off"
            elif arg in ("equal", "scaled", "image", "square"):
                self._aspect = 1.0
                if arg == "image":
                    self.autoscale(tight=True)
            elif arg == "auto":
                self._aspect = None
                self.autoscale()
            elif arg == "tight":
                self.autoscale(tight=True)
            else:
                raise ValueError(f"Unrecognized string {arg!r} to axis; try 'on', 'off', 'equal', 'tight', 'auto', 'image', 'scaled' or 'square'")
        elif arg is not None:
            if len(arg) != 4:
                raise TypeError("The first argument to axis() must be an iterable of the form [xmin, xmax, ymin, ymax]")
            self.set_xlim(arg[0], arg[1])
            self.set_ylim(arg[2], arg[3])
        if limits:
            _check("axis", limits, {"xmin", "xmax", "ymin", "ymax"})
            self.set_xlim(limits.get("xmin"), limits.get("xmax"))
            self.set_ylim(limits.get("ymin"), limits.get("ymax"))
        return *self.get_xlim(), *self.get_ylim()

    def set_axis_off(self):
        """Draws no axes."""
        self._bare = True

    def set_axis_on(self):
        """Draws axes."""
        self._bare = False

    # ticks

    def set_xticks(self, ticks, labels=None, *, minor=False, **kwargs):
        """Ticks of the x axis, with texts if given."""
        self.xaxis.set_ticks(ticks, labels, minor=minor, **kwargs)

    def set_yticks(self, ticks, labels=None, *, minor=False, **kwargs):
        """Ticks of the y axis, with texts if given."""
        self.yaxis.set_ticks(ticks, labels, minor=minor, **kwargs)

    def set_xticklabels(self, labels, **kwargs):
        """Sets the tick labels of the x axis."""
        self.xaxis.set_ticklabels(labels, **kwargs)

    def set_yticklabels(self, labels, **kwargs):
        """Sets the tick labels of the y axis."""
        self.yaxis.set_ticklabels(labels, **kwargs)

    def get_xticks(self, *, minor=False):
        """Returns the tick positions of the x axis."""
        return self.xaxis.get_ticklocs(minor=minor)

    def get_yticks(self, *, minor=False):
        """Returns the tick positions of the y axis."""
        return self.yaxis.get_ticklocs(minor=minor)

    def get_xticklabels(self, minor=False, which=None):
        """Returns the tick labels of the x axis."""
        return self.xaxis.get_ticklabels()

    def get_yticklabels(self, minor=False, which=None):
        """Returns the tick labels of the y axis."""
        return self.yaxis.get_ticklabels()

    def tick_params(self, axis="both", **kwargs):
        """rotation/labelrotation, labelsize, length, which sides have ticks and texts."""
        known = {"labelrotation", "rotation", "labelsize", "length", "left", "right", "top", "bottom", "labelleft", "labelright", "labeltop",
                 "labelbottom", "which", "direction", "width", "color", "colors", "labelcolor", "pad", "reset", "grid_alpha", "grid_color", "size"}
        _check("tick_params", kwargs, known)
        for which in "xy" if axis == "both" else axis:
            on = self._axis(which)
            on._turn = float(kwargs.get("labelrotation", kwargs.get("rotation", on._turn)))
            if "labelsize" in kwargs:
                on._size = _size(kwargs["labelsize"])
            if kwargs.get("which", "major") == "minor":
                continue
            near, far = ("bottom", "top") if which == "x" else ("left", "right")
            if "length" in kwargs:
                on._marks = kwargs["length"] > 0
            if near in kwargs or far in kwargs:
                on._marks = bool(kwargs.get(near, on._marks)) or bool(kwargs.get(far, False))
            if f"label{near}" in kwargs or f"label{far}" in kwargs:
                on._labels = bool(kwargs.get(f"label{near}", on._labels)) or bool(kwargs.get(f"label{far}", False))
                on._far = bool(kwargs.get(f"label{far}", False))

    def ticklabel_format(self, *, axis="both", style=None, scilimits=None, useOffset=None, useLocale=None, useMathText=None):
        """style='sci' or 'plain'."""
        if style == "plain" or useOffset is False:
            for which in "xy" if axis == "both" else axis:
                self._axis(which)._formatter = FuncFormatter(lambda x, pos: f"{x:.10g}".replace("-", "−") if abs(x) < 1e10 else f"{x:.0f}")

    def locator_params(self, axis="both", tight=None, **kwargs):
        """nbins: how many intervals there may be; integer."""
        for which in "xy" if axis in ("both", None) else axis:
            self._axis(which)._locator = MaxNLocator(kwargs.get("nbins", 9), integer=kwargs.get("integer", False))

    def minorticks_on(self):
        """Accepted: logarithmic axes have their minor ticks."""

    def minorticks_off(self):
        """Accepted."""

    def label_outer(self, remove_inner_ticks=False):
        """Texts only at the left and the bottom of the grid."""
        place = self._place
        if "row" in place:
            if place["row"][1] < len(place["rows"]):
                self.xaxis._labels, self.xaxis._name = False, ""
            if place["column"][0] > 0:
                self.yaxis._labels, self.yaxis._name = False, ""

    def grid(self, visible=None, which="major", axis="both", **kwargs):
        """Grid lines: grid(True), grid(axis='y', alpha=0.3)."""
        if axis not in ("both", "x", "y"):
            raise ValueError(f"{axis!r} is not a valid value for axis; supported values are 'x', 'y', 'both'")
        for each in "xy" if axis == "both" else axis:
            self._axis(each).grid(visible, which, **dict(kwargs))

    def set_axisbelow(self, b):
        """Accepted: the grid is below."""

    # names

    def set_title(self, label, fontdict=None, loc=None, pad=None, *, y=None, **kwargs):
        """The text above; returns it."""
        own = _text_properties("set_title", fontdict, kwargs)
        self._title = str(label)
        self._title_at = _TITLE[loc or "center"]
        if own.get("fontsize") is not None:
            self._title_size = _size(own["fontsize"])
        self._title_color = own.get("color") or self._title_color
        return _Label(self, "_title", own)

    @property
    def title(self):
        """The text above."""
        return _Label(self, "_title", {"color": self._title_color})

    def get_title(self, loc="center"):
        """The text above, at one of its places."""
        return self._title if self._title_at == _TITLE[loc] else ""

    def _name(self, axis, function, text, fontdict, kwargs):
        own = _text_properties(function, fontdict, kwargs)
        axis._name = str(text)
        if own.get("fontsize") is not None:
            axis._name_size = _size(own["fontsize"])
        axis._name_color = own.get("color") or axis._name_color
        return _Label(axis, "_name", own)

    def set_xlabel(self, xlabel, fontdict=None, labelpad=None, *, loc=None, **kwargs):
        """The x axis' name; returns it as a text."""
        return self._name(self.xaxis, "set_xlabel", xlabel, fontdict, kwargs)

    def set_ylabel(self, ylabel, fontdict=None, labelpad=None, *, loc=None, **kwargs):
        """The y axis' name; returns it as a text."""
        return self._name(self.yaxis, "set_ylabel", ylabel, fontdict, kwargs)

    def get_xlabel(self):
        """The x axis' name."""
        return self.xaxis._name

    def get_ylabel(self):
        """The y axis' name."""
        return self.yaxis._name

    def set_label(self, s):
        """A name by which it can be found."""
        self._label = s

    def get_label(self):
        """A name by which it can be found."""
        return self._label

    def set(self, **properties):
        """Sets properties by name: set(xlabel='step', ylabel='loss', title='Training', ylim=(0, 1))."""
        for name, value in properties.items():
            method = getattr(self, f"set_{name}", None)
            if method is None:
                known = [each[4:] for each in dir(self) if each.startswith("set_")]
                raise AttributeError(f"Axes.set() got an unexpected keyword argument '{name}'; there are: {', '.join(known)}")
            if name in ("xlim", "ylim", "zlim", "position") and isinstance(value, (tuple, list)):
                method(*value)
            else:
                method(value)
        return self

    def set_facecolor(self, color):
        """The colour behind the data."""
        _parse(color)
        self._facecolor = color

    def set_frame_on(self, b):
        """Sets whether the frame is visible."""
        for spine in self.spines.values():
            spine.set_visible(b)

    def set_position(self, *position):
        """Left, bottom, width and height as shares of the figure."""
        self._place = {"box": [float(part) for part in (position[0] if len(position) == 1 else position)]}

    def set_visible(self, b):
        """Whether the axes and their artists are drawn."""
        self._hidden = not b

    def remove(self):
        """Takes the axes out of their figure."""
        self.figure.delaxes(self)

    def get_figure(self):
        """The figure."""
        return self.figure

    @property
    def transAxes(self):
        """For texts: places as shares of the axes."""
        return _Space("axes", self)

    @property
    def transData(self):
        """For texts: places by the axes' values."""
        return _Space("data", self)

    def _pixels(self, space):
        """Where the zero of a space is in matplotlib's layout, and how long its units are there."""
        dpi = self.figure.dpi
        wide, high = (side * dpi for side in self._inches())
        left, bottom = 0.125 * self.figure._inches[0] * dpi, 0.11 * self.figure._inches[1] * dpi
        if space == "axes":
            return (left, bottom), (wide, high)
        (x0, x1), (y0, y1) = self.get_xlim(), self.get_ylim()
        across, up = wide / (x1 - x0), high / (y1 - y0)
        return (left - x0 * across, bottom - y0 * up), (across, up)

    def _inches(self):
        """Returns the size in matplotlib's layout, which determines the number of ticks."""
        width, height = self.figure._inches
        place = self._place if self._twin is None else self._twin[0]._place
        if "box" in place:
            return width * place["box"][2], height * place["box"][3]
        rows, columns = len(place["rows"]), len(place["columns"])
        down, across = place["row"][1] - place["row"][0], place["column"][1] - place["column"][0]
        each_wide = width * 0.775 / (columns + 0.2 * (columns - 1))
        each_high = height * 0.77 / (rows + 0.2 * (rows - 1))
        return each_wide * (across + 0.2 * (across - 1)), each_high * (down + 0.2 * (down - 1))

    def _spec(self, numbers):
        specs = []
        for artist in self._artists:
            if artist._visible:
                specs += artist._specs()
        spec = {**self._place, "artists": specs, "x": self.xaxis._spec(), "y": self.yaxis._spec(), "title": self._title,
                "title_size": self._title_size, "title_at": self._title_at, "bare": self._bare,
                "frame": [self.spines[side]._shown for side in ("left", "right", "bottom", "top")]}
        if self._title_color is not None:
            spec["title_colour"] = _parse(self._title_color)[0]
        face = self._facecolor if self._facecolor is not None else rcParams["axes.facecolor"]
        code = _parse(face)[0]
        if code not in ("#ffffff", "none"):
            spec["ground"] = code
        if self._aspect is not None:
            spec["aspect"] = float(self._aspect)
        elif getattr(self, "_box_aspect", None):
            (x0, x1), (y0, y1) = self.get_xlim(), self.get_ylim()
            spec["aspect"] = self._box_aspect * abs(x1 - x0) / abs(y1 - y0)
        if self._twin is not None:
            spec["twin"], spec["shares_x"] = numbers[id(self._twin[0])], self._twin[1] == "x"
        if self._legend is not None:
            spec["legend"] = self._legend._spec()
        if self._bar is not None:
            spec["bar"] = self._bar._spec()
        return spec
