"""`matplotlib.colors`: colours by name and number, and numbers as colours."""

import math

import numpy as np
from matplotlib import rcParams
from matplotlib._data import colour as _named
from matplotlib._data import column as _column
from matplotlib._data import map_table as _map_table
from matplotlib._data import maps as _maps

_LETTERS = {
    "b": "#0000ff", "g": "#008000", "r": "#ff0000", "c": "#00bfbf",
    "m": "#bf00bf", "y": "#bfbf00", "k": "#000000", "w": "#ffffff",
}
# The palette for pictures on a light page. Colour-blind readers can distinguish its colours.
_PALETTE = ["#0068b0", "#dd7700", "#029a4b", "#b66fa5", "#95530e", "#3b94ff", "#401f70", "#7d6565"]


def _is_hex(text):
    return len(text) in (4, 5, 7, 9) and text[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in text[1:])


def _parse(c):
    """A colour in the form of the renderer ('C3', '#rrggbb', 'none'), and its own alpha or None."""
    if isinstance(c, str):
        if c.lower() == "none":
            return "none", 0.0
        if len(c) > 1 and c[0] == "C" and c[1:].isdigit():
            return _cycled(int(c[1:])), None
        if c in _LETTERS:
            return _LETTERS[c], None
        if _is_hex(c):
            digits = c[1:].lower()
            if len(digits) < 6:
                digits = "".join(d + d for d in digits)
            return "#" + digits[:6], int(digits[6:], 16) / 255 if len(digits) == 8 else None
        named = _named(c)
        if named is not None:
            return named, None
        try:
            level = float(c)
        except ValueError:
            level = -1.0
        if 0 <= level <= 1:
            part = f"{round(level * 255):02x}"
            return "#" + part * 3, None
        raise ValueError(f"'{c}' is not a valid color: a name ('tab:blue', 'red', 'k'), '#rrggbb', 'C0'..., '0.5' or (r, g, b) is")
    if isinstance(c, (tuple, list)) and len(c) == 2 and not isinstance(c[0], (int, float)):
        return _parse(c[0])[0], float(c[1])
    try:
        parts = [float(part) for part in c]
    except TypeError:
        parts = []
    if len(parts) not in (3, 4):
        raise ValueError(f"{c!r} is not a valid color")
    if any(not 0 <= part <= 1 for part in parts):
        raise ValueError("RGBA values should be within 0-1 range")
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts[:3]), parts[3] if len(parts) == 4 else None


def _cycled(index):
    """Returns the index-th colour of the cycle: the palette's own unless rcParams set others."""
    cycle = rcParams["axes.prop_cycle"].by_key()["color"]
    chosen = cycle[index % len(cycle)]
    if isinstance(chosen, str) and chosen[0] == "C" and chosen[1:].isdigit():
        return f"C{int(chosen[1:]) % len(_PALETTE)}" if int(chosen[1:]) >= len(_PALETTE) else chosen
    return _parse(chosen)[0]


def _code(c):
    """Like _parse, with the palette's colours as codes."""
    code, alpha = _parse(c)
    if code[0] == "C":
        code = _PALETTE[int(code[1:])]
    return code, alpha


