"""Layers made without initial values."""

import inspect

import torch


def skip_init(module_cls, *args, **kwargs):
    """Makes a module with uninitialized parameters, for modules that are loaded or initialized anyway."""
    if not issubclass(module_cls, torch.nn.Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, device="meta", **kwargs).to_empty(device=device)
