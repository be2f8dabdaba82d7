"""The optimizer RMSprop."""

import torch
from torch.optim._checks import _check_rates, _rate
from torch.optim.optimizer import Optimizer


class RMSprop(Optimizer):
    """Steps divided by the root of a running mean of squared gradients.

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.RMSprop([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([5.9605e-08], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        _check_rates(lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        defaults = dict(
            lr=lr,
            momentum=momentum,
            alpha=alpha,
            eps=eps,
            centered=centered,
            weight_decay=weight_decay,
            capturable=capturable,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        state = {"step": 0, "square_avg": torch.zeros_like(p)}
        if group["momentum"] > 0:
            state["momentum_buffer"] = torch.zeros_like(p)
        if group["centered"]:
            state["grad_avg"] = torch.zeros_like(p)
        return state

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        alpha = group["alpha"]
        rule, names, constants = "rmsprop", ["square_avg"], [_rate(group), alpha, 1 - alpha, group["eps"]]
        if group["momentum"] > 0:
            names.append("momentum_buffer")
            constants.append(group["momentum"])
        if group["centered"]:
            rule += "_centered"
            names.append("grad_avg")
        if group["momentum"] > 0:
            rule += "_momentum"
        return rule, names, constants
