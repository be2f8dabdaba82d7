"""`torchvision.transforms.v2.functional`: the v2 transforms of one image."""

import torch
from torchvision.transforms.functional import InterpolationMode, adjust_brightness, adjust_contrast, adjust_saturation, center_crop
from torchvision.transforms.functional import convert_image_dtype, crop, get_dimensions, hflip, normalize, pad, pil_to_tensor
from torchvision.transforms.functional import resize, rgb_to_grayscale, rotate, to_pil_image, vflip

horizontal_flip = hflip
vertical_flip = vflip


def to_image(inpt):
    """Converts an image or an array to a tensor (samples, height, width) with the same numbers."""
    if torch.is_tensor(inpt):
        return inpt
    if hasattr(inpt, "convert"):
        return pil_to_tensor(inpt)
    array = torch.from_numpy(inpt)
    return (array.unsqueeze(-1) if array.dim() == 2 else array).permute(2, 0, 1).contiguous()


def to_dtype(inpt, dtype=torch.float, scale=False):
    """A tensor in another dtype; with `scale` its range with it."""
    return convert_image_dtype(inpt, dtype) if scale else inpt.to(dtype)
