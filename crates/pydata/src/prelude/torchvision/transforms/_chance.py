"""Transforms by chance that few programs use: places, sharpness, levels."""

import random

import torch
from torchvision.transforms import functional as F
from torchvision.transforms._pictures import InterpolationMode


def _uniform(low, high):
    return float(torch.empty(1).uniform_(float(low), float(high)).item())


def _range(value, name, center=None):
    """(-value, value) for a number, the numbers of a sequence otherwise."""
    if isinstance(value, (int, float)):
        if value < 0:
            raise ValueError(f"If {name} is a single number, it must be positive.")
        return [-float(value), float(value)]
    return [float(v) for v in value]


def _fill_for(img, fill):
    if not isinstance(img, torch.Tensor):
        return fill
    return [float(fill)] * F.get_dimensions(img)[0] if isinstance(fill, (int, float)) else [float(f) for f in fill]


class RandomChoice:
    """One of several transforms."""

    def __init__(self, transforms, p=None):
        if p is not None and not isinstance(p, (list, tuple)):
            raise TypeError("Argument p should be a sequence")
        self.transforms = transforms
        self.p = p

    def __call__(self, *args):
        return random.choices(self.transforms, weights=self.p)[0](*args)

    def __repr__(self):
        return f"{type(self).__name__}(" + "".join([f"\n    {t}" for t in self.transforms]) + f"\n)(p={self.p})"


class RandomOrder:
    """Transforms in any order."""

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        order = list(range(len(self.transforms)))
        random.shuffle(order)
        for i in order:
            img = self.transforms[i](img)
        return img

    def __repr__(self):
        return f"{type(self).__name__}(" + "".join([f"\n    {t}" for t in self.transforms]) + "\n)"


class FiveCrop(torch.nn.Module):
    """The corners and the middle."""

    def __init__(self, size):
        super().__init__()
        self.size = (size, size) if isinstance(size, int) else size if len(size) == 2 else (size[0], size[0])

    def forward(self, img):
        return F.five_crop(img, self.size)

    def __repr__(self):
        return f"FiveCrop(size={self.size})"


class TenCrop(FiveCrop):
    """The corners and the middle, of the image and of its mirror image."""

    def __init__(self, size, vertical_flip=False):
        super().__init__(size)
        self.vertical_flip = vertical_flip

    def forward(self, img):
        return F.ten_crop(img, self.size, self.vertical_flip)

    def __repr__(self):
        return f"TenCrop(size={self.size}, vertical_flip={self.vertical_flip})"


class LinearTransformation(torch.nn.Module):
    """A tensor's numbers less a mean, times a matrix."""

    def __init__(self, transformation_matrix, mean_vector):
        super().__init__()
        rows, columns = transformation_matrix.shape
        if rows != columns:
            raise ValueError(f"transformation_matrix should be square. Got {rows} x {columns} rectangular matrix.")
        if mean_vector.size(0) != rows:
            raise ValueError(
                f"mean_vector should have the same length {mean_vector.size(0)} as any one of the dimensions of the "
                f"transformation_matrix [{rows} x {columns}]"
            )
        self.transformation_matrix, self.mean_vector = transformation_matrix, mean_vector

    def forward(self, tensor):
        count = tensor.shape[-3] * tensor.shape[-2] * tensor.shape[-1]
        if count != self.transformation_matrix.shape[0]:
            raise ValueError(
                "Input tensor and transformation matrix have incompatible shape."
                f"[{tensor.shape[-3]} x {tensor.shape[-2]} x {tensor.shape[-1]}] != {self.transformation_matrix.shape[0]}"
            )
        flat = tensor.view(-1, count) - self.mean_vector.to(tensor.device)
        return torch.mm(flat, self.transformation_matrix.to(tensor.device)).view(tensor.shape)

    def __repr__(self):
        return (
            f"LinearTransformation(transformation_matrix={self.transformation_matrix.tolist()}, "
            f"mean_vector={self.mean_vector.tolist()})"
        )


