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


class Palette(enum.IntEnum):
    """Palettes of `convert`."""

    WEB = 0
    ADAPTIVE = 1


class Quantize(enum.IntEnum):
    """Methods of `quantize`."""

    MEDIANCUT = 0
    MAXCOVERAGE = 1
    FASTOCTREE = 2
    LIBIMAGEQUANT = 3


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
WEB, ADAPTIVE = Palette.WEB, Palette.ADAPTIVE
MEDIANCUT, MAXCOVERAGE, FASTOCTREE, LIBIMAGEQUANT = Quantize
FLOYDSTEINBERG = Dither.FLOYDSTEINBERG
FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM = Transpose.FLIP_LEFT_RIGHT, Transpose.FLIP_TOP_BOTTOM
ROTATE_90, ROTATE_180, ROTATE_270 = Transpose.ROTATE_90, Transpose.ROTATE_180, Transpose.ROTATE_270
TRANSPOSE, TRANSVERSE = Transpose.TRANSPOSE, Transpose.TRANSVERSE


class UnidentifiedImageError(OSError):
    """A file that holds no picture that is known."""


class Image:
    """A picture: `size` (width, height), `mode` (L, LA, RGB or RGBA), and its samples."""

    format = None
    n_frames, is_animated = 1, False

    def __init__(self, samples, mode, palette=None):
        # uint8 of shape (height, width, samples)
        self._samples = samples
        self.mode = mode
        self.palette = palette
        self.info = {}

    def _new(self, samples):
        """A picture of these samples, otherwise like this one."""
        return _like(samples, self)

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
        return self._new(self._samples.clone())

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
        if not isinstance(other, Image) or self.mode != other.mode or self.getpalette() != other.getpalette():
            return False
        return torch.equal(self._samples, other._samples)

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
        return self._new(torch.stack(parts, 2))

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
        return self._new(made.filter(self._samples))

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
        if self.mode == "P" and isinstance(value, (tuple, list)) and len(value) in (3, 4):
            value = self.palette.getcolor(tuple(value), self)
        self._samples[xy[1], xy[0]] = _modes.samples_of(value, self.mode)

    def convert(self, mode=None, matrix=None, dither=None, palette=0, colors=256):
        """The picture in another mode. To mode P: palette is Palette.WEB or Palette.ADAPTIVE with so many colors."""
        if mode is None:
            clear = "transparency" in self.info
            mode = ("RGBA" if clear else "RGB") if self.mode == "P" else self.mode
        if mode == self.mode and matrix is None:
            return self.copy()
        if matrix is not None:
            return self._through_matrix(mode, matrix)
        if mode not in _modes.SAMPLES:
            raise ValueError(f"conversion from {self.mode} to {mode} not supported")
        if mode == "P":
            return self._to_few(dither, palette, colors)
        if self.mode == "P":
            # Pillow makes black and white of a palette without spreading errors.
            made = Image(_modes.looked_up(self._samples, self._colors(), 4), "RGBA").convert(mode, dither=Dither.NONE)
        elif mode == "1" and dither == Dither.NONE:
            made = Image(_modes.bright(self._samples, self.mode).to(torch.uint8) * 255, "1")
        else:
            made = Image(_modes.converted(self._samples, self.mode, mode), mode)
        made.info = {name: value for name, value in self.info.items() if name != "transparency"}
        return made

    def _through_matrix(self, mode, matrix):
        """Each pixel's red, green and blue through a matrix of rows of four."""
        if self.mode != "RGB" or mode not in ("L", "RGB"):
            raise ValueError("illegal conversion")
        rows = torch.tensor([float(part) for part in matrix], dtype=torch.float32).reshape(-1, 4)
        found = (self._samples.float() @ rows[:, :3].T + rows[:, 3] + 0.5).clamp(0, 255).to(torch.uint8)
        return Image(found, mode)

    def _to_few(self, dither, palette, colors):
        """The picture in mode P."""
        from PIL import ImagePalette

        if self.mode == "RGBA":
            return self.quantize(colors)
        if self.mode not in ("1", "L", "RGB"):
            return self.convert("RGB")._to_few(dither, palette, colors)
        if palette == Palette.ADAPTIVE:
            return self.quantize(colors)
        if self.mode in ("1", "L"):
            found = Image(self._samples.clone(), "P", ImagePalette.wedge())
        else:
            web = _web_palette()
            places = _imaging.to_palette(self._samples.contiguous(), web, dither is None or dither == Dither.FLOYDSTEINBERG)
            found = Image(places, "P", ImagePalette.ImagePalette("RGB", web))
        found.info = dict(self.info)
        return found

    def quantize(self, colors=256, method=None, kmeans=0, palette=None, dither=Dither.FLOYDSTEINBERG):
        """The picture in mode P with so many colours at most, by median cut (with an alpha by an octree), or in those of another picture."""
        from PIL import ImagePalette

        if method is None:
            method = Quantize.FASTOCTREE if self.mode == "RGBA" else Quantize.MEDIANCUT
        if self.mode == "RGBA" and method not in (Quantize.FASTOCTREE, Quantize.LIBIMAGEQUANT):
            raise ValueError("Fast Octree (method == 2) and libimagequant (method == 3) are the only valid methods for quantizing RGBA images")
        if palette is not None:
            return self._in_palette_of(palette, dither)
        if method == Quantize.LIBIMAGEQUANT:
            raise ValueError("dependency required by this method was not enabled at compile time")
        if method == Quantize.MAXCOVERAGE or kmeans:
            raise NotImplementedError("Image.quantize: there are MEDIANCUT and FASTOCTREE, without k-means")
        if self.mode == "P":
            return self.convert("RGB").quantize(colors, method)
        if self.mode not in ("L", "RGB", "RGBA"):
            raise ValueError("image has wrong mode")
        alpha = self.mode == "RGBA"
        name = "median cut" if method == Quantize.MEDIANCUT else "octree with alpha" if alpha else "octree"
        places, found = _imaging.quantize(self._samples.contiguous(), int(colors), name)
        found = found if alpha else bytes(part for i, part in enumerate(found) if i % 4 < 3)
        made = Image(places, "P", ImagePalette.ImagePalette("RGBA" if alpha else "RGB", found))
        made.info = dict(self.info)
        return made

    def _in_palette_of(self, other, dither):
        if other.mode != "P":
            raise ValueError("bad mode for palette image")
        if self.mode not in ("RGB", "L"):
            raise ValueError("only RGB or L mode images can be quantized to a palette")
        # As in Pillow, greys are taken as places.
        places = self._samples.clone() if self.mode == "L" else _imaging.to_palette(self._samples.contiguous(), other.palette._rgb(), bool(dither))
        return Image(places, "P", other.palette.copy())

    def _colors(self):
        """The palette's red, green, blue and alpha."""
        if self.palette.mode == "RGBA":
            return bytes(self.palette.palette)
        clear = self.info.get("transparency")
        rgb = self.palette._rgb()
        alphas = [255] * (len(rgb) // 3)
        if isinstance(clear, int) and clear < len(alphas):
            alphas[clear] = 0
        elif isinstance(clear, (bytes, bytearray)):
            alphas[: len(clear)] = clear[: len(alphas)]
        return bytes(part for i, alpha in enumerate(alphas) for part in (*rgb[3 * i : 3 * i + 3], alpha))

    def getpalette(self, rawmode="RGB"):
        """The palette as a list of red, green and blue (and alpha for 'RGBA'); None where there is none."""
        if self.palette is None:
            return None
        if rawmode is None:
            rawmode = self.palette.mode
        return list(self._colors() if rawmode == "RGBA" else self.palette._rgb())

    def putpalette(self, data, rawmode="RGB"):
        """In place: gives a picture of mode L or P a palette."""
        from PIL import ImagePalette

        if self.mode not in ("L", "P"):
            raise ValueError("illegal image mode")
        if isinstance(data, ImagePalette.ImagePalette):
            self.palette = data.copy()
        else:
            data = bytes(int(part) for part in data)
            self.palette = ImagePalette.ImagePalette("RGBA" if rawmode == "RGBA" else "RGB", data)
        self.mode = "P"

    def remap_palette(self, dest_map, source_palette=None):
        """The picture with its palette in another order."""
        from PIL import ImagePalette

        if self.mode not in ("L", "P"):
            raise ValueError("illegal image mode")
        colors = bytes(source_palette) if source_palette is not None else self.palette._rgb() if self.mode == "P" else bytes(part for i in range(256) for part in (i,) * 3)
        table = torch.zeros(256, dtype=torch.uint8)
        for new_place, old in enumerate(dest_map):
            table[old] = new_place
        found = bytes(part for old in dest_map for part in colors[3 * old : 3 * old + 3])
        made = Image(table[self._samples.long()], "P", ImagePalette.ImagePalette("RGB", found))
        made.info = dict(self.info)
        return made

    def getcolors(self, maxcolors=256):
        """(how often, which colour) for each colour; None where there are more than maxcolors."""
        flat = self._samples.reshape(-1, self._samples.shape[2])
        found, counts = torch.unique(flat, dim=0, return_counts=True)
        if len(found) > maxcolors:
            return None
        rows = found.tolist()
        return [(count, row[0] if len(row) == 1 else tuple(row)) for count, row in zip(counts.tolist(), rows)]

    def apply_transparency(self):
        """In place: puts info['transparency'] into the palette."""
        from PIL import ImagePalette

        if self.mode == "P" and "transparency" in self.info:
            self.palette = ImagePalette.ImagePalette("RGBA", self._colors())
            del self.info["transparency"]

    @property
    def has_transparency_data(self):
        """Whether it has an alpha, by its mode, its palette or its info."""
        return self.mode in ("LA", "PA", "RGBA") or self.mode == "P" and self.palette.mode == "RGBA" or "transparency" in self.info

    def _needs_bytes(self, what):
        if self.mode in _modes.WIDE:
            raise NotImplementedError(f"Image.{what} of mode {self.mode} is not here; convert('L') first")

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        """The picture at another size (width, height)."""
        self._needs_bytes("resize")
        box = (0, 0, *self.size) if box is None else box
        width, height = size
        # Places in a palette have no mean.
        resample = NEAREST if self.mode in ("1", "P") else resample
        name = _FILTERS.get(BICUBIC if resample is None else resample)
        if name is None:
            raise ValueError(f"Unknown resampling filter ({resample}).")
        part = [float(side) for side in box]
        resized = lambda samples: _imaging.resize(samples.contiguous(), int(height), int(width), name, *part)
        if name == "nearest":
            return self._new(resized(self._samples))
        return self._by_premultiplied(resized)

    def _by_premultiplied(self, change):
        # Transparent pixels have no weight in a mean of neighbours.
        if self.mode not in ("LA", "RGBA"):
            return self._new(change(self._samples))
        color, alpha = self._samples[:, :, :-1].int(), self._samples[:, :, -1:]
        product = color * alpha.int() + 128
        color = (((product >> 8) + product) >> 8).to(torch.uint8)
        changed = change(torch.cat([color, alpha], 2)).int()
        color, alpha = changed[:, :, :-1], changed[:, :, -1:]
        plain = torch.div(color * 255, alpha.clamp(min=1), rounding_mode="floor").clamp(max=255)
        color = torch.where((alpha == 0) | (alpha == 255), color, plain)
        return self._new(torch.cat([color, alpha], 2).to(torch.uint8))

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
        return self._new(out)

    def paste(self, im, box=None, mask=None):
        """Lays another picture or a colour over this one, its corner at (left, upper), through a mask."""
        if isinstance(box, Image):
            box, mask = None, box
        left, upper = (0, 0) if box is None else box[:2]
        if not isinstance(im, Image):
            right, lower = box[2:] if box is not None and len(box) == 4 else (self.size if mask is None else mask.size)
            im = new(self.mode, (right - (left if box else 0), lower - (upper if box else 0)), im)
        im = im if self.mode == im.mode else im.convert(self.mode)
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
            self._samples = self._samples.clone() if self._samples is im._samples else self._samples
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
        return self._new(turned.contiguous())

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

        return self._new(picked(self._samples)) if resample == NEAREST else self._by_premultiplied(picked)

    def split(self):
        """Returns one image per sample."""
        return tuple([Image(self._samples[:, :, i : i + 1].clone(), "L") for i in range(self._samples.shape[2])])

    def save(self, fp, format=None, quality=75, **options):
        """Writes it as PNG, JPEG, GIF or BMP, by the name's ending or `format`. A GIF with save_all=True has frames: append_images, duration, loop."""
        if format is None:
            ending = str(fp).rsplit(".", 1)[-1].lower()
            format = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP"}.get(ending)
            if format is None:
                raise ValueError(f"unknown file extension: .{ending}")
        format = {"JPG": "JPEG"}.get(format.upper(), format.upper())
        if format not in ("PNG", "JPEG", "GIF", "BMP"):
            raise KeyError(format) if format not in _UNWRITTEN else OSError(f"{format} files are not written here: there are PNG, JPEG, GIF and BMP")
        if format == "GIF":
            from PIL import GifImagePlugin

            return GifImagePlugin.save(self, fp, options)
        if format == "JPEG" and self.mode in ("LA", "P", "RGBA"):
            raise OSError(f"cannot write mode {self.mode} as JPEG")
        bits = {"1": 1, "L": 8, "P": 8, "RGB": 24, "RGBA": 32}.get(self.mode)
        if format == "BMP" and bits is None:
            raise OSError(f"cannot write mode {self.mode} as BMP")
        palette, alphas = self._written_palette(format, options)
        _imaging.save(self._samples.contiguous(), fp, format, quality, palette, alphas, bits or 24)

    def _written_palette(self, format, options):
        """The colours of a file, and their alphas."""
        if self.mode != "P":
            greys = {"1": (0, 255), "L": range(256)}.get(self.mode, ()) if format == "BMP" else ()
            return bytes(part for grey in greys for part in (grey,) * 3), None
        colors = self._colors()
        clear = options.get("transparency", self.info.get("transparency")) is not None or self.palette.mode == "RGBA"
        return self.palette._rgb(), bytes(colors[3::4]) if clear and format == "PNG" else None

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
        return f"<PIL.Image.Image image mode={self.mode} size={width}x{height} at 0x{id(self):X}>"


# Formats that Pillow writes.
_UNWRITTEN = ("TIFF", "WEBP", "PDF", "PPM", "ICO", "AVIF", "JPEG2000", "TGA", "EPS", "PCX", "ICNS", "DDS", "MPO", "SGI", "XBM", "IM")


def open(fp, mode="r", formats=None):
    """The picture in a PNG, JPEG, GIF or BMP file; a file object is read from its beginning."""
    if hasattr(fp, "seek"):
        fp.seek(0)
    try:
        samples, kind, form, palette, alphas = _imaging.open(fp)
    except ValueError as error:
        if "cannot identify" in str(error):
            raise UnidentifiedImageError(str(error)) from None
        raise
    if form == "GIF":
        from PIL import GifImagePlugin

        picture = GifImagePlugin.GifImageFile(samples)
    else:
        picture = Image(samples, kind)
    if palette:
        from PIL import ImagePalette

        picture.palette = ImagePalette.ImagePalette("RGB", palette)
        if alphas is not None:
            clear = alphas.find(b"\0")
            only = clear >= 0 and alphas[:clear] + alphas[clear + 1 :] == b"\xff" * (len(alphas) - 1)
            picture.info["transparency"] = clear if only else alphas
    picture.filename = "" if hasattr(fp, "read") else str(fp)
    picture.format = form
    return picture


def _like(samples, image):
    """A picture of these samples, otherwise like another."""
    made = Image(samples, image.mode, None if image.palette is None else image.palette.copy())
    made.info = dict(image.info)
    return made


def _web_palette():
    """Pillow's 216 colours after ten black ones."""
    levels = range(0, 256, 51)
    return bytes(30) + bytes(part for blue in levels for green in levels for red in levels for part in (red, green, blue))


def new(mode, size, color=0):
    """A picture of one colour: numbers, or a name of `PIL.ImageColor`."""
    if mode not in _modes.SAMPLES:
        raise ValueError(f"unrecognized image mode: {mode}")
    palette = None
    if mode == "P":
        from PIL import ImageColor, ImagePalette

        palette = ImagePalette.ImagePalette()
        color = ImageColor.getrgb(color) if isinstance(color, str) else color
        color = palette.getcolor(color) if isinstance(color, (tuple, list)) and len(color) in (3, 4) else color
    ink = _modes.ink(0 if color is None else color, mode)
    return Image(ink.expand(size[1], size[0], len(ink)).clone(), mode, palette)


def _gradient(mode, samples):
    if mode not in ("L", "P"):
        raise ValueError("image has wrong mode")
    made = new(mode, (256, 256))
    made._samples = samples.to(torch.uint8).unsqueeze(2).contiguous()
    return made


def linear_gradient(mode):
    """256 rows, from black at the top to white."""
    return _gradient(mode, torch.arange(256).unsqueeze(1).expand(256, 256))


def radial_gradient(mode):
    """256 x 256 pixels, from black in the centre to white."""
    squares = (torch.arange(256, dtype=torch.float64) - 128) ** 2
    return _gradient(mode, ((squares.unsqueeze(1) + squares).sqrt() * 2).clamp(max=255).floor())


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
