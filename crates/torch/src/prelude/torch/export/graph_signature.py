"""What the inputs and outputs of an exported graph are."""

import dataclasses
from enum import Enum, auto


@dataclasses.dataclass
class TensorArgument:
    """A tensor, by the name of its node."""

    name: str


@dataclasses.dataclass
class SymIntArgument:
    """A size, by the name of its node."""

    name: str


@dataclasses.dataclass
class ConstantArgument:
    """A value that does not change; of an output it has no name."""

    name: str
    value: object = None


class InputKind(Enum):
    """What an input is."""

    USER_INPUT = auto()
    PARAMETER = auto()
    BUFFER = auto()
    CONSTANT_TENSOR = auto()
    CUSTOM_OBJ = auto()
    TOKEN = auto()


class OutputKind(Enum):
    """What an output is."""

    USER_OUTPUT = auto()
    LOSS_OUTPUT = auto()
    BUFFER_MUTATION = auto()
    PARAMETER_MUTATION = auto()
    GRADIENT_TO_PARAMETER = auto()
    GRADIENT_TO_USER_INPUT = auto()
    USER_INPUT_MUTATION = auto()
    TOKEN = auto()


@dataclasses.dataclass
class InputSpec:
    """One input: its kind, its argument, the name of the parameter or buffer, and whether a state dict has it."""

    kind: InputKind
    arg: object
    target: str | None
    persistent: bool | None = None

    def __str__(self):
        target = "" if self.target is None else f" target='{self.target}'"
        persistent = "" if self.persistent is None else f" persistent={self.persistent}"
        return f"{self.arg.name}: {self.kind.name}{target}{persistent}"


@dataclasses.dataclass
class OutputSpec:
    """One output."""

    kind: OutputKind
    arg: object
    target: str | None

    def __str__(self):
        target = "" if self.target is None else f" target='{self.target}'"
        return f"{self.arg.name}: {self.kind.name}{target}"


def _names(specs, kind):
    return tuple(spec.target for spec in specs if spec.kind == kind)


@dataclasses.dataclass
class ExportGraphSignature:
    """The inputs of a graph in order (parameters, buffers, constants, the user's) and its outputs."""

    input_specs: list
    output_specs: list

    @property
    def parameters(self):
        """The names of the parameters among the inputs."""
        return _names(self.input_specs, InputKind.PARAMETER)

    @property
    def buffers(self):
        """The names of the buffers among the inputs."""
        return _names(self.input_specs, InputKind.BUFFER)

    @property
    def non_persistent_buffers(self):
        """The names of the buffers that no state dict has."""
        specs = (spec for spec in self.input_specs if spec.kind == InputKind.BUFFER and spec.persistent is False)
        return tuple(spec.target for spec in specs)

    @property
    def lifted_tensor_constants(self):
        """The names of the constants among the inputs."""
        return _names(self.input_specs, InputKind.CONSTANT_TENSOR)

    @property
    def user_inputs(self):
        """The names of the user's tensors, and the user's other values."""
        specs = (spec for spec in self.input_specs if spec.kind == InputKind.USER_INPUT)
        return tuple(spec.arg.value if isinstance(spec.arg, ConstantArgument) else spec.arg.name for spec in specs)

    @property
    def user_outputs(self):
        """The names of the tensors that are returned, and the other values."""
        specs = (spec for spec in self.output_specs if spec.kind == OutputKind.USER_OUTPUT)
        return tuple(spec.arg.value if isinstance(spec.arg, ConstantArgument) else spec.arg.name for spec in specs)

    @property
    def inputs_to_parameters(self):
        """The parameter of each input that is one."""
        return {spec.arg.name: spec.target for spec in self.input_specs if spec.kind == InputKind.PARAMETER}

    @property
    def inputs_to_buffers(self):
        """The buffer of each input that is one."""
        return {spec.arg.name: spec.target for spec in self.input_specs if spec.kind == InputKind.BUFFER}

    @property
    def inputs_to_lifted_tensor_constants(self):
        """The constant of each input that is one."""
        return {spec.arg.name: spec.target for spec in self.input_specs if spec.kind == InputKind.CONSTANT_TENSOR}

    @property
    def buffers_to_mutate(self):
        """The buffer that each output replaces: none, since the graph writes in place."""
        return {spec.arg.name: spec.target for spec in self.output_specs if spec.kind == OutputKind.BUFFER_MUTATION}

    def __str__(self):
        inputs, outputs = "\n".join(map(str, self.input_specs)), "\n".join(map(str, self.output_specs))
        return f"\n# inputs\n{inputs}\n\n# outputs\n{outputs}\n"
