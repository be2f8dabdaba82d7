"""`mpl_toolkits.mplot3d.axes3d`: axes of three dimensions."""

import math

import numpy as np
from matplotlib._areas import bands
from matplotlib._data import column, contours
from matplotlib.artist import Artist, Text, _check
from matplotlib.axes import Axes
from matplotlib.colors import _colormap, _norm, to_hex, to_rgba_array
from mpl_toolkits.mplot3d import proj3d
from mpl_toolkits.mplot3d.art3d import (
    Line3D, Line3DCollection, Path3DCollection, Poly3DCollection, Text3D, juggle_axes, line_2d_to_3d, line_collection_2d_to_3d, poly_collection_2d_to_3d,
    rotate_axes,
)
from mpl_toolkits.mplot3d.axis3d import Axis, Box

_DISTANCE = 10.0
# What the page shows of the projected plane, with room for ticks and names around matplotlib's -0.095..0.09.
_WINDOW = ((-0.117, 0.121), (-0.104, 0.093))


class Axes3D(Axes):
    """Axes in space: plot, scatter, plot_surface, plot_wireframe, plot_trisurf, contour, bar3d, quiver, text, view_init, set_zlabel, ..."""

    name = "3d"
    # Whether flat artists are drawn in order to be put into space.
    _lifts = False

    def __init__(self, figure, place=None, sharex=None, sharey=None, facecolor=None, projection="3d", polar=False, *, elev=30, azim=-60, roll=0, sharez=None,
                 shareview=None, proj_type="persp", focal_length=None, box_aspect=None, computed_zorder=True, auto_add_to_figure=False, **kwargs):
        self.initial_elev, self.initial_azim, self.initial_roll = elev, azim, roll
        self.view_init(elev, azim, roll)
        self.set_proj_type(proj_type, focal_length)
        self.computed_zorder = computed_zorder
        super().__init__(figure, {"box": [0.0, 0.0, 1.0, 1.0]} if place is None else place, sharex, sharey, facecolor, **kwargs)
        self.set_box_aspect(box_aspect)
        if sharez is not None:
            self._share(sharez, "z")

    def clear(self):
        """Without anything drawn, as new."""
        super().clear()
        self.xaxis, self.yaxis, self.zaxis = (Axis(self, which) for which in "xyz")
        if self._focal_length == math.inf:
            self.zaxis._margin = 0.05
        self._draw_grid, self._framed = True, True

    cla = clear

    def _axis(self, which):
        return {"x": self.xaxis, "y": self.yaxis, "z": self.zaxis}[which]

    def _three(self):
        return self.xaxis, self.yaxis, self.zaxis

    # the eye

    def view_init(self, elev=None, azim=None, roll=None, vertical_axis="z", share=False):
        """Where the eye is: degrees above the plane, around the box, and by which it is tilted."""
        if vertical_axis not in ("x", "y", "z"):
            raise ValueError(f"{vertical_axis!r} is not a valid value for vertical_axis; supported values are 'x', 'y', 'z'")
        self.elev = self.initial_elev if elev is None else elev
        self.azim = self.initial_azim if azim is None else azim
        self.roll = self.initial_roll if roll is None else roll
        self._vertical_axis = "xyz".index(vertical_axis)

    def set_proj_type(self, proj_type, focal_length=None):
        """'persp', as an eye near the box sees it, or 'ortho', with parallel lines staying so."""
        if proj_type not in ("persp", "ortho"):
            raise ValueError(f"{proj_type!r} is not a valid value for proj_type; supported values are 'persp', 'ortho'")
        if proj_type == "persp":
            if focal_length is not None and focal_length <= 0:
                raise ValueError(f"focal_length = {focal_length} must be greater than 0")
            self._focal_length = 1 if focal_length is None else focal_length
        else:
            if focal_length not in (None, math.inf):
                raise ValueError(f"focal_length = {focal_length} must be None for proj_type = ortho")
            self._focal_length = math.inf

    def set_box_aspect(self, aspect, *, zoom=1):
        """The lengths of the box' sides: (4, 4, 3) if not given."""
        if zoom <= 0:
            raise ValueError(f"Argument zoom = {zoom} must be > 0")
        sides = np.array([4.0, 4.0, 3.0] if aspect is None else [float(each) for each in aspect])
        if sides.shape != (3,):
            raise ValueError(f"'aspect' must be 1D with shape (3,), but your input has shape {sides.shape}")
        self._box_sides = np.roll(sides * (1.8294640721620434 * 25 / 24 * zoom / float(np.linalg.norm(sides))), -(self._vertical_axis - 2))

    def set_aspect(self, aspect, adjustable=None, anchor=None, share=False):
        """'auto', or 'equal' for units of one length on all axes."""
        chosen = {"auto": "", "equal": "xyz", "equalxy": "xy", "equalxz": "xz", "equalyz": "yz"}
        if aspect not in chosen:
            raise ValueError(f"{aspect!r} is not a valid value for aspect; supported values are {', '.join(map(repr, chosen))}")
        which = ["xyz".index(each) for each in chosen[aspect]]
        if which:
            limits = [axis._get() for axis in self._three()]
            ranges = np.array([abs(high - low) for low, high in limits])
            mean = float(np.mean(self._box_sides[which]))
            sides = self._box_sides.copy()
            sides[which] = ranges[which] * (mean / float(np.mean(ranges[which])))
            self._box_sides = sides * (float(np.linalg.norm(self._box_sides)) / float(np.linalg.norm(sides)))
        self._named_aspect = aspect

    def get_proj(self):
        """The matrix from values (logarithms on logarithmic axes) to the page."""
        roll = self._vertical_axis - 2
        sides = np.roll(self._box_sides, roll)
        limits = [end for axis in self._three() for end in axis._even(axis._get())]
        world = proj3d.world_transformation(*limits, pb_aspect=sides)
        elev, azim = math.radians(self.elev), math.radians(self.azim)
        towards = np.roll(np.array([math.cos(elev) * math.cos(azim), math.cos(elev) * math.sin(azim), math.sin(elev)]), roll)
        middle = 0.5 * sides
        up = np.zeros(3)
        up[self._vertical_axis] = -1.0 if abs((self.elev + 180) % 360 - 180) > 90 else 1.0
        u, v, w = proj3d._view_axes(middle + _DISTANCE * towards, middle, up, math.radians(self.roll))
        if self._focal_length == math.inf:
            view = proj3d._view_transformation_uvw(u, v, w, middle + _DISTANCE * towards)
            lens = proj3d._ortho_transformation(-_DISTANCE, _DISTANCE)
        else:
            view = proj3d._view_transformation_uvw(u, v, w, middle + _DISTANCE * towards * self._focal_length)
            lens = proj3d._persp_transformation(-_DISTANCE, _DISTANCE, self._focal_length)
        return np.dot(lens, np.dot(view, world))

    def _project(self, xs, ys, zs):
        scaled = [axis._forward(np.asarray(values, dtype=float)) for axis, values in zip(self._three(), (xs, ys, zs))]
        return proj3d.proj_transform(*scaled, self.get_proj())

    def mouse_init(self, rotate_btn=1, pan_btn=2, zoom_btn=3):
        """Accepted: pictures do not turn under the mouse; view_init turns them."""

    def disable_mouse_rotation(self):
        """Accepted."""

    # limits and names

    def get_zaxis(self):
        """The z axis."""
        return self.zaxis

    def get_zlim(self):
        """The ends of the z axis."""
        return self.zaxis._get()

    def set_zlim(self, bottom=None, top=None, *, emit=True, auto=False, view_margin=None, zmin=None, zmax=None):
        """The ends of the z axis."""
        return self.zaxis._set(bottom if bottom is not None else zmin, top if top is not None else zmax)

    def get_w_lims(self):
        """The ends of all three axes."""
        return (*self.get_xlim(), *self.get_ylim(), *self.get_zlim())

    def get_zbound(self):
        """The lower and the upper end of the z axis."""
        return tuple(sorted(self.get_zlim()))

    set_zbound = set_zlim
    get_zlim3d, set_zlim3d = get_zlim, set_zlim
    get_xlim3d, set_xlim3d = Axes.get_xlim, Axes.set_xlim
    get_ylim3d, set_ylim3d = Axes.get_ylim, Axes.set_ylim

    def set_zscale(self, value, **kwargs):
        """'linear' or 'log'."""
        self._set_scale(self.zaxis, value, kwargs)

    def get_zscale(self):
        """'linear' or 'log'."""
        return self.zaxis._scale

    def set_zmargin(self, m):
        """The room around data, as a share of it."""
        self.zaxis._margin = float(m)

    def get_zmargin(self):
        """The room around data, as a share of it."""
        return self.zaxis._margin

    def margins(self, *margins, x=None, y=None, z=None, tight=True):
        """The room around data, as a share of it."""
        x, y, z = margins * 3 if len(margins) == 1 else margins if len(margins) == 3 else (x, y, z)
        for axis, share in zip(self._three(), (x, y, z)):
            if share is not None:
                axis._margin = float(share)

    def autoscale(self, enable=True, axis="both", tight=None):
        """Limits from the data again."""
        for which in "xyz" if axis == "both" else axis:
            if enable:
                self._axis(which)._limits = None

    def auto_scale_xyz(self, X, Y, Z=None, had_data=None):
        """Nothing: limits follow the data."""

    def invert_zaxis(self):
        """Turns the z axis round."""
        self.zaxis._invert()

    def zaxis_inverted(self):
        """Whether the z axis is turned round."""
        return self.zaxis.get_inverted()

    def set_zlabel(self, zlabel, fontdict=None, labelpad=None, **kwargs):
        """The z axis' name."""
        self._named(self.zaxis, "set_zlabel", zlabel, fontdict, labelpad, kwargs)

    def set_xlabel(self, xlabel, fontdict=None, labelpad=None, **kwargs):
        """The x axis' name."""
        self._named(self.xaxis, "set_xlabel", xlabel, fontdict, labelpad, kwargs)

    def set_ylabel(self, ylabel, fontdict=None, labelpad=None, **kwargs):
        """The y axis' name."""
        self._named(self.yaxis, "set_ylabel", ylabel, fontdict, labelpad, kwargs)

    def _named(self, axis, function, text, fontdict, labelpad, kwargs):
        axis.labelpad = axis.labelpad if labelpad is None else float(labelpad)
        self._name(axis, function, text, fontdict, kwargs)

    def get_zlabel(self):
        """The z axis' name."""
        return self.zaxis._name

    def set_zticks(self, ticks, labels=None, *, minor=False, **kwargs):
        """Ticks of the z axis, with texts if given."""
        self.zaxis.set_ticks(ticks, labels, minor=minor, **kwargs)

    def get_zticks(self, *, minor=False):
        """The places of the z axis' ticks."""
        return self.zaxis.get_ticklocs(minor=minor)

    def set_zticklabels(self, labels, **kwargs):
        """The texts of the z axis' ticks."""
        self.zaxis.set_ticklabels(labels, **kwargs)

    def get_zticklabels(self, minor=False, which=None):
        """The texts of the z axis' ticks."""
        return self.zaxis.get_ticklabels()

    def tick_params(self, axis="both", **kwargs):
        """labelsize, pad, and whether there are texts, of the axes."""
        pad = kwargs.pop("pad", None)
        super().tick_params({"both": "xyz"}.get(axis, axis), **kwargs)
        for which in "xyz" if axis == "both" else axis:
            self._axis(which)._pad = self._axis(which)._pad if pad is None else float(pad)

    def grid(self, visible=True, **kwargs):
        """Whether the panes have grids."""
        self._draw_grid = bool(visible) or bool(kwargs)
        for axis in self._three():
            given = {"color": kwargs.get("color", kwargs.get("c")), "linestyle": kwargs.get("linestyle", kwargs.get("ls")),
                     "linewidth": kwargs.get("linewidth", kwargs.get("lw"))}
            axis._axinfo["grid"].update({name: value for name, value in given.items() if value is not None})

    def set_axis_off(self):
        """Draws neither panes nor axes."""
        self._bare = True

    # what is drawn

    def _spaced(self, *values):
        """Arrays of numbers, of one shape."""
        found = [np.asarray(self._numbers(which, value).array(), dtype=float) if not isinstance(value, np.ndarray) else np.asarray(value, dtype=float)
                 for which, value in zip("xyzxyz", values)]
        return np.broadcast_arrays(*found)

    def _taken_out(self, draw, *args, **kwargs):
        """What a flat plot draws, without leaving it in the axes."""
        before, self._artists, self._lifts = self._artists, [], True
        try:
            return draw(*args, **kwargs)
        finally:
            self._artists, self._lifts = before, False

    def plot(self, xs, ys, *args, zdir="z", axlim_clip=False, **kwargs):
        """Lines through points: plot(x, y, z), plot(x, y, z, 'r--'); without z, in the plane z = 0 (or that of zdir)."""
        args = list(args)
        if args and not isinstance(args[0], str):
            if "zs" in kwargs:
                raise TypeError("plot() for multiple values for argument 'zs'")
            zs = args.pop(0)
        else:
            zs = kwargs.pop("zs", 0)
        xs, ys, zs = self._spaced(xs, ys, zs)
        flat = self._taken_out(super().plot, xs, ys, *args, **kwargs)
        return [self._add(line_2d_to_3d(line, zs if zs.ndim < 2 else zs[:, i], zdir)) for i, line in enumerate(flat)]

    plot3D = plot

    def scatter(self, xs, ys, zs=0, zdir="z", s=20, c=None, depthshade=True, *args, depthshade_minalpha=0.3, axlim_clip=False, **kwargs):
        """Points at x, y and z; farther ones are fainter."""
        xs, ys, zs = [each.ravel() for each in self._spaced(xs, ys, zs)]
        flat = self._taken_out(super().scatter, xs, ys, s=s, c=c, *args, **kwargs)
        made = Path3DCollection(flat, juggle_axes(xs, ys, zs, zdir), depthshade, depthshade_minalpha)
        if self.figure._mappable is flat:
            self.figure._mappable = made
        self.zaxis._margin = max(self.zaxis._margin, 0.05) if xs.size else self.zaxis._margin
        return self._add(made)

    scatter3D = scatter

    def _faces(self, polygons, values, color, cmap, norm, vmin, vmax, shade, kwargs):
        """Areas with colours by values where there is a map, else shaded by light."""
        if cmap is not None:
            made = Poly3DCollection(polygons, cmap=cmap, **kwargs)
            made.set_norm(_norm(norm, vmin, vmax))
            made.set_array(values)
            self.figure._mappable = made
        else:
            made = Poly3DCollection(polygons, facecolors=color if color is not None else self._color("line"), shade=shade, **kwargs)
        return self._add(made)

    def plot_surface(self, X, Y, Z, *, norm=None, vmin=None, vmax=None, lightsource=None, axlim_clip=False, **kwargs):
        """A surface over a grid: color, cmap, facecolors, alpha, rstride and cstride (or rcount and ccount), shade."""
        Z = np.asarray(Z, dtype=float)
        if Z.ndim != 2:
            raise ValueError("Argument Z must be 2-dimensional.")
        X, Y, Z = np.broadcast_arrays(np.asarray(X, dtype=float), np.asarray(Y, dtype=float), Z)
        rows, columns = _strides(Z.shape, kwargs, 10)
        faces = [_perimeter(rows[i], rows[i + 1], columns[j], columns[j + 1]) for i in range(len(rows) - 1) for j in range(len(columns) - 1)]
        polygons = _corners(faces, X, Y, Z)
        colors, cmap = kwargs.pop("facecolors", None), kwargs.pop("cmap", None)
        shade = kwargs.pop("shade", cmap is None)
        if shade is None:
            raise ValueError("shade cannot be None.")
        color = kwargs.pop("color", None)
        if colors is not None:
            colors = np.asarray(colors) if not isinstance(colors[0][0], str) else colors
            color = [colors[i][j] for i in rows[:-1] for j in columns[:-1]]
            cmap = None
        known = np.isfinite(polygons).any(axis=(1, 2))
        if not known.all():
            color = color if colors is None else [each for each, kept in zip(color, known.tolist()) if kept]
            polygons = polygons[known]
        return self._faces(polygons, np.nanmean(polygons[:, :, 2], axis=1), color, cmap, norm, vmin, vmax, shade, {"lightsource": lightsource, **kwargs})

    def plot_wireframe(self, X, Y, Z, *, axlim_clip=False, **kwargs):
        """The lines of a grid: rstride and cstride (or rcount and ccount); 0 leaves out the lines of that direction."""
        Z = np.asarray(Z, dtype=float)
        if Z.ndim != 2:
            raise ValueError("Argument Z must be 2-dimensional.")
        X, Y, Z = np.broadcast_arrays(np.asarray(X, dtype=float), np.asarray(Y, dtype=float), Z)
        if 0 in (kwargs.get("rstride", kwargs.get("rcount")), kwargs.get("cstride", kwargs.get("ccount"))):
            if kwargs.get("rstride", kwargs.get("rcount")) == kwargs.get("cstride", kwargs.get("ccount")):
                raise ValueError("Either rstride or cstride must be non zero")
        rows, columns = _strides(Z.shape, kwargs, 1)
        lines = [np.stack([X[i], Y[i], Z[i]], axis=1) for i in rows] + [np.stack([X[:, j], Y[:, j], Z[:, j]], axis=1) for j in columns]
        return self._add(Line3DCollection(lines, **kwargs))

    def plot_trisurf(self, *args, color=None, norm=None, vmin=None, vmax=None, lightsource=None, axlim_clip=False, **kwargs):
        """A surface through scattered points: plot_trisurf(x, y, z), plot_trisurf(x, y, triangles=..., Z=z), plot_trisurf(triangulation, z)."""
        from matplotlib.tri import Triangulation

        found, args, kwargs = Triangulation.get_from_args_and_kwargs(*args, **kwargs)
        z = np.asarray(kwargs.pop("Z") if "Z" in kwargs else args[0], dtype=float)
        corners = found.get_masked_triangles()
        polygons = np.stack([found.x[corners], found.y[corners], z[corners]], axis=2)
        cmap = kwargs.pop("cmap", None)
        color = self._color("line") if color is None else color
        shade = kwargs.pop("shade", cmap is None)
        return self._faces(polygons, polygons[:, :, 2].mean(axis=1), color, cmap, norm, vmin, vmax, shade, {"lightsource": lightsource, **kwargs})

    def bar3d(self, x, y, z, dx, dy, dz, color=None, zsort="average", shade=True, lightsource=None, *args, axlim_clip=False, **kwargs):
        """Boxes with their corners at x, y, z and these sides."""
        low = [np.atleast_1d(np.asarray(each, dtype=float)) for each in (x, y, z)]
        low_and_sides = np.broadcast_arrays(*low, *[np.asarray(each, dtype=float) for each in (dx, dy, dz)])
        low, sides = low_and_sides[:3], low_and_sides[3:]
        unit = np.array(_CUBOID, dtype=float)
        polygons = np.stack([low[i][:, None, None] + sides[i][:, None, None] * unit[:, :, i][None] for i in range(3)], axis=3)
        count = polygons.shape[0]
        colors = to_rgba_array([self._color()] if color is None else color if isinstance(color, (list, np.ndarray)) else [color])
        if len(colors) == count:
            colors = np.repeat(colors, 6, axis=0)
        made = Poly3DCollection(polygons.reshape(-1, 4, 3), zsort=zsort, facecolors=colors if len(colors) > 1 else colors[0], shade=shade,
                                lightsource=lightsource, **kwargs)
        return self._add(made)

    def bar(self, left, height, zs=0, zdir="z", *args, axlim_clip=False, **kwargs):
        """Flat bars in the plane of zs, across zdir."""
        bars = self._taken_out(super().bar, left, height, *args, **kwargs)
        heights = np.broadcast_to(np.asarray(zs, dtype=float), (len(bars),)).tolist()
        for patch, z in zip(bars, heights):
            a, b, c, d = patch._corners()
            face = np.stack(juggle_axes(np.array([a, c, c, a]), np.array([b, b, d, d]), np.full(4, z), zdir), axis=1)
            self._add(Poly3DCollection([face], facecolors=patch._face, edgecolors=patch._edge, alpha=bars.get_alpha()))
        return bars

    def quiver(self, X, Y, Z, U, V, W, *, length=1, arrow_length_ratio=0.3, pivot="tail", normalize=False, axlim_clip=False, **kwargs):
        """Arrows (u, v, w) at (x, y, z)."""
        if pivot not in ("tail", "middle", "tip"):
            raise ValueError(f"{pivot!r} is not a valid value for pivot; supported values are 'tail', 'middle', 'tip'")
        parts = np.broadcast_arrays(*[np.asarray(each, dtype=float) for each in (X, Y, Z, U, V, W)])
        at, by = (np.stack([each.ravel() for each in parts[i : i + 3]], axis=1) for i in (0, 3))
        if normalize:
            sizes = np.sqrt((by * by).sum(axis=1))
            by = by / np.where(sizes == 0, 1.0, sizes)[:, None]
        back = {"tail": 0.0, "middle": length / 2, "tip": length}[pivot]
        tail = at - back * by
        tip = tail + length * by
        heads = [tip - length * arrow_length_ratio * side for side in _heads(by)]
        lines = [np.stack([end, tip], axis=1) for end in (tail, *heads)]
        made = self._add(Line3DCollection([line for each in lines for line in each], **kwargs))
        # The limits hold the given places, not the arrows.
        made._extent = lambda which: [column(at[:, "xyz".index(which)])]
        return made

    def text(self, x, y, z, s, zdir=None, *, axlim_clip=False, **kwargs):
        """A text at a place in space."""
        if kwargs.get("transform") in ("axes", "figure"):
            return self.text2D(x, y, z, **kwargs)
        kwargs.pop("transform", None)
        return self._add(Text3D(x, y, z, s, zdir, **kwargs))

    def text2D(self, x, y, s, fontdict=None, **kwargs):
        """A text at a place of the page."""
        return super().text(x, y, s, fontdict, **kwargs)

    text3D, quiver3D, bar3D = text, quiver, bar3d

    def contour(self, X, Y, Z, *args, extend3d=False, stride=5, zdir="z", offset=None, axlim_clip=False, **kwargs):
        """Lines of equal value at their heights, or all in the plane at offset."""
        return self._level_sets(X, Y, Z, args, zdir, offset, False, kwargs)

    def contourf(self, X, Y, Z, *args, zdir="z", offset=None, axlim_clip=False, **kwargs):
        """Bands between values at their heights, or all in the plane at offset."""
        return self._level_sets(X, Y, Z, args, zdir, offset, True, kwargs)

    contour3D, contourf3D = contour, contourf

    def _level_sets(self, X, Y, Z, args, zdir, offset, filled, kwargs):
        Z = np.asarray(Z, dtype=float)
        X, Y = np.asarray(X, dtype=float), np.asarray(Y, dtype=float)
        if X.ndim == 1:
            X, Y = np.meshgrid(X, Y)
        a, b, values = rotate_axes(X, Y, Z, zdir)
        from matplotlib.axes import ContourSet

        names = {"levels", "colors", "cmap", "norm", "vmin", "vmax", "alpha", "linewidths", "linestyles", "antialiased"}
        _check("contour", kwargs, names)
        norm = _norm(kwargs.get("norm"), kwargs.get("vmin"), kwargs.get("vmax"))
        levels = kwargs.get("levels", args[0] if args else None)
        levels = self._levels(column(values), levels, filled, norm)
        norm.autoscale_None(column(levels))
        made = ContourSet(self, levels, filled, norm, _colormap(kwargs.get("cmap")))
        places = [(low + high) / 2 for low, high in zip(levels, levels[1:])] if filled else levels
        for i, place in enumerate(places):
            colors = kwargs.get("colors")
            color = to_hex(made.cmap(float(norm(place)))) if colors is None else colors if isinstance(colors, str) else list(colors)[i % len(colors)]
            at = place if offset is None else offset
            part = _band(a, b, values, levels[i], levels[i + 1], at, zdir) if filled else _level_line(a, b, values, place, at, zdir)
            width = kwargs.get("linewidths", 1.5)
            artist = (Poly3DCollection(part, facecolors=color, edgecolors="none", alpha=kwargs.get("alpha")) if filled else
                      Line3DCollection(part, colors=color, linewidths=width, linestyles=kwargs.get("linestyles", "-"), alpha=kwargs.get("alpha")))
            # As in matplotlib, the limits hold the data, whatever plane the lines are in.
            artist._extent = lambda which: [column((X, Y, Z)["xyz".index(which)])]
            artist._said = "" if i else "lines of equal value at " + ", ".join(f"{each:.4g}" for each in levels)
            made._lines.append(self._add(artist))
        self.figure._mappable = made
        return made

    def add_collection3d(self, col, zs=0, zdir="z", autolim=True, *, axlim_clip=False):
        """Adds lines or areas; flat ones are put at zs."""
        if not isinstance(col, (Poly3DCollection, Line3DCollection, Path3DCollection)):
            lift = {"PolyCollection": poly_collection_2d_to_3d, "LineCollection": line_collection_2d_to_3d}.get(type(col).__name__)
            if lift is None:
                raise NotImplementedError(f"a {type(col).__name__} in axes of three dimensions")
            col = lift(col, zs, zdir)
        return self._add(col)

    add_collection = add_collection3d

    def _add(self, artist):
        if not self._lifts and not hasattr(artist, "_space") and not (isinstance(artist, Text) or type(artist).__name__ in ("Key", "Patch")):
            raise NotImplementedError(f"{type(artist).__name__} in axes of three dimensions")
        return super()._add(artist)

    @property
    def collections(self):
        """Its points, lines and areas that are drawn together."""
        return [artist for artist in self._artists if isinstance(artist, (Path3DCollection, Poly3DCollection, Line3DCollection))]

    # drawing

    def _side(self):
        """The length of the page's square in inches."""
        return 1.25 * min(self._inches())

    def _spec(self, numbers):
        matrix = self.get_proj()
        project = lambda xs, ys, zs: proj3d.proj_transform(xs, ys, zs, matrix)
        if self.computed_zorder:
            seen = [artist for artist in self.collections if artist._visible]
            for i, artist in enumerate(sorted(seen, key=lambda artist: -artist._depth())):
                artist._zorder = 2.5 + i
        spec = super()._spec(numbers)
        if not self._bare:
            spec["artists"] = self._frame_specs(Box(self, project)) + spec["artists"]
        flat = {"scale": "linear", "no_labels": True, "no_marks": True}
        spec.update(bare=True, aspect=1.0, x={**flat, "low": _WINDOW[0][0], "high": _WINDOW[0][1]}, y={**flat, "low": _WINDOW[1][0], "high": _WINDOW[1][1]})
        return spec

    def _frame_specs(self, box):
        specs = [axis._pane_spec(box) for axis in self._three()]
        for axis in self._three() if self._draw_grid else ():
            specs += axis._grid_spec(box)
        for axis in self._three():
            specs += axis._line_specs(box)
        return specs


