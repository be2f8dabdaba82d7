"""Tensors with a mask: every operation runs on the data, and its rule says what becomes of the mask."""

import warnings

import torch
import torch.masked._ops as _ops

_PROTOTYPE = (
    "The PyTorch API of MaskedTensors is in prototype stage "
    "and will change in the near future. Please open a Github issue "
    "for features requests and see our documentation on the torch.masked "
    "module for further information about the project."
)
_HAS_HISTORY = (
    "It is not recommended to create a MaskedTensor with a tensor that requires_grad. "
    "To avoid this, you can use data.detach().clone()"
)
_UNARY = """abs absolute acos arccos acosh arccosh angle asin arcsin asinh arcsinh atan arctan atanh arctanh bitwise_not ceil clamp
clip conj_physical cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 fix floor frac lgamma log log10 log1p log2 logit i0 isnan
nan_to_num neg negative positive pow rad2deg reciprocal round rsqrt sigmoid sign sgn signbit sin sinc sinh sqrt square tan tanh trunc
relu logical_not""".split()
_BINARY = """add atan2 arctan2 bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift div divide floor_divide fmod
logaddexp logaddexp2 mul multiply nextafter remainder sub subtract true_divide eq ne le ge greater greater_equal gt less_equal lt less
maximum minimum fmax fmin not_equal""".split()
_REDUCTIONS = "sum mean amin amax argmin argmax prod all norm var std".split()
#: What is done to the data is done to the mask, too.
_BOTH = """select transpose split t slice index expand view reshape cat unsqueeze squeeze unfold stack flatten permute movedim
swapaxes swapdims narrow chunk unbind index_select view_as expand_as""".split()
_CONVERSIONS = "to float double half bfloat16 long int short cpu cuda contiguous clone detach type".split()


def is_masked_tensor(obj):
    """Whether an object is a masked tensor."""
    return isinstance(obj, MaskedTensor)


def _mapped(x, part):
    """Arguments with a part of each masked tensor in its place."""
    if is_masked_tensor(x):
        return part(x)
    if isinstance(x, (list, tuple)):
        return type(x)([_mapped(item, part) for item in x])
    return x


def _wrapped(data, mask):
    if isinstance(data, (list, tuple)):
        return type(data)([_wrapped(*both) for both in zip(data, mask)])
    return _made(data, mask)


def _made(data, mask):
    """A masked tensor over these, without copies or warnings."""
    made = MaskedTensor.__new__(MaskedTensor)
    made._set_data_mask(data, mask)
    return made


def _match(a, b):
    return a.dim() == b.dim() and a.shape == b.shape and bool((a == b).all())


def _aligned(data, mask):
    """Sparse data at the places where the mask is True, unless both keep as many elements."""
    if data.layout == torch.sparse_coo:
        data, mask = data.coalesce(), mask.coalesce()
    if data.layout == torch.strided or data._nnz() == mask._nnz():
        return data, mask
    own = mask.to_sparse_coo()
    passed = own.values()
    kept = torch.sparse_coo_tensor(own.indices()[:, passed], passed[passed], mask.shape, is_coalesced=True)
    return data.to_sparse_coo().sparse_mask(kept).to_sparse(layout=data.layout), mask


def _text(data, mask):
    if data.dim() == 1:
        shown = ["{0:8.4f}".format(x) if isinstance(x, float) else str(x) for x in data.tolist()]
        mask = mask.tolist()
        width = max([8 if not kept else len(text) for text, kept in zip(shown, mask)], default=0)
        return "[" + ", ".join([text if kept else "--".rjust(width) for text, kept in zip(shown, mask)]) + "]"
    rows = ["\n".join(["  " + line for line in _text(d, m).split("\n")]) for d, m in zip(data, mask)]
    return "[\n" + ",\n".join(rows) + "\n]"


