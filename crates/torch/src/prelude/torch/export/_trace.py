"""Traces a module: runs it once on its example inputs, and records its operators."""

import builtins
import inspect
from contextlib import contextmanager

import torch
from torch.export import dynamic_shapes as shapes
from torch.export._recorder import DataDependent, Recorder, Size
from torch.export.graph_signature import (
    ConstantArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    SymIntArgument,
    TensorArgument,
)
from torch.fx.graph import Graph
from torch.utils._pytree import tree_flatten, tree_unflatten


class _Input:
    """One leaf of the inputs: its value, the name of its node, and how the program reaches it."""

    def __init__(self, value, name, source, spec):
        self.value, self.name, self.source, self.spec, self.symbols = value, name, source, spec, {}

    @property
    def is_tensor(self):
        return isinstance(self.value, torch.Tensor)


def _leaves(value, name, source, spec):
    if isinstance(value, dict):
        for key, item in value.items():
            inner = spec.get(key) if isinstance(spec, dict) else None
            yield from _leaves(item, f"{name}_{key}", f"{source}[{key!r}]", inner)
    elif isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        for at, item in enumerate(value):
            inner = spec[at] if isinstance(spec, (list, tuple)) and at < len(spec) else None
            yield from _leaves(item, f"{name}_{at}", f"{source}[{at}]", inner)
    else:
        yield _Input(value, name, source, spec)


def _inputs(mod, args, kwargs, specs):
    """The leaves of the inputs in order, with the names of `forward`'s parameters."""
    bound = inspect.signature(mod.forward).bind(*args, **kwargs).arguments
    if isinstance(specs, dict) and set(specs) != set(bound):
        raise ValueError(
            f"When `dynamic_shapes` is specified as a dict, its top-level keys must be the arg names {list(bound)} of `inputs`, "
            f"but here they are {list(specs)}. Alternatively, you could also ignore arg names entirely and specify "
            "`dynamic_shapes` as a list/tuple matching `inputs`."
        )
    if isinstance(specs, (list, tuple)):
        specs = dict(zip(bound, specs))
    found = []
    for name, value in bound.items():
        found.extend(_leaves(value, name, f"L[{name!r}]", (specs or {}).get(name)))
    return found


@contextmanager
def _unchanged(mod):
    """Gives a module its state back: a trace runs it once."""
    before = [(tensor, tensor.detach().clone()) for tensor in [*mod.parameters(), *mod.buffers()]]
    try:
        with torch.random.fork_rng():
            yield
    finally:
        with torch.no_grad():
            for tensor, value in before:
                tensor.detach().copy_(value)


