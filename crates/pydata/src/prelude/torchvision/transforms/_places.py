"""Images and tensors with their pixels at other places: turned, sheared, seen from aside, blurred."""

import math

import torch
from PIL import Image
from torch.nn import functional as nnf
from torchvision.transforms._pictures import InterpolationMode, _FILTERS, _is_picture, _name, get_dimensions, pil_to_tensor


def _get_inverse_affine_matrix(center, angle, translate, scale, shear, inverted=True):
    """Where a pixel comes from: the rows of the inverse of translation, rotation, shear and scaling about a centre."""
    turn, (shear_x, shear_y) = math.radians(angle), [math.radians(s) for s in shear]
    (cx, cy), (tx, ty) = center, translate
    a = math.cos(turn - shear_y) / math.cos(shear_y)
    b = -math.cos(turn - shear_y) * math.tan(shear_x) / math.cos(shear_y) - math.sin(turn)
    c = math.sin(turn - shear_y) / math.cos(shear_y)
    d = -math.sin(turn - shear_y) * math.tan(shear_x) / math.cos(shear_y) + math.cos(turn)
    if not inverted:
        rows = [a * scale, b * scale, 0.0, c * scale, d * scale, 0.0]
        rows[2] = rows[0] * -cx + rows[1] * -cy + cx + tx
        rows[5] = rows[3] * -cx + rows[4] * -cy + cy + ty
        return rows
    rows = [x / scale for x in [d, -b, 0.0, -c, a, 0.0]]
    rows[2] += rows[0] * (-cx - tx) + rows[1] * (-cy - ty)
    rows[5] += rows[3] * (-cx - tx) + rows[4] * (-cy - ty)
    rows[2] += cx
    rows[5] += cy
    return rows


def _sampled(img, grid, mode, fill):
    """A tensor's values at the places of a grid; what lies outside is filled."""
    dtype = img.dtype
    batch = img.reshape(-1, *img.shape[-3:])
    batch = batch if dtype.is_floating_point else batch.to(torch.float32)
    grid = grid.to(batch.dtype).expand(batch.shape[0], -1, -1, -1)
    if fill is not None:
        batch = torch.cat((batch, torch.ones_like(batch[:, :1])), dim=1)
    out = nnf.grid_sample(batch, grid, mode=mode, padding_mode="zeros", align_corners=False)
    if fill is not None:
        out, inside = out[:, :-1], out[:, -1:].expand_as(out[:, :-1])
        colors = torch.tensor(fill if isinstance(fill, (tuple, list)) else [float(fill)], dtype=out.dtype, device=out.device)
        colors = colors.view(1, -1, 1, 1).expand_as(out)
        out = torch.where(inside < 0.5, colors, out) if mode == "nearest" else out * inside + (1.0 - inside) * colors
    out = out if dtype.is_floating_point else torch.round(out).to(dtype)
    return out.reshape(*img.shape[:-2], *out.shape[-2:])


def _centred(size, device=None):
    width, height = size
    base = torch.empty(1, height, width, 3, device=device)
    base[..., 0].copy_(torch.linspace(-width * 0.5 + 0.5, width * 0.5 + 0.5 - 1, steps=width))
    base[..., 1].copy_(torch.linspace(-height * 0.5 + 0.5, height * 0.5 + 0.5 - 1, steps=height).unsqueeze(-1))
    base[..., 2].fill_(1)
    return base.view(1, height * width, 3)


def _by_matrix(img, matrix, mode, fill, size=None):
    width, height = img.shape[-1], img.shape[-2]
    size = size or (width, height)
    theta = torch.tensor(matrix, dtype=torch.float32, device=img.device).reshape(1, 2, 3)
    scaled = theta.transpose(1, 2) / torch.tensor([0.5 * width, 0.5 * height], device=img.device)
    grid = _centred(size, img.device).bmm(scaled).view(1, size[1], size[0], 2)
    return _sampled(img, grid, mode, fill)


def _around(matrix, width, height):
    """The size of the picture that holds all of a transformed one."""
    corners = [[x * width, y * height, 1.0] for x, y in ((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5))]
    moved = torch.matmul(torch.tensor(corners), torch.tensor(matrix, dtype=torch.float).view(2, 3).T)
    half = torch.tensor((width * 0.5, height * 0.5))
    low, high = moved.min(dim=0).values + half, moved.max(dim=0).values + half
    size = torch.ceil((high / 1e-4).trunc_() * 1e-4) - torch.floor((low / 1e-4).trunc_() * 1e-4)
    return int(size[0]), int(size[1])


