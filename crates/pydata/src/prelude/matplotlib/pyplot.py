"""`matplotlib.pyplot`: figures and plots, as a cell draws them.

import matplotlib.pyplot as plt
plt.plot([1, 2, 4], label="loss")
plt.legend()                      # shown at the end of the cell, or at plt.show()
"""

import contextlib

import matplotlib.figure as _module
from matplotlib import cm, cycler, rc, rc_context, rcdefaults, rcParams, rcParamsDefault
from matplotlib.artist import Line2D
from matplotlib.axes import Axes
from matplotlib.cm import colormaps, get_cmap
from matplotlib.figure import AxesArray, Figure
from matplotlib.gridspec import GridSpec
from matplotlib.patches import Circle, Polygon, Rectangle
from matplotlib.ticker import (
    AutoLocator,
    FixedFormatter,
    FixedLocator,
    FormatStrFormatter,
    Formatter,
    FuncFormatter,
    LinearLocator,
    Locator,
    LogLocator,
    MaxNLocator,
    MultipleLocator,
    NullFormatter,
    NullLocator,
    ScalarFormatter,
)

_figures = {}
_current = None
_interactive = True


# figures


def figure(num=None, figsize=None, dpi=None, *, facecolor=None, edgecolor=None, frameon=True, FigureClass=None, clear=False, **kwargs):
    """A new figure, or the one of that number or name; it becomes the current one. figsize: inches of 100 pixels."""
    global _current
    if isinstance(num, Figure):
        num = num.number
    if num is None:
        num = max([each for each in _figures if isinstance(each, int)], default=0) + 1
    if num not in _figures:
        _figures[num] = Figure(figsize, dpi, facecolor=facecolor, num=num, **kwargs)
    elif clear:
        _figures[num].clear()
    _current = num
    return _figures[num]


def gcf():
    """The current figure; a new one where there is none."""
    return _figures[_current] if _current in _figures else figure()


def gca():
    """The current axes; new ones where there are none."""
    return gcf().gca()


def sca(ax):
    """Makes axes (and their figure) the current ones."""
    global _current
    _current = ax.figure.number
    ax.figure.sca(ax)


def get_fignums():
    """The open figures' numbers."""
    return sorted(each for each in _figures if isinstance(each, int))


def fignum_exists(num):
    """Returns whether a figure with this number is open."""
    return num in _figures


def close(fig=None):
    """Closes the current figure, a figure or its number, or 'all'. Closed figures are not shown."""
    global _current
    if fig == "all":
        _figures.clear()
    elif fig is None:
        _figures.pop(_current, None)
    else:
        _figures.pop(fig.number if isinstance(fig, Figure) else fig, None)
    if _current not in _figures:
        _current = max(get_fignums(), default=None)


def clf():
    """Clears the current figure."""
    gcf().clear()


def cla():
    """Clears the current axes."""
    gca().clear()


def subplot(*args, **kwargs):
    """The axes of a cell of the current figure: subplot(2, 3, 1), subplot(231)."""
    fig = gcf()
    if len(args) == 1 and isinstance(args[0], Axes):
        fig.sca(args[0])
        return args[0]
    place = fig._cell(args)
    for axes in fig.axes:
        if axes._place == place and axes._twin is None and not kwargs:
            fig.sca(axes)
            return axes
    return fig.add_subplot(*args, **kwargs)


def subplots(nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, width_ratios=None, height_ratios=None, subplot_kw=None, gridspec_kw=None,
             **fig_kw):
    """A new figure and a grid of axes: fig, ax = subplots(); fig, axes = subplots(2, 3, figsize=(9, 4), sharex=True)."""
    fig = figure(**fig_kw)
    return fig, fig.subplots(nrows, ncols, sharex=sharex, sharey=sharey, squeeze=squeeze, width_ratios=width_ratios, height_ratios=height_ratios,
                             subplot_kw=subplot_kw, gridspec_kw=gridspec_kw)


