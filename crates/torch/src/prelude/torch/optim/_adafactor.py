"""The optimizer Adafactor."""

import torch
from torch.optim.optimizer import Optimizer


class Adafactor(Optimizer):
    """Steps by second moments that are kept as one number for each row and column (Shazeer and Stern, 2018)."""

    def __init__(
        self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None, maximize=False
    ):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not 0.0 >= beta2_decay:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        if eps[0] is not None and not 0.0 <= eps[0]:
            raise ValueError(f"epsilon1 should be >= 0 but is: {eps[0]}")
        if not 0.0 <= eps[1]:
            raise ValueError(f"epsilon2 should be >= 0 but is: {eps[1]}")
        if not 1.0 <= d:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"weight_decay should be >= 0 but is: {weight_decay}")
        super().__init__(
            params,
            dict(
                lr=lr,
                beta2_decay=beta2_decay,
                eps=eps,
                d=d,
                weight_decay=weight_decay,
                foreach=foreach,
                maximize=maximize,
            ),
        )

    def _begin(self, group, p):
        if p.dim() > 1:
            return {"step": 0, "row_var": torch.zeros_like(p[..., :1]), "col_var": torch.zeros_like(p[..., :1, :])}
        return {"step": 0, "variance": torch.zeros_like(p)}

    @torch.no_grad()
    def _step(self, group, params):
        lr, (eps1, eps2) = float(group["lr"]), group["eps"]
        for p in params:
            grad = -p.grad if group["maximize"] else p.grad
            state = self.state[p]
            if not state:
                state.update(self._begin(group, p))
                self._hold_counters(state, p, False, {})
            state["step"] += 1
            step = state["step"].item()
            share = step ** group["beta2_decay"]
            least = torch.finfo(p.dtype).eps if eps1 is None else eps1
            size = max(eps2, p.norm(2).item() / p.numel() ** 0.5) * min(lr, 1 / step**0.5)
            if group["weight_decay"] != 0:
                p.mul_(1 - lr * group["weight_decay"])
            if grad.dim() > 1:
                rows, columns = state["row_var"], state["col_var"]
                rows.lerp_(grad.norm(dim=-1, keepdim=True).square_().div_(grad.size(-1)), share)
                columns.lerp_(grad.norm(dim=-2, keepdim=True).square_().div_(grad.size(-2)), share)
                moment = (rows @ columns).div_(rows.mean(dim=-2, keepdim=True).clamp_(min=least))
            else:
                moment = state["variance"].lerp_(grad * grad, share).clone()
            update = moment.clamp_(min=least * least).rsqrt_().mul_(grad)
            clip = max(1.0, update.norm(2).item() / (update.numel() ** 0.5 * group["d"]))
            p.add_(update, alpha=-size / clip)