def to_rgba(c, alpha=None):
    """(r, g, b, alpha), each in 0..1."""
    code, own = _code(c)
    if code == "none":
        return (0.0, 0.0, 0.0, 0.0)
    parts = tuple(int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return parts + ((alpha if alpha is not None else 1.0 if own is None else own),)


def to_rgb(c):
    """(r, g, b), each in 0..1."""
    return to_rgba(c)[:3]


def to_hex(c, keep_alpha=False):
    """'#rrggbb'."""
    parts = to_rgba(c)
    return "#" + "".join(f"{round(part * 255):02x}" for part in (parts if keep_alpha else parts[:3]))


def to_rgba_array(c, alpha=None):
    """An array of (r, g, b, alpha), one row for each colour."""
    if isinstance(c, str) and c.lower() == "none":
        return np.zeros((0, 4))
    if isinstance(c, str) or is_color_like(c):
        c = [c]
    return np.array([to_rgba(each.tolist() if hasattr(each, "tolist") else each, alpha) for each in c]).reshape(-1, 4)


def is_color_like(c):
    """Returns whether this is a colour."""
    try:
        _parse(c)
    except (ValueError, TypeError):
        return False
    return True


def same_color(c1, c2):
    """Returns whether two colour specifications are equal."""
    return to_rgba(c1) == to_rgba(c2)


class Normalize:
    """Numbers from vmin to vmax as 0 to 1."""

    _scale = "linear"

    def __init__(self, vmin=None, vmax=None, clip=False):
        self.vmin = None if vmin is None else float(vmin)
        self.vmax = None if vmax is None else float(vmax)
        self.clip = clip

    def autoscale_None(self, A):
        """Takes the limits that were not given from the data."""
        bounds = _column(A).bounds(self._scale == "log")
        if bounds is not None:
            self.vmin = bounds[0] if self.vmin is None else self.vmin
            self.vmax = bounds[1] if self.vmax is None else self.vmax

    def autoscale(self, A):
        """Takes both limits from the data."""
        self.vmin = self.vmax = None
        self.autoscale_None(A)

    def scaled(self):
        """Whether both limits are set."""
        return self.vmin is not None and self.vmax is not None

    def _even(self, x):
        return x

    def __call__(self, value, clip=None):
        if not self.scaled():
            self.autoscale_None(value)
        low, high = self._even(self.vmin), self._even(self.vmax)
        share = lambda x: 0.0 if high == low else (self._even(x) - low) / (high - low)
        values = _column(value)
        shares = [share(x) for x in values.tolist()]
        if self.clip if clip is None else clip:
            shares = [min(1.0, max(0.0, s)) for s in shares]
        return shares[0] if values.shape == () else np.array(shares).reshape(values.shape)

    def inverse(self, value):
        """From 0..1 back to numbers."""
        return self.vmin + value * (self.vmax - self.vmin)

    def _spec(self):
        low = 0.0 if self.vmin is None else self.vmin
        high = 1.0 if self.vmax is None else self.vmax
        if low > high:
            raise ValueError("minvalue must be less than or equal to maxvalue")
        return {"low": low, "high": high, "norm": self._scale}


class NoNorm(Normalize):
    """Returns numbers unchanged."""

    def __init__(self, vmin=0.0, vmax=1.0, clip=False):
        super().__init__(vmin, vmax, clip)


class LogNorm(Normalize):
    """Numbers by their logarithms."""

    _scale = "log"

    def _even(self, x):
        return math.log10(x) if x > 0 else -math.inf

    def inverse(self, value):
        return 10 ** (math.log10(self.vmin) + value * (math.log10(self.vmax) - math.log10(self.vmin)))


class SymLogNorm(Normalize):
    """Numbers by the logarithms of their sizes, linear within linthresh."""

    _scale = "symlog"

    def __init__(self, linthresh, linscale=1.0, vmin=None, vmax=None, clip=False, base=10):
        super().__init__(vmin, vmax, clip)
        self.linthresh = linthresh

    def _even(self, x):
        size = abs(x) / self.linthresh
        return math.copysign(self.linthresh * (size / 0.9 if size <= 1 else 1 / 0.9 + math.log10(size)), x)

    def _spec(self):
        return {**super()._spec(), "threshold": self.linthresh}


class CenteredNorm(Normalize):
    """Numbers as far below vcenter as above."""

    def __init__(self, vcenter=0, halfrange=None, clip=False):
        limits = (None, None) if halfrange is None else (vcenter - halfrange, vcenter + halfrange)
        super().__init__(*limits, clip)
        self.vcenter = vcenter

    def autoscale_None(self, A):
        bounds = _column(A).bounds()
        if bounds is not None and not self.scaled():
            half = max(abs(bound - self.vcenter) for bound in bounds)
            self.vmin, self.vmax = self.vcenter - half, self.vcenter + half


class BoundaryNorm(Normalize):
    """Normalizes numbers by the interval of boundaries that contains them."""

    def __init__(self, boundaries, ncolors, clip=False, *, extend="neither"):
        super().__init__(boundaries[0], boundaries[-1], clip)
        self.boundaries = list(boundaries)
        self.Ncmap = ncolors

    def _spec(self):
        return {**super()._spec(), "bounds": [float(bound) for bound in self.boundaries]}


class Colormap:
    """Numbers in 0..1 to colours. cmap(0.3) is (r, g, b, alpha); cmap of an array has a row for each number."""

    def __init__(self, name, codes=None, listed=False):
        self.name = name
        self._own = codes is not None
        if codes is None:
            found = _map_table(name)
            if found is None:
                known = ", ".join(repr(each) for each in _maps())
                raise ValueError(f"{name!r} is not a valid value for cmap; supported values are {known} (and with _r, reversed)")
            codes, listed = found
        self._codes = codes
        self._listed = listed
        self.N = len(codes)

    @property
    def colors(self):
        """All its colours."""
        return [to_rgb(code) for code in self._codes]

    def _one(self, x, whole):
        if isinstance(x, float) and x != x:
            return (0.0, 0.0, 0.0, 0.0)
        index = int(x) if whole else int(x * self.N) if x >= 0 else -1
        return to_rgba(self._codes[min(self.N - 1, max(0, index))])

    def __call__(self, X, alpha=None, bytes=False):
        finish = lambda rgba: rgba[:3] + (alpha,) if alpha is not None else rgba
        if isinstance(X, (int, float)) and not isinstance(X, bool):
            rgba = finish(self._one(X, isinstance(X, int)))
            return tuple(round(part * 255) for part in rgba) if bytes else rgba
        values = _column(X)
        whole = "int" in str(getattr(X, "dtype", ""))
        rows = [finish(self._one(x, whole)) for x in values.tolist()]
        if values.shape == ():
            return rows[0]
        array = np.array(rows).reshape(values.shape + (4,))
        return np.round(array * 255) if bytes else array

    def reversed(self, name=None):
        """The other way round."""
        own = self.name[:-2] if self.name.endswith("_r") else self.name + "_r"
        return Colormap(name or own, list(reversed(self._codes)), self._listed)

    def resampled(self, lutsize):
        """With so many colours."""
        step = (self.N - 1) / max(1, lutsize - 1)
        return Colormap(self.name, [self._codes[round(i * step)] for i in range(lutsize)], True)

    def copy(self):
        """Another one like it."""
        return Colormap(self.name, list(self._codes), self._listed)

    def set_bad(self, color="k", alpha=None):
        """Accepted: NaN stays empty."""

    def set_over(self, color="k", alpha=None):
        """Accepted: values above the limits have the last colour."""

    def set_under(self, color="k", alpha=None):
        """Accepted: values below the limits have the first colour."""

    def _spec(self):
        if not self._own:
            return {"map": self.name}
        return {"map": self.name, "map_codes": self._codes, "map_listed": self._listed}

    def __eq__(self, other):
        return isinstance(other, Colormap) and self._codes == other._codes

    def __repr__(self):
        return f"<matplotlib.colors.Colormap '{self.name}' of {self.N} colors>"


class ListedColormap(Colormap):
    """A colour map made of these colours."""

    def __init__(self, colors, name="from_list", N=None):
        super().__init__(name, [_code(c)[0] for c in colors], True)


class LinearSegmentedColormap(Colormap):
    """A colour map that passes from colour to colour; see from_list."""

    @staticmethod
    def from_list(name, colors, N=256, gamma=1.0):
        """Through these colours, evenly spaced, or placed by pairs (0..1, colour)."""
        colors = list(colors)
        if isinstance(colors[0], (tuple, list)) and len(colors[0]) == 2 and not isinstance(colors[0][1], (int, float)):
            places, colors = [float(place) for place, _ in colors], [c for _, c in colors]
        else:
            places = [i / max(1, len(colors) - 1) for i in range(len(colors))]
        parts = [to_rgb(c) for c in colors]
        codes = []
        for i in range(N):
            at = i / max(1, N - 1)
            k = max(j for j in range(len(places)) if places[j] <= at + 1e-12)
            k = min(k, len(places) - 2) if len(places) > 1 else 0
            after = min(k + 1, len(places) - 1)
            span = places[after] - places[k]
            share = (at - places[k]) / span if span else 0.0
            mixed = [a + (b - a) * share for a, b in zip(parts[k], parts[after])]
            codes.append("#" + "".join(f"{round(part * 255):02x}" for part in mixed))
        return Colormap(name, codes, False)


class LightSource:
    """Light from a direction (degrees from the north, and above the horizon)."""

    def __init__(self, azdeg=315, altdeg=45, hsv_min_val=0, hsv_max_val=1, hsv_min_sat=1, hsv_max_sat=0):
        self.azdeg, self.altdeg = azdeg, altdeg

    @property
    def direction(self):
        """The unit vector towards the light."""
        az, alt = math.radians(90 - self.azdeg), math.radians(self.altdeg)
        return np.array([math.cos(az) * math.cos(alt), math.sin(az) * math.cos(alt), math.sin(alt)])

    def hillshade(self, elevation, vert_exag=1, dx=1, dy=1, fraction=1.0):
        """How bright each place of a surface is, 0..1."""
        down, across = np.gradient(vert_exag * np.asarray(elevation, dtype=float), -dy, dx)
        x, y, z = -across, -down, np.ones_like(across)
        lit = (x * self.direction[0] + y * self.direction[1] + z * self.direction[2]) / np.sqrt(x * x + y * y + 1)
        low, high = float(lit.min()), float(lit.max())
        lit = lit * fraction
        if high - low > 1e-6:
            lit = (lit - lit.min()) / (lit.max() - lit.min())
        return np.clip(lit, 0, 1)

    def shade(self, data, cmap, norm=None, blend_mode="overlay", vmin=None, vmax=None, vert_exag=1, dx=1, dy=1, fraction=1, **kwargs):
        """A surface's colours (rows, columns, 4), lit."""
        colours = cmap(_norm(norm, vmin, vmax)(data))[:, :, :3]
        lit = self.hillshade(data, vert_exag, dx, dy, fraction)[:, :, None]
        soft = 2 * lit * colours + (1 - 2 * lit) * colours * colours
        over = np.where(colours <= 0.5, 2 * lit * colours, 1 - 2 * (1 - lit) * (1 - colours))
        if blend_mode not in ("overlay", "soft"):
            raise ValueError(f'"blend_mode" must be callable or one of {{\'soft\', \'overlay\'}}, not {blend_mode!r}')
        lit = over if blend_mode == "overlay" else soft
        return np.concatenate([lit, np.ones_like(lit[:, :, :1])], axis=2)


class _Converter:
    """`colorConverter`: the functions above by their old home."""

    to_rgba = staticmethod(lambda arg, alpha=None: to_rgba(arg, alpha))
    to_rgb = staticmethod(lambda arg: to_rgb(arg))
    to_rgba_array = staticmethod(lambda c, alpha=None: to_rgba_array(c, alpha))


colorConverter = ColorConverter = _Converter()


def _colormap(cmap):
    """Returns a map by name, the given map, or the default one for None."""
    if cmap is None:
        cmap = rcParams["image.cmap"]
    return cmap if isinstance(cmap, Colormap) else Colormap(cmap)


def _norm(norm, vmin, vmax):
    if norm is None:
        return Normalize(vmin, vmax)
    if isinstance(norm, str):
        kinds = {"linear": Normalize, "log": LogNorm}
        if norm not in kinds:
            raise ValueError(f"{norm!r} is not a norm; there are 'linear' and 'log', and the classes of matplotlib.colors")
        return kinds[norm](vmin, vmax)
    if vmin is not None or vmax is not None:
        raise ValueError("Passing a Normalize instance simultaneously with vmin/vmax is not supported.  Please pass vmin/vmax directly to the norm when creating it.")
    return norm


TABLEAU_COLORS = {
    f"tab:{name}": _named(f"tab:{name}")
    for name in ("blue", "orange", "green", "red", "purple", "brown", "pink", "gray", "olive", "cyan")
}
BASE_COLORS = {letter: to_rgb(code) for letter, code in _LETTERS.items()}
