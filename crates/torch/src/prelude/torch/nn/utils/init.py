"""Layers made without initial values."""

import torch


def skip_init(module_cls, *args, **kwargs):
    """Makes a module with uninitialized parameters, for modules that are loaded or initialized anyway."""
    if not issubclass(module_cls, torch.nn.Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, device=device, **kwargs)
