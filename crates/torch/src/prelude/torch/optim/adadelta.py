"""The optimizer Adadelta."""

import torch
from torch.optim._checks import _check, _check_rates, _rate
from torch.optim.optimizer import Optimizer


class Adadelta(Optimizer):
    """Steps as large as the last ones were, over the root of the mean square of gradients."""

    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-6,
        weight_decay=0,
        foreach=None,
        *,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        _check_rates(lr)
        _check("rho value", rho, 0.0 <= rho <= 1.0)
        _check("epsilon value", eps, 0.0 <= eps)
        _check("weight_decay value", weight_decay, 0.0 <= weight_decay)
        defaults = dict(
            lr=lr,
            rho=rho,
            eps=eps,
            weight_decay=weight_decay,
            maximize=maximize,
            capturable=capturable,
            foreach=foreach,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "square_avg": torch.zeros_like(p), "acc_delta": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        rho = group["rho"]
        return "adadelta", ["square_avg", "acc_delta"], [_rate(group), rho, 1 - rho, group["eps"]]