def subplot_mosaic(mosaic, *, sharex=False, sharey=False, width_ratios=None, height_ratios=None, subplot_kw=None, gridspec_kw=None, **fig_kw):
    """A new figure and axes by name from a picture of the grid."""
    fig = figure(**fig_kw)
    return fig, fig.subplot_mosaic(mosaic, sharex=sharex, sharey=sharey, width_ratios=width_ratios, height_ratios=height_ratios)


def subplot2grid(shape, loc, rowspan=1, colspan=1, fig=None, **kwargs):
    """Axes at a row and column of a grid, over several of them if asked."""
    grid = GridSpec(*shape)
    fig = gcf() if fig is None else fig
    return fig.add_subplot(grid[loc[0] : loc[0] + rowspan, loc[1] : loc[1] + colspan], **kwargs)


def axes(arg=None, **kwargs):
    """New axes over the whole figure, or at [left, bottom, width, height]."""
    return gcf().add_subplot(**kwargs) if arg is None else gcf().add_axes(arg, **kwargs)


def delaxes(ax=None):
    """Takes axes away."""
    gcf().delaxes(gca() if ax is None else ax)


def twinx(ax=None):
    """Axes at the same place with a y axis of their own, at the right."""
    return (gca() if ax is None else ax).twinx()


def twiny(ax=None):
    """Axes at the same place with an x axis of their own, on top."""
    return (gca() if ax is None else ax).twiny()


# showing and saving


def _show(fig):
    from IPython.display import display

    display(fig)


def show(*args, block=None, close=None):
    """Shows all open figures now, and closes them."""
    global _current
    shown = [_figures[number] for number in list(_figures)]
    _figures.clear()
    _current = None
    for fig in shown:
        if fig.axes or fig._title:
            _show(fig)
        else:
            # Explain that there is nothing to show.
            from IPython.display import display_pretty

            display_pretty(repr(fig), raw=True)


def _end_of_cell():
    """Shows the open figures of a cell, except those that it has shown itself."""
    global _current
    left = [_figures[number] for number in list(_figures)]
    _figures.clear()
    _current = None
    for fig in left:
        if not fig._shown and fig.axes:
            _show(fig)


def draw():
    """Nothing: figures are drawn when they are shown."""


def draw_if_interactive():
    """Nothing."""


def pause(interval):
    """Shows the current figure and waits."""
    import time

    if _current in _figures:
        _show(gcf())
    time.sleep(interval)


def _switch(interactive):
    """Sets the answer of `isinteractive`, and returns a context that restores it."""
    global _interactive
    context = contextlib.ExitStack()
    context.callback(_switch_back, _interactive)
    _interactive = interactive
    return context


def _switch_back(interactive):
    global _interactive
    _interactive = interactive


def ion():
    """Sets the interactive mode, or sets it for a `with` block. Figures are shown at the end of the cell in both modes."""
    return _switch(True)


def ioff():
    """Clears the interactive mode, or clears it for a `with` block. Figures are shown at the end of the cell in both modes."""
    return _switch(False)


def isinteractive():
    """Returns whether the interactive mode is set."""
    return _interactive


def switch_backend(newbackend):
    """Nothing: pictures are always shown in the notebook."""


def savefig(*args, **kwargs):
    """Writes the current figure as PNG or SVG, inside the notebook's folder."""
    return gcf().savefig(*args, **kwargs)


def imread(fname, format=None):
    """A PNG or JPEG as an array: (rows, columns[, 3 or 4]); a PNG's values are float32 in 0..1."""
    import numpy as np
    from PIL import Image

    array = np.array(Image.open(fname))
    return array / np.float32(255) if str(fname).lower().endswith(".png") else array


def imsave(fname, arr, *, cmap=None, vmin=None, vmax=None, origin="upper", **kwargs):
    """Writes an array as a picture, one pixel for each number."""
    import numpy as np
    from matplotlib.colors import Normalize, _colormap
    from PIL import Image

    array = np.array(arr)
    if len(array.shape) == 2:
        array = _colormap(cmap)(Normalize(vmin, vmax)(array))
    if "int" not in str(array.dtype):
        array = np.clip(array * 255, 0, 255)
    array = array.astype(np.uint8)
    if array.shape[2] == 3:
        array = np.concatenate([array, np.full((*array.shape[:2], 1), 255, np.uint8)], axis=2)
    array = array[::-1] if origin == "lower" else array
    jpeg = str(fname).lower().endswith((".jpg", ".jpeg"))
    Image.fromarray(array[:, :, :3] if jpeg else array).save(fname)


