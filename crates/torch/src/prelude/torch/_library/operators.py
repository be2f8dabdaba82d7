"""Operators of programs: a schema, kernels by the kind of device, a fake kernel and a backward, and how a call finds them."""

import torch
from torch._library import aten
from torch._library.schema import FunctionSchema
from torch.autograd.graph import increment_version

# All registered operators, by `namespace::name` or `namespace::name.overload`.
_known = {}
_DEVICES = {"CPU": "cpu", "CUDA": "cuda", "Meta": "meta"}
_ANY = ("default", "CompositeExplicitAutograd", "CompositeImplicitAutograd", "BackendSelect")


class Operator:
    """One operator and its registrations."""

    def __init__(self, schema):
        self.schema = schema
        self.kernels = {}
        self.fake = None
        self.backward = None
        self.setup_context = None
        self.rule = None
        self.disabled = set()

    @property
    def name(self):
        """`namespace::name`"""
        return self.schema.name

    def __str__(self):
        return f"{self.name.replace('::', '.')}.{self.schema.overload_name or 'default'}"

    def add_kernel(self, kinds, fn):
        """Registers a kernel for devices: a dispatch key or a device name, several of them, or None for all."""
        for kind in kinds if isinstance(kinds, (list, tuple, set)) else [kinds]:
            self.kernels[device_of_key(kind)] = fn

    def set_backward(self, backward, setup_context, written):
        """Gives it a gradient.

        written: the operator's name in errors.
        """
        if self.schema.is_mutable:
            raise RuntimeError(
                f"Cannot register autograd formula for non-functional operator {written} with schema {self.schema}. Please create a "
                "functional operator and register an autograd formula for that."
            )
        self.backward, self.setup_context = backward, setup_context

    def kernel(self, values):
        """Returns the kernel for these values, by the device of the first tensor.

        NotImplementedError where there is nothing for that device.
        """
        device = _device(values)
        kernel = self.kernels.get(device)
        if kernel is None or device in self.disabled:
            kernel = self.kernels.get(None)
        if kernel is None:
            have = ", ".join(sorted(known.upper() for known in self.kernels if known)) or "none"
            raise NotImplementedError(
                f"Could not run '{self.name}' with arguments from the '{device.upper()}' backend. '{self.name}' is only "
                f"available for these backends: [{have}]. Add a kernel with register_kernel('{device}')."
            )
        return kernel

    def __call__(self, *args, **kwargs):
        if any(torch._is_batched(x) for x in _tensors([*args, *kwargs.values()])):
            from torch._functorch import vmap

            return vmap.each_slice(self, args, kwargs) if self.rule is None else vmap.by_rule(self.rule, args, kwargs)
        values = self.schema.bind(args, kwargs)
        if torch.is_grad_enabled() and any(x.requires_grad for x in _tensors(values)) and not self.schema.is_mutable:
            return _recorded(self, values)
        return self.compute(values)

    def compute(self, values):
        """Its result for bound values, without a record for gradients."""
        positional, named = _as_passed(self.schema, values)
        with torch.no_grad():
            result = self.kernel(values)(*positional, **named)
        _refuse_aliases(self, values, result)
        for argument, value in zip(self.schema.arguments, values):
            if argument.alias_info is not None and argument.alias_info.is_write:
                increment_version(list(_tensors([value])))
        return result


def _as_passed(schema, values):
    """The values as positional and as keyword arguments."""
    pairs = list(zip(schema.arguments, values))
    named = {argument.name: value for argument, value in pairs if argument.kwarg_only}
    return [value for argument, value in pairs if not argument.kwarg_only], named


