"""The optimizer Muon."""

import torch
from torch.optim.optimizer import Optimizer


def _orthogonalized(matrix, coefficients, steps, eps):
    """A matrix of nearly equal singular values: Newton and Schulz's iteration with a polynomial of fifth degree, in bfloat16."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    tall = matrix.size(0) > matrix.size(1)
    x = matrix.bfloat16()
    x = x.T if tall else x
    x = x / x.norm().clamp(min=eps)
    for _ in range(steps):
        gram = x @ x.T
        x = torch.addmm(x, torch.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


class Muon(Optimizer):
    """Momentum with an orthogonalized matrix before each step (Jordan et al., 2024), for the matrices of hidden layers."""

    def __init__(
        self,
        params,
        lr=1e-3,
        weight_decay=0.1,
        momentum=0.95,
        nesterov=True,
        ns_coefficients=(3.4445, -4.7750, 2.0315),
        eps=1e-7,
        ns_steps=5,
        adjust_lr_fn=None,
    ):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not 0.0 <= momentum:
            raise ValueError(f"momentum should be >= 0 but is: {momentum}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"weight decay should be >= 0 but is: {weight_decay}")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(
            params,
            dict(
                lr=lr,
                weight_decay=weight_decay,
                momentum=momentum,
                nesterov=nesterov,
                ns_coefficients=ns_coefficients,
                eps=eps,
                ns_steps=ns_steps,
                adjust_lr_fn=adjust_lr_fn,
            ),
        )
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}")

    @torch.no_grad()
    def _step(self, group, params):
        lr, momentum = float(group["lr"]), group["momentum"]
        for p in params:
            state = self.state[p]
            if not state:
                state["momentum_buffer"] = torch.zeros_like(p.grad)
            mean = state["momentum_buffer"].lerp_(p.grad, 1 - momentum)
            update = p.grad.lerp(mean, momentum) if group["nesterov"] else mean
            update = _orthogonalized(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
            rows, columns = p.shape
            if group["adjust_lr_fn"] == "match_rms_adamw":
                ratio = 0.2 * max(rows, columns) ** 0.5
            else:
                ratio = max(1, rows / columns) ** 0.5
            p.mul_(1 - lr * group["weight_decay"])
            p.add_(update, alpha=-lr * ratio)
