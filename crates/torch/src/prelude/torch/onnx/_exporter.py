"""Makes an ONNX model of an exported program."""

import inspect

import torch
from torch.export import Dim, export
from torch.export._recorder import Size
from torch.export.dynamic_shapes import text_of
from torch.export.graph_signature import InputKind
from torch.fx.node import Node
from torch.onnx import _operators, _protobuf

_RANDOM = {"rand", "randn", "randint", "randperm", "bernoulli", "multinomial", "normal", "empty"}


class Graph:
    """An ONNX graph that is being built: names stand for values."""

    def __init__(self, symbols):
        self.nodes, self.initializers, self._symbols = [], [], symbols
        self._known, self._constants, self._count = {}, {}, 0

    def name(self):
        """A name that nothing has yet."""
        self._count += 1
        return f"val_{self._count}"

    def give(self, node, value):
        """Takes names as the values of a node of the program."""
        self._known[node] = value

    def value(self, node):
        """The name of a node's value."""
        return self._known[node]

    def is_fixed(self, node):
        """Whether a node's tensor is the same for all inputs: no random number, and computed from nothing that is an input."""
        if node.op != "call_function" or not isinstance(node.meta.get("val"), torch.Tensor):
            return False
        name = getattr(node.target, "_opname", "")
        return name not in _RANDOM and all(self.is_fixed(used) for used in node.all_input_nodes)

    def size(self, node, dim):
        """The size of a dimension, which an operator's form contains.

        NotImplementedError where it may change from call to call.
        """
        size = node.meta["val"].shape[dim]
        if any(size and size % symbol.number == 0 for symbol in self._symbols):
            raise NotImplementedError(
                f"torch.onnx.export: {node.target} depends on a size that may change: it has no ONNX form here"
            )
        return size

    def add(self, kind, inputs, **attributes):
        """Adds an operator with one result. Returns its name."""
        return self.add_many(kind, inputs, 1, **attributes)[0]

    def add_many(self, kind, inputs, count, **attributes):
        """Adds an operator with several results. Returns their names."""
        outputs = [self.name() for _ in range(count)]
        while inputs and inputs[-1] == "":
            inputs = inputs[:-1]
        self.nodes.append(_protobuf.node(kind, list(inputs), outputs, f"node_{outputs[0]}", attributes))
        return outputs

    def hold(self, name, tensor):
        """Adds a tensor that is part of the model."""
        self.initializers.append(_protobuf.tensor(name, tensor))
        return name

    def constant(self, tensor):
        """The name of a tensor that is part of the model."""
        if tensor.numel() >= 64:
            return self.hold(self.name(), tensor)
        key = (tensor.dtype, tuple(tensor.shape), str(tensor.tolist()))
        if key not in self._constants:
            self._constants[key] = self.hold(self.name(), tensor)
        return self._constants[key]

    def integers(self, numbers):
        """A list of integers as a value."""
        return self.constant(torch.tensor([int(number) for number in numbers], dtype=torch.int64))

    def number(self, number, like):
        """A number as a value of a node's type."""
        dtype = like if isinstance(like, torch.dtype) else like.meta["val"].dtype
        return self.constant(torch.tensor(number, dtype=dtype))

    def sizes(self, sizes):
        """Sizes, of which some may be computed, as a list of integers."""
        if not any(isinstance(size, Node) for size in sizes):
            return self.integers(sizes)
        zero = self.integers([0])
        parts = [
            self.add("Unsqueeze", [self.value(size), zero]) if isinstance(size, Node) else self.integers([size])
            for size in sizes
        ]
        return self.add("Concat", parts, axis=0)

    def cast(self, value, dtype):
        """A value in another type."""
        return self.add("Cast", [value], to=_protobuf.TYPES[dtype])

    def pair(self, a, b):
        """Two operands in the type that PyTorch computes in."""
        plain = [_example(operand) for operand in (a, b)]
        dtype = torch.result_type(*plain)
        return [self._operand(operand, dtype) for operand in (a, b)]

    def _operand(self, operand, dtype):
        if not isinstance(operand, Node):
            return self.number(operand, dtype)
        own = _example(operand)
        own = own.dtype if isinstance(own, torch.Tensor) else torch.int64
        return self.value(operand) if own == dtype else self.cast(self.value(operand), dtype)


