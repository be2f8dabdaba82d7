"""Records the calls of a running program as nodes of a graph."""

import operator
import sys

import torch
from torch.export import _calls
from torch.overrides import TorchFunctionMode

# Questions about a tensor whose answers are part of the program.
_QUESTIONS = {
    "size", "dim", "numel", "nelement", "stride", "element_size", "is_contiguous", "is_floating_point", "is_complex",
    "is_tensor", "get_device", "storage_offset", "data_ptr", "__len__", "ndimension", "requires_grad_", "register_hook",
    "retain_grad", "is_signed", "is_inference", "has_names", "untyped_storage", "is_same_size", "result_type",
}  # fmt: skip

# Calls that need an element's value.
_VALUES = {"__bool__", "__float__", "__int__", "__index__", "__complex__", "item", "tolist", "numpy", "is_nonzero", "equal"}

# Attributes that are tensors.
_ATTRIBUTES = {"T": "numpy_T", "mT": "mT", "H": "matrix_H", "mH": "mH", "data": "detach", "real": "real", "imag": "imag"}

_CASTS = {
    "float": torch.float32, "double": torch.float64, "half": torch.float16, "bfloat16": torch.bfloat16, "int": torch.int32,
    "long": torch.int64, "short": torch.int16, "char": torch.int8, "byte": torch.uint8, "bool": torch.bool,
}  # fmt: skip

_LAST = 9223372036854775807


class DataDependent(RuntimeError):
    """The program needs the value of an element, which is only known when it runs."""


class Size(int):
    """The size of a dimension that may change from call to call: an integer that knows how it is computed."""

    def __new__(cls, value, function, args):
        made = super().__new__(cls, value)
        made.function, made.args, made.node = function, args, None
        return made


def _plain(value):
    """A value with plain integers for sizes."""
    if isinstance(value, Size):
        return int(value)
    if type(value) in (list, tuple):
        return type(value)(_plain(item) for item in value)
    if type(value) is dict:
        return {key: _plain(item) for key, item in value.items()}
    return slice(_plain(value.start), _plain(value.stop), _plain(value.step)) if isinstance(value, slice) else value


def _size_operator(name, swapped=False):
    function = getattr(operator, name)

    def apply(self, other):
        if isinstance(other, bool) or not isinstance(other, int):
            return NotImplemented
        pair = (other, self) if swapped else (self, other)
        return Size(function(int(pair[0]), int(pair[1])), function, pair)

    return apply


for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(Size, f"__{_name}__", _size_operator(_name))
    setattr(Size, f"__r{_name}__", _size_operator(_name, swapped=True))


