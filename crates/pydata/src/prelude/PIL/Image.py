"""`PIL.Image`: pictures of 8-bit samples."""

import math

import torch

from PIL import _imaging

NEAREST, BOX, BILINEAR, HAMMING, BICUBIC, LANCZOS = 0, 4, 2, 5, 3, 1
_FILTERS = {0: "nearest", 4: "box", 2: "bilinear", 5: "hamming", 3: "bicubic", 1: "lanczos"}
_SAMPLES = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}
FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE = 0, 1, 2, 3, 4, 5


class Resampling:
    """Filters of `resize`."""

    NEAREST, BOX, BILINEAR, HAMMING, BICUBIC, LANCZOS = 0, 4, 2, 5, 3, 1


class Transpose:
    """Ways of `transpose`."""

    FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE = 0, 1, 2, 3, 4, 5


class UnidentifiedImageError(OSError):
    """A file that holds no picture that is known."""


class Image:
    """A picture: `size` (width, height), `mode` (L, LA, RGB or RGBA), and its samples."""

    format = None

    def __init__(self, samples, mode):
        # uint8 of shape (height, width, samples)
        self._samples = samples
        self.mode = mode

    @property
    def size(self):
        """(width, height)"""
        return (self._samples.shape[1], self._samples.shape[0])

    @property
    def width(self):
        """Pixels across."""
        return self._samples.shape[1]

    @property
    def height(self):
        """Pixels down."""
        return self._samples.shape[0]

    def getbands(self):
        """Names of the samples."""
        return tuple(self.mode)

    def copy(self):
        """Returns a separate copy of the image."""
        return Image(self._samples.clone(), self.mode)

    def load(self):
        """Nothing: files are read at once."""

    def close(self):
        """Nothing: files are closed at once."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __eq__(self, other):
        return isinstance(other, Image) and self.mode == other.mode and torch.equal(self._samples, other._samples)

    def __array__(self, dtype=None):
        samples = self._samples.squeeze(2) if self.mode == "L" else self._samples
        array = samples.clone().numpy()
        return array if dtype is None else array.astype(dtype)

    def tobytes(self):
        """The samples, row by row."""
        return bytes(self._samples.reshape(-1).tolist())

    def getpixel(self, xy):
        """The sample at (x, y), or a tuple of samples."""
        values = self._samples[xy[1], xy[0]].tolist()
        return values[0] if len(values) == 1 else tuple(values)

    def putpixel(self, xy, value):
        """Changes the pixel at (x, y)."""
        self._samples[xy[1], xy[0]] = torch.tensor(value, dtype=torch.uint8)

    def convert(self, mode):
        """The picture in another mode."""
        if mode == self.mode:
            return self.copy()
        if mode not in _SAMPLES:
            raise ValueError(f"conversion from {self.mode} to {mode} not supported")
        samples = self._samples
        alpha = samples[:, :, -1:] if self.mode in ("LA", "RGBA") else torch.full_like(samples[:, :, :1], 255)
        color = samples[:, :, :3] if self.mode in ("RGB", "RGBA") else samples[:, :, :1]
        if mode in ("L", "LA") and color.shape[2] == 3:
            # ITU-R 601-2, in Pillow's fixed point.
            weights = torch.tensor([19595, 38470, 7471])
            color = ((color.long() * weights).sum(2, keepdim=True) + 0x8000 >> 16).to(torch.uint8)
        elif mode in ("RGB", "RGBA") and color.shape[2] == 1:
            color = color.repeat(1, 1, 3)
        return Image(torch.cat([color, alpha], 2) if mode in ("LA", "RGBA") else color.clone(), mode)

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        """The picture at another size (width, height)."""
        picture = self if box is None else self.crop(box)
        width, height = size
        name = _FILTERS.get(BICUBIC if resample is None else getattr(resample, "value", resample))
        if name is None:
            raise ValueError(f"Unknown resampling filter ({resample}).")
        return Image(_imaging.resize(picture._samples.contiguous(), int(height), int(width), name), self.mode)

    def thumbnail(self, size, resample=BICUBIC):
        """In place: shrinks the image to fit into `size`, keeping its proportions."""
        ratio = min(size[0] / self.width, size[1] / self.height)
        if ratio < 1:
            small = (max(1, round(self.width * ratio)), max(1, round(self.height * ratio)))
            self._samples = self.resize(small, resample)._samples

    def crop(self, box):
        """The part from (left, upper) to (right, lower); black where it leaves the picture."""
        left, upper, right, lower = [int(round(v)) for v in box]
        out = torch.zeros(max(0, lower - upper), max(0, right - left), self._samples.shape[2], dtype=torch.uint8)
        x0, y0, x1, y1 = max(left, 0), max(upper, 0), min(right, self.width), min(lower, self.height)
        if x1 > x0 and y1 > y0:
            out[y0 - upper : y1 - upper, x0 - left : x1 - left] = self._samples[y0:y1, x0:x1]
        return Image(out, self.mode)

    def paste(self, im, box=(0, 0)):
        """Lays another picture over this one, its corner at (left, upper)."""
        left, upper = box[:2]
        im = im.convert(self.mode)
        self._samples[upper : upper + im.height, left : left + im.width] = im._samples

    def transpose(self, method):
        """Mirrored or turned by quarters."""
        samples = self._samples
        turned = {
            0: lambda: samples.flip(1),
            1: lambda: samples.flip(0),
            2: lambda: samples.permute(1, 0, 2).flip(0),
            3: lambda: samples.flip(0).flip(1),
            4: lambda: samples.permute(1, 0, 2).flip(1),
            5: lambda: samples.permute(1, 0, 2),
        }[method]()
        return Image(turned.contiguous(), self.mode)

    def rotate(self, angle, resample=NEAREST, expand=False, fillcolor=0):
        """Turned counter-clockwise about its centre, in degrees; nearest pixels."""
        angle %= 360.0
        if angle == 0:
            return self.copy()
        if angle == 180 or (angle in (90, 270) and (expand or self.width == self.height)):
            return self.transpose({90: ROTATE_90, 180: ROTATE_180, 270: ROTATE_270}[int(angle)])
        width, height = self.size
        radians = -math.radians(angle)
        a, b = round(math.cos(radians), 15), round(math.sin(radians), 15)
        cx, cy = width / 2, height / 2
        c, f = -a * cx - b * cy + cx, b * cx - a * cy + cy
        if expand:
            corners = [(0, 0), (width, 0), (width, height), (0, height)]
            xs = [a * x + b * y + c for x, y in corners]
            ys = [-b * x + a * y + f for x, y in corners]
            wide, high = math.ceil(max(xs)) - math.floor(min(xs)), math.ceil(max(ys)) - math.floor(min(ys))
            dx, dy = -(wide - width) / 2.0, -(high - height) / 2.0
            c, f = a * dx + b * dy + c, -b * dx + a * dy + f
            width, height = wide, high
        x = torch.arange(width, dtype=torch.float64) + 0.5
        y = (torch.arange(height, dtype=torch.float64) + 0.5).unsqueeze(1)
        sx, sy = torch.floor(a * x + b * y + c).long(), torch.floor(-b * x + a * y + f).long()
        inside = (sx >= 0) & (sx < self.width) & (sy >= 0) & (sy < self.height)
        picked = self._samples[sy.clamp(0, self.height - 1), sx.clamp(0, self.width - 1)]
        fill = torch.tensor(fillcolor or 0, dtype=torch.uint8)
        return Image(torch.where(inside.unsqueeze(2), picked, fill), self.mode)

    def split(self):
        """Returns one image per sample."""
        return tuple([Image(self._samples[:, :, i : i + 1].clone(), "L") for i in range(self._samples.shape[2])])

    def save(self, fp, format=None, quality=75, **options):
        """Writes it as PNG or JPEG, by the name's ending or `format`."""
        if format is None:
            ending = str(fp).rsplit(".", 1)[-1].lower()
            format = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG"}.get(ending)
            if format is None:
                raise ValueError(f"unknown file extension: .{ending}")
        format = {"JPG": "JPEG"}.get(format.upper(), format.upper())
        if format == "JPEG" and self.mode in ("LA", "RGBA"):
            raise OSError(f"cannot write mode {self.mode} as JPEG")
        _imaging.save(self._samples.contiguous(), fp, format, quality)

    def show(self, title=None):
        """Displays it."""
        display(self)

    def _repr_png_(self):
        import io

        out = io.BytesIO()
        self.save(out, format="PNG")
        return out.getvalue()

    def __repr__(self):
        width, height = self.size
        return f"<PIL.Image.Image image mode={self.mode} size={width}x{height}>"


