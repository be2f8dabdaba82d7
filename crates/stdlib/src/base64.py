# base64: bytes as printable text.

_STANDARD = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


class Error(ValueError):
    """Text that is not in the encoding."""

    __module__ = "binascii"


def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters") from None
    if not isinstance(s, (bytes, bytearray)):
        raise TypeError(f"argument should be a bytes-like object or ASCII string, not {type(s).__name__!r}")
    return bytes(s)


def b64encode(s, altchars=None):
    """Encode bytes in Base64; altchars stand for + and /."""
    if not isinstance(s, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not {type(s).__name__!r}")
    letters = _STANDARD if altchars is None else _STANDARD[:62] + altchars
    out = bytearray()
    for at in range(0, len(s), 3):
        part = s[at : at + 3]
        number = int.from_bytes(part + bytes(3 - len(part)), "big")
        four = bytes([letters[number >> shift & 63] for shift in (18, 12, 6, 0)])
        out += four[: len(part) + 1] + b"=" * (3 - len(part))
    return bytes(out)


def b64decode(s, altchars=None, validate=False):
    """Decode Base64; characters that do not belong to it are skipped unless validate is true."""
    s = _bytes(s)
    if altchars is not None:
        s = s.translate(bytes.maketrans(_bytes(altchars), b"+/"))
    places = {letter: place for place, letter in enumerate(_STANDARD)}
    out = bytearray()
    number = count = pads = 0
    for letter in s:
        if letter == 61:
            pads += 1
            if count % 4 >= 2 and count % 4 + pads >= 4:
                break
            continue
        place = places.get(letter)
        if place is None:
            if validate:
                raise Error("Only base64 data is allowed")
            continue
        pads = 0
        number = (number << 6) | place
        count += 1
        if count % 4 == 0:
            out += number.to_bytes(3, "big")
            number = 0
    left = count % 4
    if left == 1:
        raise Error(f"Invalid base64-encoded string: number of data characters ({count}) cannot be 1 more than a multiple of 4")
    if left and left + pads < 4:
        raise Error("Incorrect padding")
    if left:
        out += (number << 6 * (4 - left)).to_bytes(3, "big")[: left - 1]
    return bytes(out)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    """Base64 with - and _ in place of + and /."""
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def b16encode(s):
    """Hexadecimal digits, in capitals."""
    return s.hex().upper().encode()


def b16decode(s, casefold=False):
    s = _bytes(s)
    s = s.upper() if casefold else s
    if any(letter not in b"0123456789ABCDEF" for letter in s):
        raise Error("Non-base16 digit found")
    if len(s) % 2:
        raise Error("Odd-length string")
    return bytes.fromhex(s.decode())


def b32encode(s):
    """Encode bytes in Base32: five bits a letter."""
    out = bytearray()
    for at in range(0, len(s), 5):
        part = s[at : at + 5]
        number = int.from_bytes(part + bytes(5 - len(part)), "big")
        eight = bytes([_BASE32[number >> shift & 31] for shift in range(35, -1, -5)])
        kept = (len(part) * 8 + 4) // 5
        out += eight[:kept] + b"=" * (8 - kept)
    return bytes(out)


def b32decode(s, casefold=False):
    s = _bytes(s)
    if len(s) % 8:
        raise Error("Incorrect padding")
    s = s.upper() if casefold else s
    body = s.rstrip(b"=")
    if len(s) - len(body) not in (0, 1, 3, 4, 6):
        raise Error("Incorrect padding")
    number = 0
    for letter in body:
        place = _BASE32.find(letter)
        if place < 0:
            raise Error("Non-base32 digit found")
        number = number << 5 | place
    length = len(body) * 5 // 8
    return (number >> len(body) * 5 % 8).to_bytes(length, "big")


def encodebytes(s):
    """Base64 in lines of 76 characters."""
    return b"".join([b64encode(s[at : at + 57]) + b"\n" for at in range(0, len(s), 57)])


def decodebytes(s):
    return b64decode(s)
