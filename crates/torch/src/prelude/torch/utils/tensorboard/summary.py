"""Encodes events: TensorBoard's `Summary` messages as bytes, made from tensors or arrays."""

import io

import numpy as np

import torch
from torch.utils.tensorboard import _wire as wire
from torch.utils.tensorboard._arrays import convert_to_HWC, make_np

_STRING = 7
# dtype -> TensorBoard's type number, its field, and the number format.
_TYPES = {
    torch.float32: (1, 5, "f"),
    torch.float64: (2, 6, "d"),
    torch.int32: (3, 7, "v"),
    torch.uint8: (4, 16, "v"),
    torch.int16: (5, 7, "v"),
    torch.int8: (6, 7, "v"),
    torch.int64: (9, 10, "v"),
    torch.bool: (10, 11, "v"),
    torch.bfloat16: (14, 13, "v"),
    torch.float16: (19, 13, "v"),
}


def _summary(tag, value, plugin=None, content=b""):
    # A summary of one value. `value` is its field.
    data = wire.text(1, tag) + value
    if plugin is not None:
        data += wire.message(9, wire.message(1, wire.text(1, plugin) + wire.text(2, content)))
    return wire.message(1, data)


def _tensor(kind, shape, numbers):
    sizes = b"".join([wire.message(2, wire.integer(1, size)) for size in shape])
    return wire.message(8, wire.integer(1, kind) + wire.message(2, sizes) + numbers)


def scalar(name, tensor, collections=None, new_style=False, double_precision=False):
    """One number."""
    array = make_np(tensor).squeeze()
    if array.ndim != 0:
        raise AssertionError(
            f"Tensor should contain one element (0 dimensions). Was given size: {array.size} and {array.ndim} dimensions."
        )
    number = float(array)
    if not new_style:
        return _summary(name, wire.always_single(2, number))
    value = _tensor_without_shape(2, wire.packed(6, "d", [number])) if double_precision else _single(number)
    return _summary(name, value, "scalars")


def _single(number):
    return _tensor_without_shape(1, wire.packed(5, "f", [number]))


def _tensor_without_shape(kind, numbers):
    return wire.message(8, wire.integer(1, kind) + numbers)


def tensor_proto(tag, tensor):
    """A whole tensor."""
    if tensor.dtype not in _TYPES:
        raise ValueError(f"{tag} has unsupported tensor dtype {tensor.dtype}")
    kind, field, form = _TYPES[tensor.dtype]
    numbers = tensor.flatten()
    if tensor.dtype in (torch.float16, torch.bfloat16):
        # TensorBoard receives the bits of float32.
        numbers = numbers.float().view(torch.int32)
    return _summary(tag, _tensor(kind, tensor.shape, wire.packed(field, form, numbers.tolist())), "tensor")


def histogram_raw(name, min, max, num, sum, sum_squares, bucket_limits, bucket_counts):
    """A histogram that is counted already."""
    limits = [float(limit) for limit in bucket_limits]
    counts = [float(count) for count in bucket_counts]
    numbers = [wire.double(field, float(x)) for field, x in enumerate((min, max, num, sum, sum_squares), 1)]
    return _summary(name, wire.message(5, b"".join(numbers) + wire.packed(6, "d", limits) + wire.packed(7, "d", counts)))


