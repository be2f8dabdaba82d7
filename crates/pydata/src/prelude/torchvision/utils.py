"""`torchvision.utils`: many pictures as one, and boxes, masks, points and flows drawn as pictures."""

import math
import warnings

import torch


def _as_batch(pictures):
    """One picture, a batch or a list of them as a batch with three channels, if they had one or none."""
    if isinstance(pictures, list):
        pictures = torch.stack(pictures)
    elif not isinstance(pictures, torch.Tensor):
        raise TypeError(f"tensor or list of tensors expected, got {type(pictures)}")
    if pictures.dim() == 2:
        pictures = pictures[None]
    batch = pictures[None] if pictures.dim() == 3 else pictures
    is_grey = batch.dim() == 4 and batch.size(1) == 1
    return batch.repeat(1, 3, 1, 1) if is_grey else batch


@torch.no_grad()
def make_grid(tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0):
    """Pictures (n, channels, height, width) side by side, nrow in each row, as one (channels, height, width)."""
    tensor = _as_batch(tensor)
    if normalize is True:
        tensor = tensor.clone()

        def scale(image):
            low, high = value_range if value_range is not None else (float(image.min()), float(image.max()))
            image.clamp_(min=low, max=high)
            image.sub_(low).div_(max(high - low, 1e-5))

        if scale_each:
            for image in tensor:
                scale(image)
        else:
            scale(tensor)
    if tensor.size(0) == 1:
        return tensor.squeeze(0)
    count = tensor.size(0)
    columns = min(nrow, count)
    rows = int(math.ceil(float(count) / columns))
    height, width = int(tensor.size(2) + padding), int(tensor.size(3) + padding)
    grid = tensor.new_full((tensor.size(1), height * rows + padding, width * columns + padding), pad_value)
    for i in range(count):
        top, left = i // columns * height + padding, i % columns * width + padding
        grid[:, top : top + height - padding, left : left + width - padding] = tensor[i]
    return grid


@torch.no_grad()
def save_image(tensor, fp, format=None, **kwargs):
    """Writes pictures, as one, to a file."""
    from PIL import Image

    grid = make_grid(tensor, **kwargs)
    samples = grid.mul(255).add_(0.5).clamp_(0, 255).permute(1, 2, 0).to("cpu", torch.uint8)
    Image.fromarray(samples.numpy()).save(fp, format=format)


def _checked(image, channels):
    if not isinstance(image, torch.Tensor):
        raise TypeError(f"{'Tensor expected' if 1 in channels else 'The image must be a tensor'}, got {type(image)}")
    if image.dtype != torch.uint8 and not image.is_floating_point():
        raise ValueError(f"The image dtype must be uint8 or float, got {image.dtype}")
    if image.dim() != 3:
        raise ValueError("Pass individual images, not batches")
    if image.size(0) not in channels:
        several = "Only grayscale and RGB images are supported"
        raise ValueError(several if 1 in channels else "Pass an RGB image. Other Image formats are not supported")


def _as_bytes(image):
    from torchvision.transforms.functional import convert_image_dtype

    return convert_image_dtype(image, torch.uint8)


def _drawn(picture, like):
    """The tensor of a picture, in the dtype of another."""
    from torchvision.transforms.functional import convert_image_dtype, pil_to_tensor

    return convert_image_dtype(pil_to_tensor(picture), like.dtype)


def _palette(count):
    """Colours that differ from their neighbours."""
    steps = (2**25 - 1, 2**15 - 1, 2**21 - 1)
    return [tuple([i * step % 255 for step in steps]) for i in range(count)]


def _parse_colors(colors, *, num_objects, dtype=torch.uint8):
    """A colour (red, green, blue) for each object: from a list, one for all, or a palette."""
    from PIL import ImageColor

    chosen = _palette(num_objects) if colors is None else colors
    if isinstance(chosen, (tuple, str)):
        if isinstance(chosen, tuple) and len(chosen) != 3:
            raise ValueError(f"If passed as tuple, colors should be an RGB triplet, but got {chosen}.")
        chosen = [chosen] * num_objects
    if not isinstance(chosen, list):
        raise ValueError(f"colors must be a tuple or a string, or a list thereof, but got {chosen}.")
    if len(chosen) < num_objects:
        raise ValueError(
            f"Number of colors must be equal or larger than the number of objects, but got {len(chosen)} < {num_objects}."
        )
    colors = [ImageColor.getrgb(color) if isinstance(color, str) else color for color in chosen]
    return [tuple([part / 255 for part in color]) for color in colors] if dtype.is_floating_point else colors


