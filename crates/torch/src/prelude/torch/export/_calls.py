"""How a call of a function of PyTorch is written as a call of its ATen operator: the overload and its arguments."""

import torch
from torch import _overrides
from torch._library import aten
from torch._library.aten import REDUCTIONS

# In these operators a number stands for a tensor of no dimension.
_NUMBERS = {"add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "floor_divide"}

# The operators behind Python's ones, where they have another name.
_OPERATORS = {
    "__eq__": "eq",
    "__floordiv__": "floor_divide",
    "__invert__": "bitwise_not",
    "__rsub__": "rsub",
}


def _inplace(name, **options):
    """A function with `inplace=` after its options: those by name, with the values that PyTorch passes on."""

    def call(input, *given, inplace=False, **named):
        values = {**options, **dict(zip(options, given)), **named}
        inplace = inplace or given[len(options) :] == (True,)
        return f"{name}_" if inplace else name, (input, *values.values())

    return call


def _listed(operands):
    return list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else list(operands)


def _gathered(name):
    return lambda *operands: (name, (_listed(operands),))


def _loss(name):
    def call(input, target, size_average=None, reduce=None, reduction="mean", *options, **named):
        return name, (input, target, REDUCTIONS.index(reduction), *options, *named.values())

    return call


def _norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    if isinstance(p, str) and p != "fro":
        return None
    dims = [dim] if isinstance(dim, int) else dim
    return "linalg_vector_norm", (input, 2 if p == "fro" else p, dims, keepdim)


def _cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    return "cross_entropy_loss", (input, target, weight, REDUCTIONS.index(reduction), ignore_index, label_smoothing)


def _nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    return "nll_loss_nd", (input, target, weight, REDUCTIONS.index(reduction), ignore_index)


def _binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    return "binary_cross_entropy", (input, target, weight, REDUCTIONS.index(reduction))


def _with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    return "binary_cross_entropy_with_logits", (input, target, weight, pos_weight, REDUCTIONS.index(reduction))


def _batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    return "batch_norm", (input, weight, bias, running_mean, running_var, training, momentum, eps, False)


def _layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    return "layer_norm", (input, list(normalized_shape), weight, bias, eps, False)


def _group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    return "group_norm", (input, num_groups, weight, bias, eps, False)


def _embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    return "embedding", (weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq, sparse)


def _dropout(input, p=0.5, training=True, inplace=False):
    return "dropout_" if inplace else "dropout", (input, p, training)


def _softmax(name):
    return lambda input, dim=None, _stacklevel=3, dtype=None: (name, (input, dim, dtype))


def _max_pool(name):
    def call(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        if return_indices:
            return None
        return name, (input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)

    return call


# Functions written in Python whose parameters are not those of their operator.
_FUNCTIONS = {
    "atleast_1d": _gathered("atleast_1d"),
    "atleast_2d": _gathered("atleast_2d"),
    "atleast_3d": _gathered("atleast_3d"),
    "batch_norm": _batch_norm,
    "block_diag": _gathered("block_diag"),
    "broadcast_tensors": _gathered("broadcast_tensors"),
    "cartesian_prod": _gathered("cartesian_prod"),
    "einsum": lambda equation, *operands: ("einsum", (equation, _listed(operands))),
    "binary_cross_entropy": _binary_cross_entropy,
    "binary_cross_entropy_with_logits": _with_logits,
    "cross_entropy": _cross_entropy,
    "dropout": _dropout,
    "embedding": _embedding,
    "group_norm": _group_norm,
    "l1_loss": _loss("l1_loss"),
    "layer_norm": _layer_norm,
    "log_softmax": _softmax("log_softmax"),
    "max_pool1d": _max_pool("max_pool1d"),
    "max_pool2d": _max_pool("max_pool2d"),
    "max_pool3d": _max_pool("max_pool3d"),
    "mse_loss": _loss("mse_loss"),
    "nll_loss": _nll_loss,
    "norm": _norm,
    "smooth_l1_loss": _loss("smooth_l1_loss"),
    "softmax": _softmax("softmax"),
    "celu": _inplace("celu", alpha=1.0),
    "elu": _inplace("elu", alpha=1.0),
    "hardtanh": _inplace("hardtanh", min_val=-1.0, max_val=1.0),
    "leaky_relu": _inplace("leaky_relu", negative_slope=0.01),
} | {name: _inplace(name) for name in ("relu", "relu6", "selu", "silu", "mish", "hardswish", "hardsigmoid")}

# Losses whose operands PyTorch broadcasts first.
BROADCASTING = {"l1_loss", "mse_loss", "smooth_l1_loss"}


def of(func, args, kwargs):
    """The overload that computes a call, its positional and its named arguments; None where no operator does alone."""
    name = getattr(func, "__name__", "")
    name = _OPERATORS.get(name, name)
    is_method = getattr(torch.Tensor, name, None) is func
    is_written = name in _FUNCTIONS and (not is_method or name == "norm")
    if is_written:
        found = _FUNCTIONS[name](*args, **kwargs)
        if found is None:
            return None
        (name, args), kwargs = found, {}
    home = getattr(func, "__module__", None)
    for prefix, module in (("linalg_", "torch.linalg"), ("fft_", "torch.fft"), ("special_", "torch.special")):
        if home == module and aten.overloads(prefix + name):
            name = prefix + name
    numbers = name.rstrip("_") in _NUMBERS
    for overload, operator in aten.overloads(name).items():
        given = (args, kwargs) if is_written else _by_name(func, operator.schema, args, kwargs)
        fitting = _fit(operator.schema, *given, numbers)
        if fitting is not None:
            return getattr(getattr(torch.ops.aten, name), overload), *fitting
    return None


def _by_name(func, schema, args, kwargs):
    """A call with its options by name, where the function has them in another order than the operator."""
    names = {argument.name for argument in schema.arguments}
    own = _overrides.parameters(func)[1 : len(args)]
    if len(own) != len(args) - 1 or not names.issuperset(own):
        return args, kwargs
    return args[:1], {**dict(zip(own, args[1:])), **kwargs}


def _named(schema, kwargs):
    """Named arguments by the operator's names; None where it has no such parameter."""
    names = {argument.name for argument in schema.arguments}
    known = {"input": "self", "axis": "dim", "keepdims": "keepdim"}
    found = {}
    for name, value in kwargs.items():
        name = name if name in names else known.get(name, name)
        if name in names:
            found[name] = value
        elif not (value is None or value is False):
            return None
    return found


def _fit(schema, args, kwargs, numbers):
    """The arguments of an operator for a call, as nodes hold them; None where they do not fit."""
    positional = [argument for argument in schema.arguments if not argument.kwarg_only]
    args = _spread(positional, args)
    given = _named(schema, kwargs)
    if given is None or len(args) > len(positional):
        return None
    for argument, value in zip(positional, args):
        if argument.name in given:
            return None
        given[argument.name] = value
    values = {}
    for argument in schema.arguments:
        if argument.name not in given:
            if argument.required:
                return None
            values[argument.name] = argument.default_value
            continue
        fitted = _value(argument, given[argument.name], numbers)
        if fitted is NotImplemented:
            return None
        values[argument.name] = fitted
    return _written(schema, positional, values)


def _spread(positional, args):
    """`x.view(2, 3)` is `view(x, [2, 3])`."""
    for at, argument in enumerate(positional[: len(args)]):
        rest = args[at:]
        if argument.type.is_list and argument.type.length is None and rest and all(_is_int(value) for value in rest):
            return (*args[:at], list(rest))
    return args


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _value(argument, value, numbers):
    kind = argument.type
    if kind.is_list and isinstance(value, (tuple, torch.Size)):
        value = list(value)
    if kind.is_list and kind.length and not isinstance(value, list) and value is not None:
        value = [value] * kind.length
    if numbers and kind.base == "Tensor" and isinstance(value, (int, float, complex)):
        return value
    return value if kind.takes(value) else NotImplemented


def _written(schema, positional, values):
    """What a node shows: positional arguments up to the last one that is not its default, named ones that are not."""
    named = {}
    for argument in schema.arguments[len(positional) :]:
        if values[argument.name] is not None and not _is_default(values[argument.name], argument):
            named[argument.name] = values[argument.name]
    count = len(positional)
    while count and not positional[count - 1].required:
        argument = positional[count - 1]
        if not _is_default(values[argument.name], argument):
            break
        count -= 1
    return tuple(values[argument.name] for argument in positional[:count]), named


def _is_default(value, argument):
    default, length = argument.default_value, argument.type.length
    if length and isinstance(value, list) and not isinstance(default, list):
        default = [default] * length
    if isinstance(value, torch.Tensor) or type(value) is not type(default) and not _are_numbers(value, default):
        return False
    return value == default


def _are_numbers(value, default):
    return _is_int(value) and isinstance(default, float)
