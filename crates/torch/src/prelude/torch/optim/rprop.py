"""The optimizer Rprop."""

import torch
from torch.optim._checks import _check, _check_rates
from torch.optim.optimizer import Optimizer


class Rprop(Optimizer):
    """Uses only the gradient's sign; each element has its own step size, which grows while the sign stays the same."""

    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        *,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        _check_rates(lr)
        _check("eta values", f"{etas[0]}, {etas[1]}", 0.0 < etas[0] < 1.0 < etas[1])
        defaults = dict(
            lr=lr,
            etas=etas,
            step_sizes=step_sizes,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "prev": torch.zeros_like(p), "step_size": torch.full_like(p, float(group["lr"]))}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        return "rprop", ["prev", "step_size"], [*group["etas"], *group["step_sizes"]]
