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

    @torch.no_grad()
    def _step_sparsely(self, group, p):
        state = self.state[p]
        state["step"] += 1
        if group["weight_decay"] != 0:
            raise RuntimeError("weight_decay option is not compatible with sparse gradients")
        rate = _rate(group) / (1 + (float(state["step"]) - 1) * group["lr_decay"])
        grad = (-p.grad if group["maximize"] else p.grad).coalesce()
        indices, values = grad._indices(), grad._values()

        def at(values):
            return torch.sparse_coo_tensor(indices, values, grad.shape)

        state["sum"].add_(at(values.pow(2)))
        std = state["sum"].sparse_mask(grad)._values().sqrt_().add_(group["eps"])
        p.add_(at(values / std), alpha=-rate)

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        step_size = _rate(group) / (1 + (now["step"] - 1) * group["lr_decay"])
        return "adagrad", ["sum"], [step_size, group["eps"]]
