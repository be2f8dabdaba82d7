"""A program as a graph of ATen operators, with its parameters."""

import copy
import linecache
from collections import namedtuple

import torch
from torch.export._recorder import Size
from torch.export.dynamic_shapes import Range, text_of
from torch.export.graph_signature import InputKind
from torch.fx.graph import CodeGen, Graph, PythonCode
from torch.fx.graph_module import GraphModule, _Holder
from torch.utils import _pytree as pytree

_SHORT = {
    "float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16", "complex64": "c64", "complex128": "c128",
    "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8", "uint8": "u8", "bool": "b8",
}  # fmt: skip


class _Readable(CodeGen):
    """Writes a graph with the shapes of its tensors, and where in the program its nodes come from."""

    def __init__(self, symbols):
        super().__init__()
        self.symbols = symbols

    def fresh(self):
        """A writer like this one that has written nothing yet."""
        return _Readable(self.symbols)

    def _kind(self, node):
        value = node.meta.get("val")
        if isinstance(value, torch.Tensor):
            shape = ", ".join(text_of(size, self.symbols) for size in value.shape)
            name = str(value.dtype).removeprefix("torch.")
            return f': "{_SHORT.get(name, name)}[{shape}]"'
        return f': "Sym({text_of(value, self.symbols)})"' if isinstance(value, Size) else ""

    def generate(self, graph):
        """The code of a graph, as a class."""
        parameters, lines, _ = self.lines(graph)
        head = ", ".join(["self", *(f"{text}{self._kind(node)}" for node, text in parameters)])
        body, place = "", None
        for node, line in lines:
            if node.op != "output":
                line = line.replace(f"{node} =", f"{node}{self._kind(node)} =", 1)
                if node.meta.get("place") != place:
                    place = node.meta.get("place")
                    body += ("\n" if body else "") + f"        # {_written(place)}\n"
            body += f"        {line}\n"
        return PythonCode(f"class GraphModule(torch.nn.Module):\n    def forward({head}):\n{body}", self.globals)


def _written(place):
    if place is None:
        return "No stacktrace found for following nodes"
    file, line, function = place
    return f"File: {file}:{line} in {function}, code: {linecache.getline(file, line).strip()}"


class _FlatteningCode(CodeGen):
    """Writes the `forward` of a graph whose inputs are the leaves of the program's."""

    def __init__(self, positional, named):
        super().__init__()
        self.positional, self.named = positional, named
        self.globals |= {"fx_pytree": _FxPytree, "pytree": pytree}

    def fresh(self):
        """A writer like this one that has written nothing yet."""
        return _FlatteningCode(self.positional, self.named)

    def generate(self, graph):
        """The code of a graph."""
        parameters, lines, _ = self.lines(graph)
        leaves = "".join(f"{node.name}, " for node, _ in parameters)
        given = f"([{', '.join(self.positional)}], {{{', '.join(f'{name!r}:{name}' for name in self.named)}}})"
        body = [f"{leaves.rstrip()} = fx_pytree.tree_flatten_spec({given}, self._in_spec)"] if leaves else []
        for node, line in lines:
            if node.op == "output":
                line = f"return pytree.tree_unflatten({self._value(node.args[0])}, self._out_spec)"
            body.append(line)
        head = ", ".join(["self", *self.positional, *self.named])
        text = "".join(f"    {line}\n" for line in body)
        return PythonCode(f"\n\n\ndef forward({head}):\n{text}    ", self.globals)


class _FxPytree:
    """How exported code takes its inputs apart."""

    @staticmethod
    def tree_flatten_spec(tree, spec):
        """The leaves of inputs that have the form of the example.

        ValueError where they do not.
        """
        args, kwargs = tree
        leaves, own = pytree.tree_flatten((tuple(args), kwargs))
        if own != spec:
            raise ValueError(
                f"Trying to flatten user inputs with exported input tree spec: \n{spec}\nbut actually got inputs with tree spec "
                f"of: \n{own}.\nPlease check that the inputs have the same number and type of args and kwargs as the ones you "
                "used when tracing."
            )
        return leaves


class GuardsFn(torch.nn.Module):
    """Checks that inputs have the sizes that the program was exported for."""

    def __init__(self, inputs, symbols):
        super().__init__()
        self._inputs, self._symbols = inputs, symbols

    def forward(self, *leaves):
        """Raises an AssertionError for inputs of other sizes."""
        found = {}
        for (name, shape), value in zip(self._inputs, leaves):
            if shape is None:
                continue
            if not isinstance(value, torch.Tensor):
                raise AssertionError(f"Guard failed: {name} is a tensor")
            if value.dim() != len(shape):
                raise AssertionError(f"Guard failed: {name}.dim() == {len(shape)}")
            for dim, wanted in enumerate(shape):
                self._check(f"{name}.size()[{dim}]", value.shape[dim], wanted, found)

    def _check(self, name, size, wanted, found):
        if isinstance(wanted, int):
            if size != wanted:
                raise AssertionError(f"Guard failed: {name} == {wanted}")
            return
        low, high, symbol = wanted
        # As in PyTorch, sizes of 0 and 1 are not refused where they were not asked for.
        if size < low and low > 2:
            raise AssertionError(f"Guard failed: {name} >= {low}")
        if size > high:
            raise AssertionError(f"Guard failed: {name} <= {high}")
        first, known = found.setdefault(symbol, (name, size))
        if known != size:
            raise AssertionError(f"Guard failed: {name} == {first}")


CallSpec = namedtuple("CallSpec", ["in_spec", "out_spec"])


