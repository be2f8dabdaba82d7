"""The v2 transforms of types, dtypes and noise, searched chains of changes, and mixed batches."""

import numpy
import torch
from PIL import Image
from torch.utils._pytree import tree_flatten, tree_unflatten
from torchvision import transforms as v1
from torchvision import tv_tensors
from torchvision.transforms.autoaugment import _apply_op
from torchvision.transforms.v2 import functional as F
from torchvision.transforms.v2._transform import PICTURES, ByChance, OfPictures, Transform, check_type, get_bounding_boxes


class Identity(Transform):
    """Nothing is changed."""

    def transform(self, inpt, params):
        return inpt


class Lambda(Transform):
    """A function of each part of a sample that has one of the given types."""

    _transformed_types = (object,)

    def __init__(self, lambd, *types):
        super().__init__()
        self.lambd, self.types = lambd, types or (object,)

    def _needs_transform_list(self, flat_inputs):
        return [check_type(part, self.types) for part in flat_inputs]

    def transform(self, inpt, params):
        return self.lambd(inpt)

    def extra_repr(self):
        name = getattr(self.lambd, "__name__", None)
        return ", ".join(([name] if name else []) + [f"types={[type.__name__ for type in self.types]}"])


class ToImage(Transform):
    """Converts a picture, an array or a tensor to `tv_tensors.Image`, with the same numbers."""

    _transformed_types = (F.is_pure_tensor, Image.Image, numpy.ndarray)

    def transform(self, inpt, params):
        return F.to_image(inpt)


class ToPureTensor(Transform):
    """Converts `tv_tensors` to plain tensors."""

    _transformed_types = (tv_tensors.TVTensor,)

    def transform(self, inpt, params):
        return inpt.as_subclass(torch.Tensor)


class ToTensor(Transform):
    """A picture or an array as a tensor from 0 to 1."""

    _transformed_types = (Image.Image, numpy.ndarray)

    def transform(self, inpt, params):
        return v1.functional.to_tensor(inpt)


class PILToTensor(Transform):
    """A picture as a uint8 tensor."""

    _transformed_types = (Image.Image,)

    def transform(self, inpt, params):
        return F.pil_to_tensor(inpt)


class ToPILImage(Transform):
    """A tensor or array as a picture."""

    _transformed_types = (F.is_pure_tensor, tv_tensors.Image, numpy.ndarray)

    def __init__(self, mode=None):
        super().__init__()
        self.mode = mode

    def transform(self, inpt, params):
        return F.to_pil_image(inpt, self.mode)


class ToDtype(Transform):
    """Another dtype; with `scale`, the ranges of pictures with it. `dtype` may name one for each type of a sample's parts."""

    _transformed_types = (torch.Tensor,)

    def __init__(self, dtype, scale=False):
        super().__init__()
        if not isinstance(dtype, (dict, torch.dtype)):
            raise ValueError(f"dtype must be a dict or a torch.dtype, got {type(dtype)} instead")
        self.dtype, self.scale = dtype, scale

    def _wanted(self, inpt):
        if isinstance(self.dtype, torch.dtype):
            return self.dtype if check_type(inpt, PICTURES) else None
        if type(inpt) in self.dtype:
            return self.dtype[type(inpt)]
        if "others" in self.dtype:
            return self.dtype["others"]
        raise ValueError(
            f"No dtype was specified for type {type(inpt)}. If you only need to convert the dtype of images or videos, you "
            "can just pass e.g. dtype=torch.float32. If you're passing a dict as dtype, you can use \"others\" as a "
            'catch-all key e.g. dtype={tv_tensors.Mask: torch.int64, "others": None} to pass-through the rest of the inputs.'
        )

    def transform(self, inpt, params):
        dtype = self._wanted(inpt)
        return inpt if dtype is None else F.to_dtype(inpt, dtype, scale=self.scale)


class ConvertImageDtype(OfPictures, v1.ConvertImageDtype):
    """Another dtype, its range with it."""

    _transformed_types = (F.is_pure_tensor, tv_tensors.Image)

    def transform(self, inpt, params):
        return F.to_dtype(inpt, self.dtype, scale=True)