def histogram(name, values, bins, max_bins=None):
    """A histogram of numbers."""
    values = make_np(values).astype(float).reshape(-1)
    if values.size == 0:
        raise ValueError("The input has no element.")
    counts, limits = np.histogram(values, bins=bins)
    counts, limits = counts.tolist(), limits.tolist()
    if max_bins is not None and len(counts) > max_bins:
        counts, limits = _joined(counts, limits, len(counts) // max_bins)
    filled = [at for at, count in enumerate(counts) if count > 0]
    if not filled:
        raise ValueError("The histogram is empty, please file a bug report.")
    first, end = filled[0], filled[-1] + 1
    # TensorBoard stores only upper edges: an empty bin before the first provides its lower edge.
    counts = [0] + counts[first:end]
    squares = values.dot(values)
    return histogram_raw(name, values.min(), values.max(), len(values), values.sum(), squares, limits[first : end + 1], counts)


def _joined(counts, limits, step):
    # Fewer bins, merged by `step`.
    joined = [sum(counts[at : at + step]) for at in range(0, len(counts), step)]
    return joined, limits[:-1:step] + limits[-1:]


def image(tag, tensor, rescale=1, dataformats="NCHW"):
    """A picture, or several as one."""
    return _summary(tag, _picture(_bytes(convert_to_HWC(make_np(tensor), dataformats)), rescale))


def image_boxes(tag, tensor_image, tensor_boxes, rescale=1, dataformats="CHW", labels=None):
    """A picture with boxes (left, upper, right, lower) drawn on it."""
    picture = _bytes(convert_to_HWC(make_np(tensor_image), dataformats))
    return _summary(tag, _picture(picture, rescale, make_np(tensor_boxes), labels))


def _bytes(array):
    scale = 1 if array.dtype == np.uint8 else 255
    return (array.astype(np.float32) * scale).clip(0, 255).astype(np.uint8)


def _picture(array, rescale, boxes=None, labels=None):
    from PIL import Image

    height, width, samples = array.shape
    picture = Image.fromarray(array)
    if boxes is not None:
        _draw_boxes(picture, boxes, labels)
    picture = picture.resize((int(width * rescale), int(height * rescale)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.save(out, format="PNG")
    sizes = wire.integer(1, height) + wire.integer(2, width) + wire.integer(3, samples)
    return wire.message(4, sizes + wire.text(4, out.getvalue()))


def _draw_boxes(picture, boxes, labels):
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    for at, (left, upper, right, lower) in enumerate(boxes.tolist()):
        corners = [(left, upper), (left, lower), (right, lower), (right, upper), (left, upper)]
        draw.line(corners, width=2, fill="Red")
        if labels is not None:
            draw.text((left, upper), labels[at], fill="black")


def video(tag, tensor, fps=4):
    """Returns nothing: there is no video encoder."""
    print("add_video needs package moviepy")
    return _summary(tag, b"")


def audio(tag, tensor, sample_rate=44100):
    """A sound of one channel, its samples in [-1, 1]."""
    import wave

    array = make_np(tensor).squeeze()
    if abs(array).max() > 1:
        print("warning: audio amplitude out of range, auto clipped.")
        array = array.clip(-1, 1)
    if array.ndim != 1:
        raise AssertionError("input tensor should be 1 dimensional.")
    samples = (array * np.iinfo(np.int16).max).astype(np.int16)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sample_rate)
        file.writeframes(samples.tobytes())
    facts = wire.single(1, sample_rate) + wire.integer(2, 1) + wire.integer(3, len(samples))
    return _summary(tag, wire.message(6, facts + wire.text(4, out.getvalue()) + wire.text(5, "audio/wav")))


def text(tag, text):
    """A text in Markdown."""
    return _summary(tag + "/text_summary", _tensor(_STRING, [1], wire.message(8, text)), "text")


def custom_scalars(layout):
    """Which scalars are shown in one chart: {category: {title: ["Multiline" or "Margin", tags]}}."""
    categories = [_category(title, charts) for title, charts in layout.items()]
    content = b"".join([wire.message(2, category) for category in categories])
    value = wire.message(8, wire.integer(1, _STRING) + wire.message(2, b"") + wire.message(8, content))
    return _summary("custom_scalars__config__", value, "custom_scalars")


def _category(title, charts):
    found = [wire.message(2, wire.text(1, name) + _chart(kind, tags)) for name, (kind, tags) in charts.items()]
    return wire.text(1, title) + b"".join(found)


def _chart(kind, tags):
    if kind != "Margin":
        return wire.message(2, b"".join([wire.message(1, tag) for tag in tags]))
    if len(tags) != 3:
        raise AssertionError("len(tags) != 3")
    return wire.message(3, wire.message(1, b"".join([wire.text(at, tag) for at, tag in enumerate(tags, 1)])))


def pr_curve(tag, labels, predictions, num_thresholds=127, weights=None):
    """Precision against recall, for evenly spaced thresholds between 0 and 1."""
    num_thresholds = min(num_thresholds, 127)
    places = np.floor(predictions * (num_thresholds - 1)).astype(np.int64)
    labels = labels.astype(np.float64)
    weights = 1.0 if weights is None else weights
    edges = dict(bins=num_thresholds, range=(0, num_thresholds - 1))
    positive = np.histogram(places, weights=labels * weights, **edges)[0]
    negative = np.histogram(places, weights=(1.0 - labels) * weights, **edges)[0]
    tp, fp = np.cumsum(positive[::-1])[::-1], np.cumsum(negative[::-1])[::-1]
    tn, fn = fp[0] - fp, tp[0] - tp
    precision, recall = tp / np.maximum(1e-7, tp + fp), tp / np.maximum(1e-7, tp + fn)
    return pr_curve_raw(tag, tp, fp, tn, fn, precision, recall, num_thresholds)


def pr_curve_raw(tag, tp, fp, tn, fn, precision, recall, num_thresholds=127, weights=None):
    """Precision against recall that is counted already."""
    data = np.stack((tp, fp, tn, fn, precision, recall))
    value = _tensor(1, data.shape, wire.packed(5, "f", data.reshape(-1).tolist()))
    return _summary(tag, value, "pr_curves", wire.integer(2, min(num_thresholds, 127)))


def hparams(hparam_dict=None, metric_dict=None, hparam_domain_discrete=None):
    """An experiment: its hyperparameters, its metrics, and its success."""
    domains = hparam_domain_discrete or {}
    _check_hparams(hparam_dict, metric_dict, domains)
    values, infos = b"", b""
    for name, value in hparam_dict.items():
        if value is None:
            continue
        kind, data = _setting(make_np(value)[0] if isinstance(value, torch.Tensor) else value)
        values += wire.message(1, wire.message(1, name) + wire.message(2, data))
        infos += wire.message(4, wire.text(1, name) + wire.integer(4, kind) + _domain(domains.get(name)))
    metrics = b"".join([wire.message(5, wire.message(1, wire.text(2, name))) for name in metric_dict])
    contents = dict(experiment=wire.message(2, infos + metrics), session_start_info=wire.message(3, values))
    contents["session_end_info"] = wire.message(4, wire.integer(1, 1))
    return tuple([_summary(f"_hparams_/{name}", b"", "hparams", content) for name, content in contents.items()])


def _setting(value):
    # The type number and the value. A bool counts as a number, as in Python.
    if isinstance(value, str):
        return 1, wire.message(3, value)
    if isinstance(value, (int, float, np.number)):
        return 3, wire.always_double(2, float(value))
    raise ValueError("value should be one of int, float, str, bool, or torch.Tensor")


def _domain(values):
    if values is None:
        return b""
    return wire.message(5, b"".join([wire.message(1, _setting(value)[1]) for value in values]))


def _check_hparams(hparam_dict, metric_dict, domains):
    for name, given in (("hparam_dict", hparam_dict), ("metric_dict", metric_dict)):
        if not isinstance(given, dict):
            raise TypeError(f"parameter: {name} should be a dictionary, nothing logged.")
    if not isinstance(domains, dict):
        raise TypeError("parameter: hparam_domain_discrete should be a dictionary, nothing logged.")
    for name, values in domains.items():
        kind = type(hparam_dict.get(name))
        if name not in hparam_dict or not isinstance(values, list) or not all([isinstance(v, kind) for v in values]):
            raise TypeError(f"parameter: hparam_domain_discrete[{name}] should be a list of same type as hparam_dict[{name}].")
