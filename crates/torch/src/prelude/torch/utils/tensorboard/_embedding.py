"""Vectors for TensorBoard's projector, with their labels and pictures, as files."""

import math
import os

import numpy as np

from torch.utils.tensorboard._arrays import make_grid, make_np


def write(folder, below, mat, metadata, pictures, header, name):
    """Writes vectors below `folder`. Returns their entry in the projector's configuration."""
    place = os.path.join(folder, below)
    if os.path.isdir(place):
        print("warning: Embedding dir exists, did you set global_step for add_embedding()?")
    os.makedirs(place, exist_ok=True)
    facts = [("tensor_name", name), ("tensor_path", f"{below}/tensors.tsv")]
    if metadata is not None:
        if mat.shape[0] != len(metadata):
            raise AssertionError("#labels should equal with #data points")
        _write_labels(metadata, place, header)
        facts.insert(1, ("metadata_path", f"{below}/metadata.tsv"))
    if pictures is not None and mat.shape[0] != pictures.shape[0]:
        raise AssertionError("#images should equal with #data points")
    if mat.ndim != 2:
        raise AssertionError("mat should be 2D, where mat.size(0) is the number of data points")
    with open(os.path.join(place, "tensors.tsv"), "w") as file:
        file.writelines(["\t".join([str(x.item()) for x in row]) + "\n" for row in mat])
    return _entry(facts, _sprite(pictures, place, below))


def _write_labels(metadata, place, header):
    if header:
        if len(header) != len(metadata[0]):
            raise AssertionError("len of header must be equal to the number of columns in metadata")
        lines = ["\t".join([str(field) for field in row]) for row in [header] + metadata]
    else:
        lines = [str(label) for label in metadata]
    with open(os.path.join(place, "metadata.tsv"), "w") as file:
        file.write("\n".join(lines) + "\n")


def _sprite(pictures, place, below):
    # One square sprite image of all pictures, and its configuration lines.
    if pictures is None:
        return []
    from PIL import Image

    grid = make_grid(make_np(pictures), ncols=math.ceil(pictures.shape[0] ** 0.5)).transpose(1, 2, 0)
    square = np.zeros((grid.shape[1], grid.shape[1], 3))
    square[: grid.shape[0]] = grid
    Image.fromarray((square * 255).clip(0, 255).astype(np.uint8)).save(os.path.join(place, "sprite.png"))
    sizes = [f"    single_image_dim: {size}" for size in (pictures.shape[3], pictures.shape[2])]
    return ["  sprite {", f'    image_path: "{below}/sprite.png"', *sizes, "  }"]


def _entry(facts, sprite):
    fields = {field: f'  {field}: "{value}"' for field, value in facts}
    lines = ["embeddings {", fields["tensor_name"], *([fields["metadata_path"]] if "metadata_path" in fields else [])]
    return "\n".join(lines + sprite + [fields["tensor_path"], "}"]) + "\n"
