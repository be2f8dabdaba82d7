"""Conversions between the modes of pictures, in Pillow's arithmetic."""

import operator

import torch

from PIL import _imaging

# How many samples a pixel has.
SAMPLES = {"1": 1, "P": 1, "L": 1, "LA": 2, "I": 1, "F": 1, "RGB": 3, "RGBA": 4, "CMYK": 4, "YCbCr": 3, "HSV": 3}
# Modes whose samples are not bytes.
WIDE = {"I": torch.int32, "F": torch.float32}
BANDS = {"YCbCr": ("Y", "Cb", "Cr")}


def ink(color, mode):
    """The samples of a colour: a number, a tuple or a name. The bytes of a number are samples; an alpha that is not given is 255."""
    if isinstance(color, str):
        from PIL import ImageColor

        color = ImageColor.getcolor(color, mode)
    return samples_of(color, mode)


def samples_of(color, mode):
    """The samples of a number or tuple; no name."""
    color, count = color[0] if isinstance(color, tuple) and len(color) == 1 else color, SAMPLES[mode]
    if mode == "F":
        return torch.tensor([_real(color)], dtype=torch.float32)
    if count == 1:
        value = _whole(color, "color must be int or single-element tuple")
        return torch.tensor([value], dtype=torch.int32) if mode == "I" else _bytes([value])
    if not isinstance(color, tuple):
        value = _whole(color, "color must be int or tuple")
        return _bytes([value >> shift & 255 for shift in _SHIFTS[count]])
    if len(color) not in ((2,) if count == 2 else (3, 4)):
        raise TypeError(f"color must be int, or tuple of {'one or two' if count == 2 else 'one, three or four'} elements")
    return _bytes([operator.index(value) for value in (*color, 255)][:count])


# Where the samples of a colour lie in a whole number.
_SHIFTS = {2: (0, 24), 3: (0, 8, 16), 4: (0, 8, 16, 24)}


def _bytes(values):
    return torch.tensor([max(0, min(value, 255)) for value in values], dtype=torch.uint8)


def _whole(color, refusal):
    if not hasattr(color, "__index__"):
        raise TypeError(refusal)
    return operator.index(color)


def _real(color):
    if not hasattr(color, "__float__") and not hasattr(color, "__index__"):
        raise TypeError(f"must be real number, not {type(color).__name__}")
    return float(color)


def looked_up(places, palette, count):
    """The colours of places in a palette of so many samples each; what is beyond it is black."""
    table = torch.zeros(256, count, dtype=torch.uint8)
    if count == 4:
        table[:, 3] = 255
    known = torch.tensor(list(palette), dtype=torch.uint8).reshape(-1, count)[:256]
    table[: len(known)] = known
    return table[places[:, :, 0].long()]


def converted(samples, source, target):
    """Samples of one mode in another."""
    if source in WIDE or target in WIDE:
        return _wide(samples, source, target)
    source = "L" if source == "1" else source
    direct = _DIRECT.get((source, target))
    if direct is not None:
        return direct(samples)
    if target in ("L", "LA", "1"):
        grey = _grey(samples, source)
        return _imaging.bilevel(_thousandths(samples, source).contiguous()) if target == "1" else _with(grey, source, samples, target)
    color = _color(samples, source)
    return _with(color, source, samples, target) if target in ("RGB", "RGBA") else _FROM_COLOR[target](color)


def _wide(samples, source, target):
    if target in WIDE:
        if source in WIDE:
            return samples.to(WIDE[target])
        if target == "F" and source not in ("L", "LA", "1"):
            return _thousandths(samples, source).float() / 1000.0
        return _grey(samples, "L" if source == "1" else source).to(WIDE[target])
    grey = samples.clamp(0, 255).to(torch.uint8)
    return converted(grey, "L", target) if target != "L" else grey


def _with(plain, source, samples, target):
    # The alpha of the source, or 255.
    if "A" not in target:
        return plain.clone()
    alpha = samples[:, :, -1:] if source in ("LA", "RGBA") else torch.full_like(plain[:, :, :1], 255)
    return torch.cat([plain, alpha], 2)


def _grey(samples, source):
    if source in ("L", "LA"):
        return samples[:, :, :1]
    color = _color(samples, source).long()
    # ITU-R 601-2, in Pillow's fixed point.
    return ((color * torch.tensor([19595, 38470, 7471])).sum(2, keepdim=True) + 0x8000 >> 16).to(torch.uint8)


def _thousandths(samples, source):
    if source in ("L", "LA"):
        return samples[:, :, :1].long() * 1000
    return (_color(samples, source).long() * torch.tensor([299, 587, 114])).sum(2, keepdim=True)


