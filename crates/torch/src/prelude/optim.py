"""`torch.optim`: the optimizers. Each says what it remembers of a parameter (`_begin`) and how it moves one (`_move`)."""


def _check(name, value, ok):
    if not ok:
        raise ValueError(f"Invalid {name}: {value}")


def _check_rates(lr, betas=None, **not_negative):
    """What all optimizers ask of their options, in PyTorch's order and words."""
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    _check("learning rate", lr, 0.0 <= lr)
    if "eps" in not_negative:
        _check("epsilon value", not_negative["eps"], 0.0 <= not_negative.pop("eps"))
    if betas is not None:
        for i in (0, 1):
            _check(f"beta parameter at index {i}", betas[i], 0.0 <= betas[i] < 1.0)
    for name, value in not_negative.items():
        _check(f"{name} value", value, 0.0 <= value)


def _rate(group):
    """The learning rate: a number, or a float64 tensor without dimensions, which stays where it lies."""
    lr = group["lr"]
    return lr.detach().double().reshape(()) if isinstance(lr, torch.Tensor) else float(lr)


def _check_fused(fused, foreach=None, differentiable=False):
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


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

    def _move(self, group, now):
        lr, momentum = _rate(group), group["momentum"]
        if momentum == 0:
            return "sgd", [], [lr]
        keep, add = (0, 1) if now.get("fresh") else (momentum, 1 - group["dampening"])
        return "sgd_momentum", ["momentum_buffer"], [lr, momentum, keep, add, float(group["nesterov"])]


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


class AdamW(Adam):
    """Adam with weight decay apart from the gradient.

    Errors: ValueError where there are no parameters: `torch.optim.AdamW([])`

    >>> w = torch.tensor([1.], requires_grad=True)
    >>> optimizer = torch.optim.AdamW([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8990], requires_grad=True)
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )


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
        # How many gradients the running mean of squares is worth.
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


class Adamax(Optimizer):
    """Adam with the largest gradient, slowly forgotten, in place of the root of the mean square."""

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        _check_rates(lr, betas, eps=eps, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "exp_avg": torch.zeros_like(p), "exp_inf": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        beta1, beta2 = group["betas"]
        step_size = _rate(group) / (1 - beta1 ** now["step"])
        return "adamax", ["exp_avg", "exp_inf"], [step_size, 1 - beta1, beta2, group["eps"]]


class Adagrad(Optimizer):
    """Steps divided by the root of the sum of squared gradients."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        _check_rates(lr, lr_decay=lr_decay, weight_decay=weight_decay)
        _check("initial_accumulator_value value", initial_accumulator_value, 0.0 <= initial_accumulator_value)
        _check("epsilon value", eps, 0.0 <= eps)
        defaults = dict(
            lr=lr,
            lr_decay=lr_decay,
            eps=eps,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            fused=fused,
        )
        super().__init__(params, defaults)
        _check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = self._begin(group, p)

    def _begin(self, group, p):
        return {"step": 0, "sum": torch.full_like(p, group["initial_accumulator_value"])}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        step_size = _rate(group) / (1 + (now["step"] - 1) * group["lr_decay"])
        return "adagrad", ["sum"], [step_size, group["eps"]]


class Adadelta(Optimizer):
    """Steps as large as the last ones were, over the root of the mean square of gradients."""

    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-6,
        weight_decay=0,
        foreach=None,
        *,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        _check_rates(lr)
        _check("rho value", rho, 0.0 <= rho <= 1.0)
        _check("epsilon value", eps, 0.0 <= eps)
        _check("weight_decay value", weight_decay, 0.0 <= weight_decay)
        defaults = dict(
            lr=lr,
            rho=rho,
            eps=eps,
            weight_decay=weight_decay,
            maximize=maximize,
            capturable=capturable,
            foreach=foreach,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "square_avg": torch.zeros_like(p), "acc_delta": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        rho = group["rho"]
        return "adadelta", ["square_avg", "acc_delta"], [_rate(group), rho, 1 - rho, group["eps"]]


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


class Rprop(Optimizer):
    """Only the gradient's sign counts; each element has a step size of its own, which grows while the sign stays."""

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


def _held(rate):
    """A rate as the one-element tensor of a state holds it: in float32, unless float64 is the default."""
    if isinstance(rate, torch.Tensor) or torch.get_default_dtype() == torch.float64:
        return rate
    return torch.tensor(rate, dtype=torch.float32).item()


class ASGD(Optimizer):
    """Averaged SGD: `state[p]["ax"]` is the mean of the parameter from step t0 on."""

    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        _check_rates(lr, weight_decay=weight_decay)
        defaults = dict(
            lr=lr,
            lambd=lambd,
            alpha=alpha,
            t0=t0,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )
        super().__init__(params, defaults)

    def _begin(self, group, p):
        return {"step": 0, "eta": _held(float(group["lr"])), "mu": 1.0, "ax": torch.zeros_like(p)}

    def _move(self, group, now):
        now["step"] = now["step"] + 1
        lr, lambd, step = _rate(group), group["lambd"], now["step"]
        constants = [now["eta"], now["mu"]]
        now["shrink"] = 1 - lambd * now["eta"]
        now["eta"] = _held(lr / (1 + lambd * lr * step) ** group["alpha"])
        past = step - group["t0"]
        now["mu"] = _held(1 / (past.clamp(min=1) if isinstance(past, torch.Tensor) else max(1, past)))
        return "asgd", ["ax"], constants
