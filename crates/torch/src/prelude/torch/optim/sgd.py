"""The optimizer SGD."""

import torch
from torch.optim._checks import _check, _check_fused, _check_rates, _rate
from torch.optim.optimizer import Optimizer


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum, Nesterov momentum and weight decay.

    Errors: ValueError where there are no parameters: `torch.optim.SGD([], lr=0.1)`
            ValueError for a negative rate: `torch.optim.SGD([torch.zeros(1)], lr=-0.1)`

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        _check_rates(lr)
        _check("momentum value", momentum, momentum >= 0.0)
        _check("weight_decay value", weight_decay, weight_decay >= 0.0)
        defaults = dict(
            lr=lr,
            momentum=momentum,
            dampening=dampening,
            weight_decay=weight_decay,
            nesterov=nesterov,
            maximize=maximize,
            foreach=foreach,
            differentiable=differentiable,
            fused=fused,
        )
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)
        _check_fused(fused, foreach, differentiable)

    def _step(self, group, params):
        # The first step fills a buffer with the gradient itself.
        fresh = []
        if group["momentum"] != 0:
            fresh = [p for p in params if self.state[p].get("momentum_buffer") is None]
        for p in fresh:
            self.state[p] = {"momentum_buffer": torch.zeros_like(p), "fresh": True}
        super()._step(group, params)
        for p in fresh:
            del self.state[p]["fresh"]

    @torch.no_grad()
    def _step_sparsely(self, group, p):
        grad = -p.grad if group["maximize"] else p.grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        momentum = group["momentum"]
        if momentum != 0:
            buffer = self.state[p].get("momentum_buffer")
            if buffer is None:
                buffer = grad.clone().detach()
            else:
                buffer = buffer.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            self.state[p]["momentum_buffer"] = buffer
            grad = grad.add(buffer, alpha=momentum) if group["nesterov"] else buffer
        p.add_(grad, alpha=-_rate(group))

    def _move(self, group, now):
        lr, momentum = _rate(group), group["momentum"]
        if momentum == 0:
            return "sgd", [], [lr]
        keep, add = (0, 1) if now.get("fresh") else (momentum, 1 - group["dampening"])
        return "sgd_momentum", ["momentum_buffer"], [lr, momentum, keep, add, float(group["nesterov"])]