class RandomAffine(torch.nn.Module):
    """Turned, moved, scaled and sheared at random."""

    def __init__(
        self, degrees, translate=None, scale=None, shear=None, interpolation=InterpolationMode.NEAREST, fill=0, center=None
    ):
        super().__init__()
        self.degrees = _range(degrees, "degrees")
        if translate is not None:
            for t in translate:
                if not 0.0 <= t <= 1.0:
                    raise ValueError("translation values should be between 0 and 1")
        if scale is not None:
            for s in scale:
                if s <= 0:
                    raise ValueError("scale values should be positive")
        self.translate, self.scale = translate, scale
        self.shear = None if shear is None else _range(shear, "shear")
        self.interpolation = interpolation
        self.fill = 0 if fill is None else fill
        self.center = center

    @staticmethod
    def get_params(degrees, translate, scale_ranges, shears, img_size):
        """An angle, a translation, a scale and two shears."""
        angle, moved = _uniform(*degrees), (0, 0)
        if translate is not None:
            moved = tuple(int(round(_uniform(-float(t * size), t * size))) for t, size in zip(translate, img_size))
        scale = 1.0 if scale_ranges is None else _uniform(*scale_ranges)
        shear_x = shear_y = 0.0
        if shears is not None:
            shear_x = _uniform(shears[0], shears[1])
            shear_y = _uniform(shears[2], shears[3]) if len(shears) == 4 else 0.0
        return angle, moved, scale, (shear_x, shear_y)

    def forward(self, img):
        _, height, width = F.get_dimensions(img)
        drawn = self.get_params(self.degrees, self.translate, self.scale, self.shear, [width, height])
        fill = _fill_for(img, self.fill)
        return F.affine(img, *drawn, interpolation=self.interpolation, fill=fill, center=self.center)

    def __repr__(self):
        parts = [f"degrees={self.degrees}"]
        parts += [f"{name}={getattr(self, name)}" for name in ("translate", "scale", "shear") if getattr(self, name) is not None]
        if self.interpolation != InterpolationMode.NEAREST:
            parts.append(f"interpolation={self.interpolation.value}")
        parts += [f"fill={self.fill}"] if self.fill != 0 else []
        parts += [f"center={self.center}"] if self.center is not None else []
        return f"RandomAffine({', '.join(parts)})"


