"""The optimizer Adamax."""

import torch
from torch.optim._checks import _check_rates, _rate
from torch.optim.optimizer import Optimizer


class Adamax(Optimizer):
    """Adam with the largest gradient, slowly forgotten, in place of the root of the mean square."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "exp_avg": torch.zeros_like(p), "exp_inf": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        beta1, beta2 = group["betas"]
        step_size = _rate(group) / (1 - beta1 ** now["step"])
        return "adamax", ["exp_avg", "exp_inf"], [step_size, 1 - beta1, beta2, group["eps"]]
