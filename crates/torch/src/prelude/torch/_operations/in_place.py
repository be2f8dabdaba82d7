"""In-place methods: they write results into the tensor itself, or turn the tensor into one of its views."""

import warnings

import torch
from torch import _operations
from torch._tensorcell.checks import _scalar_name
from torch.storage import TypedStorage, UntypedStorage

__name__ = "torch._operations"

_warned_of_typed_storage = False


def _twin(name):
    """`x.gcd_(y)` from `torch.gcd(x, y)`."""
    function = getattr(_operations, name, None)
    if function is None:
        function = getattr(torch, name)

    def in_place(self, *args, **kwargs):
        return _write(self, function(self, *args, **kwargs), name)

    in_place.__name__ = name + "_"
    in_place.__doc__ = f"In place: {function.__doc__}"
    return in_place


def _write(target, result, name):
    """A function's result, where the tensor can take it."""
    if result.shape != target.shape and name in ("addmm", "addmv", "baddbmm"):
        raise RuntimeError(
            f"Bad in-place call: input tensor size {list(target.shape)} and output tensor size {list(result.shape)} should match"
        )
    if result.shape != target.shape and name == "addr":
        raise RuntimeError(f"2D tensor expected, got {target.dim()}D tensor for input")
    if not torch.can_cast(result.dtype, target.dtype):
        names = [_scalar_name(dtype) for dtype in (result.dtype, target.dtype)]
        if name == "ldexp":
            raise RuntimeError(f"ldexp can't be cast to the desired output type {names[1]}")
        if name == "mvlgamma":
            raise RuntimeError(f"mvlgamma: result type {names[1]} can't be cast to the desired output type {names[0]}")
        raise RuntimeError(f"result type {names[0]} can't be cast to the desired output type {names[1]}")
    if result.shape != target.shape:
        raise RuntimeError(f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(result.shape)}")
    written = target.copy_(result)
    if result.requires_grad and not written._is_view():
        torch._named(written, result.grad_fn.name())
    return written


_TWINS = """addbmm addmm addmv addr arccosh arcsinh arctanh baddbmm conj_physical cumprod cumsum deg2rad gcd
heaviside i0 igamma igammac index_copy index_fill index_reduce lcm ldexp logit masked_scatter mvlgamma nextafter polygamma
put rad2deg renorm scatter_reduce sgn sinc""".split()


def float_power_(self, exponent):
    """In place: a power in float64. The tensor must be float64 already."""
    if self.dtype != torch.float64:
        wanted = f"has dtype {_scalar_name(self.dtype)} but the operation's result requires dtype Double"
        raise RuntimeError(f"the base given to float_power_ {wanted}")
    return self.pow_(exponent)


def polygamma_(self, n):
    """In place: the n-th derivative of digamma."""
    return _write(self, torch.polygamma(n, self), "polygamma")


def _polygamma(self, n):
    """The n-th derivative of digamma.

    >>> torch.tensor([1., 2.]).polygamma(1)
    tensor([1.6449, 0.6449])
    """
    return torch.polygamma(n, self)


def untyped_storage(self):
    """The memory that it shares with its views: `data_ptr()`, `nbytes()`."""
    return UntypedStorage(self)


def storage(self):
    """The memory that it shares with its views, as elements of its dtype. Deprecated: use `untyped_storage`."""
    global _warned_of_typed_storage
    if not _warned_of_typed_storage:
        _warned_of_typed_storage = True
        warnings.warn(
            "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
            "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
            "tensor.untyped_storage() instead of tensor.storage()",
            stacklevel=1,
        )
    return TypedStorage(self)


def t_(self):
    """Becomes its transpose."""
    return torch._become(self, self.t())


def transpose_(self, dim0, dim1):
    """Becomes the view with two dimensions exchanged."""
    return torch._become(self, self.transpose(dim0, dim1))


def swapaxes_(self, axis0, axis1):
    """Becomes the view with two dimensions exchanged."""
    return torch._become(self, self.transpose(axis0, axis1))


def swapdims_(self, dim0, dim1):
    """Becomes the view with two dimensions exchanged."""
    return torch._become(self, self.transpose(dim0, dim1))


