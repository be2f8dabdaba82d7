"""Colours, maps, shapes of axes, properties of artists; the expected output was printed by the real matplotlib."""
import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import cm, colors

show = lambda values: " ".join(f"{float(v):.3f}" for v in values)
for name in ["r", "k", "tab:blue", "tab:orange", "rebeccapurple", "#abc", "#12345678", "0.2", (0.2, 0.4, 0.6), ("red", 0.5), "none"]:
    print(name, show(colors.to_rgba(name)), colors.to_hex(name))
for bad in ["nocolour", "#12", "1.5", (2, 0, 0)]:
    print(bad, colors.is_color_like(bad))
for name in ["viridis", "plasma", "inferno", "magma", "cividis", "gray", "hot", "jet", "coolwarm", "Blues", "RdBu", "viridis_r", "Spectral", "turbo"]:
    cmap = plt.get_cmap(name)
    print("map", name, cmap.N, *[round(255 * part) for at in (0.0, 0.25, 0.5, 0.75, 1.0) for part in cmap(at)[:3]])
tab = matplotlib.colormaps["tab10"]
print(tab.N, [colors.to_hex(tab(i)) for i in range(10)])
print(colors.to_hex(cm.tab20(3)))
norm = colors.Normalize(2, 6)
print(float(norm(3)), norm.vmin, norm.vmax)
print(float(colors.LogNorm(1, 1000)(10)))

fig, axes = plt.subplots(2, 3)
print(axes.shape, len(axes), len(axes[0]), len(axes.ravel()), len(axes.flatten()), axes[1, 2] is axes[1][2], axes[:, 0].shape, axes.size)
fig, axes = plt.subplots(1, 3)
print(axes.shape, axes[-1] is axes[2], axes[0] is not axes[1], axes[1:].shape)
fig, axes = plt.subplots(3, 1, squeeze=False)
print(axes.shape)
a, b = plt.subplots(2)[1]
print(a is not b, plt.gca() is b)

fig, ax = plt.subplots()
line, = ax.plot([1, 2, 3], "g--o", label="loss", lw=2)
print(line.get_color(), line.get_linestyle(), line.get_marker(), line.get_linewidth(), line.get_label())
print(show(line.get_xdata()), show(line.get_ydata()))
for fmt in ["r-", "b.", "--", "k:", "^g", "C1", "r-.x", "co"]:
    made, = ax.plot([1, 2], fmt)
    print(fmt, made.get_linestyle(), made.get_marker())
lines = ax.plot([0, 1], [[1, 2, 3], [4, 5, 6]])
print(len(lines), show(lines[2].get_ydata()))
bars = ax.bar(["a", "b"], [3, 4], width=0.5)
print([show((bar.get_x(), bar.get_height(), bar.get_width())) for bar in bars])
ax.set_title("T")
ax.set(xlabel="x", ylabel="y", xlim=(0, 4))
print(ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), show(ax.get_xlim()))
print([handle.get_label() for handle in ax.get_legend_handles_labels()[0]])
image = ax.imshow([[0, 1], [2, 4]], vmin=1)
print(show(image.get_clim()), image.get_cmap().name)
print(ax.get_yscale(), ax.get_aspect() in ("equal", 1.0))


def attempt(name, work):
    try:
        work()
        print(name, "no error")
    except Exception as error:
        print(name, type(error).__name__)


attempt("lengths", lambda: ax.plot([1, 2], [1, 2, 3]))
attempt("format", lambda: ax.plot([1, 2], "qq"))
attempt("colour", lambda: ax.plot([1], color="nocolour"))
attempt("cmap", lambda: plt.get_cmap("nomap"))
attempt("marker", lambda: ax.plot([1], marker="Q"))
attempt("style", lambda: ax.plot([1], linestyle="~~"))
attempt("subplot", lambda: plt.subplot(2, 2, 5))
attempt("scatter", lambda: ax.scatter([1, 2], [1]))
attempt("c", lambda: ax.scatter([1, 2], [1, 2], c=[1, 2, 3]))
attempt("image", lambda: ax.imshow(np.zeros((2, 2, 7))))
attempt("limits", lambda: ax.set_xlim(float("nan"), 1))
attempt("scale", lambda: ax.set_yscale("cubic"))
attempt("axis", lambda: ax.axis("sideways"))
attempt("pie", lambda: ax.pie([1, -1]))
attempt("bins", lambda: ax.hist([1, 2], bins=[3, 1]))
attempt("styles", lambda: plt.style.use("no such style"))
# Words in any case, and the short name of a colour.
for word in ("Off", "oN", "Tight", "EQUAL"):
    ax.axis(word)
    print(word, ax.axison)
ax.set_title("named", c="g")
print(ax.get_title())
plt.close("all")
