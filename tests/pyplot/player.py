"""Players of animations: how often functions are called, and what is refused; the expected output was printed by the real matplotlib."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import ArtistAnimation, FuncAnimation

calls, begun = [], []


def film(frames, **kwargs):
    fig, ax = plt.subplots(figsize=(2, 1.5))
    (line,) = ax.plot([], [])

    def update(frame, *args):
        calls.append((int(frame), *args))
        line.set_data([0, frame], [0, 5])
        return (line,)

    return FuncAnimation(fig, update, frames=frames, **kwargs)


def numbers():
    yield 1
    yield 5


def played(name, animation):
    calls.clear()
    page = animation.to_jshtml()
    again = animation.to_jshtml()
    print(name, calls, len(begun) > 0, "<script" in page, page == again, page.count("data:image/png;base64,") > 0)


played("count", film(3))
played("list", film([1, 4, 2], interval=50, repeat=False))
played("iterator", film(iter([3, 1, 2]), save_count=2, fargs=("x",)))
played("generator", film(numbers, save_count=5))
played("init", film(np.array([1, 2]), init_func=lambda: begun.append(1) or (), blit=True))
fig, ax = plt.subplots(figsize=(2, 1))
played("artists", ArtistAnimation(fig, [ax.plot([0, i], [0, 1]) for i in range(1, 4)], blit=True))
print(film(2)._repr_html_())
with plt.rc_context({"animation.html": "jshtml"}):
    print(len(film(2)._repr_html_()) > 1000)
try:
    FuncAnimation(plt.figure(), lambda i: None, frames=2, blit=True).to_jshtml()
except RuntimeError as error:
    print(error)
plt.close("all")
