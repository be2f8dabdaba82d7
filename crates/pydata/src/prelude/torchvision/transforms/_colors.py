"""Colours of images and of tensors, changed."""

import torch
from PIL import Image, ImageEnhance, ImageOps
from torchvision.transforms._pictures import _is_picture


def rgb_to_grayscale(img, num_output_channels=1):
    """Without colour, in one channel or three."""
    if num_output_channels not in (1, 3):
        raise ValueError("num_output_channels should be either 1 or 3")
    if _is_picture(img):
        gray = img.convert("L")
        return gray.convert("RGB") if num_output_channels == 3 else gray
    if img.shape[-3] == 3:
        r, g, b = img.unbind(dim=-3)
        img = (0.2989 * r + 0.587 * g + 0.114 * b).to(img.dtype).unsqueeze(-3)
    return img.expand(*img.shape[:-3], 3, *img.shape[-2:]) if num_output_channels == 3 else img


def _blend(one, other, ratio):
    """ratio of `one`, the rest of `other`, kept within the range."""
    if _is_picture(one):
        mixed = other._samples.float() + ratio * (one._samples.float() - other._samples.float())
        return Image.Image(mixed.clamp(0, 255).to(torch.uint8), one.mode)
    most = 1.0 if one.is_floating_point() else 255
    return (ratio * one + (1.0 - ratio) * other).clamp(0, most).to(one.dtype)


def adjust_brightness(img, brightness_factor):
    """Times a factor; 0 is black."""
    black = Image.new(img.mode, img.size) if _is_picture(img) else torch.zeros_like(img)
    return _blend(img, black, brightness_factor)


def adjust_contrast(img, contrast_factor):
    """Away from the mean grey, by a factor."""
    if _is_picture(img):
        mean = int(img.convert("L")._samples.double().mean().item() + 0.5)
        return _blend(img, Image.new("L", img.size, mean).convert(img.mode), contrast_factor)
    gray = rgb_to_grayscale(img) if img.shape[-3] == 3 else img
    mean = gray.to(torch.float32).mean(dim=(-3, -2, -1), keepdim=True)
    return _blend(img, mean, contrast_factor)


def adjust_saturation(img, saturation_factor):
    """Away from grey, by a factor."""
    if _is_picture(img):
        return _blend(img, img.convert("L").convert(img.mode), saturation_factor)
    return img if img.shape[-3] == 1 else _blend(img, rgb_to_grayscale(img), saturation_factor)


def _most(img):
    return 1.0 if img.is_floating_point() else 255


def adjust_sharpness(img, sharpness_factor):
    """Away from a blurred image, by a factor."""
    if sharpness_factor < 0:
        raise ValueError(f"sharpness_factor ({sharpness_factor}) is not non-negative.")
    if _is_picture(img):
        return ImageEnhance.Sharpness(img).enhance(sharpness_factor)
    return img if min(img.shape[-2:]) <= 2 else _blend(img, _blurred(img), sharpness_factor)


def _blurred(img):
    """Means of 3 by 3 pixels, the middle counted five times; the border stays."""
    dtype = img.dtype if img.is_floating_point() else torch.float32
    kernel = torch.ones((3, 3), dtype=dtype, device=img.device)
    kernel[1, 1] = 5.0
    kernel /= kernel.sum()
    channels = img.shape[-3]
    batch = img.reshape(-1, *img.shape[-3:]).to(dtype)
    inside = torch.nn.functional.conv2d(batch, kernel.expand(channels, 1, 3, 3), groups=channels)
    inside = inside if img.is_floating_point() else torch.round(inside)
    result = img.clone()
    result[..., 1:-1, 1:-1] = inside.to(img.dtype).reshape(result[..., 1:-1, 1:-1].shape)
    return result


def adjust_hue(img, hue_factor):
    """Colours turned around the circle, by a share of it from -0.5 to 0.5."""
    if not -0.5 <= hue_factor <= 0.5:
        raise ValueError(f"hue_factor ({hue_factor}) is not in [-0.5, 0.5].")
    if _is_picture(img):
        return _hue_of_picture(img, hue_factor)
    if img.shape[-3] == 1:
        return img
    colors = img if img.is_floating_point() else img.to(torch.float32) / 255.0
    h, s, v = _to_hsv(colors).unbind(dim=-3)
    turned = _to_rgb(torch.stack(((h + hue_factor) % 1.0, s, v), dim=-3))
    return turned.to(img.dtype) if img.is_floating_point() else turned.mul(255 + 1.0 - 1e-3).to(img.dtype)


def _hue_of_picture(img, factor):
    if img.mode in ("L", "1", "I", "F"):
        return img
    h, s, v = img.convert("HSV").split()
    h = Image.Image(((h._samples.long() + int(factor * 255)) % 256).to(torch.uint8), "L")
    return Image.merge("HSV", (h, s, v)).convert(img.mode)


