#!/usr/bin/env python3
"""Writes the small files of this folder with the programs that own their formats, once.

Needs PyTorch, NumPy, safetensors, pandas with pyarrow, and Pillow. tests/tensors/files.rs repeats the contents.
"""

import gzip
import pathlib
import pickle
import struct
from collections import OrderedDict

import numpy as np
import pandas as pd
import torch
from PIL import Image
from safetensors.torch import save_file

HERE = pathlib.Path(__file__).parent


def layers():
    """Whole modules, each with an input and its result."""
    nn, image, series = torch.nn, torch.randn(2, 4, 6, 6), torch.randn(2, 5, 8)
    modules = {
        "Sequential": (
            nn.Sequential(nn.Conv2d(4, 2, 3, padding="same"), nn.BatchNorm2d(2), nn.PReLU(), nn.MaxPool2d(2)),
            image,
        ),
        "ConvTranspose2d": (nn.ConvTranspose2d(4, 3, 2, stride=2, groups=1), image),
        "GroupNorm": (nn.GroupNorm(2, 4), image),
        "InstanceNorm2d": (nn.InstanceNorm2d(4, affine=True), image),
        "AdaptiveAvgPool2d": (nn.AdaptiveAvgPool2d((2, 3)), image),
        "Upsample": (nn.Upsample(scale_factor=2, mode="bilinear"), image),
        "LayerNorm": (nn.LayerNorm(8), series),
        "LSTM": (nn.LSTM(8, 3, num_layers=2, batch_first=True, bidirectional=True), series),
        "GRU": (nn.GRU(8, 4), series),
        "MultiheadAttention": (nn.MultiheadAttention(8, 2, batch_first=True), (series, series, series)),
        "TransformerEncoder": (nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2), series),
        "Embedding": (nn.Embedding(10, 3, padding_idx=0), torch.tensor([[1, 0, 9]])),
        "ModuleList": (nn.ModuleList([nn.Linear(8, 2), nn.Softmax(-1)]), None),
        "Bilinear": (nn.Bilinear(8, 8, 2), (series, series)),
    }
    for module, _ in modules.values():
        module.eval()
    run = lambda module, given: module(*given) if isinstance(given, tuple) else module(given)
    return {name: (m, given, None if given is None else run(m, given)) for name, (m, given) in modules.items()}


def main():
    base = torch.arange(6.0)
    torch.manual_seed(0)
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.5)
    model(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    value = OrderedDict(
        view=base[1:5].view(2, 2), turned=base.view(2, 3).t(), half=torch.ones(2, dtype=torch.bfloat16), text="é", step=3
    )
    torch.save(value, HERE / "pytorch.pt")
    torch.save(value, HERE / "pytorch_old.pth", _use_new_zipfile_serialization=False)
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, HERE / "pytorch_checkpoint.pt")
    torch.save(model, HERE / "pytorch_module.pt")
    with torch.no_grad():
        torch.save(layers(), HERE / "pytorch_layers.pt")
    # The first entry of its directory is as long as the records after the directory.
    torch.save(torch.arange(3), HERE / "pytorch_name_of_21_ch.pt")
    np.save(HERE / "numpy.npy", np.arange(6, dtype=np.float32).reshape(2, 3))
    np.save(HERE / "numpy_columns.npy", np.asfortranarray(np.arange(6, dtype=">i4").reshape(2, 3)))
    np.save(HERE / "numpy_objects.npy", np.array([{}, []], dtype=object))
    np.savez(HERE / "numpy.npz", a=np.arange(3), b=np.ones((2, 2), dtype=bool))
    np.savez_compressed(HERE / "numpy_packed.npz", zeros=np.zeros(1000), one=np.float64(1.5))
    save_file({"w": torch.ones(2, 2), "i": torch.arange(3)}, HERE / "safetensors.safetensors", {"format": "pt"})
    table = pd.DataFrame({"whole": [1, 2, 3], "part": [0.5, None, 2.5], "name": ["a", "b", None], "flag": [True, False, True]})
    table.to_parquet(HERE / "pandas.parquet")
    table.to_csv(HERE / "pandas.csv", index=False)
    picture = np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)
    Image.fromarray(picture).save(HERE / "pillow.png")
    Image.fromarray(np.full((4, 5, 3), 100, dtype=np.uint8)).save(HERE / "pillow.jpg")
    Image.fromarray(picture).convert("L").save(HERE / "pillow_gray.png")
    images = bytes(range(12))
    (HERE / "images-idx3-ubyte.gz").write_bytes(gzip.compress(struct.pack(">BBBBIII", 0, 0, 8, 3, 3, 2, 2) + images, mtime=0))
    batch = {"data": np.arange(2 * 3072, dtype=np.uint8).reshape(2, 3072), "labels": [3, 1], "batch_label": "x"}
    (HERE / "cifar_batch").write_bytes(pickle.dumps(batch, protocol=2))


if __name__ == "__main__":
    main()