def _color(img, fill):
    """The colour of a picture's empty places, one number for each band."""
    bands = len(img.getbands())
    if fill is None:
        return 0
    if not isinstance(fill, (tuple, list)):
        return fill if bands == 1 else (int(fill),) * bands
    if len(fill) != bands and len(fill) != 1:
        raise ValueError(
            f"The number of elements in 'fill' does not match the number of channels of the image ({len(fill)} != {bands})"
        )
    fill = tuple(int(f) for f in fill) * (bands if len(fill) == 1 else 1)
    return fill[0] if bands == 1 else fill


def rotate(img, angle, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=None):
    """Turned counter-clockwise, in degrees, about a point; that is the middle."""
    if center is not None and not isinstance(center, (list, tuple)):
        raise TypeError("Argument center should be a sequence")
    mode = _name(interpolation)
    if _is_picture(img):
        return img.rotate(angle, _FILTERS[mode], expand, center, fillcolor=_color(img, fill))
    _, height, width = get_dimensions(img)
    about = [0.0, 0.0] if center is None else [1.0 * (c - s * 0.5) for c, s in zip(center, [width, height])]
    matrix = _get_inverse_affine_matrix(about, -angle, [0.0, 0.0], 1.0, [0.0, 0.0])
    return _by_matrix(img, matrix, mode, fill, _around(matrix, width, height) if expand else None)


def affine(img, angle, translate, scale, shear, interpolation=InterpolationMode.NEAREST, fill=None, center=None):
    """Turned clockwise, moved, scaled and sheared."""
    if not isinstance(angle, (int, float)):
        raise TypeError("Argument angle should be int or float")
    if not isinstance(translate, (list, tuple)):
        raise TypeError("Argument translate should be a sequence")
    if len(translate) != 2:
        raise ValueError("Argument translate should be a sequence of length 2")
    if scale <= 0.0:
        raise ValueError("Argument scale should be positive")
    if not isinstance(shear, (int, float, list, tuple)):
        raise TypeError("Shear should be either a single value or a sequence of two values")
    shear = [shear, 0.0] if isinstance(shear, (int, float)) else list(shear) * (2 if len(shear) == 1 else 1)
    if len(shear) != 2:
        raise ValueError(f"Shear should be a sequence containing two values. Got {shear}")
    if center is not None and not isinstance(center, (list, tuple)):
        raise TypeError("Argument center should be a sequence")
    _, height, width = get_dimensions(img)
    mode = _name(interpolation)
    if _is_picture(img):
        about = [width * 0.5, height * 0.5] if center is None else center
        matrix = _get_inverse_affine_matrix(about, float(angle), translate, scale, shear)
        return img.transform((width, height), Image.AFFINE, matrix, _FILTERS[mode], fillcolor=_color(img, fill))
    about = [0.0, 0.0] if center is None else [1.0 * (c - s * 0.5) for c, s in zip(center, [width, height])]
    matrix = _get_inverse_affine_matrix(about, float(angle), [1.0 * t for t in translate], scale, shear)
    return _by_matrix(img, matrix, mode, fill)


def _get_perspective_coeffs(startpoints, endpoints):
    """The eight numbers that map the end points to the start points."""
    rows = []
    for (x, y), (u, v) in zip(endpoints, startpoints):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    left = torch.tensor(rows, dtype=torch.float64)
    right = torch.tensor(startpoints, dtype=torch.float64).view(8)
    return torch.linalg.lstsq(left, right, driver="gels").solution.to(torch.float32).tolist()


def perspective(img, startpoints, endpoints, interpolation=InterpolationMode.BILINEAR, fill=None):
    """Seen from aside: four points move to four others."""
    coefficients = _get_perspective_coeffs(startpoints, endpoints)
    mode = _name(interpolation)
    if _is_picture(img):
        return img.transform(img.size, Image.PERSPECTIVE, coefficients, _FILTERS[mode], fillcolor=_color(img, fill))
    return _sampled(img, _seen_from(coefficients, img.shape[-1], img.shape[-2], img.device), mode, fill)


