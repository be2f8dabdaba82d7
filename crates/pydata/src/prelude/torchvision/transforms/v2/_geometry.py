"""The v2 transforms of places: pictures, masks and boxes change alike."""

import torch
from torchvision import ops
from torchvision import transforms as v1
from torchvision.transforms import InterpolationMode
from torchvision.transforms.v2 import functional as F
from torchvision.transforms.v2._transform import PICTURES, ByChance, OfPictures, Transform, get_bounding_boxes, query_size
from torchvision.tv_tensors import BoundingBoxes


class _Sized:
    """What `get_params` of the older transforms asks of a picture: its size."""

    @staticmethod
    def like(flat_inputs):
        return torch.empty(1, *query_size(flat_inputs), device="meta")


class RandomHorizontalFlip(ByChance, Transform, v1.RandomHorizontalFlip):
    """Left and right exchanged, by chance."""

    def transform(self, inpt, params):
        return F.horizontal_flip(inpt)


class RandomVerticalFlip(ByChance, Transform, v1.RandomVerticalFlip):
    """Top and bottom exchanged, by chance."""

    def transform(self, inpt, params):
        return F.vertical_flip(inpt)


class Resize(Transform):
    """Another size: (height, width), or the length of the shorter side; None and `max_size`: of the longer one."""

    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        if isinstance(size, int):
            size = [size]
        elif size is not None and not isinstance(size, (list, tuple)) or size is None and not isinstance(max_size, int):
            raise ValueError(f"size can be an integer, a sequence of one or two integers, or None, but got {size} instead.")
        self.size = list(size) if size is not None else None
        self.interpolation, self.max_size, self.antialias = interpolation, max_size, antialias

    def transform(self, inpt, params):
        return F.resize(inpt, self.size, interpolation=self.interpolation, max_size=self.max_size, antialias=self.antialias)


class CenterCrop(Transform, v1.CenterCrop):
    """The middle."""

    def transform(self, inpt, params):
        return F.center_crop(inpt, self.size)


class Pad(Transform, v1.Pad):
    """A border around."""

    def transform(self, inpt, params):
        fill = self._fill(inpt) if isinstance(self.fill, dict) else self.fill
        return F.pad(inpt, self.padding, fill, self.padding_mode)


class RandomCrop(Transform, v1.RandomCrop):
    """A part, by chance."""

    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        super().__init__(size, None if padding is None else F._edges(padding), pad_if_needed, fill, padding_mode)

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        edges = F._edges(self.padding) if self.padding is not None else [0, 0, 0, 0]
        high, wide = height + edges[1] + edges[3], width + edges[0] + edges[2]
        more = [max(self.size[1] - wide, 0), max(self.size[0] - high, 0)] if self.pad_if_needed else [0, 0]
        place = self.get_params(torch.empty(1, high + 2 * more[1], wide + 2 * more[0], device="meta"), self.size)
        return {"edges": edges, "more": more, "place": place}

    def transform(self, inpt, params):
        fill = self._fill(inpt) if isinstance(self.fill, dict) else self.fill
        for edges in (params["edges"], [params["more"][0], 0], [0, params["more"][1]]):
            if any(edges):
                inpt = F.pad(inpt, edges, fill, self.padding_mode)
        return F.crop(inpt, *params["place"])


class RandomResizedCrop(Transform, v1.RandomResizedCrop):
    """A part by chance, at one size."""

    _order = ("size", "scale", "ratio", "interpolation", "antialias")

    def make_params(self, flat_inputs):
        return {"place": self.get_params(_Sized.like(flat_inputs), self.scale, self.ratio)}

    def transform(self, inpt, params):
        return F.resized_crop(
            inpt, *params["place"], size=list(self.size), interpolation=self.interpolation, antialias=self.antialias
        )


class RandomRotation(Transform, v1.RandomRotation):
    """Turned, by chance."""

    def make_params(self, flat_inputs):
        return {"angle": self.get_params(self.degrees)}

    def transform(self, inpt, params):
        how = {"interpolation": self.interpolation, "expand": self.expand, "center": self.center}
        return F.rotate(inpt, params["angle"], fill=self._fill(inpt), **how)