class Recorder(TorchFunctionMode):
    """While it is entered, calls on tensors become nodes of ATen operators.

    symbols: for each size that may change, the number that stands for it while the program runs.
    """

    def __init__(self, graph, lift, symbols):
        self.graph, self._lift, self.symbols = graph, lift, symbols
        self._nodes, self._kept = {}, []

    def track(self, tensor, node):
        """Takes a node as the origin of a tensor."""
        self._nodes[id(tensor)] = node
        self._kept.append(tensor)
        node.meta["val"] = tensor

    def node_of(self, tensor):
        """The node of a tensor. One that the program did not compute is a constant."""
        if id(tensor) not in self._nodes:
            self.track(tensor, self._lift(tensor))
        return self._nodes[id(tensor)]

    def argument(self, value):
        """A value as a node's argument."""
        if isinstance(value, torch.Tensor):
            return self.node_of(value)
        if isinstance(value, Size):
            return self._size_node(value)
        if isinstance(value, (list, tuple, torch.Size)):
            kind = tuple if isinstance(value, tuple) else list
            return kind(self.argument(item) for item in value)
        if isinstance(value, dict):
            return {key: self.argument(item) for key, item in value.items()}
        if isinstance(value, slice):
            return slice(self.argument(value.start), self.argument(value.stop), self.argument(value.step))
        return value

    def _size_node(self, size):
        if size.node is None:
            size.node = self.graph.call_function(size.function, self.argument(size.args))
            size.node.meta["val"] = size
        return size.node

    def sizes(self, shape):
        """A shape with the sizes that may change as `Size`; the shape itself where there is none."""
        if not any(number in self.symbols for number in shape):
            return shape
        return tuple(self.symbols.get(number, number) for number in shape)

    def _emit(self, function, args, kwargs, result, name=None):
        """Adds the node of a call that returned `result`."""
        args, kwargs = self.argument(args), self.argument(kwargs)
        own = getattr(function, "_opname", None)
        name = name or (own and self.graph._target_to_str(own))
        node = self.graph.call_function(function, args, kwargs, name=name)
        node.meta["place"] = place = _place()
        if isinstance(result, torch.Tensor):
            self.track(result, node)
        elif isinstance(result, (tuple, list)) and any(isinstance(item, torch.Tensor) for item in result):
            node.meta["val"] = tuple(result)
            for at, item in enumerate(result):
                if isinstance(item, torch.Tensor):
                    part = self.graph.call_function(operator.getitem, (node, at))
                    part.meta["place"] = place
                    self.track(item, part)
        return result

    def operate(self, name, overload, *args, **kwargs):
        """Runs an operator, and records it."""
        function = getattr(getattr(torch.ops.aten, name), overload)
        return self._emit(function, args, kwargs, function(*_plain(args), **_plain(kwargs)))

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if name == "__get__":
            return self._read(func, *args)
        if name in _SYNTAX:
            return _SYNTAX[name](self, *args)
        if name in _SPECIAL and _is_special(func, name):
            return _SPECIAL[name](self, *args, **kwargs)
        if name in _VALUES and any(isinstance(arg, torch.Tensor) and id(arg) in self._nodes for arg in args):
            raise DataDependent(name)
        if name in _QUESTIONS or name in _VALUES:
            result = func(*args, **kwargs)
            if name != "size":
                return result
            return self.symbols.get(result, result) if isinstance(result, int) else self.sizes(result)
        return self._call(func, args, kwargs)

    def _call(self, func, args, kwargs):
        if getattr(func, "__name__", "") in _calls.BROADCASTING and len(args) >= 2:
            with self:
                args = (*torch.broadcast_tensors(*args[:2]), *args[2:])
        found = _calls.of(func, args, kwargs)
        result = func(*_plain(args), **_plain(kwargs))
        if found is None:
            return self._emit(func, tuple(args), kwargs, result)
        function, args, kwargs = found
        schema = function._schema
        if any(argument.name == "pin_memory" for argument in schema.arguments):
            if schema.arguments[0].type.base != "Tensor":
                kwargs = {"device": result.device, **kwargs}
            kwargs.setdefault("pin_memory", False)
            order = {argument.name: at for at, argument in enumerate(schema.arguments)}
            kwargs = dict(sorted(kwargs.items(), key=lambda item: order[item[0]]))
        return self._emit(function, args, kwargs, result)

    # What Python's syntax calls.

    def _read(self, reader, tensor):
        name = reader.__self__.__name__
        if name in _ATTRIBUTES:
            return self.operate(_ATTRIBUTES[name], "default", tensor)
        result = reader(tensor)
        return self.sizes(result) if name == "shape" else result

    def _item(self, tensor, key):
        found, indices = self._viewed(tensor, key)
        return found if indices is None else self.operate("index", "Tensor", found, indices)

    def _set_item(self, tensor, key, value):
        if not isinstance(value, torch.Tensor):
            value = self.literal(torch.scalar_tensor(value, dtype=tensor.dtype, device=tensor.device), detach=False)
        found, indices = self._viewed(tensor, key)
        if value.dim() == 0 and indices is None:
            return self.operate("fill_", "Tensor", found, value)
        if indices is None:
            return self.operate("copy_", "default", found, value)
        return self.operate("index_put_", "default", found, indices, value)

    def _divided_by(self, tensor, number):
        return self.operate("mul", "Tensor", self.operate("reciprocal", "default", tensor), number)

    def _exponent(self, tensor, number):
        return self.operate("pow", "Scalar", number, tensor)

    def _viewed(self, tensor, key):
        """The view that the numbers, slices and new dimensions of a key select, and its tensors by dimension."""
        keys = list(key) if isinstance(key, tuple) else [key]
        taken = sum(item is not None and item is not ... and not isinstance(item, bool) for item in keys)
        taken += sum(item.dim() - 1 for item in keys if _is_mask(item))
        found, dim, indices = tensor, 0, {}
        for item in keys:
            if item is None:
                found, dim = self.operate("unsqueeze", "default", found, dim), dim + 1
            elif item is ...:
                dim += tensor.dim() - taken
            elif isinstance(item, slice):
                found, dim = self._sliced(found, dim, item), dim + 1
            elif isinstance(item, int) and not isinstance(item, bool):
                found = self.operate("select", "int", found, dim, item)
            else:
                item = item if isinstance(item, torch.Tensor) else self.literal(torch.as_tensor(item), detach=True)
                indices[dim] = item
                dim += item.dim() if _is_mask(item) else 1
        if not indices:
            return found, None
        return found, [indices.get(at) for at in range(max(indices) + 1)]

    def _sliced(self, tensor, dim, item):
        size, last = tensor.shape[dim], item.stop
        changes = size in self.symbols or isinstance(last, Size)
        if item.start in (None, 0) and item.step in (None, 1) and (last is None or not changes and last >= size):
            return tensor
        start = 0 if item.start is None else item.start
        stop = _LAST if item.stop is None else item.stop
        step = () if item.step in (None, 1) else (item.step,)
        return self.operate("slice", "Tensor", tensor, dim, start, stop, *step)

    def literal(self, tensor, detach):
        """A tensor that the program writes down."""
        made = self.operate("lift_fresh_copy", "default", tensor)
        return self.operate("detach_", "default", made) if detach else made

    def cast(self, tensor, dtype):
        """A conversion, after PyTorch's check of what is converted."""
        found = {"dtype": tensor.dtype, "device": tensor.device, "layout": tensor.layout}
        check = torch.ops.aten._assert_tensor_metadata.default
        self._emit(check, (tensor,), found, None, name="_assert_tensor_metadata_default")
        return self.operate("to", "dtype", tensor, dtype)


