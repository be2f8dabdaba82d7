"""Forward hooks that recompute a parameter, taken away again."""

import torch


def _remove(module, name, kind, what):
    """Computes the parameter one last time and removes the class's hook and its attributes from the module."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, kind) and hook.name == name:
            with torch.no_grad():
                weight = hook.last(module)
            for suffix in kind.parameters:
                module._parameters.pop(name + suffix)
            for suffix in kind.buffers:
                module._buffers.pop(name + suffix, None)
            module.__dict__.pop(name, None)
            module.register_parameter(name, torch.nn.Parameter(weight.detach()))
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"{what} of '{name}' not found in {module}")
