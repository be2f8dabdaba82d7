"""Random numbers for secrets: passwords, tokens and their like."""

import base64
import binascii
from random import SystemRandom

from _tensorcell.hashlib import compare_digest

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes", "token_hex", "token_urlsafe", "compare_digest"]

DEFAULT_ENTROPY = 32

_system = SystemRandom()
randbits = _system.getrandbits
choice = _system.choice


def randbelow(exclusive_upper_bound):
    """Return a random int in the range [0, n)."""
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return _system.randrange(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """Return a random byte string containing nbytes bytes; of a reasonable number where none is given."""
    return _system.randbytes(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    """Return a random text string, in hexadecimal."""
    return binascii.hexlify(token_bytes(nbytes)).decode("ascii")


def token_urlsafe(nbytes=None):
    """Return a random URL-safe text string, in Base64 encoding."""
    return base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b"=").decode("ascii")