# The faces of a box, seen from outside against the clock.
_CUBOID = [
    [(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)], [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)], [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)],
    [(0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)], [(0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)], [(1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)],
]


def _strides(shape, kwargs, usual):
    """The rows and columns of a grid that are drawn, the last ones included."""
    strided, counted = "rstride" in kwargs or "cstride" in kwargs, "rcount" in kwargs or "ccount" in kwargs
    if strided and counted:
        raise ValueError("Cannot specify both stride and count arguments")
    steps = [kwargs.pop("rstride", usual), kwargs.pop("cstride", usual)]
    counts = [kwargs.pop("rcount", 50), kwargs.pop("ccount", 50)]
    if not strided:
        steps = [max(math.ceil(size / count), 1) if count else 0 for size, count in zip(shape, counts)]
    return [[*range(0, size - 1, step), size - 1] if step and size else [] for size, step in zip(shape, steps)]


def _perimeter(top, bottom, left, right):
    """Row and column of each grid point around a block."""
    around = [(top, j) for j in range(left, right)] + [(i, right) for i in range(top, bottom)]
    return around + [(bottom, j) for j in range(right, left, -1)] + [(i, left) for i in range(bottom, top, -1)]


def _corners(faces, X, Y, Z):
    """The corners of faces as one array; those that are not finite are left out, and short faces end in NaN."""
    longest, columns = max([len(face) for face in faces], default=4), Z.shape[1]
    finite = (np.isfinite(X) & np.isfinite(Y) & np.isfinite(Z)).ravel().tolist()
    flat = []
    for face in faces:
        kept = [i * columns + j for i, j in face if finite[i * columns + j]]
        flat += kept + [Z.size] * (longest - len(kept))
    chosen = np.array(flat, dtype=np.int64).reshape(len(faces), longest)
    return np.stack([np.concatenate([each.ravel(), np.array([math.nan])])[chosen] for each in (X, Y, Z)], axis=2)