class RandomAffine(Transform, v1.RandomAffine):
    """Turned, moved, scaled and sheared, by chance."""

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        return {"drawn": self.get_params(self.degrees, self.translate, self.scale, self.shear, [width, height])}

    def transform(self, inpt, params):
        how = {"interpolation": self.interpolation, "center": self.center}
        return F.affine(inpt, *params["drawn"], fill=self._fill(inpt), **how)


class RandomPerspective(ByChance, Transform, v1.RandomPerspective):
    """Seen from aside, by chance."""

    _order = ("p", "distortion_scale", "interpolation", "fill")

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        return {"points": self.get_params(width, height, self.distortion_scale)}

    def transform(self, inpt, params):
        return F.perspective(inpt, *params["points"], interpolation=self.interpolation, fill=self._fill(inpt))


class ElasticTransform(Transform, v1.ElasticTransform):
    """Seen through moving water."""

    def make_params(self, flat_inputs):
        return {"moves": self.get_params(self.alpha, self.sigma, list(query_size(flat_inputs)))}

    def transform(self, inpt, params):
        return F.elastic(inpt, params["moves"], interpolation=self.interpolation, fill=self._fill(inpt))


class FiveCrop(OfPictures, v1.FiveCrop):
    """The corners and the middle."""

    def transform(self, inpt, params):
        return F.five_crop(inpt, self.size)


class TenCrop(OfPictures, v1.TenCrop):
    """The corners and the middle, of the picture and of its mirror image."""

    def transform(self, inpt, params):
        return F.ten_crop(inpt, self.size, self.vertical_flip)


class _Scaled(Transform):
    """A size that `make_params` draws."""

    def __init__(self, interpolation, antialias):
        super().__init__()
        self.interpolation, self.antialias = interpolation, antialias

    def transform(self, inpt, params):
        return F.resize(inpt, params["size"], interpolation=self.interpolation, antialias=self.antialias)


class ScaleJitter(_Scaled):
    """A size between shares of a target size."""

    _order = ("target_size", "scale_range", "interpolation", "antialias")

    def __init__(self, target_size, scale_range=(0.1, 2.0), interpolation=InterpolationMode.BILINEAR, antialias=True):
        super().__init__(interpolation, antialias)
        self.target_size, self.scale_range = target_size, scale_range

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        scale = self.scale_range[0] + torch.rand(1) * (self.scale_range[1] - self.scale_range[0])
        r = min(self.target_size[1] / height, self.target_size[0] / width) * scale
        return {"size": (int(height * r), int(width * r))}


class RandomShortestSize(_Scaled):
    """A shorter side that is one of some lengths."""

    _order = ("min_size", "max_size", "interpolation", "antialias")

    def __init__(self, min_size, max_size=None, interpolation=InterpolationMode.BILINEAR, antialias=True):
        super().__init__(interpolation, antialias)
        self.min_size, self.max_size = [min_size] if isinstance(min_size, int) else list(min_size), max_size

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        r = self.min_size[int(torch.randint(len(self.min_size), ()))] / min(height, width)
        if self.max_size is not None:
            r = min(r, self.max_size / max(height, width))
        return {"size": (int(height * r), int(width * r))}


class RandomResize(_Scaled):
    """A shorter side between two lengths."""

    _order = ("min_size", "max_size", "interpolation", "antialias")

    def __init__(self, min_size, max_size, interpolation=InterpolationMode.BILINEAR, antialias=True):
        super().__init__(interpolation, antialias)
        self.min_size, self.max_size = min_size, max_size

    def make_params(self, flat_inputs):
        return {"size": [int(torch.randint(self.min_size, self.max_size, ()))]}


