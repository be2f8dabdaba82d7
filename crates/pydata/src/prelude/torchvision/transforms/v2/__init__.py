"""`torchvision.transforms.v2`: transforms of samples. Of several inputs the first picture is changed, the others go through."""

import enum

import torch
from torchvision import transforms as v1
from torchvision.transforms import InterpolationMode
from torchvision.transforms.v2 import functional


def _is_picture(x):
    return torch.is_tensor(x) or hasattr(x, "convert") or type(x).__name__ == "ndarray"


class _Several(torch.nn.Module):
    """A transform of one image, applied to samples: values, tuples, lists and dictionaries of them."""

    _done = False

    def transform(self, picture):
        """Transforms one image like the older class."""
        return super().forward(picture)

    def __call__(self, *inputs):
        self._done = False
        return self._sample(inputs[0] if len(inputs) == 1 else inputs)

    def _sample(self, sample):
        if isinstance(sample, (tuple, list)):
            return type(sample)([self._sample(part) for part in sample])
        if isinstance(sample, dict):
            return {name: self._sample(part) for name, part in sample.items()}
        if self._done or not _is_picture(sample):
            return sample
        self._done = True
        return self.transform(sample)

    def extra_repr(self):
        shown = (bool, int, float, str, tuple, list, enum.Enum)
        parts = []
        for name, value in self.__dict__.items():
            if not name.startswith("_") and name != "training" and isinstance(value, shown):
                parts.append(f"{name}={value}")
        return ", ".join(parts)

    def __repr__(self):
        return f"{type(self).__name__}({self.extra_repr()})"


class Transform(_Several):
    """A custom transform: `transform(inpt, params)` with the values that `make_params(flat_inputs)` drew for the sample."""

    def make_params(self, flat_inputs):
        return {}

    def __call__(self, *inputs):
        sample = inputs[0] if len(inputs) == 1 else inputs
        flat = list(sample) if isinstance(sample, (tuple, list)) else [sample]
        self._params = self.make_params([part for part in flat if _is_picture(part)])
        return super().__call__(*inputs)

    def _sample(self, sample):
        if self._done or not _is_picture(sample):
            return super()._sample(sample)
        self._done = True
        return self.transform(sample, self._params)

    def transform(self, inpt, params):
        raise NotImplementedError


class Compose(_Several):
    """Transforms one after the other."""

    def __init__(self, transforms):
        super().__init__()
        if not transforms:
            raise ValueError("Pass at least one transform")
        self.transforms = transforms

    def __call__(self, *inputs):
        for transform in self.transforms:
            result = transform(*inputs)
            inputs = result if len(inputs) > 1 else (result,)
        return inputs if len(inputs) > 1 else inputs[0]

    def __repr__(self):
        return "Compose(\n" + "\n".join([f"      {t}" for t in self.transforms]) + "\n)"


