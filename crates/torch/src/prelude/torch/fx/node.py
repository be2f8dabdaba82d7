"""One step of a graph and its arguments."""

import builtins

import torch
from torch.fx.immutable_collections import immutable_dict, immutable_list

_SIDE_EFFECTS = set()


def has_side_effect(fn):
    """Keeps calls of a function even if their result is unused."""
    _SIDE_EFFECTS.add(fn)
    return fn


def map_aggregate(a, fn):
    """The value with `fn` of each leaf: tuples, lists, dictionaries and slices are looked into."""
    if isinstance(a, tuple):
        items = [map_aggregate(item, fn) for item in a]
        return type(a)(*items) if hasattr(a, "_fields") else tuple(items)
    if isinstance(a, list):
        return immutable_list([map_aggregate(item, fn) for item in a])
    if isinstance(a, dict):
        return immutable_dict([(key, map_aggregate(item, fn)) for key, item in a.items()])
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def map_arg(a, fn):
    """The value with `fn` of each node in it."""
    return map_aggregate(a, lambda leaf: fn(leaf) if isinstance(leaf, Node) else leaf)


def _known_as(func):
    """The name under which PyTorch's own modules show a function."""
    name = getattr(func, "__name__", None)
    for home, module in [("torch", torch), ("torch.nn.functional", torch.nn.functional), ("torch.linalg", torch.linalg)]:
        if name is not None and getattr(module, name, None) is func:
            return f"{home}.{name}"
    return None


def _get_qualified_name(func):
    name = getattr(func, "__name__", None) or type(func).__name__
    if getattr(builtins, name, None) is func:
        return name
    if getattr(torch.Tensor, name, None) is func:
        return f"torch.Tensor.{name}"
    return _known_as(func) or f"{getattr(func, '__module__', None) or 'torch'}.{name}".replace("torch._ops", "torch.ops")


def _type_name(kind):
    """A type as annotations write it."""
    if isinstance(kind, type) and not hasattr(kind, "__origin__"):
        return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    return repr(kind)


def _shown(value):
    if isinstance(value, tuple):
        return f"({', '.join(_shown(item) for item in value)}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(_shown(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_shown(item)}' for key, item in value.items())}}}"
    return f"%{value}" if isinstance(value, Node) else str(value)


class Node:
    """One step of a graph: `op` is its kind, `target` what it calls or reads, `args` and `kwargs` the arguments."""

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        if op not in ("placeholder", "call_method", "call_module", "call_function", "get_attr", "output", "root"):
            raise ValueError(f"Node [graph = {graph}, name = '{name}'] has an unknown op {op!r}")
        if op == "call_function" and not callable(target):
            raise ValueError(
                f"Node [graph = {graph}, name = '{name}'] target {target} has type {type(target).__name__} but a Callable is "
                "expected"
            )
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self._prev = self._next = self
        self._erased = False
        self._input_nodes, self.users, self.meta = {}, {}, {}
        self._args, self._kwargs = (), immutable_dict()
        self._set(args, kwargs)

    def _set(self, args, kwargs):
        for used in self._input_nodes:
            used.users.pop(self, None)
        self._input_nodes = {}

        def use(node):
            self._input_nodes[node] = None
            node.users[self] = None
            return node

        self._args, self._kwargs = map_arg(tuple(args), use), map_arg(dict(kwargs), use)

    @property
    def args(self):
        """The positional arguments."""
        return self._args

    @args.setter
    def args(self, args):
        self._set(args, self._kwargs)

    @property
    def kwargs(self):
        """The keyword arguments."""
        return self._kwargs

    @kwargs.setter
    def kwargs(self, kwargs):
        self._set(self._args, kwargs)

    @property
    def all_input_nodes(self):
        """The nodes among its arguments."""
        return list(self._input_nodes)

    @property
    def next(self):
        """The node after it."""
        return self._next

    @property
    def prev(self):
        """The node before it."""
        return self._prev

    @property
    def stack_trace(self):
        """The stack trace of its creation, if recorded."""
        return self.meta.get("stack_trace")

    def _unlink(self):
        self._prev._next, self._next._prev = self._next, self._prev

    def prepend(self, x):
        """Puts a node before this one."""
        if x is self:
            return
        x._unlink()
        before = self._prev
        before._next, x._prev, x._next, self._prev = x, before, self, x

    def append(self, x):
        """Puts a node after this one."""
        self._next.prepend(x)

    def update_arg(self, idx, arg):
        """Replaces one of `args`."""
        self.args = self.args[:idx] + (arg,) + self.args[idx + 1 :]

    def insert_arg(self, idx, arg):
        """Puts one more among `args`."""
        self.args = self.args[:idx] + (arg,) + self.args[idx:]

    def update_kwarg(self, key, arg):
        """Sets one of `kwargs`."""
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        """Takes one node's result for another's."""
        self._set(*map_arg((self._args, self._kwargs), lambda node: new_input if node is old_input else node))

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True, *, propagate_meta=False):
        """Makes all users of this node use another one. Returns them."""
        users = [user for user in self.users if delete_user_cb(user)]
        for user in users:
            user.replace_input_with(self, replace_with)
        if propagate_meta:
            replace_with.meta = {**self.meta, **replace_with.meta}
        return users

    def is_impure(self, impure_random=True):
        """Returns whether it has side effects."""
        if self.op in ("placeholder", "output"):
            return True
        if self.op == "call_function":
            schema = getattr(self.target, "_schema", None)
            if schema is not None and (schema.is_mutable or not schema.returns):
                return True
            return self.target in _SIDE_EFFECTS or getattr(self.target, "__name__", "") in ("_assert", "setitem")
        if self.op == "call_module" and self.graph.owning_module is not None:
            return getattr(self.graph.owning_module.get_submodule(self.target), "_is_impure", False)
        return False

    def _pretty_print_target(self, target):
        if isinstance(target, str):
            return target
        if getattr(target, "__module__", None) in ("_operator", "operator"):
            return f"operator.{target.__name__}"
        name = _get_qualified_name(target)
        return f"builtins.{name}" if hasattr(builtins, name) else name

    def format_node(self, placeholder_names=None, maybe_return_typename=None, *, include_tensor_metadata=False):
        """The node as a line of the printed graph."""
        annotation = "" if self.type is None else f"{_type_name(self.type)} "
        kind = f" : {annotation}[num_users={len(self.users)}] = {self.op}"
        if self.op == "placeholder":
            default = f"(default={self.args[0]})" if self.args else ""
            return f"%{self.name}{kind}[target={self.target}]{default}"
        if self.op == "get_attr":
            return f"%{self.name}{kind}[target={self.target}]"
        if self.op == "output":
            return f"return {self.args[0]}"
        target = self._pretty_print_target(self.target)
        return f"%{self.name}{kind}[target={target}](args = {_shown(self.args)}, kwargs = {_shown(self.kwargs)})"

    def __repr__(self):
        return self.name

    def __lt__(self, other):
        return id(self) < id(other)