class RandomPerspective(torch.nn.Module):
    """Seen from aside, with a probability."""

    def __init__(self, distortion_scale=0.5, p=0.5, interpolation=InterpolationMode.BILINEAR, fill=0):
        super().__init__()
        self.p, self.interpolation, self.distortion_scale = p, interpolation, distortion_scale
        self.fill = 0 if fill is None else fill

    @staticmethod
    def get_params(width, height, distortion_scale):
        """The corners, and where they move."""
        across, down = int(distortion_scale * (width // 2)), int(distortion_scale * (height // 2))

        def place(left, top):
            x = (0, across + 1) if left else (width - across - 1, width)
            y = (0, down + 1) if top else (height - down - 1, height)
            return [int(torch.randint(low, high, size=(1,)).item()) for low, high in (x, y)]

        ends = [place(left, top) for left, top in ((True, True), (False, True), (False, False), (True, False))]
        return [[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], ends

    def forward(self, img):
        fill = _fill_for(img, self.fill)
        if torch.rand(1) < self.p:
            _, height, width = F.get_dimensions(img)
            return F.perspective(img, *self.get_params(width, height, self.distortion_scale), self.interpolation, fill)
        return img

    def __repr__(self):
        return f"RandomPerspective(p={self.p})"


class GaussianBlur(torch.nn.Module):
    """Blurred by a bell curve of random width."""

    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        super().__init__()
        self.kernel_size = (kernel_size, kernel_size) if isinstance(kernel_size, int) else kernel_size
        for size in self.kernel_size:
            if size <= 0 or size % 2 == 0:
                raise ValueError("Kernel size value should be an odd and positive number.")
        if isinstance(sigma, (int, float)):
            if sigma <= 0:
                raise ValueError("If sigma is a single number, it must be positive.")
            sigma = (sigma, sigma)
        elif not 0.0 < sigma[0] <= sigma[1]:
            raise ValueError(f"sigma values should be positive and of the form (min, max). Got {sigma}")
        self.sigma = sigma

    @staticmethod
    def get_params(sigma_min, sigma_max):
        """A width."""
        return torch.empty(1).uniform_(sigma_min, sigma_max).item()

    def forward(self, img):
        sigma = self.get_params(self.sigma[0], self.sigma[1])
        return F.gaussian_blur(img, list(self.kernel_size), [sigma, sigma])

    def __repr__(self):
        return f"GaussianBlur(kernel_size={self.kernel_size}, sigma={self.sigma})"


class ElasticTransform(torch.nn.Module):
    """Seen through moving water."""

    def __init__(self, alpha=50.0, sigma=5.0, interpolation=InterpolationMode.BILINEAR, fill=0):
        super().__init__()
        self.alpha, self.sigma = [self._two(value) for value in (alpha, sigma)]
        self.interpolation = interpolation
        self.fill = [float(fill)] if isinstance(fill, (int, float)) else [float(f) for f in fill]

    @staticmethod
    def _two(value):
        return [float(value)] * 2 if isinstance(value, (int, float)) else [float(v) for v in value] * (2 if len(value) == 1 else 1)

    @staticmethod
    def get_params(alpha, sigma, size):
        """Random moves, blurred."""
        moves = []
        for i in (0, 1):
            move = torch.rand([1, 1] + size) * 2 - 1
            if sigma[i] > 0.0:
                reach = int(8 * sigma[i] + 1)
                reach += reach % 2 == 0
                move = F.gaussian_blur(move, [reach, reach], sigma)
            moves.append(move * alpha[i] / size[1 - i])
        return torch.concat(moves, 1).permute([0, 2, 3, 1])

    def forward(self, tensor):
        _, height, width = F.get_dimensions(tensor)
        return F.elastic_transform(
            tensor, self.get_params(self.alpha, self.sigma, [height, width]), self.interpolation, self.fill
        )

    def __repr__(self):
        return (
            f"ElasticTransform(alpha={self.alpha}, sigma={self.sigma}, interpolation={self.interpolation}, fill={self.fill})"
        )


class _WithChance(torch.nn.Module):
    """A change with probability `p`."""

    _told = ()

    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        return self._changed(img) if torch.rand(1).item() < self.p else img

    def __repr__(self):
        return f"{type(self).__name__}(" + ",".join([f"{name}={getattr(self, name)}" for name in (*self._told, "p")]) + ")"


class RandomInvert(_WithChance):
    """Light as dark, with a probability."""

    def _changed(self, img):
        return F.invert(img)


class RandomPosterize(_WithChance):
    """Fewer bits, with a probability."""

    _told = ("bits",)

    def __init__(self, bits, p=0.5):
        super().__init__(p)
        self.bits = bits

    def _changed(self, img):
        return F.posterize(img, self.bits)


class RandomSolarize(_WithChance):
    """Samples from a threshold on inverted, with a probability."""

    _told = ("threshold",)

    def __init__(self, threshold, p=0.5):
        super().__init__(p)
        self.threshold = threshold

    def _changed(self, img):
        return F.solarize(img, self.threshold)


class RandomAdjustSharpness(_WithChance):
    """Sharper or less sharp, with a probability."""

    _told = ("sharpness_factor",)

    def __init__(self, sharpness_factor, p=0.5):
        super().__init__(p)
        self.sharpness_factor = sharpness_factor

    def _changed(self, img):
        return F.adjust_sharpness(img, self.sharpness_factor)


class RandomAutocontrast(_WithChance):
    """From black to white, with a probability."""

    def _changed(self, img):
        return F.autocontrast(img)


class RandomEqualize(_WithChance):
    """All levels equally often, with a probability."""

    def _changed(self, img):
        return F.equalize(img)
