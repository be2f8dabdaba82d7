"""The optimizer NAdam."""

import torch
from torch.optim._checks import _check_rates, _rate
from torch.optim.optimizer import Optimizer


class NAdam(Optimizer):
    """Adam with Nesterov momentum, whose momentum warms up."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        defaults = dict(
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            momentum_decay=momentum_decay,
            decoupled_weight_decay=decoupled_weight_decay,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "mu_product": 1.0, "exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        lr, step, decay = _rate(group), now["step"], group["momentum_decay"]
        beta1, beta2 = group["betas"]
        mu = beta1 * (1.0 - 0.5 * 0.96 ** (step * decay))
        mu_next = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * decay))
        now["mu_product"] = now["mu_product"] * mu
        of_gradient = lr * (1.0 - mu) / (1.0 - now["mu_product"])
        of_average = lr * mu_next / (1.0 - now["mu_product"] * mu_next)
        correction = 1 - beta2**step
        constants = [of_gradient, of_average, 1 - beta1, beta2, 1 - beta2, correction, group["eps"]]
        return "nadam", ["exp_avg", "exp_avg_sq"], constants
