# cpu only: pictures lie in the host's memory
# PIL.ImageDraw: shapes of many sizes, widths, inks and modes.
import hashlib
import itertools

from PIL import Image, ImageDraw


def drawn(mode, work, size=(40, 33), ground=0):
    picture = Image.new(mode, size, ground)
    work(ImageDraw.Draw(picture))
    return hashlib.md5(picture.tobytes()).hexdigest()[:12]


def tried(name, work):
    try:
        print("   ", name, work())
    except Exception as error:
        print("   ", name, type(error).__name__, str(error)[:120])


BOXES = [(3, 4, 30, 25), (0, 0, 39, 32), (5, 5, 5, 5), (10, 8, 11, 20), (-7, -3, 20, 50), (2.4, 3.6, 21.5, 17.2), (8, 9, 24, 25)]
INKS = {"L": (200, 90), "RGB": ("orange", (1, 2, 3)), "RGBA": ((250, 100, 50, 128), "#0af8"), "1": (1, 0), "I": (7000, 3), "F": (0.5, 2.0), "P": (3, 9)}

for mode, (fill, outline) in INKS.items():
    print(mode)
    for box in BOXES:
        for width in (0, 1, 2, 5):
            for name in ("rectangle", "ellipse"):
                tried(f"{name} {box} {width}", lambda: drawn(mode, lambda d: getattr(d, name)(box, fill, outline, width)))
        tried(f"line {box}", lambda: drawn(mode, lambda d: d.line(box, fill)))
    if mode not in ("L", "RGBA"):
        continue
    for box, (start, end), width in itertools.product(BOXES[:5], [(0, 90), (30, 200), (-45, 45), (350, 20), (0, 360), (10, 10)], (1, 3)):
        for name in ("arc", "chord", "pieslice"):
            inks = (fill,) if name == "arc" else (fill, outline)
            tried(f"{name} {box} {start} {end} {width}", lambda: drawn(mode, lambda d: getattr(d, name)(box, start, end, *inks, width=width)))
    for points in [[(2, 3), (30, 8), (17, 29)], [(5, 5), (35, 5), (5, 28), (35, 28)], [(1, 1), (38, 30)], [(0, 0), (39, 0), (39, 32), (0, 32)], [(10.5, 2.5), (30.2, 20.7), (3.3, 25.5)]]:
        for width in (1, 2, 6):
            tried(f"polygon {points} {width}", lambda: drawn(mode, lambda d: d.polygon(points, fill, outline, width)))
            tried(f"line {points} {width}", lambda: drawn(mode, lambda d: d.line(points, fill, width)))
            tried(f"curve {points} {width}", lambda: drawn(mode, lambda d: d.line(points, fill, width, joint="curve")))
        tried(f"points {points}", lambda: drawn(mode, lambda d: d.point(points, fill)))
    for sides, rotation in itertools.product((3, 4, 5, 8), (0, 17, 90)):
        tried(f"regular {sides} {rotation}", lambda: drawn(mode, lambda d: d.regular_polygon((18, 16, 12), sides, rotation, fill, outline)))
    for radius, width in itertools.product((0, 3, 7.5, 40), (0, 1, 3)):
        for corners in (None, (True, False, True, False)):
            tried(f"rounded {radius} {width} {corners}", lambda: drawn(mode, lambda d: d.rounded_rectangle((4, 5, 33, 27), radius, fill, outline, width, corners=corners)))
    tried("circle", lambda: drawn(mode, lambda d: d.circle((20, 15), 9, fill, outline)))
    tried("bitmap", lambda: drawn(mode, lambda d: d.bitmap((5, 6), Image.linear_gradient("L").resize((20, 20)), fill)))

print("floodfill")
for thresh in (0, 40, 200):
    picture = Image.linear_gradient("L").resize((30, 30))
    ImageDraw.floodfill(picture, (4, 10), 255, thresh=thresh)
    print(thresh, hashlib.md5(picture.tobytes()).hexdigest()[:12])
picture = Image.new("RGB", (30, 30))
ImageDraw.Draw(picture).ellipse((5, 5, 25, 25), outline="red")
ImageDraw.floodfill(picture, (15, 15), (0, 0, 255), border=(255, 0, 0))
print(hashlib.md5(picture.tobytes()).hexdigest()[:12])
print("refused")
for work in (
    lambda d: d.rectangle((9, 9, 3, 3)),
    lambda d: d.ellipse((9, 3, 3, 9)),
    lambda d: d.line([(1, 2), (3,)]),
    lambda d: d.polygon([(1, 1)]),
    lambda d: d.regular_polygon((5, 5, 0), 5),
    lambda d: d.regular_polygon((5, 5, 2), 2),
    lambda d: d.rectangle((1, 2, 3)),
    lambda d: d.point((1, 2), "no colour"),
    lambda d: d.point((1, 2), (1, 2)),
):
    tried("", lambda: drawn("RGB", work))
