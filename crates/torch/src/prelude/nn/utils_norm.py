"""Weights computed from others: parametrizations, weight norm, spectral norm."""

import math

import torch
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_conv_bn_weights, fuse_linear_bn_eval, fuse_linear_bn_weights


def _norm_except(v, dim):
    """The 2-norm over all dimensions but one."""
    if dim is None or dim == -1:
        return v.norm()
    dims = [d for d in range(v.dim()) if d != dim % v.dim()]
    return (v * v).sum(dims, keepdim=True).sqrt() if dims else v.abs()


class _WeightNormHook:
    """Before each forward: weight = g * v / |v|."""

    def __init__(self, name, dim):
        self.name = name
        self.dim = dim

    def compute(self, module):
        g, v = getattr(module, self.name + "_g"), getattr(module, self.name + "_v")
        return v * (g / _norm_except(v, self.dim))

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


def _remove(module, name, kind, what):
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, kind) and hook.name == name:
            with torch.no_grad():
                weight = hook.compute(module) if kind is _WeightNormHook else hook.compute(module, False)
            for suffix in ("_g", "_v") if kind is _WeightNormHook else ("_orig",):
                module._parameters.pop(name + suffix)
            for suffix in () if kind is _WeightNormHook else ("_u", "_v"):
                module._buffers.pop(name + suffix, None)
            module.__dict__.pop(name, None)
            module.register_parameter(name, torch.nn.Parameter(weight.detach()))
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"{what} of '{name}' not found in {module}")


def remove_weight_norm(module, name="weight"):
    """The weight as one parameter again."""
    return _remove(module, name, _WeightNormHook, "weight_norm")


class _SpectralNormHook:
    """Before each forward: weight = original / its largest singular value, found by power iteration."""

    def __init__(self, name, steps, eps, dim):
        self.name = name
        self.steps = steps
        self.eps = eps
        self.dim = dim

    def matrix(self, weight):
        if self.dim != 0:
            weight = weight.transpose(0, self.dim)
        return weight.reshape(weight.shape[0], -1)

    def compute(self, module, iterates):
        weight = getattr(module, self.name + "_orig")
        u, v = getattr(module, self.name + "_u"), getattr(module, self.name + "_v")
        matrix = self.matrix(weight)
        if iterates:
            with torch.no_grad():
                for step in range(self.steps):
                    v.copy_(torch.nn.functional.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(torch.nn.functional.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
                u, v = u.clone(), v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def __call__(self, module, inputs):
        object.__setattr__(module, self.name, self.compute(module, module.training))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a weight by its largest singular value (Miyato et al., 2018)."""
    if dim is None:
        transposed = ("ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d")
        dim = 1 if type(module).__name__ in transposed else 0
    hook = _SpectralNormHook(name, n_power_iterations, eps, dim)
    weight = module._parameters[name]
    rows, columns = hook.matrix(weight.detach()).shape
    normalize = torch.nn.functional.normalize
    with torch.no_grad():
        u = normalize(weight.new_empty(rows).normal_(0, 1), dim=0, eps=eps)
        v = normalize(weight.new_empty(columns).normal_(0, 1), dim=0, eps=eps)
    del module._parameters[name]
    module.register_parameter(name + "_orig", weight)
    object.__setattr__(module, name, weight.detach())
    module.register_buffer(name + "_u", u)
    module.register_buffer(name + "_v", v)
    module.register_forward_pre_hook(hook)
    return module


def remove_spectral_norm(module, name="weight"):
    """The weight as one parameter again."""
    return _remove(module, name, _SpectralNormHook, "spectral_norm")
