"""Bytes as printable text: Base16, Base32, Base64, Base85."""

import binascii
import struct

__all__ = [
    "encode",
    "decode",
    "encodebytes",
    "decodebytes",
    "b64encode",
    "b64decode",
    "b32encode",
    "b32decode",
    "b32hexencode",
    "b32hexdecode",
    "b16encode",
    "b16decode",
    "b85encode",
    "b85decode",
    "a85encode",
    "a85decode",
    "z85encode",
    "z85decode",
    "standard_b64encode",
    "standard_b64decode",
    "urlsafe_b64encode",
    "urlsafe_b64decode",
]

bytes_types = (bytes, bytearray)
MAXLINESIZE = 76
MAXBINSIZE = (MAXLINESIZE // 4) * 3


def _bytes_from_decode_data(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters")
    if isinstance(s, bytes_types):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError(f"argument should be a bytes-like object or ASCII string, not {s.__class__.__name__!r}") from None


def b64encode(s, altchars=None):
    """Encode the bytes-like object s using Base64 and return a bytes object; altchars stand for + and /."""
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    """Decode the Base64 encoded bytes-like object or ASCII string s; what is no letter of it is skipped unless validate."""
    s = _bytes_from_decode_data(s)
    if altchars is not None:
        altchars = _bytes_from_decode_data(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    """Encode bytes-like object s using the standard Base64 alphabet."""
    return b64encode(s)


def standard_b64decode(s):
    """Decode bytes encoded with the standard Base64 alphabet."""
    return b64decode(s)


_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_", b"+/")


def urlsafe_b64encode(s):
    """Encode bytes using the URL- and filesystem-safe Base64 alphabet."""
    return b64encode(s).translate(_TO_URL)


def urlsafe_b64decode(s):
    """Decode bytes using the URL- and filesystem-safe Base64 alphabet."""
    return b64decode(_bytes_from_decode_data(s).translate(_FROM_URL))


_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_BASE32_HEX = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"


_pairs = {}


def _pairs_of(alphabet):
    """All pairs of letters, in order: two digits are found at once."""
    pairs = _pairs.get(alphabet)
    if pairs is None:
        pairs = _pairs[alphabet] = [bytes((first, second)) for first in alphabet for second in alphabet]
    return pairs


def _to_base32(alphabet, s):
    if not isinstance(s, bytes_types):
        s = memoryview(s).tobytes()
    rest = len(s) % 5
    if rest:
        s = bytes(s) + b"\0" * (5 - rest)
    pairs, chunks = _pairs_of(alphabet), []
    for at in range(0, len(s), 5):
        number = int.from_bytes(s[at : at + 5], "big")
        chunks += pairs[number >> 30], pairs[number >> 20 & 1023], pairs[number >> 10 & 1023], pairs[number & 1023]
    encoded = bytearray(b"".join(chunks))
    pads = {0: 0, 1: 6, 2: 4, 3: 3, 4: 1}[rest]
    if pads:
        encoded[-pads:] = b"=" * pads
    return bytes(encoded)


def _from_base32(alphabet, s, casefold, map01):
    s = _bytes_from_decode_data(s)
    if len(s) % 8:
        raise binascii.Error("Incorrect padding")
    if map01 is not None:
        map01 = _bytes_from_decode_data(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b"01", b"O" + map01))
    if casefold:
        s = s.upper()
    places = {letter: place for place, letter in enumerate(alphabet)}
    length = len(s)
    s = s.rstrip(b"=")
    pads = length - len(s)
    decoded = bytearray()
    number = 0
    for at in range(0, len(s), 8):
        eight = s[at : at + 8]
        number = 0
        for letter in eight:
            if letter not in places:
                raise binascii.Error("Non-base32 digit found") from None
            number = (number << 5) + places[letter]
        decoded += number.to_bytes(5, "big")
    if length % 8 or pads not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    if pads and decoded:
        last = (number << 5 * pads).to_bytes(5, "big")
        decoded[-5:] = last[: (43 - 5 * pads) // 8]
    return bytes(decoded)


def b32encode(s):
    """Encode the bytes-like objects using base32 and return a bytes object."""
    return _to_base32(_BASE32, s)


def b32decode(s, casefold=False, map01=None):
    """Decode the base32 encoded bytes-like object or ASCII string s."""
    return _from_base32(_BASE32, s, casefold, map01)


def b32hexencode(s):
    """Encode the bytes-like objects using base32hex and return a bytes object."""
    return _to_base32(_BASE32_HEX, s)


def b32hexdecode(s, casefold=False):
    """Decode the base32hex encoded bytes-like object or ASCII string s."""
    return _from_base32(_BASE32_HEX, s, casefold, None)


def b16encode(s):
    """Encode the bytes-like object s using Base16 and return a bytes object."""
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """Decode the Base16 encoded bytes-like object or ASCII string s."""
    s = _bytes_from_decode_data(s)
    if casefold:
        s = s.upper()
    if s.translate(None, delete=b"0123456789ABCDEF"):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)


def _to_base85(b, alphabet, pad, short_zero=None, short_space=None):
    """Five digits for each four bytes; zeros and spaces may have letters of their own."""
    if not isinstance(b, bytes_types):
        b = memoryview(b).tobytes()
    missing = -len(b) % 4
    b = bytes(b) + b"\0" * missing
    pairs, letters = _pairs_of(alphabet), [bytes((letter,)) for letter in alphabet]
    chunks = []
    for word in struct.unpack(f"!{len(b) // 4}I", b):
        if short_zero and word == 0:
            chunks.append(short_zero)
        elif short_space and word == 0x20202020:
            chunks.append(short_space)
        else:
            chunks.append(pairs[word // 614125] + pairs[word // 85 % 7225] + letters[word % 85])
    if missing and not pad:
        if chunks[-1] == short_zero:
            chunks[-1] = bytes([alphabet[0]]) * 5
        chunks[-1] = chunks[-1][:-missing]
    return b"".join(chunks)


_ASCII85 = bytes(range(33, 118))


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Encode bytes-like object b using Ascii85 and return a bytes object."""
    encoded = _to_base85(b, _ASCII85, pad, b"z", b"y" if foldspaces else None)
    if adobe:
        encoded = b"<~" + encoded
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        chunks = [encoded[at : at + wrapcol] for at in range(0, len(encoded), wrapcol)]
        if adobe and len(chunks[-1]) + 2 > wrapcol:
            chunks.append(b"")
        encoded = b"\n".join(chunks)
    return encoded + b"~>" if adobe else encoded


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    """Decode the Ascii85 encoded bytes-like object or ASCII string b."""
    b = _bytes_from_decode_data(b)
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with {!r}".format(b"~>"))
        b = b[2:-2] if b.startswith(b"<~") else b[:-2]
    decoded = []
    digits = []
    for letter in b + b"u" * 4:
        if 33 <= letter <= 117:
            digits.append(letter)
            if len(digits) == 5:
                word = 0
                for digit in digits:
                    word = 85 * word + (digit - 33)
                if word > 0xFFFFFFFF:
                    raise ValueError("Ascii85 overflow") from None
                decoded.append(word.to_bytes(4, "big"))
                digits.clear()
        elif letter == 122:
            if digits:
                raise ValueError("z inside Ascii85 5-tuple")
            decoded.append(b"\0\0\0\0")
        elif foldspaces and letter == 121:
            if digits:
                raise ValueError("y inside Ascii85 5-tuple")
            decoded.append(b"\x20\x20\x20\x20")
        elif letter not in ignorechars:
            raise ValueError("Non-Ascii85 digit found: %c" % letter)
    result = b"".join(decoded)
    padding = 4 - len(digits)
    return result[:-padding] if padding else result


_BASE85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_Z85 = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"


def b85encode(b, pad=False):
    """Encode bytes-like object b in base85 format and return a bytes object."""
    return _to_base85(b, _BASE85, pad)


def _from_base85(b, alphabet, name):
    b = _bytes_from_decode_data(b)
    places = {letter: place for place, letter in enumerate(alphabet)}
    missing = -len(b) % 5
    b = bytes(b) + bytes([alphabet[-1]]) * missing
    decoded = []
    for at in range(0, len(b), 5):
        p, q, r, s, t = b[at : at + 5]
        try:
            word = (((places[p] * 85 + places[q]) * 85 + places[r]) * 85 + places[s]) * 85 + places[t]
        except KeyError:
            place = next(place for place, letter in enumerate(b[at : at + 5]) if letter not in places)
            raise ValueError(f"bad {name} character at position {at + place}") from None
        if word > 0xFFFFFFFF:
            raise ValueError(f"{name} overflow in hunk starting at byte {at}") from None
        decoded.append(word.to_bytes(4, "big"))
    result = b"".join(decoded)
    return result[:-missing] if missing else result


def b85decode(b):
    """Decode the base85-encoded bytes-like object or ASCII string b."""
    return _from_base85(b, _BASE85, "base85")


def z85encode(s):
    """Encode bytes-like object s in z85 format and return a bytes object."""
    return _to_base85(s, _Z85, False)


def z85decode(s):
    """Decode the z85-encoded bytes-like object or ASCII string s."""
    return _from_base85(s, _Z85, "z85")


def encode(input, output):
    """Encode a file; input and output are binary files."""
    while s := input.read(MAXBINSIZE):
        while len(s) < MAXBINSIZE and (more := input.read(MAXBINSIZE - len(s))):
            s += more
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    """Decode a file; input and output are binary files."""
    while line := input.readline():
        output.write(binascii.a2b_base64(line))


def _input_type_check(s):
    try:
        view = memoryview(s)
    except TypeError as problem:
        raise TypeError("expected bytes-like object, not %s" % s.__class__.__name__) from problem
    if view.format not in ("c", "b", "B"):
        raise TypeError("expected single byte elements, not %r from %s" % (view.format, s.__class__.__name__))
    if view.ndim != 1:
        raise TypeError("expected 1-D data, not %d-D data from %s" % (view.ndim, s.__class__.__name__))


def encodebytes(s):
    """Encode a bytestring into a bytes object containing multiple lines of base-64 data."""
    _input_type_check(s)
    return b"".join(binascii.b2a_base64(s[at : at + MAXBINSIZE]) for at in range(0, len(s), MAXBINSIZE))


def decodebytes(s):
    """Decode a bytestring of base-64 data into a bytes object."""
    _input_type_check(s)
    return binascii.a2b_base64(s)
