"""A weight divided by its largest singular value."""

import torch
from torch.nn.utils._forward_hooks import _remove


class _SpectralNormHook:
    """Before each forward: weight = original / its largest singular value, found by power iteration."""

    parameters = ("_orig",)
    buffers = ("_u", "_v")

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
                for _step in range(self.steps):
                    v.copy_(torch.nn.functional.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(torch.nn.functional.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
                u, v = u.clone(), v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def last(self, module):
        return self.compute(module, False)

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
