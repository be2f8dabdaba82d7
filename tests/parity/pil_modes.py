# cpu only: pictures lie in the host's memory
# PIL: every mode in every other, over all colours of a grid.
import hashlib

import numpy as np
from PIL import Image

levels = np.arange(0, 256, 5)
colors = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), -1).reshape(-1, 52, 3).astype(np.uint8)
pictures = {"RGB": Image.fromarray(colors)}
for mode in ("L", "LA", "RGBA", "CMYK", "YCbCr", "HSV", "I", "F", "1"):
    pictures[mode] = pictures["RGB"].convert(mode)
pictures["random HSV"] = Image.merge("HSV", Image.fromarray(colors[:, ::-1]).split())
pictures["random YCbCr"] = Image.merge("YCbCr", Image.fromarray(colors[::-1]).split())
pictures["random CMYK"] = Image.merge("CMYK", (*Image.fromarray(colors).split(), Image.fromarray(colors[::-1, :, 1])))
for name, picture in pictures.items():
    print(name, picture.getbands(), picture.getextrema(), np.asarray(picture).dtype, np.asarray(picture).shape)
    for mode in ("1", "L", "LA", "I", "F", "RGB", "RGBA", "CMYK", "YCbCr", "HSV"):
        try:
            converted = picture.convert(mode)
            print("   ", mode, converted.mode, hashlib.md5(converted.tobytes()).hexdigest()[:12], converted.getpixel((7, 9)))
        except ValueError as error:
            print("   ", mode, error)
print(hashlib.md5(pictures["RGB"].convert("1", dither=Image.Dither.NONE).tobytes()).hexdigest())
for array in (np.eye(3, dtype=bool), np.eye(3, dtype=np.int32) * 300, np.eye(3, dtype=np.float32) / 3, np.eye(3) / 7):
    picture = Image.fromarray(array)
    print(picture.mode, picture.getpixel((1, 1)), picture.convert("L").getpixel((1, 1)), np.asarray(picture).dtype)
for array in (np.eye(3, dtype=np.int64), np.zeros((2, 2, 5), np.uint8), np.zeros((2, 2, 3), np.float32)):
    try:
        print(Image.fromarray(array).mode)
    except TypeError as error:
        print(error)
for mode, color in (("1", 1), ("I", 70000), ("F", 0.5), ("HSV", (1, 2, 3)), ("CMYK", "red"), ("YCbCr", "red"), ("HSV", "red")):
    print(mode, Image.new(mode, (2, 2), color).getpixel((0, 0)))