@torch.no_grad()
def draw_bounding_boxes(
    image, boxes, labels=None, colors=None, fill=False, width=1, font=None, font_size=None, label_colors=None,
    label_background_colors=None, fill_labels=False,
):  # fmt: skip
    """Boxes (x1, y1, x2, y2), or four corners each, and their labels on a picture (channels, height, width)."""
    from PIL import ImageDraw, ImageFont
    from torchvision.transforms.functional import to_pil_image

    _checked(image, (1, 3))
    boxes = boxes.as_subclass(torch.Tensor)
    if boxes.shape[-1] == 4 and ((boxes[:, 0] > boxes[:, 2]).any() or (boxes[:, 1] > boxes[:, 3]).any()):
        raise ValueError(
            "Boxes need to be in (xmin, ymin, xmax, ymax) format. Use torchvision.ops.box_convert to convert them"
        )
    count = boxes.shape[0]
    if count == 0:
        warnings.warn("boxes doesn't contain any box. No box was drawn", stacklevel=1)
        return image
    if labels is not None and len(labels) != count:
        raise ValueError(
            f"Number of boxes ({count}) and labels ({len(labels)}) mismatch. Please specify labels for each box."
        )
    if font is None and font_size is not None:
        warnings.warn("Argument 'font_size' will be ignored since 'font' is not set.", stacklevel=1)
    letters = ImageFont.load_default() if font is None else ImageFont.truetype(font=font, size=font_size or 10)
    colors = _parse_colors(colors, num_objects=count)
    inks, behind = colors, colors
    if label_colors or fill_labels:
        inks = _parse_colors(label_colors or "black", num_objects=count)
    if fill_labels and label_background_colors:
        behind = _parse_colors(label_background_colors, num_objects=count)
    picture = to_pil_image(_as_bytes(image.tile(3, 1, 1) if image.size(0) == 1 else image))
    draw = ImageDraw.Draw(picture, "RGBA") if fill else ImageDraw.Draw(picture)
    for i, box in enumerate(boxes.to(torch.int64).tolist()):
        _box(draw, box, colors[i], fill, width)
        if labels is not None and labels[i] is not None:
            _label(draw, box, labels[i], letters, width, inks[i], behind[i] if fill_labels else None)
    return _drawn(picture, image)


def _box(draw, box, color, fill, width):
    inside = (*color, 100) if fill else None
    if len(box) == 4:
        draw.rectangle(box, width=width, outline=color, fill=inside)
        return
    corners = [(box[i], box[i + 1]) for i in (0, 2, 4, 6)]
    if inside is not None:
        draw.polygon(corners, fill=inside, outline=color, width=width)
    for i in range(4):
        draw.line([*corners[i], *corners[(i + 1) % 4]], width=width, fill=color)


def _label(draw, box, text, letters, width, color, behind):
    place = (box[0] + width + 1, box[1] + width + 1)
    if behind is not None:
        left, top, right, bottom = draw.textbbox(place, text, font=letters)
        draw.rectangle((left - 1, top - 1, right + 1, bottom + 1), fill=behind)
    draw.text(place, text, fill=color, font=letters)


@torch.no_grad()
def draw_segmentation_masks(image, masks, alpha=0.8, colors=None):
    """Boolean masks over a picture (3, height, width), in a share `alpha` of their colours; black where they overlap."""
    _checked(image, (3,))
    masks = masks.as_subclass(torch.Tensor)
    masks = masks[None] if masks.ndim == 2 else masks
    if masks.ndim != 3:
        raise ValueError("masks must be of shape (H, W) or (batch_size, H, W)")
    if masks.dtype != torch.bool:
        raise ValueError(f"The masks must be of dtype bool. Got {masks.dtype}")
    if masks.shape[-2:] != image.shape[-2:]:
        raise ValueError("The image and the masks must have the same height and width")
    if len(masks) == 0:
        warnings.warn("masks doesn't contain any mask. No mask was drawn", stacklevel=1)
        return image
    image = image.as_subclass(torch.Tensor)
    above = image.detach().clone()
    for mask, color in zip(masks, _parse_colors(colors, num_objects=len(masks), dtype=image.dtype)):
        above[:, mask] = torch.tensor(color, dtype=image.dtype, device=image.device)[:, None]
    above[:, masks.sum(dim=0) > 1] = 0
    return (image * (1 - alpha) + above * alpha).to(image.dtype)