class MaskedTensor:
    """A tensor of which some elements are masked out: where `mask` is False, there is no value."""

    __module__ = "torch.masked.maskedtensor.core"

    def __init__(self, data, mask, requires_grad=False):
        if is_masked_tensor(data) or not torch.is_tensor(data):
            raise TypeError("data must be a Tensor")
        if is_masked_tensor(mask) or not torch.is_tensor(mask):
            raise TypeError("mask must be a Tensor")
        warnings.warn(_PROTOTYPE, UserWarning, stacklevel=2)
        if data.requires_grad:
            warnings.warn(_HAS_HISTORY, UserWarning, stacklevel=2)
        if data.layout != mask.layout:
            raise TypeError("data and mask must have the same layout.")
        self._set_data_mask(data.detach().clone().requires_grad_(requires_grad), mask.clone())

    @staticmethod
    def _from_values(data, mask):
        return _made(data.clone(), mask.clone())

    def _set_data_mask(self, data, mask):
        if mask.dtype != torch.bool:
            raise TypeError("mask must have dtype bool.")
        if data.dtype in (torch.uint8, torch.bfloat16, torch.complex64, torch.complex128):
            raise TypeError(f"{data.dtype} is not supported in MaskedTensor.")
        if data.dim() != mask.dim():
            raise ValueError("data.dim() must equal mask.dim()")
        if data.size() != mask.size():
            raise ValueError("data.size() must equal mask.size()")
        data, mask = _aligned(data, mask)
        if data.layout == torch.sparse_coo and not _same_places(data, mask):
            raise ValueError("data and mask are both sparse COO tensors but do not have the same indices.")
        if data.layout == torch.sparse_csr and not _same_places(data, mask):
            raise ValueError("data and mask are both sparse CSR tensors but do not share either crow or col indices.")
        self._masked_data, self._masked_mask = data, mask

    def get_data(self):
        """The data, with what the mask masks out."""
        return self._masked_data

    def get_mask(self):
        """The mask: True where there is a value."""
        return self._masked_mask

    def to_tensor(self, value):
        """A tensor with `value` in place of what is masked out."""
        return self.get_data().masked_fill(~self.get_mask(), value)

    @property
    def grad(self):
        """The gradient, masked as this tensor."""
        grad = self._masked_data.grad
        return None if grad is None else _made(grad, self._masked_mask)

    def backward(self, gradient=None, **options):
        """Gradients of the data that this was computed from."""
        self._masked_data.backward(_mapped(gradient, MaskedTensor.get_data), **options)

    def requires_grad_(self, requires_grad=True):
        """Turns gradients on or off."""
        self._masked_data.requires_grad_(requires_grad)
        return self

    def to_dense(self):
        """The same elements in memory."""
        return _made(self._masked_data.to_dense(), self._masked_mask.to_dense())

    def to_sparse_coo(self):
        """The elements that are not masked out, with their coordinates."""
        mask = self._masked_mask.to_sparse_coo()
        return _made(self._masked_data.sparse_mask(mask), mask)

    to_sparse = to_sparse_coo

    def to_sparse_csr(self):
        """The elements that are not masked out, by rows."""
        mask = self._masked_mask.to_sparse_csr()
        return _made(self._masked_data.sparse_mask(mask), mask)

    def is_sparse_coo(self):
        """Whether the data is sparse, in coordinates."""
        return self.layout == torch.sparse_coo

    def is_sparse_csr(self):
        """Whether the data is sparse, by rows."""
        return self.layout == torch.sparse_csr

    @property
    def is_sparse(self):
        """Whether the data is sparse."""
        return self.is_sparse_coo() or self.is_sparse_csr()

    def __repr__(self):
        data, mask = self._masked_data.detach(), self._masked_mask
        if data.dim() == 0:
            value = data.item()
            text = "{0:8.4f}".format(value) if isinstance(value, float) else str(value)
            return f"MaskedTensor({text if mask.item() else '--'}, {mask.item()})"
        text = _text(data.to_dense(), mask.to_dense())
        return "MaskedTensor(\n" + "\n".join(["  " + line for line in text.split("\n")]) + "\n)"

    def __len__(self):
        return len(self._masked_data)

    def __iter__(self):
        return iter(self.unbind())

    def __getitem__(self, index):
        return _made(self._masked_data[index], self._masked_mask[index])

    def __getattr__(self, name):
        if name.startswith("_masked"):
            raise AttributeError(name)
        if name in ("shape", "dtype", "device", "layout", "requires_grad", "ndim", "is_cuda", "is_leaf", "grad_fn"):
            return getattr(self._masked_data, name)
        if name in ("dim", "size", "numel", "stride", "is_floating_point", "is_complex", "element_size", "is_contiguous"):
            return getattr(self._masked_data, name)
        if name == "T":
            return self.t()
        if not hasattr(torch.Tensor, name):
            raise AttributeError(f"'MaskedTensor' object has no attribute '{name}'")
        return lambda *args, **kwargs: _method(name, (self,) + args, kwargs)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return _called(func.__name__, args, kwargs or {})


