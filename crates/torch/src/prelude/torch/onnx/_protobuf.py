"""Writes ONNX files: protocol buffers, by the fields of `onnx.proto`."""

import struct

import torch

TYPES = {
    torch.float32: 1, torch.uint8: 2, torch.int8: 3, torch.int16: 5, torch.int32: 6, torch.int64: 7, torch.bool: 9,
    torch.float16: 10, torch.float64: 11, torch.complex64: 14, torch.complex128: 15, torch.bfloat16: 16,
}  # fmt: skip

_VARINT, _BYTES, _FLOAT = 0, 2, 5


def _varint(number):
    number &= (1 << 64) - 1
    parts = []
    while True:
        parts.append(number & 127 | (128 if number > 127 else 0))
        number >>= 7
        if not number:
            return bytes(parts)


def _field(number, value):
    if isinstance(value, bool) or isinstance(value, int):
        return _varint(number << 3 | _VARINT) + _varint(int(value))
    if isinstance(value, float):
        return _varint(number << 3 | _FLOAT) + struct.pack("<f", value)
    value = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | _BYTES) + _varint(len(value)) + value


def message(**fields):
    """A message: fields by `f1=`, `f2=`, ...; a list is a repeated field, None leaves a field out."""
    parts = []
    for name, value in fields.items():
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is not None:
                parts.append(_field(int(name[1:]), item))
    return b"".join(parts)


def tensor(name, value):
    """A `TensorProto`."""
    value = value.detach().cpu().contiguous()
    raw = value.view(torch.int16) if value.dtype == torch.bfloat16 else value
    return message(f1=list(value.shape), f2=TYPES[value.dtype], f8=name, f9=raw.numpy().tobytes())


def attribute(name, value):
    """An `AttributeProto`: an integer, a number, a text, or a list of integers or numbers."""
    if isinstance(value, (list, tuple)):
        if value and isinstance(value[0], float):
            return message(f1=name, f7=list(value), f20=6)
        return message(f1=name, f8=[int(item) for item in value], f20=7)
    if isinstance(value, float):
        return message(f1=name, f2=value, f20=1)
    if isinstance(value, str):
        return message(f1=name, f4=value, f20=3)
    return message(f1=name, f3=int(value), f20=2)


def node(kind, inputs, outputs, name, attributes):
    """A `NodeProto`."""
    own = [attribute(key, value) for key, value in attributes.items() if value is not None]
    return message(f1=inputs, f2=outputs, f3=name, f4=kind, f5=own)


def value_info(name, dtype, shape):
    """A `ValueInfoProto`: sizes are numbers, or names of sizes that may change."""
    dims = [message(f1=size) if isinstance(size, int) else message(f2=size) for size in shape]
    return message(f1=name, f2=message(f1=message(f1=TYPES[dtype], f2=message(f1=dims))))


def model(nodes, name, initializers, inputs, outputs, opset, version):
    """A `ModelProto`."""
    graph = message(f1=nodes, f2=name, f5=initializers, f11=inputs, f12=outputs)
    return message(f1=8, f2="tensorcell", f3=version, f7=graph, f8=message(f1="", f2=opset))
