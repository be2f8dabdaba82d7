# encodings.base64_codec: bytes in base64, in lines.

import base64
from encodings import _binary


def getregentry():
    return _binary.entry("base64", base64.encodebytes, base64.decodebytes)
