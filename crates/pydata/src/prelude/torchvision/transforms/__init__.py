"""`torchvision.transforms`: pictures and tensors, changed one by one."""

import math

import torch
from torchvision.transforms import functional as F
from torchvision.transforms._chance import ElasticTransform, FiveCrop, GaussianBlur, LinearTransformation
from torchvision.transforms._chance import RandomAdjustSharpness, RandomAffine, RandomAutocontrast, RandomChoice, RandomEqualize
from torchvision.transforms._chance import RandomInvert, RandomOrder, RandomPerspective, RandomPosterize, RandomSolarize, TenCrop
from torchvision.transforms.autoaugment import AugMix, AutoAugment, AutoAugmentPolicy, RandAugment, TrivialAugmentWide
from torchvision.transforms.functional import InterpolationMode


class Compose:
    """Transforms one after the other."""

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img

    def __repr__(self):
        return f"{type(self).__name__}(" + "".join([f"\n    {t}" for t in self.transforms]) + "\n)"


class _Plain:
    def __repr__(self):
        return f"{type(self).__name__}()"


class ToTensor(_Plain):
    """A picture (or array) as a tensor (samples, height, width), from 0 to 1."""

    def __call__(self, pic):
        return F.to_tensor(pic)


class PILToTensor(_Plain):
    """A picture as a uint8 tensor (samples, height, width)."""

    def __call__(self, pic):
        return F.pil_to_tensor(pic)


class ToPILImage:
    """A tensor or array as a picture."""

    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, pic):
        return F.to_pil_image(pic, self.mode)

    def __repr__(self):
        return "ToPILImage(" + (f"mode={self.mode}" if self.mode is not None else "") + ")"


class ConvertImageDtype(torch.nn.Module):
    """A tensor in another dtype, its range with it."""

    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    def forward(self, image):
        return F.convert_image_dtype(image, self.dtype)


class Normalize(torch.nn.Module):
    """(x - mean) / std, for each channel."""

    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean = mean
        self.std = std
        self.inplace = inplace

    def forward(self, tensor):
        return F.normalize(tensor, self.mean, self.std, self.inplace)

    def __repr__(self):
        return f"Normalize(mean={self.mean}, std={self.std})"


class Resize(torch.nn.Module):
    """At another size: (height, width), or the length of the shorter side."""

    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        if not isinstance(size, (int, tuple, list)):
            raise TypeError(f"Size should be int or sequence. Got {type(size)}")
        if isinstance(size, (tuple, list)) and len(size) not in (1, 2):
            raise ValueError("If size is a sequence, it should have 1 or 2 values")
        self.size = size
        self.max_size = max_size
        self.interpolation = interpolation
        self.antialias = antialias

    def forward(self, img):
        return F.resize(img, self.size, self.interpolation, self.max_size, self.antialias)

    def __repr__(self):
        kind = getattr(self.interpolation, "value", self.interpolation)
        return f"Resize(size={self.size}, interpolation={kind}, max_size={self.max_size}, antialias={self.antialias})"


def _pair(size, error="Please provide only two dimensions (h, w) for size."):
    if isinstance(size, int):
        return (size, size)
    if len(size) == 1:
        return (size[0], size[0])
    if len(size) != 2:
        raise ValueError(error)
    return tuple(size) if isinstance(size, tuple) else size


class CenterCrop(torch.nn.Module):
    """The middle."""

    def __init__(self, size):
        super().__init__()
        self.size = _pair(size)

    def forward(self, img):
        return F.center_crop(img, self.size)

    def __repr__(self):
        return f"CenterCrop(size={self.size})"


class Pad(torch.nn.Module):
    """A border."""

    def __init__(self, padding, fill=0, padding_mode="constant"):
        super().__init__()
        self.padding = padding
        self.fill = fill
        self.padding_mode = padding_mode

    def forward(self, img):
        return F.pad(img, self.padding, self.fill, self.padding_mode)

    def __repr__(self):
        return f"Pad(padding={self.padding}, fill={self.fill}, padding_mode={self.padding_mode})"


class Lambda:
    """A function as a transform."""

    def __init__(self, lambd):
        if not callable(lambd):
            raise TypeError(f"Argument lambd should be callable, got {repr(type(lambd).__name__)}")
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)

    def __repr__(self):
        return "Lambda()"


