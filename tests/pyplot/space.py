"""Axes of three dimensions: limits, ticks, names, the projection and what artists hold; the expected output was printed by the real matplotlib."""
import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d import Axes3D, proj3d
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

show = lambda values: " ".join(f"{float(v):.6g}" for v in np.ravel(values))


def report(name, ax):
    ax.figure.canvas.draw()
    for which in "xyz":
        print(name, which, show(getattr(ax, f"get_{which}lim")()), "|", show(getattr(ax, f"get_{which}ticks")()))
    print(name, "M", show(ax.get_proj()))


def axes(**kwargs):
    plt.close("all")
    return plt.figure().add_subplot(projection="3d", **kwargs)


report("empty", axes())
ax = axes()
t = np.linspace(0, 4 * np.pi, 50)
line, = ax.plot(np.cos(t), np.sin(t), t, "r--", label="helix")
report("helix", ax)
print(type(line).__name__, line.get_color(), line.get_linestyle(), show(line.get_data_3d()[2][:3]))
flat, = ax.plot([1, 2, 3], [4, 5, 6], zdir="y", zs=2)
print(show(flat.get_data_3d()))
report("zdir", ax)

ax = axes()
points = ax.scatter([1, 2, 3], [4, 5, 7], [0, 10, 20], c=[0.1, 0.5, 0.9], s=30)
report("scatter", ax)
print(type(points).__name__, points.get_depthshade(), show(points.get_sizes()), show(points.get_clim()))

x, y = np.meshgrid(np.linspace(-3, 3, 13), np.linspace(-2, 2, 9))
z = np.exp(-(x**2) - y**2)
ax = axes(elev=20, azim=45)
surface = ax.plot_surface(x, y, z, cmap="viridis")
report("surface", ax)
print(type(surface).__name__, len(surface.get_array()), show(surface.get_array()[:3]), show(surface.get_clim()))
for strides in ({"rstride": 2, "cstride": 3}, {"rstride": 4, "cstride": 4}, {"rcount": 3, "ccount": 5}):
    made = axes().plot_surface(x, y, z, cmap="hot", vmin=0, vmax=2, **strides)
    print(strides, len(made.get_array()), show(made.get_array()[:4]), show(made.get_clim()))
ax = axes()
wires = ax.plot_wireframe(x, y, z, rstride=2, cstride=2)
report("wires", ax)
ax = axes(proj_type="ortho")
corners = np.array([[0, 0], [1, 0], [0, 1], [1.2, 1.1], [0.5, 0.4], [0.3, 0.9]])
tri = ax.plot_trisurf(corners[:, 0], corners[:, 1], corners.sum(axis=1), cmap="cool")
report("trisurf", ax)
print(len(tri.get_array()), show(sorted(tri.get_array())))
ax = axes()
boxes = ax.bar3d([0, 1], [0, 1], 0, 0.5, 0.5, [1, 2], color="tab:blue")
report("bars", ax)
ax = axes()
arrows = ax.quiver([0, 1], [0, 1], [0, 1], [1, 0], [0, 1], [1, 1], length=0.5, normalize=True)
report("quiver", ax)
ax = axes()
lines = ax.contour(x, y, z, 5)
print("contour", show(lines.levels))
report("contour", ax)
ax = axes()
filled = ax.contourf(x, y, z, levels=[0, 0.25, 0.5, 1], zdir="z", offset=-1)
ax.set_zlim(-1, 1)
print("contourf", show(filled.levels))
report("contourf", ax)

ax = axes()
ax.set_xlim(0, 10)
ax.set_ylim(5, -5)
ax.set_zlim(-1, 1)
ax.set_xlabel("width")
ax.set_ylabel("depth")
ax.set_zlabel("height")
ax.set_zticks([-1, 0, 1])
ax.set_title("box")
ax.view_init(elev=10, azim=120, roll=15)
report("set", ax)
print(ax.get_xlabel(), ax.get_ylabel(), ax.get_zlabel(), ax.get_title(), ax.elev, ax.azim, ax.roll, ax.name)
ax.invert_zaxis()
ax.set_box_aspect((1, 2, 3))
report("turned", ax)
ax.view_init()
ax.set_aspect("equal")
ax.set_proj_type("persp", focal_length=0.4)
print("equal", show(ax.get_proj()), show(ax.get_w_lims()))
note = ax.text(1, 2, 0.5, "here", "x", color="red")
print(note.get_text(), show(note.get_position_3d()), note.get_color())
print(show(proj3d.proj_transform([1, 2], [2, 3], [0.5, 0], ax.get_proj())))
ax = axes()
ax.add_collection3d(Poly3DCollection([[(0, 0, 0), (1, 0, 0), (1, 1, 2)]], facecolors="c", alpha=0.5))
ax.add_collection3d(Line3DCollection([[(0, 0, 0), (2, 1, 3)]], colors="k"))
ax.set(xlim=(0, 2), ylim=(0, 2), zlim=(0, 3))
print(len(ax.collections), show(ax.get_zlim()))
fig, grid = plt.subplots(2, 2, subplot_kw={"projection": "3d"})
print(type(grid[0, 0]).__name__, isinstance(grid[1, 1], Axes3D), grid.shape)


def attempt(name, work):
    try:
        work()
        print(name, "no error")
    except Exception as error:
        print(name, type(error).__name__, error)


attempt("flat", lambda: axes().plot_surface(x, y, np.array([1, 2, 3])))
attempt("strides", lambda: axes().plot_surface(x, y, z, rstride=1, rcount=3))
attempt("zoom", lambda: axes().set_box_aspect(None, zoom=0))
attempt("focal", lambda: axes().set_proj_type("persp", focal_length=-1))
plt.close("all")
