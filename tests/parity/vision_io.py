# cpu only: files and measurements
import os
import re

import torch
from torch.utils import benchmark
from torchvision.io import ImageReadMode, decode_image, read_file, read_image, write_jpeg, write_png

picture = (torch.arange(3 * 6 * 5).reshape(3, 6, 5) * 11 % 256).to(torch.uint8)
folder = "."
name = os.path.join(folder, "vision_io_written.png")
write_png(picture, name)
print(torch.equal(read_image(name), picture), torch.equal(decode_image(read_file(name)), picture))
for mode in (ImageReadMode.GRAY, ImageReadMode.RGB, ImageReadMode.RGB_ALPHA, ImageReadMode.UNCHANGED):
    read = read_image(name, mode)
    print(mode, read.shape, read.dtype, read[:, 0, :2].tolist())
write_png(picture[:1], name)
print(read_image(name).shape, read_image(name, ImageReadMode.RGB).shape)
os.remove(name)
for wrong in (lambda: write_png(picture.float(), name), lambda: write_png(picture[:2], name)):
    try:
        wrong()
    except RuntimeError as error:
        print(error)

x = torch.arange(8.0)
timer = benchmark.Timer("y = x * scale\ny.sum()", setup="scale = 2", globals={"x": x}, label="products", sub_label="8", description="one")
for measured in (timer.timeit(10), timer.blocked_autorange(min_run_time=0.01)):
    text = re.sub(r"0x[0-9a-f]+", "0x", repr(measured))
    text = re.sub(r"[0-9.]+ (ns|us|ms|s)", "TIME", text)
    lines = [re.sub(r"\d+", "N", line) for line in text.splitlines() if "IQR" not in line and "Median" not in line]
    if len(measured.times) == 1 and measured.number_per_run == 10:
        print([line for line in lines if "object" not in line and "WARNING" not in line and "suggests" not in line][:6])
    print(measured.mean > 0, measured.median > 0, measured.number_per_run > 0, len(measured.times) > 0)
print(benchmark.Timer("x + 1", globals={"x": x}).timeit(3).task_spec.title)