class RandomApply(torch.nn.Module):
    """All of these transforms, with a probability."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, img):
        if self.p < torch.rand(1):
            return img
        for transform in self.transforms:
            img = transform(img)
        return img

    def __repr__(self):
        return f"RandomApply(\n    p={self.p}" + "".join([f"\n    {t}" for t in self.transforms]) + "\n)"


class _Flip(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        return self._turned(img) if torch.rand(1) < self.p else img

    def __repr__(self):
        return f"{type(self).__name__}(p={self.p})"


class RandomHorizontalFlip(_Flip):
    """Mirrored left to right, with a probability."""

    def _turned(self, img):
        return F.hflip(img)


class RandomVerticalFlip(_Flip):
    """Upside down, with a probability."""

    def _turned(self, img):
        return F.vflip(img)


class RandomGrayscale(torch.nn.Module):
    """Without colour, with a probability."""

    def __init__(self, p=0.1):
        super().__init__()
        self.p = p

    def forward(self, img):
        channels = F.get_dimensions(img)[0]
        return F.rgb_to_grayscale(img, channels) if torch.rand(1) < self.p else img

    def __repr__(self):
        return f"RandomGrayscale(p={self.p})"


class Grayscale(torch.nn.Module):
    """Without colour."""

    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def forward(self, img):
        return F.rgb_to_grayscale(img, self.num_output_channels)

    def __repr__(self):
        return f"Grayscale(num_output_channels={self.num_output_channels})"


class RandomCrop(torch.nn.Module):
    """A part, anywhere; `padding` widens the picture before."""

    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        super().__init__()
        self.size = tuple(_pair(size))
        self.padding = padding
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    @staticmethod
    def get_params(img, output_size):
        """(top, left, height, width) of a part."""
        _, h, w = F.get_dimensions(img)
        th, tw = output_size
        if h < th or w < tw:
            raise ValueError(f"Required crop size {(th, tw)} is larger than input image size {(h, w)}")
        if w == tw and h == th:
            return 0, 0, h, w
        i = torch.randint(0, h - th + 1, size=(1,)).item()
        j = torch.randint(0, w - tw + 1, size=(1,)).item()
        return i, j, th, tw

    def forward(self, img):
        if self.padding is not None:
            img = F.pad(img, self.padding, self.fill, self.padding_mode)
        _, height, width = F.get_dimensions(img)
        if self.pad_if_needed and width < self.size[1]:
            img = F.pad(img, [self.size[1] - width, 0], self.fill, self.padding_mode)
        if self.pad_if_needed and height < self.size[0]:
            img = F.pad(img, [0, self.size[0] - height], self.fill, self.padding_mode)
        return F.crop(img, *self.get_params(img, self.size))

    def __repr__(self):
        return f"RandomCrop(size={self.size}, padding={self.padding})"


class RandomResizedCrop(torch.nn.Module):
    """A part of random size and proportions, at one size."""

    def __init__(
        self,
        size,
        scale=(0.08, 1.0),
        ratio=(3.0 / 4.0, 4.0 / 3.0),
        interpolation=InterpolationMode.BILINEAR,
        antialias=True,
    ):
        super().__init__()
        self.size = _pair(size)
        self.interpolation = interpolation
        self.antialias = antialias
        self.scale = scale
        self.ratio = ratio

    @staticmethod
    def get_params(img, scale, ratio):
        """(top, left, height, width) of a part."""
        _, height, width = F.get_dimensions(img)
        area = height * width
        log_ratio = torch.log(torch.tensor(ratio))
        for _ in range(10):
            target = area * torch.empty(1).uniform_(scale[0], scale[1]).item()
            aspect = torch.exp(torch.empty(1).uniform_(log_ratio[0].item(), log_ratio[1].item())).item()
            w = int(round(math.sqrt(target * aspect)))
            h = int(round(math.sqrt(target / aspect)))
            if 0 < w <= width and 0 < h <= height:
                i = torch.randint(0, height - h + 1, size=(1,)).item()
                j = torch.randint(0, width - w + 1, size=(1,)).item()
                return i, j, h, w
        in_ratio = float(width) / float(height)
        if in_ratio < min(ratio):
            w, h = width, int(round(width / min(ratio)))
        elif in_ratio > max(ratio):
            w, h = int(round(height * max(ratio))), height
        else:
            w, h = width, height
        return (height - h) // 2, (width - w) // 2, h, w

    def forward(self, img):
        i, j, h, w = self.get_params(img, self.scale, self.ratio)
        return F.resize(F.crop(img, i, j, h, w), list(self.size), self.interpolation, antialias=self.antialias)

    def __repr__(self):
        kind = getattr(self.interpolation, "value", self.interpolation)
        scale, ratio = tuple([round(s, 4) for s in self.scale]), tuple([round(r, 4) for r in self.ratio])
        return (
            f"RandomResizedCrop(size={self.size}, scale={scale}, ratio={ratio}, interpolation={kind}, "
            f"antialias={self.antialias})"
        )


class RandomRotation(torch.nn.Module):
    """Turned by a random angle, in degrees."""

    def __init__(self, degrees, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=0):
        super().__init__()
        if isinstance(degrees, (int, float)):
            if degrees < 0:
                raise ValueError("If degrees is a single number, it must be positive.")
            degrees = (-degrees, degrees)
        self.degrees = [float(d) for d in degrees]
        self.center = center
        self.interpolation = interpolation
        self.expand = expand
        self.fill = 0 if fill is None else fill

    @staticmethod
    def get_params(degrees):
        """An angle."""
        return float(torch.empty(1).uniform_(float(degrees[0]), float(degrees[1])).item())

    def forward(self, img):
        fill = self.fill
        if isinstance(img, torch.Tensor):
            fill = [float(fill)] * F.get_dimensions(img)[0] if isinstance(fill, (int, float)) else [float(f) for f in fill]
        return F.rotate(img, self.get_params(self.degrees), self.interpolation, self.expand, self.center, fill)

    def __repr__(self):
        kind = getattr(self.interpolation, "value", self.interpolation)
        center = f", center={self.center}" if self.center is not None else ""
        return (
            f"RandomRotation(degrees={self.degrees}, interpolation={kind}, expand={self.expand}{center}, fill={self.fill})"
        )


class RandomErasing(torch.nn.Module):
    """A rectangle of a tensor overwritten, with a probability."""

    def __init__(self, p=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0, inplace=False):
        super().__init__()
        if not isinstance(value, (int, float, str, tuple, list)):
            raise TypeError("Argument value should be either a number or str or a sequence")
        if isinstance(value, str) and value != "random":
            raise ValueError("If value is str, it should be 'random'")
        if scale[0] < 0 or scale[1] > 1:
            raise ValueError("Scale should be between 0 and 1")
        if p < 0 or p > 1:
            raise ValueError("Random erasing probability should be between 0 and 1")
        self.p = p
        self.scale = scale
        self.ratio = ratio
        self.value = value
        self.inplace = inplace

    @staticmethod
    def get_params(img, scale, ratio, value=None):
        """(top, left, height, width, values) of a rectangle; the whole image and itself if none fits."""
        channels, height, width = img.shape[-3:]
        log_ratio = torch.log(torch.tensor(ratio))
        for _ in range(10):
            target = height * width * torch.empty(1).uniform_(scale[0], scale[1]).item()
            aspect = torch.exp(torch.empty(1).uniform_(log_ratio[0].item(), log_ratio[1].item())).item()
            h, w = int(round(math.sqrt(target * aspect))), int(round(math.sqrt(target / aspect)))
            if not (h < height and w < width):
                continue
            if value is None:
                values = torch.empty([channels, h, w], dtype=torch.float32).normal_()
            else:
                values = torch.tensor(value)[:, None, None]
            i = torch.randint(0, height - h + 1, size=(1,)).item()
            j = torch.randint(0, width - w + 1, size=(1,)).item()
            return i, j, h, w, values
        return 0, 0, height, width, img

    def forward(self, img):
        if not torch.rand(1) < self.p:
            return img
        value = [float(self.value)] if isinstance(self.value, (int, float)) else self.value
        value = None if isinstance(value, str) else [float(v) for v in value]
        if value is not None and len(value) not in (1, img.shape[-3]):
            raise ValueError(
                "If value is a sequence, it should have either a single value or "
                f"{img.shape[-3]} (number of input channels)"
            )
        x, y, h, w, values = self.get_params(img, self.scale, self.ratio, value)
        return F.erase(img, x, y, h, w, values, self.inplace)

    def __repr__(self):
        return (
            f"RandomErasing(p={self.p}, scale={self.scale}, ratio={self.ratio}, value={self.value}, inplace={self.inplace})"
        )


class ColorJitter(torch.nn.Module):
    """Brightness, contrast, saturation and hue changed at random, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self.brightness = self._range(brightness, "brightness")
        self.contrast = self._range(contrast, "contrast")
        self.saturation = self._range(saturation, "saturation")
        self.hue = self._range(hue, "hue", 0, (-0.5, 0.5))

    def _range(self, value, name, center=1, bound=(0, float("inf"))):
        if isinstance(value, (int, float)):
            if value < 0:
                raise ValueError(f"If {name} is a single number, it must be non negative.")
            value = [center - float(value), center + float(value)]
            value[0] = max(value[0], 0.0) if center else value[0]
        elif not isinstance(value, (tuple, list)) or len(value) != 2:
            raise TypeError(f"{name} should be a single number or a list/tuple with length 2.")
        if not bound[0] <= value[0] <= value[1] <= bound[1]:
            raise ValueError(f"{name} values should be between {bound}, but got {value}.")
        return None if value[0] == value[1] == center else (float(value[0]), float(value[1]))

    @staticmethod
    def get_params(brightness, contrast, saturation, hue):
        """The order of the changes, and their factors."""
        order = torch.randperm(4)
        limits = (brightness, contrast, saturation, hue)
        return order, *[None if two is None else float(torch.empty(1).uniform_(two[0], two[1])) for two in limits]

    def forward(self, img):
        order, *drawn = self.get_params(self.brightness, self.contrast, self.saturation, self.hue)
        change = (F.adjust_brightness, F.adjust_contrast, F.adjust_saturation, F.adjust_hue)
        for i in order.tolist():
            if drawn[i] is not None:
                img = change[i](img, drawn[i])
        return img

    def __repr__(self):
        return (
            f"ColorJitter(brightness={self.brightness}, contrast={self.contrast}, saturation={self.saturation}, "
            f"hue={self.hue})"
        )
