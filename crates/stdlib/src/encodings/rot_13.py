# encodings.rot_13: letters moved by half the alphabet.

import codecs
import string
from encodings import _text

_moved = "".join(letters[13:] + letters[:13] for letters in (string.ascii_lowercase, string.ascii_uppercase))
rot13_map = str.maketrans(string.ascii_lowercase + string.ascii_uppercase, _moved)


def _rotate(input, errors="strict"):
    return str.translate(input, rot13_map), len(input)


def rot13(infile, outfile):
    outfile.write(codecs.encode(infile.read(), "rot-13"))


def getregentry():
    return _text.entry("rot-13", _rotate, _rotate, is_text=False)