class RandomApply(_Several):
    """Transforms, with probability `p`."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms, self.p = transforms, p

    def __call__(self, *inputs):
        if torch.rand(1) >= self.p:
            return inputs if len(inputs) > 1 else inputs[0]
        return Compose(list(self.transforms))(*inputs)


class RandomChoice(_Several):
    """Applies one of several transforms."""

    def __init__(self, transforms, p=None):
        super().__init__()
        p = [1] * len(transforms) if p is None else p
        if len(p) != len(transforms):
            raise ValueError(f"Length of p doesn't match the number of transforms: {len(p)} != {len(transforms)}")
        self.transforms, self.p = transforms, [share / sum(p) for share in p]

    def __call__(self, *inputs):
        return self.transforms[int(torch.multinomial(torch.tensor(self.p), 1))](*inputs)


class RandomOrder(_Several):
    """Transforms in any order."""

    def __init__(self, transforms):
        super().__init__()
        self.transforms = transforms

    def __call__(self, *inputs):
        return Compose([self.transforms[i] for i in torch.randperm(len(self.transforms)).tolist()])(*inputs)


class Identity(_Several):
    """Nothing is changed."""

    def transform(self, picture):
        return picture


class Lambda(_Several):
    """A function of the picture."""

    def __init__(self, lambd, *types):
        super().__init__()
        self.lambd = lambd

    def __call__(self, *inputs):
        return self._each(inputs[0] if len(inputs) == 1 else inputs)

    def _each(self, sample):
        if isinstance(sample, (tuple, list)):
            return type(sample)([self._each(part) for part in sample])
        return self.lambd(sample)


class ToImage(_Several):
    """Converts an image or an array to a tensor with the same numbers."""

    def transform(self, picture):
        return functional.to_image(picture)


class ToPureTensor(Identity):
    """A plain tensor: they all are."""


class ToDtype(_Several):
    """Another dtype; with `scale` its range with it."""

    def __init__(self, dtype, scale=False):
        super().__init__()
        self.dtype, self.scale = dtype, scale

    def transform(self, picture):
        if not torch.is_tensor(picture):
            return picture
        return functional.to_dtype(picture, self.dtype[torch.Tensor] if isinstance(self.dtype, dict) else self.dtype, self.scale)


class ToTensor(_Several):
    """A picture as a tensor from 0 to 1."""

    def transform(self, picture):
        return v1.functional.to_tensor(picture)


class PILToTensor(_Several):
    """A picture as a uint8 tensor."""

    def transform(self, picture):
        return functional.pil_to_tensor(picture) if hasattr(picture, "convert") else picture


class ToPILImage(_Several):
    """A tensor or array as a picture."""

    def __init__(self, mode=None):
        super().__init__()
        self.mode = mode

    def transform(self, picture):
        return picture if hasattr(picture, "convert") else functional.to_pil_image(picture, self.mode)


class GaussianNoise(_Several):
    """Normal noise, added."""

    def __init__(self, mean=0.0, sigma=0.1, clip=True):
        super().__init__()
        self.mean, self.sigma, self.clip = mean, sigma, clip

    def transform(self, picture):
        if picture.dtype == torch.uint8:
            noise = torch.randn_like(picture, dtype=torch.float32) * (self.sigma * 255) + self.mean * 255
            noisy = picture + noise.to(torch.int16)
            return (noisy.clamp(0, 255) if self.clip else noisy).to(torch.uint8)
        if not picture.is_floating_point():
            raise ValueError(f"Input tensor is expected to be in uint8 or float dtype, got dtype={picture.dtype}")
        noisy = picture + (self.mean + torch.randn_like(picture) * self.sigma)
        return noisy.clamp(0, 1) if self.clip else noisy


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


class CenterCrop(_Several, v1.CenterCrop):
    """The middle."""


class ColorJitter(_Several, v1.ColorJitter):
    """Brightness, contrast and saturation, by chance."""


class ConvertImageDtype(_Several, v1.ConvertImageDtype):
    """Another dtype, its range with it."""


class Grayscale(_Several, v1.Grayscale):
    """Without colours."""


class Normalize(_Several, v1.Normalize):
    """(x - mean) / std, for each channel."""


class Pad(_Several, v1.Pad):
    """A border around."""


class RandomCrop(_Several, v1.RandomCrop):
    """A part, by chance."""


class RandomErasing(_Several, v1.RandomErasing):
    """A box without content, by chance."""


class RandomGrayscale(_Several, v1.RandomGrayscale):
    """Without colours, by chance."""


class RandomHorizontalFlip(_Several, v1.RandomHorizontalFlip):
    """Left and right exchanged, by chance."""


class RandomResizedCrop(_Several, v1.RandomResizedCrop):
    """A part by chance, at one size."""


class RandomRotation(_Several, v1.RandomRotation):
    """Turned, by chance."""


class RandomVerticalFlip(_Several, v1.RandomVerticalFlip):
    """Top and bottom exchanged, by chance."""


class Resize(_Several, v1.Resize):
    """Another size."""
