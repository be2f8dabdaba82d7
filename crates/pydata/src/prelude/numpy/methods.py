"""Methods of arrays: NumPy's functions."""

import builtins

import numpy

# The functions of these names take an array first, as methods do.
sum = numpy.sum
mean = numpy.mean
var = numpy.var
std = numpy.std
max = numpy.max
min = numpy.min
prod = numpy.prod
all = numpy.all
any = numpy.any
argmax = numpy.argmax
argmin = numpy.argmin
cumsum = numpy.cumsum
cumprod = numpy.cumprod
round = numpy.round
dot = numpy.dot
repeat = numpy.repeat
take = numpy.take
swapaxes = numpy.swapaxes
squeeze = numpy.squeeze
nonzero = numpy.nonzero
argsort = numpy.argsort
searchsorted = numpy.searchsorted
trace = numpy.trace
diagonal = numpy.diagonal
ptp = numpy.ptp
choose = numpy.choose


def conj(self):
    """The conjugate: real numbers are their own."""
    return numpy.conj(self)


def conjugate(self):
    """The conjugate: real numbers are their own."""
    return numpy.conj(self)


def clip(self, min=None, max=None, out=None, **kwargs):
    """Not less than min, not more than max."""
    return numpy.clip(self, min, max, out, **kwargs)


def ravel(self, order="C"):
    """The elements in one dimension."""
    return numpy.ravel(self, order)


def transpose(self, *axes):
    """Dimensions reversed, or in this order."""
    axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], (int, numpy.integer)) else axes
    return numpy.transpose(self, None if axes is None or len(axes) == 0 else tuple(axes))


def put(self, indices, values, mode="raise"):
    """Sets the elements at places of the flattened array."""
    numpy.put(self, indices, values, mode)


def compress(self, condition, axis=None, out=None):
    """The slices along an axis where a condition holds."""
    return numpy.compress(condition, self, axis, out)


def sort(self, axis=-1, kind=None, order=None, *, stable=None, descending=None):
    """Sorts in ascending order or in descending order, in place."""
    self[...] = numpy.sort(self, axis, kind, order, stable=stable, descending=descending)


def partition(self, kth, axis=-1, kind="introselect", order=None):
    """The smallest first, in place."""
    self[...] = numpy.partition(self, kth, axis)


def argpartition(self, kth, axis=-1, kind="introselect", order=None):
    """Positions, those of the smallest first."""
    return numpy.argpartition(self, kth, axis)


def resize(self, *new_shape, refcheck=True):
    """Changes the shape in place; new elements are zeros."""
    shape = new_shape[0] if len(new_shape) == 1 and not isinstance(new_shape[0], int) else new_shape
    flat = numpy.zeros(shape, dtype=self.dtype).reshape(-1)
    count = builtins.min(self.size, flat.size)
    flat[:count] = self.reshape(-1)[:count]
    self.__setstate__((1, tuple(shape), self.dtype, False, flat.tobytes()))


def byteswap(self, inplace=False):
    """Each element with its bytes in the other order."""
    size = self.dtype.itemsize // (2 if self.dtype.kind == "c" else 1)
    swapped = numpy.frombuffer(self.tobytes(), dtype="uint8").reshape(-1, size)[:, ::-1]
    result = numpy.frombuffer(swapped.tobytes(), dtype=self.dtype).reshape(self.shape)
    if inplace:
        self[...] = result
        return self
    return result


def view(self, dtype=None, type=None):
    """The same memory as elements of another type."""
    import torch

    if dtype is None or isinstance(dtype, builtins.type) and issubclass(dtype, numpy.ndarray):
        return self[...]
    target = getattr(torch, numpy.dtype(dtype).name)
    tensor = torch.as_tensor(self)
    sizes = self.dtype.itemsize, numpy.dtype(dtype).itemsize
    if sizes[0] != sizes[1] and (self.ndim == 0 or self.strides[-1] != sizes[0]):
        raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
    if sizes[0] < sizes[1] and self.shape[-1] * sizes[0] % sizes[1]:
        raise ValueError(
            "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array."
        )
    return tensor.view(target).numpy()


def tofile(self, fid, sep="", format="%s"):
    """Writes the elements to a file: their bytes, or texts with a separator."""
    data = self.tobytes() if sep == "" else sep.join([format % number for number in self.reshape(-1).tolist()])
    if not hasattr(fid, "write"):
        return numpy._replace(fid, data if sep == "" else data.encode())
    fid.write(data.encode() if sep and "b" in getattr(fid, "mode", "b") else data)


def dumps(self):
    """The pickle of the array."""
    import pickle

    return pickle.dumps(self)


def dump(self, file):
    """Writes the pickle of the array."""
    import pickle

    if hasattr(file, "write"):
        pickle.dump(self, file)
    else:
        numpy._replace(file, pickle.dumps(self))


def to_device(self, device, /, *, stream=None):
    """The array itself: there is the device `cpu` alone."""
    if device != "cpu":
        raise ValueError(f"Unsupported device: {device}. Only 'cpu' is accepted.")
    return self


def setflags(self, write=None, align=None, uic=None):
    """Arrays stay writeable."""
    if write is not None and not write:
        raise NotImplementedError("arrays stay writeable here")


def __array__(self, dtype=None, /, *, copy=None):
    """The array itself, or in another type."""
    return numpy.asarray(self, dtype, copy=copy)


def __array_namespace__(self, /, *, api_version=None):
    """NumPy, as the array API asks for it."""
    if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
        raise ValueError(f'Version "{api_version}" of the Array API Standard is not supported.')
    return numpy


def __copy__(self):
    """A copy."""
    return self.copy()


