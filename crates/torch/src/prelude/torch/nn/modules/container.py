"""Modules and parameters in lists and dicts."""

import operator
from collections import OrderedDict

from torch.nn.modules.module import Module, _indented
from torch.nn.parameter import Parameter


class _Listed:
    """A list over the attributes "0", "1", ... of a module. `_held` is the registry."""

    def _place(self, index):
        """The name of a position."""
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return list(self._held())[index]

    def __len__(self):
        return len(self._held())

    def __iter__(self):
        return iter(list(self._held().values()))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._part(list(self._held().items())[index])
        return self._held()[self._place(index)]

    def __setitem__(self, index, value):
        self._put(self._place(index), value)

    def _refill(self, values):
        self._held().clear()
        for i, value in enumerate(values):
            self._put(str(i), value)

    def __delitem__(self, index):
        values = list(self._held().values())
        del values[index]
        self._refill(values)

    def append(self, value):
        """Adds one at the end."""
        self._put(str(len(self)), value)
        return self

    def extend(self, values):
        """Adds several at the end."""
        if not hasattr(values, "__iter__"):
            raise TypeError(f"{type(self).__name__}.extend should be called with an iterable, but got {type(values).__name__}")
        for value in list(values):
            self.append(value)
        return self

    def insert(self, index, value):
        """Adds one before a position."""
        values = list(self._held().values())
        values.insert(index, value)
        self._refill(values)

    def pop(self, key):
        """Takes one out."""
        value = self[key]
        del self[key]
        return value

    def __add__(self, other):
        both = type(self)()
        for value in list(self) + list(other):
            both.append(value)
        return both

    def __iadd__(self, other):
        return self.extend(other)


class _Keyed:
    """A dict over the attributes of a module. `_held` is the registry."""

    def __getitem__(self, key):
        return self._held()[key]

    def __setitem__(self, key, value):
        self._put(key, value)

    def __delitem__(self, key):
        del self._held()[key]

    def __len__(self):
        return len(self._held())

    def __iter__(self):
        return iter(self._held())

    def __contains__(self, key):
        return key in self._held()

    def keys(self):
        """The names."""
        return self._held().keys()

    def values(self):
        """Returns the values."""
        return self._held().values()

    def items(self):
        """Returns the names and values."""
        return self._held().items()

    def get(self, key, default=None):
        """Returns the value of a name, or the default."""
        return self._held().get(key, default)

    def pop(self, key):
        """Takes one out."""
        return self._held().pop(key)

    def clear(self):
        """Takes all out."""
        self._held().clear()

    def update(self, values):
        """Adds from a dict or from pairs."""
        if not hasattr(values, "__iter__"):
            raise TypeError(
                f"{type(self).__name__}.update should be called with an iterable of key/value pairs, but got "
                + type(values).__name__
            )
        for key, value in values.items() if hasattr(values, "items") else values:
            self[key] = value


class Sequential(_Listed, Module):
    """Modules applied one after the other.

    >>> nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))(torch.ones(5, 2)).shape
    torch.Size([5, 1])
    >>> nn.Sequential(nn.Linear(2, 3), nn.ReLU())[1]
    ReLU()
    """

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], dict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def _held(self):
        return self._modules

    def _put(self, name, module):
        self.add_module(name, module)

    def _part(self, items):
        return type(self)(OrderedDict(items))

    def insert(self, index, module):
        """Adds a module before a position."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        _Listed.insert(self, index, module)
        return self


class ModuleList(_Listed, Module):
    """A list of modules, registered.

    >>> nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
    ModuleList(
      (0): Linear(in_features=2, out_features=2, bias=True)
      (1): ReLU()
    )
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _held(self):
        return self._modules

    def _put(self, name, module):
        self.add_module(name, module)

    def _part(self, items):
        return type(self)([module for _, module in items])

    def __repr__(self):
        blocks = []
        for i, module in enumerate(self):
            text = repr(module)
            if blocks and blocks[-1][2] == text:
                blocks[-1][1] = i
            else:
                blocks.append([i, i, text])
        if not blocks:
            return self._get_name() + "()"
        lines = []
        for first, last, text in blocks:
            line = f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            lines.append(_indented(line, 2))
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"


class ModuleDict(_Keyed, Module):
    """A dict of modules, registered.

    >>> nn.ModuleDict({'act': nn.ReLU()})['act']
    ReLU()
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def _held(self):
        return self._modules

    def _put(self, name, module):
        self.add_module(name, module)


def _parameter_lines(named, what):
    """Lists each parameter with its type and size, for repr. `what` formats the type."""
    lines = []
    for name, param in named:
        size = "x".join(str(n) for n in param.shape)
        where = f" (GPU {param.device.index})" if param.is_cuda else ""
        lines.append(f"  ({name}): Parameter containing: [{what(param)} of size {size}{where}]")
    return lines


class ParameterList(_Listed, Module):
    """A list of parameters, registered; tensors become parameters.

    >>> len(nn.ParameterList([torch.zeros(2), torch.zeros(3)]))
    2
    """

    def __init__(self, values=None):
        super().__init__()
        if values is not None:
            self.extend(values)

    def _held(self):
        return self._parameters

    def _put(self, name, value):
        self.register_parameter(name, value if isinstance(value, Parameter) else Parameter(value))

    def _part(self, items):
        return type(self)([param for _, param in items])

    def extra_repr(self):
        return "\n".join(_parameter_lines(self._parameters.items(), lambda param: param.dtype))


class ParameterDict(_Keyed, Module):
    """A dict of parameters, registered; tensors become parameters.

    >>> list(nn.ParameterDict({'w': torch.zeros(2)}))
    ['w']
    """

    def __init__(self, parameters=None):
        super().__init__()
        if parameters is not None:
            self.update(parameters)

    def _held(self):
        return self._parameters

    def _put(self, name, value):
        self.register_parameter(name, value if isinstance(value, Parameter) else Parameter(value))

    def copy(self):
        """The same parameters in another dict."""
        return type(self)(self._parameters)

    def setdefault(self, key, default=None):
        """Returns the value of a name. Inserts the default if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def popitem(self):
        """Takes the last one out, with its name."""
        return self._parameters.popitem()

    def fromkeys(self, keys, default=None):
        """A dict with these names."""
        return type(self)((key, default) for key in keys)

    def extra_repr(self):
        return "\n".join(_parameter_lines(self._parameters.items(), lambda param: param.detach().type()))
