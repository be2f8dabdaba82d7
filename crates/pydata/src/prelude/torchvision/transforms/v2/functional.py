"""`torchvision.transforms.v2.functional`: the v2 transforms of one picture, video, mask or set of boxes."""

import functools

import torch
from PIL import Image as _pil
from torchvision.transforms import functional as v1
from torchvision.transforms.functional import InterpolationMode, to_tensor
from torchvision.transforms.v2 import _boxes
from torchvision.transforms.v2._boxes import convert as convert_bounding_box_format
from torchvision.tv_tensors import BoundingBoxes, Image, KeyPoints, Mask, TVTensor, wrap


def _plain(inpt):
    return inpt.as_subclass(torch.Tensor) if isinstance(inpt, TVTensor) else inpt


def _alike(made, inpt):
    if isinstance(made, tuple):
        return tuple([_alike(part, inpt) for part in made])
    return wrap(made, like=inpt) if isinstance(inpt, TVTensor) and isinstance(made, torch.Tensor) else made


def _of_pixels(function):
    """A function of pictures and videos alone."""

    @functools.wraps(function)
    def call(inpt, *args, **kwargs):
        if isinstance(inpt, (BoundingBoxes, KeyPoints, Mask)) or not isinstance(inpt, (torch.Tensor, _pil.Image)):
            raise TypeError(f"Functional F.{function.__name__} does not support inputs of type {type(inpt)}.")
        return _alike(function(_plain(inpt), *args, **kwargs), inpt)

    return call


def _of_places(boxes):
    """A function of all that has places: pictures, masks (by the nearest pixels) and boxes, by a function of theirs."""

    def decorate(function):
        @functools.wraps(function)
        def call(inpt, *args, **kwargs):
            if isinstance(inpt, KeyPoints):
                raise NotImplementedError(f"{function.__name__} of KeyPoints is not supported; transform boxes or pictures")
            if isinstance(inpt, BoundingBoxes):
                return boxes(inpt, *args, **kwargs)
            if isinstance(inpt, Mask):
                return _alike(_of_mask(function, _plain(inpt), args, kwargs), inpt)
            if not isinstance(inpt, (torch.Tensor, _pil.Image)):
                raise TypeError(f"Functional F.{function.__name__} does not support inputs of type {type(inpt)}.")
            return _alike(function(_plain(inpt), *args, **kwargs), inpt)

        return call

    return decorate


def _of_mask(function, mask, args, kwargs):
    kwargs = {**kwargs}
    if "interpolation" in _parameters(function):
        kwargs["interpolation"] = InterpolationMode.NEAREST
    flat = mask.ndim < 3
    made = function(mask.unsqueeze(0) if flat else mask, *args, **kwargs)
    return made.squeeze(0) if flat else made


def _parameters(function):
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def get_size(inpt):
    """[height, width]"""
    if isinstance(inpt, (BoundingBoxes, KeyPoints)):
        return list(inpt.canvas_size)
    return v1.get_dimensions(_plain(inpt))[1:]


def get_dimensions(inpt):
    """[channels, height, width]"""
    return v1.get_dimensions(_plain(inpt))


def get_num_channels(inpt):
    """The number of channels."""
    return get_dimensions(inpt)[0]


get_image_num_channels = get_num_channels


def get_image_size(inpt):
    """[width, height]"""
    return get_size(inpt)[::-1]


def get_num_frames(inpt):
    """The number of frames of a video."""
    return inpt.shape[-4]


def _shorter(old, size, max_size):
    height, width = old
    short, long = min(height, width), max(height, width)
    new_short, new_long = (size, int(size * long / short)) if size is not None else (int(max_size * short / long), max_size)
    if max_size is not None and new_long > max_size:
        new_short, new_long = int(max_size * new_short / new_long), max_size
    return (new_long, new_short) if width <= height else (new_short, new_long)


def _asked(old, size, max_size):
    if isinstance(size, (list, tuple)) and len(size) == 2:
        return tuple(size)
    return _shorter(old, size[0] if isinstance(size, (list, tuple)) else size, max_size)


def _resized_boxes(boxes, size, interpolation=None, max_size=None, antialias=True):
    return _boxes.changed(_boxes.resize, boxes, _asked(tuple(boxes.canvas_size), size, max_size))


