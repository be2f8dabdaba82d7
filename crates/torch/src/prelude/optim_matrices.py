"""Optimizers that look at a parameter as a matrix: Adafactor and Muon."""


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
            state["step"] += 1
            share = state["step"] ** group["beta2_decay"]
            least = torch.finfo(p.dtype).eps if eps1 is None else eps1
            size = max(eps2, p.norm(2).item() / p.numel() ** 0.5) * min(lr, 1 / state["step"] ** 0.5)
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
    """Momentum whose matrix is made orthogonal before each step (Jordan et al., 2024); for the matrices of hidden layers."""

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
                    raise ValueError(
                        f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}"
                    )

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