# the current axes


def plot(*args, **kwargs):
    """Lines through points; see Axes.plot."""
    return gca().plot(*args, **kwargs)


def scatter(x, y, s=None, c=None, **kwargs):
    """Points; see Axes.scatter."""
    return gca().scatter(x, y, s, c, **kwargs)


def bar(x, height, width=0.8, bottom=None, **kwargs):
    """Bars; see Axes.bar."""
    return gca().bar(x, height, width, bottom, **kwargs)


def barh(y, width, height=0.8, left=None, **kwargs):
    """Level bars; see Axes.barh."""
    return gca().barh(y, width, height, left, **kwargs)


def bar_label(container, labels=None, **kwargs):
    """Writes each bar's value; see Axes.bar_label."""
    return gca().bar_label(container, labels, **kwargs)


def hist(x, bins=None, **kwargs):
    """Counts the numbers in each interval; see Axes.hist."""
    return gca().hist(x, bins, **kwargs)


def hist2d(x, y, bins=10, **kwargs):
    """Counts the points in each box; see Axes.hist2d."""
    return gca().hist2d(x, y, bins, **kwargs)


def imshow(X, cmap=None, norm=None, **kwargs):
    """An image, or numbers as colours; see Axes.imshow."""
    return gca().imshow(X, cmap, norm, **kwargs)


def matshow(A, fignum=None, **kwargs):
    """Shows a matrix as colours in a new figure."""
    return (gca() if fignum == 0 else figure(figsize=(4.8, 4.8)).add_subplot()).matshow(A, **kwargs)


def pcolormesh(*args, **kwargs):
    """Numbers as coloured boxes; see Axes.pcolormesh."""
    return gca().pcolormesh(*args, **kwargs)


def pcolor(*args, **kwargs):
    """Numbers as coloured boxes; see Axes.pcolormesh."""
    return gca().pcolormesh(*args, **kwargs)


def contour(*args, **kwargs):
    """Lines of equal value; see Axes.contour."""
    return gca().contour(*args, **kwargs)


def contourf(*args, **kwargs):
    """Bands between values; see Axes.contourf."""
    return gca().contourf(*args, **kwargs)


def clabel(CS, levels=None, **kwargs):
    """Writes values on contours."""
    return gca().clabel(CS, levels, **kwargs)


def quiver(*args, **kwargs):
    """Arrows; see Axes.quiver."""
    return gca().quiver(*args, **kwargs)


def pie(x, **kwargs):
    """A disc in slices; see Axes.pie."""
    return gca().pie(x, **kwargs)


def boxplot(x, **kwargs):
    """Median, quartiles, whiskers; see Axes.boxplot."""
    return gca().boxplot(x, **kwargs)


def violinplot(dataset, positions=None, **kwargs):
    """Densities; see Axes.violinplot."""
    return gca().violinplot(dataset, positions, **kwargs)


def errorbar(x, y, yerr=None, xerr=None, fmt="", **kwargs):
    """Points with bars of their errors; see Axes.errorbar."""
    return gca().errorbar(x, y, yerr, xerr, fmt, **kwargs)


def step(x, y, *args, where="pre", **kwargs):
    """A line in steps; see Axes.step."""
    return gca().step(x, y, *args, where=where, **kwargs)


def stem(*args, **kwargs):
    """Lines from the axis to each point; see Axes.stem."""
    return gca().stem(*args, **kwargs)


def stackplot(x, *args, **kwargs):
    """Areas on top of each other; see Axes.stackplot."""
    return gca().stackplot(x, *args, **kwargs)


def fill(*args, **kwargs):
    """The area within corners; see Axes.fill."""
    return gca().fill(*args, **kwargs)


def fill_between(x, y1, y2=0, **kwargs):
    """The area between two lines; see Axes.fill_between."""
    return gca().fill_between(x, y1, y2, **kwargs)


