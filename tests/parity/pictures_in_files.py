# cpu only: pictures are on the processor
import os
import tempfile
import matplotlib

matplotlib.use("Agg")
import matplotlib.image as mpimg
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import pylab
from PIL import Image

folder = tempfile.mkdtemp()
ramp = np.arange(12).reshape(3, 4)
colours = (np.arange(36).reshape(3, 4, 3) * 7).astype(np.uint8)
for name, given, options in (
    ("grey", ramp, {"cmap": "gray"}),
    ("limits", ramp, {"cmap": "gray", "vmin": 2, "vmax": 8}),
    ("lower", ramp, {"cmap": "gray", "origin": "lower"}),
    ("bytes", colours, {}),
    ("floats", colours / 255, {}),
    ("with alpha", np.dstack([colours, colours[:, :, 0]]), {}),
):
    path = os.path.join(folder, name.replace(" ", "_") + ".png")
    plt.imsave(path, given, **options)
    read = mpimg.imread(path)
    print(name, read.shape, read.dtype, np.asarray(Image.open(path)).ravel().tolist()[:16], [round(v, 4) for v in read.ravel().tolist()[:4]])
print(mpimg.pil_to_array(Image.new("L", (3, 2))).shape, mpimg.pil_to_array(Image.new("P", (3, 2))).shape)
names = "plot figure np plt mpl linspace array zeros sin randn rand norm sum max min abs bytes show inv eig seed shuffle pi e newaxis meshgrid hist diff"
print([name for name in names.split() if not hasattr(pylab, name)], pylab.sum is np.sum, pylab.max is max, pylab.bytes is bytes)
print(plt.isinteractive.__name__, type(plt.ion()).__name__, plt.isinteractive())
with plt.ioff():
    print(plt.isinteractive())
print(plt.isinteractive(), type(plt.ioff()).__name__, plt.isinteractive())
line = plt.plot([np.array(1.0), np.array(2.5, np.float32), 3, np.array(4)])[0]
print(line.get_ydata().tolist(), plt.hist([np.array(1.0), np.array(2)], bins=2)[0].tolist())
_, axes = plt.subplots()
for axis, position in ((axes.xaxis, "bottom"), (axes.yaxis, "right"), (axes.xaxis, "top"), (axes.yaxis, "default"), (axes.xaxis, "left"), (axes.yaxis, "top")):
    try:
        print(position, axis.set_ticks_position(position))
    except ValueError:
        print(position, "is refused")
plt.close("all")
