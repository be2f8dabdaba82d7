"""NumPy's functions that make arrays: of one value, of a range, of a diagonal, of bytes."""

import math
import operator as _operator

import torch


def _sizes(shape):
    alone = isinstance(shape, (int, integer)) or isinstance(shape, ndarray) and not shape.ndim
    return tuple([_operator.index(one) for one in ([shape] if alone else shape)])


def _alike(prototype, value, dtype, order, shape):
    """An array of one value, with another's shape, element type and order in memory unless these are given."""
    given = _tensor(prototype)
    if dtype is None and order == "K" and shape is None and type(prototype) is ndarray and given.is_contiguous():
        return torch.full_like(given, value).numpy()
    made = torch.full(given.shape if shape is None else _sizes(shape), value, dtype=given.dtype if dtype is None else _tensor(zeros(0, dtype=dtype)).dtype)
    columns = order == "F" or order in ("A", "K") and shape is None and given.dim() > 1 and not given.is_contiguous() and given.T.is_contiguous()
    return _ordered(made.numpy(), "F" if columns else "C")


def empty(shape, dtype=None, order="C", *, device=None, like=None):
    """Returns an array with arbitrary contents (here zeros)."""
    device is None or _own_device(device)
    made = zeros(shape, dtype, order)
    if made.dtype.kind == "O":
        made.fill(None)
    return made


def _full_of(shape, fill_value, dtype, order):
    """An array of values that broadcast to the shape."""
    value = asarray(fill_value, dtype)
    return _ordered(broadcast_to(value, _sizes(shape)).copy(), order)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    """Returns an array of one value with the same shape and dtype."""
    device is None or _own_device(device)
    made = _alike(a, 0, dtype, order, shape)
    made[...] = fill_value
    return made


def eye(N, M=None, k=0, dtype="float64", order="C", *, device=None, like=None):
    """Ones on a diagonal."""
    device is None or _own_device(device)
    columns = N if M is None else M
    ones = (torch.arange(columns)[None, :] - torch.arange(N)[:, None] == k).double().numpy()
    return _ordered(ones.astype("float64" if dtype is None else dtype), order)


