"""`PIL.Image`: pictures of 8-bit samples."""

import enum
import math

import torch

from PIL import _imaging, _modes

_FILTERS = {0: "nearest", 4: "box", 2: "bilinear", 5: "hamming", 3: "bicubic", 1: "lanczos"}


class Resampling(enum.IntEnum):
    """Filters of `resize`."""

    NEAREST = 0
    LANCZOS = 1
    BILINEAR = 2
    BICUBIC = 3
    BOX = 4
    HAMMING = 5


class Transpose(enum.IntEnum):
    """Ways of `transpose`."""

    FLIP_LEFT_RIGHT = 0
    FLIP_TOP_BOTTOM = 1
    ROTATE_90 = 2
    ROTATE_180 = 3
    ROTATE_270 = 4
    TRANSPOSE = 5
    TRANSVERSE = 6


class Dither(enum.IntEnum):
    """How `convert` makes black and white of grey."""

    NONE = 0
    ORDERED = 1
    RASTERIZE = 2
    FLOYDSTEINBERG = 3


class Transform(enum.IntEnum):
    """Kinds of `transform`."""

    AFFINE = 0
    EXTENT = 1
    PERSPECTIVE = 2
    QUAD = 3
    MESH = 4


AFFINE, EXTENT, PERSPECTIVE = Transform.AFFINE, Transform.EXTENT, Transform.PERSPECTIVE
NEAREST, BOX, BILINEAR = Resampling.NEAREST, Resampling.BOX, Resampling.BILINEAR
HAMMING, BICUBIC, LANCZOS = Resampling.HAMMING, Resampling.BICUBIC, Resampling.LANCZOS
FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM = Transpose.FLIP_LEFT_RIGHT, Transpose.FLIP_TOP_BOTTOM
ROTATE_90, ROTATE_180, ROTATE_270 = Transpose.ROTATE_90, Transpose.ROTATE_180, Transpose.ROTATE_270
TRANSPOSE, TRANSVERSE = Transpose.TRANSPOSE, Transpose.TRANSVERSE


class UnidentifiedImageError(OSError):
    """A file that holds no picture that is known."""


