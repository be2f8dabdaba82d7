"""Base of the v2 transforms: which parts of a sample change, and chains of transforms."""

import enum

import torch
from PIL import Image
from torch.utils._pytree import tree_flatten, tree_unflatten
from torchvision import tv_tensors
from torchvision.transforms.v2 import functional as F

PICTURES = (F.is_pure_tensor, Image.Image, tv_tensors.Image, tv_tensors.Video)


def check_type(obj, types_or_checks):
    """Returns whether a value has one of some types, or passes one of some checks."""
    return any([isinstance(obj, one) if isinstance(one, type) else one(obj) for one in types_or_checks])


def has_any(flat_inputs, *types_or_checks):
    """Returns whether a value of these types is among some."""
    return any([check_type(each, types_or_checks) for each in flat_inputs])


def query_size(flat_inputs):
    """The (height, width) of a sample."""
    return query_chw(flat_inputs, False)


def query_chw(flat_inputs, channels=True):
    """The (channels, height, width) of a sample."""
    known = PICTURES if channels else (*PICTURES, tv_tensors.Mask, tv_tensors.BoundingBoxes, tv_tensors.KeyPoints)
    sizes = {tuple(F.get_dimensions(x) if channels else F.get_size(x)) for x in flat_inputs if check_type(x, known)}
    if not sizes:
        raise TypeError("No image, video, mask, bounding box or keypoint was found in the sample")
    if len(sizes) > 1:
        what = "CxHxW" if channels else "HxW"
        raise ValueError(f"Found multiple {what} dimensions in the sample: {sorted(sizes)}")
    return sizes.pop()


def get_bounding_boxes(flat_inputs):
    """The boxes of a sample."""
    found = [each for each in flat_inputs if isinstance(each, tv_tensors.BoundingBoxes)]
    if not found:
        raise ValueError("No bounding boxes were found in the sample")
    return found[0]


class Transform(torch.nn.Module):
    """Base of transforms. A custom one has `transform(inpt, params)`, and `make_params(flat_inputs)` where it draws numbers.

    Of plain tensors the first is taken for a picture if there is no other; the rest goes through unchanged."""

    _transformed_types = (torch.Tensor, Image.Image)
    _order = ()

    def check_inputs(self, flat_inputs):
        """Raises an error if the transform cannot be applied to a sample."""

    def make_params(self, flat_inputs):
        """Draws what all parts of a sample share."""
        return {}

    def transform(self, inpt, params):
        """Changes one part of a sample."""
        raise NotImplementedError

    def _applies(self):
        return True

    def forward(self, *inputs):
        sample = inputs if len(inputs) > 1 else inputs[0]
        flat, form = tree_flatten(sample)
        self.check_inputs(flat)
        if not self._applies():
            return sample
        changes = self._needs_transform_list(flat)
        params = self.make_params([part for part, change in zip(flat, changes) if change])
        made = [self.transform(part, params) if change else part for part, change in zip(flat, changes)]
        return tree_unflatten(made, form)

    def _needs_transform_list(self, flat_inputs):
        first = not has_any(flat_inputs, tv_tensors.Image, tv_tensors.Video, Image.Image)
        changes = []
        for part in flat_inputs:
            change = check_type(part, self._transformed_types)
            if change and F.is_pure_tensor(part):
                change, first = first, False
            changes.append(change)
        return changes

    def extra_repr(self):
        shown = (bool, int, float, str, tuple, list, enum.Enum)
        names = [name for name in self.__dict__ if not name.startswith("_") and name != "training"]
        known = [(name, getattr(self, name)) for name in self._order or names]
        return ", ".join([f"{name}={value}" for name, value in known if isinstance(value, shown)])

    def __repr__(self):
        return f"{type(self).__name__}({self.extra_repr()})"

    def _fill(self, inpt):
        """The fill for a part: masks and boxes have none."""
        fill = self.fill
        if isinstance(fill, dict):
            fill = fill.get(type(inpt), fill.get("others"))
        if fill is None or isinstance(inpt, tv_tensors.Mask) and not isinstance(self.fill, dict):
            return None
        if not isinstance(inpt, torch.Tensor):
            return fill
        return [float(fill)] * F.get_num_channels(inpt) if isinstance(fill, (int, float)) else [float(f) for f in fill]


class OfPictures(Transform):
    """Base of transforms that leave masks and boxes as they are."""

    _transformed_types = PICTURES


class ByChance:
    """A transform with probability `p`."""

    def _applies(self):
        return bool(torch.rand(1) < self.p)


class Compose(Transform):
    """Transforms one after the other."""

    def __init__(self, transforms):
        super().__init__()
        if not isinstance(transforms, (list, tuple)) and not hasattr(transforms, "__iter__"):
            raise TypeError("Argument transforms should be a sequence of callables")
        if not transforms:
            raise ValueError("Pass at least one transform")
        self.transforms = transforms

    def forward(self, *inputs):
        for transform in self.transforms:
            result = transform(*inputs)
            inputs = result if len(inputs) > 1 else (result,)
        return inputs if len(inputs) > 1 else inputs[0]

    def __repr__(self):
        return torch.nn.Module.__repr__(self)

    def extra_repr(self):
        return "\n".join([f"    {transform}" for transform in self.transforms])


class RandomApply(Transform):
    """Transforms, with probability `p`."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        if not 0.0 <= p <= 1.0:
            raise ValueError("`p` should be a floating point value in the interval [0.0, 1.0].")
        self.transforms, self.p = transforms, p

    def forward(self, *inputs):
        if torch.rand(1) >= self.p:
            return inputs if len(inputs) > 1 else inputs[0]
        return Compose(list(self.transforms))(*inputs)

    def __repr__(self):
        return torch.nn.Module.__repr__(self)

    def extra_repr(self):
        return "\n".join([f"    {transform}" for transform in self.transforms])


class RandomChoice(Transform):
    """Applies one of several transforms."""

    def __init__(self, transforms, p=None):
        super().__init__()
        p = [1] * len(transforms) if p is None else p
        if len(p) != len(transforms):
            raise ValueError(f"Length of p doesn't match the number of transforms: {len(p)} != {len(transforms)}")
        self.transforms, self.p = transforms, [share / sum(p) for share in p]

    def forward(self, *inputs):
        return self.transforms[int(torch.multinomial(torch.tensor(self.p), 1))](*inputs)


class RandomOrder(Transform):
    """Transforms in any order."""

    def __init__(self, transforms):
        super().__init__()
        self.transforms = transforms

    def forward(self, *inputs):
        return Compose([self.transforms[i] for i in torch.randperm(len(self.transforms)).tolist()])(*inputs)