def fill_betweenx(y, x1, x2=0, **kwargs):
    """The area between two upright lines; see Axes.fill_betweenx."""
    return gca().fill_betweenx(y, x1, x2, **kwargs)


def semilogy(*args, **kwargs):
    """plot with a logarithmic y axis."""
    return gca().semilogy(*args, **kwargs)


def semilogx(*args, **kwargs):
    """plot with a logarithmic x axis."""
    return gca().semilogx(*args, **kwargs)


def loglog(*args, **kwargs):
    """plot with two logarithmic axes."""
    return gca().loglog(*args, **kwargs)


def axhline(y=0, xmin=0, xmax=1, **kwargs):
    """A level line across the axes."""
    return gca().axhline(y, xmin, xmax, **kwargs)


def axvline(x=0, ymin=0, ymax=1, **kwargs):
    """An upright line across the axes."""
    return gca().axvline(x, ymin, ymax, **kwargs)


def axhspan(ymin, ymax, xmin=0, xmax=1, **kwargs):
    """A level band across the axes."""
    return gca().axhspan(ymin, ymax, xmin, xmax, **kwargs)


def axvspan(xmin, xmax, ymin=0, ymax=1, **kwargs):
    """An upright band across the axes."""
    return gca().axvspan(xmin, xmax, ymin, ymax, **kwargs)


def axline(xy1, xy2=None, *, slope=None, **kwargs):
    """A straight line through two points."""
    return gca().axline(xy1, xy2, slope=slope, **kwargs)


def hlines(y, xmin, xmax, *args, **kwargs):
    """Level lines."""
    return gca().hlines(y, xmin, xmax, *args, **kwargs)


def vlines(x, ymin, ymax, *args, **kwargs):
    """Upright lines."""
    return gca().vlines(x, ymin, ymax, *args, **kwargs)


def text(x, y, s, fontdict=None, **kwargs):
    """A text at a place."""
    return gca().text(x, y, s, fontdict, **kwargs)


def annotate(text, xy, xytext=None, **kwargs):
    """A text for a place, with an arrow to it if asked."""
    return gca().annotate(text, xy, xytext, **kwargs)


def arrow(x, y, dx, dy, **kwargs):
    """An arrow."""
    return gca().arrow(x, y, dx, dy, **kwargs)


def figtext(x, y, s, **kwargs):
    """A text at a place of the figure, in shares of it."""
    return gcf().text(x, y, s, **kwargs)


def legend(*args, **kwargs):
    """The box of names; see Axes.legend."""
    return gca().legend(*args, **kwargs)


def title(label, fontdict=None, loc=None, **kwargs):
    """The text above the axes."""
    return gca().set_title(label, fontdict, loc, **kwargs)


def suptitle(t, **kwargs):
    """The text above the figure."""
    return gcf().suptitle(t, **kwargs)


def xlabel(xlabel, fontdict=None, labelpad=None, **kwargs):
    """The x axis' name."""
    return gca().set_xlabel(xlabel, fontdict, labelpad, **kwargs)


def ylabel(ylabel, fontdict=None, labelpad=None, **kwargs):
    """The y axis' name."""
    return gca().set_ylabel(ylabel, fontdict, labelpad, **kwargs)


def xlim(*args, **kwargs):
    """The ends of the x axis: xlim(0, 1) sets them, xlim() returns them."""
    return gca().set_xlim(*args, **kwargs) if args or kwargs else gca().get_xlim()


def ylim(*args, **kwargs):
    """The ends of the y axis: ylim(0, 1) sets them, ylim() returns them."""
    return gca().set_ylim(*args, **kwargs) if args or kwargs else gca().get_ylim()


def xscale(value, **kwargs):
    """'linear', 'log' or 'symlog'."""
    gca().set_xscale(value, **kwargs)


def yscale(value, **kwargs):
    """'linear', 'log' or 'symlog'."""
    gca().set_yscale(value, **kwargs)


