"""`mpl_toolkits.mplot3d.art3d`: lines, points, areas and texts in space, which are projected when they are drawn."""

import math

import numpy as np
from matplotlib import rcParams
from matplotlib._data import column
from matplotlib.artist import Artist, Line2D, PathCollection, Text, _check
from matplotlib.cm import ScalarMappable
from matplotlib.collections import _codes, _first
from matplotlib.colors import LightSource, Normalize, to_rgba, to_rgba_array

# The number of opacities by which depth is shown.
_SHADES = 12


def juggle_axes(xs, ys, zs, zdir):
    """Puts the z of flat data on the axis zdir; '-y' is the way back of rotate_axes."""
    if zdir == "x":
        return zs, xs, ys
    if zdir == "y":
        return xs, zs, ys
    return rotate_axes(xs, ys, zs, zdir) if zdir[0] == "-" else (xs, ys, zs)


def rotate_axes(xs, ys, zs, zdir):
    """Exchanges the axes so that zdir becomes z; '-x' is the way back."""
    if zdir in ("x", "-y"):
        return ys, zs, xs
    return (zs, xs, ys) if zdir in ("-x", "y") else (xs, ys, zs)


def get_dir_vector(zdir):
    """The direction of an axis, or of three numbers."""
    named = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), None: (0, 0, 0)}
    if zdir is None or isinstance(zdir, str):
        if zdir not in named:
            raise ValueError("'x', 'y', 'z', None or vector of length 3 expected")
        return np.array(named[zdir])
    if len(zdir) != 3:
        raise ValueError("'x', 'y', 'z', None or vector of length 3 expected")
    return np.array(zdir)


def _norm_text_angle(a):
    a = (a + 180) % 180
    return a - 180 if a > 90 else a


def _bounds_of(values):
    return [column(np.asarray(values, dtype=float).ravel())]


class _InSpace:
    """Things with points (_space: arrays x, y, z) whose limits the axes include."""

    def _extent(self, which):
        return _bounds_of(self._space["xyz".index(which)])

    def _sticky(self, which):
        return []

    def _projected(self):
        return self.axes._project(*self._space)

    def _depth(self):
        far = self._projected()[2]
        far = far[np.isfinite(far)]
        return float(far.min()) if far.size else math.nan


class Line3D(_InSpace, Line2D):
    """A line in space."""

    def __init__(self, xs, ys, zs, *args, **kwargs):
        super().__init__(xs, ys, *args, **kwargs)
        self.set_data_3d(xs, ys, zs)

    def set_data_3d(self, *args):
        """Its points: x, y, z."""
        xs, ys, zs = args[0] if len(args) == 1 else args
        xs, ys = np.asarray(xs, dtype=float), np.asarray(ys, dtype=float)
        self._space = [xs, ys, np.asarray(zs, dtype=float)]
        self._x, self._y = column(xs), column(ys)

    def get_data_3d(self):
        """Its points: x, y, z."""
        return tuple(self._space)

    def set_data(self, x, y):
        """x and y of its points; z stays."""
        super().set_data(x, y)
        if hasattr(self, "_space"):
            self._space[:2] = [np.asarray(x, dtype=float), np.asarray(y, dtype=float)]

    def set_3d_properties(self, zs=0, zdir="z", axlim_clip=False):
        """z of its points."""
        xs, ys = self._space[:2]
        zs = np.broadcast_to(np.asarray(zs, dtype=float), xs.shape)
        self._space = list(juggle_axes(xs, ys, zs, zdir))

    def _stepped(self):
        x, y, _ = self._projected()
        return column(x), column(y)