def identity(n, dtype=None, *, like=None):
    """Ones on the diagonal of a square."""
    return eye(n, dtype=dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    """Evenly spaced numbers, both ends included unless endpoint is False."""
    device is None or _own_device(device)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    pieces = num - 1 if endpoint else num
    if isinstance(start, (int, float)) and isinstance(stop, (int, float)) and dtype is None and pieces > 0:
        values = _line(start, stop, num, endpoint)
        return (values, float64((stop - start) / pieces)) if retstep else values
    kind = result_type(*[x if isinstance(x, (int, float)) else asarray(x) for x in (start, stop)])
    start, stop = asarray(start) * 1.0, asarray(stop) * 1.0
    way = stop - start
    step = way / pieces if pieces > 0 else nan
    steps = arange(num, dtype="float64").reshape((-1,) + (1,) * ndim(way))
    values = steps * step + start if pieces > 0 else steps * way + start
    if endpoint and num > 1:
        values[-1] = stop
    whole = dtype is not None and globals()["dtype"](dtype).kind in "iu"
    values = values.astype(kind) if dtype is None and kind.kind in "fc" else values
    values = values if dtype is None else (floor(values) if whole else values).astype(dtype)
    values = moveaxis(values, 0, axis) if axis else values
    return (values, step) if retstep else values


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Powers of `base` with evenly spaced exponents."""
    values = power(base, linspace(start, stop, num, endpoint, axis=axis))
    return values if dtype is None else values.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Numbers that grow by the same factor, both ends included."""
    if any(asarray(start) == 0) or any(asarray(stop) == 0):
        raise ValueError("Geometric sequence cannot include zero")
    signs = sign(start)
    values = logspace(log10(start / signs), log10(stop / signs), num, endpoint, 10.0, axis=axis)
    if num > 0:
        values = moveaxis(values, axis, 0)
        values[0] = start / signs
        if num > 1 and endpoint:
            values[-1] = stop / signs
        values = moveaxis(values, 0, axis)
    values = values * signs
    return values if dtype is None else values.astype(dtype)


def diag(v, k=0):
    """A matrix with this diagonal; of a matrix its diagonal."""
    v = _tensor(v)
    if v.dim() not in (1, 2):
        raise ValueError("Input must be 1- or 2-d.")
    return torch.diag(v, k).contiguous().numpy()


def diagflat(v, k=0):
    """A matrix whose diagonal has all elements."""
    return diag(ravel(v), k)


def tri(N, M=None, k=0, dtype="float64", *, like=None):
    """Ones at and below a diagonal."""
    return torch.tril(torch.ones(N, N if M is None else M, dtype=torch.float64), k).numpy().astype(dtype)


def tril(m, k=0):
    """Returns the elements at and below a diagonal."""
    return torch.tril(_tensor(m), k).numpy()


def triu(m, k=0):
    """Returns the elements at and above a diagonal."""
    return torch.triu(_tensor(m), k).numpy()


def vander(x, N=None, increasing=False):
    """A matrix of powers."""
    return torch.vander(_tensor(x), N, increasing).numpy()


def copy(a, order="K", subok=False):
    """A copy."""
    return array(a, order=order)


def ascontiguousarray(a, dtype=None, *, like=None):
    """The array, row by row in memory."""
    made = asarray(a, dtype, "C")
    return made.reshape(1) if made.ndim == 0 else made


def asfortranarray(a, dtype=None, *, like=None):
    """The array, column by column in memory."""
    made = asarray(a, dtype, "F")
    return made.reshape(1) if made.ndim == 0 else made


def asanyarray(a, dtype=None, order=None, *, device=None, copy=None, like=None):
    """An array of these numbers; arrays of a class of their own stay as they are."""
    device is None or _own_device(device)
    return asarray(a, dtype, order, copy=copy)


def asarray_chkfinite(a, dtype=None, order=None):
    """An array of these numbers, which must be finite."""
    a = asarray(a, dtype, order)
    if a.dtype.kind in "fc" and not all(isfinite(a)):
        raise ValueError("array must not contain infs or NaNs")
    return a


def require(a, dtype=None, requirements=None, *, like=None):
    """An array that lies in memory as asked: C, F, A, W, O, E and their long names."""
    wanted = {str(one).upper() for one in ([requirements] if isinstance(requirements, str) else requirements or [])}
    columns = not {"F", "FORTRAN", "F_CONTIGUOUS"}.isdisjoint(wanted)
    rows = not {"C", "CONTIGUOUS", "C_CONTIGUOUS"}.isdisjoint(wanted)
    if rows and columns:
        raise ValueError("Cannot specify both \"C\" and \"F\" order")
    made = asarray(a, dtype, "F" if columns else "C" if rows else "A")
    return made.copy() if not {"O", "OWNDATA"}.isdisjoint(wanted) and made is a else made


def from_dlpack(x, /, *, device=None, copy=None):
    """An array over the memory of another library's array."""
    _own_device(device)
    lent = x.numpy() if isinstance(x, torch.Tensor) else x.__dlpack__(copy=copy).array
    return array(lent) if copy else lent[...]


def frombuffer(buffer, dtype="float64", count=-1, offset=0, *, like=None):
    """The numbers that bytes hold."""
    kind = _tensor(zeros(0, dtype=dtype)).dtype
    size = zeros(0, dtype=dtype).itemsize
    length = len(memoryview(buffer).cast("B"))
    if not 0 <= offset <= length:
        raise ValueError(f"offset must be non-negative and no greater than buffer length ({length})")
    if count < 0 and (length - offset) % size:
        raise ValueError("buffer size must be a multiple of element size")
    if count >= 0 and offset + count * size > length:
        raise ValueError("buffer is smaller than requested size")
    if length == offset or count == 0:
        return zeros(0, dtype=dtype)
    return torch.frombuffer(bytearray(buffer), dtype=kind, count=count, offset=offset).numpy()


def fromiter(iter, dtype, count=-1, *, like=None):
    """The numbers of an iterator."""
    values = []
    for value in iter:
        if count >= 0 and len(values) == count:
            break
        values.append(value)
    if len(values) < count:
        raise ValueError("iterator too short: Expected {} but iterator had only {} items.".format(count, len(values)))
    return array(values, dtype=dtype)


def isfortran(a):
    """Returns whether an array lies column by column in memory, and not row by row."""
    return a.flags.fnc
