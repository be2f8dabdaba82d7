# cpu only: pictures lie in the host's memory
# PIL: samples, points, masks, filters, enhancements and whole pictures changed, as digests of pixels and small values.
import hashlib
import io

import numpy as np
from PIL import Image, ImageColor, ImageDraw, ImageEnhance, ImageFilter, ImageOps

rows, columns = np.mgrid[0:23, 0:31]
noise = (rows * 7919 + columns * 104729 + rows * columns * 31) % 256
RGB = np.stack([noise, (columns * 8) % 256, (rows * 11 + noise // 3) % 256], 2).astype(np.uint8)
pictures = {
    "L": Image.fromarray(noise.astype(np.uint8)),
    "RGB": Image.fromarray(RGB),
    "RGBA": Image.fromarray(np.concatenate([RGB, ((rows * 12) % 256)[..., None].astype(np.uint8)], 2)),
    "LA": Image.fromarray(np.stack([noise, (columns * 9) % 256], 2).astype(np.uint8)),
}


def show(what, picture):
    if not isinstance(picture, Image.Image):
        print(what, picture)
        return
    digest = hashlib.md5(picture.tobytes()).hexdigest()[:12]
    print(what, picture.mode, picture.size, digest, picture.getpixel((0, 0)), picture.getpixel((3, 2)))


def attempt(what, make):
    try:
        show(what, make())
    except (ValueError, OSError, TypeError, KeyError, EOFError) as error:
        print(what, type(error).__name__, str(error)[:90])


for mode, picture in pictures.items():
    show("sum of histogram " + mode, [sum(picture.histogram()), picture.histogram()[:5], picture.histogram()[-3:]])
    show("extrema", picture.getextrema())
    show("bbox", picture.getbbox())
    show("data", list(picture.get_flattened_data())[:3])
    for target in ("L", "LA", "RGB", "RGBA"):
        show("to " + target, picture.convert(target))
    show("point", picture.point(lambda value: value * 2 - 40))
    for name in ("NEAREST", "BOX", "BILINEAR", "HAMMING", "BICUBIC", "LANCZOS"):
        if mode in ("L", "RGB"):
            show(name, picture.resize((17, 40), Image.Resampling[name]))
            show(name + " box", picture.resize((9, 11), Image.Resampling[name], box=(1.25, 2.5, 20.75, 19)))
    show("thumbnail", (lambda small: (small.thumbnail((10, 10)), small)[1])(picture.copy()))
    for name in "BLUR CONTOUR DETAIL EDGE_ENHANCE EDGE_ENHANCE_MORE EMBOSS FIND_EDGES SHARPEN SMOOTH SMOOTH_MORE".split():
        show(name, picture.filter(getattr(ImageFilter, name)))
    for made in (
        ImageFilter.BoxBlur(1),
        ImageFilter.BoxBlur(2.5),
        ImageFilter.BoxBlur((0, 3)),
        ImageFilter.GaussianBlur(),
        ImageFilter.GaussianBlur(0.7),
        ImageFilter.GaussianBlur((3, 1)),
        ImageFilter.MedianFilter(),
        ImageFilter.MinFilter(5),
        ImageFilter.MaxFilter(3),
        ImageFilter.RankFilter(3, 2),
        ImageFilter.UnsharpMask(),
        ImageFilter.UnsharpMask(3, 80, 10),
        ImageFilter.Kernel((3, 3), [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ImageFilter.Kernel((5, 5), list(range(25)), scale=200, offset=7),
    ):
        attempt(type(made).__name__, lambda picture=picture, made=made: picture.filter(made))
    for kind in ("Color", "Contrast", "Brightness", "Sharpness"):
        for factor in (0.0, 0.4, 1.0, 1.7):
            show(f"{kind} {factor}", getattr(ImageEnhance, kind)(picture).enhance(factor))
    for name in ("invert", "equalize", "autocontrast", "grayscale", "mirror", "flip"):
        attempt(name, lambda picture=picture, name=name: getattr(ImageOps, name)(picture))
    attempt("posterize", lambda picture=picture: ImageOps.posterize(picture, 3))
    attempt("solarize", lambda picture=picture: ImageOps.solarize(picture, 100))
    attempt("cutoff", lambda picture=picture: ImageOps.autocontrast(picture, (3, 20)))
    show("expand", ImageOps.expand(picture, (1, 2, 3, 4), fill=picture.getpixel((5, 5))))
    show("crop", ImageOps.crop(picture, 3))
    for name in ("fit", "pad", "contain", "cover"):
        for size in ((12, 12), (40, 9), (8, 30)):
            show(f"{name} {size}", getattr(ImageOps, name)(picture, size))
    show("scale", ImageOps.scale(picture, 1.5))
    show("reduce", picture.reduce(2))
    show("rotate", picture.rotate(30))
    show("rotate all", picture.rotate(45, expand=True))
    show("crop beyond", picture.crop((-3, -2, 10, 40)))
    changed = picture.copy()
    changed.paste(picture.resize((8, 8)), (-2, 18))
    changed.paste(picture.getpixel((1, 1)), (20, 1, 60, 6))
    changed.paste(picture.resize((10, 10)), (5, 5), pictures["L"].resize((10, 10)))
    show("pasted", changed)
    changed.putpixel((3, 2), picture.getpixel((9, 9)))
    show("put", changed)
    attempt("channel", lambda picture=picture: picture.getchannel(0))
    attempt("alpha", lambda picture=picture: picture.getchannel("A"))
    alpha = picture.copy()
    alpha.putalpha(77)
    show("putalpha", alpha)
    alpha.putalpha(pictures["L"])
    show("putalpha of", alpha)
    show("blend", Image.blend(picture, ImageOps.mirror(picture), 0.3))
    show("blend beyond", Image.blend(picture, ImageOps.mirror(picture), 1.6))
    show("composite", Image.composite(picture, ImageOps.flip(picture), pictures["L"]))
    show("transposed", picture.transpose(Image.Transpose.TRANSPOSE))
    held = io.BytesIO()
    picture.save(held, "PNG")
    held.seek(0)
    read = Image.open(held)
    show(f"{read.format} again", read)

show("over", Image.alpha_composite(pictures["RGBA"], ImageOps.flip(pictures["RGBA"])))
show("merge", Image.merge("RGB", pictures["RGB"].split()[::-1]))
attempt("merge wrong", lambda: Image.merge("RGB", pictures["RGB"].split()[:2]))
changed = Image.new("L", (4, 2))
changed.putdata([10, 20, 300, -5, 1, 2, 3])
show("putdata", list(changed.get_flattened_data()))
for color in (
    "red",
    "#0af",
    "#12345678",
    "rgb(1, 2,3)",
    "rgb(10%,20%,30%)",
    "hsl(120,100%,50%)",
    "hsv(30,50%,50%)",
    "rgba(1,2,3,4)",
    "nope",
):
    attempt(color, lambda color=color: ImageColor.getrgb(color))
    for mode in ("L", "LA", "RGB", "RGBA"):
        attempt(f"new {mode}", lambda color=color, mode=mode: Image.new(mode, (2, 2), color).getpixel((0, 0)))
for color in (0, 7, (1, 2, 3), (1, 2, 3, 4)):
    attempt(f"new {color}", lambda color=color: [Image.new(mode, (1, 1), color).getpixel((0, 0)) for mode in ("RGB", "RGBA")])
attempt("seek", lambda: pictures["L"].seek(1))
attempt("box", lambda: pictures["L"].resize((3, 3), box=(0, 0, 99, 3)))
for picture in pictures.values():
    changed = picture.copy()
    draw = ImageDraw.Draw(changed)
    draw.rectangle((2, 3, 12, 9), outline="red")
    draw.rectangle([(5, 8), (28, 40)], fill="#123", outline="yellow", width=3)
    draw.rectangle([-4, -4, 3, 3], fill="white")
    draw.line([(0, 0), (30, 10), (12, 22), (12, 2), (2, 2)], fill="blue")
    draw.line((30, 22, 25, 1))
    draw.point([(1, 1), (50, 50), (-1, 3)], fill="lime")
    draw.rectangle((20, 15, 24, 19))
    show("drawn", changed)
    attempt("reversed", lambda draw=draw: draw.rectangle((9, 9, 2, 12)))
for mode, picture in pictures.items():
    for filter in (Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC):
        for angle, options in (
            (17, {}),
            (-123.4, {"expand": True}),
            (45, {"center": (3, 4)}),
            (90, {"translate": (5, -2)}),
            (0, {"center": (0, 0)}),
        ):
            show(f"{mode} {angle} {sorted(options)} {filter.name}", picture.rotate(angle, filter, **options))
        fill = picture.getpixel((2, 2))
        show("filled", picture.rotate(33, filter, fillcolor=fill))
        show("affine", picture.transform((40, 20), Image.Transform.AFFINE, (0.7, 0.1, -2.3, -0.2, 1.3, 4), filter))
        show("scaled", picture.transform((13, 50), Image.Transform.AFFINE, (2.4, 0, -2.3, 0, 0.45, 1), filter))
        show("extent", picture.transform((20, 20), Image.Transform.EXTENT, (2.5, -3, 28, 20), filter))
        show(
            "perspective",
            picture.transform((31, 23), Image.Transform.PERSPECTIVE, (0.9, 0.05, 1, 0.02, 1.1, -2, 0.003, -0.002), filter),
        )
attempt("box filter", lambda: pictures["L"].rotate(10, Image.Resampling.BOX))
