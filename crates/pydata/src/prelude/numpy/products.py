"""Products of vectors and matrices."""

import torch


def _exactly_into(out, result):
    """A product in `out`, which must have its shape and its element type."""
    if out is None:
        return result
    if not isinstance(out, ndarray):
        raise TypeError("'out' must be an array")
    if out.shape != shape(result) or out.dtype != asarray(result).dtype:
        raise ValueError("output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)")
    out[...] = result
    return out if out.ndim else out[()]


def dot(a, b, out=None):
    """The product of vectors or matrices, or by a number."""
    a, b = _both(a, b)
    if a.dim() and b.dim():
        other = b.dim() - 2 if b.dim() > 1 else 0
        if a.shape[-1] != b.shape[other]:
            raise ValueError(
                f"shapes {_shape_text(a.shape)} and {_shape_text(b.shape)} not aligned: {a.shape[-1]} (dim {a.dim() - 1}) != "
                f"{b.shape[other]} (dim {other})"
            )
    last = lambda a, b: torch.tensordot(a, b, ([-1], [b.dim() - 2 if b.dim() > 1 else 0]))
    product = a * b if a.dim() == 0 or b.dim() == 0 else _of_truths(last, a, b)
    return _exactly_into(out, _array(product))


_CORES = {"matmul": "(n?,k),(k,m?)->(n?,m?)", "vecdot": "(n),(n)->()", "matvec": "(m,n),(n)->(m)", "vecmat": "(n),(n,m)->(m)"}


def _check_core(name, x1, x2):
    """Reports operands whose last dimensions do not fit, as NumPy does."""
    cores = {"matmul": (1, 1), "vecdot": (1, 1), "matvec": (2, 1), "vecmat": (1, 2)}[name]
    for i, (x, least) in enumerate(zip((x1, x2), cores)):
        if x.dim() < least:
            raise ValueError(
                f"{name}: Input operand {i} does not have enough dimensions (has {x.dim()}, gufunc core with signature "
                f"{_CORES[name]} requires {least})"
            )
    two = name == "vecmat" or name == "matmul" and x2.dim() > 1
    inner, other = x1.shape[-1], x2.shape[-2 if two else -1]
    if inner != other:
        raise ValueError(
            f"{name}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {_CORES[name]} "
            f"(size {other} is different from {inner})"
        )


def _core(name, function):
    counts = {"matmul": (2, 2, 2), "vecdot": (1, 1, 0), "matvec": (2, 1, 1), "vecmat": (1, 2, 1)}[name]

    def run(x1, x2, /, axis=None, axes=None, keepdims=False):
        x1, x2 = _both(x1, x2)
        axes = _core_axes(name, counts, axis, axes, keepdims)
        if axes is not None:
            x1, x2 = (x.movedim(tuple(places), tuple(range(-len(places), 0))) for x, places in zip((x1, x2), axes))
        if name != "matmul":
            _check_core(name, x1, x2)
        try:
            found = _of_truths(function, x1, x2)
        except RuntimeError:
            _check_core(name, x1, x2)
            raise
        if keepdims:
            found = found.unsqueeze(-1)
        if axes is not None and axes[2]:
            found = found.movedim(tuple(range(-len(axes[2]), 0)), tuple(axes[2]))
        return _array(found)

    return run


def _core_axes(name, counts, axis, axes, keepdims):
    """Where the vectors and matrices of operands and result lie, if not in the last axes."""
    if keepdims and name != "vecdot":
        raise TypeError(f"{name} does not support keepdims: its signature {_CORES[name]} requires operand 2 to have {counts[2]} core dimensions, but keepdims can only be used when all inputs have the same number of core dimensions and all outputs have no core dimensions.")
    if axis is not None:
        if name != "vecdot":
            raise TypeError(f"{name}: axis can only be used with a single shared core dimension, not with the {'4' if name == 'matmul' else '2'} distinct ones implied by signature {_CORES[name]}.")
        return [(axis,), (axis,), (axis,) if keepdims else ()]
    if axes is None:
        return None
    if not isinstance(axes, list):
        raise TypeError("axes should be a list.")
    places = [(one,) if isinstance(one, (int, integer)) else tuple(one) for one in axes]
    if len(places) == 2:
        if counts[2]:
            raise ValueError("axes should be a list with an entry for all 3 inputs and outputs; entries for outputs can only be omitted if none of them has core axes.")
        places.append(places[0] if keepdims else ())
    for i, (one, count) in enumerate(zip(places, counts)):
        if len(one) != count + (i == 2 and keepdims):
            raise AxisError(f"{name}: operand {i} has {count} core dimensions, but {len(one)} dimensions are specified by axes tuple.")
    return places


def _vector_dot(x1, x2):
    return (torch.conj_physical(x1) * x2).sum(-1, dtype=x1.dtype)


def _of_truths(function, x1, x2):
    """A product; that of truth values is true where one of its terms is."""
    return function(x1.int(), x2.int()) != 0 if x1.dtype == torch.bool else function(x1, x2)


