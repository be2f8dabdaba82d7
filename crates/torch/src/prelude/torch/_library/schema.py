"""Operator schemas such as `demo::add(Tensor a, Tensor b, *, float scale=1.) -> Tensor`: parsing, printing and checking."""

import collections
import dataclasses
import inspect
import re
import types
import typing

import torch

# The name of a type in a schema, and its name in PyTorch's messages.
_WRITTEN = {"SymInt": "int", "ScalarType": "ScalarType", "Scalar": "number"}
_EMPTY = inspect.Parameter.empty


@dataclasses.dataclass(frozen=True)
class Type:
    """A type of a schema: `Tensor`, `SymInt?`, `Tensor?[]`, `float[]?`."""

    base: str
    is_list: bool = False
    # Whether the items of the list, or the value itself, may be None. In `float[]?` the list may be.
    optional: bool = False
    optional_list: bool = False
    # How many items a single value stands for: 2 in `SymInt[2]`.
    length: int | None = None

    @classmethod
    def parse(cls, text):
        """The type that a schema names."""
        found = re.fullmatch(r"(\w+)(?:\([^)]*\))?(\?)?(\[(\d*)\])?(\?)?", text)
        if found is None:
            raise RuntimeError(f"Unknown type specifier:\n{text}")
        base, optional, is_list, length, optional_list = found.groups()
        base = {"int": "SymInt", "Float": "float", "Dtype": "ScalarType"}.get(base, base)
        return cls(base, is_list is not None, optional is not None, optional_list is not None, int(length) if length else None)

    def __str__(self):
        written = _WRITTEN.get(self.base, self.base)
        if self.is_list:
            written = f"List[{f'Optional[{written}]' if self.optional else written}]"
        return f"Optional[{written}]" if (self.optional_list or self.optional and not self.is_list) else written

    @property
    def spelled(self):
        """The schema text of the type."""
        marks = (self.optional, "?"), (self.is_list, "[]"), (self.optional_list, "?")
        return self.base + "".join(mark for wanted, mark in marks if wanted)

    def takes(self, value):
        """Returns whether a value has this type."""
        if self.is_list:
            if value is None:
                return self.optional_list
            one = Type(self.base, optional=self.optional)
            return isinstance(value, (list, tuple, torch.Size)) and all(one.takes(item) for item in value)
        if value is None:
            return self.optional
        return _TAKES[self.base](value) if self.base in _TAKES else True


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value):
    return isinstance(value, (bool, int, float, complex))


_TAKES = {
    "Tensor": lambda value: isinstance(value, torch.Tensor),
    "SymInt": _is_int,
    "float": lambda value: isinstance(value, float) or _is_int(value),
    "bool": lambda value: isinstance(value, bool),
    "str": lambda value: isinstance(value, str),
    "Scalar": _is_number,
    "ScalarType": lambda value: isinstance(value, torch.dtype),
    "Device": lambda value: isinstance(value, (torch.device, str, int)),
}


@dataclasses.dataclass(frozen=True)
class Alias:
    """Which memory an argument shares with results, and whether the operator writes to it."""

    name: str
    is_write: bool


@dataclasses.dataclass(frozen=True)
class Argument:
    """A parameter of an operator, or a result."""

    name: str
    type: Type
    default_value: object = None
    kwarg_only: bool = False
    alias_info: Alias | None = None
    required: bool = True

    def has_default_value(self):
        """Whether a call may omit it."""
        return not self.required

    def __str__(self):
        mark = f"({self.alias_info.name}{'!' if self.alias_info.is_write else ''})" if self.alias_info else ""
        spelled = self.type.spelled.replace(self.type.base, self.type.base + mark, 1)
        written = f"{spelled} {self.name}".rstrip()
        return written if self.required else f"{written}={_literal(self.default_value)}"


def _literal(value):
    if isinstance(value, float) and value.is_integer():
        return f"{int(value)}."
    if isinstance(value, (str, torch.device)):
        return f'"{value}"'
    if isinstance(value, torch.dtype):
        return str(value).removeprefix("torch.")
    return str(value)


