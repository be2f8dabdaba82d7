"""`pandas.api.types`: questions about types of columns and values."""

import numbers

import numpy as np

from pandas import _columns
from pandas._columns import CategoricalDtype


def _kind(arr_or_dtype):
    # The name and NumPy's letter of a type, or of a column's.
    if isinstance(arr_or_dtype, CategoricalDtype):
        return "category", "O"
    if isinstance(arr_or_dtype, list):
        arr_or_dtype = _columns.dtype(_columns.of_list(arr_or_dtype))
    found = arr_or_dtype if isinstance(arr_or_dtype, type) else getattr(arr_or_dtype, "dtype", arr_or_dtype)
    if isinstance(found, _columns.Kind):
        return found.name, found.kind
    if found in (str, "str", "string", "category", object, "object"):
        return getattr(found, "__name__", found), "O"
    try:
        made = np.dtype(found)
    except TypeError:
        return str(found), ""
    return made.name, made.kind


def is_numeric_dtype(arr_or_dtype):
    """Whether values are numbers or flags."""
    return _kind(arr_or_dtype)[1] in tuple("biufc")


def is_any_real_numeric_dtype(arr_or_dtype):
    """Whether values are real numbers, not flags."""
    return _kind(arr_or_dtype)[1] in tuple("iuf")


def is_integer_dtype(arr_or_dtype):
    """Whether values are whole numbers."""
    return _kind(arr_or_dtype)[1] in tuple("iu")


def is_signed_integer_dtype(arr_or_dtype):
    """Whether values are whole numbers with a sign."""
    return _kind(arr_or_dtype)[1] == "i"


def is_unsigned_integer_dtype(arr_or_dtype):
    """Whether values are whole numbers without a sign."""
    return _kind(arr_or_dtype)[1] == "u"


def is_int64_dtype(arr_or_dtype):
    """Whether values are whole numbers of 64 bits."""
    return _kind(arr_or_dtype)[0] == "int64"


def is_float_dtype(arr_or_dtype):
    """Whether values are floating-point numbers."""
    return _kind(arr_or_dtype)[1] == "f"


def is_complex_dtype(arr_or_dtype):
    """Whether values are complex numbers."""
    return _kind(arr_or_dtype)[1] == "c"


def is_bool_dtype(arr_or_dtype):
    """Whether values are flags."""
    return _kind(arr_or_dtype)[1] == "b"


def is_object_dtype(arr_or_dtype):
    """Whether values are any objects."""
    return _kind(arr_or_dtype)[0] == "object"


def is_string_dtype(arr_or_dtype):
    """Whether values are texts: a column of objects counts if all of them are."""
    name, _ = _kind(arr_or_dtype)
    if name == "object":
        values = getattr(arr_or_dtype, "_values", None)
        return values is None or all([isinstance(value, str) for value in values])
    return name in ("str", "string")


def is_datetime64_any_dtype(arr_or_dtype):
    """Whether values are moments."""
    return _kind(arr_or_dtype)[1] == "M"


def is_timedelta64_dtype(arr_or_dtype):
    """Whether values are spans of time."""
    return _kind(arr_or_dtype)[1] == "m"


def is_list_like(obj, allow_sets=True):
    """Whether a value holds others: text and bytes do not count."""
    if isinstance(obj, (str, bytes, type)) or getattr(obj, "ndim", 1) == 0:
        return False
    return hasattr(obj, "__iter__") and (allow_sets or not isinstance(obj, (set, frozenset)))


def is_dict_like(obj):
    """Whether a value maps keys to values."""
    return not isinstance(obj, type) and all([hasattr(obj, name) for name in ("__getitem__", "keys", "__contains__")])


def is_array_like(obj):
    """Whether a value is list-like and has a type of elements."""
    return is_list_like(obj) and hasattr(obj, "dtype")


def is_iterator(obj):
    """Whether a value is an iterator."""
    return hasattr(obj, "__next__") and hasattr(obj, "__iter__")


def is_hashable(obj):
    """Whether a value has a hash."""
    try:
        hash(obj)
    except TypeError:
        return False
    return True


def is_number(obj):
    """Whether a value is a number."""
    return isinstance(obj, (numbers.Number, np.number))


def is_integer(obj):
    """Whether a value is a whole number, not a flag."""
    return isinstance(obj, (int, np.integer)) and not isinstance(obj, (bool, np.bool_))


def is_float(obj):
    """Whether a value is a floating-point number."""
    return isinstance(obj, (float, np.floating))


def is_bool(obj):
    """Whether a value is a flag."""
    return isinstance(obj, (bool, np.bool_))


def is_complex(obj):
    """Whether a value is a complex number."""
    return isinstance(obj, (complex, np.complexfloating))


def is_scalar(val):
    """Whether a value stands for itself: a number, a text, None."""
    return val is None or isinstance(val, (str, bytes, numbers.Number, np.generic))