class Path3DCollection(_InSpace, PathCollection):
    """The points of a scatter plot in space."""

    def __init__(self, flat, space, depthshade, least):
        self.__dict__.update(flat.__dict__)
        self._space = [np.asarray(each, dtype=float).ravel() for each in space]
        self._depthshade, self._least = depthshade, least

    def set_depthshade(self, depthshade, depthshade_minalpha=None):
        """Whether points farther away are fainter."""
        self._depthshade = depthshade
        self._least = self._least if depthshade_minalpha is None else depthshade_minalpha

    def get_depthshade(self):
        """Whether points farther away are fainter."""
        return self._depthshade

    def set_offsets(self, offsets):
        """x and y of its points; z stays."""
        offsets = np.asarray(offsets, dtype=float)
        self._space[:2] = [offsets[:, 0], offsets[:, 1]]

    def set_3d_properties(self, zs, zdir="z", axlim_clip=False):
        """z of its points."""
        self._space[2] = np.broadcast_to(np.asarray(zs, dtype=float), self._space[0].shape)

    def _opacities(self, x, y, far):
        """One opacity for each point, farther ones fainter."""
        reach = math.sqrt(sum(float(each.max() - each.min()) ** 2 for each in (x, y, far))) if far.size else 0.0
        if not self._depthshade or reach == 0.0:
            return np.ones(far.shape)
        return np.clip(1 - (far - far.min()) / reach, self._least, 1)

    def _specs(self):
        x, y, far = self._projected()
        order = np.argsort(far)[::-1]
        faint = np.round(self._opacities(x, y, far)[order] * _SHADES) / _SHADES
        whole = PathCollection._specs(self)[0]
        own = whole.get("opacity", 1.0)
        # Fainter points are farther, so that each opacity is one run of the order.
        ends = [0, *[i + 1 for i in np.flatnonzero(np.diff(faint)).tolist()], len(order)] if len(order) else [0]
        specs = []
        for start, stop in zip(ends, ends[1:]):
            chosen = order[start:stop]
            spec = {**whole, "x": column(x[chosen]), "y": column(y[chosen]), "opacity": own * float(faint[start])}
            if self._sizes.size > 1:
                spec["sizes"] = column(self._sizes.array()[chosen])
            if "values" in whole:
                spec["values"] = column(self._values.array()[chosen])
            elif len(whole["colours"]) > 1:
                spec["colours"] = [whole["colours"][i] for i in chosen.tolist()]
            if specs:
                spec.pop("label", None)
            specs.append({**spec, "said": "" if specs else f"scatter of {len(order)} points in space"})
        return specs