class Normalize(OfPictures):
    """(x - mean) / std, for each channel."""

    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean, self.std, self.inplace = list(mean), list(std), inplace

    def check_inputs(self, flat_inputs):
        if any([isinstance(part, Image.Image) for part in flat_inputs]):
            raise TypeError(f"{type(self).__name__}() does not support PIL images.")

    def transform(self, inpt, params):
        return F.normalize(inpt, mean=self.mean, std=self.std, inplace=self.inplace)


class GaussianBlur(OfPictures, v1.GaussianBlur):
    """Blurred by a bell curve of random width."""

    def make_params(self, flat_inputs):
        return {"sigma": [self.get_params(*self.sigma)] * 2}

    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        super().__init__(kernel_size, sigma)
        self.sigma = [float(each) for each in self.sigma]

    def transform(self, inpt, params):
        return F.gaussian_blur(inpt, list(self.kernel_size), params["sigma"])


class GaussianNoise(OfPictures):
    """Normal noise, added."""

    def __init__(self, mean=0.0, sigma=0.1, clip=True):
        super().__init__()
        self.mean, self.sigma, self.clip = mean, sigma, clip

    def transform(self, inpt, params):
        return F.gaussian_noise(inpt, self.mean, self.sigma, self.clip)


class LinearTransformation(OfPictures, v1.LinearTransformation):
    """A tensor's numbers less a mean, times a matrix."""

    def transform(self, inpt, params):
        return v1.LinearTransformation.forward(self, F._plain(inpt))


class RandomErasing(ByChance, OfPictures, v1.RandomErasing):
    """A box without content, by chance."""

    def __init__(self, p=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0.0, inplace=False):
        super().__init__(p, scale, ratio, value, inplace)
        self.value = [float(value)] if isinstance(value, (int, float)) else None if isinstance(value, str) else list(value)

    def make_params(self, flat_inputs):
        return {"place": self.get_params(flat_inputs[0], self.scale, self.ratio, self.value)}

    def transform(self, inpt, params):
        top, left, height, width, values = params["place"]
        if (height, width) == tuple(inpt.shape[-2:]):
            return inpt
        return F.erase(inpt, top, left, height, width, values, self.inplace)


class _Searched(OfPictures):
    """A chain of changes of the one picture in a sample."""

    def transform(self, inpt, params):
        return F._alike(self._older.forward(self, F._plain(inpt)), inpt)

    def __repr__(self):
        return Transform.__repr__(self)

    def _signed(self, magnitude, signed):
        return -magnitude if signed and torch.rand(()) <= 0.5 else magnitude


class AutoAugment(_Searched, v1.AutoAugment):
    """Two changes, in a combination that a search found."""

    def transform(self, inpt, params):
        made, fill = F._plain(inpt), self._fill(inpt)
        space = self._augmentation_space(10, tuple(F.get_size(inpt)))
        for name, p, level in self.policies[int(torch.randint(len(self.policies), ()))]:
            if torch.rand(()) > p:
                continue
            magnitudes, signed = space[name]
            magnitude = float(magnitudes[level]) if level is not None else 0.0
            made = _apply_op(made, name, self._signed(magnitude, signed), self.interpolation, fill)
        return F._alike(made, inpt)


class RandAugment(_Searched, v1.RandAugment):
    """Some changes, all of one magnitude."""

    _older = v1.RandAugment


class TrivialAugmentWide(_Searched, v1.TrivialAugmentWide):
    """One change of any magnitude."""

    _older = v1.TrivialAugmentWide


class AugMix(_Searched, v1.AugMix):
    """Chains of changes, mixed with the picture."""

    _older = v1.AugMix