def _turn_texts(axis, kwargs):
    """Applies properties of tick texts."""
    from matplotlib.artist import _check, _size

    rotation, size = kwargs.pop("rotation", None), kwargs.pop("fontsize", kwargs.pop("size", None))
    for accepted in ("ha", "va", "horizontalalignment", "color"):
        kwargs.pop(accepted, None)
    _check("ticks", kwargs, {"rotation", "fontsize", "ha", "color"})
    if rotation is not None:
        axis._turn = {"vertical": 90.0, "horizontal": 0.0}.get(rotation, rotation)
    if size is not None:
        axis._size = _size(size)


def _ticks_of(axis, ticks, labels, minor, kwargs):
    if ticks is not None:
        axis.set_ticks(ticks, labels)
    elif labels is not None:
        axis.set_ticklabels(labels)
    _turn_texts(axis, kwargs)
    return axis.get_ticklocs(), axis.get_ticklabels()


def xticks(ticks=None, labels=None, *, minor=False, **kwargs):
    """Ticks of the x axis: xticks([0, 1, 2], ['a', 'b', 'c'], rotation=45); returns places and texts."""
    return _ticks_of(gca().xaxis, ticks, labels, minor, kwargs)


def yticks(ticks=None, labels=None, *, minor=False, **kwargs):
    """Ticks of the y axis; returns places and texts."""
    return _ticks_of(gca().yaxis, ticks, labels, minor, kwargs)


def tick_params(axis="both", **kwargs):
    """Sets the appearance of ticks; see Axes.tick_params."""
    gca().tick_params(axis, **kwargs)


def ticklabel_format(**kwargs):
    """style='sci' or 'plain'."""
    gca().ticklabel_format(**kwargs)


def locator_params(axis="both", tight=None, **kwargs):
    """nbins: how many intervals there may be."""
    gca().locator_params(axis, tight, **kwargs)


def minorticks_on():
    """Accepted."""


def minorticks_off():
    """Accepted."""


def grid(visible=None, which="major", axis="both", **kwargs):
    """Grid lines."""
    gca().grid(visible, which, axis, **kwargs)


def axis(arg=None, /, *, emit=True, **kwargs):
    """axis('off'), axis('equal'), axis([x0, x1, y0, y1]); returns the limits."""
    return gca().axis(arg, **kwargs)


def margins(*margins, **kwargs):
    """The room around data."""
    gca().margins(*margins, **kwargs)


def autoscale(enable=True, axis="both", tight=None):
    """Limits from the data again."""
    gca().autoscale(enable, axis, tight)


def box(on=None):
    """Sets whether the frame is visible."""
    gca().set_frame_on(True if on is None else on)


def tight_layout(**kwargs):
    """Nothing: axes never run into each other."""


def subplots_adjust(**kwargs):
    """Does nothing: space between axes is computed from their contents."""


def colorbar(mappable=None, cax=None, ax=None, **kwargs):
    """The scale of the last image's colours (or of mappable's), beside its axes."""
    fig = gcf()
    if mappable is None:
        mappable = fig._mappable
        if mappable is None:
            raise RuntimeError("No mappable was found to use for colorbar creation. First define a mappable such as an image (with imshow) or a contour set (with contourf).")
    return fig.colorbar(mappable, cax, ax, **kwargs)


def clim(vmin=None, vmax=None):
    """The numbers that have the first and the last colour of the last image."""
    gci().set_clim(vmin, vmax)


def gci():
    """The last image."""
    return gcf()._mappable


def set_cmap(cmap):
    """The colour map of images from now on."""
    from matplotlib.colors import _colormap

    rcParams["image.cmap"] = _colormap(cmap).name
    if _current in _figures and gci() is not None:
        gci().set_cmap(cmap)


def getp(obj, property=None):
    """A property of something drawn."""
    return getattr(obj, f"get_{property}")()


def setp(obj, *args, **kwargs):
    """Sets properties of one or several things drawn."""
    for each in obj if isinstance(obj, (list, tuple)) else [obj]:
        each.set(**kwargs)


def viridis():
    """Makes viridis the colour map."""
    set_cmap("viridis")


def gray():
    """Makes gray the colour map."""
    set_cmap("gray")


def hot():
    """Makes hot the colour map."""
    set_cmap("hot")


def jet():
    """Makes jet the colour map."""
    set_cmap("jet")


