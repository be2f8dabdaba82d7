"""`pandas.plotting`: figures of whole tables."""

import numpy as np

from pandas._plotting import _known, _pyplot, _text, density


def scatter_matrix(frame, alpha=0.5, figsize=None, ax=None, grid=False, diagonal="hist", marker=".", density_kwds=None, hist_kwds=None, range_padding=0.05, **kwargs):
    """Draws each column of numbers against each other, and on the diagonal how its values are spread."""
    kept = frame.select_dtypes("number").dropna()
    names = list(kept._columns)
    figsize = {} if figsize is None else {"figsize": figsize}
    figure, axes = _pyplot().subplots(len(names), len(names), squeeze=False, **figsize)
    figure.subplots_adjust(wspace=0, hspace=0)
    for row, down in enumerate(names):
        for column, across in enumerate(names):
            target, values = axes[row][column], np.asarray(kept._columns[across])
            if row != column:
                target.scatter(values, np.asarray(kept._columns[down]), marker=marker, alpha=alpha, **kwargs)
            elif diagonal == "hist":
                target.hist(_known(values), **(hist_kwds or {}))
            else:
                points, heights = density(values)
                target.plot(points, heights, **(density_kwds or {}))
            _labelled(target, across if row == len(names) - 1 else None, down if column == 0 else None)
    return axes


def _labelled(ax, across, down):
    # The names at the outer sides alone.
    if across is not None:
        ax.set_xlabel(_text(across))
    else:
        ax.set_xticklabels([])
    if down is not None:
        ax.set_ylabel(_text(down))
    else:
        ax.set_yticklabels([])


def lag_plot(series, lag=1, ax=None, **kwds):
    """Draws values against those some rows before."""
    values = series.to_numpy()
    ax = _pyplot().gca() if ax is None else ax
    ax.set_xlabel("y(t)")
    ax.set_ylabel(f"y(t + {lag})")
    ax.scatter(values[:-lag], values[lag:], **kwds)
    return ax


def autocorrelation_plot(series, ax=None, **kwargs):
    """Draws the correlation with the values before, by their distance."""
    values = series.to_numpy().astype("float64")
    count, mean = len(values), values.mean()
    scale = ((values - mean) ** 2).sum() / count
    found = [((values[: count - lag] - mean) * (values[lag:] - mean)).sum() / count / scale for lag in range(1, count + 1)]
    ax = _pyplot().gca() if ax is None else ax
    ax.set_xlim(1, count)
    for height, form, color in ((2.5758293035489004, "--", "grey"), (1.959963984540054, "-", "grey")):
        ax.axhline(y=height / np.sqrt(count), linestyle=form, color=color)
        ax.axhline(y=-height / np.sqrt(count), linestyle=form, color=color)
    ax.axhline(y=0.0, color="black")
    ax.set_xlabel("Lag")
    ax.set_ylabel("Autocorrelation")
    ax.plot(np.arange(count) + 1, found, **kwargs)
    ax.grid()
    return ax


def parallel_coordinates(frame, class_column, cols=None, ax=None, color=None, colormap=None, axvlines=True, **kwds):
    """Draws each row as a line over the columns, in the colour of its class."""
    names = [name for name in frame._columns if name != class_column] if cols is None else list(cols)
    classes = frame[class_column].unique().tolist()
    colors = list(color) if color is not None else [f"C{at % 10}" for at in range(len(classes))]
    if colormap is not None:
        shade = _pyplot().get_cmap(colormap)
        colors = [shade(at / max(len(classes) - 1, 1)) for at in range(len(classes))]
    ax = _pyplot().gca() if ax is None else ax
    places, seen = list(range(len(names))), set()
    for row, kind in zip(frame[names].to_numpy(), frame[class_column].tolist()):
        label = {} if kind in seen else {"label": _text(kind)}
        seen.add(kind)
        ax.plot(places, row, color=colors[classes.index(kind)], **label, **kwds)
    if axvlines:
        for at in places:
            ax.axvline(at, linewidth=1, color="black")
    ax.set_xticks(places)
    ax.set_xticklabels([_text(name) for name in names])
    ax.set_xlim(places[0], places[-1])
    ax.legend(loc="upper right")
    ax.grid()
    return ax


def andrews_curves(frame, class_column, ax=None, samples=200, color=None, colormap=None, **kwds):
    """Draws each row as a sum of waves, in the colour of its class."""
    classes = frame[class_column].unique().tolist()
    points, seen = np.linspace(-np.pi, np.pi, samples), set()
    ax = _pyplot().gca() if ax is None else ax
    rows = frame.drop(columns=[class_column]).to_numpy()
    for row, kind in zip(rows, frame[class_column].tolist()):
        curve = np.full(samples, row[0] / np.sqrt(2.0))
        for at, value in enumerate(row[1:], 2):
            wave = np.sin if at % 2 == 0 else np.cos
            curve = curve + value * wave(at // 2 * points)
        label = {} if kind in seen else {"label": _text(kind)}
        seen.add(kind)
        ax.plot(points, curve, color=f"C{classes.index(kind) % 10}" if color is None else color[classes.index(kind)], **label, **kwds)
    ax.legend(loc="upper right")
    ax.grid()
    return ax


def register_matplotlib_converters():
    """Does nothing: figures know moments."""
