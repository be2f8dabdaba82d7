"""A module whose `forward` is the code of a graph."""

import copy
import linecache

import torch
from torch.fx.graph import Graph

_counter = 0


def _compiled(code):
    """Compiles a graph's code to a function. Tracebacks show its lines."""
    global _counter
    _counter += 1
    name = f"<eval_with_key>.{_counter - 1}"
    linecache.cache[name] = (len(code.src), None, code.src.splitlines(True), name)
    names = dict(code.globals)
    exec(compile(code.src, name, "exec"), names)
    return names["forward"]


def _copy_below(source, target, path):
    """Copies an attribute with a dotted name from the source to the target."""
    *parents, leaf = path.split(".")
    for part in parents:
        source = getattr(source, part)
        if not hasattr(target, part):
            setattr(target, part, torch.nn.Module())
        target = getattr(target, part)
    value = getattr(source, leaf)
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        target.register_buffer(leaf, value)
    else:
        setattr(target, leaf, value)


class GraphModule(torch.nn.Module):
    """A module whose `forward` is the code of `graph`; `recompile()` after the graph was changed."""

    def __new__(cls, *args, **kwargs):
        # Each module has its own class, because `forward` belongs to the class.
        own = type("GraphModuleImpl", (cls,), {})
        return torch.nn.Module.__new__(own)

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        self.__class__.__name__ = class_name
        targets = [node.target for node in graph.nodes if node.op in ("get_attr", "call_module")]
        if isinstance(root, torch.nn.Module):
            self.training = root.training
            for target in targets:
                _copy_below(root, self, target)
        else:
            for target in sorted(root, key=lambda name: name.count(".")):
                holder = torch.nn.Module()
                *parents, leaf = target.split(".")
                owner = self
                for part in parents:
                    owner = getattr(owner, part) if hasattr(owner, part) else owner.register_module(part, holder) or holder
                setattr(owner, leaf, root[target])
        self.graph = graph

    @property
    def graph(self):
        """The graph; a new one is compiled at once."""
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self._graph = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        """The code of the graph."""
        return self._code

    def recompile(self):
        """Regenerates `forward` from the graph."""
        made = self._graph.python_code("self")
        self._code = made.src
        self.__class__.forward = _compiled(made)
        return made

    def add_submodule(self, target, m):
        """Puts a module under a dotted name; whether that could be done."""
        *parents, leaf = target.split(".")
        owner = self
        for part in parents:
            if not hasattr(owner, part):
                owner.add_module(part, torch.nn.Module())
            owner = getattr(owner, part)
            if not isinstance(owner, torch.nn.Module):
                return False
        owner.add_module(leaf, m)
        return True

    def delete_submodule(self, target):
        """Takes the module of a dotted name out; whether it was there."""
        parent, _, leaf = target.rpartition(".")
        try:
            owner = self.get_submodule(parent)
            if not isinstance(getattr(owner, leaf), torch.nn.Module):
                return False
        except AttributeError:
            return False
        delattr(owner, leaf)
        return True

    def delete_all_unused_submodules(self):
        """Takes out the modules that no node calls."""
        used = set()
        for node in self.graph.nodes:
            if node.op in ("call_module", "get_attr"):
                parts = node.target.split(".")
                used.update(".".join(parts[: i + 1]) for i in range(len(parts)))
                if node.op == "call_module":
                    used.update(f"{node.target}.{name}" for name, _ in self.get_submodule(node.target).named_modules() if name)
        for name, _ in list(self.named_modules()):
            if name and name not in used:
                self.delete_submodule(name)

    def print_readable(self, print_output=True, **options):
        """Prints the class and its code."""
        text = f"class {type(self).__name__}(torch.nn.Module):\n" + "".join(
            f"    {line}\n" if line.strip() else "\n" for line in self.code.strip("\n").splitlines()
        )
        if print_output:
            print(text)
        return text

    def __deepcopy__(self, memo):
        made = GraphModule(
            _Holder(copy.deepcopy(dict(self._everything()), memo)), copy.deepcopy(self.graph), type(self).__name__
        )
        made.training = self.training
        return made

    def _everything(self):
        for node in self.graph.nodes:
            if node.op in ("get_attr", "call_module"):
                value = self
                for part in node.target.split("."):
                    value = getattr(value, part)
                yield node.target, value

    def __copy__(self):
        return GraphModule(self, self.graph)

    def __str__(self):
        return "\n".join([
            super().__str__(), self._code, "# To see more debug info, please use `graph_module.print_readable()`"
        ])  # fmt: skip


class _Holder(torch.nn.Module):
    """A module with attributes under dotted names."""

    def __init__(self, attributes):
        super().__init__()
        for path, value in attributes.items():
            *parents, leaf = path.split(".")
            owner = self
            for part in parents:
                if not hasattr(owner, part):
                    owner.add_module(part, torch.nn.Module())
                owner = getattr(owner, part)
            setattr(owner, leaf, value)
