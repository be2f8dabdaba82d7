"""A program as a row of nodes, and the code of it."""

import builtins
import enum
import keyword
import re
import typing
from contextlib import contextmanager

import torch
from torch.fx.node import Node, _get_qualified_name, _type_name, map_arg

# Operators in source code.
_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "floordiv": "//", "truediv": "/", "mod": "%", "pow": "**", "lshift": "<<",
    "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "matmul": "@", "eq": "==", "ne": "!=", "lt": "<", "gt": ">",
    "le": "<=", "ge": ">=",
}  # fmt: skip
_UNARY = {"pos": "+", "neg": "-", "invert": "~"}


def _snake_case(s):
    s = re.sub(r"([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])", lambda at: f"{at[1]}_{at[2]}" if at[1] else f"{at[3]}_", s)
    return s.lower().replace(" ", "")


class _Namespace:
    """The names that are taken."""

    def __init__(self):
        self._used = set()
        self._last = {}

    def create_name(self, candidate, obj=None):
        """A name like the candidate that nothing else has."""
        candidate = re.sub(r"[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
        candidate = f"_{candidate}" if candidate[0].isdigit() else candidate
        numbered = re.fullmatch(r"(.*)_(\d+)", candidate)
        base, number = (numbered[1], int(numbered[2])) if numbered else (candidate, None)
        name = candidate
        number = self._last.get(candidate, 0) if number is None else number
        while name in self._used or keyword.iskeyword(name) or self._hides(name, obj):
            number += 1
            name = f"{base}_{number}"
        self._used.add(name)
        self._last[base] = max(number, self._last.get(base, 0))
        return name

    def _hides(self, name, obj):
        return name in ("inf", "nan", "NoneType", "torch", "device") or (
            hasattr(builtins, name) and getattr(builtins, name) is not obj
        )


class PythonCode:
    """The text of a function, and the objects that it refers to by name."""

    def __init__(self, src, globals):
        self.src, self.globals = src, globals


class CodeGen:
    """Writes the code of a graph."""

    def __init__(self):
        self.globals = {
            "torch": torch,
            "device": torch.device,
            "inf": float("inf"),
            "nan": float("nan"),
            "NoneType": type(None),
        }

    def fresh(self):
        """A writer like this one that has written nothing yet."""
        return type(self)()

    def _value(self, value):
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return f"({', '.join(self._value(item) for item in value)}{',' if len(value) == 1 else ''})"
        if isinstance(value, list):
            return f"[{', '.join(self._value(item) for item in value)}]"
        if isinstance(value, dict):
            return f"{{{', '.join(f'{key!r}: {self._value(item)}' for key, item in value.items())}}}"
        if isinstance(value, slice):
            return f"slice({self._value(value.start)}, {self._value(value.stop)}, {self._value(value.step)})"
        if isinstance(value, enum.Enum):
            return f"{self._outer(type(value), type(value).__name__)}.{value.name}"
        return repr(value)

    def _outer(self, obj, qualified):
        """The name of something that is not of the graph: PyTorch's is reached from `torch`, others are given along."""
        if qualified.split(".")[0] == "torch" or hasattr(builtins, qualified):
            return qualified
        name = re.sub(r"\W", "_", qualified)
        while self.globals.get(name, obj) is not obj:
            name += "_1"
        self.globals[name] = obj
        return name

    def _annotation(self, kind):
        if kind is None:
            return ""
        origin = getattr(kind, "__origin__", None)
        if origin is None or not getattr(kind, "__args__", None):
            return f" : {self._outer(kind, _type_name(kind))}"
        if origin is not typing.Union:
            origin = getattr(typing, getattr(kind, "_name", None) or "", origin)
        arguments = [self._annotation(argument)[3:] for argument in kind.__args__]
        return f" : {self._outer(origin, _type_name(origin))}[{','.join(arguments)}]"

    def _arguments(self, args, kwargs):
        return ", ".join([self._value(arg) for arg in args] + [f"{key} = {self._value(arg)}" for key, arg in kwargs.items()])

    def _below(self, base, target):
        for part in target.split("."):
            base = f"{base}.{part}" if part.isidentifier() else f'getattr({base}, "{part}")'
        return base

    def _function(self, node):
        name = getattr(node.target, "__name__", "")
        if getattr(node.target, "__module__", None) in ("_operator", "operator"):
            values = [self._value(arg) for arg in node.args]
            if name in _BINARY and len(values) == 2:
                return f"{values[0]} {_BINARY[name]} {values[1]}"
            if name in _UNARY:
                return f"{_UNARY[name]}{values[0]}"
            if name == "getitem":
                return f"{values[0]}[{values[1]}]"
        if node.target is getattr and len(node.args) == 2 and str(node.args[1]).isidentifier():
            return f"{self._value(node.args[0])}.{node.args[1]}"
        function = self._outer(node.target, _get_qualified_name(node.target))
        return f"{function}({self._arguments(node.args, node.kwargs)})"

    def _line(self, node):
        if node.op == "output":
            return f"return {self._value(node.args[0])}"
        if node.op == "call_function":
            value = self._function(node)
        elif node.op == "call_method":
            value = f"{self._below(self._value(node.args[0]), node.target)}({self._arguments(node.args[1:], node.kwargs)})"
        else:
            value = self._below("self", node.target)
            if node.op == "call_module":
                value += f"({self._arguments(node.args, node.kwargs)})"
        return f"{node}{self._annotation(node.type)} = {value}"

    def lines(self, graph):
        """The lines of the graph's nodes, each value let go of where it was used last, and the wrapped functions.

        Returns pairs of a node and its text: parameters, then lines.
        """
        last_use = {}
        for node in reversed(graph.nodes):
            for used in node.all_input_nodes:
                last_use.setdefault(used, node)
        parameters, lines, wrapped = [], [], {}
        for node in graph.nodes:
            if node.op == "placeholder":
                default = f" = {self._value(node.args[0])}" if node.args else ""
                parameters.append((node, f"{node.target}{self._annotation(node.type)}{default}"))
                if node.target.lstrip("*") != node.name:
                    lines.append((node, f"{node} = {node.target.lstrip('*')}"))
                continue
            line = self._line(node)
            if node.op != "output":
                over = [used.name for used, user in last_use.items() if user is node]
                over += [] if node.users else [node.name]
                line += f";  {' = '.join(over)} = None" if over else ""
                if node.meta.get("is_wrapped"):
                    wrapped[self._outer(node.target, _get_qualified_name(node.target))] = None
            lines.append((node, line))
        return parameters, lines, wrapped

    def generate(self, graph):
        """The code of a graph."""
        parameters, lines, wrapped = self.lines(graph)
        parameters = ", ".join(["self", *(text for _, text in parameters)])
        body = "".join(f"    {line}\n" for _, line in lines or [(None, "pass")])
        wraps = "\n".join(f'torch.fx._symbolic_trace.wrap("{name}")' for name in wrapped)
        return PythonCode(f"\n{wraps}\n\ndef forward({parameters}):\n{body}    ", self.globals)


class _Nodes:
    """The nodes of a graph in order, from one end or the other."""

    def __init__(self, graph, backwards=False):
        self.graph, self.backwards = graph, backwards

    def __len__(self):
        return self.graph._len

    def __iter__(self):
        root = self.graph._root
        node = root._prev if self.backwards else root._next
        while node is not root:
            if not node._erased:
                yield node
            node = node._prev if self.backwards else node._next

    def __reversed__(self):
        return _Nodes(self.graph, not self.backwards)


class Graph:
    """A program as a row of nodes."""

    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self.owning_module, self._tracer_cls, self._len = owning_module, tracer_cls, 0
        self._namespace = _Namespace()
        self._root = Node(self, "", "root", "", (), {})
        self._insert = self._root.prepend
        self._codegen = CodeGen()

    @property
    def nodes(self):
        """The nodes in order."""
        return _Nodes(self)

    def find_nodes(self, *, op, target=None, sort=True):
        """The nodes of a kind, and of a target."""
        return [node for node in self.nodes if node.op == op and (target is None or node.target == target)]

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        """Adds a node at the insertion point: the end, unless a context changes it."""
        name = self._namespace.create_name(name if name is not None else self._target_to_str(target))
        node = Node(self, name, op, target, args or (), kwargs or {}, type_expr)
        self._insert(node)
        self._len += 1
        return node

    def _target_to_str(self, target):
        if callable(target):
            name = getattr(target, "__name__", type(target).__name__)
        else:
            name = str(target)
        name = name[2:-2] if name.startswith("__") and name.endswith("__") else name
        return _snake_case(name)

    def placeholder(self, name, type_expr=None, default_value=...):
        """Adds an input."""
        return self.create_node("placeholder", name, () if default_value is ... else (default_value,), type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        """Adds the reading of an attribute of the module."""
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        """Adds a call of a module."""
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        """Adds a call of a method of the first argument."""
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        """Adds a call of a function."""
        return self.create_node("call_function", the_function, args, kwargs, name, type_expr)

    def output(self, result, type_expr=None):
        """Adds the result."""
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def output_node(self):
        """The node of the result."""
        return next(node for node in reversed(self.nodes) if node.op == "output")

    def node_copy(self, node, arg_transform=lambda node: node):
        """Adds a copy of another graph's node, its arguments by `arg_transform`."""
        args, kwargs = map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform)
        copy = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        copy.meta = dict(node.meta)
        return copy

    def graph_copy(self, g, val_map, return_output_node=False):
        """Adds copies of all nodes of another graph. Returns its result here."""
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], lambda used: val_map[used])
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, lambda used: val_map[used])
        return None

    def erase_node(self, to_erase):
        """Removes an unused node."""
        if to_erase.users:
            raise RuntimeError(
                f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: {to_erase.users}!"
            )
        if to_erase._erased:
            return
        to_erase._set((), {})
        to_erase._unlink()
        to_erase._erased = True
        self._len -= 1

    @contextmanager
    def _inserting(self, insert):
        before, self._insert = self._insert, insert
        try:
            yield
        finally:
            self._insert = before

    def inserting_before(self, n=None):
        """A context that inserts new nodes before a node, or first."""
        return self.inserting_after(self._root) if n is None else self._inserting(n.prepend)

    def inserting_after(self, n=None):
        """A context that inserts new nodes after a node, or last."""
        if n is None:
            return self.inserting_before(self._root)
        last = n

        def insert(node):
            nonlocal last
            last.append(node)
            last = node

        return self._inserting(insert)

    def eliminate_dead_code(self, is_impure_node=None):
        """Removes unused nodes. Returns whether there were any."""
        impure = is_impure_node or (lambda node: node.is_impure())
        dead = 0
        for node in reversed(self.nodes):
            if not node.users and not impure(node):
                self.erase_node(node)
                dead += 1
        return dead > 0

    def lint(self, owning_module=None):
        """Checks that nodes come after their inputs, names are unique, and modules exist."""
        seen, names = set(), set()
        for node in self.nodes:
            if node.graph is not self:
                raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
            for used in node.all_input_nodes:
                if used not in seen:
                    raise RuntimeError(
                        f"Argument '{used}' of Node '{node}' was used before it has been defined! Please check that Nodes in the "
                        f"graph are topologically ordered\n{self}"
                    )
            if node.name in names:
                raise RuntimeError(f"Node redefined name {node.name}!")
            seen.add(node)
            names.add(node.name)
            owner = owning_module if owning_module is not None else self.owning_module
            if node.op in ("get_attr", "call_module") and owner is not None:
                self._look_up(owner, node)

    def _look_up(self, owner, node):
        for part in node.target.split("."):
            if not hasattr(owner, part):
                raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {part} of {owner}")
            owner = getattr(owner, part)

    def python_code(self, root_module="self", **options):
        """The code of the graph."""
        return self._codegen.fresh().generate(self)

    def set_codegen(self, codegen):
        """Uses another writer for the code."""
        self._codegen = codegen

    def print_tabular(self):
        """Prints the nodes as a table. Needs the package tabulate."""
        try:
            from tabulate import tabulate
        except ImportError:
            print(
                "`print_tabular` relies on the library `tabulate`, which could not be found on this machine. Run `pip install "
                "tabulate` to install the library."
            )
            raise
        rows = [[node.op, node.name, node.target, node.args, node.kwargs] for node in self.nodes]
        print(tabulate(rows, headers=["opcode", "name", "target", "args", "kwargs"]))

    def __deepcopy__(self, memo=None):
        copy = Graph(tracer_cls=self._tracer_cls)
        values = {}
        result = copy.graph_copy(self, values, return_output_node=True)
        if result is not None:
            copy.output(result[0], result[1].type).meta = dict(result[1].meta)
        return copy

    def __str__(self):
        return "graph():" + "".join(f"\n    {node.format_node()}" for node in self.nodes)