def squeeze_(self, *dim):
    """Becomes the view without dimensions of size 1."""
    node = "SqueezeBackward3" if not dim else "SqueezeBackward4" if isinstance(dim[0], int) else "SqueezeBackward5"
    return torch._named(torch._become(self, self.squeeze(*dim)), node)


def unsqueeze_(self, dim):
    """Becomes the view with a new dimension of size 1."""
    return torch._become(self, self.unsqueeze(dim))


def as_strided_(self, size, stride, storage_offset=None):
    """Becomes a view with this size and stride."""
    return torch._become(self, self.as_strided(size, stride, storage_offset))


def resize_(self, *sizes, memory_format=None):
    """Resizes the tensor: in its own memory if that suffices, else in larger memory. Existing elements are kept."""
    sizes = tuple(sizes[0]) if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
    for size in sizes:
        if size < 0:
            raise RuntimeError(f"Trying to resize to a negative dimension: {list(sizes)}")
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    count = 1
    for size in sizes:
        count *= size
    if count <= self.numel() and self.is_contiguous():
        return torch._become(self, self.reshape(-1)[:count].view(sizes))
    larger = torch.zeros(count, dtype=self.dtype, device=self.device)
    flat = self.reshape(-1)[:count]
    larger[: flat.numel()] = flat
    return torch._become(self, larger.view(sizes))


def resize_as_(self, the_template, memory_format=None):
    """Becomes a tensor of the template's size."""
    return self.resize_(the_template.shape)


def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Becomes a view of another tensor's memory."""
    if source is None:
        source = torch.empty(0, dtype=self.dtype, device=self.device)
    if source.dtype != self.dtype:
        raise RuntimeError(f"Expected a Tensor of type {self.type()} but got {source.type()}")
    if size is None:
        return torch._become(self, source.detach())
    if stride is None:
        stride, step = [], 1
        for length in reversed(tuple(size)):
            stride.insert(0, step)
            step *= length
    return torch._become(self, source.detach().as_strided(size, stride, storage_offset))


def is_set_to(self, tensor):
    """True when both are the same view of the same memory."""
    same_memory = self.data_ptr() == tensor.data_ptr() and self.storage_offset() == tensor.storage_offset()
    return same_memory and self.shape == tensor.shape and self.stride() == tensor.stride()


def fill_diagonal_(self, fill_value, wrap=False):
    """Writes a number on the main diagonal; with `wrap`, again below it in a tall matrix."""
    if self.dim() < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.dim() > 2 and len(set(self.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    least = sorted(self.shape)[0]
    step = 0
    for stride in self.stride():
        step += stride
    self.as_strided((least,), (step,), self.storage_offset()).fill_(fill_value)
    if wrap and self.dim() == 2 and self.shape[0] > self.shape[1] + 1:
        self[self.shape[1] + 1 :].fill_diagonal_(fill_value, wrap=True)
    return self


def apply_(self, callable):
    """Replaces every element by a function's result. CPU only."""
    if self.is_cuda:
        raise TypeError("apply_ is only implemented on CPU tensors")
    flat = self.reshape(-1)
    values = [callable(value) for value in flat.tolist()]
    return self.copy_(torch.tensor(values, dtype=self.dtype).reshape(self.shape))


def map_(self, tensor, callable):
    """Replaces every element by a function's result for it and the other tensor's element. CPU only."""
    other = tensor.expand_as(self).reshape(-1).tolist()
    values = [callable(a, b) for a, b in zip(self.reshape(-1).tolist(), other)]
    return self.copy_(torch.tensor(values, dtype=self.dtype).reshape(self.shape))


def char(self, memory_format=None):
    """Converts to int8."""
    return self.to(torch.int8)


def byte(self, memory_format=None):
    """Converts to uint8."""
    return self.to(torch.uint8)


def new_empty_strided(self, size, stride, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor without values like this one, with these strides."""
    return torch.empty_strided(
        size, stride, dtype=self.dtype if dtype is None else dtype, device=self.device if device is None else device
    )


# `torch.polygamma` takes the order first.
_polygamma.__name__ = "polygamma"
torch.Tensor.polygamma = _polygamma
for _name in _TWINS:
    if _name != "polygamma":
        setattr(_operations, _name + "_", _twin(_name))
