"""The optimizer Adagrad."""

import torch
from torch.optim._checks import _check, _check_fused, _check_rates, _rate
from torch.optim.optimizer import Optimizer


class Adagrad(Optimizer):
    """Steps divided by the root of the sum of squared gradients."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        _check_rates(lr, lr_decay=lr_decay, weight_decay=weight_decay)
        _check("initial_accumulator_value value", initial_accumulator_value, 0.0 <= initial_accumulator_value)
        _check("epsilon value", eps, 0.0 <= eps)
        defaults = dict(
            lr=lr,
            lr_decay=lr_decay,
            eps=eps,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            fused=fused,
        )
        super().__init__(params, defaults)
        _check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = self._begin(group, p)
                self._hold_counters(self.state[p], p, False, {})

    def _begin(self, group, p):
        return {"step": 0, "sum": torch.full_like(p, group["initial_accumulator_value"])}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        step_size = _rate(group) / (1 + (now["step"] - 1) * group["lr_decay"])
        return "adagrad", ["sum"], [step_size, group["eps"]]
