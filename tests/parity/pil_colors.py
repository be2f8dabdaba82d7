# cpu only: pictures lie in the host's memory
# PIL: what a colour may be in each mode, and colours through masks.
from PIL import Image, ImageDraw


def through(mode, fill, ground, drawn=None):
    picture = Image.new(mode, (6, 4), ground)
    ImageDraw.Draw(picture, drawn).bitmap((1, 1), Image.linear_gradient("L").resize((3, 2)), fill)
    return [picture.getpixel((x, y)) for y in (1, 2) for x in (1, 2)]


for mode, fill, ground in [
    ("RGB", (250, 100, 50), 0), ("RGBA", (250, 100, 50, 128), 0), ("RGBA", (250, 100, 50, 128), (1, 2, 3, 4)), ("L", 200, 90), ("P", 3, 0),
    ("1", 1, 0), ("I", 70, 90), ("LA", (100, 50), 0), ("LA", (100, 50), (7, 8)), ("CMYK", (1, 2, 3, 200), 0),
]:
    print(mode, ground, through(mode, fill, ground))
print(through("RGB", (250, 100, 50, 128), (9, 9, 9), "RGBA"))


def tried(work):
    try:
        return work()
    except Exception as error:
        return type(error).__name__, str(error)


def put(mode, color):
    picture = Image.new(mode, (1, 1))
    picture.putpixel((0, 0), color)
    return picture.getpixel((0, 0))


for mode in ("RGB", "RGBA", "L", "LA", "1", "I", "F", "P", "CMYK"):
    for color in ((1, 2), (1,), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5), (-3, 300, 3), "red", 5, 2.5, "#123", None, -3, 300, True):
        print(mode, color, tried(lambda: Image.new(mode, (1, 1), color).getpixel((0, 0))), tried(lambda: put(mode, color)))