def _seen_from(numbers, width, height, device):
    above = torch.tensor([[numbers[:3], numbers[3:6]]], device=device)
    below = torch.tensor([[[numbers[6], numbers[7], 1.0]] * 2], device=device)
    base = torch.empty(1, height, width, 3, device=device)
    base[..., 0].copy_(torch.linspace(0.5, width - 0.5, steps=width))
    base[..., 1].copy_(torch.linspace(0.5, height - 0.5, steps=height).unsqueeze(-1))
    base[..., 2].fill_(1)
    base = base.view(1, height * width, 3)
    first = base.bmm(above.transpose(1, 2) / torch.tensor([0.5 * width, 0.5 * height], device=device))
    return (first / base.bmm(below.transpose(1, 2)) - 1.0).view(1, height, width, 2)


def elastic_transform(img, displacement, interpolation=InterpolationMode.BILINEAR, fill=None):
    """Each pixel from a place that is moved by a share of the image's half size."""
    if not isinstance(displacement, torch.Tensor):
        raise TypeError("Argument displacement should be a Tensor")
    tensor = pil_to_tensor(img) if _is_picture(img) else img
    shape = (1, *tensor.shape[-2:], 2)
    if tuple(displacement.shape) != shape:
        raise ValueError(f"Argument displacement shape should be {shape}, but given {displacement.shape}")
    steps = [torch.linspace((1 - s) / s, (s - 1) / s, s, device=tensor.device) for s in tensor.shape[-2:]]
    y, x = torch.meshgrid(steps, indexing="ij")
    grid = torch.stack([x, y], -1).unsqueeze(0) + displacement.to(tensor.device)
    return _as_given(img, _sampled(tensor, grid, _name(interpolation), fill))


def _as_given(img, tensor):
    return Image.Image(tensor.permute(1, 2, 0).contiguous(), img.mode) if _is_picture(img) else tensor


def _bell(size, sigma, like):
    half = (size - 1) * 0.5
    x = torch.linspace(-half, half, steps=size, dtype=like.dtype, device=like.device)
    weights = torch.exp(-0.5 * (x / sigma).pow(2))
    return weights / weights.sum()


def gaussian_blur(img, kernel_size, sigma=None):
    """Blurred by a bell curve."""
    if not isinstance(kernel_size, (int, list, tuple)):
        raise TypeError(f"kernel_size should be int or a sequence of integers. Got {type(kernel_size)}")
    sizes = [kernel_size] * 2 if isinstance(kernel_size, int) else list(kernel_size)
    if len(sizes) != 2:
        raise ValueError(f"If kernel_size is a sequence its length should be 2. Got {len(sizes)}")
    for size in sizes:
        if size % 2 == 0 or size < 0:
            raise ValueError(f"kernel_size should have odd and positive integers. Got {sizes}")
    if sigma is None:
        sigma = [size * 0.15 + 0.35 for size in sizes]
    elif isinstance(sigma, (int, float)):
        sigma = [float(sigma)] * 2
    sigma = list(sigma) * (2 if len(sigma) == 1 else 1)
    if len(sigma) != 2:
        raise ValueError(f"If sigma is a sequence, its length should be 2. Got {len(sigma)}")
    for value in sigma:
        if value <= 0.0:
            raise ValueError(f"sigma should have positive values. Got {sigma}")
    tensor = pil_to_tensor(img) if _is_picture(img) else img
    return _as_given(img, _blurred(tensor, sizes, sigma))


def _blurred(img, sizes, sigma):
    dtype = img.dtype
    batch = img.reshape(-1, *img.shape[-3:])
    batch = batch if dtype.is_floating_point else batch.to(torch.float32)
    kernel = torch.mm(_bell(sizes[1], sigma[1], batch)[:, None], _bell(sizes[0], sigma[0], batch)[None, :])
    channels = batch.shape[-3]
    edges = [sizes[0] // 2, sizes[0] // 2, sizes[1] // 2, sizes[1] // 2]
    out = nnf.conv2d(nnf.pad(batch, edges, mode="reflect"), kernel.expand(channels, 1, *kernel.shape), groups=channels)
    out = out if dtype.is_floating_point else torch.round(out).to(dtype)
    return out.reshape(img.shape)