def _method(name, args, kwargs):
    """Runs a method of tensors; TypeError where there is no rule for it."""
    result = _called(name, args, kwargs)
    if result is NotImplemented:
        raise TypeError(
            f"Multiple dispatch failed for 'torch.Tensor.{name}'; all __torch_function__ handlers returned NotImplemented:\n\n"
            f"  - tensor subclass {MaskedTensor}"
        )
    return result


def _called(name, args, kwargs):
    """Runs an operation on the data of masked tensors, and finds the mask of its result."""
    in_place = name.endswith("_") and not name.endswith("__")
    plain = name[:-1] if in_place else name.strip("_")
    function = getattr(torch, plain, None) or (lambda x, *rest, **named: getattr(x, plain)(*rest, **named))
    if plain in _REDUCTIONS:
        return _reduced(plain, *args, **kwargs)
    if plain in _UNARY:
        data, mask = _unary(function, args, kwargs)
    elif plain in _BINARY:
        data, mask = _binary(function, args, kwargs)
    elif plain in _BOTH:
        parts = (MaskedTensor.get_data, MaskedTensor.get_mask)
        return _wrapped(*[function(*_mapped(args, part), **kwargs) for part in parts])
    elif plain in _CONVERSIONS:
        return _made(getattr(args[0].get_data(), plain)(*args[1:], **kwargs), args[0].get_mask())
    elif plain in ("softmax", "log_softmax"):
        return _made(getattr(_ops, plain)(args[0], *args[1:], **kwargs), args[0].get_mask())
    elif plain == "where":
        mask, x, y = args
        data = torch.where(mask, *[_mapped(a, MaskedTensor.get_data) for a in (x, y)])
        return _made(data, torch.where(mask, *[a.get_mask() if is_masked_tensor(a) else torch.ones_like(mask) for a in (x, y)]))
    elif plain in ("ones_like", "zeros_like", "empty_like"):
        return _made(function(args[0].get_data(), **kwargs), args[0].get_mask())
    else:
        warnings.warn(
            f"{plain} is not implemented in __torch_dispatch__ for MaskedTensor.\n"
            "If you would like this operator to be supported, please file an issue for a feature request at "
            "https://github.com/pytorch/maskedtensor/issues with a minimal reproducible code snippet.\n"
            "In the case that the semantics for the operator are not trivial, it would be appreciated "
            "to also include a proposal for the semantics.",
            stacklevel=2,
        )
        return NotImplemented
    if in_place:
        args[0]._set_data_mask(data, mask)
        return args[0]
    return _made(data, mask)


def _unary(function, args, kwargs):
    if kwargs:
        raise ValueError(
            "MaskedTensor unary ops require that len(kwargs) == 0. "
            "If you need support for this, please open an issue on Github."
        )
    if any(torch.is_tensor(a) for a in args[1:]):
        raise TypeError("MaskedTensor unary ops do not support additional Tensor arguments")
    return _at_values(function, args[0].get_data(), args[1:]), args[0].get_mask()


