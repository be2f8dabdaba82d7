"""What the array API asks of NumPy: its capabilities, devices and element types."""

__array_api_version__ = "2024.12"


class __array_namespace_info__:
    """What NumPy can do, by the array API's names."""

    __module__ = "numpy"

    def capabilities(self):
        """Which optional parts of the standard there are."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self):
        """Where arrays are made."""
        return "cpu"

    def default_dtypes(self, *, device=None):
        """The element types of arrays that are made without one."""
        _own_device(device)
        names = {"real floating": "float64", "complex floating": "complex128", "integral": "int64", "indexing": "int64"}
        return {kind: dtype(name) for kind, name in names.items()}

    def dtypes(self, *, device=None, kind=None):
        """The element types of a kind, or of several kinds."""
        _own_device(device)
        names = ("bool", "int8", "int16", "int32", "int64", "uint8", "float32", "float64", "complex64", "complex128")
        return {name: dtype(name) for name in names if kind is None or kind == () or _of_kind(name, kind)}

    def devices(self):
        """All devices."""
        return ["cpu"]


def _of_kind(name, kind):
    kinds = ("bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric")
    if not isinstance(kind, tuple) and kind not in kinds:
        raise ValueError(f"unsupported kind: {kind!r}")
    return isdtype(dtype(name), kind)


def _own_device(device):
    """There is the device `cpu` alone."""
    if device not in (None, "cpu"):
        raise ValueError(f'Device not understood. Only "cpu" is allowed, but received: {device}')


def astype(x, dtype, /, *, copy=True, device=None):
    """The array in another element type."""
    if not isinstance(x, (ndarray, generic)):
        raise TypeError(f"Input should be a NumPy array or scalar. It is a {type(x)} instead.")
    _own_device(device)
    return x.astype(dtype, copy=copy)
