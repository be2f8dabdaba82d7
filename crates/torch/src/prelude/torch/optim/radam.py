"""The optimizer RAdam."""

import torch
from torch.optim._checks import _check_rates, _rate
from torch.optim.optimizer import Optimizer


class RAdam(Optimizer):
    """Adam that adapts once enough gradients were seen for it (rectified)."""

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            decoupled_weight_decay=decoupled_weight_decay,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        step = now["step"]
        beta1, beta2 = group["betas"]
        correction1, correction2 = 1 - beta1**step, 1 - beta2**step
        # How many gradients the running mean of squares effectively averages.
        rho_inf = 2 / (1 - beta2) - 1
        rho = rho_inf - 2 * step * beta2**step / correction2
        rectified = 0.0
        if isinstance(rho, torch.Tensor) or rho > 5.0:
            rectified = ((rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho)) ** 0.5
        if isinstance(rho, torch.Tensor):
            rectified = torch.where(rho > 5.0, rectified, 0.0)
        lr, eps = _rate(group), group["eps"]
        constants = [correction1, lr, 1 - beta1, beta2, 1 - beta2, eps, correction2**0.5, rectified]
        return "radam", ["exp_avg", "exp_avg_sq"], constants
