"""How each ATen operator is written in ONNX operators."""

import math
import operator

import torch
from torch.fx.node import Node

# ATen operators that are one ONNX operator with the same operands.
_SAME = {
    "abs": "Abs", "acos": "Acos", "acosh": "Acosh", "asin": "Asin", "asinh": "Asinh", "atan": "Atan", "atanh": "Atanh",
    "ceil": "Ceil", "cos": "Cos", "cosh": "Cosh", "erf": "Erf", "exp": "Exp", "floor": "Floor", "log": "Log",
    "neg": "Neg", "reciprocal": "Reciprocal", "relu": "Relu", "round": "Round", "sigmoid": "Sigmoid", "sign": "Sign",
    "sin": "Sin", "sinh": "Sinh", "sqrt": "Sqrt", "tan": "Tan", "tanh": "Tanh", "isnan": "IsNaN", "hardswish": "HardSwish",
    "mish": "Mish", "logical_not": "Not", "matmul": "MatMul", "mm": "MatMul", "bmm": "MatMul", "det": "Det",
}  # fmt: skip

# Two operands, of which one may be a number.
_PAIRS = {
    "add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "pow": "Pow", "eq": "Equal", "gt": "Greater", "lt": "Less",
    "ge": "GreaterOrEqual", "le": "LessOrEqual", "maximum": "Max", "minimum": "Min", "logical_and": "And",
    "logical_or": "Or", "logical_xor": "Xor", "__and__": "And", "__or__": "Or", "bitwise_and": "And", "bitwise_or": "Or",
}  # fmt: skip

# Operators that give back what they receive.
_NOTHING = {"contiguous", "clone", "detach", "detach_", "alias", "lift_fresh_copy", "type_as"}

_RULES = {}


def _rule(*names):
    def register(function):
        for name in names:
            _RULES[name] = function
        return function

    return register


def translate(graph, node):
    """Adds what computes a node. Returns the name of its value, or the names of its values.

    NotImplementedError where there is no rule for the operator.
    """
    target, args, kwargs = node.target, node.args, node.kwargs
    if graph.is_fixed(node):
        return graph.constant(node.meta["val"])
    if target is operator.getitem:
        return graph.value(args[0])[args[1]]
    name = target.overloadpacket.__name__ if hasattr(target, "overloadpacket") else getattr(target, "__name__", str(target))
    if name.endswith("_") and name not in _NOTHING and not name.startswith("_"):
        name = name[:-1]
    if name in _NOTHING:
        return graph.value(args[0])
    if name in _SAME:
        return graph.add(_SAME[name], [graph.value(arg) for arg in args])
    if name in _PAIRS and len(args) == 2 and not kwargs:
        return graph.add(_PAIRS[name], graph.pair(*args))
    if name not in _RULES:
        raise NotImplementedError(f"torch.onnx.export: there is no ONNX form of {target} here")
    return _RULES[name](graph, *args, **kwargs)


def _rank(arg):
    return arg.meta["val"].dim()


def _dtype(arg):
    return arg.meta["val"].dtype


def _pairs(value, count):
    return list(value) if isinstance(value, (list, tuple)) else [value] * count


@_rule("add", "sub")
def _scaled(graph, a, b, alpha=1):
    scaled = graph.add("Mul", graph.pair(b, alpha)) if isinstance(b, Node) else b * alpha
    first, second = graph.pair(a, scaled if not isinstance(b, Node) else 0)
    return graph.add("Add", [first, scaled if isinstance(b, Node) else second])


@_rule("rsub")
def _rsub(graph, a, b, alpha=1):
    first, second = graph.pair(a, b)
    return graph.add("Sub", [second, first])


@_rule("ne")
def _ne(graph, a, b):
    return graph.add("Not", [graph.add("Equal", graph.pair(a, b))])


