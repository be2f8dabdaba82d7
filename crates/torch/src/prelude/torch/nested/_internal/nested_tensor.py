"""Nested tensors: tensors of several sizes as one. Every operation runs on each of them; its rule says which dimension is meant."""

import math

import torch

#: Operations over dimensions, which count the one of the components first.
_OVER = """softmax log_softmax sum mean amax amin argmax argmin prod any all logsumexp var std cumsum cumprod norm""".split()
#: For operations that name dimensions: which of their arguments do, the tensor not counted.
_NAMING = dict(
    transpose=(0, 1),
    swapaxes=(0, 1),
    swapdims=(0, 1),
    unsqueeze=(0,),
    squeeze=(0,),
    flatten=(0, 1),
    unflatten=(0,),
    narrow=(0,),
    select=(0,),
    index_select=(0,),
    chunk=(1,),
    split=(1,),
    cat=(0,),
    gather=(0,),
    sort=(0,),
    argsort=(0,),
    flip=(0,),
)
_DIM_NAMES = ("dim", "dim0", "dim1", "axis0", "axis1", "start_dim", "end_dim", "dims")
#: Operations that take the sizes of their result.
_SIZED = ("reshape", "view", "expand")


class _Ragged:
    """The size of a dimension that differs between components: equal only to itself."""

    _made = 0

    def __init__(self, lengths):
        _Ragged._made += 1
        self.number, self.lengths = _Ragged._made, lengths

    def __repr__(self):
        return f"j{self.number}"


def _is_nested(x):
    return isinstance(x, NestedTensor)


def _components(x, at):
    """Arguments with one component of each nested tensor in its place."""
    if _is_nested(x):
        return x._parts[at]
    if isinstance(x, (list, tuple)):
        return type(x)([_components(item, at) for item in x])
    return x