def open(fp, mode="r", formats=None):
    """The picture in a PNG or JPEG file."""
    try:
        samples, kind = _imaging.open(fp)
    except ValueError as error:
        if "cannot identify" in str(error):
            raise UnidentifiedImageError(str(error)) from None
        raise
    picture = Image(samples, kind)
    name = str(fp).lower()
    picture.filename = name
    picture.format = "JPEG" if name.endswith((".jpg", ".jpeg")) else "PNG"
    return picture


def new(mode, size, color=0):
    """A picture of one colour."""
    if mode not in _SAMPLES:
        raise ValueError(f"unrecognized image mode: {mode}")
    values = list(color) if isinstance(color, (tuple, list)) else [color] * _SAMPLES[mode]
    values = torch.tensor(values, dtype=torch.uint8)
    return Image(values.expand(size[1], size[0], _SAMPLES[mode]).clone(), mode)


def fromarray(obj, mode=None):
    """A picture of an array: (height, width) or (height, width, samples) of uint8."""
    samples = torch.as_tensor(obj)
    if samples.dtype == torch.bool:
        samples = samples.to(torch.uint8) * 255
    if samples.dtype != torch.uint8:
        raise TypeError(f"Cannot handle this data type: {tuple(samples.shape[2:]) or (1, 1)}, {samples.dtype}")
    if samples.dim() == 2:
        samples = samples.unsqueeze(2)
    if samples.dim() != 3 or samples.shape[2] not in (1, 2, 3, 4):
        raise TypeError(f"Too many dimensions: {samples.dim()} > 3.")
    return Image(samples.clone(), mode or {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[samples.shape[2]])
