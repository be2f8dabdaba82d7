"""`torchvision.ops`: boxes (x1, y1, x2, y2), their overlaps, and losses of detectors."""

import math

import torch
from torchvision.ops.misc import Conv2dNormActivation, FrozenBatchNorm2d, MLP, Permute, SqueezeExcitation
from torchvision.ops.misc import StochasticDepth, stochastic_depth


def box_area(boxes):
    """Width times height of each box."""
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def _floating(boxes):
    return boxes if boxes.is_floating_point() else boxes.float()


def _overlap(boxes1, boxes2):
    """Returns intersection and union of every pair."""
    low = torch.max(boxes1[..., :, None, :2], boxes2[..., None, :, :2])
    high = torch.min(boxes1[..., :, None, 2:], boxes2[..., None, :, 2:])
    size = (high - low).clamp(min=0)
    common = size[..., 0] * size[..., 1]
    return common, box_area(boxes1)[..., :, None] + box_area(boxes2)[..., None, :] - common


def box_iou(boxes1, boxes2, fmt="xyxy"):
    """Returns the intersection over union of every pair of boxes."""
    boxes1, boxes2 = box_convert(boxes1, fmt, "xyxy"), box_convert(boxes2, fmt, "xyxy")
    common, together = _overlap(_floating(boxes1), _floating(boxes2))
    return common / together


def _around(boxes1, boxes2):
    """The size of the smallest box around every pair."""
    low = torch.min(boxes1[..., :, None, :2], boxes2[..., None, :, :2])
    high = torch.max(boxes1[..., :, None, 2:], boxes2[..., None, :, 2:])
    return (high - low).clamp(min=0)


def generalized_box_iou(boxes1, boxes2):
    """`box_iou`, less the empty share of the smallest box around a pair."""
    boxes1, boxes2 = _floating(boxes1), _floating(boxes2)
    common, together = _overlap(boxes1, boxes2)
    size = _around(boxes1, boxes2)
    area = size[..., 0] * size[..., 1]
    return common / together - (area - together) / area


def distance_box_iou(boxes1, boxes2, eps=1e-7):
    """`box_iou`, less the distance of the centres as a share of the diagonal around a pair, both squared."""
    boxes1, boxes2 = _floating(boxes1), _floating(boxes2)
    common, together = _overlap(boxes1, boxes2)
    diagonal = _around(boxes1, boxes2).pow(2).sum(-1) + eps
    centres1, centres2 = (boxes1[..., :2] + boxes1[..., 2:]) / 2, (boxes2[..., :2] + boxes2[..., 2:]) / 2
    away = (centres1[..., :, None, :] - centres2[..., None, :, :]).pow(2).sum(-1)
    return common / together - away / diagonal


def complete_box_iou(boxes1, boxes2, eps=1e-7):
    """`distance_box_iou`, less a share for different proportions."""
    boxes1, boxes2 = _floating(boxes1), _floating(boxes2)
    common, together = _overlap(boxes1, boxes2)
    iou = common / together
    angle = lambda b: torch.atan((b[..., 2] - b[..., 0]) / (b[..., 3] - b[..., 1]))
    v = (4 / torch.pi**2) * torch.pow(angle(boxes1)[..., :, None] - angle(boxes2)[..., None, :], 2)
    with torch.no_grad():
        alpha = v / (1 - iou + v + eps)
    return distance_box_iou(boxes1, boxes2, eps) - alpha * v


def box_convert(boxes, in_fmt, out_fmt):
    """Boxes in another form: 'xyxy' (corners), 'xywh' (corner and size) or 'cxcywh' (centre and size)."""
    for fmt in (in_fmt, out_fmt):
        if fmt not in ("xyxy", "xywh", "cxcywh"):
            raise ValueError(f"Unsupported Bounding Box Conversions for given in_fmt {in_fmt} and out_fmt {out_fmt}")
    if in_fmt == out_fmt:
        return boxes.clone()
    a, b, c, d = boxes.unbind(-1)
    if in_fmt == "xywh":
        a, b, c, d = a, b, a + c, b + d
    elif in_fmt == "cxcywh":
        a, b, c, d = a - 0.5 * c, b - 0.5 * d, a + 0.5 * c, b + 0.5 * d
    if out_fmt == "xywh":
        a, b, c, d = a, b, c - a, d - b
    elif out_fmt == "cxcywh":
        a, b, c, d = (a + c) / 2, (b + d) / 2, c - a, d - b
    return torch.stack((a, b, c, d), dim=-1)


def clip_boxes_to_image(boxes, size):
    """Boxes cut off at the edges of a picture of `size` (height, width)."""
    height, width = size
    x, y = boxes[..., 0::2].clamp(min=0, max=width), boxes[..., 1::2].clamp(min=0, max=height)
    return torch.stack((x, y), dim=boxes.dim()).reshape(boxes.shape)


