"""What of `torch` is written in the language itself: recording on and off, and small conveniences."""

import functools
import math
import warnings

import torch
from torch._nn import avg_pool1d, conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d, conv_transpose3d


class _GradMode:
    """Recording switched on or off: a context manager, and a decorator of functions."""

    def __init__(self, mode, inference=False):
        self.mode = mode
        self.inference = inference
        self.outer = []

    def __enter__(self):
        inference = torch._set_inference(True) if self.inference else None
        self.outer.append((torch._set_grad_enabled(self.mode), inference))

    def __exit__(self, kind, value, trace):
        mode, inference = self.outer.pop()
        torch._set_grad_enabled(mode)
        if inference is not None:
            torch._set_inference(inference)
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def switched(*args, **kwargs):
            with _GradMode(self.mode, self.inference):
                return function(*args, **kwargs)

        return switched


def no_grad(function=None):
    """Nothing is recorded for gradients: `with torch.no_grad():` or `@torch.no_grad()`.

    >>> with torch.no_grad(): y = torch.ones(2, requires_grad=True) * 2
    >>> y.requires_grad
    False
    """
    mode = _GradMode(False)
    return mode if function is None else mode(function)


def enable_grad(function=None):
    """Operations are recorded for gradients, even inside no_grad.

    >>> with torch.no_grad(), torch.enable_grad(): y = torch.ones(2, requires_grad=True) * 2
    >>> y.requires_grad
    True
    """
    mode = _GradMode(True)
    return mode if function is None else mode(function)


def inference_mode(mode=True):
    """Like no_grad, for code whose results never meet a gradient."""
    if callable(mode):
        return _GradMode(False, True)(mode)
    return _GradMode(not mode, mode)


class set_grad_enabled(_GradMode):
    """Switches recording at once; as a context manager, until the block's end."""

    def __init__(self, mode):
        _GradMode.__init__(self, mode)
        self.before = torch._set_grad_enabled(mode)

    def __enter__(self):
        self.outer.append((self.before, None))

    def __call__(self, function):
        torch._set_grad_enabled(self.before)
        return _GradMode(self.mode)(function)