class Image:
    """A picture: `size` (width, height), `mode` (L, LA, RGB or RGBA), and its samples."""

    format = None
    n_frames, is_animated = 1, False

    def __init__(self, samples, mode):
        # uint8 of shape (height, width, samples)
        self._samples = samples
        self.mode = mode
        self.info = {}

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
        return _modes.BANDS.get(self.mode, tuple(self.mode))

    def copy(self):
        """Returns a separate copy of the image."""
        return Image(self._samples.clone(), self.mode)

    def load(self):
        """Nothing: files are read at once."""

    def verify(self):
        """Nothing: a damaged file is refused when it is opened."""

    def close(self):
        """Nothing: files are closed at once."""

    def seek(self, frame):
        """Frame 0: files have one picture here."""
        if frame != 0:
            raise EOFError("no more images in file")

    def tell(self):
        """The number of the frame: 0."""
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __eq__(self, other):
        return isinstance(other, Image) and self.mode == other.mode and torch.equal(self._samples, other._samples)

    def __array__(self, dtype=None):
        samples = self._samples.squeeze(2) if self._samples.shape[2] == 1 else self._samples
        samples = samples.bool() if self.mode == "1" else samples
        array = samples.clone().numpy()
        return array if dtype is None else array.astype(dtype)

    def tobytes(self):
        """The samples, row by row."""
        if self.mode == "1":
            return _imaging.packed(self._samples.contiguous())
        return self._samples.contiguous().numpy().tobytes()

    def get_flattened_data(self, band=None):
        """The pixels row by row: numbers, or tuples of samples."""
        samples = self._samples if band is None else self._samples[:, :, band : band + 1]
        rows = samples.reshape(-1, samples.shape[2]).tolist()
        return tuple(row[0] for row in rows) if samples.shape[2] == 1 else tuple(tuple(row) for row in rows)

    def getdata(self, band=None):
        """The pixels row by row, as a list."""
        return list(self.get_flattened_data(band))

    def putdata(self, data, scale=1.0, offset=0.0):
        """Changes the pixels, row by row."""
        values = torch.as_tensor(data if hasattr(data, "shape") else list(data), dtype=torch.float64)
        values = values.reshape(-1, self._samples.shape[2])
        if len(values) > self.width * self.height:
            raise TypeError("too many data entries")
        flat = self._samples.reshape(-1, self._samples.shape[2])
        flat[: len(values)] = (values * scale + offset).clamp(0, 255).to(torch.uint8)
        self._samples = flat.reshape(self._samples.shape)

    def point(self, lut, mode=None):
        """Each sample by a table of 256 values for each band, or by a function."""
        self._needs_bytes("point")
        if mode not in (None, self.mode):
            raise ValueError(f"point: a table to mode {mode} is not here")
        bands = self._samples.shape[2]
        table = [lut(value) for value in range(256)] * bands if callable(lut) else list(lut)
        if len(table) != 256 * bands:
            raise ValueError("wrong number of lut entries")
        table = torch.tensor([int(value) for value in table]).clamp(0, 255).to(torch.uint8).reshape(bands, 256)
        parts = [table[band][self._samples[:, :, band].long()] for band in range(bands)]
        return Image(torch.stack(parts, 2), self.mode)

    def histogram(self, mask=None, extrema=None):
        """How often each value occurs, 256 counts for each band."""
        self._needs_bytes("histogram")
        samples = self._samples.reshape(-1, self._samples.shape[2])
        if mask is not None:
            samples = samples[mask._samples.reshape(-1) != 0]
        return [count for band in range(samples.shape[1]) for count in torch.bincount(samples[:, band].long(), minlength=256).tolist()]

    def getextrema(self):
        """The smallest and largest value; for each band where there are several."""
        found = [(band.min().item(), band.max().item()) for band in self._samples.unbind(2)]
        return found[0] if len(found) == 1 else tuple(found)

    def getbbox(self, *, alpha_only=True):
        """The box around what is not zero (with an alpha: not transparent); None for nothing."""
        samples = self._samples[:, :, -1:] if alpha_only and "A" in self.mode else self._samples
        filled = (samples != 0).any(2)
        rows, columns = filled.any(1).nonzero().flatten().tolist(), filled.any(0).nonzero().flatten().tolist()
        return (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1) if rows else None

    def getchannel(self, channel):
        """One band as a picture, by its number or name."""
        if isinstance(channel, str):
            if channel not in self.getbands():
                raise ValueError(f'The image has no channel "{channel}"')
            channel = self.getbands().index(channel)
        return Image(self._samples[:, :, channel : channel + 1].clone(), "L")

    def putalpha(self, alpha):
        """In place: gives the picture an alpha: a number, or a picture of mode L."""
        plain = self.convert({"L": "L", "LA": "L", "RGB": "RGB", "RGBA": "RGB"}[self.mode])._samples
        if isinstance(alpha, Image):
            if alpha.size != self.size:
                raise ValueError("images do not match")
            alpha = alpha.convert("L")._samples
        else:
            alpha = torch.full_like(plain[:, :, :1], alpha)
        self._samples, self.mode = torch.cat([plain, alpha], 2), {1: "LA", 3: "RGBA"}[plain.shape[2]]

    def filter(self, filter):
        """The picture through a filter of `PIL.ImageFilter`."""
        self._needs_bytes("filter")
        made = filter() if isinstance(filter, type) else filter
        if not hasattr(made, "filter"):
            raise TypeError("filter argument should be ImageFilter.Filter instance or class")
        return Image(made.filter(self._samples), self.mode)

    def reduce(self, factor, box=None):
        """The picture smaller by a whole factor: each pixel is the mean of a block."""
        fx, fy = factor if isinstance(factor, (tuple, list)) else (factor, factor)
        picture = self if box is None else self.crop(box)

        def means(samples):
            rows = [samples[top : top + fy].double() for top in range(0, picture.height, fy)]
            means = [[row[:, left : left + fx].mean((0, 1)) for left in range(0, picture.width, fx)] for row in rows]
            return torch.stack([torch.stack(row) for row in means]).add(0.5).floor().to(torch.uint8)

        return picture._by_premultiplied(means)

    def getpixel(self, xy):
        """The sample at (x, y), or a tuple of samples."""
        values = self._samples[xy[1], xy[0]].tolist()
        return values[0] if len(values) == 1 else tuple(values)

    def putpixel(self, xy, value):
        """Changes the pixel at (x, y)."""
        self._samples[xy[1], xy[0]] = torch.tensor(value, dtype=self._samples.dtype)

    def convert(self, mode, matrix=None, dither=None, palette=0, colors=256):
        """The picture in another mode."""
        if mode == self.mode:
            return self.copy()
        if mode not in _modes.SAMPLES or matrix is not None:
            raise ValueError(f"conversion from {self.mode} to {mode} not supported")
        if mode == "1" and dither == Dither.NONE:
            return Image(_modes.bright(self._samples, self.mode).to(torch.uint8) * 255, "1")
        return Image(_modes.converted(self._samples, self.mode, mode), mode)

    def _needs_bytes(self, what):
        if self.mode in _modes.WIDE:
            raise NotImplementedError(f"Image.{what} of mode {self.mode} is not here; convert('L') first")

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        """The picture at another size (width, height)."""
        self._needs_bytes("resize")
        box = (0, 0, *self.size) if box is None else box
        width, height = size
        name = _FILTERS.get(BICUBIC if resample is None else resample)
        if name is None:
            raise ValueError(f"Unknown resampling filter ({resample}).")
        part = [float(side) for side in box]
        resized = lambda samples: _imaging.resize(samples.contiguous(), int(height), int(width), name, *part)
        if name == "nearest":
            return Image(resized(self._samples), self.mode)
        return self._by_premultiplied(resized)

    def _by_premultiplied(self, change):
        # Transparent pixels have no weight in a mean of neighbours.
        if self.mode not in ("LA", "RGBA"):
            return Image(change(self._samples), self.mode)
        color, alpha = self._samples[:, :, :-1].int(), self._samples[:, :, -1:]
        product = color * alpha.int() + 128
        color = (((product >> 8) + product) >> 8).to(torch.uint8)
        changed = change(torch.cat([color, alpha], 2)).int()
        color, alpha = changed[:, :, :-1], changed[:, :, -1:]
        plain = torch.div(color * 255, alpha.clamp(min=1), rounding_mode="floor").clamp(max=255)
        color = torch.where((alpha == 0) | (alpha == 255), color, plain)
        return Image(torch.cat([color, alpha], 2).to(torch.uint8), self.mode)

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

    def paste(self, im, box=None, mask=None):
        """Lays another picture or a colour over this one, its corner at (left, upper), through a mask."""
        if isinstance(box, Image):
            box, mask = None, box
        left, upper = (0, 0) if box is None else box[:2]
        if not isinstance(im, Image):
            right, lower = box[2:] if box is not None and len(box) == 4 else (self.size if mask is None else mask.size)
            im = new(self.mode, (right - (left if box else 0), lower - (upper if box else 0)), im)
        im = im.convert(self.mode)
        if box is not None and len(box) == 4 and (box[2] - left, box[3] - upper) != im.size:
            raise ValueError("images do not match")
        x0, y0, x1, y1 = max(left, 0), max(upper, 0), min(left + im.width, self.width), min(upper + im.height, self.height)
        if x1 <= x0 or y1 <= y0:
            return
        part = slice(y0 - upper, y1 - upper), slice(x0 - left, x1 - left)
        above, below = im._samples[part], self._samples[y0:y1, x0:x1]
        if mask is not None:
            if mask.size != im.size:
                raise ValueError("images do not match")
            weights = mask._samples[part][:, :, -1:].int()
            sums = above.int() * weights + below.int() * (255 - weights) + 128
            above = (((sums >> 8) + sums) >> 8).to(torch.uint8)
        self._samples[y0:y1, x0:x1] = above

    def alpha_composite(self, im, dest=(0, 0), source=(0, 0)):
        """In place: lays another picture over this one, by its alpha."""
        over = im.crop((*source, *im.size))
        box = (*dest, dest[0] + over.width, dest[1] + over.height)
        self.paste(alpha_composite(self.crop(box), over), box)

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
            6: lambda: samples.permute(1, 0, 2).flip(0).flip(1),
        }[method]()
        return Image(turned.contiguous(), self.mode)

    def rotate(self, angle, resample=NEAREST, expand=0, center=None, translate=None, fillcolor=None):
        """Turned counter-clockwise about its centre, in degrees."""
        angle %= 360.0
        if center is None and translate is None:
            if angle == 0:
                return self.copy()
            if angle == 180 or (angle in (90, 270) and (expand or self.width == self.height)):
                return self.transpose({90: ROTATE_90, 180: ROTATE_180, 270: ROTATE_270}[int(angle)])
        width, height = self.size
        radians = -math.radians(angle)
        cos, sin = round(math.cos(radians), 15), round(math.sin(radians), 15)
        turned = lambda x, y, left=0.0, upper=0.0: (cos * x + sin * y + left, -sin * x + cos * y + upper)
        x, y = (width / 2, height / 2) if center is None else center
        dx, dy = (0, 0) if translate is None else translate
        left, upper = turned(-x - dx, -y - dy)
        left, upper = left + x, upper + y
        if expand:
            corners = [turned(*corner, left, upper) for corner in ((0, 0), (width, 0), (width, height), (0, height))]
            xs, ys = zip(*corners)
            wide, high = math.ceil(max(xs)) - math.floor(min(xs)), math.ceil(max(ys)) - math.floor(min(ys))
            left, upper = turned(-(wide - width) / 2.0, -(high - height) / 2.0, left, upper)
            width, height = wide, high
        matrix = (cos, sin, left, -sin, cos, upper)
        return self.transform((width, height), Transform.AFFINE, matrix, resample, fillcolor=fillcolor)

    def transform(self, size, method, data=None, resample=NEAREST, fill=1, fillcolor=None):
        """Each pixel of a picture of this size from the place here that a transform gives: AFFINE, EXTENT or PERSPECTIVE."""
        from PIL import _transforms

        self._needs_bytes("transform")

        if method == Transform.EXTENT:
            x0, y0, x1, y1 = data
            data = ((x1 - x0) / size[0], 0, x0, 0, (y1 - y0) / size[1], y0)
        elif method not in (Transform.AFFINE, Transform.PERSPECTIVE):
            raise NotImplementedError("Image.transform: there are AFFINE, EXTENT and PERSPECTIVE")
        data = [float(number) for number in data]
        if resample not in (NEAREST, BILINEAR, BICUBIC):
            kinds = [f"Image.Resampling.{kind.name} ({kind.value})" for kind in (Resampling(resample), NEAREST, BILINEAR, BICUBIC)]
            raise ValueError(f"{kinds[0]} cannot be used. Use {kinds[1]}, {kinds[2]} or {kinds[3]}")
        below = new(self.mode, size, 0 if fillcolor is None else fillcolor)._samples

        def picked(samples):
            found, inside = _transforms.sampled(samples, data, size, int(resample))
            return torch.where(inside, found, below)

        return Image(picked(self._samples), self.mode) if resample == NEAREST else self._by_premultiplied(picked)

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
        samples, kind, form = _imaging.open(fp)
    except ValueError as error:
        if "cannot identify" in str(error):
            raise UnidentifiedImageError(str(error)) from None
        raise
    picture = Image(samples, kind)
    picture.filename = "" if hasattr(fp, "read") else str(fp)
    picture.format = form
    return picture


