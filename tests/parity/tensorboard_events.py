# cpu only: files hold numbers, wherever tensors were
# torch.utils.tensorboard: what the event files say, field by field of their records.
import glob
import io
import os
import struct
import tempfile

import numpy as np
import torch
from PIL import Image
from torch.utils.tensorboard import SummaryWriter

PNG = b"\x89PNG"


def records(path):
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        yield data[at + 12 : at + 12 + length], data[at + 8 : at + 12], data[at + 12 + length : at + 16 + length]
        at += 16 + length


def varint(data, at):
    shift = value = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields(data):
    at, found = 0, []
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(key & 7)
            if size is None:
                size, at = varint(data, at)
            value, at = bytes(data[at : at + size]), at + size
        found.append((key >> 3, value))
    return sorted(found, key=lambda field: field[0])


def show(folder):
    for path in sorted(glob.glob(folder + "/**/events*", recursive=True)):
        place = os.path.relpath(os.path.dirname(path), folder)
        for at, (record, first, last) in enumerate(records(path)):
            event = [field for field in fields(record) if field[0] not in (1, 10)]
            print(place, at, [(number, short(value)) for number, value in event])
            if at and len(record) < 300 and PNG not in record and b"start_info" not in record:
                print("   ", first.hex(), len(last))


def short(value):
    if isinstance(value, int):
        return value
    if PNG in value:
        return picture(fields(fields(value)[0][1]))
    if b"start_info" in value:
        # The order of a map's entries is any.
        return len(value), sum(value)
    return value.hex() if len(value) < 700 else (len(value), sum(value), value[:300].hex())


def picture(value):
    tag, image = value[0][1].decode(), fields(value[1][1])
    pixels = np.asarray(Image.open(io.BytesIO(image[-1][1])))
    return tag, image[:-1], pixels.shape, int(pixels.astype(np.int64).sum())


def logged(what, **options):
    with tempfile.TemporaryDirectory() as folder:
        with SummaryWriter(folder, **options) as writer:
            what(writer)
        show(folder)


def scalars(writer):
    writer.add_scalar("loss/train", 0.5, 3, walltime=12.5)
    writer.add_scalar("zero", 0, walltime=1)
    writer.add_scalar("tensor", torch.tensor([2.25]), np.int64(7), walltime=2)
    writer.add_scalar("new", 0.1, -1, walltime=2, new_style=True)
    writer.add_scalar("double", np.float32(0.1), 1, walltime=2, new_style=True, double_precision=True)
    try:
        writer.add_scalar("two", torch.ones(2), 1)
    except AssertionError as error:
        print(type(error).__name__, " ".join(str(error).split()))


def several(writer):
    writer.add_scalars("run/a", {"x": 1, "y": torch.tensor(2.5)}, 5, walltime=1)
    writer.add_text("note", "a *word* é", 2, walltime=1)
    writer.add_custom_scalars({"A": {"one": ["Multiline", ["a", "b"]], "two": ["Margin", ["m", "l", "u"]]}, "B": {}})
    writer.add_custom_scalars_marginchart(["m", "l", "u"])
    writer.add_custom_scalars_multilinechart(["p", "q"], title="t")


def histograms(writer):
    values = torch.tensor([-2.0, 0.0, 0.5, 0.5, 3.0, 7.25])
    writer.add_histogram("t", values, 1, walltime=1)
    writer.add_histogram("five", values, 1, bins=5, walltime=1)
    writer.add_histogram("few", values, 1, bins=7, max_bins=3, walltime=1)
    writer.add_histogram("half", values.to(torch.bfloat16), 1, bins=3, walltime=1)
    writer.add_histogram_raw("raw", -1, 2.5, 3, 4, 5, [1, 2], [3, 4], 1, walltime=1)
    for wrong in (
        lambda: writer.add_histogram("e", torch.empty(0)),
        lambda: writer.add_histogram_raw("r", 1, 2, 3, 4, 5, [1], []),
    ):
        try:
            wrong()
        except ValueError as error:
            print(error)


def tensors(writer):
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.bool):
        writer.add_tensor(str(dtype), torch.arange(3).sub(1).to(dtype).view(3, 1), 1, walltime=1)
    labels, guesses = np.array([0, 1, 1, 0, 1]), np.array([0.1, 0.9, 0.4, 0.35, 0.8])
    writer.add_pr_curve("curve", torch.from_numpy(labels), torch.from_numpy(guesses), 1, num_thresholds=5, walltime=1)
    writer.add_pr_curve("weighed", labels, guesses, 1, num_thresholds=4, weights=2.0, walltime=1)


def pictures(writer):
    picture = torch.arange(24.0).view(2, 3, 4) / 24
    writer.add_image("one", picture[:1], 1, walltime=1)
    writer.add_image("rows", picture[0].numpy(), 1, walltime=1, dataformats="HW")
    writer.add_image("colour", (torch.arange(36).view(3, 3, 4) * 7).to(torch.uint8), 1, walltime=1)
    writer.add_images("many", torch.arange(360.0).view(5, 3, 4, 6) / 360, 1, walltime=1)
    writer.add_images("last", torch.arange(48.0).view(2, 4, 6, 1) / 48, 1, walltime=1, dataformats="NHWC")
    for wrong in ("CHWC", "HW"):
        try:
            writer.add_image("wrong", picture, dataformats=wrong)
        except AssertionError as error:
            print(" ".join(str(error).split()))
    writer.add_audio("tone", torch.sin(torch.arange(20.0)), 1, sample_rate=8000, walltime=1)


def settings(writer):
    hparams = {"lr": 0.5, "name": "adam", "flag": True, "steps": 3, "none": None, "t": torch.tensor([1.5])}
    writer.add_hparams(hparams, {"accuracy": 0.75}, {"lr": [0.5, 0.25], "name": ["adam", "sgd"]}, run_name="run", global_step=2)
    for given in (([], {}), ({"a": []}, {}), ({"a": 1}, {}, {"a": [1.5]})):
        try:
            writer.add_hparams(*given)
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)


for what in (scalars, several, histograms, tensors, pictures):
    print("==", what.__name__)
    logged(what)
print("== settings")
logged(settings)
print("== purged")
logged(lambda writer: writer.add_scalar("a", 1, 5, walltime=1), purge_step=4, filename_suffix=".x")
with tempfile.TemporaryDirectory() as folder:
    writer = SummaryWriter(folder)
    print(writer.get_logdir() == folder, len(writer.default_bins), writer.default_bins[774:777])
    vectors = torch.tensor([[1.0, 2.5], [3.0, -4.0]])
    writer.add_embedding(vectors, metadata=["a", "b"], label_img=torch.ones(2, 3, 4, 4), global_step=1)
    writer.add_embedding(vectors.numpy(), metadata=[["x", 1], ["y", 2]], metadata_header=["n", "v"], tag="a/b")
    writer.close()
    for path in sorted(glob.glob(folder + "/**/*", recursive=True)):
        name = os.path.relpath(path, folder)
        if path.endswith((".tsv", ".pbtxt")):
            print(name, repr(open(path).read()))
        elif not os.path.basename(name).startswith("events"):
            print(name)
    writer.add_scalar("again", 1)
    writer.close()
    print(len(glob.glob(folder + "/events*")))