_WHAT_COMPILE_DOES = (
    "torch.compile returns the model as it is. What it is for is done always: on the CPU chains of elementwise operations run "
    "as one loop, normalisation, attention and recurrent layers are one operation each, and an optimizer's step is one "
    "launch for all parameters. Launches that cost more than their work can be recorded once and replayed: see "
    "torch.cuda.graph and torch.cuda.make_graphed_callables."
)
_MODES = ("default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """The model or function as it is, and once in a session a word on what is done anyway. Also a decorator."""
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if mode is not None and mode not in _MODES:
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
    if not disable:
        # Once in a session, as every warning of one text.
        warnings.warn(_WHAT_COMPILE_DOES, stacklevel=2)
    if model is None:
        return lambda model: model
    if not callable(model):
        raise RuntimeError(f"torch.compile: expected a module or a function, but got {type(model).__name__}")
    if isinstance(model, torch.nn.Module):
        # PyTorch's wrapper shows the module beneath by this name.
        object.__setattr__(model, "_orig_mod", model)
    return model


def set_float32_matmul_precision(precision):
    """'highest' multiplies float32 matrices exactly; 'high' and 'medium' allow TensorFloat-32 on CUDA."""
    torch.backends._set_float32_matmul_precision(precision)


def get_float32_matmul_precision():
    """'highest', 'high' or 'medium'."""
    return torch.backends._get_float32_matmul_precision()


def meshgrid(*tensors, indexing="ij"):
    """Coordinate grids of vectors.

    Shapes: for n vectors, n tensors of all their lengths ('xy': with the first two exchanged)
    Errors: RuntimeError for more than one dimension:
            `torch.meshgrid(torch.ones(2, 2), indexing='ij')`

    >>> torch.meshgrid(torch.tensor([1, 2]), torch.tensor([3, 4]), indexing='ij')
    (tensor([[1, 1],
            [2, 2]]), tensor([[3, 4],
            [3, 4]]))
    """
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for x in tensors:
        if x.dim() > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {x}")
        if x.dtype != tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing == "xy" and len(tensors) > 1:
        swapped = meshgrid(tensors[1], tensors[0], *tensors[2:])
        return (swapped[1], swapped[0]) + swapped[2:]
    sizes = [x.numel() for x in tensors]
    grids = []
    for i, x in enumerate(tensors):
        shape = [1] * len(tensors)
        shape[i] = -1
        grids.append(x.reshape(shape).expand(sizes))
    return tuple(grids)


def cartesian_prod(*tensors):
    """Every combination of the vectors' elements, one a row.

    >>> torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    for vector in tensors:
        if vector.dim() != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(vector.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([grid.reshape(-1) for grid in meshgrid(*tensors)], dim=1)


def logspace(start, end, steps, base=10.0, *, out=None, dtype=None, device=None, requires_grad=False):
    """Powers of a base whose exponents are evenly spaced.

    >>> torch.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    dims = {name: x.dim() for name, x in (("start", start), ("end", end)) if torch.is_tensor(x)}
    if [count for count in dims.values() if count]:
        got = " and ".join(f"{name} with {count} dimension(s)" for name, count in dims.items())
        raise RuntimeError(f"logspace only supports 0-dimensional start and end tensors, but got {got}.")
    if isinstance(steps, type(1.0)):
        torch._no_form("logspace", start, end, steps)
    dtype = dtype if dtype is not None else torch.get_default_dtype() if out is None else out.dtype
    if not dtype.is_floating_point:
        # Of integers the exponents are cut first.
        start, end = (math.trunc(x.item() if torch.is_tensor(x) else x) for x in (start, end))
    powers = base ** torch.linspace(start, end, steps, dtype=torch.float64, device=device)
    if out is not None:
        return torch._receive(out, powers.to(out.dtype))
    return powers.to(dtype).requires_grad_(requires_grad)


def _only_tensors(function, **given):
    """TypeError for the first argument that is no tensor; they are given by their names, in the call's order."""
    for position, (name, value) in enumerate(given.items(), 1):
        if not torch.is_tensor(value):
            found = type(value).__name__
            raise TypeError(f"{function}(): argument '{name}' (position {position}) must be Tensor, not {found}")


_SCALAR_NAMES = {
    torch.float64: "Double",
    torch.float32: "Float",
    torch.float16: "Half",
    torch.bfloat16: "BFloat16",
    torch.int64: "Long",
    torch.int32: "Int",
    torch.int16: "Short",
    torch.int8: "Char",
    torch.uint8: "Byte",
    torch.bool: "Bool",
}


def _scalar_name(dtype):
    """What PyTorch calls a dtype in errors: Float, Long."""
    return _SCALAR_NAMES[dtype]


def _not_implemented(kernel, dtype):
    """NotImplementedError for a dtype that PyTorch's kernel of this name does not take."""
    raise NotImplementedError(f"\"{kernel}\" not implemented for '{_scalar_name(dtype)}'")


def _only_floats(kernel, *tensors):
    """Refuses tensors that all hold integers or bool: PyTorch's kernel of this name takes none."""
    for x in tensors:
        if x.is_floating_point():
            return
    _not_implemented(kernel, torch.result_type(tensors[0], tensors[-1]))


def dropout(input, p, train):
    """Zeroes elements with probability p while training, and scales the rest."""
    return torch.nn.functional.dropout(input, p, train)




def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function over a batch: `func` of each element along `in_dims`, the results stacked along `out_dims`.

    >>> torch.vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3))
    tensor([3., 3.])
    """
    return torch.func.vmap(func, in_dims, out_dims, randomness, chunk_size=chunk_size)


def typename(obj):
    """The name of a value's type, as PyTorch's complaints show it.

    >>> torch.typename(torch.ones(1))
    'torch.FloatTensor'
    """
    if isinstance(obj, torch.Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) or hasattr(obj, "__qualname__") else type(obj)
    return kind.__qualname__ if kind.__module__ in ("builtins", None) else f"{kind.__module__}.{kind.__qualname__}"