def _at_values(function, x, rest):
    """A function of a tensor's elements: of a sparse one, of those that it keeps."""
    if x.layout == torch.sparse_coo:
        x = x.coalesce()
        return torch.sparse_coo_tensor(x.indices(), function(x.values(), *rest), x.shape, is_coalesced=True)
    if x.layout == torch.sparse_csr:
        return torch.sparse_csr_tensor(x.crow_indices(), x.col_indices(), function(x.values(), *rest), x.shape)
    return function(x, *rest)


def _binary(function, args, kwargs):
    if kwargs:
        raise ValueError("len(kwargs) must equal 0")
    a, b = args[:2]
    masks = [x.get_mask() for x in (a, b) if is_masked_tensor(x)]
    if len(masks) == 2 and not _match(*[mask.to_dense() for mask in masks]):
        raise ValueError("Input masks must match. If you need support for this, please open an issue on Github.")
    a, b = _mapped((a, b), MaskedTensor.get_data)
    if torch.is_tensor(a) and a.layout != torch.strided:
        if torch.is_tensor(b) and b.layout == a.layout:
            _check_places(a, b)
            b = b.values()
        return _at_values(function, a, (b, *args[2:])), masks[0]
    data = function(a, b, *args[2:])
    return data, masks[0].expand_as(data)


def _same_places(a, b):
    """Whether sparse tensors keep elements at the same places."""
    names = ("indices",) if a.layout == torch.sparse_coo else ("crow_indices", "col_indices")
    return all(_match(getattr(a, name)(), getattr(b, name)()) for name in names)


def _check_places(a, b):
    if not _same_places(a, b):
        kind = str(a.layout).split(".")[-1]
        raise ValueError(f"{kind} indices must match. If you need support for this, please open an issue on Github.")
    if a.layout == torch.sparse_coo and a.shape != b.shape:
        raise ValueError("input1 and input2 must have the same size for binary functions.")


def _place(name, data, mask):
    """The position of the least or greatest of the elements that a sparse tensor keeps."""
    at = getattr(_ops, name)(data.values(), mask=mask).to(torch.int64)
    strides = data.numel() / torch.tensor(data.shape, device=data.device).cumprod(0)
    return (data.indices()[:, at] * strides).sum()


def _reduced(name, input, dim=None, keepdim=False, dtype=None):
    data, mask = input.get_data(), input.get_mask()
    if input.is_sparse:
        if dim is not None:
            warnings.warn(f"The sparse version of {name} is not implemented in reductions.", stacklevel=2)
            return NotImplemented
        mask = mask.values()
        if name in ("argmin", "argmax") and input.is_sparse_coo():
            return _made(_place(name, data, mask), mask.any())
        data = data.values()
    options = {} if dim is None else dict(dim=dim, keepdim=keepdim)
    if name == "all":
        result = data.masked_fill(~mask, True).all(**options)
    else:
        result = getattr(_ops, name)(data, mask=mask, **options, **({} if dtype is None else dict(dtype=dtype)))
    if dim is None:
        return _made(result, mask.any())
    for each in sorted((dim,) if isinstance(dim, int) else dim, reverse=True):
        mask = mask.any(each, keepdim=keepdim)
    return _made(result, mask)


def _operator(name, swapped=False):
    def operate(self, *other):
        return _called(name, (other[0], self) if swapped else (self, *other), {})

    return operate


for _name, _function in dict(
    add="add",
    sub="sub",
    mul="mul",
    truediv="div",
    floordiv="floor_divide",
    mod="remainder",
    pow="pow",
    eq="eq",
    ne="ne",
    lt="lt",
    le="le",
    gt="gt",
    ge="ge",
    neg="neg",
    abs="abs",
    invert="bitwise_not",
).items():
    setattr(MaskedTensor, f"__{_name}__", _operator(_function))
for _name in ("and", "or", "xor"):
    setattr(MaskedTensor, f"__{_name}__", _operator(f"bitwise_{_name}"))
for _name, _function in dict(add="add", sub="sub", mul="mul", truediv="div").items():
    setattr(MaskedTensor, f"__r{_name}__", _operator(_function, swapped=True))