@_rule("floor_divide")
def _floor_divide(graph, a, b):
    first, second = graph.pair(a, b)
    if _dtype(a).is_floating_point:
        return graph.add("Floor", [graph.add("Div", [first, second])])
    # ONNX divides integers towards zero; its Mod has the sign of the divisor.
    return graph.add("Div", [graph.add("Sub", [first, graph.add("Mod", [first, second])]), second])


@_rule("div")
def _div(graph, a, b, rounding_mode=None):
    if rounding_mode != "floor":
        raise NotImplementedError(f"torch.onnx.export: div with rounding_mode={rounding_mode!r} has no ONNX form here")
    return _floor_divide(graph, a, b)


@_rule("remainder")
def _remainder(graph, a, b):
    first, second = graph.pair(a, b)
    if not _dtype(a).is_floating_point:
        return graph.add("Mod", [first, second])
    whole = graph.add("Floor", [graph.add("Div", [first, second])])
    return graph.add("Sub", [first, graph.add("Mul", [whole, second])])


@_rule("rsqrt")
def _rsqrt(graph, x):
    return graph.add("Reciprocal", [graph.add("Sqrt", [graph.value(x)])])


@_rule("bitwise_not")
def _not(graph, x):
    return graph.add("Not", [graph.value(x)])


@_rule("silu")
def _silu(graph, x):
    return graph.add("Mul", [graph.value(x), graph.add("Sigmoid", [graph.value(x)])])


@_rule("gelu")
def _gelu(graph, x, approximate="none"):
    value, number = graph.value(x), lambda number: graph.number(number, x)
    if approximate == "tanh":
        cube = graph.add("Mul", [graph.add("Mul", [value, value]), value])
        inner = graph.add("Add", [value, graph.add("Mul", [cube, number(0.044715)])])
        bent = graph.add("Tanh", [graph.add("Mul", [inner, number(math.sqrt(2 / math.pi))])])
    else:
        bent = graph.add("Erf", [graph.add("Div", [value, number(math.sqrt(2))])])
    return graph.add("Mul", [graph.add("Mul", [value, number(0.5)]), graph.add("Add", [bent, number(1.0)])])


@_rule("leaky_relu")
def _leaky_relu(graph, x, slope=0.01):
    return graph.add("LeakyRelu", [graph.value(x)], alpha=float(slope))


@_rule("elu")
def _elu(graph, x, alpha=1.0):
    return graph.add("Elu", [graph.value(x)], alpha=float(alpha))


@_rule("selu")
def _selu(graph, x):
    return graph.add("Selu", [graph.value(x)])


@_rule("celu")
def _celu(graph, x, alpha=1.0):
    return graph.add("Celu", [graph.value(x)], alpha=float(alpha))


@_rule("softplus")
def _softplus(graph, x, beta=1, threshold=20):
    scaled = graph.add("Softplus", [graph.add("Mul", graph.pair(x, beta))])
    return graph.add("Div", [scaled, graph.number(beta, x)])


@_rule("hardsigmoid")
def _hardsigmoid(graph, x):
    return graph.add("HardSigmoid", [graph.value(x)], alpha=1 / 6, beta=0.5)


@_rule("prelu")
def _prelu(graph, x, weight):
    shape = [-1] + [1] * (_rank(x) - 2)
    return graph.add("PRelu", [graph.value(x), graph.add("Reshape", [graph.value(weight), graph.integers(shape)])])


@_rule("clamp", "hardtanh")
def _clamp(graph, x, low=None, high=None, min=None, max=None):
    low, high = low if min is None else min, high if max is None else max
    bounds = ["" if bound is None else graph.number(bound, x) for bound in (low, high)]
    return graph.add("Clip", [graph.value(x), *bounds])


@_rule("relu6")
def _relu6(graph, x):
    return _clamp(graph, x, 0.0, 6.0)


@_rule("where")
def _where(graph, condition, a, b):
    first, second = graph.pair(a, b)
    return graph.add("Where", [graph.value(condition), first, second])