class NestedTensor:
    """Tensors of several sizes as one; with `torch.jagged`, one dimension differs."""

    __module__ = "torch.nested._internal.nested_tensor"
    is_nested = True
    is_sparse = False

    def __init__(self, parts, layout=torch.strided, made_of=None, length=None):
        self._parts, self._layout = list(parts), layout
        self._like = made_of if made_of is not None else (parts[0] if parts else torch.empty(0))
        self._length = self._ragged_size(length) if layout == torch.jagged else None

    layout = property(lambda self: self._layout)
    dtype = property(lambda self: self._like.dtype)
    device = property(lambda self: self._like.device)
    is_cuda = property(lambda self: self._like.is_cuda)
    requires_grad = property(lambda self: any(part.requires_grad for part in self._parts))
    is_leaf = property(lambda self: all(part.is_leaf for part in self._parts))
    ndim = property(lambda self: self.dim())

    def dim(self):
        """The number of dimensions, that of the components included."""
        return self._like.dim() + 1

    def numel(self):
        """The number of elements of all components."""
        return sum(part.numel() for part in self._parts)

    def unbind(self, dim=0):
        """The components."""
        if dim != 0:
            raise RuntimeError(f"NestedTensor can only be unbound along dimension 0 got dimension {dim} instead.")
        return tuple(self._parts)

    def _ragged(self):
        shapes = [part.shape for part in self._parts]
        return [at for at in range(self._like.dim()) if len({shape[at] for shape in shapes}) > 1]

    @property
    def shape(self):
        """The sizes; one that differs is a symbol."""
        if self._layout != torch.jagged:
            raise RuntimeError("Internal error: NestedTensorImpl doesn't support sizes. Please file an issue.")
        ragged = (self._ragged() or [0])[0]
        return (len(self._parts), *[self._length if at == ragged else n for at, n in enumerate(self._like.shape)])

    def _ragged_size(self, known):
        """The symbol for the size that differs: that of the tensor this one was computed from, if the sizes are the same."""
        ragged = (self._ragged() or [0])[0]
        lengths = [part.shape[ragged] for part in self._parts if part.dim()]
        return known if known is not None and known.lengths == lengths else _Ragged(lengths)

    def size(self, dim=None):
        """The size of a dimension in which all components agree."""
        if dim is None:
            return self.shape
        dim = dim % self.dim()
        if dim == 0:
            return len(self._parts)
        if self._layout == torch.jagged:
            return self.shape[dim]
        if dim - 1 in self._ragged():
            raise RuntimeError(f"Given dimension {dim} is irregular and does not have a size.")
        return self._like.shape[dim - 1]

    def values(self):
        """The elements of all components, one behind the other."""
        return torch.cat(self._parts, (self._ragged() or [0])[0])

    def offsets(self):
        """Where each component begins in `values`, and where the last ends."""
        ragged = (self._ragged() or [0])[0]
        ends = [0]
        for part in self._parts:
            ends.append(ends[-1] + part.shape[ragged])
        return torch.tensor(ends, device=self.device)

    def to_padded_tensor(self, padding, output_size=None):
        """One tensor, with `padding` behind smaller components."""
        sizes = [max(part.shape[at] for part in self._parts) for at in range(self._like.dim())]
        if output_size is not None:
            sizes = list(output_size[1:])
            if any(n > size for part in self._parts for n, size in zip(part.shape, sizes)):
                raise RuntimeError("Value in output_size is less than NestedTensor padded size. Truncation is not supported.")
        padded = []
        for part in self._parts:
            widths = [width for n, size in zip(reversed(part.shape), reversed(sizes)) for width in (0, size - n)]
            padded.append(torch.nn.functional.pad(part, widths, value=padding))
        return torch.stack(padded)

    @property
    def grad(self):
        """The gradients of the components."""
        grads = [part.grad for part in self._parts]
        return None if any(grad is None for grad in grads) else NestedTensor(grads, self._layout, None, self._length)

    def requires_grad_(self, requires_grad=True):
        """Turns gradients on or off."""
        for part in self._parts:
            part.requires_grad_(requires_grad)
        return self

    def is_contiguous(self):
        """Whether every component is."""
        return all(part.is_contiguous() for part in self._parts)

    def __len__(self):
        return len(self._parts)

    def __iter__(self):
        return iter(self._parts)

    def __getitem__(self, index):
        if isinstance(index, int):
            return self._parts[index]
        if isinstance(index, tuple) and isinstance(index[0], int):
            return self._parts[index[0]][index[1:]]
        if isinstance(index, tuple) and index[0] == slice(None):
            return NestedTensor([part[index[1:]] for part in self._parts], self._layout, None, self._length)
        raise IndexError("nested tensors are indexed by component first")

    def __repr__(self):
        ending = "" if self.is_leaf or not self.requires_grad else f", grad_fn=<{self._node()}>"
        if self._layout == torch.jagged:
            ending = ", requires_grad=True" if self.is_leaf and self.requires_grad else ending
            shape = ", ".join([str(n) for n in self.shape])
            return f"NestedTensor(size=({shape}), offsets={self.offsets()}, contiguous={self.is_contiguous()}{ending})"
        shown = [repr(part if part.is_leaf else part.detach()) for part in self._parts]
        lines = ",\n".join(["\n".join(["  " + line for line in text.split("\n")]) for text in shown])
        return f"nested_tensor([\n{lines}\n]{ending})"

    def _node(self):
        return type(next(part.grad_fn for part in self._parts if part.grad_fn is not None)).__name__

    def __getattr__(self, name):
        if name.startswith("_") or not hasattr(torch.Tensor, name):
            raise AttributeError(f"'NestedTensor' object has no attribute '{name}'")
        return lambda *args, **kwargs: _called(name, getattr(torch.Tensor, name), (self,) + args, kwargs)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return _called(func.__name__, func, args, kwargs or {})


def _each(function, args, kwargs):
    """A function of each component, as a nested tensor."""
    nested = _nested_among((*args, *kwargs.values()))
    if len({len(x._parts) for x in nested}) > 1:
        raise RuntimeError("nested tensors must have the same number of components")
    layout, length = nested[0]._layout, nested[0]._length
    results = []
    for at in range(len(nested[0]._parts)):
        named = {name: _components(value, at) for name, value in kwargs.items()}
        results.append(function(*_components(tuple(args), at), **named))
    if results and isinstance(results[0], tuple):
        return tuple(NestedTensor(column, layout, None, length) for column in zip(*results))
    if not all(torch.is_tensor(result) for result in results):
        return results[0]
    return NestedTensor(results, layout, results[0] if results else nested[0]._like, length)


def _nested_among(values):
    """The nested tensors among values and in lists of them."""
    found = []
    for value in values:
        if _is_nested(value):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found += _nested_among(value)
    return found