def _to_hsv(img):
    r, g, b = img.unbind(dim=-3)
    most, least = torch.max(img, dim=-3).values, torch.min(img, dim=-3).values
    same = most == least
    spread = most - least
    one = torch.ones_like(most)
    s = spread / torch.where(same, one, most)
    apart = torch.where(same, one, spread)
    rc, gc, bc = (most - r) / apart, (most - g) / apart, (most - b) / apart
    hr = (most == r) * (bc - gc)
    hg = ((most == g) & (most != r)) * (2.0 + rc - bc)
    hb = ((most != g) & (most != r)) * (4.0 + gc - rc)
    return torch.stack((torch.fmod((hr + hg + hb) / 6.0 + 1.0, 1.0), s, most), dim=-3)


def _to_rgb(img):
    h, s, v = img.unbind(dim=-3)
    sixth = torch.floor(h * 6.0)
    part = h * 6.0 - sixth
    sixth = sixth.to(torch.int32) % 6
    p = torch.clamp(v * (1.0 - s), 0.0, 1.0)
    q = torch.clamp(v * (1.0 - s * part), 0.0, 1.0)
    t = torch.clamp(v * (1.0 - s * (1.0 - part)), 0.0, 1.0)
    mask = (sixth.unsqueeze(-3) == torch.arange(6, device=sixth.device).view(-1, 1, 1)).to(img.dtype)
    kinds = torch.stack((torch.stack((v, q, p, p, t, v), dim=-3), torch.stack((t, v, v, q, p, p), dim=-3),
                         torch.stack((p, p, t, v, v, q), dim=-3)), dim=-4)
    return torch.einsum("...ijk, ...xijk -> ...xjk", mask, kinds)


def adjust_gamma(img, gamma, gain=1):
    """gain * img ** gamma, as numbers from 0 to 1."""
    if gamma < 0:
        raise ValueError("Gamma should be a non-negative real number")
    if _is_picture(img):
        table = [int((255 + 1 - 1e-3) * gain * pow(level / 255.0, gamma)) for level in range(256)] * 3
        return img.convert("RGB").point(table).convert(img.mode)
    numbers = img if img.is_floating_point() else img.to(torch.float32) / 255.0
    changed = (gain * numbers**gamma).clamp(0, 1)
    return changed.to(img.dtype) if img.is_floating_point() else changed.mul(255 + 1.0 - 1e-3).to(img.dtype)


def invert(img):
    """Light as dark."""
    return ImageOps.invert(img) if _is_picture(img) else _most(img) - img


def posterize(img, bits):
    """Fewer bits for each sample."""
    if not 0 <= bits <= 8:
        raise ValueError(f"The number if bits should be between 0 and 8. Got {bits}")
    if _is_picture(img):
        return ImageOps.posterize(img, bits)
    if img.dtype != torch.uint8:
        raise TypeError(f"Only torch.uint8 image tensors are supported, but found {img.dtype}")
    return img & (256 - 2 ** (8 - bits))


def solarize(img, threshold):
    """Samples from a threshold on, inverted."""
    if _is_picture(img):
        return ImageOps.solarize(img, threshold)
    if threshold > _most(img):
        raise TypeError("Threshold should be less than bound of img.")
    return torch.where(img >= threshold, invert(img), img)


def autocontrast(img):
    """From the darkest sample at black to the lightest at white."""
    if _is_picture(img):
        return ImageOps.autocontrast(img)
    most = _most(img)
    dtype = img.dtype if img.is_floating_point() else torch.float32
    low = img.amin(dim=(-2, -1), keepdim=True).to(dtype)
    scale = most / (img.amax(dim=(-2, -1), keepdim=True).to(dtype) - low)
    flat = ~torch.isfinite(scale)
    low, scale = torch.where(flat, 0.0, low), torch.where(flat, 1.0, scale)
    return ((img - low) * scale).clamp(0, most).to(img.dtype)


def equalize(img):
    """All levels equally often, as far as that goes."""
    if _is_picture(img):
        return ImageOps.equalize(img)
    if img.dtype != torch.uint8:
        raise TypeError(f"Only torch.uint8 image tensors are supported, but found {img.dtype}")
    planes = img.reshape(-1, img.shape[-2] * img.shape[-1])
    return torch.stack([_equalized(plane) for plane in planes]).reshape(img.shape)


def _equalized(plane):
    counts = torch.bincount(plane.long(), minlength=256)
    there = counts[counts != 0]
    step = torch.div(there[:-1].sum(), 255, rounding_mode="floor")
    if step == 0:
        return plane
    table = torch.div(torch.cumsum(counts, 0) + torch.div(step, 2, rounding_mode="floor"), step, rounding_mode="floor")
    table = torch.nn.functional.pad(table, [1, 0])[:-1].clamp(0, 255)
    return table[plane.long()].to(torch.uint8)
