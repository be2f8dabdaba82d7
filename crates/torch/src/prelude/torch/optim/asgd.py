"""The optimizer ASGD."""

import torch
from torch.optim._checks import _check_rates, _held, _rate
from torch.optim.optimizer import Optimizer


class ASGD(Optimizer):
    """Averaged SGD: `state[p]["ax"]` is the mean of the parameter from step t0 on."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        _check_rates(lr, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            lambd=lambd,
            alpha=alpha,
            t0=t0,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "eta": _held(float(group["lr"])), "mu": 1.0, "ax": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        lr, lambd, step = _rate(group), group["lambd"], now["step"]
        constants = [now["eta"], now["mu"]]
        now["shrink"] = 1 - lambd * now["eta"]
        now["eta"] = _held(lr / (1 + lambd * lr * step) ** group["alpha"])
        past = step - group["t0"]
        now["mu"] = _held(1 / (past.clamp(min=1) if isinstance(past, torch.Tensor) else max(1, past)))
        return "asgd", ["ax"], constants