@torch.no_grad()
def draw_keypoints(image, keypoints, connectivity=None, colors=None, radius=2, width=3, visibility=None):
    """Points (instances, points, 2) on a picture (3, height, width), and lines between the pairs of `connectivity`."""
    from PIL import ImageDraw
    from torchvision.transforms.functional import to_pil_image

    _checked(image, (3,))
    keypoints = keypoints.as_subclass(torch.Tensor)
    if keypoints.ndim != 3:
        raise ValueError("keypoints must be of shape (num_instances, K, 2)")
    seen = torch.ones(keypoints.shape[:-1], dtype=torch.bool) if visibility is None else visibility
    seen = seen.squeeze(-1) if seen.ndim == 3 else seen
    if seen.ndim != 2:
        raise ValueError(f"visibility must be of shape (num_instances, K). Got ndim={seen.ndim}")
    if seen.shape != keypoints.shape[:-1]:
        raise ValueError(
            "keypoints and visibility must have the same dimensionality for num_instances and K. Got visibility.shape="
            f"{seen.shape} and keypoints.shape={keypoints.shape}"
        )
    picture = to_pil_image(_as_bytes(image))
    draw = ImageDraw.Draw(picture)
    for points, shown in zip(keypoints.to(torch.int64).tolist(), seen.bool().tolist()):
        for (x, y), visible in zip(points, shown):
            if visible:
                draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colors, outline=None, width=0)
        for first, second in connectivity or ():
            if shown[first] and shown[second]:
                draw.line((tuple(points[first]), tuple(points[second])), width=width)
    return _drawn(picture, image)


# The colours of directions (Baker et al., 2007): how many there are from each colour to the next.
_WHEEL = ((15, (1, 0, 0), (1, 1, 0)), (6, (1, 1, 0), (0, 1, 0)), (4, (0, 1, 0), (0, 1, 1)), (11, (0, 1, 1), (0, 0, 1)),
          (13, (0, 0, 1), (1, 0, 1)), (6, (1, 0, 1), (1, 0, 0)))  # fmt: skip


def _wheel():
    rows = []
    for count, first, last in _WHEEL:
        for i in range(count):
            step = math.floor(255 * i / count)
            rows.append([255 * a if a == b else step if b else 255 - step for a, b in zip(first, last)])
    return torch.tensor(rows, dtype=torch.float32)


@torch.no_grad()
def flow_to_image(flow):
    """A flow (2, height, width), or a batch of them, as pictures: directions as colours, distances as their strength."""
    if flow.dtype != torch.float:
        raise ValueError(f"Flow should be of dtype torch.float, got {flow.dtype}.")
    batch = flow[None] if flow.ndim == 3 else flow
    if batch.ndim != 4 or batch.shape[1] != 2:
        raise ValueError(f"Input flow should have shape (2, H, W) or (N, 2, H, W), got {flow.shape}.")
    batch = batch / ((batch**2).sum(1).sqrt().max() + torch.finfo(torch.float).eps)
    wheel = _wheel().to(flow.device)
    norm = (batch**2).sum(1).sqrt()
    place = (torch.atan2(-batch[:, 1], -batch[:, 0]) / torch.pi + 1) / 2 * (len(wheel) - 1)
    low = place.floor().long()
    share = (place - low)[..., None]
    color = (1 - share) * (wheel[low] / 255.0) + share * (wheel[(low + 1) % len(wheel)] / 255.0)
    color = 1 - norm[..., None] * (1 - color)
    pictures = torch.floor(255 * color).to(torch.uint8).permute(0, 3, 1, 2)
    return pictures[0] if flow.ndim == 3 else pictures
