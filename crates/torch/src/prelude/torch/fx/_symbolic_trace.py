"""Traces a program: runs it on proxies and records its operations as a graph."""

import builtins
import inspect
import math
import sys
from contextlib import contextmanager

import torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.proxy import Proxy, TraceError, TracerBase
from torch.utils._pytree import tree_leaves

# (the globals of a module, a name there): functions that are not traced into.
_wrapped = []


def wrap(fn_or_name):
    """Keeps calls of a function of this module as one node: `torch.fx.wrap("name")`, or as a decorator."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    names = sys._getframe(1).f_globals if isinstance(fn_or_name, str) else fn_or_name.__globals__
    if not any(known is names and same == name for known, same in _wrapped):
        _wrapped.append((names, name))
    return fn_or_name


def _first_proxy(*values):
    return next((leaf for leaf in tree_leaves(values) if isinstance(leaf, Proxy)), None)


def _recording(function):
    """The function, which becomes a node where a proxy is among its arguments."""

    def recorded(*args, **kwargs):
        proxy = _first_proxy(args, kwargs)
        if proxy is None:
            return function(*args, **kwargs)
        made = proxy.tracer.create_proxy("call_function", function, args, kwargs)
        made.node.meta["is_wrapped"] = True
        return made

    return recorded


class ProxyableClassMeta(type):
    """The metaclass of classes whose construction becomes a node when it receives proxies."""

    def __call__(cls, *args, **kwargs):
        proxy = _first_proxy(args, kwargs)
        if proxy is None or not hasattr(proxy.tracer, "root"):
            return super().__call__(*args, **kwargs)
        return proxy.tracer.create_proxy("call_function", cls, args, kwargs)


class _Patches:
    """Temporarily replaces names."""

    def __init__(self):
        self.before = []

    def item(self, names, name, value):
        self.before.append(lambda old=names.get(name, self): names.pop(name) if old is self else names.update({name: old}))
        names[name] = value

    def attribute(self, owner, name, value):
        own = vars(owner).get(name, self)
        self.before.append(lambda: delattr(owner, name) if own is self else setattr(owner, name, own))
        setattr(owner, name, value)

    def undo(self):
        for restore in reversed(self.before):
            restore()


class Tracer(TracerBase):
    """Runs a module's `forward` on proxies. Subclasses decide which modules are traced into."""

    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        self._wrapped_modules, self._wrapped_functions = tuple(autowrap_modules), tuple(autowrap_functions)
        self.graph = self.root = None

    def is_leaf_module(self, m, module_qualified_name):
        """Returns whether a module is one node, as PyTorch's own modules except Sequential."""
        home = m.__module__.split(".")[:2] in (["torch", "nn"], ["torch", "ao"])
        return home and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        """The name of a module below the root."""
        for name, module in self.root.named_modules():
            if module is mod:
                return name
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        """Called for each module call: records a node, or traces its `forward`."""
        path = self.path_of_module(m)
        if not self.is_leaf_module(m, path):
            return forward(*args, **kwargs)
        return self.create_proxy("call_module", path, args, kwargs)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """Called for each attribute of a module that is read: parameters and buffers become nodes."""
        named = self.root.named_parameters() if isinstance(attr_val, torch.nn.Parameter) else self.root.named_buffers()
        if isinstance(attr_val, torch.Tensor):
            for name, known in named:
                if known is attr_val:
                    if name not in parameter_proxy_cache:
                        parameter_proxy_cache[name] = self.create_proxy("get_attr", name, (), {})
                    return parameter_proxy_cache[name]
        return attr_val

    def create_arg(self, a):
        """A value as a node holds it; tensors become attributes of the root."""
        if isinstance(a, torch.nn.Parameter):
            for name, known in self.root.named_parameters():
                if known is a:
                    return self.create_node("get_attr", name, (), {})
            raise NameError("parameter is not a member of this module")
        if isinstance(a, torch.Tensor):
            return self.create_node("get_attr", self._constant(a), (), {})
        return super().create_arg(a)

    def _constant(self, tensor):
        for name, known in self.root.named_buffers():
            if known is tensor:
                return name
        for name, known in vars(self.root).items():
            if known is tensor:
                return name
        number = 0
        while hasattr(self.root, f"_tensor_constant{number}"):
            number += 1
        setattr(self.root, f"_tensor_constant{number}", tensor)
        return f"_tensor_constant{number}"

    def _inputs(self, function, concrete):
        """Returns a function's parameters with their proxies: inputs of the graph, unless a value is given."""
        kinds, given = inspect.Parameter, []
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name in concrete:
                given.append((parameter, concrete[parameter.name]))
                continue
            if parameter.kind in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD):
                raise TraceError(f"how many arguments come as {parameter} is not known: only named parameters are traced")
            default = () if parameter.default is kinds.empty else (parameter.default,)
            kind = None if parameter.annotation is kinds.empty else parameter.annotation
            given.append((parameter, self.create_proxy("placeholder", parameter.name, default, {}, type_expr=kind)))
        return given

    def _run(self, function, given):
        kinds, args, kwargs = inspect.Parameter, [], {}
        for parameter, value in given:
            if parameter.kind == kinds.VAR_POSITIONAL:
                args.extend(value)
            elif parameter.kind == kinds.VAR_KEYWORD:
                kwargs.update(value)
            elif parameter.kind == kinds.KEYWORD_ONLY:
                kwargs[parameter.name] = value
            else:
                args.append(value)
        return function(*args, **kwargs)

    @contextmanager
    def _patched(self):
        """While active, module calls and attribute accesses come here, and wrapped functions become nodes."""
        patches, kept, tracer = _Patches(), {}, self
        call, read = torch.nn.Module.__call__, torch.nn.Module.__getattr__

        def module_call(mod, *args, **kwargs):
            return tracer.call_module(mod, lambda *args, **kwargs: call(mod, *args, **kwargs), args, kwargs)

        patches.attribute(torch.nn.Module, "__call__", module_call)
        patches.attribute(torch.nn.Module, "__getattr__", lambda mod, name: tracer.getattr(name, read(mod, name), kept))
        try:
            for names, name in _wrapped:
                if name in names or hasattr(builtins, name):
                    patches.item(names, name, _recording(names.get(name, getattr(builtins, name, None))))
            for module in self._wrapped_modules:
                for name, function in list(vars(module).items()):
                    if callable(function) and not name.startswith("_"):
                        patches.attribute(module, name, _recording(function))
            yield
        finally:
            patches.undo()

    def trace(self, root, concrete_args=None):
        """The graph of a module, or of a function."""
        is_module = isinstance(root, torch.nn.Module)
        self.root = root if is_module else torch.nn.Module()
        function = root.forward if is_module else root
        self.graph = Graph(tracer_cls=type(self))
        given = self._inputs(function, concrete_args or {})
        with self._patched():
            result = self._run(function, given)
            self.create_node("output", "output", (self.create_arg(result),), {})
        return self.graph


def symbolic_trace(root, concrete_args=None):
    """The module, or function, as a `GraphModule`: its graph is there to be looked at and changed.

    >>> import torch.fx
    >>> [node.name for node in torch.fx.symbolic_trace(lambda x: torch.relu(x) + 1).graph.nodes]
    ['x', 'relu', 'add', 'output']
    """
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, torch.nn.Module) else root.__name__
    return GraphModule(tracer.root, graph, name)
