"""Checks of optimizers' options."""

import torch


def _check(name, value, ok):
    if not ok:
        raise ValueError(f"Invalid {name}: {value}")


def _check_rates(lr, betas=None, **not_negative):
    """Checks the common options of all optimizers, in PyTorch's order and with its messages."""
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    _check("learning rate", lr, 0.0 <= lr)
    if "eps" in not_negative:
        _check("epsilon value", not_negative["eps"], 0.0 <= not_negative.pop("eps"))
    if betas is not None:
        for i in (0, 1):
            _check(f"beta parameter at index {i}", betas[i], 0.0 <= betas[i] < 1.0)
    for name, value in not_negative.items():
        _check(f"{name} value", value, 0.0 <= value)


def _rate(group):
    """Checks the learning rate: a number, or a float64 tensor without dimensions, which keeps its device."""
    lr = group["lr"]
    return lr.detach().double().reshape(()) if isinstance(lr, torch.Tensor) else float(lr)


def _check_fused(fused, foreach=None, differentiable=False):
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def _held(rate):
    """A rate as the one-element tensor of a state holds it: in float32, unless float64 is the default."""
    if isinstance(rate, torch.Tensor) or torch.get_default_dtype() == torch.float64:
        return rate
    return torch.tensor(rate, dtype=torch.float32).item()
