"""`torch.onnx`: models in ONNX's form, for other runtimes."""

import torch
from torch.onnx import _exporter
from torch.onnx._exporter import ONNXProgram

# The oldest and the newest set of operators that models may ask for, and the usual one.
_OLDEST, _USUAL, _NEWEST = 18, 18, 22


class OnnxExporterError(RuntimeError):
    """The error of an export."""


class UnsupportedOperatorError(OnnxExporterError):
    """An operator has no ONNX form here."""


def export(
    model,
    args=(),
    f=None,
    *,
    kwargs=None,
    verbose=None,
    input_names=None,
    output_names=None,
    opset_version=None,
    dynamo=True,
    dynamic_axes=None,
    dynamic_shapes=None,
    export_params=True,
    keep_initializers_as_inputs=False,
    external_data=False,
    do_constant_folding=True,
    **options,
):
    """Writes a module as an ONNX model: `torch.export` records it in evaluation mode, and each ATen operator becomes operators of
    ONNX. Returns an `ONNXProgram`; `f` is a path or an open file.

    dynamic_axes: for each input the dimensions whose sizes may change, with their names: `{"x": {0: "batch"}}`; or dynamic_shapes
    as in `torch.export.export`.

    Errors: torch.onnx.UnsupportedOperatorError for an operator that has no ONNX form here.
    """
    if isinstance(args, torch.Tensor):
        args = (args,)
    opset = opset_version or _USUAL
    if not _OLDEST <= opset <= _NEWEST:
        raise ValueError(f"opset_version={opset}: models are written for versions {_OLDEST} to {_NEWEST} here")
    if not export_params:
        raise NotImplementedError("torch.onnx.export: export_params=False: models have their parameters here")
    program = model if isinstance(model, torch.export.ExportedProgram) else None
    names = list(input_names or []), list(output_names or [])
    try:
        if program is not None:
            made = ONNXProgram(program, _exporter.convert(program, *names, dynamic_axes, opset))
        else:
            made = _exporter.export_model(model, tuple(args), kwargs or {}, *names, dynamic_axes, dynamic_shapes, opset)
    except NotImplementedError as error:
        raise UnsupportedOperatorError(str(error)) from None
    if f is not None:
        made.save(f)
    return made


def is_in_onnx_export():
    """False: modules run as they are when they are exported."""
    return False