class ExportedProgram:
    """A module as a graph of ATen operators: `graph` and `graph_signature`, with `state_dict` and `constants`. `module()` makes a
    callable of it."""

    def __init__(self, trace, state_dict, example_inputs, positional, named):
        self.graph, self.graph_signature = trace.graph, trace.signature
        self.constants, self._state_dict = trace.constants, state_dict
        self.example_inputs = example_inputs
        self._in_spec, self._out_spec = trace.in_spec, trace.out_spec
        self._symbols, self._positional, self._named = trace.symbols, positional, named
        self._shapes = [
            None if not leaf.is_tensor else [_wanted(leaf, dim, size) for dim, size in enumerate(leaf.value.shape)]
            for leaf in trace.inputs
        ]
        self.verifiers, self.dialect = [], "TRAINING"

    @property
    def state_dict(self):
        """The parameters and buffers by name."""
        return self._state_dict

    @property
    def graph_module(self):
        """The graph as a module whose inputs are parameters, buffers, constants and the user's leaves."""
        return GraphModule(torch.nn.Module(), self.graph)

    @property
    def range_constraints(self):
        """The values that the sizes may have."""
        return {symbol: Range(symbol.low, symbol.high) for symbol in self._symbols}

    @property
    def call_spec(self):
        """The forms of inputs and outputs."""
        return CallSpec(self._in_spec, self._out_spec)

    def named_parameters(self):
        """The parameters with their names."""
        return ((name, self._state_dict[name]) for name in self.graph_signature.parameters)

    def parameters(self):
        """The parameters."""
        return (value for _, value in self.named_parameters())

    def named_buffers(self):
        """The buffers with their names."""
        hidden = set(self.graph_signature.non_persistent_buffers)
        for name in self.graph_signature.buffers:
            yield name, (self.constants if name in hidden else self._state_dict)[name]

    def buffers(self):
        """The buffers."""
        return (value for _, value in self.named_buffers())

    def module(self, check_guards=True):
        """A module that runs the graph, with the structure of the exported one's parameters. It checks the sizes of its inputs."""
        held, graph, values = {}, Graph(), {}
        user, lifted = [], []
        for spec, node in zip(self.graph_signature.input_specs, self.graph.nodes):
            (user if spec.kind == InputKind.USER_INPUT else lifted).append((spec, node))
        for _, node in user:
            values[node] = graph.placeholder(node.name)
            values[node].name = node.name
        for spec, node in lifted:
            own = self._state_dict if spec.target in self._state_dict else self.constants
            held[spec.target] = own[spec.target]
            values[node] = graph.create_node("get_attr", spec.target, name=spec.target.replace(".", "_"))
        guards = GuardsFn([(node.name, shape) for (_, node), shape in zip(user, self._shapes)], self._symbols)
        if check_guards:
            held["_guards_fn"] = guards
            graph.call_module("_guards_fn", tuple(values[node] for _, node in user))
        graph.output(graph.graph_copy(self.graph, values))
        graph.set_codegen(_FlatteningCode(self._positional, self._named))
        made = GraphModule(_Holder(held), graph)
        made._in_spec, made._out_spec = self._in_spec, self._out_spec
        return made

    def run_decompositions(self, decomp_table=None):
        """Not there: programs keep the operators that they call."""
        raise NotImplementedError(
            "ExportedProgram.run_decompositions: programs stay at the operators that they call here; nothing is decomposed"
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Unable to call ExportedProgram directly. You should use `exported_program.module()` instead.")

    def __str__(self):
        code = _Readable(self._symbols).generate(self.graph).src.replace("\n", "\n    ")
        signature = str(self.graph_signature).replace("\n", "\n    ")
        return f"ExportedProgram:\n    {code}\nGraph signature: {signature}\nRange constraints: {self.range_constraints}\n"

    __repr__ = __str__

    def __deepcopy__(self, memo):
        made = copy.copy(self)
        made._state_dict = copy.deepcopy(self._state_dict, memo)
        made.constants = copy.deepcopy(self.constants, memo)
        made.graph = copy.deepcopy(self.graph, memo)
        return made


def _wanted(leaf, dim, size):
    symbol = leaf.symbols.get(dim)
    return size if symbol is None else (symbol.low, symbol.high, symbol.name)


def _kept(leaf):
    return leaf.clone() if isinstance(leaf, torch.Tensor) else leaf


def checked(program, mod, args, kwargs, unchanged):
    """Compares the graph with the module on inputs that the trace has not seen.

    unchanged: a context that gives the module its state back.

    RuntimeError where they differ: something of the program was not recorded.
    """
    leaves, spec = pytree.tree_flatten((args, kwargs))
    with torch.no_grad():
        other = [
            leaf.detach() * 0.5 + 0.125 if isinstance(leaf, torch.Tensor) and leaf.is_floating_point() else leaf
            for leaf in leaves
        ]
        results = []
        for run in (program.module(), mod):
            given = [leaf.clone() if isinstance(leaf, torch.Tensor) else leaf for leaf in other]
            positional, named = pytree.tree_unflatten(given, spec)
            # Both runs begin with the same parameters, buffers and random numbers.
            with unchanged(mod):
                torch.manual_seed(0)
                results.append([_kept(leaf) for leaf in pytree.tree_flatten(run(*positional, **named))[0]])
    for own, theirs in zip(*results):
        if isinstance(theirs, torch.Tensor) and not torch.allclose(own, theirs, rtol=1e-3, atol=1e-4, equal_nan=True):
            raise RuntimeError(
                "torch.export: the graph does not compute what the module computes for other inputs: its program does something "
                "that is not recorded, such as a computation with numbers taken from a tensor, or with NumPy"
            )