class Trace:
    """A graph with what its inputs and outputs are."""

    def __init__(self, mod, args, kwargs, specs):
        self.mod, self.graph, self.constants, self.input_specs = mod, Graph(), {}, []
        self.inputs = _inputs(mod, args, kwargs, specs)
        _, self.in_spec = tree_flatten((args, kwargs))
        self.symbols = self._symbols(self._changing())
        self.recorder = Recorder(self.graph, self._lift, {})
        self._add_state()
        self._first_input = None
        with _unchanged(mod):
            self._run()
        self.signature = ExportGraphSignature(self.input_specs, self.output_specs)

    def _changing(self):
        """The sizes with `Dim.AUTO` that the program lets change, tried one after another."""
        tensors = [leaf for leaf in self.inputs if leaf.is_tensor]
        found = []
        for size in shapes.automatic([leaf.value for leaf in tensors], [leaf.spec for leaf in tensors]):
            self._symbols([*found, size])
            try:
                with torch.no_grad(), _unchanged(self.mod):
                    args, kwargs = tree_unflatten([self._enlarged(leaf) for leaf in self.inputs], self.in_spec)
                    self.mod(*args, **kwargs)
            except Exception:
                # Whatever the program raises for another size.
                continue
            found.append(size)
        return found

    def _enlarged(self, leaf):
        """An input of the traced run."""
        if not leaf.is_tensor:
            return leaf.value
        value = leaf.value.detach()
        value = shapes.enlarged(value, leaf.symbols) if leaf.symbols else value
        return value.clone().requires_grad_(leaf.value.requires_grad)

    def _symbols(self, changing):
        tensors = [leaf for leaf in self.inputs if leaf.is_tensor]
        state = [*self.mod.parameters(), *self.mod.buffers()]
        inputs, specs = [(leaf.source, leaf.value) for leaf in tensors], [leaf.spec for leaf in tensors]
        found = shapes.symbols_of(inputs, specs, state, changing)
        known = {}
        for leaf, own in zip(tensors, found):
            leaf.symbols = own
            known |= {symbol.number: symbol for symbol in own.values()}
        return list(known.values())

    def _add_state(self):
        kept = set(self.mod.state_dict())
        for name, tensor in self.mod.named_parameters():
            self._input(f"p_{name}", tensor, InputSpec(InputKind.PARAMETER, None, name))
        for name, tensor in self.mod.named_buffers():
            self._input(f"b_{name}", tensor, InputSpec(InputKind.BUFFER, None, name, name in kept))

    def _input(self, name, tensor, spec):
        node = self._placeholder(name.replace(".", "_"))
        spec.arg = TensorArgument(node.name)
        self.input_specs.append(spec)
        self.recorder.track(tensor, node)
        return node

    def _placeholder(self, name):
        """An input with the name of the program's parameter, even if a built-in function has it."""
        node = self.graph.placeholder(name)
        if hasattr(builtins, name):
            node.name = name
        node.target = node.name
        return node

    def _lift(self, tensor):
        """The input of a tensor that the program did not compute: an attribute of a module, or a literal."""
        name = self._attribute(tensor) or f"lifted_tensor_{sum(key.startswith('lifted_tensor_') for key in self.constants)}"
        self.constants[name] = tensor.detach().clone()
        at = sum(spec.kind != InputKind.USER_INPUT for spec in self.input_specs)
        with self.graph.inserting_before(self._first_input):
            node = self._placeholder(f"c_{name.replace('.', '_')}")
        self.input_specs.insert(at, InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(node.name), name))
        return node

    def _attribute(self, tensor):
        for path, module in self.mod.named_modules():
            for name, value in vars(module).items():
                if value is tensor:
                    return f"{path}.{name}" if path else name
        return None

    def _given(self):
        """The inputs of the traced run, with their nodes."""
        given = []
        for leaf in self.inputs:
            if not leaf.is_tensor:
                node = self._placeholder(leaf.name)
                spec = InputSpec(InputKind.USER_INPUT, ConstantArgument(node.name, leaf.value), None)
                self.input_specs.append(spec)
                given.append(leaf.value)
            else:
                value = self._enlarged(leaf)
                node = self._input(leaf.name, value, InputSpec(InputKind.USER_INPUT, None, None))
                self._note_sizes(leaf, value)
                given.append(value)
            self._first_input = self._first_input or node
        return given

    def _note_sizes(self, leaf, value):
        for dim, symbol in leaf.symbols.items():
            if symbol.number not in self.recorder.symbols:
                read = torch.ops.aten.sym_size.int
                self.recorder.symbols[symbol.number] = Size(symbol.number, read, (value, dim))

    def _run(self):
        args, kwargs = tree_unflatten(self._given(), self.in_spec)
        try:
            with self.recorder:
                result = self.mod(*args, **kwargs)
        except DataDependent as error:
            raise DataDependent(
                f"Could not guard on data-dependent expression: the program asks for the value of an element ({error}), which an "
                "exported program only knows when it runs. Compute with torch.where instead of a branch, or pass a plain number"
            ) from None
        leaves, self.out_spec = tree_flatten(result)
        self.graph.output(tuple(self.recorder.argument(leaf) for leaf in leaves))
        self.output_specs = [OutputSpec(OutputKind.USER_OUTPUT, self._output(leaf), None) for leaf in leaves]

    def _output(self, leaf):
        if isinstance(leaf, torch.Tensor):
            return TensorArgument(self.recorder.node_of(leaf).name)
        if isinstance(leaf, Size):
            return SymIntArgument(self.recorder.argument(leaf).name)
        return ConstantArgument("", leaf)