def _heads(by):
    """The two directions of an arrow's head, turned by 15 degrees from its own."""
    flat = np.sqrt(by[:, 0] ** 2 + by[:, 1] ** 2)
    safe = np.where(flat == 0, 1.0, flat)
    x, y = np.where(flat == 0, 0.0, by[:, 1] / safe), np.where(flat == 0, 1.0, -by[:, 0] / safe)
    c, u, v, w = math.cos(math.radians(15)), *by.T
    found = []
    for s in (math.sin(math.radians(15)), -math.sin(math.radians(15))):
        found.append(np.stack([
            (c + x * x * (1 - c)) * u + x * y * (1 - c) * v + y * s * w,
            x * y * (1 - c) * u + (c + y * y * (1 - c)) * v - x * s * w,
            -y * s * u + x * s * v + c * w,
        ], axis=1))
    return found


def _between(grid, u, v):
    """The grid's values at fractional columns u and rows v, of which one is whole."""
    rows, columns = grid.shape
    j, i = np.minimum(np.floor(u), columns - 2).astype(np.int64), np.minimum(np.floor(v), rows - 2).astype(np.int64)
    s, t = u - j, v - i
    return (grid[i, j] * (1 - s) + grid[i, j + 1] * s) * (1 - t) + (grid[i + 1, j] * (1 - s) + grid[i + 1, j + 1] * s) * t


def _level_line(a, b, values, level, at, zdir):
    """The pieces of a line of equal value in space."""
    rows, columns = values.shape
    ends = contours(column(values), column(range(columns)), column(range(rows)), level).array().reshape(-1, 2)
    x, y = _between(a, ends[:, 0], ends[:, 1]), _between(b, ends[:, 0], ends[:, 1])
    space = rotate_axes(x, y, np.full(x.shape, float(at)), "-" + zdir)
    return list(np.stack(space, axis=1).reshape(-1, 2, 3))


def _triangles(grid):
    """The corners of two triangles for each square of a grid."""
    a, b, c, d = grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]
    return np.stack([each.ravel() for each in (a, b, c, a, c, d)], axis=1).ravel()


def _band(a, b, values, low, high, at, zdir):
    """The areas in space where values lie between low and high."""
    x, y = bands(*[column(_triangles(each)) for each in (a, b, values)], low, high)
    x, y = x.array(), y.array()
    gaps = [-1, *np.flatnonzero(np.isnan(x)).tolist()]
    space = np.stack(rotate_axes(x, y, np.full(x.shape, float(at)), "-" + zdir), axis=1)
    return [space[start + 1 : stop] for start, stop in zip(gaps, gaps[1:])]