def _within(x, dim, added=0):
    """A dimension number of a component; `added` dimensions are new."""
    if isinstance(dim, (tuple, list)):
        return type(dim)([_within(x, each) for each in dim])
    if dim < 0:
        dim += x.dim() + added
    if dim == 0:
        raise RuntimeError("the dimension of the components cannot be reduced or moved")
    return dim - 1


def _called(name, function, args, kwargs):
    x = args[0] if args else None
    if name in _OVER and _is_nested(x):
        return _over(name, function, x, args[1:], dict(kwargs))
    if name in _SIZED and _is_nested(x):
        return _sized(name, function, x, args[1:] or tuple(kwargs.values()))
    if name in _NAMING:
        return _renamed(name, function, args, kwargs)
    return _each(torch.matmul if name == "bmm" else function, args, kwargs)


def _renamed(name, function, args, kwargs):
    """A function that names dimensions, within each component."""
    x, added = _nested_among(args)[0], int(name == "unsqueeze")
    places = [at + 1 for at in _NAMING[name]]
    args = [_within(x, arg, added) if at in places else arg for at, arg in enumerate(args)]
    named = {key: _within(x, value, added) if key in _DIM_NAMES else value for key, value in kwargs.items()}
    return _each(function, args, named)


def _sized(name, function, x, sizes):
    """A function of sizes: those of a component begin behind the first, and -1 keeps a size that it has."""
    sizes = list(sizes[0]) if isinstance(sizes[0], (list, tuple)) else list(sizes)
    if sizes[0] != len(x._parts) and not (name == "expand" and sizes[0] == -1):
        raise RuntimeError(f"{name}: For now nested {name} cannot change or infer the implicit batch dimension")
    old, new = x._like.dim(), sizes[1:]
    if name != "expand" and -1 in new[old:]:
        raise RuntimeError("nested tensor does not infer shape")

    def size(part, at, n):
        if isinstance(n, _Ragged):
            return part.shape[(x._ragged() or [0])[0]]
        return part.shape[at] if n == -1 and at < old and name != "expand" else n

    def resized(part):
        wanted = [size(part, at, n) for at, n in enumerate(new)]
        if name != "expand" and math.prod(wanted) != part.numel():
            raise RuntimeError(f"shape '{sizes}' is invalid for input of size {part.numel()}")
        return function(part, wanted)

    return _each(resized, (x,), {})


def _over(name, function, x, args, kwargs):
    """A function over dimensions: over all of them, or within components; stacked where the ragged one goes."""
    dim = kwargs.pop("dim") if "dim" in kwargs else args[0] if args else None
    if dim is None:
        return function(torch.cat([part.reshape(-1) for part in x._parts]), **kwargs)
    if isinstance(dim, (tuple, list)) and x._layout == torch.jagged and any(each % x.dim() == 0 for each in dim):
        return _over_all(function, x, [each % x.dim() for each in dim], *args[1:], **kwargs)
    within = _within(x, dim)
    result = _each(lambda part: function(part, within, *args[1:], **kwargs), (x,), {})
    same = _is_nested(result) and len({part.shape for part in result._parts}) == 1
    reduces = same and result._like.dim() < x._like.dim()
    return torch.stack(result._parts) if reduces and x._layout == torch.jagged else result


def _over_all(function, x, dims, *args, **kwargs):
    """A reduction over the components and the dimension that differs, at least: that of the elements behind each other."""
    ragged = (x._ragged() or [0])[0]
    if ragged + 1 not in dims:
        raise RuntimeError("the dimension of the components can be reduced only together with the one that differs")
    return function(x.values(), [dim - 1 for dim in dims if dim], *args, **kwargs)


def _operator(name, swapped=False):
    def operate(self, *others):
        function = getattr(torch, name)
        return _each(function, (others[0], self) if swapped else (self, *others), {})

    return operate


for _name, _function in dict(
    add="add",
    sub="sub",
    mul="mul",
    truediv="div",
    pow="pow",
    matmul="matmul",
    eq="eq",
    ne="ne",
    lt="lt",
    le="le",
    gt="gt",
    ge="ge",
    neg="neg",
    abs="abs",
).items():
    setattr(NestedTensor, f"__{_name}__", _operator(_function))
for _name, _function in dict(add="add", sub="sub", mul="mul", truediv="div").items():
    setattr(NestedTensor, f"__r{_name}__", _operator(_function, swapped=True))
