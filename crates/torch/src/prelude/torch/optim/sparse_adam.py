"""The optimizer SparseAdam."""

import math

import torch
from torch.optim._checks import _rate
from torch.optim.optimizer import Optimizer


class SparseAdam(Optimizer):
    """Adam for sparse gradients: only the moments and parameters at a gradient's places are updated."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 < lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        for at, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {at}: {beta}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))
        for kind, holds, advice in (
            ("Sparse", lambda p: p.is_sparse, "SparseAdam requires dense parameter tensors"),
            ("Complex", torch.is_complex, "SparseAdam does not support complex parameters"),
        ):
            found = [[i, j] for i, group in enumerate(self.param_groups) for j, p in enumerate(group["params"]) if holds(p)]
            if found:
                raise ValueError(f"{kind} params at indices {found}: {advice}")

    def _step(self, group, params):
        raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")

    @torch.no_grad()
    def _step_sparsely(self, group, p):
        state = self.state[p]
        if not state:
            state.update(step=0, exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p))
        state["step"] += 1
        beta1, beta2 = group["betas"]
        grad = (-p.grad if group["maximize"] else p.grad).coalesce()
        indices, values = grad._indices(), grad._values()
        if values.numel() == 0:
            return

        def at(values):
            return torch.sparse_coo_tensor(indices, values, grad.shape)

        def advanced(name, value, beta):
            """Moves a moment towards a value at the gradient's places, and gives it there."""
            before = state[name].sparse_mask(grad)._values()
            change = (value - before).mul_(1 - beta)
            state[name].add_(at(change))
            return change.add_(before)

        numerator = advanced("exp_avg", values, beta1)
        denominator = advanced("exp_avg_sq", values.pow(2), beta2).sqrt_().add_(group["eps"])
        correction = math.sqrt(1 - beta2 ** state["step"]) / (1 - beta1 ** state["step"])
        p.add_(at(-(_rate(group) * correction) * numerator.div_(denominator)))
