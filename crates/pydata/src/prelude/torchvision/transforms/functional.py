"""`torchvision.transforms.functional`: transforms of images and of tensors (..., channels, height, width)."""

import torch
from PIL import Image
from torchvision.transforms._colors import adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation
from torchvision.transforms._colors import adjust_sharpness, autocontrast, equalize, invert, posterize, rgb_to_grayscale, solarize
from torchvision.transforms._pictures import InterpolationMode, _FILTERS, _is_picture, _name, get_dimensions, get_image_size
from torchvision.transforms._pictures import pil_to_tensor
from torchvision.transforms._places import affine, elastic_transform, gaussian_blur, perspective, rotate


def to_tensor(pic):
    """Samples as numbers from 0 to 1: (samples, height, width)."""
    if _is_picture(pic):
        return pil_to_tensor(pic).to(torch.get_default_dtype()).div(255)
    if isinstance(pic, torch.Tensor) or not hasattr(pic, "ndim"):
        raise TypeError(f"pic should be PIL Image or ndarray. Got {type(pic)}")
    if pic.ndim not in (2, 3):
        raise ValueError(f"pic should be 2/3 dimensional. Got {pic.ndim} dimensions.")
    tensor = torch.as_tensor(pic)
    tensor = tensor.unsqueeze(0) if tensor.dim() == 2 else tensor.permute(2, 0, 1)
    tensor = tensor.contiguous()
    return tensor.to(torch.get_default_dtype()).div(255) if tensor.dtype == torch.uint8 else tensor


def to_pil_image(pic, mode=None):
    """A tensor (channels, height, width), or an array with channels last, as a picture."""
    if isinstance(pic, torch.Tensor):
        if pic.dim() == 2:
            pic = pic.unsqueeze(0)
        if pic.dim() != 3 or pic.shape[0] > 4:
            raise ValueError(f"pic should be 2/3 dimensional. Got {pic.dim()} dimensions.")
        if pic.is_floating_point() and mode != "F":
            pic = pic.mul(255).to(torch.uint8)
        pic = pic.permute(1, 2, 0)
    if len(pic.shape) == 3 and pic.shape[2] == 1:
        pic = pic[:, :, 0]
    return Image.fromarray(pic, mode)


