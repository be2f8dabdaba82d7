"""A pair of axes, whole."""

# The files before this one share this module: _Base, _Plots, _Statistics, _Images.


class Axes(_Images, _Fields, _Statistics, _Plots, _Base):
    """A pair of axes and its artists: plot, scatter, bar, hist, imshow, set_title, set_xlabel, legend, ..."""

    def twinx(self):
        """Axes at the same place with the same x axis and a y axis at the right."""
        return self._twinned("x")

    def twiny(self):
        """Axes at the same place with the same y axis and an x axis on top."""
        return self._twinned("y")

    def _twinned(self, which):
        twin = Axes(self.figure, dict(self._place), **{f"share{which}": self})
        twin._twin = (self, which)
        (twin.yaxis if which == "x" else twin.xaxis)._far = True
        shared = twin.xaxis if which == "x" else twin.yaxis
        shared._labels = shared._marks = False
        shared._grid = False
        (twin.yaxis if which == "x" else twin.xaxis)._grid = False
        self.figure.axes.append(twin)
        self.figure._current = twin
        return twin

    def sharex(self, other):
        """Limits of the x axis with another's."""
        self._share(other, "x")

    def sharey(self, other):
        """Limits of the y axis with another's."""
        self._share(other, "y")

    def inset_axes(self, bounds, **kwargs):
        """Not here: axes in axes."""
        raise NotImplementedError("axes inside axes: fig.add_axes([left, bottom, width, height]) places axes freely")

    def __repr__(self):
        fields = [f"label={self._label!r}"] if self._label else []
        titles = {place: self.get_title(place) for place in ("left", "center", "right") if self.get_title(place)}
        fields += [f"title={titles}"] if titles else []
        fields += [f"{side}label={text!r}" for side in "xy" if (text := getattr(self, f"get_{side}label")())]
        return f"<Axes: {', '.join(fields)}>"


Subplot = Axes
