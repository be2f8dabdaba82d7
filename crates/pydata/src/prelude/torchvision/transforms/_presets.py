"""`torchvision.transforms._presets`: the preprocessing that trained weights name."""

import torch
from torch import nn
from torchvision.transforms import functional as F
from torchvision.transforms.functional import InterpolationMode

_MEAN, _STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def _as_tensor(img):
    return img if isinstance(img, torch.Tensor) else F.pil_to_tensor(img)


class ObjectDetection(nn.Module):
    """Numbers from 0 to 1."""

    def forward(self, img):
        return F.convert_image_dtype(_as_tensor(img), torch.float)

    def __repr__(self):
        return type(self).__name__ + "()"


class _Scaled(nn.Module):
    def _told(self, *names):
        lines = "".join([f"\n    {name}={getattr(self, name)}" for name in names])
        return f"{type(self).__name__}({lines}\n)"

    def _normal(self, img):
        return F.normalize(F.convert_image_dtype(_as_tensor(img), torch.float), mean=self.mean, std=self.std)


class ImageClassification(_Scaled):
    """At one size, the middle of it, normalised."""

    def __init__(
        self, *, crop_size, resize_size=256, mean=_MEAN, std=_STD, interpolation=InterpolationMode.BILINEAR, antialias=True
    ):
        super().__init__()
        self.crop_size, self.resize_size = [crop_size], [resize_size]
        self.mean, self.std = list(mean), list(std)
        self.interpolation, self.antialias = interpolation, antialias

    def forward(self, img):
        img = F.resize(img, self.resize_size, interpolation=self.interpolation, antialias=self.antialias)
        return self._normal(F.center_crop(img, self.crop_size))

    def __repr__(self):
        return self._told("crop_size", "resize_size", "mean", "std", "interpolation")


class SemanticSegmentation(_Scaled):
    """At one size, normalised."""

    def __init__(self, *, resize_size, mean=_MEAN, std=_STD, interpolation=InterpolationMode.BILINEAR, antialias=True):
        super().__init__()
        self.resize_size = None if resize_size is None else [resize_size]
        self.mean, self.std = list(mean), list(std)
        self.interpolation, self.antialias = interpolation, antialias

    def forward(self, img):
        if isinstance(self.resize_size, list):
            img = F.resize(img, self.resize_size, interpolation=self.interpolation, antialias=self.antialias)
        return self._normal(img)

    def __repr__(self):
        return self._told("resize_size", "mean", "std", "interpolation")