def remove_small_boxes(boxes, min_size):
    """Returns the indices of boxes with both sides at least `min_size`."""
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    return torch.where((width >= min_size) & (height >= min_size))[0]


def masks_to_boxes(masks):
    """The smallest box around each mask."""
    boxes = torch.zeros((masks.shape[0], 4), device=masks.device, dtype=torch.float)
    for i in range(masks.shape[0]):
        y, x = torch.where(masks[i] != 0)
        boxes[i] = torch.stack([x.min(), y.min(), x.max(), y.max()])
    return boxes


def nms(boxes, scores, iou_threshold):
    """Returns the indices of the kept boxes, best first. A box that overlaps a better one by more than the threshold is
    dropped."""
    if boxes.dim() != 2 or boxes.shape[1] != 4:
        raise RuntimeError(f"boxes should be a 2d tensor with 4 columns, got {list(boxes.shape)}")
    if scores.dim() != 1 or scores.shape[0] != boxes.shape[0]:
        raise RuntimeError(
            "boxes and scores should have same number of elements in dimension 0, got "
            f"{boxes.shape[0]} and {scores.shape[0]}"
        )
    order = scores.argsort(descending=True, stable=True)
    above = (box_iou(boxes, boxes) > iou_threshold).cpu()
    kept, gone = [], torch.zeros(boxes.shape[0], dtype=torch.bool)
    for i in order.tolist():
        if not gone[i]:
            kept.append(i)
            gone |= above[i]
    return torch.tensor(kept, dtype=torch.int64, device=boxes.device)


def batched_nms(boxes, scores, idxs, iou_threshold):
    """`nms` within each category alone."""
    if boxes.numel() == 0:
        return torch.empty((0,), dtype=torch.int64, device=boxes.device)
    # Offset the categories so far that they cannot overlap.
    apart = idxs.to(boxes) * (boxes.max() + 1)
    return nms(boxes + apart[:, None], scores, iou_threshold)


def roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    """The contents of each box, resized to one size: means of interpolated samples. Boxes: a list for each image, or rows (image, box)."""
    high, wide = (output_size, output_size) if isinstance(output_size, int) else output_size
    rois = boxes if torch.is_tensor(boxes) else _numbered(boxes)
    _, channels, height, width = input.shape
    results = []
    for roi in rois:
        picture = input[int(roi[0])]
        shift = 0.5 if aligned else 0.0
        x1, y1, x2, y2 = [v * spatial_scale - shift for v in roi[1:].unbind()]
        w, h = x2 - x1, y2 - y1
        if not aligned:
            w, h = w.clamp(min=1.0), h.clamp(min=1.0)
        rows = sampling_ratio if sampling_ratio > 0 else int(torch.ceil(h / high))
        columns = sampling_ratio if sampling_ratio > 0 else int(torch.ceil(w / wide))
        y = y1 + (torch.arange(high * rows, dtype=input.dtype, device=input.device) + 0.5) * h / (high * rows)
        x = x1 + (torch.arange(wide * columns, dtype=input.dtype, device=input.device) + 0.5) * w / (wide * columns)
        read = _between(_between(picture, y, 1, height), x, 2, width)
        results.append(read.reshape(channels, high, rows, wide, columns).mean((2, 4)))
    return torch.stack(results) if results else input.new_zeros(0, channels, high, wide)


def roi_pool(input, boxes, output_size, spatial_scale=1.0):
    """The largest values in a grid over each box. Boxes: a list for each image, or rows (image, box)."""
    high, wide = (output_size, output_size) if isinstance(output_size, int) else output_size
    rois = boxes if torch.is_tensor(boxes) else _numbered(boxes)
    height, width = input.shape[-2:]
    results = []
    for roi in rois:
        # Half up, as C rounds.
        x1, y1, x2, y2 = torch.floor(roi[1:] * spatial_scale + 0.5).long().tolist()
        rows, columns = _bins(y1, y2, high, height), _bins(x1, x2, wide, width)
        picture = input[int(roi[0])]
        cells = [[_largest(picture, row, column) for column in columns] for row in rows]
        results.append(torch.stack([torch.stack(row, -1) for row in cells], -2))
    return torch.stack(results) if results else input.new_zeros(0, input.shape[1], high, wide)


def _bins(low, high, count, size):
    """Where the parts of a side begin and end."""
    length = max(high - low + 1, 1) / count
    clip = lambda x: min(max(x + low, 0), size)
    return [(clip(math.floor(i * length)), clip(math.ceil((i + 1) * length))) for i in range(count)]


def _largest(picture, rows, columns):
    part = picture[:, rows[0] : rows[1], columns[0] : columns[1]]
    return part.amax((1, 2)) if part.shape[1] and part.shape[2] else picture.new_zeros(picture.shape[0])


