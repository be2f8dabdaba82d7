"""Hash functions by name."""

from _tensorcell.hashlib import _new, blake2b, blake2s, pbkdf2_hmac, scrypt

algorithms_guaranteed = {
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "blake2b",
    "blake2s",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "shake_128",
    "shake_256",
}
algorithms_available = algorithms_guaranteed | {"sha512_224", "sha512_256"}
__all__ = (
    *sorted(algorithms_guaranteed),
    "new",
    "algorithms_guaranteed",
    "algorithms_available",
    "pbkdf2_hmac",
    "file_digest",
    "scrypt",
)

_OTHER_NAMES = {
    "sha_1": "sha1",
    "sha_224": "sha224",
    "sha_256": "sha256",
    "sha_384": "sha384",
    "sha_512": "sha512",
    "shake128": "shake_128",
    "shake256": "shake_256",
}


def md5(string=b"", *, usedforsecurity=True):
    """Returns a md5 hash object; optionally initialized with a string"""
    return _new("md5", string)


def sha1(string=b"", *, usedforsecurity=True):
    """Returns a sha1 hash object; optionally initialized with a string"""
    return _new("sha1", string)


def sha224(string=b"", *, usedforsecurity=True):
    """Returns a sha224 hash object; optionally initialized with a string"""
    return _new("sha224", string)


def sha256(string=b"", *, usedforsecurity=True):
    """Returns a sha256 hash object; optionally initialized with a string"""
    return _new("sha256", string)


def sha384(string=b"", *, usedforsecurity=True):
    """Returns a sha384 hash object; optionally initialized with a string"""
    return _new("sha384", string)


def sha512(string=b"", *, usedforsecurity=True):
    """Returns a sha512 hash object; optionally initialized with a string"""
    return _new("sha512", string)


def sha3_224(string=b"", *, usedforsecurity=True):
    """Returns a sha3-224 hash object; optionally initialized with a string"""
    return _new("sha3_224", string)


def sha3_256(string=b"", *, usedforsecurity=True):
    """Returns a sha3-256 hash object; optionally initialized with a string"""
    return _new("sha3_256", string)


def sha3_384(string=b"", *, usedforsecurity=True):
    """Returns a sha3-384 hash object; optionally initialized with a string"""
    return _new("sha3_384", string)


def sha3_512(string=b"", *, usedforsecurity=True):
    """Returns a sha3-512 hash object; optionally initialized with a string"""
    return _new("sha3_512", string)


def shake_128(string=b"", *, usedforsecurity=True):
    """Returns a shake-128 variable hash object; optionally initialized with a string"""
    return _new("shake_128", string)


def shake_256(string=b"", *, usedforsecurity=True):
    """Returns a shake-256 variable hash object; optionally initialized with a string"""
    return _new("shake_256", string)


def new(name, data=b"", **kwargs):
    """Return a new hashing object using the named algorithm; optionally initialized with data."""
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    known = name.lower().replace("-", "_")
    known = _OTHER_NAMES.get(known, known)
    if known == "blake2b":
        return blake2b(data, **kwargs)
    if known == "blake2s":
        return blake2s(data, **kwargs)
    if known not in algorithms_available:
        raise ValueError("unsupported hash type " + name)
    return _new(known, data)


def file_digest(fileobj, digest, /, *, _bufsize=2**18):
    """Hash the contents of a file-like object, opened in binary mode. Returns a digest object."""
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):
        made.update(fileobj.getbuffer())
        return made
    readable = getattr(fileobj, "readable", None)
    if not hasattr(fileobj, "readinto") or readable is None or not readable():
        raise ValueError(f"'{fileobj!r}' is not a file-like object in binary reading mode.")
    buffer = bytearray(_bufsize)
    view = memoryview(buffer)
    while size := fileobj.readinto(buffer):
        made.update(view[:size])
    return made