@dataclasses.dataclass(frozen=True)
class FunctionSchema:
    """The signature of an operator."""

    name: str
    overload_name: str
    arguments: list
    returns: list

    @classmethod
    def parse(cls, text):
        """The signature that a text gives: `ns::name.overload(Tensor x, int n=2, *, float s) -> (Tensor, Tensor)`."""
        found = re.fullmatch(r"\s*([\w:]*)(?:\.(\w+))?\s*\((.*)\)\s*->\s*(.+?)\s*", text, re.DOTALL)
        if found is None:
            raise RuntimeError(f"not a schema: {text!r}. Write one like 'name(Tensor x, int n=2) -> Tensor'")
        name, overload, arguments, returns = found.groups()
        returns = returns[1:-1] if returns.startswith("(") else returns
        return cls(name, overload or "", _arguments(arguments), [_argument(part, False) for part in _parts(returns)])

    def __str__(self):
        written, only = [], False
        for argument in self.arguments:
            if argument.kwarg_only and not only:
                written.append("*")
                only = True
            written.append(str(argument))
        returns = ", ".join(map(str, self.returns))
        overload = f".{self.overload_name}" if self.overload_name else ""
        returns = returns if len(self.returns) == 1 else f"({returns})"
        return f"{self.name}{overload}({', '.join(written)}) -> {returns}"

    @property
    def is_mutable(self):
        """Whether the operator writes to an argument."""
        return any(argument.alias_info and argument.alias_info.is_write for argument in self.arguments)

    def bind(self, args, kwargs):
        """The value of each argument, in order.

        RuntimeError where one is missing, unknown, or of another type.
        """
        positional = [argument for argument in self.arguments if not argument.kwarg_only]
        if len(args) > len(positional):
            count = f"takes {len(positional)} positional argument(s) but {len(args)} was/were given"
            raise RuntimeError(f"{self.name}() {count}.  Declaration: {self}")
        given = dict(zip((argument.name for argument in positional), args))
        for name, value in kwargs.items():
            if name not in {argument.name for argument in self.arguments}:
                raise RuntimeError(f"Unknown keyword argument '{name}' for operator '{self.name}'. Schema: {self}")
            if name in given:
                raise RuntimeError(f"{self.name}() got argument '{name}' twice. Declaration: {self}")
            given[name] = value
        return [self._value(at, argument, given) for at, argument in enumerate(self.arguments)]

    def _value(self, at, argument, given):
        if argument.name not in given:
            if argument.required:
                raise RuntimeError(f"{self.name}() is missing value for argument '{argument.name}'. Declaration: {self}")
            return argument.default_value
        value = given[argument.name]
        if not argument.type.takes(value):
            found = type(value).__name__
            raise RuntimeError(
                f"{self.name}() Expected a value of type '{argument.type}' for argument '{argument.name}' but instead "
                f"found type '{found}'.\nPosition: {at}\nValue: {value!r}\nDeclaration: {self}"
            )
        return value


