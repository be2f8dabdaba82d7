"""Bounding boxes and points, changed with their pictures. Each function returns places and the new size of the picture."""

import torch
from torchvision import ops
from torchvision.transforms._places import _around, _get_inverse_affine_matrix, _get_perspective_coeffs
from torchvision.tv_tensors import BoundingBoxes, wrap


def _name(format):
    name = format.upper() if isinstance(format, str) else format.value
    if name not in ("XYXY", "XYWH", "CXCYWH"):
        raise NotImplementedError(f"bounding boxes of format {name} are not supported by transforms; give XYXY, XYWH or CXCYWH")
    return name.lower()


def convert(boxes, old_format=None, new_format=None, inplace=False):
    """Converts boxes to another format."""
    if new_format is None:
        raise TypeError("convert_bounding_box_format() missing 1 required argument: 'new_format'")
    if isinstance(boxes, BoundingBoxes):
        if old_format is not None:
            raise ValueError("For bounding box tv_tensor inputs, `old_format` must not be passed.")
        plain = ops.box_convert(boxes.as_subclass(torch.Tensor), _name(boxes.format), _name(new_format))
        return wrap(plain.to(boxes.dtype), like=boxes, format=new_format)
    if old_format is None:
        raise ValueError("For pure tensor inputs, `old_format` has to be passed.")
    return ops.box_convert(boxes, _name(old_format), _name(new_format)).to(boxes.dtype)


def clamp(boxes, size):
    """Corners moved into a picture of `size` (height, width)."""
    height, width = size
    x, y = boxes[..., 0::2].clamp(min=0, max=width), boxes[..., 1::2].clamp(min=0, max=height)
    return torch.stack([x[..., 0], y[..., 0], x[..., 1], y[..., 1]], -1)


def changed(change, boxes, *args, **kwargs):
    """Boxes after a change of corners; `change` is given corners and the size of the picture."""
    form = _name(boxes.format)
    corners = ops.box_convert(boxes.as_subclass(torch.Tensor), form, "xyxy").to(boxes.dtype)
    moved, size = change(corners, tuple(boxes.canvas_size), *args, **kwargs)
    if change is not horizontal_flip and change is not vertical_flip and boxes.clamping_mode is not None:
        moved = clamp(moved, size)
    back = ops.box_convert(moved.to(boxes.dtype), "xyxy", form).to(boxes.dtype)
    return wrap(back, like=boxes, canvas_size=size)


def horizontal_flip(corners, size):
    x1, y1, x2, y2 = corners.unbind(-1)
    return torch.stack([size[1] - x2, y1, size[1] - x1, y2], -1), size


def vertical_flip(corners, size):
    x1, y1, x2, y2 = corners.unbind(-1)
    return torch.stack([x1, size[0] - y2, x2, size[0] - y1], -1), size


def resize(corners, old, size):
    high, wide = size
    shares = torch.tensor([wide / old[1], high / old[0]] * 2, device=corners.device)
    return corners.mul(shares).to(corners.dtype), (high, wide)


def crop(corners, size, top, left, height, width):
    return corners - torch.tensor([left, top, left, top], dtype=corners.dtype, device=corners.device), (height, width)


def pad(corners, size, left, top, right, bottom):
    moved = corners + torch.tensor([left, top, left, top], dtype=corners.dtype, device=corners.device)
    return moved, (size[0] + top + bottom, size[1] + left + right)


def _outlines(corners):
    """The four corners of each box, with a 1 behind."""
    x1, y1, x2, y2 = corners.to(torch.float32).unbind(-1)
    one = torch.ones_like(x1)
    return torch.stack([torch.stack(p, -1) for p in ((x1, y1, one), (x2, y1, one), (x2, y2, one), (x1, y2, one))], -2)


def _around_points(points, dtype):
    low, high = points.amin(-2), points.amax(-2)
    return torch.cat([low, high], -1).to(dtype)


def affine(corners, size, angle, translate, scale, shear, center=None, expand=False):
    height, width = size
    center = [width * 0.5, height * 0.5] if center is None else center
    shear = [shear, 0.0] if isinstance(shear, (int, float)) else list(shear) * (2 if len(shear) == 1 else 1)
    rows = _get_inverse_affine_matrix(center, angle, translate, scale, shear, inverted=False)
    matrix = torch.tensor(rows, dtype=torch.float32, device=corners.device).view(2, 3).T
    points = _outlines(corners) @ matrix
    if expand:
        frame = torch.tensor([[0, 0, 1], [0, height, 1], [width, height, 1], [width, 0, 1]], dtype=torch.float32) @ matrix
        points = points - frame.amin(0)
        wide, high = _around(_get_inverse_affine_matrix([0.0, 0.0], angle, [0.0, 0.0], 1.0, [0.0, 0.0]), width, height)
        size = (high, wide)
    return _around_points(points, corners.dtype), size


def perspective(corners, size, startpoints, endpoints):
    a, b, c, d, e, f, g, h = _get_perspective_coeffs(startpoints, endpoints)
    # The inverse of the matrix that says where pixels come from.
    rows = [[e - f * h, c * h - b, b * f - c * e], [f * g - d, a - c * g, c * d - a * f], [d * h - e * g, b * g - a * h, 1.0]]
    whole = a * e - b * d
    inverse = torch.tensor(rows, dtype=torch.float64) / whole
    inverse[2, 2] = 1.0
    inverse = inverse.to(torch.float32)
    outlines = _outlines(corners)
    points = (outlines @ inverse[:2].T) / (outlines @ inverse[2:].T)
    return _around_points(points, corners.dtype), size


def elastic(corners, size, displacement):
    raise NotImplementedError("elastic_transform of bounding boxes is not supported; transform pictures and masks with it")