def bright(samples, source):
    """Where a picture is brighter than half."""
    return _thousandths(samples, source) >= 128_000


def _color(samples, source):
    if source in ("L", "LA"):
        return samples[:, :, :1].repeat(1, 1, 3)
    return samples[:, :, :3] if source in ("RGB", "RGBA") else _TO_COLOR[source](samples)


def _table(factor, offset=0):
    # 6 bits of fraction, rounded as C's (int)(x + 0.5) does.
    return torch.tensor([int((value - offset) * factor * 64 + 0.5) for value in range(256)])


def _from_ycbcr(samples):
    y, cb, cr = samples.long().unbind(2)
    red = y + (_table(1.402, 128)[cr] >> 6)
    green = y + ((_table(-0.34414, 128)[cb] + _table(-0.71414, 128)[cr]) >> 6)
    blue = y + (_table(1.772, 128)[cb] >> 6)
    return torch.stack([red, green, blue], 2).clamp(0, 255).to(torch.uint8)


def _to_ycbcr(color):
    parts = color.long().unbind(2)
    rows = ((0.299, 0.587, 0.114, 0), (-0.16874, -0.33126, 0.5, 128), (0.5, -0.41869, -0.08131, 128))
    bands = [(sum(_table(factor)[part] for factor, part in zip(row[:3], parts)) >> 6) + row[3] for row in rows]
    return torch.stack(bands, 2).to(torch.uint8)


def _from_cmyk(samples):
    ink, rest = samples[:, :, :3].long(), 255 - samples[:, :, 3:].long()
    product = ink * rest + 128
    return (rest - (((product >> 8) + product) >> 8)).clamp(0, 255).to(torch.uint8)


def _to_cmyk(color):
    return torch.cat([255 - color, torch.zeros_like(color[:, :, :1])], 2)


def _from_hsv(samples):
    h, s, v = samples.double().unbind(2)
    sixth = (h * 6.0 / 255.0).floor()
    part, saturation = (h * 6.0 / 255.0 - sixth).float().double(), (s / 255.0).float().double()
    rounded = lambda value: (value + 0.5).floor()
    p = rounded(v * (1.0 - saturation))
    q = rounded(v * (1.0 - saturation * part))
    t = rounded(v * (1.0 - saturation * (1.0 - part)))
    ways = torch.stack([torch.stack(way, 2) for way in ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q))], 3)
    at = (sixth.long() % 6).unsqueeze(2).unsqueeze(3).expand(*sixth.shape, 3, 1)
    color = ways.gather(3, at).squeeze(3)
    return torch.where((s == 0).unsqueeze(2), v.unsqueeze(2), color).clamp(0, 255).to(torch.uint8)


def _to_hsv(color):
    single = lambda value: value.float().double()
    high, low = color.max(2).values, color.min(2).values
    spread = (high.double() - low.double()).clamp(min=1)
    r, g, b = [single((high.double() - band.double()) / spread) for band in color.unbind(2)]
    hue = torch.where(color[:, :, 1] == high, single(2.0 + r - b), single(4.0 + g - r))
    hue = torch.where(color[:, :, 0] == high, single(b - g), hue)
    hue = single((hue / 6.0 + 1.0).fmod(1.0)) * 255.0
    saturation = single(spread / high.double().clamp(min=1)) * 255.0
    grey = high == low
    parts = [torch.where(grey, torch.zeros_like(part), part).floor().clamp(0, 255) for part in (hue, saturation)]
    return torch.stack([*parts, high.double()], 2).to(torch.uint8)


def _as_grey_of(mode, samples):
    zero = torch.zeros_like(samples[:, :, :1])
    grey = samples[:, :, :1]
    return torch.cat({"YCbCr": [grey, zero + 128, zero + 128], "HSV": [zero, zero, grey], "CMYK": [zero, zero, zero, 255 - grey]}[mode], 2)


_TO_COLOR = {"YCbCr": _from_ycbcr, "CMYK": _from_cmyk, "HSV": _from_hsv}
_FROM_COLOR = {"YCbCr": _to_ycbcr, "CMYK": _to_cmyk, "HSV": _to_hsv}
_DIRECT = {
    (source, mode): (lambda samples, mode=mode: _as_grey_of(mode, samples))
    for mode in ("YCbCr", "HSV", "CMYK")
    for source in ("L", "LA")
}
_DIRECT["YCbCr", "L"] = lambda samples: samples[:, :, :1].clone()
_DIRECT["YCbCr", "LA"] = lambda samples: torch.cat([samples[:, :, :1], torch.full_like(samples[:, :, :1], 255)], 2)