def new(mode, size, color=0):
    """A picture of one colour: numbers, or a name of `PIL.ImageColor`."""
    if mode not in _modes.SAMPLES:
        raise ValueError(f"unrecognized image mode: {mode}")
    ink = _modes.ink(0 if color is None else color, mode)
    return Image(ink.expand(size[1], size[0], len(ink)).clone(), mode)


def merge(mode, bands):
    """A picture of bands: pictures of mode L."""
    if len(bands) != _modes.SAMPLES[mode]:
        raise ValueError("wrong number of bands")
    if len({band.size for band in bands}) > 1:
        raise ValueError("size mismatch")
    return Image(torch.cat([band._samples for band in bands], 2), mode)


def blend(im1, im2, alpha):
    """im1 * (1 - alpha) + im2 * alpha."""
    if im1.size != im2.size or im1.mode != im2.mode:
        raise ValueError("images do not match")
    first, second = im1._samples.float(), im2._samples.float()
    mixed = first + torch.tensor(alpha, dtype=torch.float32) * (second - first)
    return Image(mixed.clamp(0, 255).to(torch.uint8), im1.mode)


def composite(image1, image2, mask):
    """image1 where the mask is 255, image2 where it is 0."""
    image = image2.copy()
    image.paste(image1, None, mask)
    return image