@_rule("masked_fill")
def _masked_fill(graph, x, mask, value):
    filled = graph.value(value) if isinstance(value, Node) else graph.number(value, x)
    return graph.add("Where", [graph.value(mask), filled, graph.value(x)])


@_rule("to", "_to_copy")
def _to(graph, x, *places, dtype=None, **options):
    dtype = next((place for place in places if isinstance(place, torch.dtype)), dtype)
    return graph.value(x) if dtype is None else graph.cast(graph.value(x), dtype)


@_rule("_assert_tensor_metadata")
def _checked(graph, *args, **kwargs):
    return None


# Products.


@_rule("linear")
def _linear(graph, x, weight, bias=None):
    turned = graph.add("Transpose", [graph.value(weight)], perm=[1, 0])
    product = graph.add("MatMul", [graph.value(x), turned])
    return product if bias is None else graph.add("Add", [product, graph.value(bias)])


@_rule("addmm")
def _addmm(graph, bias, a, b, *, beta=1, alpha=1):
    values = [graph.value(a), graph.value(b), graph.value(bias)]
    return graph.add("Gemm", values, alpha=float(alpha), beta=float(beta))


@_rule("einsum")
def _einsum(graph, equation, operands):
    return graph.add("Einsum", [graph.value(operand) for operand in operands], equation=equation)


@_rule("scaled_dot_product_attention")
def _attention(graph, query, key, value, mask=None, dropout=0.0, causal=False, *, scale=None, enable_gqa=False):
    if enable_gqa:
        raise NotImplementedError("torch.onnx.export: attention with enable_gqa has no ONNX form here")
    rank, size = _rank(key), graph.size(query, -1)
    turned = graph.add("Transpose", [graph.value(key)], perm=[*range(rank - 2), rank - 1, rank - 2])
    scores = graph.add("MatMul", [graph.value(query), turned])
    scores = graph.add("Mul", [scores, graph.number(1 / math.sqrt(size) if scale is None else scale, query)])
    least = graph.number(float("-inf"), query)
    if causal:
        seen = torch.ones(graph.size(query, -2), graph.size(key, -2), dtype=torch.bool).tril()
        scores = graph.add("Where", [graph.constant(seen), scores, least])
    elif mask is not None and _dtype(mask) == torch.bool:
        scores = graph.add("Where", [graph.value(mask), scores, least])
    elif mask is not None:
        scores = graph.add("Add", [scores, graph.value(mask)])
    return graph.add("MatMul", [graph.add("Softmax", [scores], axis=-1), graph.value(value)])


# Convolutions, pools, norms.


def _kernel(graph, weight):
    return [graph.size(weight, dim) for dim in range(2, _rank(weight))]


