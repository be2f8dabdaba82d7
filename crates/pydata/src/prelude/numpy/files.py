"""`numpy`: files of several arrays, and functions that tensors have as well."""

import zipfile

import torch

from numpy import _load, _savez, asarray

_MAGIC = b"\x93NUMPY"


def _tensor(x, like=None):
    if isinstance(x, torch.Tensor):
        return x
    try:
        tensor = torch.as_tensor(asarray(x))
    except RuntimeError:
        raise TypeError(f"{type(x).__name__!r} holds no numbers") from None
    if like is not None and not hasattr(x, "ndim"):
        tensor = tensor.to(like.dtype)
    return tensor


class NpzFile:
    """The arrays of a .npz by name. Each is read on access."""

    def __init__(self, file):
        try:
            self.zip = zipfile.ZipFile(file)
        except zipfile.BadZipFile as error:
            raise zipfile.BadZipFile(str(error) if hasattr(file, "read") else f"{file}: {error}") from None
        self.fid = None if hasattr(file, "read") else self.zip.fp
        self.files = [name.removesuffix(".npy") for name in self.zip.namelist()]

    def __getitem__(self, name):
        member = next((known for known in (name + ".npy", name) if known in self.zip.NameToInfo), None)
        if member is None:
            raise KeyError(f"{name} is not a file in the archive")
        with self.zip.open(member) as file:
            is_array = file.read(len(_MAGIC)) == _MAGIC
            file.seek(0)
            return _load(file) if is_array else file.read()

    def __contains__(self, name):
        return name in self.files or name in self.zip.NameToInfo

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __repr__(self):
        keys = ", ".join(self.files[:5]) + ("..." if len(self.files) > 5 else "")
        return f"NpzFile {self.zip.filename or 'object'!r} with keys: {keys}"

    def get(self, name, default=None):
        """The array of a name, or the default."""
        return self[name] if name in self else default

    def keys(self):
        """The arrays' names."""
        return list(self.files)

    def values(self):
        """The arrays."""
        return [self[name] for name in self.files]

    def items(self):
        """Names and arrays."""
        return [(name, self[name]) for name in self.files]

    def close(self):
        """Closes the file."""
        self.zip.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=10000):
    """The array of a .npy, or the arrays of a .npz by name. With `mmap_mode` a .npy is read as well, not mapped."""
    if mmap_mode not in (None, "r", "c", "r+", "w+"):
        raise ValueError(
            f"mode must be one of ['r', 'c', 'r+', 'w+', 'readonly', 'copyonwrite', 'readwrite', 'write'] (got {mmap_mode!r})"
        )
    head = _head_of(file)
    if not head:
        raise EOFError("No data left in file")
    return NpzFile(file) if head in (b"PK\3\4", b"PK\5\6") else _load(file)


def _head_of(file):
    if not hasattr(file, "read"):
        with open(file, "rb") as opened:
            return opened.read(4)
    head = file.read(4)
    file.seek(-len(head), 1)
    return head


def _write_npz(file, args, named, allow_pickle, compressed):
    arrays = dict(named)
    for i, one in enumerate(args):
        if f"arr_{i}" in named:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
        arrays[f"arr_{i}"] = one
    if not allow_pickle and [0 for one in arrays.values() if asarray(one).dtype.kind == "O"]:
        raise ValueError("Object arrays cannot be saved when allow_pickle=False")
    _savez(file, arrays, compressed)


def savez(file, *args, allow_pickle=True, **kwds):
    """Writes arrays as a .npz, by their keywords or as arr_0, arr_1, ..."""
    _write_npz(file, args, kwds, allow_pickle, False)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """Like savez, with compression."""
    _write_npz(file, args, kwds, allow_pickle, True)


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
