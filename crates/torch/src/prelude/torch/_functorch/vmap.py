"""`vmap`: which dimensions of arguments and results are mapped over. What the function does runs once, over the whole batch: the
engine has a rule for each operation on tensors that hide a dimension (`engine/batched`)."""

import functools
from collections import namedtuple

import torch
from torch.utils import _pytree

__name__ = "torch._functorch.vmap"


# What the maps under way do with random numbers, by level.
_RANDOMNESS = {}


class _Level:
    """A map over `size` slices, while its function runs."""

    def __init__(self, size, randomness):
        self.size = size
        self.randomness = randomness

    def __enter__(self):
        self.number = torch._vmap_enter(self.size, self.randomness)
        _RANDOMNESS[self.number] = self.randomness
        return self

    def __exit__(self, kind, value, trace):
        torch._vmap_leave(self.number)
        return False


def _name_of(func):
    if hasattr(func, "__name__"):
        return func.__name__
    if isinstance(func, functools.partial):
        return f"functools.partial({_name_of(func.func)}, ...)"
    return repr(func)


def _broadcast(dims, tree):
    """One of `dims`, which may stand for whole branches, for each leaf of a tree; None where they do not fit."""
    whole = not isinstance(dims, (tuple, list, dict))
    if whole or _pytree.tree_structure(tree).is_leaf():
        return [dims] * len(_pytree.tree_leaves(tree)) if whole else None
    if type(dims) is not type(tree) or len(dims) != len(tree):
        return None
    keys = tree.keys() if isinstance(tree, dict) else range(len(tree))
    if isinstance(tree, dict) and any(key not in dims for key in keys):
        return None
    parts = [_broadcast(dims[key], tree[key]) for key in keys]
    return None if any(part is None for part in parts) else [dim for part in parts for dim in part]


def _check_argument(call, x, dim):
    if not isinstance(dim, int) and dim is not None:
        raise ValueError(f"{call}: Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
    if dim is None:
        return
    if not isinstance(x, torch.Tensor):
        raise ValueError(
            f"{call}: Got in_dim={dim} for an input but the input is of type {type(x)}. We cannot vmap over "
            "non-Tensor arguments, please use None as the respective in_dim"
        )
    if not -x.dim() <= dim < x.dim():
        raise ValueError(
            f"{call}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality "
            f"{x.dim()} so expected in_dim to satisfy -{x.dim()} <= in_dim < {x.dim()}."
        )


def _batch_size(leaves, dims):
    sizes = [x.shape[dim] for x, dim in zip(leaves, dims) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(size != sizes[0] for size in sizes):
        raise ValueError(
            f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for "
            "the mapped dimension"
        )
    return sizes[0]


def _arguments(func, in_dims, args):
    """The leaves of the arguments, their dimensions, and what puts them together again."""
    name = _name_of(func)
    call = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"{call}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of "
            f"inputs, got: {type(in_dims)}."
        )
    if len(args) == 0:
        raise ValueError(
            f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap "
            "over a function with no inputs. The latter is unsupported."
        )
    leaves, spec = _pytree.tree_flatten(args)
    dims = _broadcast(in_dims, args)
    if dims is None:
        raise ValueError(
            f"{call}: in_dims is not compatible with the structure of `inputs`. in_dims has structure "
            f"{_pytree.tree_structure(in_dims)} but inputs has structure {spec}."
        )
    for x, dim in zip(leaves, dims):
        _check_argument(call, x, dim)
    return leaves, dims, spec


def _result(name, x, dim, level):
    """A result as the outside sees it."""
    if dim is None:
        if isinstance(x, torch.Tensor) and torch._is_batched(x):
            raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
        return x
    if not isinstance(x, torch.Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(x)}. Did you mean to set "
            "out_dims= to None for output?"
        )
    return torch._vmap_show(x, level.number, level.size, dim)


def _out_dims(name, out_dims, outputs):
    single = isinstance(outputs, torch.Tensor) and isinstance(out_dims, tuple) and len(out_dims) == 1
    dims = list(out_dims) if single else _broadcast(out_dims, outputs)
    if dims is None:
        raise ValueError(
            f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            f"`outputs`. out_dims has structure {_pytree.tree_structure(out_dims)} but outputs has structure "
            f"{_pytree.tree_structure(outputs)}."
        )
    return dims