def _convolution(rank):
    def rule(graph, x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        own = dict(strides=_pairs(stride, rank), dilations=_pairs(dilation, rank), group=groups)
        if isinstance(padding, str):
            own["auto_pad"] = {"same": "SAME_UPPER", "valid": "VALID"}[padding]
        else:
            own["pads"] = _pairs(padding, rank) * 2
        values = [graph.value(value) for value in (x, weight, bias) if value is not None]
        return graph.add("Conv", values, kernel_shape=_kernel(graph, weight), **own)

    return rule


def _transposed(rank):
    def rule(graph, x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        values = [graph.value(value) for value in (x, weight, bias) if value is not None]
        return graph.add(
            "ConvTranspose", values, kernel_shape=_kernel(graph, weight), strides=_pairs(stride, rank), group=groups,
            pads=_pairs(padding, rank) * 2, output_padding=_pairs(output_padding, rank), dilations=_pairs(dilation, rank),
        )  # fmt: skip

    return rule


def _max_pool(rank):
    def rule(graph, x, kernel, stride=(), padding=0, dilation=1, ceil_mode=False):
        kernel = _pairs(kernel, rank)
        return graph.add(
            "MaxPool", [graph.value(x)], kernel_shape=kernel, strides=_pairs(stride, rank) or kernel,
            pads=_pairs(padding, rank) * 2, dilations=_pairs(dilation, rank), ceil_mode=ceil_mode,
        )  # fmt: skip

    return rule


def _avg_pool(rank):
    def rule(graph, x, kernel, stride=(), padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        kernel = _pairs(kernel, rank)
        if divisor_override is not None:
            raise NotImplementedError("torch.onnx.export: divisor_override has no ONNX form")
        return graph.add(
            "AveragePool", [graph.value(x)], kernel_shape=kernel, strides=_pairs(stride, rank) or kernel,
            pads=_pairs(padding, rank) * 2, ceil_mode=ceil_mode, count_include_pad=count_include_pad,
        )  # fmt: skip

    return rule


def _adaptive(rank, whole, pool):
    def rule(graph, x, size):
        sizes = _pairs(size, rank)
        if all(one == 1 for one in sizes):
            return graph.add(whole, [graph.value(x)])
        given = [graph.size(x, dim) for dim in range(-rank, 0)]
        if any(have % want for have, want in zip(given, sizes)):
            raise NotImplementedError(f"torch.onnx.export: adaptive pooling of {given} to {sizes}: the sizes must divide")
        steps = [have // want for have, want in zip(given, sizes)]
        return graph.add(pool, [graph.value(x)], kernel_shape=steps, strides=steps)

    return rule


for _dims in (1, 2, 3):
    _RULES[f"conv{_dims}d"] = _convolution(_dims)
    _RULES[f"conv_transpose{_dims}d"] = _transposed(_dims)
    _RULES[f"max_pool{_dims}d"] = _max_pool(_dims)
    _RULES[f"avg_pool{_dims}d"] = _avg_pool(_dims)
    _RULES[f"adaptive_avg_pool{_dims}d"] = _adaptive(_dims, "GlobalAveragePool", "AveragePool")
    _RULES[f"adaptive_max_pool{_dims}d"] = _adaptive(_dims, "GlobalMaxPool", "MaxPool")


@_rule("batch_norm")
def _batch_norm(graph, x, weight, bias, mean, var, training, momentum, eps, cudnn=False):
    if training:
        raise NotImplementedError("torch.onnx.export: batch norm in training mode has no ONNX form: call model.eval() first")
    channels = graph.size(mean, 0)
    scale = graph.constant(torch.ones(channels)) if weight is None else graph.value(weight)
    shift = graph.constant(torch.zeros(channels)) if bias is None else graph.value(bias)
    values = [graph.value(x), scale, shift, graph.value(mean), graph.value(var)]
    return graph.add("BatchNormalization", values, epsilon=float(eps))


@_rule("layer_norm")
def _layer_norm(graph, x, shape, weight=None, bias=None, eps=1e-05, cudnn=False):
    scale = graph.constant(torch.ones(shape)) if weight is None else graph.value(weight)
    values = [graph.value(x), scale, *([graph.value(bias)] if bias is not None else [])]
    return graph.add("LayerNormalization", values, axis=-len(shape), epsilon=float(eps))


@_rule("group_norm")
def _group_norm(graph, x, groups, weight=None, bias=None, eps=1e-05, cudnn=False):
    flat = graph.integers([0, groups, -1])
    ones, zeros = graph.constant(torch.ones(groups)), graph.constant(torch.zeros(groups))
    grouped = graph.add("Reshape", [graph.value(x), flat])
    normed = graph.add("InstanceNormalization", [grouped, ones, zeros], epsilon=float(eps))
    result = graph.add("Reshape", [normed, graph.add("Shape", [graph.value(x)])])
    channels = graph.integers([-1] + [1] * (_rank(x) - 2))
    for kind, values in (("Mul", weight), ("Add", bias)):
        if values is not None:
            result = graph.add(kind, [result, graph.add("Reshape", [graph.value(values), channels])])
    return result


@_rule("dropout", "feature_dropout", "alpha_dropout")
def _dropout(graph, x, p=0.5, train=False):
    if train and p:
        raise NotImplementedError("torch.onnx.export: dropout in training mode has no ONNX form: call model.eval() first")
    return graph.value(x)


@_rule("softmax")
def _softmax(graph, x, dim, dtype=None):
    return graph.add("Softmax", [graph.value(x)], axis=dim)


@_rule("log_softmax")
def _log_softmax(graph, x, dim, dtype=None):
    return graph.add("LogSoftmax", [graph.value(x)], axis=dim)


@_rule("interpolate")
def _interpolate(graph, x, size=None, scale_factor=None, mode="nearest", align_corners=None, **options):
    kinds = {"nearest": "nearest", "bilinear": "linear", "linear": "linear", "trilinear": "linear", "bicubic": "cubic"}
    place = "align_corners" if align_corners else "asymmetric" if mode == "nearest" else "half_pixel"
    rank = _rank(x) - 2
    if size is None:
        scales = graph.constant(torch.tensor([1.0, 1.0, *map(float, _pairs(scale_factor, rank))]))
        values = [graph.value(x), "", scales]
    else:
        head = graph.add("Slice", [graph.add("Shape", [graph.value(x)]), graph.integers([0]), graph.integers([2])])
        values = [graph.value(x), "", "", graph.add("Concat", [head, graph.integers(_pairs(size, rank))], axis=0)]
    own = dict(mode=kinds[mode], coordinate_transformation_mode=place, cubic_coeff_a=-0.75 if mode == "bicubic" else None)
    return graph.add("Resize", values, nearest_mode="floor" if mode == "nearest" else None, **own)


@_rule("pad")
def _pad(graph, x, pad, mode="constant", value=None):
    rank = _rank(x)
    pairs = [(0, 0)] * (rank - len(pad) // 2) + [(pad[at], pad[at + 1]) for at in range(len(pad) - 2, -1, -2)]
    amounts = graph.integers([before for before, _ in pairs] + [after for _, after in pairs])
    filled = [graph.number(0 if value is None else value, x)] if mode == "constant" else []
    return graph.add("Pad", [graph.value(x), amounts, *filled], mode={"replicate": "edge", "circular": "wrap"}.get(mode, mode))


# Shapes.


@_rule("view", "reshape", "_unsafe_view")
def _reshape(graph, x, shape):
    return graph.add("Reshape", [graph.value(x), graph.sizes(shape)])


@_rule("flatten")
def _flatten(graph, x, start=0, end=-1):
    rank = _rank(x)
    start, end = start % rank, end % rank
    tail = [graph.size(x, dim) for dim in range(end + 1, rank)]
    return graph.add("Reshape", [graph.value(x), graph.integers([0] * start + [-1] + tail)])


@_rule("unsqueeze")
def _unsqueeze(graph, x, dim):
    return graph.add("Unsqueeze", [graph.value(x), graph.integers([dim])])


@_rule("squeeze")
def _squeeze(graph, x, dim=None):
    rank = _rank(x)
    dims = [dim] if isinstance(dim, int) else list(dim) if dim is not None else range(rank)
    own = [at % rank for at in dims if x.meta["val"].shape[at] == 1]
    return graph.add("Squeeze", [graph.value(x), graph.integers(own)]) if own else graph.value(x)


@_rule("mT")
def _matrices_turned(graph, x):
    return _permute(graph, x, -2, -1)


@_rule("t", "numpy_T", "transpose", "permute")
def _permute(graph, x, *dims):
    rank = _rank(x)
    order = list(range(rank))
    if len(dims) == 2:
        order[dims[0] % rank], order[dims[1] % rank] = dims[1] % rank, dims[0] % rank
    elif dims:
        order = [dim % rank for dim in dims[0]]
    else:
        order.reverse()
    return graph.add("Transpose", [graph.value(x)], perm=order)


@_rule("expand")
def _expand(graph, x, shape):
    shape = [1 if size == -1 else size for size in shape]
    return graph.add("Expand", [graph.value(x), graph.sizes(shape)])


@_rule("repeat")
def _repeat(graph, x, counts):
    extra = len(counts) - _rank(x)
    value = graph.add("Unsqueeze", [graph.value(x), graph.integers(range(extra))]) if extra else graph.value(x)
    return graph.add("Tile", [value, graph.sizes(counts)])


@_rule("cat")
def _cat(graph, tensors, dim=0):
    return graph.add("Concat", [graph.value(tensor) for tensor in tensors], axis=dim)


@_rule("stack")
def _stack(graph, tensors, dim=0):
    rows = [graph.add("Unsqueeze", [graph.value(tensor), graph.integers([dim])]) for tensor in tensors]
    return graph.add("Concat", rows, axis=dim)


def _parts(graph, x, sizes, dim):
    return graph.add_many("Split", [graph.value(x), graph.integers(sizes)], len(sizes), axis=dim)


@_rule("split", "split_with_sizes")
def _split(graph, x, size, dim=0):
    total = graph.size(x, dim)
    sizes = list(size) if isinstance(size, (list, tuple)) else [min(size, total - at) for at in range(0, total, size)]
    return _parts(graph, x, sizes, dim)


@_rule("chunk")
def _chunk(graph, x, count, dim=0):
    return _split(graph, x, -(-graph.size(x, dim) // count), dim)


@_rule("select")
def _select(graph, x, dim, index):
    return graph.add("Gather", [graph.value(x), graph.constant(torch.tensor(index))], axis=dim)


@_rule("slice")
def _slice(graph, x, dim=0, start=0, end=9223372036854775807, step=1):
    bounds = [graph.sizes([0 if start is None else start]), graph.sizes([9223372036854775807 if end is None else end])]
    return graph.add("Slice", [graph.value(x), *bounds, graph.integers([dim]), graph.integers([step])])


@_rule("index")
def _index(graph, x, indices):
    given = [(dim, index) for dim, index in enumerate(indices) if index is not None]
    if len(given) != 1 or _dtype(given[0][1]) in (torch.bool, torch.uint8):
        raise NotImplementedError("torch.onnx.export: indexing by masks or by several tensors has no ONNX form here")
    dim, index = given[0]
    return graph.add("Gather", [graph.value(x), graph.value(index)], axis=dim)


@_rule("index_select")
def _index_select(graph, x, dim, index):
    return graph.add("Gather", [graph.value(x), graph.value(index)], axis=dim)


@_rule("gather")
def _gather(graph, x, dim, index):
    return graph.add("GatherElements", [graph.value(x), graph.value(index)], axis=dim)


@_rule("embedding")
def _embedding(graph, weight, indices, *options):
    return graph.add("Gather", [graph.value(weight), graph.value(indices)])


@_rule("tril")
def _lower(graph, x, diagonal=0):
    return graph.add("Trilu", [graph.value(x), graph.constant(torch.tensor(diagonal))], upper=0)


@_rule("triu")
def _upper(graph, x, diagonal=0):
    return graph.add("Trilu", [graph.value(x), graph.constant(torch.tensor(diagonal))], upper=1)


@_rule("arange")
def _arange(graph, *bounds, dtype=None, **options):
    start, end, step = {1: (0, *bounds, 1), 2: (*bounds, 1), 3: bounds}[len(bounds)]
    values = [
        graph.value(bound) if isinstance(bound, Node) else graph.number(bound, torch.int64) for bound in (start, end, step)
    ]
    found = graph.add("Range", values)
    return found if dtype in (None, torch.int64) else graph.cast(found, dtype)


def _filled(value):
    def rule(graph, size, *more, dtype=None, **options):
        dtype = dtype or torch.get_default_dtype()
        return graph.add("Expand", [graph.number(more[0] if value is None else value, dtype), graph.sizes(size)])

    return rule


def _filled_like(value):
    def rule(graph, x, *more, dtype=None, **options):
        filled = graph.number(more[0] if value is None else value, dtype or _dtype(x))
        return graph.add("Expand", [filled, graph.add("Shape", [graph.value(x)])])

    return rule


for _name, _value in (("zeros", 0), ("ones", 1), ("full", None)):
    _RULES[_name], _RULES[f"{_name}_like"] = _filled(_value), _filled_like(_value)


@_rule("pixel_shuffle")
def _pixel_shuffle(graph, x, factor):
    return graph.add("DepthToSpace", [graph.value(x)], blocksize=factor, mode="CRD")


@_rule("sym_size")
def _size(graph, x, dim):
    whole = graph.add("Shape", [graph.value(x)])
    return graph.add("Gather", [whole, graph.constant(torch.tensor(dim))], axis=0)


@_rule("floordiv")
def _size_divided(graph, a, b):
    return graph.add("Div", graph.pair(a, b))


@_rule("mod")
def _size_rest(graph, a, b):
    return graph.add("Mod", graph.pair(a, b))


# Reductions.


def _reduction(kind):
    def rule(graph, x, dim=None, keepdim=False, dtype=None):
        value = graph.value(x)
        if kind == "ReduceSum" and not _dtype(x).is_floating_point:
            value = graph.cast(value, torch.int64)
        axes = [] if dim is None or dim == [] else [graph.integers(_pairs(dim, 1))]
        return graph.add(kind, [value, *axes], keepdims=keepdim)

    return rule


for _name, _kind in (
    ("sum", "ReduceSum"),
    ("mean", "ReduceMean"),
    ("amax", "ReduceMax"),
    ("amin", "ReduceMin"),
    ("prod", "ReduceProd"),
):
    _RULES[_name] = _reduction(_kind)


def _extreme(kind, place):
    def rule(graph, x, dim=None, keepdim=False):
        if dim is None:
            return graph.add(kind, [graph.value(x)], keepdims=False)
        if isinstance(dim, Node):
            return graph.add(kind.removeprefix("Reduce"), graph.pair(x, dim))
        found = graph.add(kind, [graph.value(x), graph.integers([dim])], keepdims=keepdim)
        return found, graph.add(place, [graph.value(x)], axis=dim, keepdims=keepdim)

    return rule


_RULES["max"] = _extreme("ReduceMax", "ArgMax")
_RULES["min"] = _extreme("ReduceMin", "ArgMin")


def _place(kind):
    def rule(graph, x, dim=None, keepdim=False):
        if dim is None:
            flat = graph.add("Reshape", [graph.value(x), graph.integers([-1])])
            return graph.add(kind, [flat], axis=0, keepdims=False)
        return graph.add(kind, [graph.value(x)], axis=dim, keepdims=keepdim)

    return rule


_RULES["argmax"], _RULES["argmin"] = _place("ArgMax"), _place("ArgMin")


@_rule("topk")
def _topk(graph, x, k, dim=-1, largest=True, sorted=True):
    return graph.add_many("TopK", [graph.value(x), graph.integers([k])], 2, axis=dim, largest=largest, sorted=sorted)


@_rule("cumsum")
def _cumsum(graph, x, dim):
    return graph.add("CumSum", [graph.value(x), graph.constant(torch.tensor(dim))])


@_rule("linalg_vector_norm")
def _norm(graph, x, ord=2, dim=None, keepdim=False):
    if ord not in (1, 2):
        raise NotImplementedError(f"torch.onnx.export: the norm of order {ord} has no ONNX form here")
    axes = [] if dim is None else [graph.integers(_pairs(dim, 1))]
    return graph.add(f"ReduceL{ord}", [graph.value(x), *axes], keepdims=keepdim)
