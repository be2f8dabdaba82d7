# encodings.hex_codec: bytes as hexadecimal digits.

import binascii
from encodings import _binary


def getregentry():
    return _binary.entry("hex", binascii.b2a_hex, binascii.a2b_hex)