def _normals(faces):
    """A vector upright on each face, by three of its corners."""
    n = faces.shape[1]
    a, b, c = faces[:, 0], faces[:, n // 3], faces[:, 2 * n // 3]
    return np.cross(a - b, b - c)


def _shade_colors(color, normals, lightsource=None):
    """Colours as bright as light falls on faces with these normals."""
    light = LightSource(azdeg=225, altdeg=19.4712) if lightsource is None else lightsource
    lengths = np.sqrt((normals * normals).sum(axis=1))
    lit = np.dot(normals, light.direction) / np.where(lengths == 0, 1.0, lengths)
    lit = np.where(lengths == 0, 0.0, lit)
    colors = np.array(to_rgba_array(color)) * np.ones((len(lit), 1))
    bright = 0.3 + 0.7 * (lit + 1) / 2
    return np.concatenate([colors[:, :3] * bright[:, None], colors[:, 3:]], axis=1)


def _whole(verts):
    """Corners as one array (faces, corners, 3); short faces end in NaN."""
    if hasattr(verts, "shape"):
        return np.asarray(verts, dtype=float)
    verts = [np.asarray(face, dtype=float).tolist() for face in verts]
    longest = max([len(face) for face in verts], default=0)
    lost = [math.nan] * 3
    return np.array([face + [lost] * (longest - len(face)) for face in verts]).reshape(len(verts), longest, 3)


class Poly3DCollection(_InSpace, Artist, ScalarMappable):
    """Areas in space, of which nearer ones cover farther ones."""

    def __init__(self, verts, *args, zsort="average", shade=False, lightsource=None, axlim_clip=False, facecolors=None, facecolor=None, fc=None,
                 color=None, edgecolors=None, edgecolor=None, ec=None, linewidths=None, linewidth=None, lw=None, alpha=None, cmap=None, norm=None, label=None,
                 zorder=None, linestyles=None, linestyle=None, **kwargs):
        _check("Poly3DCollection", kwargs, {"facecolors", "edgecolors", "linewidths", "alpha", "cmap", "shade", "zsort", "label"})
        Artist.__init__(self, label, alpha, zorder)
        ScalarMappable.__init__(self, norm, cmap)
        self._faces = _whole(verts)
        face, edge = _first(facecolors, facecolor, fc, color), _first(edgecolors, edgecolor, ec, color if not shade else None)
        if shade:
            if face is None and edge is None:
                raise ValueError("You must provide facecolors, edgecolors, or both for shade to work.")
            normals = _normals(self._faces)
            face = face if face is None else _shade_colors(face, normals, lightsource)
            edge = edge if edge is None else _shade_colors(edge, normals, lightsource)
        self._face, self._edge = "C0" if face is None else face, edge
        width = _first(linewidths, linewidth, lw)
        self._width = 1.0 if width is None else float(width[0] if isinstance(width, (list, tuple)) else width)
        self.set_zsort(zsort)

    @property
    def _space(self):
        return [self._faces[:, :, i] for i in range(3)]

    def set_verts(self, verts, closed=True):
        """The corners of its faces."""
        self._faces = _whole(verts)

    def set_zsort(self, zsort):
        """'average', 'min' or 'max' of the distances of a face's corners is that of the face."""
        found = {"average": np.nanmean, "min": np.nanmin, "max": np.nanmax}
        if zsort not in found:
            raise KeyError(zsort)
        self._zsort = found[zsort]

    def set_facecolor(self, colors):
        """One colour for all faces, or one for each."""
        self._face, self._values = colors, None

    set_facecolors = set_fc = set_facecolor

    def set_edgecolor(self, colors):
        """One colour for all outlines, or one for each."""
        self._edge = colors

    set_edgecolors = set_ec = set_edgecolor

    def set_color(self, c):
        """The colour of faces and outlines."""
        self.set_facecolor(c)
        self.set_edgecolor(c)

    def set_linewidth(self, lw):
        """The outlines' width in points."""
        self._width = float(lw)

    set_linewidths = set_lw = set_linewidth

    def get_facecolor(self):
        """(r, g, b, alpha) of each face, or one for all."""
        if self._values is not None:
            return self.to_rgba(self._values.array(), alpha=self._alpha)
        return to_rgba_array(self._face, self._alpha)

    def _faced(self, spec, order):
        """The colours of faces in the order of drawing."""
        if self._values is not None:
            return {"values": column(self._values.array()[order]), **self.cmap._spec(), **self.norm._spec()}
        codes, alpha = _codes(self._face)
        if alpha is not None:
            spec.setdefault("opacity", alpha)
        if codes[:1] == ["none"]:
            return {"hollow": True}
        return {"colours": [codes[i % len(codes)] for i in order.tolist()] if len(codes) > 1 else codes}

    def _specs(self):
        if not len(self._faces):
            return []
        x, y, far = self._projected()
        order = np.argsort(self._zsort(far, axis=1))[::-1]
        gap = np.full((len(order), 1), math.nan)
        flat = lambda values: column(np.concatenate([values[order], gap], axis=1).ravel())
        spec = {**self._common(), "kind": "polygons", "x": flat(x), "y": flat(y), "width": self._width}
        spec.update(self._faced(spec, order))
        if self._edge is not None:
            codes, _ = _codes(self._edge)
            if codes[:1] != ["none"]:
                spec["edges"] = [codes[i % len(codes)] for i in order.tolist()] if len(codes) > 1 else codes
        spec.setdefault("said", f"surface of {len(order)} faces in space")
        return [spec]


class Line3DCollection(_InSpace, Artist, ScalarMappable):
    """Lines in space that are drawn together."""

    def __init__(self, segments, *, colors=None, color=None, edgecolor=None, linewidths=None, linewidth=None, lw=None, linestyles=None, linestyle=None,
                 alpha=None, cmap=None, norm=None, label=None, zorder=None, array=None, axlim_clip=False, **kwargs):
        _check("Line3DCollection", kwargs, {"colors", "linewidths", "linestyles", "alpha", "cmap", "norm", "label"})
        Artist.__init__(self, label, alpha, zorder)
        ScalarMappable.__init__(self, norm, cmap)
        self._color = _first(colors, color, edgecolor, "C0")
        width, style = _first(linewidths, linewidth, lw, rcParams["lines.linewidth"]), _first(linestyles, linestyle, "-")
        self._width = float(width[0] if isinstance(width, (list, tuple)) else width)
        self._style = style[0] if isinstance(style, list) else style
        self.set_segments(segments)
        if array is not None:
            self.set_array(array)

    def set_segments(self, segments):
        """Its lines, each of points (x, y, z)."""
        self._lines = [np.asarray(line, dtype=float) for line in segments]
        self._flat = np.concatenate(self._lines, axis=0) if self._lines else np.zeros((0, 3))

    def set_color(self, c):
        """One colour for all, or one for each."""
        self._color = c

    set_colors = set_edgecolor = set_color

    def set_linewidth(self, lw):
        """Points."""
        self._width = float(lw)

    set_linewidths = set_lw = set_linewidth

    @property
    def _space(self):
        return [self._flat[:, i] for i in range(3)]

    def _one_colour(self, code, alpha, x, y):
        """All lines as one, with gaps between them."""
        xs, ys, start = [], [], 0
        for line in self._lines:
            stop = start + len(line)
            xs += x[start:stop].tolist() + [math.nan]
            ys += y[start:stop].tolist() + [math.nan]
            start = stop
        return {**self._common(alpha), "kind": "line", "x": column(xs), "y": column(ys), "colour": code, "width": self._width, "style": self._style}

    def _many_colours(self, codes, alpha, x, y):
        """The pieces of all lines, each with its colour, far ones first."""
        ends, chosen, depth, start = [], [], [], 0
        far = self._projected()[2].tolist()
        for i, line in enumerate(self._lines):
            stop = start + len(line)
            for j in range(start, stop - 1):
                ends.append((x[j], y[j], x[j + 1], y[j + 1]))
                chosen.append(codes[i % len(codes)])
                depth.append(sum(far[start:stop]) / len(line))
            start = stop
        order = sorted(range(len(ends)), key=lambda i: -depth[i])
        flat = [float(part) for i in order for part in ends[i]]
        return {**self._common(alpha), "kind": "segments", "ends": column(flat), "colours": [chosen[i] for i in order], "width": self._width,
                "style": self._style}

    def _specs(self):
        if not self._lines:
            return []
        x, y, _ = self._projected()
        codes, alpha = _codes(self._color)
        if self._values is not None:
            codes, alpha = _codes(self.to_rgba(self._values.array()))
        spec = self._one_colour(codes[0], alpha, x, y) if len(codes) == 1 else self._many_colours(codes, alpha, x, y)
        spec.setdefault("said", f"{len(self._lines)} lines in space")
        return [spec]


class Text3D(_InSpace, Text):
    """A text at a place in space, along an axis if zdir names one."""

    def __init__(self, x=0, y=0, z=0, text="", zdir=None, axlim_clip=False, **kwargs):
        Text.__init__(self, x, y, text, **kwargs)
        self._z, self._zdir = z, zdir

    def get_position_3d(self):
        """x, y, z."""
        return (*self._at, self._z)

    def set_position_3d(self, xyz, zdir=None):
        """Sets the position in space."""
        self._at, self._z = tuple(xyz[:2]), xyz[2]
        self._zdir = self._zdir if zdir is None else zdir

    def _extent(self, which):
        return []

    def _place(self):
        here = np.array([float(each) for each in self.get_position_3d()])
        along = here + get_dir_vector(self._zdir)
        x, y, _ = self.axes._project(*[np.array([here[i], along[i]]) for i in range(3)])
        if self._zdir is not None:
            self._rotation = _norm_text_angle(math.degrees(math.atan2(float(y[1] - y[0]), float(x[1] - x[0]))))
        return float(x[0]), float(y[0])


def line_2d_to_3d(line, zs=0, zdir="z", axlim_clip=False):
    """Puts a flat line into space."""
    xs, ys = line.get_xdata(), line.get_ydata()
    space = juggle_axes(xs, ys, np.broadcast_to(np.asarray(zs, dtype=float), xs.shape), zdir)
    found = Line3D.__new__(Line3D)
    found.__dict__.update(line.__dict__)
    found.set_data_3d(*space)
    return found


def poly_collection_2d_to_3d(col, zs=0, zdir="z", axlim_clip=False):
    """Puts flat areas into space, each at its z."""
    return _lifted(col, zs, zdir, Poly3DCollection, {"facecolors": col._face, "edgecolors": col._edge, "linewidths": col._width})


def line_collection_2d_to_3d(col, zs=0, zdir="z", axlim_clip=False):
    """Puts flat lines into space, each at its z."""
    return _lifted(col, zs, zdir, Line3DCollection, {"colors": col._color, "linewidths": col._width, "linestyles": col._style})


def _lifted(col, zs, zdir, kind, style):
    lines = [np.asarray(line, dtype=float) for line in col._lines]
    heights = np.broadcast_to(np.asarray(zs, dtype=float), (len(lines),)).tolist()
    lifted = [np.stack(juggle_axes(line[:, 0], line[:, 1], np.full(len(line), z), zdir), axis=1) for line, z in zip(lines, heights)]
    found = kind(lifted, alpha=col.get_alpha(), label=col._label, norm=col.norm, cmap=col.cmap, **style)
    found._values = col._values
    return found
