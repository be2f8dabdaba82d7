"""`matplotlib`: the parts that notebooks use. TensorCell's own charts draw the pictures."""

__version__ = "3.11.2"


class _RcParams(dict):
    """Settings. Those that pictures here follow change them; matplotlib's others are kept and read back."""

    def update(self, *others, **settings):
        for other in others:
            for name in other:
                self[name] = other[name]
        for name in settings:
            self[name] = settings[name]

    def copy(self):
        return _RcParams(self)

    def __repr__(self):
        return "RcParams({" + ", ".join(f"{name!r}: {self[name]!r}" for name in sorted(self)) + "})"


class _Cycle:
    """The colours that plots use in turn: the value of `cycler(color=...)`."""

    def __init__(self, colours, **others):
        self._colours = list(colours)
        self._others = {name: list(values) for name, values in others.items()}

    def by_key(self):
        """The lists by name."""
        return {"color": list(self._colours), **{name: list(values) for name, values in self._others.items()}}

    def __iter__(self):
        return iter([{"color": colour} for colour in self._colours])

    def __len__(self):
        return len(self._colours)

    def __repr__(self):
        return f"cycler('color', {self._colours!r})"


def cycler(*args, **kwargs):
    """Colours to take by turns: cycler(color=['r', 'g', 'b']) or cycler('color', [...])."""
    if args:
        kwargs = {args[0]: args[1]} if len(args) == 2 else kwargs
    if "color" not in kwargs:
        raise ValueError("a cycler of colours is wanted: cycler(color=[...])")
    return _Cycle(kwargs.pop("color"), **kwargs)


_defaults = {
    "animation.html": "none",
    "animation.embed_limit": 20.0,
    "figure.figsize": [6.4, 4.8],
    "figure.dpi": 100.0,
    "savefig.dpi": "figure",
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "axes.edgecolor": "black",
    "axes.grid": False,
    "axes.grid.axis": "both",
    "axes.titlesize": "large",
    "axes.labelsize": "medium",
    "axes.linewidth": 0.8,
    "axes.spines.left": True,
    "axes.spines.right": True,
    "axes.spines.top": True,
    "axes.spines.bottom": True,
    "axes.xmargin": 0.05,
    "axes.ymargin": 0.05,
    "axes.prop_cycle": _Cycle([f"C{i}" for i in range(8)]),
    "font.size": 10.0,
    "font.family": ["sans-serif"],
    "grid.alpha": 1.0,
    "grid.linestyle": "-",
    "grid.linewidth": 0.8,
    "image.cmap": "viridis",
    "image.interpolation": "auto",
    "image.origin": "upper",
    "legend.fontsize": "medium",
    "legend.loc": "best",
    "legend.frameon": True,
    "lines.linewidth": 1.5,
    "lines.linestyle": "-",
    "lines.marker": "None",
    "lines.markersize": 6.0,
    "text.usetex": False,
    "xtick.labelsize": "medium",
    "ytick.labelsize": "medium",
    "figure.autolayout": False,
    "figure.max_open_warning": 20,
    "pdf.fonttype": 3,
}
rcParams = _RcParams(_defaults)
rcParamsDefault = _RcParams(_defaults)


def rc(group, **settings):
    """Changes settings of a group: rc('lines', linewidth=2)."""
    for name in [group] if isinstance(group, str) else group:
        for key, value in settings.items():
            rcParams[f"{name}.{key}"] = value


def rcdefaults():
    """All settings as they were."""
    rcParams.clear()
    rcParams.update(_defaults)


class rc_context:
    """Settings for the statements of a `with`."""

    def __init__(self, rc=None, fname=None):
        self._wanted = rc or {}

    def __enter__(self):
        self._before = dict(rcParams)
        rcParams.update(self._wanted)

    def __exit__(self, *_):
        rcParams.clear()
        rcParams.update(self._before)
        return False


def use(backend, force=True):
    """Accepted: pictures are always shown in the notebook."""


def get_backend():
    """The way pictures are shown."""
    return "inline"


def is_interactive():
    """Returns whether plots are shown automatically, at the end of the cell."""
    return True
