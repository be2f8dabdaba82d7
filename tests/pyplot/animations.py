"""Animations: how often functions are called, what is saved; the expected output was printed by the real matplotlib."""
import io
import os
import shutil
import tempfile
import warnings

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import ArtistAnimation, FuncAnimation, PillowWriter
from PIL import Image, ImageSequence

folder = tempfile.mkdtemp(dir=".")
calls = []


def film(frames, **kwargs):
    fig, ax = plt.subplots(figsize=(2, 1.5))
    line, = ax.plot([], [])
    ax.set_xlim(0, 5)
    ax.set_ylim(0, 5)

    def update(frame, *args):
        calls.append((frame, *args))
        line.set_data([0, frame], [0, 5])
        return (line,)

    return FuncAnimation(fig, update, frames=frames, **kwargs)


def saved(animation, name="a.gif", **kwargs):
    path = os.path.join(folder, name)
    animation.save(path, **kwargs)
    image = Image.open(path)
    return image.n_frames, image.is_animated, image.size, image.info.get("duration"), image.info.get("loop")


print(saved(film(3), writer="pillow", fps=10), calls)
calls.clear()
print(saved(film([1, 4, 2], interval=50), writer=PillowWriter(fps=20)), calls)
calls.clear()
print(saved(film(iter([3, 1, 2]), save_count=2, fargs=("x",)), writer="pillow", fps=4), calls)
calls.clear()
begun = []
html = film(np.array([1, 2]), init_func=lambda: begun.append(1) or (), blit=True, interval=100).to_jshtml()
print([(int(frame),) for frame, in calls], begun[:1], "<script" in html or "<script" in html.lower(), html.count("data:image/png;base64,") >= 1)
calls.clear()


def numbers():
    yield 1
    yield 5


print(saved(film(numbers, save_count=5), writer="pillow", fps=2), calls)
fig, ax = plt.subplots(figsize=(2, 1))
frames = [ax.plot([0, i], [0, 1]) for i in range(1, 4)]
print(saved(ArtistAnimation(fig, frames, interval=200, blit=True), writer="pillow"))
with Image.open(os.path.join(folder, "a.gif")) as image:
    print([(frame.mode, frame.tell()) for frame in ImageSequence.Iterator(image)])
animation = film(2)
print(animation._repr_html_())
with plt.rc_context({"animation.html": "jshtml"}):
    print(len(animation._repr_html_()) > 1000)
progress = []
saved(film(2), writer="pillow", progress_callback=lambda i, n: progress.append((i, n)))
print(progress)


def attempt(name, work):
    try:
        work()
        print(name, "no error")
    except Exception as error:
        print(name, type(error).__name__)


attempt("nothing returned", lambda: FuncAnimation(plt.figure(), lambda i: None, frames=2, blit=True).save(os.path.join(folder, "b.gif"), writer="pillow"))
attempt("ending", lambda: film(2).save(os.path.join(folder, "b.xyz"), writer="pillow"))
shutil.rmtree(folder)
plt.close("all")
