# encodings.quopri_codec: bytes as quoted-printable text.

import binascii
from encodings import _binary


def getregentry():
    def encode(input):
        return binascii.b2a_qp(input, quotetabs=True)

    return _binary.entry("quopri", encode, binascii.a2b_qp)
