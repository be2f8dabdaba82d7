"""`torch.autograd.forward_ad`: directional derivatives. A dual tensor is a view of its primal with a tangent.
`unpack_dual` computes its result on demand, by two backward passes."""

from collections import namedtuple

import torch

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ["primal", "tangent"])

_levels = []


def enter_dual_level():
    """Begins a level of dual tensors, and gives its number."""
    if _levels:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    _levels.append([])
    return len(_levels) - 1


def exit_dual_level(*, level=None):
    """Ends the level: its dual tensors are plain tensors again."""
    if not _levels:
        raise RuntimeError("Trying to exit a forward AD level but no level is currently active")
    _levels.pop()


class dual_level:
    """`with dual_level():` within it tensors can be dual."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *error):
        exit_dual_level()


def make_dual(tensor, tangent, *, level=None):
    """Attaches a tangent to a tensor, for forward-mode differentiation.

    >>> import torch.autograd.forward_ad as fwAD
    >>> with fwAD.dual_level(): y = fwAD.unpack_dual(fwAD.make_dual(torch.tensor(3.), torch.tensor(1.)) ** 2)
    >>> y.tangent
    tensor(6.)
    """
    if not _levels:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first."
        )
    if not tensor.is_floating_point():
        raise ValueError(f"Expected primal to be floating point or complex, but got: {tensor.dtype}")
    if not tangent.is_floating_point():
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    if tensor.shape != tangent.shape:
        raise RuntimeError(
            "Expected tensor and tangent to have the same sizes, but got tensor of size "
            f"{list(tensor.shape)} and tangent of size {list(tangent.shape)}"
        )
    with torch.enable_grad():
        start = tensor if tensor.requires_grad else tensor.detach().requires_grad_()
        dual = start.view_as(start)
    _levels[-1].append((dual, tangent))
    return dual


def unpack_dual(tensor, *, level=None):
    """A tensor's value, and its derivative in the directions of the dual tensors that it was computed of (None: of none)."""
    if not _levels:
        return UnpackedDualTensor(tensor, None)
    for dual, tangent in _levels[-1]:
        if dual is tensor:
            return UnpackedDualTensor(tensor.detach(), tangent)
    duals = [dual for dual, _ in _levels[-1]]
    if tensor.grad_fn is None or not duals:
        return UnpackedDualTensor(tensor, None)
    with torch.enable_grad():
        along = torch.zeros_like(tensor, requires_grad=True)
        grads = torch.autograd.grad(tensor, duals, along, create_graph=True, allow_unused=True)
        pairs = [(grad, tangent) for grad, (_, tangent) in zip(grads, _levels[-1]) if grad is not None]
        if not pairs:
            return UnpackedDualTensor(tensor, None)
        pairs = [(grad, tangent) for grad, tangent in pairs if grad.requires_grad]
        if not pairs:
            return UnpackedDualTensor(tensor.detach(), torch.zeros_like(tensor))
        grads, tangents = [grad for grad, _ in pairs], [tangent for _, tangent in pairs]
        (tangent,) = torch.autograd.grad(grads, along, tangents, retain_graph=True, allow_unused=True)
    return UnpackedDualTensor(tensor.detach(), torch.zeros_like(tensor) if tangent is None else tangent)
