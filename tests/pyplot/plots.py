"""Return values of plots, and levels of contours; the expected output was printed by the real matplotlib."""
import matplotlib.pyplot as plt
import numpy as np

show = lambda values: " ".join(f"{float(v):.4g}" for v in values)
near = lambda values: [round(float(v), 6) + 0.0 for v in values]


def lines(collection):
    return [[[round(float(c), 4) + 0.0 for c in point] for point in segment] for segment in collection.get_segments()]


def grid(low, high):
    return [[low + (high - low) * (i * 4 + j) / 15 for j in range(4)] for i in range(4)]


for low, high in [(0, 1), (0.0001, 0.99), (-3, 7), (10, 1000), (-0.05, 0.02), (1e-6, 5e-6), (99, 101), (-1e4, 3)]:
    for wanted in (None, 3, 6, 8, 15):
        fig, ax = plt.subplots()
        args = () if wanted is None else (wanted,)
        print("levels", low, high, wanted, show(ax.contour(grid(low, high), *args).levels), "|", show(ax.contourf(grid(low, high), *args).levels))
        plt.close(fig)
fig, ax = plt.subplots()
print("given", show(ax.contourf(grid(0, 1), levels=[0, 0.2, 0.9, 1]).levels))

fig, ax = plt.subplots()
made = ax.stem([0, 1, 2], [3, 1, 2], label="stems")
print("stem", len(made), near(made.markerline.get_xdata()), near(made.markerline.get_ydata()), near(made.baseline.get_xdata()), near(made.baseline.get_ydata()), lines(made.stemlines))
markers, stems, base = ax.stem([5, 6])
print("stem", near(markers.get_ydata()), len(lines(stems)), show(ax.get_ylim()))
made = ax.stem([1, 2], [1, 2], bottom=0.5, orientation="horizontal")
print("stem", near(made.baseline.get_xdata()), lines(made.stemlines))

fig, ax = plt.subplots()
data = [[1.0, 2.0, 3.0, 4.0, 10.0], [0.0, 0.0, 1.0]]
made = ax.violinplot(data, showmeans=True, showmedians=True, quantiles=[[0.25, 0.75], [0.5]])
for part in sorted(made):
    print("violin", part, len(made["bodies"]) if part == "bodies" else lines(made[part]))
print("violin", sorted(ax.violinplot(data, showextrema=False)), sorted(ax.violinplot(data, orientation="horizontal")))
print("violin", lines(ax.violinplot([1.0, 2.0, 4.0], positions=[7], widths=2, orientation="horizontal")["cmins"]))

fig, ax = plt.subplots()
box = ax.boxplot(data, tick_labels=["a", "b"], showmeans=True)
print("box", sorted(box), [near(line.get_ydata()) for part in ("boxes", "medians", "whiskers", "caps", "fliers", "means") for line in box[part]])

fig, ax = plt.subplots()
wedges, texts = ax.pie([1, 1, 2], labels=["x", "y", "z"])
print("pie", [(round(float(w.theta1), 2), round(float(w.theta2), 2)) for w in wedges], [t.get_text() for t in texts])
wedges, texts, shares = ax.pie([3, 1], autopct="%1.1f%%", startangle=90, counterclock=False)
print("pie", [(round(float(w.theta1), 2), round(float(w.theta2), 2)) for w in wedges], [t.get_text() for t in shares])

fig, axes = plt.subplot_mosaic("AB;CB")
print("mosaic", list(axes))
fig, axes = plt.subplot_mosaic([["big", "big", "."], ["x", "y", "."]], width_ratios=[2, 1, 1])
print("mosaic", sorted(axes), axes["big"].get_title() == "")
fig, ax = plt.subplots()
other = ax.twinx()
ax.plot([0, 4], [1, 2])
other.plot([2, 9], [10, 30])
print("twin", show(ax.get_xlim()), "|", show(other.get_xlim()), "|", show(ax.get_ylim()), "|", show(other.get_ylim()))
line = ax.step([0, 1, 2], [3, 1, 2], where="mid")[0]
print("step", near(line.get_xdata()), near(line.get_ydata()))
note = ax.annotate("here", xy=(1, 1), xytext=(2, 1.5), arrowprops=dict(arrowstyle="->"))
print("note", note.get_text())
plt.close("all")
