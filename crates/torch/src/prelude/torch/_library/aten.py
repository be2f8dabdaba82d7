"""PyTorch's own operators: the schema of each overload, and the function that computes it."""

import torch
import torch.nn.functional as F
from torch import _schemas
from torch._library.schema import FunctionSchema

REDUCTIONS = ["none", "mean", "sum"]


def _two_operands(function, *names):
    return lambda a, b, reduction=1, *options: function(a, b, reduction=REDUCTIONS[reduction], **dict(zip(names, options)))


def _weighted(function, *names):
    return lambda a, b, weight=None, reduction=1, *options: function(
        a, b, weight=weight, reduction=REDUCTIONS[reduction], **dict(zip(names, options))
    )


def _with_weight_and_factor(input, target, weight=None, pos_weight=None, reduction=1):
    return F.binary_cross_entropy_with_logits(input, target, weight, reduction=REDUCTIONS[reduction], pos_weight=pos_weight)


def _index(tensor, indices):
    return tensor[tuple(slice(None) if index is None else index for index in indices)]


def _index_put(tensor, indices, values, accumulate=False):
    return tensor.clone().index_put_(tuple(indices), values, accumulate)


def _slice(tensor, dim=0, start=None, end=None, step=1):
    return tensor[(slice(None),) * (dim % tensor.dim()) + (slice(start, end, step),)]


def _spreading(name):
    function = getattr(torch, name)
    return lambda tensors: function(*tensors)


def _assert_metadata(x, size=None, stride=None, dtype=None, *, device=None, layout=None):
    if dtype is not None and x.dtype != dtype:
        raise RuntimeError(f"Tensor dtype mismatch! Expected: {dtype}, Got: {x.dtype}")


# Operators whose parameters are not those of the function with the same name, or which have no such function.
_FUNCTIONS = {
    **{name: _spreading(name) for name in ("atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_tensors")},
    "cartesian_prod": _spreading("cartesian_prod"),
    "_assert_tensor_metadata": _assert_metadata,
    "_to_copy": lambda x, **options: x.to(copy=True, **options),
    "batch_norm": lambda x, weight, bias, mean, var, training, momentum, eps, cudnn=False: F.batch_norm(
        x, mean, var, weight, bias, training, momentum, eps
    ),
    "binary_cross_entropy": _weighted(F.binary_cross_entropy),
    "binary_cross_entropy_with_logits": _with_weight_and_factor,
    "copy_": torch.Tensor.copy_,
    "cross_entropy_loss": _weighted(F.cross_entropy, "ignore_index", "label_smoothing"),
    "detach_": torch.Tensor.detach_,
    "dropout": lambda x, p, train: F.dropout(x, p, train),
    "dropout_": lambda x, p, train: F.dropout(x, p, train, inplace=True),
    "embedding": lambda weight, indices, padding_idx=-1, *_: F.embedding(indices, weight),
    "fill_": torch.Tensor.fill_,
    "gelu": F.gelu,
    "group_norm": lambda x, groups, weight=None, bias=None, eps=1e-05, cudnn=True: F.group_norm(x, groups, weight, bias, eps),
    "huber_loss": _two_operands(F.huber_loss, "delta"),
    "index": _index,
    "index_put": _index_put,
    "kl_div": lambda a, b, reduction=1, *, log_target=False: F.kl_div(
        a, b, reduction=REDUCTIONS[reduction], log_target=log_target
    ),
    "l1_loss": _two_operands(F.l1_loss),
    "layer_norm": lambda x, shape, weight=None, bias=None, eps=1e-05, cudnn=True: F.layer_norm(x, shape, weight, bias, eps),
    "lift_fresh_copy": torch.clone,
    "mse_loss": _two_operands(F.mse_loss),
    "nll_loss": _weighted(F.nll_loss, "ignore_index"),
    "nll_loss_nd": _weighted(F.nll_loss, "ignore_index"),
    "numpy_T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "mH": lambda x: x.mH,
    "matrix_H": lambda x: x.H,
    "rsub": lambda x, other, alpha=1: other - alpha * x,
    "slice": _slice,
    "smooth_l1_loss": _two_operands(F.smooth_l1_loss, "beta"),
    "soft_margin_loss": _two_operands(F.soft_margin_loss),
    "sym_size": lambda x, dim: x.size(dim),
}

_HOMES = [("linalg_", torch.linalg), ("fft_", torch.fft), ("special_", torch.special)]


def function_of(name):
    """The function that computes an operator; None where there is none."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    for prefix, home in _HOMES:
        if name.startswith(prefix) and hasattr(home, name.removeprefix(prefix)):
            return getattr(home, name.removeprefix(prefix))
    homes = (torch, F, torch.Tensor)
    return next((getattr(home, name) for home in homes if callable(getattr(home, name, None))), None)


class Operator:
    """One overload."""

    def __init__(self, text, function):
        self.schema, self._function = FunctionSchema.parse(f"aten::{text}"), function

    @property
    def name(self):
        """`aten::name`"""
        return self.schema.name

    def __str__(self):
        return f"{self.name.replace('::', '.')}.{self.schema.overload_name or 'default'}"

    def __call__(self, *args, **kwargs):
        return self._function(*args, **kwargs)


_made = {}


def overloads(name):
    """The overloads of an operator by their names, in the order in which calls try them."""
    if name not in _made:
        function = function_of(name)
        operators = [Operator(text, function) for text in _schemas.of(name)] if function else []
        _made[name] = {operator.schema.overload_name or "default": operator for operator in operators}
    return _made[name]
