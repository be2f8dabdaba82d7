"""`PIL.ImageFilter`: filters for `Image.filter`, in Pillow's arithmetic."""

import math

import torch


class Filter:
    """What `Image.filter` takes."""


class MultibandFilter(Filter):
    """A filter of all samples at once."""


class Kernel(Filter):
    """Weights of 3 x 3 or 5 x 5 neighbours. Pixels at the edge stay."""

    name = "Kernel"

    def __init__(self, size, kernel, scale=None, offset=0):
        if size[0] * size[1] != len(kernel):
            raise ValueError("not enough coefficients in kernel")
        if size not in ((3, 3), (5, 5)):
            raise ValueError("bad kernel size")
        self.filterargs = size, sum(kernel) if scale is None else scale, offset, kernel

    def filter(self, samples):
        size, scale, offset, kernel = self.filterargs
        reach = size[0] // 2
        height, width = samples.shape[:2]
        if height <= 2 * reach or width <= 2 * reach:
            return samples.clone()
        weights = (torch.tensor(kernel, dtype=torch.float32) / scale).reshape(size)
        values = samples.float()
        total = torch.full_like(values[reach : height - reach, reach : width - reach], offset + 0.5)
        # The first row of weights is for the row below.
        for y in range(size[1]):
            row = values[2 * reach - y : height - y]
            parts = [row[:, x : width - 2 * reach + x] * weights[y, x] for x in range(size[0])]
            total = total + sum(parts[1:], parts[0])
        out = samples.clone()
        out[reach : height - reach, reach : width - reach] = total.clamp(0, 255).to(torch.uint8)
        return out


class BuiltinFilter(Kernel):
    """A kernel by name."""

    def __init__(self):
        pass


def _builtin(name, scale, offset, kernel):
    size = (3, 3) if len(kernel) == 9 else (5, 5)
    return type(name.upper(), (BuiltinFilter,), {"name": name, "filterargs": (size, scale, offset, kernel)})


_RING = (1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1)
_SMOOTHER = (1, 1, 1, 1, 1, 1, 5, 5, 5, 1, 1, 5, 44, 5, 1, 1, 5, 5, 5, 1, 1, 1, 1, 1, 1)
BLUR = _builtin("Blur", 16, 0, _RING)
CONTOUR = _builtin("Contour", 1, 255, (-1, -1, -1, -1, 8, -1, -1, -1, -1))
DETAIL = _builtin("Detail", 6, 0, (0, -1, 0, -1, 10, -1, 0, -1, 0))
EDGE_ENHANCE = _builtin("Edge_enhance", 2, 0, (-1, -1, -1, -1, 10, -1, -1, -1, -1))
EDGE_ENHANCE_MORE = _builtin("Edge_enhance_more", 1, 0, (-1, -1, -1, -1, 9, -1, -1, -1, -1))
EMBOSS = _builtin("Emboss", 1, 128, (-1, 0, 0, 0, 1, 0, 0, 0, 0))
FIND_EDGES = _builtin("Find_edges", 1, 0, (-1, -1, -1, -1, 8, -1, -1, -1, -1))
SHARPEN = _builtin("Sharpen", 16, 0, (-2, -2, -2, -2, 32, -2, -2, -2, -2))
SMOOTH = _builtin("Smooth", 13, 0, (1, 1, 1, 1, 5, 1, 1, 1, 1))
SMOOTH_MORE = _builtin("Smooth_more", 100, 0, _SMOOTHER)


