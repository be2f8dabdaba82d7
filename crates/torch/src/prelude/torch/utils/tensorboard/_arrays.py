"""Converts logged values to arrays, and images to the order rows, columns, samples."""

import numpy as np

import torch


def make_np(x):
    """A tensor, an array or a number as an array."""
    if isinstance(x, np.ndarray):
        return x
    if np.isscalar(x):
        return np.array([x])
    if isinstance(x, torch.Tensor):
        x = x.to(torch.float16) if x.dtype == torch.bfloat16 else x
        return x.detach().cpu().numpy()
    raise NotImplementedError(f"Got {type(x)}, but numpy array or torch tensor are expected.")


def make_grid(pictures, ncols=8):
    """Pictures (N, C, H, W) beside and below each other: one of (3, H, W)."""
    if pictures.shape[1] == 1:
        pictures = np.concatenate([pictures] * 3, 1)
    if pictures.ndim != 4 or pictures.shape[1] != 3:
        raise AssertionError("Input should be a 4D numpy array with 3 channels")
    count, _, height, width = pictures.shape
    ncols = min(count, ncols)
    nrows = -(-count // ncols)
    canvas = np.zeros((3, height * nrows, width * ncols), dtype=pictures.dtype)
    for at in range(count):
        y, x = at // ncols * height, at % ncols * width
        canvas[:, y : y + height, x : x + width] = pictures[at]
    return canvas


def convert_to_HWC(tensor, input_format):
    """Converts an image with named axes (HW, CHW, HWC, NCHW and so on) to (H, W, C)."""
    if len(set(input_format)) != len(input_format):
        raise AssertionError(f"You can not use the same dimension shordhand twice.             input_format: {input_format}")
    if len(tensor.shape) != len(input_format):
        raise AssertionError(
            f"size of input tensor and input format are different.         tensor shape: {tuple(tensor.shape)},"
            f" input_format: {input_format}"
        )
    axes = input_format.upper()
    if len(axes) == 4:
        return make_grid(tensor.transpose([axes.find(axis) for axis in "NCHW"])).transpose(1, 2, 0)
    if len(axes) == 3:
        picture = tensor.transpose([axes.find(axis) for axis in "HWC"])
        return np.concatenate([picture] * 3, 2) if picture.shape[2] == 1 else picture
    return np.stack([tensor.transpose([axes.find(axis) for axis in "HW"])] * 3, 2)


def figure_to_image(figures, close=True):
    """Figures of matplotlib as pictures (3, H, W), several as (N, 3, H, W)."""
    if isinstance(figures, list):
        return np.stack([figure_to_image(figure, close) for figure in figures])
    import io

    import matplotlib.pyplot as plt
    from PIL import Image

    out = io.BytesIO()
    figures.savefig(out, format="png")
    if close:
        plt.close(figures)
    out.seek(0)
    return np.asarray(Image.open(out).convert("RGB")).transpose(2, 0, 1)
