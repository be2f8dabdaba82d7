"""The optimizer Adam."""

import torch
from torch.optim._checks import _check_fused, _check_rates, _rate
from torch.optim.optimizer import Optimizer


class Adam(Optimizer):
    """Adam: steps scaled by running means of gradients and of their squares.

    Errors: ValueError where there are no parameters: `torch.optim.Adam([])`
            ValueError for betas outside of [0, 1):
            `torch.optim.Adam([torch.zeros(1)], betas=(1.0, 0.9))`

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.Adam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        if isinstance(lr, torch.Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay)
        if not isinstance(betas[0], float) or not isinstance(betas[1], float):
            if not isinstance(betas[0], torch.Tensor) or not isinstance(betas[1], torch.Tensor):
                raise ValueError("betas must be either both floats or both Tensors")
        defaults = dict(
            lr=lr,
            betas=tuple([float(beta) for beta in betas]),
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=decoupled_weight_decay,
        )
        super().__init__(params, defaults)
        _check_fused(fused, foreach, differentiable)

    def _begin(self, group, p):
        state = {"step": 0, "exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.zeros_like(p)
        return state

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        beta1, beta2 = group["betas"]
        step_size = _rate(group) / (1 - beta1 ** now["step"])
        correction = (1 - beta2 ** now["step"]) ** 0.5
        constants = [step_size, 1 - beta1, beta2, 1 - beta2, correction, group["eps"]]
        if group["amsgrad"]:
            return "adam_amsgrad", ["exp_avg", "exp_avg_sq", "max_exp_avg_sq"], constants
        return "adam", ["exp_avg", "exp_avg_sq"], constants
