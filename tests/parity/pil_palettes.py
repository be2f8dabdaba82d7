# cpu only: pictures lie in the host's memory
# PIL: palettes, quantization, and the files that hold them (PNG, GIF, BMP).
import hashlib
import io

import numpy as np
from PIL import Image, ImageChops, ImageSequence, ImageStat

random = np.random.RandomState(3)
smooth = np.stack(np.meshgrid(np.arange(0, 256, 8), np.arange(0, 256, 4), indexing="ij"), -1)
smooth = np.concatenate([smooth, smooth[..., :1] // 2 + 60], -1).astype(np.uint8)
pictures = {
    "smooth": Image.fromarray(smooth),
    "noise": Image.fromarray(random.randint(0, 256, (23, 31, 3)).astype(np.uint8)),
    "few": Image.fromarray(random.randint(0, 3, (20, 17, 3)).astype(np.uint8) * 100),
    "grey": Image.fromarray(random.randint(0, 256, (19, 13)).astype(np.uint8)),
    "clear": Image.fromarray(random.randint(0, 256, (16, 18, 4)).astype(np.uint8)),
}


def shown(*parts):
    print("   ", *parts)


def digest(picture):
    return hashlib.md5(picture.tobytes()).hexdigest()[:12]


def tried(name, work):
    try:
        shown(name, work())
    except Exception as error:
        shown(name, type(error).__name__, str(error)[:120])


def described(picture):
    palette = picture.getpalette()
    return picture.mode, picture.size, digest(picture), None if palette is None else (len(palette), hashlib.md5(bytes(palette)).hexdigest()[:8])


for name, picture in pictures.items():
    print(name, picture.mode)
    tried("P", lambda: described(picture.convert("P")))
    for colors in (2, 5, 16, 256):
        tried(f"adaptive {colors}", lambda: described(picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=colors)))
        for method in (Image.Quantize.MEDIANCUT, Image.Quantize.FASTOCTREE):
            tried(f"quantize {colors} {method}", lambda: described(picture.quantize(colors, method)))
    few = picture.quantize(8, Image.Quantize.FASTOCTREE)
    for target in ("1", "L", "LA", "RGB", "RGBA", "CMYK", "YCbCr", "HSV", "I", "F"):
        tried(f"to {target}", lambda: (lambda made: (made.mode, digest(made)))(few.convert(target)))
    tried("by palette", lambda: described(picture.convert("RGB").quantize(palette=few)))
    tried("by palette, no dither", lambda: described(picture.convert("RGB").quantize(palette=few, dither=Image.Dither.NONE)))
    for form in ("PNG", "GIF", "BMP"):
        for kind, source in (("own", picture), ("P", few)):

            def travelled():
                file = io.BytesIO()
                source.save(file, form)
                again = Image.open(file)
                again.load()
                return again.format, again.n_frames if form == "GIF" else 1, described(again), digest(again.convert("RGBA"))

            tried(f"{form} {kind}", travelled)
    tried("colors", lambda: (lambda found: found if found is None else (len(found), sorted(found)[-3:]))(picture.getcolors(10000)))
    tried("histogram", lambda: hashlib.md5(str(few.histogram()).encode()).hexdigest()[:8])
    tried("resize", lambda: described(few.resize((7, 5))))
    tried("crop", lambda: described(few.crop((2, 3, 9, 30))))
    tried("rotate", lambda: described(few.rotate(90, expand=True)))
    tried("rotate 20", lambda: described(few.rotate(20)))
    tried("transpose", lambda: described(few.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
    tried("stat", lambda: (ImageStat.Stat(picture).mean, ImageStat.Stat(picture).extrema, ImageStat.Stat(picture).stddev, ImageStat.Stat(picture).median))

print("palette by hand")
hand = Image.new("P", (4, 2))
hand.putpalette([255, 0, 0, 0, 255, 0, 0, 0, 255])
hand.putdata([0, 1, 2, 3, 2, 1, 0, 1])
tried("hand", lambda: described(hand))
tried("pixels", lambda: (list(hand.get_flattened_data()), list(hand.convert("RGB").get_flattened_data())))
tried("putpixel", lambda: (hand.putpixel((0, 0), (0, 0, 255)), hand.getpixel((0, 0))))
tried("new colour", lambda: (hand.putpixel((1, 0), (9, 8, 7)), hand.getpixel((1, 0)), hand.getpalette()[:15]))
tried("paste", lambda: (hand.paste(2, (0, 0, 2, 1)), list(hand.get_flattened_data())))
tried("array", lambda: (np.asarray(hand).tolist(), np.asarray(hand).dtype))
tried("remap", lambda: described(hand.remap_palette([2, 1, 0])))
tried("palette", lambda: (hand.palette.mode, hand.palette.getdata()[0], len(hand.palette.getdata()[1])))
tried("info", lambda: hand.info)
tried("rgba palette", lambda: (hand.putpalette([1, 2, 3, 4] * 3, "RGBA"), hand.getpalette("RGBA"), hand.convert("RGBA").getpixel((0, 0))))
tried("transparency", lambda: (hand.info.update(transparency=1), hand.convert("RGBA").getpixel((1, 0))))

print("frames")
frames = [Image.new("RGB", (12, 8), (40 * at, 255 - 30 * at, at)) for at in range(5)]
frames[2].paste((1, 2, 3), (2, 2, 6, 5))


def film(**options):
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], **options)
    file.seek(0)
    again = Image.open(file)
    rows = []
    for frame in ImageSequence.Iterator(again):
        rows.append((frame.mode, frame.info.get("duration"), digest(frame.convert("RGB"))))
    return again.n_frames, again.is_animated, again.info.get("loop"), rows


tried("plain", lambda: film())
tried("duration", lambda: film(duration=80, loop=0))
tried("durations", lambda: film(duration=[10, 20, 30, 40, 50], loop=3))
tried("disposal", lambda: film(disposal=2, duration=100))


def seeking():
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    again = Image.open(file)
    seen = [again.tell()]
    again.seek(3)
    seen += [again.tell(), again.convert("RGB").getpixel((0, 0))]
    again.seek(0)
    seen += [again.tell(), again.convert("RGB").getpixel((0, 0))]
    try:
        again.seek(9)
    except EOFError as error:
        seen.append(str(error))
    return seen


tried("seek", seeking)

print("chops")
one, two = pictures["noise"], ImageChops.offset(pictures["noise"], 5, 3)
for name in (
    "lighter darker difference multiply screen add subtract add_modulo subtract_modulo soft_light hard_light overlay"
).split():
    tried(name, lambda: digest(getattr(ImageChops, name)(one, two)))
tried("invert", lambda: digest(ImageChops.invert(one)))
tried("blend", lambda: digest(ImageChops.blend(one, two, 0.3)))
tried("constant", lambda: digest(ImageChops.constant(one, 77)))
tried("add scale", lambda: digest(ImageChops.add(one, two, 2, 10)))
tried("logical", lambda: digest(ImageChops.logical_and(one.convert("1"), two.convert("1"))))
tried("composite", lambda: digest(ImageChops.composite(one, two, one.convert("L"))))
