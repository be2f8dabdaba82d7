# json.scanner: one value after the other.

import re

from _tensorcell.json import _decode

__all__ = ["make_scanner"]

NUMBER_RE = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?", re.VERBOSE | re.MULTILINE | re.DOTALL)


def make_scanner(context):
    """A function that reads the value at a place of a text: (value, its end); StopIteration where none begins."""

    def scan_once(string, idx):
        from json.decoder import JSONDecodeError, _fail

        if idx < 0:
            raise ValueError("idx cannot be negative")
        hooks = context.object_hook, context.parse_float, context.parse_int, context.parse_constant
        try:
            return _decode(string, *hooks, context.object_pairs_hook, _fail, idx, context.strict)
        except JSONDecodeError as error:
            if error.msg == "Expecting value" and error.pos == idx:
                raise StopIteration(idx) from None
            raise

    return scan_once


py_make_scanner = make_scanner
c_make_scanner = None