matmul = _made("matmul", _core("matmul", torch.matmul), "x1 @ x2.", "? i e c O", 2, signature=_CORES["matmul"])
vecdot = _made("vecdot", _core("vecdot", _vector_dot), "The products of vectors, the first conjugated.", "? i e c O", 2, signature=_CORES["vecdot"])
matvec = _made(
    "matvec", _core("matvec", lambda a, b: torch.matmul(a, b.unsqueeze(-1)).squeeze(-1)), "Matrices times vectors.", "? i e c O", 2, signature=_CORES["matvec"]
)
vecmat = _made(
    "vecmat",
    _core("vecmat", lambda a, b: torch.matmul(torch.conj_physical(a).unsqueeze(-2), b).squeeze(-2)),
    "Vectors times matrices.",
    "? i e c O",
    2,
    signature=_CORES["vecmat"],
)


def inner(a, b, /):
    """Sums of products along the last axes."""
    a, b = _both(a, b)
    if a.dim() and b.dim() and a.shape[-1] != b.shape[-1]:
        raise ValueError(
            f"shapes {_shape_text(a.shape)} and {_shape_text(b.shape)} not aligned: {a.shape[-1]} (dim {a.dim() - 1}) != "
            f"{b.shape[-1]} (dim {b.dim() - 1})"
        )
    return _array(_of_truths(torch.inner, a, b))


def outer(a, b, out=None):
    """The products of each two elements."""
    a, b = _both(a, b)
    return _given_to(out, torch.outer(a.reshape(-1), b.reshape(-1)).numpy())


def vdot(a, b, /):
    """The sum of the products of all elements, those of the first conjugated."""
    a, b = _both(a, b)
    return _array(torch.vdot(a.reshape(-1), b.reshape(-1)))


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """The vector at right angles to both."""
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = _both(a, b)
    _axes(axisa, a.dim()), _axes(axisb, b.dim())
    a, b = a.movedim(axisa, -1), b.movedim(axisb, -1)
    if not {a.shape[-1], b.shape[-1]} <= {2, 3}:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    flat = a.shape[-1] == b.shape[-1] == 2
    # A vector in a plane is one of space.
    a, b = torch.broadcast_tensors(*(torch.nn.functional.pad(one, [0, 3 - one.shape[-1]]) for one in (a, b)))
    found = torch.linalg.cross(a, b)
    return found[..., 2].numpy() if flat else found.movedim(-1, axisc).numpy()


def kron(a, b):
    """A block of b for each element of a."""
    return _array(torch.kron(*_both(a, b)))


def tensordot(a, b, axes=2):
    """Sums of products along several axes."""
    a, b = _both(a, b)
    if isinstance(axes, (int, integer)):
        pairs = ([d for d in range(a.dim() - axes, a.dim())], [d for d in range(axes)])
    else:
        pairs = [[int(one)] if isinstance(one, (int, integer)) else [int(d) for d in one] for one in axes]
    if len(pairs[0]) != len(pairs[1]) or [0 for i, j in zip(*pairs) if a.shape[i] != b.shape[j]]:
        raise ValueError("shape-mismatch for sum")
    return torch.tensordot(a, b, pairs).numpy()


def einsum(*operands, out=None, optimize=False, **kwargs):
    """Returns sums of products by letters: `np.einsum("ij,jk->ik", a, b)`.

    `dtype`, `casting` and `order` are those of functions of elements.
    """
    options = {name: kwargs.pop(name, default) for name, default in (("dtype", None), ("casting", "safe"), ("order", "K"))}
    if kwargs:
        raise TypeError(f"einsum() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if options["order"] not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {options['order']!r})")
    if not isinstance(operands[0], str):
        operands = _lettered(operands)
    subscripts, *arrays = operands
    tensors = _joined(arrays)
    if options["dtype"] is not None:
        tensors = [_tensor(x.numpy().astype(options["dtype"], casting=options["casting"])) for x in tensors]
    found = _array(torch.einsum(subscripts, *tensors).contiguous())
    return asarray(found, order=options["order"])[()] if out is None and options["order"] == "F" else _given_to(out, found)


def _lettered(operands):
    """Subscripts as text, from lists of numbers."""
    letters = lambda numbers: "".join(["..." if n is Ellipsis else chr(97 + n) if n < 26 else chr(39 + n) for n in numbers])
    inputs = [letters(operands[i + 1]) for i in range(0, len(operands) - 1, 2)]
    result = "->" + letters(operands[-1]) if len(operands) % 2 else ""
    return (",".join(inputs) + result, *[operands[i] for i in range(0, len(operands) - 1, 2)])


def einsum_path(*operands, optimize="greedy", einsum_call=False):
    """The order of the products: here always one after the other."""
    count = len(operands) - 1 if isinstance(operands[0], str) else len(operands) // 2
    return ["einsum_path"] + [(0, 1)] * (count - 1), ""


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """The sum of the diagonal."""
    return _given_to(out, sum(torch.diagonal(_tensor(a), offset, axis1, axis2), -1, dtype))
