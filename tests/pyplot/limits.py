"""Limits and ticks that axes choose for data; the expected output was printed by the real matplotlib."""
import matplotlib.pyplot as plt

show = lambda values: " ".join(f"{float(v):.10g}" for v in values)


def report(name, ax):
    print(name, "x", show(ax.get_xlim()), "|", show(ax.get_xticks()))
    print(name, "y", show(ax.get_ylim()), "|", show(ax.get_yticks()))


cases = {
    "decade": ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]),
    "small": ([0.001, 0.002, 0.0035], [1e-7, 3e-7, 2e-7]),
    "large": ([1e6, 2e6, 3.7e6], [12345, 67890, 123456]),
    "offset": ([100000, 100001, 100002], [1000.001, 1000.002, 1000.003]),
    "negative": ([-5, -3, -1], [-0.4, 0.3, 0.9]),
    "one": ([3], [7]),
    "zero": ([0], [0]),
    "flat": ([1, 2, 3], [5, 5, 5]),
    "nan": ([1, 2, 3, 4], [1, float("nan"), 3, 2]),
    "inf": ([1, 2, 3, 4], [1, float("inf"), 3, 2]),
    "huge": ([0, 1e12], [-1e15, 1e15]),
    "tiny": ([0, 1e-12], [1e-20, 5e-20]),
}
for name, (x, y) in cases.items():
    fig, ax = plt.subplots()
    ax.plot(x, y)
    report(name, ax)
    plt.close(fig)

fig, ax = plt.subplots()
report("empty", ax)
ax.bar([1, 2, 3], [4, 2, 7])
report("bar", ax)
fig, ax = plt.subplots()
ax.barh(["a", "b"], [3, -2])
print("barh", show(ax.get_xlim()), "|", show(ax.get_ylim()))
fig, ax = plt.subplots()
counts, edges, _ = ax.hist([1, 2, 2, 3, 3, 3, 4, 4, 9.5], bins=5)
print("hist", show(counts), "|", show(edges))
report("hist", ax)
counts, edges, _ = ax.hist([0.1, 0.5, 0.9, 1.0], bins=[0, 0.5, 1.0], density=True)
print("density", show(counts), "|", show(edges))
fig, ax = plt.subplots()
ax.imshow([[1, 2, 3], [4, 5, 6]])
print("image", show(ax.get_xlim()), "|", show(ax.get_ylim()))
fig, ax = plt.subplots()
ax.imshow([[1, 2], [3, 4]], origin="lower", extent=(0, 10, -1, 1))
print("extent", show(ax.get_xlim()), "|", show(ax.get_ylim()))
fig, ax = plt.subplots()
ax.semilogy([1, 10, 1000])
print("log", show(ax.get_ylim()))
ax.set_ylim(0.5, 2e4)
print("log", show(ax.get_ylim()))
fig, ax = plt.subplots()
ax.loglog([0.02, 3, 50], [1, 2, 3])
print("loglog", show(ax.get_xlim()), "|", show(ax.get_ylim()))
fig, ax = plt.subplots()
ax.plot([1, 2, 3])
ax.margins(0)
report("margins", ax)
ax.set_xlim(-1, 5)
ax.set_ylim(top=10)
report("set", ax)
ax.invert_yaxis()
print("inverted", show(ax.get_ylim()))
ax.axhline(20)
ax.autoscale()
report("rule", ax)
fig, axes = plt.subplots(2, 3, sharex=True, sharey="row")
axes[0, 0].plot([0, 5], [0, 1])
axes[1, 2].plot([2, 9], [5, 6])
for row in axes:
    for each in row:
        print("shared", show(each.get_xlim()), "|", show(each.get_ylim()))
report("subplot", axes[1, 2])
fig, ax = plt.subplots(figsize=(2, 1.5))
ax.plot([0, 7], [3, 11])
report("stamp", ax)
fig, ax = plt.subplots()
ax.scatter([1, 2, 3], [4, 5, 6])
report("scatter", ax)
ax.fill_between([0, 1, 2], [0, 0, 0], [1, 9, 2])
report("area", ax)
ax.errorbar([5], [3], yerr=[2], xerr=1)
report("error", ax)
ax.set_xticks([0, 2, 4, 8])
report("ticks", ax)
print(show(plt.axis()))
plt.xlim(1, 2)
print(show(plt.xlim()), show(plt.gca().get_xlim()))
plt.close("all")
print(plt.get_fignums())
