"""A weight by its length and direction."""

import torch
from torch.nn.utils._forward_hooks import _remove


def _norm_except(v, dim):
    """The 2-norm over all dimensions but one."""
    if dim is None or dim == -1:
        return v.norm()
    dims = [d for d in range(v.dim()) if d != dim % v.dim()]
    return (v * v).sum(dims, keepdim=True).sqrt() if dims else v.abs()


class _WeightNormHook:
    """Before each forward: weight = g * v / |v|."""

    parameters = ("_g", "_v")
    buffers = ()

    def __init__(self, name, dim):
        self.name = name
        self.dim = dim

    def compute(self, module):
        g, v = getattr(module, self.name + "_g"), getattr(module, self.name + "_v")
        return v * (g / _norm_except(v, self.dim))

    def last(self, module):
        return self.compute(module)

    def __call__(self, module, inputs):
        object.__setattr__(module, self.name, self.compute(module))


def weight_norm(module, name="weight", dim=0):
    """Splits a weight into its length (name_g) and its direction (name_v) (Salimans and Kingma, 2016)."""
    hook = _WeightNormHook(name, dim)
    weight = getattr(module, name)
    del module._parameters[name]
    module.register_parameter(name + "_g", torch.nn.Parameter(_norm_except(weight.detach(), dim)))
    module.register_parameter(name + "_v", torch.nn.Parameter(weight.detach().clone()))
    object.__setattr__(module, name, hook.compute(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module, name="weight"):
    """The weight as one parameter again."""
    return _remove(module, name, _WeightNormHook, "weight_norm")
