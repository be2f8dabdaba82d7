"""`torch.nn.utils.parametrize`: a tensor of a module computed, at each access, from others."""

from contextlib import contextmanager

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter

_caching = 0
_cache = {}


@contextmanager
def cached():
    """A block within which each parametrized tensor is computed once."""
    global _caching
    _caching += 1
    try:
        yield
    finally:
        _caching -= 1
        if not _caching:
            _cache.clear()


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, applied in order to `original`."""

    def __init__(self, modules, original, unsafe=False):
        super().__init__(modules)
        self.unsafe = unsafe
        value = original
        with torch.no_grad():
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    value = module.right_inverse(value)
        self.is_tensor = isinstance(value, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(value)
        if self.is_tensor:
            # Keep the same parameter object if its value is unchanged: an optimizer may hold it.
            if isinstance(original, Parameter):
                original.data = value.data if value is not original else original.data
                self.original = original
            else:
                self.register_buffer("original", value)
        else:
            for i, part in enumerate(value):
                made = Parameter(part.detach()) if isinstance(original, Parameter) else part
                if isinstance(original, Parameter):
                    self.register_parameter(f"original{i}", made)
                else:
                    self.register_buffer(f"original{i}", made)

    def _originals(self):
        return [self.original] if self.is_tensor else [getattr(self, f"original{i}") for i in range(self.ntensors)]

    def right_inverse(self, value):
        """Assigns to the parametrized tensor: its originals become the values that produce it."""
        with torch.no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            for original, part in zip(self._originals(), [value] if self.is_tensor else value):
                original.copy_(part)

    def forward(self):
        parts = list(self)
        value = parts[0](*self._originals())
        for module in parts[1:]:
            value = module(value)
        return value


def _property(name):
    def get(self):
        if not _caching:
            return self.parametrizations[name]()
        key = (id(self), name)
        if key not in _cache:
            _cache[key] = self.parametrizations[name]()
        return _cache[key]

    def put(self, value):
        self.parametrizations[name].right_inverse(value)

    return property(get, put)


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """From now on module.tensor_name is parametrization(original); the original is
    module.parametrizations.tensor_name.original."""
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        held = module.parametrizations[tensor_name]
        _check(parametrization, getattr(module, tensor_name), unsafe)
        if hasattr(parametrization, "right_inverse"):
            held.original.data = parametrization.right_inverse(held.original).data
        held.append(parametrization)
        return module
    if tensor_name not in module._parameters and tensor_name not in module._buffers:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'"
        )
    original = getattr(module, tensor_name)
    _check(parametrization, original, unsafe)
    held = ParametrizationList([parametrization], original, unsafe)
    module._parameters.pop(tensor_name, None)
    module._buffers.pop(tensor_name, None)
    if not is_parametrized(module):
        module.parametrizations = ModuleDict()
        base = type(module)
        module.__class__ = type(f"Parametrized{base.__name__}", (base,), {"_unparametrized": base})
    setattr(type(module), tensor_name, _property(tensor_name))
    module.parametrizations[tensor_name] = held
    return module


def _check(parametrization, original, unsafe):
    if unsafe:
        return
    with torch.no_grad():
        if hasattr(parametrization, "right_inverse"):
            inside = parametrization.right_inverse(original)
            value = parametrization(inside) if isinstance(inside, torch.Tensor) else parametrization(*inside)
        else:
            value = parametrization(original)
    if not isinstance(value, torch.Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(value).__name__}.")
    for what in ("dtype", "shape"):
        if getattr(value, what) != getattr(original, what):
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless `unsafe` flag is enabled.\n"
                f"unparametrized {what}: {getattr(original, what)}\nparametrized {what}: {getattr(value, what)}"
            )


def is_parametrized(module, tensor_name=None):
    """True when the module, or one tensor of it, is computed from others."""
    held = module.__dict__.get("_modules", {}).get("parametrizations")
    if held is None:
        return False
    return len(held) > 0 if tensor_name is None else tensor_name in held


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Restores the plain tensor: with its current value, or its original one."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    held = module.parametrizations[tensor_name]
    if not leave_parametrized and not held.is_tensor:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of tensors."
        )
    trainable = any(isinstance(part, Parameter) for part in held._originals())
    value = getattr(module, tensor_name).detach() if leave_parametrized else held.original.detach()
    del module.parametrizations[tensor_name]
    delattr(type(module), tensor_name)
    if held.is_tensor:
        original = held.original
        original.data = value
    else:
        original = Parameter(value) if trainable else value
    if len(module.parametrizations) == 0:
        del module._modules["parametrizations"]
        module.__class__ = type(module)._unparametrized
    if trainable:
        module.register_parameter(tensor_name, original)
    else:
        module.register_buffer(tensor_name, original)
    return module


def type_before_parametrizations(module):
    """The class that the module was of."""
    return type(module)._unparametrized if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Gives a module another's parametrizations, of one tensor or of all, with the tensors behind them."""
    if not is_parametrized(from_module):
        return to_module
    for name in from_module.parametrizations if tensor_name is None else [tensor_name]:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        source = from_module.parametrizations[name]
        for parametrization in source:
            register_parametrization(to_module, name, parametrization)
        target = to_module.parametrizations[name]
        for original in [key for key in (*source._parameters, *source._buffers) if key.startswith("original")]:
            setattr(target, original, getattr(source, original))
    return to_module
