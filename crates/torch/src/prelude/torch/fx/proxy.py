"""Proxies for values while a program is traced: operations on them become nodes."""

import operator

import torch
from torch.fx.graph import _BINARY, _UNARY
from torch.fx.node import Node
from torch.utils._pytree import tree_leaves

base_types = (str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.layout)


class TraceError(ValueError):
    """The program needs a value that is only known when it runs."""


class TracerBase:
    """Creates nodes for operations on proxies."""

    record_stack_traces = False
    trace_asserts = False

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        """Adds a node to the graph."""
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node):
        """Returns a proxy for a node's result."""
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        """Adds a node. Returns a proxy for its result."""
        node = self.create_node(kind, target, self.create_arg(args), self.create_arg(kwargs), name, type_expr)
        return (proxy_factory_fn or self.proxy)(node)

    def create_arg(self, a):
        """A value as a node holds it: nodes for proxies, within containers too."""
        if isinstance(a, Proxy):
            return a.node
        if isinstance(a, tuple) and hasattr(a, "_fields"):
            args = tuple(self.create_arg(item) for item in a)
            return self.create_node("call_function", type(a), args, {})
        if isinstance(a, (tuple, list)):
            return type(a)([self.create_arg(item) for item in a])
        if isinstance(a, dict):
            return {key: self.create_arg(item) for key, item in a.items()}
        if isinstance(a, range):
            return range(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, (Node, *base_types)) or a is None or a is ... or callable(a):
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def to_bool(self, obj):
        """Called where the program branches on a value."""
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        """Called when the program iterates over a value, whose length is unknown."""
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
            "function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control "
            "flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors"
        )

    def keys(self, obj):
        """Called for `**value`."""
        return Attribute(obj, "keys")()


class GraphAppendingTracer(TracerBase):
    """Adds to a graph that is there."""

    def __init__(self, graph):
        self.graph = graph


def _function_kind(function):
    """Methods of tensors are called by their name."""
    name = getattr(function, "__name__", "")
    is_method = getattr(torch.Tensor, name, None) is function and getattr(torch, name, None) is not function
    return ("call_method", name) if is_method else ("call_function", function)


class Proxy:
    """A proxy for the value of a node: operators, methods and PyTorch's functions add nodes to its graph."""

    def __init__(self, node, tracer=None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, k):
        if k.startswith("__") and k.endswith("__"):
            raise AttributeError(f"'Proxy' object has no attribute '{k}'")
        return Attribute(self, k)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self):
        return self.tracer.iter(self)

    def __bool__(self):
        return self.tracer.to_bool(self)

    def keys(self):
        """Called for `**value`."""
        return self.tracer.keys(self)

    def __len__(self):
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
            "torch.fx.wrap('len') at module scope"
        )

    def __getitem__(self, index):
        return self.tracer.create_proxy("call_function", operator.getitem, (self, index), {})

    def __setitem__(self, index, value):
        raise TypeError("'Proxy' object does not support item assignment")

    def __contains__(self, item):
        return self.tracer.to_bool(self)

    __hash__ = object.__hash__

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        tracer = next(leaf.tracer for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Proxy))
        return tracer.create_proxy(*_function_kind(orig_method), args, kwargs)


class Attribute(Proxy):
    """An attribute of a value, which becomes a node only where it is not called."""

    def __init__(self, root, attr):
        self.root, self.attr, self.tracer, self._node = root, attr, root.tracer, None

    @property
    def node(self):
        """The node that reads the attribute."""
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


def _operator_of(name, swapped=False):
    target = getattr(operator, name)

    def apply(self, *others):
        args = (*others, self) if swapped else (self, *others)
        return self.tracer.create_proxy("call_function", target, args, {})

    return apply


for _name in [*_BINARY, *_UNARY]:
    setattr(Proxy, f"__{_name.rstrip('_')}__", _operator_of(_name))
for _name in ["add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "matmul"]:
    setattr(Proxy, f"__r{_name.rstrip('_')}__", _operator_of(_name, swapped=True))
