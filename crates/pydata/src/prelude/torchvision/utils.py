"""`torchvision.utils`: many pictures as one."""

import math

import torch


@torch.no_grad()
def make_grid(tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0):
    """Pictures (n, channels, height, width) side by side, nrow in each row, as one (channels, height, width)."""
    if not isinstance(tensor, torch.Tensor):
        if not isinstance(tensor, list):
            raise TypeError(f"tensor or list of tensors expected, got {type(tensor)}")
        tensor = torch.stack(tensor, dim=0)
    if tensor.dim() == 2:
        tensor = tensor.unsqueeze(0)
    if tensor.dim() == 3:
        if tensor.size(0) == 1:
            tensor = torch.cat((tensor, tensor, tensor), 0)
        tensor = tensor.unsqueeze(0)
    if tensor.dim() == 4 and tensor.size(1) == 1:
        tensor = torch.cat((tensor, tensor, tensor), 1)
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
