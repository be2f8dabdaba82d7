"""`torch.onnx`: names for programs that may export a model. There is no exporter."""


class OnnxExporterError(RuntimeError):
    """The error of an export."""


class ONNXProgram:
    """The class of exported models: none is."""


def export(model, args=(), f=None, **options):
    """Not here: save the weights, and export them where PyTorch is."""
    raise NotImplementedError(
        "torch.onnx.export: there is no exporter here; save the weights with torch.save(model.state_dict(), path) and export "
        "the model with PyTorch"
    )


def is_in_onnx_export():
    """False: nothing is exported."""
    return False
