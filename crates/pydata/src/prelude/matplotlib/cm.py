"""`matplotlib.cm`: colour maps by name, and numbers as colours."""

from matplotlib._data import column as _column
from matplotlib._data import maps as _maps
from matplotlib.colors import Colormap, Normalize, _colormap


class ColormapRegistry:
    """All colour maps: colormaps['viridis']."""

    def __getitem__(self, name):
        return _registered[name] if name in _registered else Colormap(name)

    def get_cmap(self, cmap=None):
        """A map by name."""
        return get_cmap(cmap)

    def register(self, cmap, *, name=None, force=False):
        """Makes a map known by its name."""
        _registered[name or cmap.name] = cmap

    def __contains__(self, name):
        return name in _registered or name in list(self)

    def __iter__(self):
        names = _maps()
        return iter(names + [name + "_r" for name in names] + list(_registered))

    def __len__(self):
        return len(list(iter(self)))


_registered = {}
colormaps = ColormapRegistry()


def get_cmap(name=None, lut=None):
    """A colour map by name; lut colours of it."""
    if isinstance(name, str) and name in _registered:
        return _registered[name]
    cmap = _colormap(name)
    return cmap if lut is None else cmap.resampled(lut)


class ScalarMappable:
    """Numbers and their colours, as a colour bar shows them."""

    def __init__(self, norm=None, cmap=None):
        self.norm = norm if norm is not None else Normalize()
        self.cmap = _colormap(cmap)
        self._values = None
        self.colorbar = None

    def set_array(self, A):
        """The numbers."""
        self._values = None if A is None else _column(A)
        if self._values is not None:
            self.norm.autoscale_None(self._values)

    def get_array(self):
        """The numbers."""
        return None if self._values is None else self._values.array()

    def to_rgba(self, x, alpha=None, bytes=False, norm=True):
        """Colours of numbers."""
        return self.cmap(self.norm(x) if norm else x, alpha=alpha, bytes=bytes)

    def set_clim(self, vmin=None, vmax=None):
        """The numbers that have the first and the last colour."""
        if vmax is None and isinstance(vmin, (tuple, list)):
            vmin, vmax = vmin
        self.norm.vmin = self.norm.vmin if vmin is None else float(vmin)
        self.norm.vmax = self.norm.vmax if vmax is None else float(vmax)

    def get_clim(self):
        """The numbers that have the first and the last colour."""
        return self.norm.vmin, self.norm.vmax

    def set_cmap(self, cmap):
        """The colour map."""
        self.cmap = _colormap(cmap)

    def get_cmap(self):
        """The colour map."""
        return self.cmap

    def set_norm(self, norm):
        """Sets the normalization from numbers to positions in the map."""
        self.norm = norm


def __getattr__(name):
    # cm.viridis
    if name in colormaps:
        return colormaps[name]
    raise AttributeError(f"module 'matplotlib.cm' has no attribute '{name}'")
