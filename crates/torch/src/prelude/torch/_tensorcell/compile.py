"""`torch.compile`, which returns its argument unchanged."""

import warnings

import torch

__name__ = "torch"

_WHAT_COMPILE_DOES = (
    "torch.compile returns the model as it is. What it is for is done always: on the CPU chains of elementwise operations run "
    "as one loop, normalisation, attention and recurrent layers are one operation each, and an optimizer's step is one "
    "launch for all parameters. Launches that cost more than their work can be recorded once and replayed: see "
    "torch.cuda.graph and torch.cuda.make_graphed_callables."
)
_MODES = ("default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """Returns the model or function unchanged. Explains once per session what happens instead. Also a decorator."""
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if mode is not None and mode not in _MODES:
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
    if not disable:
        # Shown once per session, like every warning with the same text.
        warnings.warn(_WHAT_COMPILE_DOES, stacklevel=2)
    if model is None:
        return lambda model: model
    if not callable(model):
        raise RuntimeError(f"torch.compile: expected a module or a function, but got {type(model).__name__}")
    if isinstance(model, torch.nn.Module):
        # PyTorch's wrapper exposes the inner module under this name.
        object.__setattr__(model, "_orig_mod", model)
    return model
