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


def _array(tensor):
    return tensor.numpy() if tensor.dim() else tensor.item()


class NpzFile:
    """The arrays of a .npz, by name; each is read when it is asked for."""

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
    """As savez, smaller."""
    _savez(file, {**{f"arr_{i}": array for i, array in enumerate(args)}, **kwds}, True)


def concatenate(arrays, axis=0):
    """Arrays one after the other along an axis."""
    return torch.cat([_tensor(x) for x in arrays], axis).numpy()


def stack(arrays, axis=0):
    """Arrays side by side along a new axis."""
    return torch.stack([_tensor(x) for x in arrays], axis).numpy()


def vstack(arrays):
    """Arrays below each other."""
    return torch.cat([x.unsqueeze(0) if x.dim() < 2 else x for x in [_tensor(x) for x in arrays]], 0).numpy()


def hstack(arrays):
    """Arrays beside each other."""
    tensors = [_tensor(x) for x in arrays]
    return torch.cat(tensors, 0 if tensors[0].dim() < 2 else 1).numpy()


def where(condition, x=None, y=None):
    """x where the condition holds, else y; without them the positions where it holds."""
    if x is None:
        return tuple([index.numpy() for index in torch.nonzero(_tensor(condition), as_tuple=True)])
    x, y = _tensor(x), _tensor(y)
    return _array(torch.where(_tensor(condition), x, y))


def clip(a, a_min, a_max):
    """Not less than a_min, not more than a_max."""
    return _array(_tensor(a).clamp(a_min, a_max))


def abs(x):
    """Absolute values."""
    return _array(_tensor(x).abs())


absolute = abs


def maximum(x1, x2):
    """The larger of two, element by element."""
    x1 = _tensor(x1)
    return _array(torch.maximum(x1, _tensor(x2, x1)))


def minimum(x1, x2):
    """The smaller of two, element by element."""
    x1 = _tensor(x1)
    return _array(torch.minimum(x1, _tensor(x2, x1)))


def dot(a, b):
    """The product of vectors or matrices."""
    return _array(_tensor(a) @ _tensor(b))


matmul = dot


def eye(N, dtype="float64"):
    """Ones on the diagonal."""
    return torch.eye(N, dtype=torch.float64).numpy().astype(dtype)


def full(shape, fill_value, dtype=None):
    """An array of one value."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = torch.int64 if isinstance(fill_value, int) and not isinstance(fill_value, bool) else torch.float64
    array = torch.full(shape, fill_value, dtype=torch.bool if isinstance(fill_value, bool) else kind).numpy()
    return array if dtype is None else array.astype(dtype)


def zeros_like(a):
    """Zeros of the same shape and dtype."""
    return torch.zeros_like(_tensor(a)).numpy()


def ones_like(a):
    """Ones of the same shape and dtype."""
    return torch.ones_like(_tensor(a)).numpy()


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


def argsort(a, axis=-1):
    """Positions in ascending order."""
    return torch.argsort(_tensor(a), dim=axis, stable=True).numpy()


def sort(a, axis=-1):
    """In ascending order."""
    return torch.sort(_tensor(a), dim=axis).values.numpy()


def unique(ar):
    """Each value once, in ascending order."""
    return torch.unique(_tensor(ar)).numpy()


def allclose(a, b, rtol=1e-05, atol=1e-08):
    """True when all elements are nearly equal."""
    a, b = _tensor(a).double(), _tensor(b).double()
    return bool(((a - b).abs() <= atol + rtol * b.abs()).all())


def array_equal(a1, a2):
    """True when shapes and all elements are equal."""
    a1, a2 = _tensor(a1), _tensor(a2)
    return a1.shape == a2.shape and bool((a1 == a2).all())


def isnan(x):
    """Where there is no number."""
    return _array(torch.isnan(_tensor(x).double()))


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    """Grids of coordinates: one array for each given, all of the same shape."""
    grids = torch.meshgrid(*[_tensor(x).reshape(-1) for x in xi], indexing=indexing)
    return tuple(grid.contiguous().numpy() for grid in grids)