def convert_image_dtype(image, dtype=torch.float32):
    """Converts to another dtype and its range: 0 to 255 for uint8, 0 to 1 for floats."""
    if image.dtype == dtype:
        return image
    if image.is_floating_point():
        if dtype.is_floating_point:
            return image.to(dtype)
        most = float(torch.iinfo(dtype).max)
        return image.mul(most + 1.0 - 1e-3).to(dtype)
    most = float(torch.iinfo(image.dtype).max)
    if dtype.is_floating_point:
        return image.to(dtype) / most
    other = float(torch.iinfo(dtype).max)
    if most > other:
        return torch.div(image, int((most + 1) // (other + 1)), rounding_mode="floor").to(dtype)
    return image.to(dtype) * int((other + 1) // (most + 1))


def normalize(tensor, mean, std, inplace=False):
    """(x - mean) / std, for each channel."""
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"img should be Tensor Image. Got {type(tensor)}")
    if not tensor.is_floating_point():
        raise TypeError(f"Input tensor should be a float tensor. Got {tensor.dtype}.")
    if tensor.dim() < 3:
        raise ValueError(
            f"Expected tensor to be a tensor image of size (..., C, H, W). Got tensor.size() = {tensor.size()}"
        )
    if not inplace:
        tensor = tensor.clone()
    mean = torch.as_tensor(mean, dtype=tensor.dtype, device=tensor.device)
    std = torch.as_tensor(std, dtype=tensor.dtype, device=tensor.device)
    if (std == 0).any():
        raise ValueError(f"std evaluated to zero after conversion to {tensor.dtype}, leading to division by zero.")
    if mean.dim() == 1:
        mean = mean.view(-1, 1, 1)
    if std.dim() == 1:
        std = std.view(-1, 1, 1)
    return tensor.sub_(mean).div_(std)


def resize(img, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
    """At another size: (height, width), or the length of the shorter side."""
    _, height, width = get_dimensions(img)
    if isinstance(size, int) or len(size) == 1:
        wanted = size if isinstance(size, int) else size[0]
        short, long = (width, height) if width <= height else (height, width)
        new_short, new_long = wanted, int(wanted * long / short)
        if max_size is not None:
            if max_size <= wanted:
                raise ValueError(
                    f"max_size = {max_size} must be strictly greater than the requested size for the smaller edge "
                    f"size = {size}"
                )
            if new_long > max_size:
                new_short, new_long = int(max_size * new_short / new_long), max_size
        size = (new_long, new_short) if width <= height else (new_short, new_long)
    if (height, width) == tuple(size):
        return img
    name = _name(interpolation)
    if _is_picture(img):
        return img.resize((size[1], size[0]), _FILTERS[name])
    batch = img.reshape(-1, *img.shape[-3:]).to(torch.float32)
    corners = {} if name.startswith("nearest") else {"align_corners": False, "antialias": antialias}
    out = torch.nn.functional.interpolate(batch, size=tuple(size), mode=name, **corners)
    if not img.is_floating_point():
        out = out.clamp(0, 255).round().to(img.dtype) if name == "bicubic" else out.round().to(img.dtype)
    return out.reshape(*img.shape[:-2], *size)


def crop(img, top, left, height, width):
    """A part; zeros where it leaves the picture."""
    if _is_picture(img):
        return img.crop((left, top, left + width, top + height))
    h, w = img.shape[-2:]
    part = img[..., max(top, 0) : max(top + height, 0), max(left, 0) : max(left + width, 0)]
    right, bottom = top + height, left + width
    if left < 0 or top < 0 or bottom > w or right > h:
        edges = [max(-left, 0), max(min(bottom, bottom - w), 0), max(-top, 0), max(min(right, right - h), 0)]
        return torch.nn.functional.pad(part, edges)
    return part


def center_crop(img, output_size):
    """The middle."""
    if isinstance(output_size, int):
        output_size = (output_size, output_size)
    elif len(output_size) == 1:
        output_size = (output_size[0], output_size[0])
    _, height, width = get_dimensions(img)
    high, wide = output_size
    if wide > width or high > height:
        edges = [
            (wide - width) // 2 if wide > width else 0,
            (high - height) // 2 if high > height else 0,
            (wide - width + 1) // 2 if wide > width else 0,
            (high - height + 1) // 2 if high > height else 0,
        ]
        img = pad(img, edges, fill=0)
        _, height, width = get_dimensions(img)
        if (wide, high) == (width, height):
            return img
    top, left = int(round((height - high) / 2.0)), int(round((width - wide) / 2.0))
    return crop(img, top, left, high, wide)


def pad(img, padding, fill=0, padding_mode="constant"):
    """A border: one width, (left and right, top and bottom), or (left, top, right, bottom)."""
    if isinstance(padding, int):
        padding = [padding]
    left, top, right, bottom = {1: list(padding) * 4, 2: list(padding) * 2, 4: list(padding)}[len(padding)]
    samples = img._samples.permute(2, 0, 1) if _is_picture(img) else img
    if padding_mode == "constant":
        out = torch.nn.functional.pad(samples, [left, right, top, bottom], value=fill if not isinstance(fill, tuple) else fill[0])
        if isinstance(fill, tuple) and len(fill) > 1:
            inside = torch.nn.functional.pad(torch.ones_like(samples[:1]), [left, right, top, bottom]).bool()
            color = torch.tensor(fill, dtype=samples.dtype).view(-1, 1, 1)
            out = torch.where(inside, out, color)
    else:
        rows = _border(samples.shape[-2], top, bottom, padding_mode)
        columns = _border(samples.shape[-1], left, right, padding_mode)
        out = samples.index_select(-2, rows).index_select(-1, columns)
    return Image.Image(out.permute(1, 2, 0).contiguous(), img.mode) if _is_picture(img) else out


def _border(n, before, after, mode):
    at = torch.arange(-before, n + after)
    if mode == "edge":
        return at.clamp(0, n - 1)
    if mode == "reflect":
        at = at.abs()
        return torch.where(at >= n, 2 * (n - 1) - at, at)
    if mode == "symmetric":
        at = torch.where(at < 0, -1 - at, at)
        return torch.where(at >= n, 2 * n - 1 - at, at)
    raise ValueError("Padding mode should be either constant, edge, reflect or symmetric")


def hflip(img):
    """Mirrored left to right."""
    return img.transpose(Image.FLIP_LEFT_RIGHT) if _is_picture(img) else img.flip(-1)


def vflip(img):
    """Upside down."""
    return img.transpose(Image.FLIP_TOP_BOTTOM) if _is_picture(img) else img.flip(-2)


def to_grayscale(img, num_output_channels=1):
    """A picture without colour, in one channel or three."""
    if not _is_picture(img):
        raise TypeError("Input should be PIL Image")
    return rgb_to_grayscale(img, num_output_channels)


def resized_crop(img, top, left, height, width, size, interpolation=InterpolationMode.BILINEAR, antialias=True):
    """A part, at another size."""
    return resize(crop(img, top, left, height, width), size, interpolation, antialias=antialias)


def five_crop(img, size):
    """The corners and the middle."""
    size = (size, size) if isinstance(size, int) else (size[0], size[0]) if len(size) == 1 else size
    if len(size) != 2:
        raise ValueError("Please provide only two dimensions (h, w) for size.")
    _, height, width = get_dimensions(img)
    high, wide = size
    if wide > width or high > height:
        raise ValueError(f"Requested crop size {size} is bigger than input size {(height, width)}")
    corners = [crop(img, top, left, high, wide) for top in (0, height - high) for left in (0, width - wide)]
    return (*corners, center_crop(img, [high, wide]))


def ten_crop(img, size, vertical_flip=False):
    """The corners and the middle, of the image and of its mirror image."""
    return five_crop(img, size) + five_crop(vflip(img) if vertical_flip else hflip(img), size)


def erase(img, i, j, h, w, v, inplace=False):
    """A rectangle of a tensor overwritten."""
    if not isinstance(img, torch.Tensor):
        raise TypeError(f"img should be Tensor Image. Got {type(img)}")
    img = img if inplace else img.clone()
    img[..., i : i + h, j : j + w] = v
    return img