class RandomZoomOut(ByChance, Transform):
    """A picture somewhere on a larger canvas, by chance."""

    def __init__(self, fill=0, side_range=(1.0, 4.0), p=0.5):
        super().__init__()
        if side_range[0] < 1.0 or side_range[0] > side_range[1]:
            raise ValueError(f"Invalid side range provided {side_range}.")
        self.p, self.fill, self.side_range = p, fill, side_range

    def make_params(self, flat_inputs):
        height, width = query_size(flat_inputs)
        r = self.side_range[0] + torch.rand(1) * (self.side_range[1] - self.side_range[0])
        wide, high = int(width * r), int(height * r)
        r = torch.rand(2)
        left, top = int((wide - width) * r[0]), int((high - height) * r[1])
        return {"padding": [left, top, wide - (left + width), high - (top + height)]}

    def transform(self, inpt, params):
        return F.pad(inpt, params["padding"], self._fill(inpt) if isinstance(self.fill, dict) else self.fill)


class RandomIoUCrop(Transform):
    """A part that overlaps at least one box by one of some shares, as SSD trains (Liu et al., 2015)."""

    def __init__(
        self, min_scale=0.3, max_scale=1.0, min_aspect_ratio=0.5, max_aspect_ratio=2.0, sampler_options=None, trials=40
    ):  # fmt: skip
        super().__init__()
        self.min_scale, self.max_scale = min_scale, max_scale
        self.min_aspect_ratio, self.max_aspect_ratio = min_aspect_ratio, max_aspect_ratio
        self.options = sampler_options if sampler_options is not None else [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]
        self.trials = trials

    def check_inputs(self, flat_inputs):
        if not any([isinstance(part, BoundingBoxes) for part in flat_inputs]):
            raise TypeError(
                f"{type(self).__name__}() requires input sample to contain tensor or PIL images and bounding boxes. "
                "Sample can also contain masks."
            )

    def make_params(self, flat_inputs):
        size, boxes = query_size(flat_inputs), get_bounding_boxes(flat_inputs)
        corners = F.convert_bounding_box_format(boxes, new_format="XYXY").as_subclass(torch.Tensor)
        while True:
            least = self.options[int(torch.randint(low=0, high=len(self.options), size=(1,)))]
            if least >= 1.0:
                return {}
            for _ in range(self.trials):
                found = self._part(size, corners, least)
                if found is not None:
                    return found

    def _part(self, size, corners, least):
        height, width = size
        r = self.min_scale + (self.max_scale - self.min_scale) * torch.rand(2)
        wide, high = int(width * r[0]), int(height * r[1])
        if not self.min_aspect_ratio <= wide / high <= self.max_aspect_ratio:
            return None
        r = torch.rand(2)
        left, top = int((width - wide) * r[0]), int((height - high) * r[1])
        if wide == 0 or high == 0:
            return None
        x, y = 0.5 * (corners[..., 0] + corners[..., 2]), 0.5 * (corners[..., 1] + corners[..., 3])
        within = (left < x) & (x < left + wide) & (top < y) & (y < top + high)
        if not within.any():
            return None
        part = torch.tensor([[left, top, left + wide, top + high]], dtype=corners.dtype)
        if ops.box_iou(corners[within], part).max() < least:
            return None
        return {"place": (top, left, high, wide), "within": within}

    def transform(self, inpt, params):
        if not params:
            return inpt
        made = F.crop(inpt, *params["place"])
        if isinstance(made, BoundingBoxes):
            made[~params["within"]] = 0
        return made


class ConvertBoundingBoxFormat(Transform):
    """Boxes in another format."""

    _transformed_types = (BoundingBoxes,)

    def __init__(self, format):
        super().__init__()
        self.format = format

    def transform(self, inpt, params):
        return F.convert_bounding_box_format(inpt, new_format=self.format)


class ClampBoundingBoxes(Transform):
    """Boxes cut off at the edges of their picture."""

    _transformed_types = (BoundingBoxes,)

    def __init__(self, clamping_mode="auto"):
        super().__init__()
        self.clamping_mode = clamping_mode

    def transform(self, inpt, params):
        return F.clamp_bounding_boxes(inpt, clamping_mode=self.clamping_mode)


class UniformTemporalSubsample(Transform):
    """Frames of a video at even distances."""

    _transformed_types = PICTURES

    def __init__(self, num_samples):
        super().__init__()
        self.num_samples = num_samples

    def transform(self, inpt, params):
        return F.uniform_temporal_subsample(inpt, self.num_samples)
