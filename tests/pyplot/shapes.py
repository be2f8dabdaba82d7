"""Patches, paths, collections, polar axes, triangles, tables; the expected output was printed by the real matplotlib."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection, PatchCollection, PolyCollection
from matplotlib.patches import Arc, Circle, Ellipse, FancyArrowPatch, PathPatch, Polygon, Rectangle, RegularPolygon, Wedge
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.tri import Triangulation

show = lambda values: " ".join(f"{float(v):.5g}" for v in np.ravel(values))


def limits(name, *artists, collection=False):
    fig, ax = plt.subplots()
    for artist in artists:
        (ax.add_collection if collection else ax.add_patch)(artist)
    ax.autoscale_view()
    fig.canvas.draw()
    print(name, show(ax.get_xlim()), "|", show(ax.get_ylim()), len(ax.patches), len(ax.collections))
    plt.close(fig)


limits("circle", Circle((1, 2), 3))
limits("ellipse", Ellipse((0, 0), 4, 2))
limits("rectangle", Rectangle((1, 1), 2, 1, angle=90))
limits("polygon", Polygon([(0, 0), (2, 0), (1, 3)]))
limits("wedge", Wedge((0, 0), 2, 0, 90))
limits("hexagon", RegularPolygon((0, 0), 6, radius=2))
heart = Path([(0, 0), (1, 2), (2, 0), (0, 0)], [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY])
limits("path", PathPatch(heart))
limits("lines", LineCollection([[(0, 0), (1, 4)], [(2, 1), (3, -1)]]), collection=True)
limits("areas", PolyCollection([[(0, 0), (1, 4), (2, 0)]]), collection=True)
limits("patches", PatchCollection([Circle((0, 0), 1), Rectangle((3, 3), 1, 1)]), collection=True)

print(heart.contains_point((1, 0.5)), heart.contains_point((3, 3)), heart.contains_points([(1, 1), (0, 1)]).tolist(), len(heart), heart.codes.tolist())
print(show(heart.get_extents().bounds), [show(polygon) for polygon in heart.to_polygons()])
print(len(Path.unit_rectangle()), len(Path.unit_regular_polygon(5)), Path.circle((1, 1), 2).contains_point((2, 2)), show(Path.arc(0, 90).vertices[-1]))
print(len(Path.make_compound_path(heart, Path([(5, 5), (6, 6)]))), Path([(0, 0), (1, 1)]).codes)
circle = Circle((1, 2), 3, facecolor="r", edgecolor="b", alpha=0.5, lw=2)
print(circle.center, circle.radius, circle.get_facecolor(), circle.get_edgecolor(), circle.get_linewidth(), circle.width)
circle.set_radius(1)
circle.center = (0, 0)
print(circle.get_radius(), circle.center, circle.contains_point((0.5, 0.5)) if False else "")
print(show(Polygon([(0, 0), (1, 0), (1, 1)]).get_xy()), Wedge((0, 0), 1, 10, 50).theta2, Arc((0, 0), 1, 2, theta2=90).theta2)
lines = LineCollection([[(0, 0), (1, 1)], [(1, 0), (2, 1)]], array=[1.0, 3.0], cmap="viridis", linewidths=2)
print(show(lines.get_array()), show(lines.get_clim()), len(lines.get_segments()))
plain = LineCollection([[(0, 0), (1, 1)]], colors=["r"], linestyles="--")
print(show(plain.get_color()))

fig, ax = plt.subplots(subplot_kw={"projection": "polar"})
theta = np.linspace(0, 2 * np.pi, 100)
ax.plot(theta, 1 + np.sin(theta))
fig.canvas.draw()
print(type(ax).__name__, ax.name, show(ax.get_xlim()), show(ax.get_ylim()), show(ax.get_yticks()))
print([text.get_text() for text in ax.get_xticklabels()], show(ax.get_xticks()), ax.get_rlabel_position())
ax.set_theta_zero_location("N")
ax.set_theta_direction(-1)
ax.set_rmax(3)
ax.set_rticks([1, 2, 3])
print(round(ax.get_theta_offset(), 4), ax.get_theta_direction(), ax.get_rmax(), show(ax.get_yticks()))
line, = plt.polar([0, 1, 2], [-1, 2, 3]) if False else ax.plot([0, 1], [1, 2])
print(show(line.get_xdata()))

tri = Triangulation([0, 1, 0, 1.2, 0.4], [0, 0, 1, 1.1, 0.45])
print(len(tri.triangles), len(tri.edges), tri.is_delaunay, sorted(sorted(each) for each in tri.triangles.tolist()))
corners = np.stack([tri.x[tri.triangles], tri.y[tri.triangles]], axis=2)
turn = (corners[:, 1, 0] - corners[:, 0, 0]) * (corners[:, 2, 1] - corners[:, 0, 1]) - (corners[:, 2, 0] - corners[:, 0, 0]) * (corners[:, 1, 1] - corners[:, 0, 1])
print((turn > 0).all())
fig, ax = plt.subplots()
edges, points = ax.triplot(tri, "go-")
print(edges.get_color(), points.get_marker(), points.get_linestyle(), show(ax.get_xlim()))
fig, ax = plt.subplots()
filled = ax.tricontourf(tri, [0, 1, 2, 3, 1.5], levels=5)
print(show(filled.levels), show(ax.get_xlim()), show(ax.get_ylim()))
flat = ax.tripcolor(tri, [0, 1, 2, 3, 1.5])
print(show(sorted(flat.get_array())))
fig, ax = plt.subplots()
x, y = np.meshgrid(np.linspace(-3, 3, 20), np.linspace(-3, 3, 20))
stream = ax.streamplot(x[0], y[:, 0], -1 - x**2 + y, 1 + x - y**2, density=0.6, color="k")
print(len(stream.lines.get_segments()), show(ax.get_xlim()), show(ax.get_ylim()))
print(show(stream.lines.get_segments()[0][:2]), show(stream.lines.get_segments()[-1][:2]))

fig, ax = plt.subplots()
table = ax.table(cellText=[["1", "2"], ["3", "4"]], colLabels=["a", "b"], rowLabels=["x", "y"], loc="center")
print(len(table.get_celld()), table[0, 1].get_text().get_text(), table[1, -1].get_text().get_text(), sorted(table.get_celld()))
title = ax.set_title("t", c="r", size=15, weight="bold")
print(isinstance(title, Text), title.get_text(), title.get_color(), title.get_fontsize(), title.get_weight())
label = ax.set_xlabel("x", fontsize="large", c="g")
print(label.get_text(), label.get_color(), label.get_size())
text = ax.text(0.5, 0.5, "s", c="b", size=8, weight="light", horizontalalignment="center", va="top", rotation=30, transform=ax.transAxes)
print(text.get_color(), text.get_fontsize(), text.get_ha(), text.get_va(), text.get_rotation(), text.get_weight(), text.get_position())
print(plt.axis("Off") is not None, ax.axison)
arrow = FancyArrowPatch((0, 0), (1, 1), arrowstyle="->", mutation_scale=15, connectionstyle="arc3,rad=0.3", color="r")
ax.add_patch(arrow)
print(show(arrow.get_edgecolor()), len(ax.patches))


def attempt(name, work):
    try:
        work()
        print(name, "no error")
    except Exception as error:
        print(name, type(error).__name__)


attempt("projection", lambda: plt.figure().add_subplot(projection="cubic"))
attempt("style", lambda: FancyArrowPatch((0, 0), (1, 1), arrowstyle="=>"))
attempt("ends", lambda: FancyArrowPatch((0, 0)))
attempt("codes", lambda: Path([(0, 0), (1, 1)], [2, 2]))
plt.close("all")