def _run(func, leaves, dims, spec, out_dims, randomness, kwargs):
    """`func` over all slices at once."""
    with _Level(_batch_size(leaves, dims), randomness) as level:
        hidden = [x if dim is None else torch._vmap_hide(x, dim, level.number) for x, dim in zip(leaves, dims)]
        outputs = func(*_pytree.tree_unflatten(hidden, spec), **kwargs)
        name = _name_of(func)
        flat, out_spec = _pytree.tree_flatten(outputs)
        shown = [_result(name, x, dim, level) for x, dim in zip(flat, _out_dims(name, out_dims, outputs))]
    return _pytree.tree_unflatten(shown, out_spec)


def _run_chunks(func, leaves, dims, spec, out_dims, randomness, chunk_size, kwargs):
    """The same over `chunk_size` slices at a time."""
    size = _batch_size(leaves, dims)
    state = torch.get_rng_state() if randomness == "same" else None
    chunks = []
    for start in range(0, size, chunk_size):
        if state is not None:
            torch.set_rng_state(state)
        length = min(chunk_size, size - start)
        part = [x if dim is None else x.narrow(dim, start, length) for x, dim in zip(leaves, dims)]
        chunks.append(_run(func, part, dims, spec, out_dims, randomness, kwargs))
    columns = zip(*[_pytree.tree_leaves(chunk) for chunk in chunks])
    joined = [torch.cat(column, dim) for column, dim in zip(columns, _out_dims(_name_of(func), out_dims, chunks[0]))]
    return _pytree.tree_unflatten(joined, _pytree.tree_structure(chunks[0]))


def _check_out_dims(name, out_dims):
    for dim in _pytree.tree_leaves(out_dims):
        if not isinstance(dim, int) and dim is not None:
            raise ValueError(
                f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection of ints "
                "representing where in the outputs the vmapped dimension should appear."
            )


def mapped(func, in_dims, out_dims, randomness, chunk_size, args, kwargs):
    """What `vmap(func, ...)` returns for these arguments."""
    _check_out_dims(_name_of(func), out_dims)
    leaves, dims, spec = _arguments(func, in_dims, args)
    if chunk_size is None:
        return _run(func, leaves, dims, spec, out_dims, randomness, kwargs)
    return _run_chunks(func, leaves, dims, spec, out_dims, randomness, chunk_size, kwargs)


VmapInfo = namedtuple("VmapInfo", ["batch_size", "randomness"])


def _apart(tree):
    """The leaves of a tree, which of them the innermost map over it hides a dimension of, that map's level and size, and the form."""
    leaves, spec = _pytree.tree_flatten(tree)
    maps = [torch._innermost_map(x) if isinstance(x, torch.Tensor) else (0, 0) for x in leaves]
    level, size = max(maps)
    return leaves, [own[0] == level for own in maps], level, size, spec


def each_slice(func, args, kwargs):
    """A function that reads numbers of its arguments, called for each slice of the innermost map over these: its results stacked."""
    leaves, mapped, level, size, spec = _apart((args, kwargs))
    slices = [torch._vmap_show(x, level, size, 0).unbind(0) if own else [x] * size for x, own in zip(leaves, mapped)]
    results = []
    for one in zip(*slices):
        args, kwargs = _pytree.tree_unflatten(one, spec)
        results.append(_pytree.tree_flatten(func(*args, **kwargs)))
    columns = zip(*[flat for flat, out_spec in results])
    stacked = [
        torch._vmap_hide(torch.stack(column), 0, level) if isinstance(column[0], torch.Tensor) else column[0]
        for column in columns
    ]
    return _pytree.tree_unflatten(stacked, results[0][1])


def by_rule(rule, args, kwargs):
    """What a rule of the program's makes of the innermost map: `rule(info, in_dims, *args)` gives results and their dimensions."""
    leaves, mapped, level, size, spec = _apart((args, kwargs))
    whole = [torch._vmap_show(x, level, size, 0) if own else x for x, own in zip(leaves, mapped)]
    dims = _pytree.tree_unflatten([0 if own else None for own in mapped], spec)
    args, kwargs = _pytree.tree_unflatten(whole, spec)
    outputs, out_dims = rule(VmapInfo(size, _RANDOMNESS[level]), tuple(dims[0]), *args, **kwargs)
    flat, out_spec = _pytree.tree_flatten(outputs)
    hidden = [x if dim is None else torch._vmap_hide(x, dim, level) for x, dim in zip(flat, _broadcast(out_dims, outputs))]
    return _pytree.tree_unflatten(hidden, out_spec)