def alpha_composite(im1, im2):
    """im2 over im1, both with an alpha, in Pillow's arithmetic."""
    if im1.mode != "RGBA" or im2.mode != "RGBA":
        raise ValueError("image has wrong mode")
    if im1.size != im2.size:
        raise ValueError("images do not match")
    below, above = im1._samples.long(), im2._samples.long()
    alpha = above[:, :, 3:]
    rest = below[:, :, 3:] * (255 - alpha)
    whole = alpha * 255 + rest
    share = torch.div(alpha * 255 * 255 * 128, whole.clamp(min=1), rounding_mode="floor")
    by_255 = lambda value: ((value >> 8) + value) >> 8
    color = by_255(above[:, :, :3] * share + below[:, :, :3] * (255 * 128 - share) + (0x80 << 7)) >> 7
    out = torch.cat([color, by_255(whole + 0x80)], 2)
    return Image(torch.where(alpha == 0, below, out).to(torch.uint8), "RGBA")


def fromarray(obj, mode=None):
    """A picture of an array: (height, width) or (height, width, samples) of bytes; whole numbers, floats or flags of one band."""
    samples = torch.as_tensor(obj)
    shape = tuple(samples.shape)
    if samples.dim() == 2:
        samples = samples.unsqueeze(2)
    wide = {torch.int32: "I", torch.float32: "F", torch.float64: "F", torch.bool: "1"}.get(samples.dtype)
    if wide is not None and len(shape) == 2:
        samples = samples.to(torch.uint8) * 255 if wide == "1" else samples.to(_modes.WIDE[wide])
        return Image(samples.clone(), wide)
    if samples.dtype != torch.uint8 or samples.dim() == 3 and samples.shape[2] not in (2, 3, 4) and len(shape) == 3:
        kinds = {torch.bool: "|b1", torch.uint8: "|u1", torch.int8: "|i1", torch.int16: "<i2", torch.int32: "<i4", torch.int64: "<i8"}
        kinds.update({torch.float16: "<f2", torch.float32: "<f4", torch.float64: "<f8"})
        raise TypeError(f"Cannot handle this data type: {(1, 1, *shape[2:])}, {kinds.get(samples.dtype, samples.dtype)}")
    if samples.dim() != 3:
        raise TypeError(f"Too many dimensions: {samples.dim()} > 3.")
    return Image(samples.clone(), mode or {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[samples.shape[2]])