def __deepcopy__(self, memo=None, /):
    """A copy."""
    return self.copy()


def __complex__(self):
    """complex(array), of one element."""
    return complex(self.item())


class _Lent:
    """The memory of an array on its way to another library: the array itself, since all libraries here share one kind."""

    def __init__(self, array):
        self.array = array


def __dlpack__(self, /, *, stream=None, max_version=None, dl_device=None, copy=None):
    """The memory, for other libraries."""
    if stream is not None:
        raise RuntimeError("NumPy only supports stream=None.")
    if dl_device is not None and tuple(dl_device) != (1, 0):
        raise BufferError("unsupported device requested")
    return _Lent(self.copy() if copy else self)


def __dlpack_device__(self, /):
    """The kind of device, and its number."""
    return 1, 0


class flagsobj:
    """How an array lies in memory."""

    def __init__(self, array):
        import torch

        tensor = torch.as_tensor(array)
        self.c_contiguous = tensor.is_contiguous()
        self.f_contiguous = tensor.permute(*range(tensor.dim() - 1, -1, -1)).is_contiguous() if tensor.dim() > 1 else self.c_contiguous
        self.owndata = tensor.untyped_storage().nbytes() == array.nbytes
        self.writeable, self.aligned, self.writebackifcopy = True, True, False

    @property
    def contiguous(self):
        """Row by row."""
        return self.c_contiguous

    @property
    def forc(self):
        """Row by row, or column by column."""
        return self.c_contiguous or self.f_contiguous

    @property
    def fnc(self):
        """Column by column, and not row by row."""
        return self.f_contiguous and not self.c_contiguous

    def __getitem__(self, name):
        short = {"C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable", "A": "aligned", "CONTIGUOUS": "c_contiguous", "FORTRAN": "f_contiguous"}
        try:
            return getattr(self, short.get(name, name.lower()))
        except AttributeError:
            raise KeyError("Unknown flag") from None

    def __setitem__(self, name, value):
        setattr(self, {"W": "writeable"}.get(name, name.lower()), value)

    def __setattr__(self, name, value):
        if name == "writeable" and not value:
            raise NotImplementedError("arrays stay writeable here")
        object.__setattr__(self, name, value)

    def __repr__(self):
        names = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY")
        return "".join([f"  {name} : {self[name]}\n" for name in names])


flags = property(lambda self: flagsobj(self), doc="How the array lies in memory.")
mT = property(lambda self: numpy.matrix_transpose(self), doc="The last two dimensions exchanged.")
device = property(lambda self: "cpu", doc="Where the array is.")


def fill(self, value):
    """Fills with one value, in place."""
    self[...] = value


def tobytes(self, order="C"):
    """The bytes of the elements, row by row, or column by column (order F)."""
    import torch

    tensor = torch.as_tensor(self if order in ("C", "K", None) or order == "A" and not self.flags.fnc else self.T)
    return bytes(tensor.contiguous().reshape(-1).view(torch.uint8).tolist())


def __abs__(self):
    """abs(array)"""
    return numpy.abs(self)


def __reduce__(self):
    """Returns the pickle form."""
    from numpy._core.multiarray import _reconstruct

    return _reconstruct, (numpy.ndarray, (0,), b"b"), (1, self.shape, self.dtype, False, self.tobytes())


def _restored(state):
    _, shape, dtype, by_columns, data = state
    flat = numpy.frombuffer(data, dtype=dtype) if data else numpy.zeros(0, dtype=dtype)
    return flat.reshape(tuple(shape)[::-1]).T if by_columns else flat.reshape(shape)


# NumPy's type codes; "<" is the byte order.
def _dtype_reduced(self):
    name = self.name if self.kind == "b" else f"{self.kind}{self.itemsize}"
    return numpy.dtype, (name, False, True), (3, "<", None, None, None, -1, -1, 0)


# The one-letter code and the number of each element type.
_CODES = {
    "bool": ("?", 0),
    "int8": ("b", 1),
    "uint8": ("B", 2),
    "int16": ("h", 3),
    "int32": ("i", 5),
    "int64": ("l", 7),
    "float32": ("f", 11),
    "float64": ("d", 12),
    "complex64": ("F", 14),
    "complex128": ("D", 15),
    "float16": ("e", 23),
}


def _newbyteorder(self, new_order="S", /):
    """The same type in another byte order: there is this machine's alone."""
    if new_order[:1] not in "=<NnLl|Ii":
        raise NotImplementedError(f"newbyteorder: arrays have this machine's byte order, not {new_order!r}")
    return self


_OF_DTYPES = {
    "char": lambda self: _CODES[self.name][0],
    "num": lambda self: _CODES[self.name][1],
    "str": lambda self: f"{'|' if self.itemsize == 1 else '<'}{self.kind}{self.itemsize}",
    "byteorder": lambda self: "|" if self.itemsize == 1 else "=",
    "alignment": lambda self: self.itemsize // (2 if self.kind == "c" else 1),
    "descr": lambda self: [("", self.str)],
    "base": lambda self: self,
    "shape": lambda self: (),
    "ndim": lambda self: 0,
    "flags": lambda self: 0,
    "isbuiltin": lambda self: 1,
    "isnative": lambda self: True,
    "isalignedstruct": lambda self: False,
    "hasobject": lambda self: False,
    "names": lambda self: None,
    "fields": lambda self: None,
    "subdtype": lambda self: None,
    "metadata": lambda self: None,
}
for _name, _get in _OF_DTYPES.items():
    setattr(numpy.dtype, _name, property(_get))
numpy.dtype.newbyteorder = _newbyteorder
numpy.dtype.__reduce__ = _dtype_reduced
numpy.dtype.__setstate__ = lambda self, state: None