class _Roi(torch.nn.Module):
    _names = ()

    def extra_repr(self):
        return ", ".join([f"{name}={getattr(self, name)}" for name in self._names])

    def __repr__(self):
        return f"{type(self).__name__}({self.extra_repr()})"


class RoIPool(_Roi):
    """`roi_pool` as a layer."""

    _names = ("output_size", "spatial_scale")

    def __init__(self, output_size, spatial_scale):
        super().__init__()
        self.output_size, self.spatial_scale = output_size, spatial_scale

    def forward(self, input, rois):
        return roi_pool(input, rois, self.output_size, self.spatial_scale)


class RoIAlign(_Roi):
    """`roi_align` as a layer."""

    _names = ("output_size", "spatial_scale", "sampling_ratio", "aligned")

    def __init__(self, output_size, spatial_scale, sampling_ratio, aligned=False):
        super().__init__()
        self.output_size, self.spatial_scale, self.sampling_ratio, self.aligned = output_size, spatial_scale, sampling_ratio, aligned

    def forward(self, input, rois):
        return roi_align(input, rois, self.output_size, self.spatial_scale, self.sampling_ratio, self.aligned)


def _numbered(boxes):
    """Boxes of several pictures as rows, each beginning with its picture's number."""
    return torch.cat([torch.cat([b.new_full((b.shape[0], 1), i), b], 1) for i, b in enumerate(boxes)])


def _between(picture, at, dim, size):
    """Rows (or columns) between others, by their shares; 0 beyond a pixel outside."""
    inside = ((at >= -1.0) & (at <= size)).to(picture.dtype)
    at = at.clamp(min=0)
    low = at.long().clamp(max=size - 1)
    share = torch.where(low >= size - 1, 0.0, at - low) * inside
    shape = [-1 if d == dim else 1 for d in range(picture.dim())]
    first, second = picture.index_select(dim, low), picture.index_select(dim, (low + 1).clamp(max=size - 1))
    return first * (inside - share).reshape(shape) + second * share.reshape(shape)


def _reduced(loss, reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(
            f"Invalid Value for arg 'reduction': '{reduction} \n Supported reduction modes: 'none', 'mean', 'sum'"
        )
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss


def sigmoid_focal_loss(inputs, targets, alpha=0.25, gamma=2, reduction="none"):
    """Binary cross entropy that counts little where the answer is clear already."""
    p = torch.sigmoid(inputs)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    loss = loss * (1 - (p * targets + (1 - p) * (1 - targets))) ** gamma
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    return _reduced(loss, reduction)


def generalized_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    """1 - `generalized_box_iou` of boxes pair by pair."""
    boxes1, boxes2 = _floating(boxes1), _floating(boxes2)
    low, high = torch.max(boxes1[..., :2], boxes2[..., :2]), torch.min(boxes1[..., 2:], boxes2[..., 2:])
    common = (high - low).clamp(min=0).prod(-1)
    together = box_area(boxes1) + box_area(boxes2) - common
    area = (torch.max(boxes1[..., 2:], boxes2[..., 2:]) - torch.min(boxes1[..., :2], boxes2[..., :2])).prod(-1)
    return _reduced(1 - (common / (together + eps) - (area - together) / (area + eps)), reduction)


def _pairs_apart(boxes1, boxes2, eps):
    """Of boxes pair by pair: the overlap, and the distance of the centres as a share of the diagonal around."""
    low, high = torch.max(boxes1[..., :2], boxes2[..., :2]), torch.min(boxes1[..., 2:], boxes2[..., 2:])
    common = torch.where((high > low).all(-1), (high - low).prod(-1), 0.0)
    iou = common / (box_area(boxes1) + box_area(boxes2) - common + eps)
    around = torch.max(boxes1[..., 2:], boxes2[..., 2:]) - torch.min(boxes1[..., :2], boxes2[..., :2])
    apart = (boxes1[..., :2] + boxes1[..., 2:] - boxes2[..., :2] - boxes2[..., 2:]) / 2
    return iou, apart.square().sum(-1) / (around.square().sum(-1) + eps)


def distance_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    """1 - `distance_box_iou` of boxes pair by pair."""
    iou, apart = _pairs_apart(_floating(boxes1), _floating(boxes2), eps)
    return _reduced(1 - iou + apart, reduction)


def complete_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    """1 - `complete_box_iou` of boxes pair by pair."""
    boxes1, boxes2 = _floating(boxes1), _floating(boxes2)
    iou, apart = _pairs_apart(boxes1, boxes2, eps)
    angle = lambda b: torch.atan((b[..., 2] - b[..., 0]) / (b[..., 3] - b[..., 1]))
    v = (4 / torch.pi**2) * (angle(boxes2) - angle(boxes1)).square()
    with torch.no_grad():
        alpha = v / (1 - iou + v + eps)
    return _reduced(1 - iou + apart + alpha * v, reduction)