class SanitizeBoundingBoxes(Transform):
    """Without boxes that are too small or leave the picture, their labels and their masks. `labels_getter`: a key of the
    sample, a function of it, or None if it has no labels."""

    def __init__(self, min_size=1.0, min_area=1.0, labels_getter="default"):
        super().__init__()
        if min_size < 1:
            raise ValueError(f"min_size must be >= 1, got {min_size}.")
        if min_area < 1:
            raise ValueError(f"min_area must be >= 1, got {min_area}.")
        self.min_size, self.min_area, self.labels_getter = min_size, min_area, labels_getter

    def _labels(self, sample):
        if callable(self.labels_getter):
            return self.labels_getter(sample)
        if self.labels_getter is None:
            return None
        parts = sample if isinstance(sample, tuple) else (sample,)
        found = next((part for part in parts if isinstance(part, dict)), None)
        if self.labels_getter != "default":
            return found[self.labels_getter]
        named = [key for key in found or () if str(key).lower() in ("labels", "label")]
        if not named:
            raise ValueError("Could not infer where the labels are in the sample. Try passing a callable as the labels_getter")
        return found[named[0]]

    def forward(self, *inputs):
        sample = inputs if len(inputs) > 1 else inputs[0]
        labels = self._labels(sample)
        labels = () if labels is None else labels if isinstance(labels, (tuple, list)) else (labels,)
        flat, form = tree_flatten(sample)
        kept = sanitized(get_bounding_boxes(flat), self.min_size, self.min_area)
        return tree_unflatten([self._kept(part, kept, labels) for part in flat], form)

    @staticmethod
    def _kept(part, kept, labels):
        if isinstance(part, (tv_tensors.BoundingBoxes, tv_tensors.Mask)) and len(part) == len(kept):
            return tv_tensors.wrap(part.as_subclass(torch.Tensor)[kept], like=part)
        return part[kept] if any([part is each for each in labels]) else part


def sanitized(boxes, min_size, min_area):
    """Which boxes are large enough and within their picture."""
    corners = F.convert_bounding_box_format(boxes, new_format="XYXY").as_subclass(torch.Tensor)
    wide, high = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    inside = (corners >= 0).all(-1) & (corners[:, 2] <= boxes.canvas_size[1]) & (corners[:, 3] <= boxes.canvas_size[0])
    return (wide >= min_size) & (high >= min_size) & (wide * high >= min_area) & inside


class _Mixed(torch.nn.Module):
    """Pictures of a batch mixed with their neighbours, and labels with them as probabilities."""

    def __init__(self, *, alpha=1.0, num_classes=None, labels_getter="default"):
        super().__init__()
        self.alpha = float(alpha)
        self.num_classes = num_classes
        self._dist = torch.distributions.Beta(torch.tensor([alpha]), torch.tensor([alpha]))

    def _labels(self, labels, share):
        if labels.ndim == 1:
            if self.num_classes is None:
                raise ValueError("num_classes must be passed if the labels are index-based (not one-hot)")
            labels = torch.nn.functional.one_hot(labels, self.num_classes)
        labels = labels.float()
        return labels.roll(1, 0).mul(1.0 - share).add(labels.mul(share))

    def extra_repr(self):
        return f"alpha={self.alpha}, num_classes={self.num_classes}"


class MixUp(_Mixed):
    """Sums of pictures in shares that a beta distribution draws."""

    def forward(self, images, labels):
        share = float(self._dist.sample(()))
        return images.roll(1, 0).mul(1.0 - share).add(images.mul(share)), self._labels(labels, share)


class CutMix(_Mixed):
    """A box of each picture from its neighbour."""

    def forward(self, images, labels):
        share = float(self._dist.sample(()))
        height, width = images.shape[-2:]
        x, y = int(torch.randint(width, (1,))), int(torch.randint(height, (1,)))
        r = 0.5 * (1.0 - share) ** 0.5
        half_width, half_height = int(r * width), int(r * height)
        x1, y1 = max(x - half_width, 0), max(y - half_height, 0)
        x2, y2 = min(x + half_width, width), min(y + half_height, height)
        mixed = images.clone()
        mixed[..., y1:y2, x1:x2] = images.roll(1, 0)[..., y1:y2, x1:x2]
        return mixed, self._labels(labels, float(1.0 - (x2 - x1) * (y2 - y1) / (width * height)))