def _tensors(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


def _device(values):
    for tensor in _tensors(values):
        return tensor.device.type
    for value in values:
        if isinstance(value, torch.device):
            return value.type
    return "cpu"


def _refuse_aliases(operator, values, result):
    """RuntimeError where a result shares memory with an argument or another result."""
    if operator.schema.overload_name or any(argument.alias_info for argument in operator.schema.returns):
        return
    seen = {tensor.untyped_storage().data_ptr() for tensor in _tensors(values) if tensor.numel()}
    for tensor in _tensors([result]):
        place = tensor.untyped_storage().data_ptr()
        if tensor.numel() and place in seen:
            raise RuntimeError(
                f"{operator.name.split('::')[-1]}: The output of this custom operator (1) must not also be an input to this "
                "custom operator and (2) may not alias any inputs to this custom operator or other returns. The most common "
                "way to trigger this error is if we have y = custom_op(x) and y and x are the same Tensor. Please instead "
                "return a clone of the offending output tensor(s) (e.g. return x.clone()) or refactor the custom operator to "
                "not return y."
            )
        seen.add(place)


class _Context:
    """A Function's context as the operator's backward sees it: one entry of `needs_input_grad` for each argument."""

    def __init__(self, ctx, needs_input_grad):
        object.__setattr__(self, "_ctx", ctx)
        object.__setattr__(self, "needs_input_grad", needs_input_grad)

    def __getattr__(self, name):
        return getattr(self._ctx, name)

    def __setattr__(self, name, value):
        setattr(self._ctx, name, value)


def _grouped(flat, values):
    """Returns the type of each value of a flat sequence: a list of tensors has one entry per item."""
    flat = iter(flat)
    return tuple([next(flat) for _ in value] if _is_tensors(value) else next(flat) for value in values)


def _is_tensors(value):
    return isinstance(value, (list, tuple)) and any(isinstance(item, torch.Tensor) for item in value)


def _flat(values):
    flat = []
    for value in values:
        flat.extend(value) if _is_tensors(value) else flat.append(value)
    return flat


def _recorded(operator, values):
    """The result, with a node on the tape that calls the operator's backward."""
    form = {}

    def forward(ctx, *flat):
        result = operator.compute(values)
        form["result"] = result
        if operator.setup_context is not None:
            positional, named = _as_passed(operator.schema, values)
            own = _Context(ctx, _grouped(ctx.needs_input_grad, values))
            keywords = {"keyword_only_inputs": named} if named else {}
            operator.setup_context(ctx=own, inputs=tuple(positional), output=result, **keywords)
        results = _flat(result if isinstance(result, tuple) else (result,))
        return tuple(results) if len(results) != 1 else results[0]

    def backward(ctx, *grads):
        if operator.backward is None:
            raise RuntimeError(
                f"Trying to backward through {operator} but no autograd formula was registered. Please use "
                "register_autograd to add one."
            )
        result = form["result"]
        grads = _grouped(grads, result if isinstance(result, tuple) else (result,))
        answer = operator.backward(_Context(ctx, _grouped(ctx.needs_input_grad, values)), *grads)
        answer = answer if isinstance(answer, tuple) else (answer,)
        expected = [argument for argument in operator.schema.arguments if not argument.kwarg_only]
        # A call may omit arguments with defaults.
        if len(answer) > len(expected) and any(grad is not None for grad in answer[len(expected) :]):
            raise RuntimeError(
                f"{operator}: its backward returned an incorrect number of gradients (expected {len(expected)}, got "
                f"{len(answer)})"
            )
        answer += (None,) * (len(values) - len(answer))
        pairs = zip(answer, values)
        return tuple(_flat([None] * len(value) if grad is None and _is_tensors(value) else grad for grad, value in pairs))

    namespace, name = operator.name.split("::")
    node = f"GeneratedBackwardFor_{namespace}_{name}_{operator.schema.overload_name or 'default'}"
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    outputs = type(node, (torch.autograd.Function,), methods).apply(*_flat(values))
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    result = form["result"]
    grouped = _grouped(outputs, result if isinstance(result, tuple) else (result,))
    return grouped if isinstance(result, tuple) else grouped[0]


def define(text):
    """The operator of a schema `namespace::name(...) -> ...`.

    RuntimeError if it is registered already, or the name has no namespace.
    """
    schema = FunctionSchema.parse(text)
    if schema.name.count("::") != 1:
        raise ValueError(f"expected an operator's name like 'namespace::name', but got {schema.name!r}")
    key = f"{schema.name}.{schema.overload_name}" if schema.overload_name else schema.name
    if key in _known:
        raise RuntimeError(f"Tried to register an operator ({schema}) with the same name and overload name multiple times.")
    _known[key] = operator = Operator(schema)
    return operator


def find(name):
    """The operator of a name: `namespace::name`, `namespace::name.overload`; None where there is none."""
    return _known.get(name.removesuffix(".default"))


def overloads(name):
    """The overloads of `namespace::name`, by their names."""
    if name.startswith("aten::") and (own := aten.overloads(name.removeprefix("aten::"))):
        return own
    return {known.schema.overload_name or "default": known for known in _known.values() if known.name == name}


def forget(name):
    """Removes an operator, as the end of its library does."""
    _known.pop(name, None)


def device_of_key(key):
    """Returns the device type of a dispatch key or a device name, or None for all."""
    if key is None or key in _ANY:
        return None
    device = _DEVICES.get(key, key)
    if device not in ("cpu", "cuda", "meta"):
        raise RuntimeError(f"no kernels for {key!r} here: choose among 'cpu', 'cuda' and None for both")
    return device
