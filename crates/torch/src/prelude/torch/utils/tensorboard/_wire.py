"""Protocol buffers and records of TensorBoard's event files, as bytes."""

import struct

_POLYNOMIAL = 0x82F63B78


def _row(index):
    for _ in range(8):
        index = index >> 1 ^ (_POLYNOMIAL if index & 1 else 0)
    return index


_TABLE = [_row(index) for index in range(256)]


def _checksum(data):
    # CRC-32C, rotated and offset, so that checksums may be part of checked data.
    state, table = 0xFFFFFFFF, _TABLE
    for byte in data:
        state = state >> 8 ^ table[(state ^ byte) & 255]
    state ^= 0xFFFFFFFF
    return (state >> 15 | state << 17) + 0xA282EAD8 & 0xFFFFFFFF


def record(data):
    """A record of an event file."""
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", _checksum(length)) + data + struct.pack("<I", _checksum(data))


def _varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def integer(field, value):
    """A whole number, a flag or a member of an enumeration; zero is not written."""
    return _varint(field << 3) + _varint(int(value)) if value else b""


def double(field, value):
    """A number; zero is not written."""
    return always_double(field, value) if value else b""


def always_double(field, value):
    """A number that is one of several alternatives."""
    return _varint(field << 3 | 1) + struct.pack("<d", value)


def single(field, value):
    """A number in half the bytes; zero is not written."""
    return always_single(field, value) if value else b""


def always_single(field, value):
    """A number in half the bytes that is one of several alternatives."""
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def message(field, data):
    """A message, a text or bytes within a message."""
    data = data.encode() if isinstance(data, str) else data
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def text(field, data):
    """A text or bytes; nothing is not written."""
    return message(field, data) if data else b""


def packed(field, form, values):
    """Numbers one behind the other: `form` is that of `struct`, or `v` for whole ones."""
    if not len(values):
        return b""
    if form == "v":
        return message(field, b"".join([_varint(int(value)) for value in values]))
    return message(field, struct.pack(f"<{len(values)}{form}", *values))
