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


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=10000):
    """The array of a .npy, or the arrays of a .npz by name. With `mmap_mode` a .npy is read as well, not mapped."""
    if mmap_mode not in (None, "r", "c", "r+", "w+"):
        raise ValueError(f"mode must be one of ['r', 'c', 'r+', 'w+', 'readonly', 'copyonwrite', 'readwrite', 'write'] (got {mmap_mode!r})")
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


def isreal(x):
    """True where the imaginary part is zero."""
    return _array(torch.isreal(_tensor(x)))


def iscomplex(x):
    """True where there is an imaginary part."""
    return _array(torch.isreal(_tensor(x)).logical_not())