@_of_places(_resized_boxes)
def resize(inpt, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
    """At another size: (height, width), or the length of the shorter side; None and `max_size`: of the longer one."""
    if size is None:
        size, max_size = _shorter(v1.get_dimensions(inpt)[1:], None, max_size), None
    name = getattr(interpolation, "value", interpolation)
    if isinstance(inpt, torch.Tensor) and inpt.dtype == torch.uint8 and name in ("bilinear", "bicubic"):
        # PyTorch's own kernel of bytes rounds once for each direction.
        size = _asked(tuple(inpt.shape[-2:]), size, max_size)
        if size == tuple(inpt.shape[-2:]):
            return inpt
        batch = inpt.reshape(-1, *inpt.shape[-3:])
        out = torch.nn.functional.interpolate(batch, size=size, mode=name, align_corners=False, antialias=antialias)
        return out.reshape(*inpt.shape[:-2], *size)
    return v1.resize(inpt, size, interpolation, max_size, antialias)


@_of_places(functools.partial(_boxes.changed, _boxes.horizontal_flip))
def horizontal_flip(inpt):
    """Mirrored left to right."""
    return v1.hflip(inpt)


@_of_places(functools.partial(_boxes.changed, _boxes.vertical_flip))
def vertical_flip(inpt):
    """Upside down."""
    return v1.vflip(inpt)


hflip, vflip = horizontal_flip, vertical_flip


@_of_places(functools.partial(_boxes.changed, _boxes.crop))
def crop(inpt, top, left, height, width):
    """A part."""
    return v1.crop(inpt, top, left, height, width)


def _pair(size):
    return (size, size) if isinstance(size, int) else (size[0], size[0]) if len(size) == 1 else tuple(size)


def _centre_boxes(boxes, output_size):
    (height, width), (high, wide) = boxes.canvas_size, _pair(output_size)
    top, left = int(round((height - high) / 2.0)), int(round((width - wide) / 2.0))
    return _boxes.changed(_boxes.crop, boxes, top, left, high, wide)


@_of_places(_centre_boxes)
def center_crop(inpt, output_size):
    """The middle."""
    return v1.center_crop(inpt, output_size)


def _edges(padding):
    if isinstance(padding, int):
        return [padding] * 4
    left, top, right, bottom = list(padding) * (4 // len(padding))
    return [left, top, right, bottom]


def _padded_boxes(boxes, padding, fill=None, padding_mode="constant"):
    if padding_mode != "constant":
        raise ValueError(f"Padding mode '{padding_mode}' is not supported with bounding boxes")
    return _boxes.changed(_boxes.pad, boxes, *_edges(padding))


@_of_places(_padded_boxes)
def pad(inpt, padding, fill=None, padding_mode="constant"):
    """A border around."""
    return v1.pad(inpt, padding, 0 if fill is None else fill, padding_mode)


def _resized_crop_boxes(boxes, top, left, height, width, size, interpolation=None, antialias=True):
    return _resized_boxes(_boxes.changed(_boxes.crop, boxes, top, left, height, width), list(_pair(size)))


@_of_places(_resized_crop_boxes)
def resized_crop(inpt, top, left, height, width, size, interpolation=InterpolationMode.BILINEAR, antialias=True):
    """A part, at another size."""
    return resize(v1.crop(inpt, top, left, height, width), list(_pair(size)), interpolation, antialias=antialias)


def _rotated_boxes(boxes, angle, interpolation=None, expand=False, center=None, fill=None):
    center = None if expand else center
    return _boxes.changed(_boxes.affine, boxes, -angle, [0.0, 0.0], 1.0, [0.0, 0.0], center=center, expand=expand)


@_of_places(_rotated_boxes)
def rotate(inpt, angle, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=None):
    """Turned counter-clockwise, in degrees."""
    return v1.rotate(inpt, angle, interpolation, expand, center, fill)


def _affine_boxes(boxes, angle, translate, scale, shear, interpolation=None, fill=None, center=None):
    return _boxes.changed(_boxes.affine, boxes, angle, list(translate), scale, shear, center=center)


@_of_places(_affine_boxes)
def affine(inpt, angle, translate, scale, shear, interpolation=InterpolationMode.NEAREST, fill=None, center=None):
    """Turned clockwise, moved, scaled and sheared."""
    return v1.affine(inpt, angle, translate, scale, shear, interpolation, fill, center)


def _perspective_boxes(boxes, startpoints, endpoints, interpolation=None, fill=None):
    return _boxes.changed(_boxes.perspective, boxes, startpoints, endpoints)


@_of_places(_perspective_boxes)
def perspective(inpt, startpoints, endpoints, interpolation=InterpolationMode.BILINEAR, fill=None):
    """Seen from aside: four points move to four others."""
    return v1.perspective(inpt, startpoints, endpoints, interpolation, fill)


def _elastic_boxes(boxes, displacement, interpolation=None, fill=None):
    return _boxes.changed(_boxes.elastic, boxes, displacement)


@_of_places(_elastic_boxes)
def elastic(inpt, displacement, interpolation=InterpolationMode.BILINEAR, fill=None):
    """Each pixel from a place that is moved by a share of the picture's half size."""
    return v1.elastic_transform(inpt, displacement, interpolation, fill)


elastic_transform = elastic

adjust_brightness = _of_pixels(v1.adjust_brightness)
adjust_contrast = _of_pixels(v1.adjust_contrast)
adjust_gamma = _of_pixels(v1.adjust_gamma)
adjust_hue = _of_pixels(v1.adjust_hue)
adjust_saturation = _of_pixels(v1.adjust_saturation)
adjust_sharpness = _of_pixels(v1.adjust_sharpness)
autocontrast = _of_pixels(v1.autocontrast)
equalize = _of_pixels(v1.equalize)
erase = _of_pixels(v1.erase)
five_crop = _of_pixels(v1.five_crop)
gaussian_blur = _of_pixels(v1.gaussian_blur)
invert = _of_pixels(v1.invert)
normalize = _of_pixels(v1.normalize)
posterize = _of_pixels(v1.posterize)
rgb_to_grayscale = _of_pixels(v1.rgb_to_grayscale)
solarize = _of_pixels(v1.solarize)
ten_crop = _of_pixels(v1.ten_crop)
to_grayscale = rgb_to_grayscale


@_of_pixels
def grayscale_to_rgb(inpt):
    """A grey picture in three channels."""
    if isinstance(inpt, _pil.Image):
        return inpt.convert("RGB")
    return inpt if inpt.shape[-3] == 3 else inpt.expand(*inpt.shape[:-3], 3, *inpt.shape[-2:])


@_of_pixels
def permute_channels(inpt, permutation):
    """The channels in another order."""
    if isinstance(inpt, _pil.Image):
        return v1.to_pil_image(v1.pil_to_tensor(inpt)[permutation])
    return inpt[..., permutation, :, :]


@_of_pixels
def gaussian_noise(inpt, mean=0.0, sigma=0.1, clip=True):
    """Normal noise, added."""
    if isinstance(inpt, _pil.Image):
        raise ValueError("Gaussian Noise is not implemented for PIL images.")
    if sigma < 0:
        raise ValueError(f"sigma shouldn't be negative. Got {sigma}")
    if inpt.dtype == torch.uint8:
        noise = torch.randn_like(inpt, dtype=torch.float32) * (sigma * 255) + mean * 255
        noisy = inpt + noise.to(torch.int16)
        return (noisy.clamp(0, 255) if clip else noisy).to(torch.uint8)
    if not inpt.is_floating_point():
        raise ValueError(f"Input tensor is expected to be in uint8 or float dtype, got dtype={inpt.dtype}")
    noisy = inpt + (mean + torch.randn_like(inpt) * sigma)
    return noisy.clamp(0, 1) if clip else noisy


def uniform_temporal_subsample(inpt, num_samples):
    """Frames of a video at even distances."""
    places = torch.linspace(0, inpt.shape[-4] - 1, num_samples).long()
    return _alike(torch.index_select(_plain(inpt), -4, places), inpt)


def to_image(inpt):
    """Converts a picture, an array or a tensor to `tv_tensors.Image`, with the same numbers."""
    if isinstance(inpt, _pil.Image):
        return Image(v1.pil_to_tensor(inpt))
    if isinstance(inpt, torch.Tensor):
        return Image(_plain(inpt))
    if not hasattr(inpt, "__array__"):
        raise TypeError(f"Input can either be a pure Tensor, a numpy array, or a PIL image, but got {type(inpt)} instead.")
    array = torch.from_numpy(inpt)
    return Image((array.unsqueeze(-1) if array.dim() == 2 else array).permute(2, 0, 1).contiguous())


def pil_to_tensor(pic):
    """A picture's samples: uint8 (samples, height, width)."""
    return v1.pil_to_tensor(pic)


def to_pil_image(pic, mode=None):
    """A tensor or array as a picture."""
    return v1.to_pil_image(_plain(pic), mode)


def to_dtype(inpt, dtype=torch.float, scale=False):
    """A tensor in another dtype; with `scale`, the range of a picture with it."""
    if scale and not isinstance(inpt, (BoundingBoxes, KeyPoints, Mask)):
        return _alike(v1.convert_image_dtype(_plain(inpt), dtype), inpt)
    return _alike(_plain(inpt).to(dtype), inpt)


def convert_image_dtype(image, dtype=torch.float32):
    """Converts to another dtype and its range."""
    return to_dtype(image, dtype, scale=True)


def clamp_bounding_boxes(inpt, format=None, canvas_size=None, clamping_mode="auto"):
    """Boxes cut off at the edges of their picture; with `clamping_mode` None they stay."""
    if clamping_mode is None or clamping_mode == "auto" and getattr(inpt, "clamping_mode", "soft") is None:
        return inpt.clone()
    if not isinstance(inpt, BoundingBoxes):
        if format is None or canvas_size is None:
            raise ValueError("For pure tensor inputs, `format` and `canvas_size` have to be passed.")
        corners = convert_bounding_box_format(inpt, old_format=format, new_format="XYXY")
        return convert_bounding_box_format(_boxes.clamp(corners, canvas_size), old_format="XYXY", new_format=format)
    return _boxes.changed(lambda corners, size: (_boxes.clamp(corners, size), size), inpt)


def is_pure_tensor(inpt):
    """Returns whether a value is a tensor of no class of `tv_tensors`."""
    return isinstance(inpt, torch.Tensor) and not isinstance(inpt, TVTensor)

