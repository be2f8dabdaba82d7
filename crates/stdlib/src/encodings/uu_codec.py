# encodings.uu_codec: bytes as uuencoded text.

import binascii
from encodings import _binary

_BEGIN = b"begin 666 <data>\n"


def _encode(input):
    lines = (binascii.b2a_uu(input[at : at + 45]) for at in range(0, len(input), 45))
    return _BEGIN + b"".join(lines) + b" \nend\n"


def _decode(input):
    lines = iter(bytes(input).splitlines(keepends=True))
    if not any(line.startswith(b"begin") for line in lines):
        raise ValueError('Missing "begin" line in input data')
    data = []
    for line in lines:
        if line == b"end\n":
            break
        try:
            data.append(binascii.a2b_uu(line))
        except binascii.Error:
            # Some encoders leave rubbish behind the line's own bytes.
            length = (((line[0] - 32) & 63) * 4 + 5) // 3
            data.append(binascii.a2b_uu(line[:length]))
    else:
        raise ValueError("Truncated input data")
    return b"".join(data)


def getregentry():
    return _binary.entry("uu", _encode, _decode)
