"""`torch.optim`: optimizers. A step is one operation over all parameters of a group."""

from collections import OrderedDict, defaultdict

import torch


class Optimizer:
    """Base of optimizers: parameter groups with options, and state for each parameter."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                + params.type()
            )
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Adds parameters with options of their own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        params = [p[1] if isinstance(p, tuple) else p for p in params]
        for p in params:
            if not isinstance(p, torch.Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(p).__name__}")
            if not p.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        param_group["params"] = params
        for name, value in self.defaults.items():
            param_group.setdefault(name, value)
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        """Forgets the gradients."""
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    p.grad = torch.zeros_like(p.grad)

    def step(self, closure=None):
        """One step; a closure computes the loss anew and returns it."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            if params:
                self._step(group, params, [p.grad for p in params])
        return loss

    def _step(self, group, params, grads):
        raise NotImplementedError(f"{type(self).__name__} does not define its step")

    def state_dict(self):
        """Options and state, with parameters by number."""
        numbers = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {}
        for p, values in self.state.items():
            state[numbers[id(p)]] = {
                name: torch.tensor(float(value)) if name == "step" else value for name, value in values.items()
            }
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Returns to options and state of a state_dict."""
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        params = {}
        for own, loaded in zip(self.param_groups, groups):
            if len(own["params"]) != len(loaded["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
                )
            for number, p in zip(loaded["params"], own["params"]):
                params[number] = p
            own.update({name: value for name, value in loaded.items() if name != "params"})
        self.state = defaultdict(dict)
        for number, values in state_dict["state"].items():
            p = params[number]
            for name, value in values.items():
                if name == "step":
                    value = int(value)
                elif isinstance(value, torch.Tensor):
                    value = value.to(device=p.device, dtype=p.dtype).clone()
                self.state[p][name] = value

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for name in sorted(group):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"


def _check(name, value, ok):
    if not ok:
        raise ValueError(f"Invalid {name}: {value}")


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum, Nesterov momentum and weight decay."""

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
        _check("learning rate", lr, lr >= 0.0)
        _check("momentum value", momentum, momentum >= 0.0)
        _check("weight_decay value", weight_decay, weight_decay >= 0.0)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
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
        super().__init__(params, defaults)

    def _step(self, group, params, grads):
        if group["momentum"] == 0:
            self._update(group, params, grads, [], False)
            return
        started = [i for i, p in enumerate(params) if self.state[p].get("momentum_buffer") is not None]
        fresh = [i for i, p in enumerate(params) if self.state[p].get("momentum_buffer") is None]
        for i in fresh:
            self.state[params[i]]["momentum_buffer"] = torch.empty_like(params[i])
        for chosen, first in ((started, False), (fresh, True)):
            if chosen:
                buffers = [self.state[params[i]]["momentum_buffer"] for i in chosen]
                self._update(group, [params[i] for i in chosen], [grads[i] for i in chosen], buffers, first)

    def _update(self, group, params, grads, buffers, first):
        torch._sgd_step(
            params,
            grads,
            buffers,
            group["lr"],
            group["momentum"],
            group["dampening"],
            group["weight_decay"],
            group["nesterov"],
            group["maximize"],
            first,
        )


class Adam(Optimizer):
    """Adam: steps scaled by running means of gradients and of their squares."""

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
        _check("learning rate", lr, lr >= 0.0)
        _check("epsilon value", eps, eps >= 0.0)
        _check("beta parameter at index 0", betas[0], 0.0 <= betas[0] < 1.0)
        _check("beta parameter at index 1", betas[1], 0.0 <= betas[1] < 1.0)
        _check("weight_decay value", weight_decay, weight_decay >= 0.0)
        defaults = dict(
            lr=lr,
            betas=betas,
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

    def _step(self, group, params, grads):
        amsgrad = group["amsgrad"]
        # Parameters that missed a step, for want of a gradient, count their own.
        by_step = {}
        for i, p in enumerate(params):
            state = self.state[p]
            if not state:
                state["step"] = 0
                state["exp_avg"] = torch.zeros_like(p)
                state["exp_avg_sq"] = torch.zeros_like(p)
                if amsgrad:
                    state["max_exp_avg_sq"] = torch.zeros_like(p)
            state["step"] += 1
            by_step.setdefault(state["step"], []).append(i)
        for step, chosen in by_step.items():
            states = [self.state[params[i]] for i in chosen]
            torch._adam_step(
                [params[i] for i in chosen],
                [grads[i] for i in chosen],
                [state["exp_avg"] for state in states],
                [state["exp_avg_sq"] for state in states],
                [state["max_exp_avg_sq"] for state in states] if amsgrad else [],
                group["lr"],
                group["betas"][0],
                group["betas"][1],
                group["eps"],
                group["weight_decay"],
                group["decoupled_weight_decay"],
                amsgrad,
                group["maximize"],
                step,
            )


class AdamW(Adam):
    """Adam with weight decay apart from the gradient."""

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


class RMSprop(Optimizer):
    """Steps divided by the root of a running mean of squared gradients."""

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
        _check("learning rate", lr, lr >= 0.0)
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

    @torch.no_grad()
    def _step(self, group, params, grads):
        for p, grad in zip(params, grads):
            state = self.state[p]
            if not state:
                state["step"] = 0
                state["square_avg"] = torch.zeros_like(p)
                if group["momentum"] > 0:
                    state["momentum_buffer"] = torch.zeros_like(p)
                if group["centered"]:
                    state["grad_avg"] = torch.zeros_like(p)
            state["step"] += 1
            grad = -grad if group["maximize"] else grad
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            mean = state["square_avg"].mul_(group["alpha"]).addcmul_(grad, grad, value=1 - group["alpha"])
            if group["centered"]:
                average = state["grad_avg"].lerp_(grad, 1 - group["alpha"])
                mean = mean.addcmul(average, average, value=-1)
            root = mean.sqrt().add_(group["eps"])
            if group["momentum"] > 0:
                buffer = state["momentum_buffer"].mul_(group["momentum"]).addcdiv_(grad, root)
                p.add_(buffer, alpha=-group["lr"])
            else:
                p.addcdiv_(grad, root, value=-group["lr"])


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
        _check("learning rate", lr, lr >= 0.0)
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

    @torch.no_grad()
    def _step(self, group, params, grads):
        for p, grad in zip(params, grads):
            state = self.state[p]
            if not state:
                state["step"] = 0
                state["sum"] = torch.full_like(p, group["initial_accumulator_value"])
            state["step"] += 1
            grad = -grad if group["maximize"] else grad
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            lr = group["lr"] / (1 + (state["step"] - 1) * group["lr_decay"])
            total = state["sum"].addcmul_(grad, grad)
            p.addcdiv_(grad, total.sqrt().add_(group["eps"]), value=-lr)

