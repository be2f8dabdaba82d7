"""Programs as graphs of ATen operators, ahead of time."""

import inspect

import torch
from torch.export import exported_program, graph_signature
from torch.export._trace import Trace, _unchanged
from torch.export.dynamic_shapes import Dim, dims
from torch.export.exported_program import ExportedProgram, checked
from torch.export.graph_signature import ExportGraphSignature


def export(
    mod,
    args,
    kwargs=None,
    *,
    dynamic_shapes=None,
    strict=False,
    preserve_module_call_signature=(),
    prefer_deferred_runtime_asserts_over_guards=False,
):
    """A module as an `ExportedProgram`: it runs once on the example inputs, and its operators are recorded.

    dynamic_shapes: for each input the dimensions whose sizes may change: `{"x": {0: Dim("batch")}}`. Others are checked at
    calls of the program.

    Errors: ValueError for something that isn't a module:
            `torch.export.export(torch.relu, (torch.ones(1),))`
    """
    if not isinstance(mod, torch.nn.Module):
        raise ValueError(f"Expected `mod` to be an instance of `torch.nn.Module`, got {type(mod)}.")
    if not isinstance(args, tuple):
        raise ValueError(f"Expecting `args` to be a tuple of example positional inputs, got {type(args)}")
    kwargs = kwargs or {}
    trace = Trace(mod, args, kwargs, dynamic_shapes)
    state = {**dict(mod.named_parameters()), **{name: value for name, value in mod.named_buffers() if name in mod.state_dict()}}
    trace.constants |= {name: value for name, value in mod.named_buffers() if name not in state}
    names = [name for name in inspect.signature(mod.forward).bind(*args, **kwargs).arguments if name not in kwargs]
    program = ExportedProgram(trace, state, (args, kwargs), names, list(kwargs))
    checked(program, mod, args, kwargs, _unchanged)
    return program


__all__ = ["Dim", "ExportGraphSignature", "ExportedProgram", "dims", "export"]
