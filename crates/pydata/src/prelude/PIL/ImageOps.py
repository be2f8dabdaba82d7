"""`PIL.ImageOps`: whole pictures mirrored, inverted, framed, fitted, and their values spread."""

from PIL import Image


def _lut(image, table):
    if image.mode not in ("L", "RGB"):
        raise OSError(f"not supported for mode {image.mode}")
    return image.point(table * len(image.getbands()) if len(table) == 256 else table)


def _border(border):
    if not isinstance(border, (tuple, list)):
        return (border,) * 4
    return (*border, *border) if len(border) == 2 else tuple(border)


def invert(image):
    """Negates the values."""
    return _lut(image, [255 - value for value in range(256)])


def mirror(image):
    """Flips left and right."""
    return image.transpose(Image.FLIP_LEFT_RIGHT)


def flip(image):
    """Flips top and bottom."""
    return image.transpose(Image.FLIP_TOP_BOTTOM)


def grayscale(image):
    """The picture in grey."""
    return image.convert("L")


def posterize(image, bits):
    """Keeps this number of bits of each value."""
    mask = ~(2 ** (8 - bits) - 1)
    return _lut(image, [value & mask for value in range(256)])


def solarize(image, threshold=128):
    """Negates the values from a threshold on."""
    return _lut(image, [value if value < threshold else 255 - value for value in range(256)])


def autocontrast(image, cutoff=0, ignore=None, mask=None, preserve_tone=False):
    """Spreads the values over the whole range, without a share (in percent) of the darkest and lightest."""
    if mask is not None or preserve_tone:
        raise NotImplementedError("ImageOps.autocontrast: mask and preserve_tone are not here")
    counts, table = image.histogram(), []
    low_cut, high_cut = cutoff if isinstance(cutoff, (tuple, list)) else (cutoff, cutoff)
    for layer in range(0, len(counts), 256):
        count = counts[layer : layer + 256]
        for value in () if ignore is None else ignore if isinstance(ignore, (tuple, list)) else (ignore,):
            count[value] = 0
        total = sum(count)
        _cut(count, int(total * low_cut // 100), range(256))
        _cut(count, int(total * high_cut // 100), range(255, -1, -1))
        low = next((value for value in range(256) if count[value]), 255)
        high = next((value for value in range(255, -1, -1) if count[value]), 0)
        if high <= low:
            table.extend(range(256))
            continue
        scale = 255.0 / (high - low)
        offset = -low * scale
        table.extend([min(max(int(value * scale + offset), 0), 255) for value in range(256)])
    return _lut(image, table)


def _cut(count, left, order):
    for value in order:
        if count[value] > left:
            count[value] -= left
            return
        left -= count[value]
        count[value] = 0
        if left <= 0:
            return


def equalize(image, mask=None):
    """Makes all values equally frequent."""
    if mask is not None:
        raise NotImplementedError("ImageOps.equalize: mask is not here")
    counts, table = image.histogram(), []
    for layer in range(0, len(counts), 256):
        count = counts[layer : layer + 256]
        present = [each for each in count if each]
        step = (sum(present) - present[-1]) // 255 if len(present) > 1 else 0
        if not step:
            table.extend(range(256))
            continue
        passed = step // 2
        for value in range(256):
            table.append(min(passed // step, 255))
            passed += count[value]
    return _lut(image, table)


def expand(image, border=0, fill=0):
    """Adds a frame."""
    left, top, right, bottom = _border(border)
    out = Image.new(image.mode, (left + image.width + right, top + image.height + bottom), fill)
    out.paste(image, (left, top))
    return out


def crop(image, border=0):
    """Removes a frame."""
    left, top, right, bottom = _border(border)
    return image.crop((left, top, image.width - right, image.height - bottom))


def scale(image, factor, resample=Image.BICUBIC):
    """The picture larger or smaller by a factor."""
    if factor == 1:
        return image.copy()
    if factor <= 0:
        raise ValueError("the factor must be greater than 0")
    return image.resize((round(factor * image.width), round(factor * image.height)), resample=resample)


def contain(image, size, method=Image.BICUBIC):
    """The largest size inside the given one, with the picture's proportions."""
    return image.resize(_proportional(image, size, inside=True), resample=method)


def cover(image, size, method=Image.BICUBIC):
    """The smallest size that covers the given one, with the picture's proportions."""
    return image.resize(_proportional(image, size, inside=False), resample=method)


def _proportional(image, size, inside):
    ours, wanted = image.width / image.height, size[0] / size[1]
    if ours == wanted:
        return size
    if (ours > wanted) == inside:
        return size[0], round(image.height / image.width * size[0])
    return round(image.width / image.height * size[1]), size[1]


def pad(image, size, method=Image.BICUBIC, color=None, centering=(0.5, 0.5)):
    """The picture fitted into a size, with a frame for the rest."""
    small = contain(image, size, method)
    if small.size == tuple(size):
        return small
    out = Image.new(image.mode, size, 0 if color is None else color)
    if small.width != size[0]:
        out.paste(small, (round((size[0] - small.width) * max(0, min(centering[0], 1))), 0))
    else:
        out.paste(small, (0, round((size[1] - small.height) * max(0, min(centering[1], 1)))))
    return out


def fit(image, size, method=Image.BICUBIC, bleed=0.0, centering=(0.5, 0.5)):
    """The picture cut to a size's proportions, and resized to it."""
    centering = [value if 0 <= value <= 1 else 0.5 for value in centering]
    bleed = bleed if 0.0 <= bleed < 0.5 else 0.0
    frame = bleed * image.width, bleed * image.height
    live = image.width - frame[0] * 2, image.height - frame[1] * 2
    ours, wanted = live[0] / live[1], size[0] / size[1]
    if ours == wanted:
        width, height = live
    elif ours >= wanted:
        width, height = wanted * live[1], live[1]
    else:
        width, height = live[0], live[0] / wanted
    left = frame[0] + (live[0] - width) * centering[0]
    top = frame[1] + (live[1] - height) * centering[1]
    return image.resize(size, method, box=(left, top, left + width, top + height))


def exif_transpose(image, *, in_place=False):
    """The picture itself: files' notes on how the camera was held are not read here."""
    return None if in_place else image.copy()
