# encodings.aliases: other names of encodings.

import _codecs

aliases = {alias: name for name, other, _ in _codecs._native_names() for alias in other}
aliases |= {
    "base64": "base64_codec",
    "base_64": "base64_codec",
    "hex": "hex_codec",
    "quopri": "quopri_codec",
    "quoted_printable": "quopri_codec",
    "quotedprintable": "quopri_codec",
    "rot13": "rot_13",
    "uu": "uu_codec",
    "zip": "zlib_codec",
    "zlib": "zlib_codec",
}