def _example(operand):
    if not isinstance(operand, Node):
        return operand
    value = operand.meta["val"]
    return int(value) if isinstance(value, Size) else value


class ONNXProgram:
    """A model in ONNX's form."""

    def __init__(self, exported_program, data):
        self.exported_program, self._data = exported_program, data

    def save(self, destination, **options):
        """Writes the model to a file, or to an open one."""
        if hasattr(destination, "write"):
            destination.write(self._data)
            return
        with open(destination, "wb") as file:
            file.write(self._data)

    @property
    def model_proto(self):
        """The model as an object of the package `onnx`, which must be installed."""
        import onnx

        return onnx.load_from_string(self._data)


def _shapes(model, args, kwargs, names, axes):
    """`dynamic_axes` in `torch.export`'s form: what is asked for each parameter of `forward`."""
    bound = inspect.signature(model.forward).bind(*args, **kwargs).arguments
    shapes = {}
    for at, name in enumerate(bound):
        own = axes.get(names[at] if at < len(names) else name, axes.get(name))
        shapes[name] = None if own is None else {dim: Dim.DYNAMIC for dim in own}
    return shapes


def _named_sizes(program, names, axes):
    """What sizes that may change are called in the model."""
    known = {symbol.name: symbol.dim or symbol.name for symbol in program._symbols}
    user = [spec.arg.name for spec in program.graph_signature.input_specs if spec.kind == InputKind.USER_INPUT]
    for at, (name, shape) in enumerate(zip(user, program._shapes)):
        own = axes.get(names[at] if at < len(names) else name)
        for dim, wanted in enumerate(shape or []):
            if isinstance(own, dict) and dim in own and not isinstance(wanted, int):
                known[wanted[2]] = own[dim]
    return known


def _info(name, tensor, program, sizes):
    shape = []
    for size in tensor.shape:
        text = text_of(size, program._symbols)
        shape.append(int(text) if text.isdigit() else sizes.get(text, text))
    return _protobuf.value_info(name, tensor.dtype, shape)


def convert(program, input_names, output_names, dynamic_axes, opset):
    """The bytes of a program's model."""
    graph, inputs, outputs = Graph(program._symbols), [], []
    axes = dynamic_axes or {}
    sizes = _named_sizes(program, input_names, axes)
    user = 0
    for spec, node in zip(program.graph_signature.input_specs, program.graph.nodes):
        if spec.kind != InputKind.USER_INPUT:
            held = program.state_dict if spec.target in program.state_dict else program.constants
            graph.give(node, graph.hold(spec.target, held[spec.target]))
        elif "val" in node.meta:
            name = input_names[user] if user < len(input_names) else node.name
            user += 1
            graph.give(node, name)
            inputs.append(_info(name, node.meta["val"], program, sizes))
    for node in program.graph.nodes:
        if node.op == "call_function":
            graph.give(node, _operators.translate(graph, node))
        elif node.op == "output":
            for at, result in enumerate(item for item in node.args[0] if isinstance(item, Node)):
                name = output_names[at] if at < len(output_names) else result.name
                graph.nodes.append(_protobuf.node("Identity", [graph.value(result)], [name], f"node_{name}", {}))
                outputs.append(_info(name, result.meta["val"], program, sizes))
    return _protobuf.model(graph.nodes, "main_graph", graph.initializers, inputs, outputs, opset, torch.__version__)


def export_model(model, args, kwargs, input_names, output_names, dynamic_axes, dynamic_shapes, opset):
    """A module as an `ONNXProgram`. It is exported in evaluation mode."""
    training = model.training
    model.eval()
    try:
        if dynamic_axes and dynamic_shapes is None:
            dynamic_shapes = _shapes(model, args, kwargs, input_names, dynamic_axes)
        program = export(model, args, kwargs, dynamic_shapes=dynamic_shapes)
    finally:
        model.train(training)
    return ONNXProgram(program, convert(program, input_names, output_names, dynamic_axes, opset))
