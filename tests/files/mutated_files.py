"""Reads mutated files: a value or an exception, never a panic. Prints the outcomes: `mutated_files.py FOLDER FORMAT FIRST COUNT`.

Runs in TensorCell and in CPython 3.13 with the packages that own the formats. Recorded with PyTorch 2.11, NumPy 2.4, pandas 3.1,
pyarrow 26, Pillow 13 and safetensors 0.8: `python -W ignore mutated_files.py . all 0 60 > mutated.txt`.
"""

import bz2
import csv
import gzip
import hashlib
import io
import json
import lzma
import os
import pickle
import sys
import tarfile
import warnings
import zipfile
import zlib

import numpy as np
import pandas as pd
import torch
from PIL import Image
from safetensors.torch import load as load_safetensors


class Chance:
    """xorshift64*"""

    def __init__(self, seed):
        self.state = seed * 0x9E3779B97F4A7C15 % 2**64 or 1
        self.below(2)

    def below(self, bound):
        self.state ^= self.state >> 12
        self.state = (self.state ^ (self.state << 25)) % 2**64
        self.state ^= self.state >> 27
        return (self.state * 0x2545F4914F6CDD1D % 2**64 >> 33) % max(bound, 1)


FEARED = [
    b"\0",
    b"\xff",
    b"\x80",
    b"\xff" * 4,
    b"\xff" * 8,
    b"\x7f" + b"\xff" * 7,
    b"\0" * 8,
    b"-1",
    b"99999999999",
    b"{",
    b"'",
    b"\n",
]


def mutate(data, chance):
    """Changes one to three places: bits, cuts, repeats, truncation, values that readers often mishandle."""
    data = bytearray(data)
    for _ in range(1 + chance.below(3)):
        at = chance.below(len(data) + 1)
        end = min(at + 1 + chance.below(12), len(data))
        kind = chance.below(8)
        if kind < 3 and at < end:
            data[at] ^= 1 << chance.below(8)
        elif kind == 3:
            del data[at:end]
        elif kind == 4:
            data[at:at] = data[at:end] * (1 + chance.below(4))
        elif kind == 5:
            del data[at:]
        elif kind == 6:
            feared = FEARED[chance.below(len(FEARED))]
            data[at : at + len(feared)] = feared
        else:
            data[at:at] = bytes(chance.below(256) for _ in range(chance.below(6)))
    return bytes(data)


def summary(value):
    """Text that is equal for equal values in both programs."""
    if isinstance(value, torch.Tensor):
        value = value.detach()
        if value.dtype == torch.bfloat16:
            value = value.view(torch.int16)
        return f"tensor {value.dtype} {tuple(value.shape)} {summary(value.contiguous().numpy().tobytes())}"
    if isinstance(value, np.ndarray):
        if getattr(value.dtype, "byteorder", "=") == ">":
            value = value.astype(value.dtype.newbyteorder("="))
        return f"array {value.dtype} {value.shape} {summary(value.tobytes())}"
    if isinstance(value, Image.Image):
        return f"image {value.mode} {value.size} {summary(value.tobytes())}"
    if isinstance(value, pd.DataFrame):
        return f"frame {value.to_dict('list')} {list(value.index)}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{summary(k)}: {summary(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(summary(v) for v in value)})"
    if isinstance(value, torch.nn.Module):
        return f"{value} {summary(value.state_dict())}"
    if isinstance(value, bytes):
        return hashlib.md5(value).hexdigest()
    return repr(value)


def npz(data):
    with np.load(io.BytesIO(data)) as arrays:
        return {name: arrays[name] for name in arrays.files}


def image(data):
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def archive(data):
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def tape(data):
    with tarfile.open(fileobj=io.BytesIO(data)) as opened:
        return {m.name: (m.size, m.mode, m.isfile() and opened.extractfile(m).read()) for m in opened.getmembers()}


def rows(data):
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def zipped():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr(zipfile.ZipInfo("a/b.txt"), "text " * 20)
        opened.writestr(zipfile.ZipInfo("empty"), b"")
    return held.getvalue()


def taped():
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as opened:
        for name, data in {"a.txt": b"some text", "folder/" + "n" * 120: b"x" * 600}.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            opened.addfile(member, io.BytesIO(data))
    return held.getvalue()


VALUE = {
    "a": [1, -2, 10**30, 0.5, None, True],
    "t": ("x", b"y", {3}, frozenset([4])),
    "é": complex(1, 2),
    "big": list(range(300)),
}
TEXT = json.dumps({"a": [1, -2.5e3, None, True, "é\n\ud83d"], "b": {"c": {}}, "long": "x" * 40})


def load(data):
    return torch.load(io.BytesIO(data))


def load_all(data):
    return torch.load(io.BytesIO(data), weights_only=False)


# name: (a file's name or bytes, the reader)
FORMATS = {
    "npy": ("numpy.npy", lambda data: np.load(io.BytesIO(data))),
    "npy_columns": ("numpy_columns.npy", lambda data: np.load(io.BytesIO(data))),
    "npz": ("numpy.npz", npz),
    "npz_packed": ("numpy_packed.npz", npz),
    "txt": (b"# a b\n1 2.5\n-3 4e2\n\n5 nan # end\n", lambda data: np.loadtxt(io.BytesIO(data))),
    "pt": ("pytorch.pt", load),
    "pt_old": ("pytorch_old.pth", load),
    "pt_checkpoint": ("pytorch_checkpoint.pt", load),
    "pt_module": ("pytorch_module.pt", load_all),
    "safetensors": ("safetensors.safetensors", lambda data: dict(sorted(load_safetensors(data).items()))),
    "csv": ("pandas.csv", lambda data: pd.read_csv(io.BytesIO(data))),
    "parquet": ("pandas.parquet", lambda data: pd.read_parquet(io.BytesIO(data))),
    "png": ("pillow.png", image),
    "jpg": ("pillow.jpg", image),
    "zip": (zipped, archive),
    "tar": (taped, tape),
    "gz": (lambda: gzip.compress(b"some text " * 9, mtime=0), gzip.decompress),
    "bz2": (lambda: bz2.compress(b"some text " * 9), bz2.decompress),
    "xz": (lambda: lzma.compress(b"some text " * 9), lzma.decompress),
    "zlib": (lambda: zlib.compress(b"some text " * 9), zlib.decompress),
    "json": (TEXT.encode(), json.loads),
    "rows": (b'a,"b ""c""",d\r\n1,2,3\r\n"x\ny",,\r\n', rows),
    "pickle": (lambda: pickle.dumps(VALUE, protocol=4), pickle.loads),
    "pickle_0": (lambda: pickle.dumps(VALUE, protocol=0), pickle.loads),
    "pickle_2": (lambda: pickle.dumps(VALUE, protocol=2), pickle.loads),
}


def outcome(reader, data):
    try:
        return hashlib.md5(summary(reader(data)).encode("utf-8", "backslashreplace")).hexdigest()[:8]
    except Exception:
        return "refused"


def main(folder, form, first, count):
    warnings.simplefilter("ignore")
    source, reader = FORMATS[form]
    if isinstance(source, str):
        with open(os.path.join(folder, source), "rb") as file:
            source = file.read()
    elif callable(source):
        source = source()
    for seed in range(first, first + count):
        print(form, seed, outcome(reader, mutate(source, Chance(seed)) if seed else source), flush=True)


if __name__ == "__main__":
    for name in FORMATS if sys.argv[2] == "all" else [sys.argv[2]]:
        main(sys.argv[1], name, int(sys.argv[3]), int(sys.argv[4]))