def _is_mask(value):
    return isinstance(value, torch.Tensor) and value.dtype in (torch.bool, torch.uint8)


def _is_special(func, name):
    return func is getattr(torch, name, None) or func is getattr(torch.Tensor, name, None)


def _tensor(recorder, data, **options):
    return recorder.literal(torch.tensor(data, **options), detach=True)


def _to(recorder, tensor, *args, **kwargs):
    if len(args) == 1 and isinstance(args[0], torch.dtype) and not kwargs:
        return recorder.cast(tensor, args[0])
    if not args and set(kwargs) == {"dtype"}:
        return recorder.cast(tensor, kwargs["dtype"])
    result = tensor.to(*args, **kwargs)
    if result is tensor:
        return tensor
    to = torch.ops.aten.to.device
    return recorder._emit(to, (tensor, result.device, result.dtype), {}, result)


def _cast(dtype):
    return lambda recorder, tensor, **options: recorder.cast(tensor, dtype)


_SYNTAX = {
    "__getitem__": Recorder._item,
    "__setitem__": Recorder._set_item,
    "__rtruediv__": Recorder._divided_by,
    "__rpow__": Recorder._exponent,
}
_SPECIAL = {"tensor": _tensor, "to": _to} | {name: _cast(dtype) for name, dtype in _CASTS.items()}


def _place():
    """Where the innermost frame of the program is: file, line, function."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not any(part in file for part in ("torch/export/", "torch/overrides", "torch/_ops", "torch/nn/functional")):
            return file, frame.f_lineno, frame.f_code.co_name
        frame = frame.f_back
    return None
