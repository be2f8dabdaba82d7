"""`numpy`: files of several arrays, and functions that tensors have as well."""

import torch

from numpy import _load, _npz_names, _savez, asarray


def _tensor(x, like=None):
    if isinstance(x, torch.Tensor):
        return x
    tensor = torch.as_tensor(asarray(x))
    if like is not None and not hasattr(x, "ndim"):
        tensor = tensor.to(like.dtype)
    return tensor


class NpzFile:
    """The arrays of a .npz by name. Each is read on access."""

    def __init__(self, file, names):
        self._file = file
        self.files = names

    def __getitem__(self, name):
        return _load(self._file, name)

    def __contains__(self, name):
        return name in self.files

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def keys(self):
        """The arrays' names."""
        return list(self.files)

    def items(self):
        """Names and arrays."""
        return [(name, self[name]) for name in self.files]

    def close(self):
        """Nothing: files are closed at once."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def load(file, mmap_mode=None, allow_pickle=False):
    """The array of a .npy, or the arrays of a .npz by name."""
    start = file.tell() if hasattr(file, "tell") else None
    names = _npz_names(file)
    if start is not None:
        file.seek(start)
    return _load(file) if names is None else NpzFile(file, names)


def savez(file, *args, **kwds):
    """Writes arrays as a .npz, by their keywords or as arr_0, arr_1, ..."""
    _savez(file, {**{f"arr_{i}": array for i, array in enumerate(args)}, **kwds}, False)


def savez_compressed(file, *args, **kwds):
    """Like savez, with compression."""
    _savez(file, {**{f"arr_{i}": array for i, array in enumerate(args)}, **kwds}, True)


def abs(x):
    """Absolute values."""
    return _array(_tensor(x).abs())


absolute = abs


def angle(z, deg=False):
    """The angle in the plane, in radians or degrees."""
    angles = _floating(z).angle()
    return _array(angles * (180 / pi) if deg else angles)


def real(val):
    """The real part."""
    return _array(_tensor(val).real)


def imag(val):
    """The imaginary part; of real numbers zeros."""
    x = _tensor(val)
    return _array(x.imag if x.is_complex() else torch.zeros_like(x))


def conjugate(x):
    """The conjugate: real numbers are their own."""
    return _array(torch.conj(_tensor(x)))


conj = conjugate


def isreal(x):
    """True where the imaginary part is zero."""
    return _array(torch.isreal(_tensor(x)))


def iscomplex(x):
    """True where there is an imaginary part."""
    return _array(torch.isreal(_tensor(x)).logical_not())


def full(shape, fill_value, dtype=None):
    """An array of one value."""
    shape = (shape,) if isinstance(shape, (int, integer)) else tuple(shape)
    kind = torch.int64 if isinstance(fill_value, int) and not isinstance(fill_value, bool) else torch.float64
    array = torch.full(shape, fill_value, dtype=torch.bool if isinstance(fill_value, bool) else kind).numpy()
    return array if dtype is None else array.astype(dtype)


def expand_dims(a, axis):
    """With a dimension of size 1 more."""
    return _tensor(a).unsqueeze(axis).numpy()


def squeeze(a, axis=None):
    """Without dimensions of size 1."""
    return _array(_tensor(a).squeeze() if axis is None else _tensor(a).squeeze(axis))


def transpose(a, axes=None):
    """Dimensions reversed, or in this order."""
    a = _tensor(a)
    return a.permute(*(axes if axes is not None else range(a.dim() - 1, -1, -1))).numpy()


def reshape(a, shape):
    """The same elements in another shape."""
    return asarray(a).reshape(shape)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """True when all elements are nearly equal."""
    return bool(isclose(a, b, rtol, atol, equal_nan).all())


def array_equal(a1, a2):
    """True when shapes and all elements are equal."""
    a1, a2 = _tensor(a1), _tensor(a2)
    return a1.shape == a2.shape and bool((a1 == a2).all())


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# "):
    """Writes rows of numbers as text."""
    import numpy

    rows = numpy.asarray(X)
    rows = rows.reshape(-1, 1) if rows.ndim == 1 else rows
    lines = [delimiter.join([fmt % number for number in row]) for row in rows.tolist()]
    lines = ([comments + header] if header else []) + lines + ([comments + footer] if footer else [])
    with open(fname, "w") as file:
        file.write("".join([line + newline for line in lines]))
