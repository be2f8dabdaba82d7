"""Converts objects to JSON for the front end."""

import json
import numbers
import types
from base64 import b64encode
from collections.abc import MutableSequence
from datetime import datetime

__name__ = "ipykernel.jsonutil"

_SEQUENCES = (tuple, set, frozenset, types.GeneratorType, MutableSequence)


def json_clean(obj):
    """Copies a value to JSON types: bytes in base64, sequences as lists, dates as texts, infinities as their names."""
    if obj is None or isinstance(obj, (str, bool)):
        return obj
    if isinstance(obj, numbers.Integral):
        return int(obj)
    if isinstance(obj, numbers.Real):
        value = float(obj)
        return repr(obj) if value != value or value in (float("inf"), float("-inf")) else value
    if isinstance(obj, (bytes, bytearray, memoryview)):
        return b64encode(bytes(obj)).decode("ascii")
    if isinstance(obj, dict):
        names = [str(key) for key in obj]
        if len(set(names)) < len(names):
            raise ValueError("dict cannot be safely converted to JSON: key collision would lead to dropped values")
        return {name: json_clean(value) for name, value in zip(names, obj.values())}
    if isinstance(obj, (list, *_SEQUENCES)) or (hasattr(obj, "__iter__") and hasattr(obj, "__next__")):
        return [json_clean(value) for value in obj]
    if isinstance(obj, datetime):
        return obj.isoformat()
    raise ValueError("Can't clean for JSON: %r" % obj)


def _dumps(obj):
    try:
        return json.dumps(obj, allow_nan=False)
    except (TypeError, ValueError):
        return json.dumps(json_clean(obj))