class RankFilter(Filter):
    """The value at a rank of the neighbours."""

    name = "Rank"

    def __init__(self, size, rank):
        self.size, self.rank = size, rank

    def filter(self, samples):
        if self.size % 2 == 0:
            raise ValueError("bad filter size")
        if not 0 <= self.rank < self.size**2:
            raise ValueError("bad rank value")
        windows = _windows(samples, self.size // 2)
        return windows.sort(-1).values[..., self.rank].contiguous()


class MedianFilter(RankFilter):
    """The median of the neighbours."""

    name = "Median"

    def __init__(self, size=3):
        super().__init__(size, size * size // 2)


class MinFilter(RankFilter):
    """The smallest of the neighbours."""

    name = "Min"

    def __init__(self, size=3):
        super().__init__(size, 0)


class MaxFilter(RankFilter):
    """The largest of the neighbours."""

    name = "Max"

    def __init__(self, size=3):
        super().__init__(size, size * size - 1)


def _windows(samples, reach):
    """Each pixel's neighbours, with the edge repeated: (rows, columns, samples, neighbours)."""
    padded = _extended(_extended(samples, 0, reach), 1, reach)
    return padded.unfold(0, 2 * reach + 1, 1).unfold(1, 2 * reach + 1, 1).flatten(3)


def _extended(samples, dim, reach):
    size = samples.shape[dim]
    return samples.index_select(dim, torch.arange(-reach, size + reach).clamp(0, size - 1))


class BoxBlur(MultibandFilter):
    """The mean of the pixels within a radius, which may have a fraction."""

    name = "BoxBlur"

    def __init__(self, radius):
        self.radius = _pair(radius)
        if min(self.radius) < 0:
            raise ValueError("radius must be >= 0")

    def filter(self, samples, passes=1):
        return _blurred(samples, self.radius, passes)


class GaussianBlur(MultibandFilter):
    """A blur of this standard deviation: three box blurs, as Pillow makes it."""

    name = "GaussianBlur"

    def __init__(self, radius=2):
        self.radius = _pair(radius)

    def filter(self, samples):
        return _blurred(samples, [_box_radius(radius, 3) for radius in self.radius], 3)


class UnsharpMask(MultibandFilter):
    """Sharpens where a pixel differs from its blur by the threshold."""

    name = "UnsharpMask"

    def __init__(self, radius=2, percent=150, threshold=3):
        self.radius, self.percent, self.threshold = radius, percent, threshold

    def filter(self, samples):
        difference = samples.int() - GaussianBlur(self.radius).filter(samples).int()
        scaled = torch.div(difference * self.percent, 100, rounding_mode="trunc")
        sharp = (samples.int() + scaled).clamp(0, 255).to(torch.uint8)
        return torch.where(difference.abs() > self.threshold, sharp, samples)


def _pair(radius):
    return tuple(radius) if isinstance(radius, (tuple, list)) else (radius, radius)


def _box_radius(radius, passes):
    # "Fast Image Filters by Gwosdek et al.": the box whose repetition has this deviation, in single precision.
    single = lambda value: torch.tensor(value, dtype=torch.float32)
    variance = single(radius) * single(radius) / passes
    length = single(math.sqrt(12.0 * float(variance) + 1.0))
    length = single(math.floor((float(length) - 1.0) / 2.0))
    part = (2 * length + 1) * (length * (length + 1) - 3 * variance)
    return float(length + part / (6 * (variance - (length + 1) * (length + 1))))


def _blurred(samples, radius, passes):
    for dim, reach in ((1, radius[0]), (0, radius[1])):
        for _ in range(passes if reach != 0 else 0):
            samples = _box_blurred(samples, dim, float(torch.tensor(reach, dtype=torch.float32)))
    return samples


def _box_blurred(samples, dim, radius):
    # 24 bits of fraction, divided in single precision; the pixels beyond the whole radius count by the rest.
    whole = int(radius)
    weight = int((1 << 24) / (torch.tensor(radius, dtype=torch.float32) * 2 + 1))
    edge = ((1 << 24) - (whole * 2 + 1) * weight) // 2
    size = samples.shape[dim]
    padded = _extended(samples, dim, whole + 1).long()
    sums = torch.cat([torch.zeros_like(padded.narrow(dim, 0, 1)), padded.cumsum(dim)], dim)
    inner = sums.narrow(dim, 2 * whole + 2, size) - sums.narrow(dim, 1, size)
    outer = padded.narrow(dim, 0, size) + padded.narrow(dim, 2 * whole + 2, size)
    return ((inner * weight + outer * edge + (1 << 23)) >> 24).to(torch.uint8)