def _parts(text):
    """Splits at commas outside of brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _arguments(text):
    arguments, only = [], False
    for part in _parts(text):
        if part == "*":
            only = True
        else:
            arguments.append(_argument(part, only))
    return arguments


def _argument(text, kwarg_only):
    # The alias of a list, `Tensor(a -> *)[]`, has spaces of its own.
    text = re.sub(r"\([^)]*\)", lambda alias: alias[0].replace(" ", ""), text)
    text, has_default, default = (piece.strip() for piece in text.partition("="))
    kind, _, name = text.partition(" ")
    alias = re.search(r"\(([^)!]*)(!?)[^)]*\)", kind)
    alias = Alias(alias[1].strip(), bool(alias[2])) if alias else None
    kind = Type.parse(kind)
    return Argument(name.strip(), kind, _default(default, kind), kwarg_only, alias, not has_default)


def _default(text, kind):
    if text in ("", "None"):
        return None
    if text in ("True", "False"):
        return text == "True"
    if kind.base == "ScalarType":
        return getattr(torch, text)
    if text[0] in "\"'":
        return torch.device(text[1:-1]) if kind.base == "Device" else text[1:-1]
    if text.startswith("["):
        return [_default(item, Type(kind.base)) for item in _parts(text[1:-1])]
    return float(text) if kind.base == "float" or any(mark in text for mark in ".einf") else int(text)


def _sequences(base):
    return typing.Sequence[base], typing.List[base], collections.abc.Sequence[base], list[base]  # noqa: UP006


def _derived(base, name, optional_items=False, lists=True, optional_lists=True):
    """The annotations that are made of one type, and their schema types."""
    found = {base: Type(name), typing.Optional[base]: Type(name, optional=True)}
    if lists:
        found |= {kind: Type(name, True) for kind in _sequences(base)}
    if optional_items:
        found |= {kind: Type(name, True, optional=True) for kind in _sequences(typing.Optional[base])}
    if lists and optional_lists:
        found |= {typing.Optional[kind]: Type(name, True, optional_list=True) for kind in _sequences(base)}
    return found


def _parameter_types():
    return (
        _derived(torch.Tensor, "Tensor", optional_items=True, optional_lists=False)
        | _derived(int, "SymInt")
        | _derived(float, "float")
        | _derived(bool, "bool")
        | _derived(str, "str", lists=False)
        | _derived(torch.types.Number, "Scalar", optional_lists=False)
        | _derived(torch.dtype, "ScalarType", lists=False)
        | _derived(torch.device, "Device", lists=False)
    )


def _return_types():
    found = {torch.Tensor: "Tensor", typing.List[torch.Tensor]: "Tensor[]", list[torch.Tensor]: "Tensor[]"}  # noqa: UP006
    return found | {int: "SymInt", float: "float", bool: "bool", torch.types.Number: "Scalar"}


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    """The schema of a function, from its annotations: a text like `(Tensor x, SymInt n=2) -> Tensor`.

    mutates_args: the names of the tensors that it writes to, or "unknown".
    op_name: the prefix of the schema.
    """
    if isinstance(mutates_args, str) and mutates_args != "unknown":
        raise ValueError(
            "mutates_args must either be a sequence of the names of the arguments that are mutated or the string 'unknown'. "
        )
    signature = inspect.signature(prototype_function)

    def refuse(what):
        raise ValueError(f"infer_schema(func): {what} Got func with signature {signature})")

    names = {"device": torch.device, "dtype": torch.dtype, "Tensor": torch.Tensor, "types": torch.types}
    names |= {"Optional": typing.Optional, "List": list, "Sequence": typing.Sequence, "Union": typing.Union}

    def evaluated(annotation):
        if isinstance(annotation, str):
            try:
                return eval(annotation, {**names, **prototype_function.__globals__})
            except Exception:
                refuse(f"Unsupported type annotation {annotation}. It is not a type.")
        inner = typing.get_args(annotation)
        if any(isinstance(item, str) for item in inner):
            return types.GenericAlias(typing.get_origin(annotation), tuple(evaluated(item) for item in inner))
        return annotation

    arguments = []
    for at, (name, parameter) in enumerate(signature.parameters.items()):
        argument = _inferred(at, name, parameter, evaluated, mutates_args, refuse)
        if argument.kwarg_only and "*" not in arguments:
            arguments.append("*")
        arguments.append(argument)
    if mutates_args != "unknown" and (unseen := set(mutates_args) - set(signature.parameters)):
        refuse(
            f"{unseen} in mutates_args were not found in the custom op's signature. mutates_args should contain the names of "
            "all args that the custom op mutates, or just the string 'unknown' if you don't know."
        )
    written = ", ".join(_as_written(argument) for argument in arguments)
    return f"{op_name or ''}({written}) -> {_inferred_return(evaluated(signature.return_annotation), refuse)}"


def _as_written(argument):
    """A parameter as `infer_schema` writes it: floats as Python does."""
    if isinstance(argument, str) or not isinstance(argument.default_value, float):
        return str(argument)
    return f"{dataclasses.replace(argument, required=True)}={argument.default_value}"


def _inferred(at, name, parameter, evaluated, mutates_args, refuse):
    if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
        refuse("We do not support positional-only args, varargs, or varkwargs.")
    if parameter.annotation is _EMPTY:
        refuse(f"Parameter {name} must have a type annotation.")
    annotation, known = evaluated(parameter.annotation), _parameter_types()
    if annotation not in known:
        text = f"Parameter {name} has unsupported type {parameter.annotation}. "
        if typing.get_origin(annotation) is tuple:
            text += "We do not support Tuple inputs in schema. As a workaround, please try to use List instead. "
            example = list[typing.get_args(annotation)[:1]] if typing.get_args(annotation) else list
            text += f"For example, {example}.\n\n" if example in known else "\n\n"
        refuse(f"{text}The valid types are: {known.keys()}.")
    kind, alias = known[annotation], None
    if mutates_args == "unknown" and kind.base == "Tensor" or mutates_args != "unknown" and name in mutates_args:
        if kind.base != "Tensor":
            refuse(f"Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be mutated")
        alias = Alias(f"a{at}", True)
    default, only = parameter.default, parameter.kind == parameter.KEYWORD_ONLY
    if default is _EMPTY:
        return Argument(name, kind, None, only, alias)
    if default is not None and not isinstance(default, (int, float, bool, str, torch.device, torch.dtype)):
        refuse(
            f"Parameter {name} has an unsupported default value type {type(default)}. Please file an issue on GitHub so we "
            "can prioritize this."
        )
    return Argument(name, kind, default, only, alias, required=False)


def _inferred_return(annotation, refuse):
    known = _return_types()
    if annotation is None:
        return "()"
    if annotation is _EMPTY:
        refuse("No return type annotation was provided. Please add one.")
    several = typing.get_args(annotation) if typing.get_origin(annotation) is tuple else (annotation,)
    if any(item not in known for item in several):
        refuse(f"Return has unsupported type {annotation}. The valid types are: {known}.")
    written = ", ".join(known[item] for item in several)
    return f"({written})" if typing.get_origin(annotation) is tuple else written