class _Styles:
    """plt.style.use('dark_background'), 'ggplot', 'seaborn-v0_8-whitegrid', ..."""

    available = [
        "bmh", "classic", "dark_background", "fast", "fivethirtyeight", "ggplot", "grayscale", "seaborn-v0_8", "seaborn-v0_8-colorblind", "seaborn-v0_8-darkgrid",
        "seaborn-v0_8-deep", "seaborn-v0_8-muted", "seaborn-v0_8-notebook", "seaborn-v0_8-pastel", "seaborn-v0_8-poster", "seaborn-v0_8-talk", "seaborn-v0_8-ticks",
        "seaborn-v0_8-white", "seaborn-v0_8-whitegrid", "tableau-colorblind10",
    ]

    def use(self, style):
        """Takes a style. Pictures here have one look, safe for colour-blind readers; styles turn on the grid, the dark page or sizes."""
        for each in [style] if isinstance(style, (str, dict)) else style:
            if isinstance(each, dict):
                rcParams.update(each)
                continue
            old = each.replace("seaborn", "seaborn-v0_8") if each.startswith("seaborn") and "v0_8" not in each else each
            if each == "default":
                rcdefaults()
                _module._scheme = "auto"
            elif old not in self.available:
                raise OSError(f"{each!r} is not a valid style name; there are 'default', {', '.join(repr(name) for name in self.available)}")
            elif old == "dark_background":
                _module._scheme = "dark"
            elif old == "grayscale":
                rcParams["axes.prop_cycle"] = cycler(color=["0.00", "0.40", "0.60", "0.70"])
                rcParams["image.cmap"] = "gray"
            elif "grid" in old or old in ("ggplot", "bmh", "fivethirtyeight", "seaborn-v0_8"):
                rcParams["axes.grid"] = True
            elif old.endswith("poster") or old.endswith("talk"):
                rcParams["font.size"] = 14.0

    class context(contextlib.ContextDecorator):
        """Styles for the statements of a `with`."""

        def __init__(self, style, after_reset=False):
            self._style = style

        def __enter__(self):
            self._before, self._scheme = dict(rcParams), _module._scheme
            style.use(self._style)

        def __exit__(self, *_):
            rcParams.clear()
            rcParams.update(self._before)
            _module._scheme = self._scheme
            return False


style = _Styles()


def xkcd(*args, **kwargs):
    """Not here: pictures have one look."""
    raise NotImplementedError("plt.xkcd(): pictures have one look here")


def polar(*args, **kwargs):
    """Lines around a centre: angles in radians, distances."""
    fig = gcf()
    ax = fig._current if type(fig._current).__name__ == "PolarAxes" else fig.add_subplot(projection="polar")
    return ax.plot(*args, **kwargs)


def thetagrids(angles=None, labels=None, fmt=None, **kwargs):
    """The angles that have a line, in degrees; returns their places and texts."""
    if angles is not None:
        gca().set_thetagrids(angles, labels)
    return gca().get_xticks(), gca().get_xticklabels()


def rgrids(radii=None, labels=None, angle=None, fmt=None, **kwargs):
    """The distances that have a circle; returns their places and texts."""
    if radii is not None:
        gca().set_rgrids(radii, labels, angle)
    return gca().get_yticks(), gca().get_yticklabels()


def table(*args, **kwargs):
    """A table of texts; see matplotlib.table.table."""
    return gca().table(*args, **kwargs)


def streamplot(x, y, u, v, **kwargs):
    """Lines along a field of arrows; see Axes.streamplot."""
    return gca().streamplot(x, y, u, v, **kwargs)


def triplot(*args, **kwargs):
    """The edges of triangles; see Axes.triplot."""
    return gca().triplot(*args, **kwargs)


def tripcolor(*args, **kwargs):
    """Triangles in colours by numbers; see Axes.tripcolor."""
    return gca().tripcolor(*args, **kwargs)


def tricontour(*args, **kwargs):
    """Lines of equal value through triangles; see Axes.tricontour."""
    return gca().tricontour(*args, **kwargs)


def tricontourf(*args, **kwargs):
    """Bands between values over triangles; see Axes.tricontourf."""
    return gca().tricontourf(*args, **kwargs)
